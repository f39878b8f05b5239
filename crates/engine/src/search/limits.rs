//! When a search ends.

use std::time::Duration;

use super::Turn;

/// The clocks of both players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time left, White's first.
    pub remaining: [Duration; 2],
    /// Gained with every move.
    pub increment: [Duration; 2],
    /// Moves to the next time control; `None`: sudden death.
    pub moves_to_go: Option<u32>,
}

/// When a search ends. Without any limit it ends on `stop`, or after the deepest iteration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Plies (turns).
    pub depth: Option<u32>,
    /// Nodes of all threads together; exact with one thread.
    pub nodes: Option<u64>,
    /// Stop when a mate (or other forced win) in this many full moves is proven.
    pub mate: Option<u32>,
    /// Exactly this long.
    pub move_time: Option<Duration>,
    /// Clocks; the time manager decides.
    pub clock: Option<Clock>,
    /// Do not end before `stop`, whatever the other limits have reached.
    pub infinite: bool,
    /// Think on the opponent's time: do not end before `ponder_hit` or `stop`; limits of time count from the hit.
    pub ponder: bool,
    /// Only these turns at the root; empty: all legal ones.
    pub only: Vec<Turn>,
    /// Not these turns at the root.
    pub except: Vec<Turn>,
}

//! The limits of a search.

use std::time::Duration;

use super::Turn;

/// The clocks of both players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time left, White's first, then Black's.
    pub remaining: [Duration; 2],
    /// Time gained with every move, White's first.
    pub increment: [Duration; 2],
    /// Moves to the next time control; `None` if the time has to last for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// The limits of a search. A search without limits ends on [`Signals::stop`](super::Signals::stop), or after the
/// deepest iteration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The last iteration's depth in plies (turns).
    pub depth: Option<u32>,
    /// Nodes of all threads together. A single thread stops exactly at this number.
    pub nodes: Option<u64>,
    /// Stop when a mate (or other forced win) in this many full moves is proven.
    pub mate: Option<u32>,
    /// Thinking time for this move.
    pub move_time: Option<Duration>,
    /// The players' clocks, from which the time for this move is planned.
    pub clock: Option<Clock>,
    /// Do not end before `stop`, even if another limit is reached.
    pub infinite: bool,
    /// Think on the opponent's time: do not end before `ponder_hit` or `stop`. Limits of time count from `ponder_hit`
    /// on.
    pub ponder: bool,
    /// Search only these turns at the root; if empty, all legal turns.
    pub only: Vec<Turn>,
    /// Do not search these turns at the root.
    pub except: Vec<Turn>,
}

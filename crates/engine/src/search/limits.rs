//! The limits of a search.

use std::time::Duration;

use super::Turn;

/// The clocks of both players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The time left on each clock: White's first, then Black's.
    pub remaining: [Duration; 2],
    /// The time added to each clock with every move: White's first, then Black's.
    pub increment: [Duration; 2],
    /// The number of moves until the next time control; `None` if the time must last for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// The limits of a search; `None` means that a limit does not apply. A search without limits ends on
/// [`Signals::stop`](super::Signals::stop), or after the deepest iteration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The depth of the last iteration, in plies (turns).
    pub depth: Option<u32>,
    /// The maximum number of nodes searched by all threads together. A single thread stops exactly at this number.
    pub nodes: Option<u64>,
    /// If set, the search only looks for the shortest mate (or other forced win) in at most this many full moves; a
    /// number above 100 counts as 100. The result is the mate, or a number of moves within which there is none
    /// ([`Best::no_win`](super::Best::no_win)). Other limits may end the search earlier. If no mate is found, a short
    /// normal search chooses the turn.
    pub mate: Option<u32>,
    /// Whether a short search for mates comes first. If it proves a win, the shortest win is the result, and the main
    /// search is skipped.
    pub mate_first: bool,
    /// The fixed thinking time for this move. If it is set, `clock` is ignored.
    pub move_time: Option<Duration>,
    /// The players' clocks, from which the time for this move is planned.
    pub clock: Option<Clock>,
    /// Whether only `stop` ends the search, even if another limit is reached.
    pub infinite: bool,
    /// Whether the search uses the opponent's time: it does not end before `ponder_hit` or `stop`. A fixed thinking
    /// time counts from `ponder_hit`, as does the maximum time planned from the clock.
    pub ponder: bool,
    /// The only turns to search at the root. If empty, all legal turns are searched.
    pub only: Vec<Turn>,
    /// The turns to leave out at the root. If `only` and `except` leave no legal turn, all legal turns are searched.
    pub except: Vec<Turn>,
}

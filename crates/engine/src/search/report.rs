//! The data that a search reports while it runs and at its end.

use std::time::Duration;

use super::{Score, Turn};

/// Whether a score is exact or a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The score is exact.
    Exact,
    /// The score is a lower bound of the true score.
    Lower,
    /// The score is an upper bound of the true score.
    Upper,
}

/// A report about one line. A search sends a report after each iteration and, if it is long and reports only one line,
/// when the score falls outside its aspiration window.
#[derive(Clone, Debug)]
pub struct Report {
    /// The depth of the iteration, in plies (turns).
    pub depth: u32,
    /// The greatest ply reached, counted from the root; at least `depth`.
    pub selective_depth: u32,
    /// The number of the line; 1 for the best line.
    pub line: usize,
    /// The score from the point of view of the side to move.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// The number of nodes searched by all threads together.
    pub nodes: u64,
    /// The time since the search began.
    pub elapsed: Duration,
    /// The part of the transposition table that the current search has filled, in permille.
    pub hash_full: u32,
    /// The principal variation: legal turns, without unfinished chains.
    pub pv: Vec<Turn>,
}

impl Report {
    /// Returns the number of nodes searched per second so far.
    pub fn nps(&self) -> u64 {
        nps(self.nodes, self.elapsed)
    }
}

/// The progress of a long search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The depth of the iteration, in plies (turns).
    pub depth: u32,
    /// The turn at the root that is being searched.
    pub turn: Turn,
    /// The turn's number in the order of the search, from 1.
    pub number: usize,
    /// The number of turns at the root.
    pub turns: usize,
    /// The number of nodes searched by all threads together.
    pub nodes: u64,
    /// The time since the search began.
    pub elapsed: Duration,
}

/// Returns the number of nodes per second. A time below a microsecond counts as a microsecond.
pub fn nps(nodes: u64, elapsed: Duration) -> u64 {
    (nodes as f64 / elapsed.as_secs_f64().max(1e-6)) as u64
}

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Best {
    /// The best turn; `None` only if the game is over.
    pub turn: Option<Turn>,
    /// The expected reply; `None` if the best line has only one turn.
    pub ponder: Option<Turn>,
    /// The score from the point of view of the side to move.
    pub score: Score,
    /// The number of nodes searched by all threads together.
    pub nodes: u64,
    /// The time since the search began; zero if the game is over.
    pub elapsed: Duration,
    /// The depth of the last completed iteration, in plies (turns); 0 if none was completed.
    pub depth: u32,
    /// The number of full moves within which a search for mates has proven that the side to move cannot win. `None` if
    /// no such search ran ([`Limits::mate`]), if the search for [`Limits::mate_first`] found no win, or if there was no
    /// turn to search.
    ///
    /// [`Limits::mate`]: super::Limits::mate
    /// [`Limits::mate_first`]: super::Limits::mate_first
    pub no_win: Option<u32>,
}

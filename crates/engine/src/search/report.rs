//! What a search reports while it runs and at its end.

use std::time::Duration;

use super::{Score, Turn};

/// Whether a score is exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The score itself.
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// What a search reports after each iteration (and on bounds, once the search is long).
#[derive(Clone, Debug)]
pub struct Report {
    /// Depth in plies (turns).
    pub depth: u32,
    /// Deepest ply reached.
    pub selective_depth: u32,
    /// 1 for the best line.
    pub line: usize,
    /// From the side to move.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Of all threads.
    pub nodes: u64,
    /// Since the search began.
    pub elapsed: Duration,
    /// Filled part of the table in permille.
    pub hash_full: u32,
    /// Principal variation: whole, legal turns.
    pub pv: Vec<Turn>,
}

impl Report {
    /// Nodes per second so far.
    pub fn nps(&self) -> u64 {
        nps(self.nodes, self.elapsed)
    }
}

/// What a long search is at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Depth of the iteration in plies (turns).
    pub depth: u32,
    /// The turn that is being searched.
    pub turn: Turn,
    /// Its number in the order of the search, from 1.
    pub number: usize,
    /// The number of turns to search.
    pub turns: usize,
    /// Of all threads.
    pub nodes: u64,
    /// Since the search began.
    pub elapsed: Duration,
}

/// Nodes per second.
pub fn nps(nodes: u64, elapsed: Duration) -> u64 {
    (nodes as f64 / elapsed.as_secs_f64().max(1e-6)) as u64
}

/// What a search ends with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Best {
    /// `None` only if there is no legal turn.
    pub turn: Option<Turn>,
    /// Expected answer.
    pub ponder: Option<Turn>,
    /// From the side to move.
    pub score: Score,
    /// Of all threads.
    pub nodes: u64,
    /// Since the search began; zero if there is no legal turn.
    pub elapsed: Duration,
    /// The deepest completed iteration.
    pub depth: u32,
}

//! A turn at the root and what the search found out about it.

use super::score::{INFINITE, NO_SCORE};
use super::{Score, Turn};
use kurier_rules::position::Move;

/// A turn at the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    /// One move, or the steps of a chain.
    pub turn: Turn,
    /// Of this iteration; `-INFINITE` if the turn is not better than the best.
    pub score: Score,
    /// Of the iteration before.
    pub previous_score: Score,
    /// Mean of the latest iterations, the centre of the aspiration window.
    pub average_score: Score,
    /// The best line, this turn first.
    pub pv: Vec<Move>,
    /// The deepest ply of its search.
    pub sel_depth: usize,
    /// Nodes spent on it; earlier iterations count less.
    pub nodes: u64,
}

impl RootMove {
    /// Creates a turn not yet searched.
    pub fn new(turn: Turn) -> Self {
        Self {
            pv: turn.steps().to_vec(),
            turn,
            score: -INFINITE,
            previous_score: -INFINITE,
            average_score: NO_SCORE,
            sel_depth: 0,
            nodes: 0,
        }
    }

    /// Returns the last score known.
    pub fn last_score(&self) -> Score {
        if self.score == -INFINITE {
            self.previous_score
        } else {
            self.score
        }
    }
}

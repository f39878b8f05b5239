//! A turn at the root and the search's results for it.

use std::cmp::Reverse;

use super::score::{INFINITE, NO_SCORE};
use super::{Score, Turn};
use kurier_rules::position::Move;

/// A turn at the root and the search's results for it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    /// The turn: one move, or the steps of a chain.
    pub turn: Turn,
    /// The score of the current iteration; `-INFINITE` if the turn did not beat the best turn or has not been searched
    /// in this iteration.
    pub score: Score,
    /// The score of the previous iteration; `-INFINITE` if there was none.
    pub previous_score: Score,
    /// The weighted mean of the latest iterations' scores, which is the centre of the aspiration window; `NO_SCORE`
    /// before the first score.
    pub average_score: Score,
    /// The best line, which begins with this turn.
    pub pv: Vec<Move>,
    /// The maximum ply, counted from the root, reached below this turn.
    pub sel_depth: usize,
    /// The number of nodes spent on this turn. Nodes of earlier iterations count less.
    pub nodes: u64,
}

impl RootMove {
    /// Creates a root move that has not been searched.
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

    /// Sorts root moves by a score, the highest first. Moves with equal scores keep their order. `score` is a function
    /// pointer, because with closures the sort would be compiled for each closure and each board width.
    pub fn sort(root_moves: &mut [Self], score: fn(&Self) -> Score) {
        root_moves.sort_by_key(|root_move| Reverse(score(root_move)));
    }

    /// Returns the score of the current iteration or, if there is none, of the previous one.
    pub fn last_score(&self) -> Score {
        if self.score == -INFINITE {
            self.previous_score
        } else {
            self.score
        }
    }
}

//! The data that the main search has about a node before its moves are searched, and about a move before it is
//! searched.

use super::Score;
use super::transposition_table::Entry;
use kurier_rules::position::Move;

/// The data about a node before its moves are searched.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub ply: usize,
    pub depth: i32,
    pub alpha: Score,
    pub beta: Score,
    /// Whether the node is expected to fail high.
    pub cut_node: bool,
    pub in_check: bool,
    /// Whether the side to move must capture, or continue a chain.
    pub forced: bool,
    /// Whether a forced win in a few moves is known, so that a quicker win is searched for without pruning or
    /// reductions.
    pub mate_search: bool,
    /// Whether the side to move is not in check, and two plies earlier was in check or had a lower static evaluation.
    pub improving: bool,
    /// Whether the opponent's last move lowered the opponent's own evaluation (Stockfish: `opponentWorsening`).
    pub opponent_worsening: bool,
    /// The corrected static evaluation, or the table's score if this score is exact or is a bound that excludes the
    /// static evaluation; [`NO_SCORE`](super::score::NO_SCORE) in check.
    pub eval: Score,
    pub tt_entry: Option<Entry>,
    /// The move stored in the transposition table, if it is legal, otherwise [`Move::NONE`].
    pub tt_move: Move,
}

impl Node {
    /// Returns whether the position is or was on a principal variation (Stockfish: `ttPv`).
    #[inline(always)]
    pub fn tt_pv(&self) -> bool {
        self.tt_entry.is_some_and(|entry| entry.pv)
    }
}

/// A move about to be searched, unless it is pruned.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub m: Move,
    /// The move's number in the order of search, 1 for the first move.
    pub move_count: usize,
    /// The move's history score, from about -2 to 2 times the limit of a single history.
    pub history: i32,
    /// The depth at which the move would be searched after the base reduction of late moves, in plies; at least 0.
    pub lmr_depth: i32,
    /// The lower bound of the search window: the best score so far, or the node's alpha.
    pub alpha: Score,
}

//! What the main search knows of a node and of a move before it searches them.

use super::Score;
use super::transposition_table::Entry;
use kurier_rules::position::Move;

/// What is known of a node before its moves are searched.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub ply: usize,
    pub depth: i32,
    pub alpha: Score,
    pub beta: Score,
    /// Expected to fail high.
    pub cut_node: bool,
    pub in_check: bool,
    /// A capture must be made, or a chain continued.
    pub forced: bool,
    /// A forced win in a few moves is known and a quicker one wanted: no pruning, no reductions.
    pub mate_search: bool,
    /// The static evaluation is better than two plies ago.
    pub improving: bool,
    /// The opponent's last move made things worse for it (Stockfish: `opponentWorsening`).
    pub opponent_worsening: bool,
    /// The corrected static evaluation, or the table's score where that says more;
    /// [`NO_SCORE`](super::score::NO_SCORE) in check.
    pub eval: Score,
    pub tt_entry: Option<Entry>,
    /// The table's move, legal, or none.
    pub tt_move: Move,
}

impl Node {
    /// Returns whether the position is or was on a principal variation (Stockfish: `ttPv`).
    #[inline(always)]
    pub fn tt_pv(&self) -> bool {
        self.tt_entry.is_some_and(|entry| entry.pv)
    }
}

/// A move that may be pruned.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub m: Move,
    /// 1 for the node's first move.
    pub move_count: usize,
    /// What the histories say of it.
    pub history: i32,
    /// The depth at which it would be searched after late move reductions.
    pub lmr_depth: i32,
    /// The best score so far, or the node's alpha.
    pub alpha: Score,
}

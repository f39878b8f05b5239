//! The start of a node, common to the main search and the quiescence search: limits, the end of the game, draws, and
//! the transposition table.

use std::ops::ControlFlow;

use super::Score;
use super::score::MATE;
use super::stack::MAX_PLY;
use super::transposition_table::Entry;
use super::worker::Worker;
use kurier_rules::position::{Move, Outcome};

/// The data that [`Worker::begin_node`] collects about a node that must be searched.
pub(super) struct NodeStart {
    /// The node's alpha, raised to the score of a draw if the side to move can repeat a position.
    pub alpha: Score,
    pub in_check: bool,
    /// The number of completed turns since the root.
    pub turns: i32,
    /// The position's key in the transposition table.
    pub key: u64,
    pub tt_entry: Option<Entry>,
}

impl<const W: usize> Worker<'_, W> {
    /// Begins a node of the main search or the quiescence search: counts it and looks its position up in the
    /// transposition table. Breaks with the score if the search is stopped, the game has ended, a repetition is good
    /// enough for a cutoff, or [`MAX_PLY`] is reached.
    ///
    /// If a move is `excluded` (for a singular extension), the tests for the end of the game and for repetitions are
    /// skipped, because the search of the node with all moves has already performed them.
    #[inline(always)]
    pub fn begin_node<const PV: bool>(
        &mut self,
        ply: usize,
        mut alpha: Score,
        beta: Score,
        excluded: Move,
    ) -> ControlFlow<Score, NodeStart> {
        if self.tick() {
            return ControlFlow::Break(0);
        }
        if PV {
            self.data.pv_table.clear(ply);
            self.sel_depth = self.sel_depth.max(ply);
        }
        if excluded.is_none() {
            if let Some(score) = self.game_end(ply) {
                return ControlFlow::Break(score);
            }
            if self.endgame_pieces > 0
                && self.position.occupied().count() <= self.endgame_pieces
                && let Some(score) = self.table_score(ply)
            {
                return ControlFlow::Break(score);
            }
            // Upcoming repetition (Stockfish): the side to move can get at least a draw.
            if alpha < self.draw_score() && self.position.can_repeat(ply) {
                alpha = self.draw_score();
                if alpha >= beta {
                    return ControlFlow::Break(alpha);
                }
            }
        }
        let in_check = self.position.in_check();
        if ply >= MAX_PLY {
            return ControlFlow::Break(self.max_ply_score(ply, in_check));
        }
        let turns = self.data.stack[ply].turns;
        let key = self.profile.table_key(&self.position);
        ControlFlow::Continue(NodeStart {
            alpha,
            in_check,
            turns,
            key,
            tt_entry: self.table.probe(key, turns),
        })
    }

    /// Returns `tt_entry` if its score makes a search to a depth of `depth` plies unnecessary. Returns `None` on the
    /// principal variation and close to the draw by the move limit.
    #[inline(always)]
    pub fn table_cutoff<const PV: bool>(&self, tt_entry: Option<Entry>, depth: i32, beta: Score) -> Option<Entry> {
        tt_entry.filter(|entry| !PV && entry.depth >= depth && entry.allows_cutoff(beta) && self.far_from_move_limit())
    }

    /// Returns the score of a draw for the side to move.
    #[inline(always)]
    pub fn draw_score(&self) -> Score {
        self.draw[self.position.side().index()]
    }

    /// Returns the score of a node at [`MAX_PLY`], which is not searched any further: a draw in check, otherwise the
    /// static evaluation.
    #[cold]
    pub fn max_ply_score(&mut self, ply: usize, in_check: bool) -> Score {
        if in_check {
            self.draw_score()
        } else {
            self.evaluate(ply, None).1
        }
    }

    /// Returns the score of a finished game from the point of view of the side to move.
    #[inline]
    pub fn outcome_score(&self, outcome: Outcome, ply: usize) -> Score {
        let end = MATE - self.data.stack[ply].turns;
        match outcome.winner {
            None => self.draw_score(),
            Some(winner) if winner == self.position.side() => end,
            Some(_) => -end,
        }
    }

    /// Returns the score of this node if the game has ended, or `None` if the search must continue. Most mates and
    /// stalemates are left to the search, which detects them when it finds no legal move.
    #[inline]
    pub fn game_end(&self, ply: usize) -> Option<Score> {
        if let Some(outcome) = self.position.variant_end() {
            return Some(self.outcome_score(outcome, ply));
        }
        let outcome = self.position.drawn(ply)?;
        // Mate and stalemate take precedence over draws. A repeated position is known to have a legal move: one was
        // played there before.
        if !outcome.reason.is_repetition() && !self.position.can_move() {
            return Some(self.no_legal_moves(ply));
        }
        Some(self.outcome_score(outcome, ply))
    }

    /// Returns the score of a node in which the side to move has no legal move.
    #[cold]
    pub fn no_legal_moves(&self, ply: usize) -> Score {
        self.outcome_score(self.position.no_legal_moves(), ply)
    }

    /// Returns whether scores from the table may cause cutoffs. Close to the draw by the move limit, or to the end of a
    /// count that draws the endgame, the scores cannot be trusted, because they depend on the half-move clock, which
    /// the table's key includes only in coarse steps.
    #[inline]
    pub fn far_from_move_limit(&self) -> bool {
        let margin = self.profile.parameters.tt_move_limit() as u32;
        self.position.halfmoves() + margin < self.profile.half_moves
            && self
                .position
                .count()
                .is_none_or(|(count, limit)| u32::from(count) + margin < u32::from(limit))
    }
}

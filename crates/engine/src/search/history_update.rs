//! Updates of the histories after a node has been searched.

use arrayvec::ArrayVec;

use super::move_picker::captured;
use super::worker::Worker;
use super::{Parameters, Score};
use kurier_rules::position::{Move, Piece};

/// The quiet moves, or the noisy moves, that were searched before the best move and receive a malus.
pub(super) type SearchedMoves = ArrayVec<Move, 48>;

/// Returns the history bonus for the best move of a node that was searched to `depth` plies.
pub(super) fn history_bonus(depth: i32, parameters: &Parameters) -> i32 {
    let bonus = parameters.history_bonus_slope() * depth - parameters.history_bonus_base();
    bonus.clamp(0, parameters.history_bonus_max())
}

impl<const W: usize> Worker<'_, W> {
    /// Returns a move's history score, from about -2 to 2 times the limit of a single history.
    #[inline]
    pub fn history(&self, ply: usize, m: Move) -> i32 {
        let histories = &self.data.histories;
        let Some(piece) = self.position.moved_piece(m) else {
            return 0;
        };
        if m.is_noisy() {
            return captured(&self.position, m, piece)
                .map_or(0, |piece_type| histories.capture(piece, m.to(), piece_type));
        }
        let last = self.data.stack.continuations(ply);
        let continuations =
            histories.continuation(last[0], piece, m.to()) + histories.continuation(last[1], piece, m.to());
        histories.quiet(self.position.side(), m) + continuations / 2
    }

    /// Adds a bonus for the best move of a node, and a malus for the moves searched before it. A quiet best move also
    /// becomes a killer and a countermove. Quiet moves receive no malus if the best move is noisy.
    pub fn update_histories(
        &mut self,
        ply: usize,
        best_move: Move,
        quiets: &SearchedMoves,
        noisies: &SearchedMoves,
        depth: i32,
    ) {
        let bonus = history_bonus(depth, &self.profile.parameters);
        if best_move.is_noisy() {
            self.update_capture_history(best_move, bonus);
        } else {
            self.update_quiet_histories(ply, best_move, bonus);
            let killers = &mut self.data.stack[ply].killers;
            if killers[0] != best_move {
                *killers = [best_move, killers[0]];
            }
            let last = self.data.stack.back(ply, 1).continuation;
            self.data.histories.set_countermove(last, best_move);
            for m in quiets {
                self.update_quiet_histories(ply, *m, -bonus);
            }
        }
        for m in noisies {
            self.update_capture_history(*m, -bonus);
        }
    }

    /// Adds a bonus (or malus) for a quiet move to the quiet history and the continuation histories.
    pub fn update_quiet_histories(&mut self, ply: usize, m: Move, bonus: i32) {
        if let Some(piece) = self.position.moved_piece(m) {
            self.data.histories.update_quiet(piece.color, m, bonus);
            self.update_continuation_histories(ply, piece, m, bonus);
        }
    }

    /// Adds a bonus (or malus) for a quiet move to the continuation histories, but not to the quiet history.
    pub fn update_continuation_histories(&mut self, ply: usize, piece: Piece, m: Move, bonus: i32) {
        let bonus = bonus * self.profile.parameters.continuation_weight() / 100;
        for last in self.data.stack.continuations(ply) {
            self.data.histories.update_continuation(last, piece, m.to(), bonus);
        }
    }

    /// Adds a bonus for a quiet move whose reduced search and full-depth search both failed high, or a malus if the
    /// full-depth search failed low (Stockfish: post LMR continuation history updates).
    pub fn lmr_research_bonus(&mut self, ply: usize, m: Move, depth: i32, failed_high: bool) {
        let parameters = &self.profile.parameters;
        let bonus = history_bonus(depth, parameters) * parameters.lmr_research_bonus() / 100;
        if let Some(piece) = self.position.moved_piece(m) {
            self.update_continuation_histories(ply, piece, m, if failed_high { bonus } else { -bonus });
        }
    }

    /// Adds a bonus for the move that led to a node, because every move of the node failed low (Stockfish: prior
    /// countermove bonus). Does nothing if the move that led to the node was noisy or a null move.
    pub fn prior_countermove_bonus(&mut self, ply: usize, depth: i32) {
        let last = self.data.stack.back(ply, 1).current_move;
        if ply == 0 || last.is_none() || last.is_noisy() {
            return;
        }
        let Some(piece) = self.position.piece_at(last.to()) else {
            return;
        };
        let parameters = &self.profile.parameters;
        let bonus = history_bonus(depth, parameters) * parameters.prior_countermove_bonus() / 100;
        self.data.histories.update_quiet(piece.color, last, bonus);
        self.update_continuation_histories(ply - 1, piece, last, bonus);
    }

    /// Adds a bonus (or malus) for the opponent's last move, if it was quiet. The bonus is proportional to
    /// `eval_delta`, the amount by which the move improved the opponent's evaluation (Stockfish: static evaluation
    /// difference).
    pub fn eval_delta_bonus(&mut self, last: Move, eval_delta: Score) {
        if last.is_noisy() {
            return;
        }
        let parameters = &self.profile.parameters;
        let limit = parameters.eval_delta_bonus_max();
        let bonus = (eval_delta * parameters.eval_delta_bonus() / self.profile.margin_scale).clamp(-limit, limit);
        let side = !self.position.side();
        self.data.histories.update_quiet(side, last, bonus);
    }

    fn update_capture_history(&mut self, m: Move, bonus: i32) {
        let Some(piece) = self.position.piece_at(m.from()) else {
            return;
        };
        if let Some(piece_type) = captured(&self.position, m, piece) {
            self.data.histories.update_capture(piece, m.to(), piece_type, bonus);
        }
    }
}

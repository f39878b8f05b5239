//! What a node teaches the histories.

use arrayvec::ArrayVec;

use super::history::LIMIT;
use super::picker::captured;
use super::worker::Worker;
use super::{Parameters, Score};
use crate::position::{Move, Piece};

/// Moves of one piece type that are remembered for being punished when another one refutes the node.
pub(super) type Tried = ArrayVec<Move, 48>;

/// What a success at a depth is worth in the histories.
pub(super) fn bonus(depth: i32, parameters: &Parameters) -> i32 {
    (parameters.bonus_slope() * depth - 60).clamp(0, LIMIT / 9)
}

impl<const W: usize> Worker<'_, W> {
    /// What the histories say of a move, about -2 to 2 times their limit.
    #[inline]
    pub fn history(&self, ply: usize, m: Move) -> i32 {
        let histories = &self.memory.histories;
        let Some(piece) = self.position.piece_at(m.from()) else {
            return 0;
        };
        if m.is_noisy() {
            return captured(&self.position, m, piece)
                .map_or(0, |piece_type| histories.capture(piece, m.to(), piece_type));
        }
        let rows = self.memory.frames.rows(ply);
        let continuations =
            histories.continuation(rows[0], piece, m.to()) + histories.continuation(rows[1], piece, m.to());
        histories.quiet(self.position.side(), m) + continuations / 2
    }

    /// Rewards the move that refuted a node (or was best) and punishes those tried before it.
    pub fn learn(&mut self, ply: usize, best: Move, quiets: &Tried, noisies: &Tried, depth: i32) {
        let bonus = bonus(depth, &self.profile.parameters);
        if best.is_noisy() {
            self.reward_noisy(best, bonus);
        } else {
            self.reward_quiet(ply, best, bonus);
            let killers = &mut self.memory.frames[ply].killers;
            if killers[0] != best {
                *killers = [best, killers[0]];
            }
            let row = self.memory.frames.back(ply, 1).row;
            self.memory.histories.set_counter(row, best);
            for m in quiets {
                self.reward_quiet(ply, *m, -bonus);
            }
        }
        for m in noisies {
            self.reward_noisy(*m, -bonus);
        }
    }

    /// Rewards (or punishes) a quiet move in all histories.
    pub fn reward_quiet(&mut self, ply: usize, m: Move, bonus: i32) {
        if let Some(piece) = self.position.piece_at(m.from()) {
            self.memory.histories.update_quiet(piece.color, m, bonus);
            self.reward_continuation(ply, piece, m, bonus);
        }
    }

    /// Rewards (or punishes) a quiet move of a piece in the histories of continuations alone.
    pub fn reward_continuation(&mut self, ply: usize, piece: Piece, m: Move, bonus: i32) {
        let bonus = bonus * self.profile.parameters.continuation_weight() / 100;
        for row in self.memory.frames.rows(ply) {
            self.memory.histories.update_continuation(row, piece, m.to(), bonus);
        }
    }

    /// Teaches by the full search of a quiet move whose reduced one failed high: whether it failed high again, or low.
    pub fn learn_reduced(&mut self, ply: usize, m: Move, depth: i32, again: bool) {
        let parameters = &self.profile.parameters;
        let bonus = bonus(depth, parameters) * parameters.bonus_reduced() / 100;
        if let Some(piece) = self.position.piece_at(m.from()) {
            self.reward_continuation(ply, piece, m, if again { bonus } else { -bonus });
        }
    }

    /// Rewards the quiet move that led to a node where nothing helped.
    pub fn learn_unanswered(&mut self, ply: usize, depth: i32) {
        let last = self.memory.frames.back(ply, 1).current;
        if ply == 0 || last.is_none() || last.is_noisy() {
            return;
        }
        let Some(piece) = self.position.piece_at(last.to()) else {
            return;
        };
        let parameters = &self.profile.parameters;
        let bonus = bonus(depth, parameters) * parameters.bonus_unanswered() / 100;
        self.memory.histories.update_quiet(piece.color, last, bonus);
        self.reward_continuation(ply - 1, piece, last, bonus);
    }

    /// Rewards the opponent's last move, if it was quiet, by how much better it made its evaluation.
    pub fn learn_drift(&mut self, last: Move, drift: Score) {
        if last.is_noisy() {
            return;
        }
        let weight = self.profile.parameters.bonus_drift();
        let bonus = (drift * weight / self.profile.scale).clamp(-1500, 1500);
        let side = !self.position.side();
        self.memory.histories.update_quiet(side, last, bonus);
    }

    fn reward_noisy(&mut self, m: Move, bonus: i32) {
        let Some(piece) = self.position.piece_at(m.from()) else {
            return;
        };
        if let Some(piece_type) = captured(&self.position, m, piece) {
            self.memory.histories.update_capture(piece, m.to(), piece_type, bonus);
        }
    }
}

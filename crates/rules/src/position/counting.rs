//! The count that draws an endgame, as in Makruk. Like the half-move clock, it is not part of the position's key.

use super::Position;
use crate::rules::{Color, CountLimit, PieceType};

impl<const W: usize> Position<W> {
    /// Returns the count and its limit, both in plies; `None` if no count is running.
    #[inline]
    pub fn count(&self) -> Option<(u16, u16)> {
        (self.state.count_limit > 0).then_some((self.state.count, self.state.count_limit))
    }

    /// Sets the count and its limit, both in plies.
    pub(super) fn set_count(&mut self, count: u32, limit: u32) {
        // The cap is far above what a game can reach, and keeps later increments from overflowing.
        let [count, limit] = [count, limit].map(|plies| plies.min(u16::MAX.into()) as u16);
        (self.state.count, self.state.count_limit) = (count, limit);
    }

    /// Counts the move that has just been made, if a count is running, and starts or restarts the count if the
    /// remaining material requires it.
    #[cold]
    #[inline(never)]
    pub(super) fn advance_count(&mut self) {
        let (us, them) = (!self.side, self.side);
        if self.state.count_limit > 0 {
            self.state.count = self.state.count.saturating_add(1);
        }
        let Some(counting) = &self.variant.definition.ends.counting else {
            return;
        };
        let counts_men = counting.counts_men;
        let removed = self
            .changes()
            .iter()
            .find(|change| !change.added && change.piece.color == them);
        let captured = removed.map(|change| change.piece.piece_type);
        let men = |color: Color| self.of_color(color).count();
        let all = men(us) + men(them);
        let is_pawn = |piece_type: PieceType| self.variant.pawns >> piece_type.0 & 1 != 0;
        // A lone king that captures the last pawn starts a count, which is one ply lower because the opponent moves
        // next.
        let of_us = self.plies_to_count(us);
        if counts_men && captured.is_some_and(is_pawn) && men(us) == 1 && !self.any_pawns() && of_us > 0 {
            return self.set_count(2 * all - 1, of_us);
        }
        let of_them = self.plies_to_count(them);
        let is_bared = (captured.is_some() || self.has_promoted()) && men(them) == 1;
        if of_them > 0 && (self.state.count_limit == 0 || is_bared) {
            let first = if counts_men && men(them) == 1 { 2 * all } else { 0 };
            self.set_count(first, of_them);
        }
    }

    /// Returns the limit, in plies, of the count that a player starts with the current material; 0 if the player starts
    /// none.
    fn plies_to_count(&self, player: Color) -> u32 {
        let Some(counting) = &self.variant.definition.ends.counting else {
            return 0;
        };
        let [own, others] = [player, !player].map(|color| self.of_color(color).count());
        let moves = if own > 1 {
            let starts = match counting.board_men {
                Some(most) => own <= u32::from(most),
                None => !self.any_pawns(),
            };
            if starts && others > 1 { counting.board } else { 0 }
        } else if self.any_pawns() {
            0
        } else {
            let applies = |limit: &&CountLimit| {
                let pieces = match limit.pieces.is_empty() {
                    true => others,
                    false => (self.of_types(&limit.pieces) & self.of_color(!player)).count(),
                };
                pieces >= u32::from(limit.at_least)
            };
            counting.alone.iter().find(applies).map_or(0, |limit| limit.moves)
        };
        2 * u32::from(moves)
    }

    /// Returns whether either side has pawns.
    fn any_pawns(&self) -> bool {
        Color::BOTH.into_iter().any(|color| self.has_pawns(color))
    }
}

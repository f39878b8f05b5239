//! Chains of captures: a piece that has captured and can capture again must do so in the same turn.

use super::sink::Sink;
use super::{MoveKind, Piece, Position};
use crate::board::{Bitboard, Square};

impl<const W: usize> Position<W> {
    /// Returns whether a capture on a square captures the enemy king, regardless of what happens to the capturing
    /// side's king. Such a capture is legal only within a chain.
    #[inline]
    pub(super) fn captures_king(&self, to: Square) -> bool {
        let king = self.of(!self.side, self.variant.kings[(!self.side).index()]);
        king.contains(to) && self.variant.blast.is_none()
    }

    /// Returns whether the piece on `at`, which has just captured, can capture again, so that its turn continues.
    /// Returns `false` if the capture has taken or bared the enemy king and so decided the game.
    pub(super) fn can_continue_chain(&self, at: Square) -> bool {
        let Some(Piece { piece_type, color }) = self.piece_at(at) else {
            return false;
        };
        if self.is_bared(!color) || self.is_king_taken(!color) {
            return false;
        }
        let table = &self.variant.piece_tables[color.index()][piece_type.index()];
        let targets = self.attacks(&table.capture, at, self.occupied()) & self.of_color(!color);
        targets
            .into_iter()
            .any(|to| self.captures_king(to) || self.is_safe(at, to, Some(to)))
    }

    /// Emits the captures that continue a chain. Capturing the enemy king is legal even if it leaves the king of the
    /// moving side in check.
    pub(super) fn visit_chain<S: Sink<W> + ?Sized>(&self, at: Square, sink: &mut S) {
        let Some(piece) = self.piece_at(at) else { return };
        let us = self.side.index();
        let table = &self.variant.piece_tables[us][piece.piece_type.index()];
        let targets: Bitboard<W> = (self.attacks(&table.capture, at, self.occupied()) & self.of_color(!self.side))
            .into_iter()
            .filter(|to| self.captures_king(*to) || self.is_safe(at, *to, Some(*to)))
            .collect();
        let zone = self.variant.promotion_zone(self.side, piece.piece_type, at, true);
        let forced = self.variant.compulsory_promotion(self.side, piece.piece_type, at);
        sink.set(at, targets.without(forced), MoveKind::Capture);
        self.promote(piece.piece_type, at, targets & zone, MoveKind::Capture, sink);
    }
}

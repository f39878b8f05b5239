//! Captures that blast: what they remove, and which of them a king must fear.

use kurier_rules::board::Square;
use kurier_rules::rules::{BlastProof, Color};

use super::Reference;
use super::step::capture_of;

impl Reference {
    /// Removes the pieces that the blast of a capture on `at` removes. The captured piece must already have been
    /// replaced by the capturing piece.
    pub(super) fn explode(&mut self, at: Square) {
        let Some(blast) = self.definition.blast.clone() else {
            return;
        };
        for vector in blast.vectors {
            if let Some(square) = self.definition.shape.step(at, vector) {
                self.blow_up(square, BlastProof::Others);
            }
        }
        self.blow_up(at, BlastProof::All);
    }

    /// Removes the piece on a square unless its protection against blasts is `least` or stronger.
    fn blow_up(&mut self, square: Square, least: BlastProof) {
        let Some((_, piece)) = self.at(square) else { return };
        if self.piece_type(piece).blast_proof.is_none_or(|proof| proof < least) {
            self.placement[square.index()] = None;
            self.lose_rights(square);
        }
    }

    /// Returns whether a player could capture an enemy king on `target` if there were one, without losing its own king
    /// to the blast.
    pub(super) fn threatens(&self, by: Color, target: Square) -> bool {
        let harmless = |from| self.definition.blast.is_some() && self.play(&capture_of(from, target)).has_lost_king(by);
        self.attackers(by, target).into_iter().any(|from| !harmless(from))
    }

    /// Returns whether the move of `color` that has led to this position was illegal: its own king is gone, or is
    /// attacked while the enemy king remains.
    pub(super) fn is_illegal_for(&self, color: Color) -> bool {
        match self.definition.blast {
            None => self.attacked_king(color),
            Some(_) => self.has_lost_king(color) || !self.has_lost_king(!color) && self.attacked_king(color),
        }
    }
}

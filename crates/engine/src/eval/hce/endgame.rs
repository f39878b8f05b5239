//! Finishing what is won, and knowing what cannot be won: the mop-up against a lone king or the last pieces, the winning
//! set of promoted pieces, and the scale towards a draw.

use super::attack_info::AttackInfo;
use super::psqt_state::PsqtState;
use super::tables::HandCrafted;
use crate::eval::geometry::{distance, off_centre};
use kurier_rules::board::{Bitboard, Square, reachable};
use kurier_rules::position::Position;
use kurier_rules::rules::{BareKing, Color, Stalemate};

/// The full scale: nothing points to a draw.
pub(in crate::eval) const FULL_SCALE: i32 = 256;

impl<const W: usize> HandCrafted<W> {
    /// Mop-up evaluation: what a side that is far ahead gains by cornering the enemy king and hunting down the last pieces,
    /// in centipawns.
    pub(super) fn mop_up(&self, position: &Position<W>, psqt: &PsqtState, info: &AttackInfo<W>, color: Color) -> i32 {
        let (own, other) = (psqt.material[color.index()], psqt.material[(!color).index()]);
        let (lead, mating) = (own - other, self.fixed.mating_material);
        if other > 3 * mating || lead < mating || !position.may_mate_lone_king(color) {
            return 0;
        }
        let (Some(strong_king), Some(weak_king)) = (position.king(color), position.king(!color)) else {
            return 0;
        };
        let weights = &self.fixed;
        let definition = &self.variant.definition;
        let shape = &definition.shape;
        let pieces = position.of_color(!color);
        let count = pieces.count() as usize - 1;
        let (mut score, mut confidence) = (0, mating);
        let mut targets = Bitboard::from_square(weak_king);
        if definition.ends.bare_king != BareKing::PlaysOn && count > 0 {
            score += weights.last_pieces.get(count - 1).copied().unwrap_or(0);
            targets = pieces;
            targets.remove(weak_king);
            // A lead that would mate a lone king may not catch pieces that can run: a rook and a ferz seldom catch a
            // bishop. Twice as much is sure.
            confidence = confidence.min(lead - mating);
        }
        // No part is negative, so that coming within reach of the mop-up never costs anything.
        let longest = shape.files().max(shape.ranks()).max(shape.levels()) - 1;
        let closeness = |distance: u8| longest.saturating_sub(distance) as i32;
        score += off_centre(shape, weak_king) as i32 * weights.push_to_edge / 2;
        score += closeness(distance(shape, strong_king, weak_king)) * weights.kings_close;
        for square in position.of_color(color).without(self.pawns.all(position)) {
            let nearest = targets
                .into_iter()
                .map(|at| distance(shape, square, at))
                .min()
                .unwrap_or(longest);
            score += closeness(nearest) * weights.pieces_close;
        }
        let squares = self.variant.squares.count() as i32;
        let room = self.room(position, info, weak_king, color).count() as i32;
        score += weights.confine * (squares - room) / squares;
        score * confidence / mating.max(1)
    }

    /// Returns the squares that the weak king could walk to if the other side stood still.
    fn room(&self, position: &Position<W>, info: &AttackInfo<W>, weak_king: Square, strong: Color) -> Bitboard<W> {
        let barred = info.attacked[strong.index()] | position.of_color(!strong);
        reachable(weak_king, |at| self.king_zones.ring[at.index()].without(barred))
    }

    /// Progress towards the winning set of promoted pieces, in centipawns.
    pub(super) fn set_progress(&self, position: &Position<W>, color: Color) -> i32 {
        let set = &self.variant.definition.ends.promotion_set;
        if set.is_empty() {
            return 0;
        }
        let needed: u32 = set.iter().map(|(_, needed)| *needed as u32).sum();
        let there: u32 = set
            .iter()
            .map(|(piece_type, needed)| position.of(color, *piece_type).count().min(*needed as u32))
            .sum();
        if self.pawns.of(position, color).count() < needed - there {
            return 0;
        }
        self.fixed.promotion_set * there.pow(3) as i32 / 2
    }

    /// Returns the part of the score that remains, in 1/[`FULL_SCALE`], when `winner` is the side ahead.
    pub(super) fn scale(&self, position: &Position<W>, psqt: &PsqtState, winner: Color) -> i32 {
        let ends = &self.variant.definition.ends;
        let mut scale = FULL_SCALE;
        let (own, other) = (psqt.material[winner.index()], psqt.material[(!winner).index()]);
        // Without anything to promote, a side must mate with what it has.
        if ends.bare_king == BareKing::PlaysOn && self.pawns.of(position, winner).is_empty() {
            if own <= self.fixed.mating_material || !position.may_mate_lone_king(winner) {
                scale = if ends.stalemate == Stalemate::Loss {
                    FULL_SCALE / 3
                } else {
                    FULL_SCALE / 16
                };
            } else if own - other <= self.fixed.mating_material {
                scale = FULL_SCALE / 3;
            }
        }
        scale
    }
}

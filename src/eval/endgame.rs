//! Finishing what is won, and knowing what cannot be won: hunting a lone king or the last pieces, the winning set of
//! promoted pieces, and the scale towards a draw.

use super::attack_info::AttackInfo;
use super::board_density::{distance, off_centre};
use super::{Evaluation, PsqtState};
use crate::board::{Bitboard, Square};
use crate::position::Position;
use crate::rules::{BareKing, Color, Stalemate};

/// The full scale: nothing points to a draw.
pub(super) const FULL_SCALE: i32 = 256;

impl<const W: usize> Evaluation<W> {
    /// What a side that is far ahead gains by cornering the enemy king and hunting down the last pieces, in centipawns.
    pub(super) fn mop_up(
        &self,
        position: &Position<W>,
        psqt: &PsqtState,
        attack_info: &AttackInfo<W>,
        color: Color,
    ) -> i32 {
        let (own, other) = (psqt.material[color.index()], psqt.material[(!color).index()]);
        let lead = own - other;
        if other > 3 * self.weights.terms.mating || lead < self.weights.terms.mating {
            return 0;
        }
        let (Some(strong_king), Some(weak_king)) = (position.king(color), position.king(!color)) else {
            return 0;
        };
        let terms = &self.weights.terms;
        let definition = &self.variant.definition;
        let shape = &definition.shape;
        let pieces = position.of_color(!color);
        let count = pieces.count() as usize - 1;
        let (mut score, mut promise) = (0, terms.mating);
        let mut targets = Bitboard::from_square(weak_king);
        if definition.ends.bare_king != BareKing::PlaysOn && count > 0 {
            score += terms.last_men.get(count - 1).copied().unwrap_or(0);
            targets = pieces;
            targets.remove(weak_king);
            // Men that can run are not caught by a lead that would mate a lone king: a rook and a ferz seldom catch a
            // bishop. Twice as much is sure.
            promise = promise.min(lead - terms.mating);
        }
        // Everything counts upwards, so that coming into reach of the hunt never costs anything.
        let longest = shape.files().max(shape.ranks()).max(shape.levels()) - 1;
        let closeness = |distance: u8| longest.saturating_sub(distance) as i32;
        score += off_centre(shape, weak_king) as i32 * terms.push_to_edge / 2;
        score += closeness(distance(shape, strong_king, weak_king)) * terms.kings_close;
        for square in position.of_color(color).without(self.pawns.men(position)) {
            let nearest = targets
                .into_iter()
                .map(|at| distance(shape, square, at))
                .min()
                .unwrap_or(longest);
            score += closeness(nearest) * terms.pieces_close;
        }
        let squares = self.variant.squares.count() as i32;
        let room = self.room(position, attack_info, weak_king, color).count() as i32;
        score += terms.confine * (squares - room) / squares;
        score * promise / terms.mating.max(1)
    }

    /// The squares that a hunted king could walk to if the hunters stood still.
    fn room(
        &self,
        position: &Position<W>,
        attack_info: &AttackInfo<W>,
        weak_king: Square,
        hunters: Color,
    ) -> Bitboard<W> {
        let barred = attack_info.attacked[hunters.index()] | position.of_color(!hunters);
        let mut room = Bitboard::from_square(weak_king);
        let mut fresh = room;
        while let Some(at) = fresh.first() {
            fresh.remove(at);
            let next = self.surroundings.ring(at).without(barred | room);
            room |= next;
            fresh |= next;
        }
        room
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
        self.weights.terms.promotion_set * there.pow(3) as i32 / 2
    }

    /// The part of the score that remains, in 1/[`FULL_SCALE`], when `winner` is the side ahead.
    pub(super) fn scale(&self, position: &Position<W>, psqt: &PsqtState, winner: Color) -> i32 {
        let ends = &self.variant.definition.ends;
        let mut scale = FULL_SCALE;
        let (own, other) = (psqt.material[winner.index()], psqt.material[(!winner).index()]);
        // Without anything to promote, a side must mate with what it has.
        if ends.bare_king == BareKing::PlaysOn && self.pawns.of(position, winner).is_empty() {
            if own <= self.weights.terms.mating {
                scale = if ends.stalemate == Stalemate::Loss {
                    FULL_SCALE / 3
                } else {
                    FULL_SCALE / 16
                };
            } else if own - other <= self.weights.terms.mating {
                scale = FULL_SCALE / 3;
            }
        }
        // Half of the score is gone at the limit, so that progress is worth more than waiting; but not so fast that
        // the length of a line tells more than its end.
        let limit = 2 * (ends.move_limit as i32).max(1);
        let waited = (position.halfmoves() as i32).min(limit);
        scale * (2 * limit - waited) / (2 * limit)
    }
}

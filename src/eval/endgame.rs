//! Finishing what is won, and knowing what cannot be won: hunting a lone king or the last men, the winning set of
//! promoted pieces, and the scale towards a draw.

use super::crowd::{distance, off_centre};
use super::{Accumulator, Evaluation};
use crate::board::Bitboard;
use crate::position::Position;
use crate::rules::{BareKing, Color, Stalemate};

/// The full scale: nothing points to a draw.
pub(super) const FULL_SCALE: i32 = 64;

impl<const W: usize> Evaluation<W> {
    /// What a side that is far ahead gains by cornering the enemy king and hunting down the last men, in centipawns.
    pub(super) fn hunt(&self, position: &Position<W>, accumulator: &Accumulator, color: Color) -> i32 {
        let (own, other) = (
            accumulator.material[color.index()],
            accumulator.material[(!color).index()],
        );
        if other > 3 * self.weights.terms.mating || own - other < self.weights.terms.mating {
            return 0;
        }
        let (Some(hunter), Some(prey)) = (position.king(color), position.king(!color)) else {
            return 0;
        };
        let terms = &self.weights.terms;
        let definition = &self.variant.definition;
        let shape = &definition.shape;
        let men = position.of_color(!color);
        let count = men.count() as usize - 1;
        let mut score = 0;
        let mut preys = Bitboard::from_square(prey);
        if definition.ends.bare_king != BareKing::PlaysOn && count > 0 {
            score += terms.last_men.get(count - 1).copied().unwrap_or(0);
            preys = men;
            preys.remove(prey);
        }
        // Everything counts upwards, so that coming into reach of the hunt never costs anything.
        let longest = shape.files().max(shape.ranks()).max(shape.levels()) - 1;
        let closeness = |distance: u8| longest.saturating_sub(distance) as i32;
        score += off_centre(shape, prey) as i32 * terms.drive_out / 2;
        score += closeness(distance(shape, hunter, prey)) * terms.kings_close;
        for square in position.of_color(color).without(self.pawns.men(position)) {
            let nearest = preys
                .into_iter()
                .map(|at| distance(shape, square, at))
                .min()
                .unwrap_or(longest);
            score += closeness(nearest) * terms.hunters_close;
        }
        if definition.ends.stalemate == Stalemate::Loss {
            let steps = position.attacks_from(prey).without(men);
            let room = steps.into_iter().filter(|at| !position.is_attacked(*at, color)).count() as i32;
            score += (8 - room).max(0) * terms.king_room;
        }
        score
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
            .map(|(kind, needed)| position.of(color, *kind).count().min(*needed as u32))
            .sum();
        if self.pawns.of(position, color).count() < needed - there {
            return 0;
        }
        self.weights.terms.promotion_set * there.pow(3) as i32 / 2
    }

    /// The part of the score that remains, in 1/[`FULL_SCALE`], when `winner` is the side ahead.
    pub(super) fn scale(&self, position: &Position<W>, accumulator: &Accumulator, winner: Color) -> i32 {
        let ends = &self.variant.definition.ends;
        let mut scale = FULL_SCALE;
        let (own, other) = (
            accumulator.material[winner.index()],
            accumulator.material[(!winner).index()],
        );
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
        let limit = 2 * ends.move_limit as i32;
        let left = limit - position.halfmoves() as i32;
        // From two fifths of the limit on, the score shrinks, so that progress is worth more than waiting.
        let slack = (limit * 3 / 5).max(1);
        scale * left.clamp(0, slack) / slack
    }
}

//! Endgame terms: the mop-up against a lone king or the last pieces, and the scale of scores in positions that can
//! hardly be won.

use super::attack_info::AttackInfo;
use super::goals::wants_to_lose;
use super::psqt_state::PsqtState;
use super::tables::HandCrafted;
use crate::eval::geometry::{distance, off_centre};
use kurier_rules::board::{Bitboard, Square, reachable};
use kurier_rules::position::Position;
use kurier_rules::rules::{BareKing, Color, Definition, Stalemate};

/// The scale of a score that counts in full, because nothing suggests a draw.
pub(in crate::eval) const FULL_SCALE: i32 = 256;

/// Returns the scale of all scores of a game, or `None` if it depends on the material on the board.
pub(super) fn fixed_scale(definition: &Definition) -> Option<i32> {
    if wants_to_lose(&definition.ends.extinctions) {
        return Some(-FULL_SCALE);
    }
    (definition.hand.is_some() || definition.blast.is_some()).then_some(FULL_SCALE)
}

impl<const W: usize> HandCrafted<W> {
    /// Returns the mop-up score of a side in centipawns: the bonus that a side receives, if it is far ahead, for
    /// driving the enemy king to the edge and chasing the last pieces. Returns 0 if the side is not far ahead or cannot
    /// mate.
    #[inline]
    pub(super) fn mop_up(&self, position: &Position<W>, psqt: &PsqtState, info: &AttackInfo<W>, color: Color) -> i32 {
        let (own, other) = (psqt.material[color.index()], psqt.material[(!color).index()]);
        let (lead, mating) = (own - other, self.fixed.mating_material);
        if other > 3 * mating || lead < mating || position.has_hand() || !position.may_mate_lone_king(color) {
            return 0;
        }
        // In games where captures blast, no piece attacks a king that touches the other king.
        if self.variant.blast.is_some() {
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
            // A lead that is enough to mate a lone king may not be enough to catch pieces that can escape: a rook and a
            // ferz seldom catch a bishop. A lead twice as large is enough.
            confidence = confidence.min(lead - mating);
        }
        // No term is negative, so meeting the conditions of the mop-up never lowers a side's score.
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

    /// Returns the squares that the weak king could reach if the strong side made no moves.
    fn room(&self, position: &Position<W>, info: &AttackInfo<W>, weak_king: Square, strong: Color) -> Bitboard<W> {
        let barred = info.attacked[strong.index()] | position.of_color(!strong);
        reachable(weak_king, |at| self.king_zones.ring[at.index()].without(barred))
    }

    /// Returns the scale of the score in 1/[`FULL_SCALE`]; negative in games where its pieces are a burden to a side.
    /// `winner` is the side that is ahead.
    pub(super) fn scale(&self, position: &Position<W>, psqt: &PsqtState, winner: Color) -> i32 {
        if let Some(scale) = self.fixed_scale {
            return scale;
        }
        let ends = &self.variant.definition.ends;
        let mut scale = FULL_SCALE;
        let (own, other) = (psqt.material[winner.index()], psqt.material[(!winner).index()]);
        // A side without pawns must mate with the pieces that it has.
        if ends.bare_king == BareKing::PlaysOn && self.pawns.of(position, winner).is_empty() {
            if own <= self.fixed.mating_material || !position.may_mate_lone_king(winner) {
                scale = if ends.stalemate != Stalemate::Draw || ends.have_goals() {
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

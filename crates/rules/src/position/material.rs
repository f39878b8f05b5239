//! Insufficient material: whether the pieces on the board can still decide the game; see
//! [`Material`](crate::rules::Material).

use super::{Piece, Position, Reason};
use crate::board::Bitboard;
use crate::rules::{Color, Range};

impl<const W: usize> Position<W> {
    /// Returns why neither side can mate by any play, or `None` if one of them may be able to. Most positions have
    /// pawns, which settle the question at once.
    #[inline]
    pub(super) fn lacks_material(&self) -> Option<Reason> {
        let mut growing = self.variant.material.growing.iter();
        match growing.any(|piece_type| self.of_type(*piece_type).any()) {
            true => None,
            false => self.lacks_material_without_pawns(),
        }
    }

    #[cold]
    fn lacks_material_without_pawns(&self) -> Option<Reason> {
        let variant = &*self.variant;
        let count = self.occupied().count();
        if self.may_drop() {
            return None;
        }
        if count == 2 && self.kings().count() == 2 && !variant.material.bare_kings_play {
            return Some(Reason::BareKings);
        }
        if self.is_prelude_left()
            || variant.material.any_piece_decides
            || self.state.rights & !variant.material.harmless_rights != 0
        {
            return None;
        }
        let may_mate = match count {
            3 => Color::BOTH.into_iter().any(|color| self.may_mate_lone_king(color)),
            _ => {
                let [white, black] = &[self.range(Color::White)?, self.range(Color::Black)?];
                variant.may_mate(Color::White, white, black) || variant.may_mate(Color::Black, black, white)
            }
        };
        (!may_mate).then_some(Reason::InsufficientMaterial)
    }

    /// Returns the squares of the kings of both sides.
    #[inline]
    pub fn kings(&self) -> Bitboard<W> {
        let [white, black] = Color::BOTH.map(|color| self.of(color, self.variant.kings[color.index()]));
        white | black
    }

    /// Tests whether a side might mate a bare king with the pieces that it has.
    pub fn may_mate_lone_king(&self, color: Color) -> bool {
        let variant = &*self.variant;
        let mut men = self.of_color(color).without(self.kings());
        if self.may_drop() {
            return men.any() || self.hand(color).next().is_some();
        }
        if variant.material.any_piece_decides || men.intersects(self.of_types(&variant.material.growing)) {
            return men.any();
        }
        let Some(first) = men.first() else { return false };
        men.remove(first);
        match self.piece_at(first) {
            Some(Piece { piece_type, .. }) if men.is_empty() => variant.mates_alone(color, piece_type, first),
            _ => match self.range(color) {
                Some(range) => variant.may_mate(color, &range, &Range::default()),
                None => true,
            },
        }
    }

    /// Returns the combined range of a side's pieces other than the king: where they can ever stand, and what they can
    /// ever attack. `None` if one of the pieces can reach every square.
    fn range(&self, color: Color) -> Option<Range<W>> {
        let variant = &*self.variant;
        let mut range = Range::default();
        for square in self.of_color(color).without(self.kings()) {
            let piece_type = self.piece_at(square)?.piece_type;
            let own = variant.range(color, piece_type, square);
            if own.stand == variant.squares {
                return None;
            }
            range |= *own;
        }
        Some(range)
    }
}

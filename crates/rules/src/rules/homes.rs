//! The squares from which kings and rooks castle, in games where they castle from wherever they stand at the start.

use super::path::own_square;
use super::{Castling, Color, PieceType, Rules};
use crate::board::{Shape, Square};

impl Castling {
    /// Returns whether the rook stands on White's right of the king at the start.
    pub fn is_to_the_right(&self, shape: &Shape) -> bool {
        shape.file(self.rook.0) > shape.file(self.king.0)
    }
}

impl Rules {
    /// Returns the types of the kings and rooks that castle, each once.
    pub fn castlers(&self) -> Vec<PieceType> {
        let mut castlers = Vec::new();
        for castling in &self.castlings {
            for color in Color::BOTH.into_iter().filter(|color| castling.is_for(*color)) {
                castlers.extend([castling.king_types, castling.rook_types].map(|types| types[color.index()]));
            }
        }
        castlers.sort_unstable();
        castlers.dedup();
        castlers
    }

    /// Returns the castlings, each of one side, that a FEN's field of rights names in a game with
    /// [`Rules::castling_anywhere`]. `piece_on` says what stands on each square.
    ///
    /// The letter of a castling stands for the outermost rook on its side of the king, and the letter of a file for the
    /// rook on this file (X-FEN; Shredder-FEN names the files of all rooks). Rights without a king or a rook are left
    /// out.
    pub fn named_castlings(
        &self,
        field: &str,
        piece_on: impl Fn(Square) -> Option<(PieceType, Color)> + Copy,
    ) -> Vec<Castling> {
        let mut named = Vec::new();
        for color in Color::BOTH {
            for castling in self.castlings.iter().filter(|castling| castling.is_for(color)) {
                let Some(king) = self.castling_king(castling, color, piece_on) else {
                    continue;
                };
                let rooks = self.castling_rooks(castling, color, king, piece_on);
                let rook_of = |letter: char| match letter.to_ascii_uppercase() {
                    _ if color.case(letter.to_ascii_uppercase()) != letter => None,
                    upper if upper == castling.letter => rooks.last().copied(),
                    upper => rooks.iter().copied().find(|rook| self.file_letter(*rook) == upper),
                };
                named.extend(field.chars().find_map(rook_of).map(|rook| Castling {
                    king: (king, castling.king.1),
                    rook: (rook, castling.rook.1),
                    only: Some(color),
                    ..*castling
                }));
            }
        }
        named
    }

    /// Returns the letter of a castling with the rook on a square, in upper case: the letter of the castling, or the
    /// letter of the rook's file if another rook stands farther outside. `king` and `rook` are the squares as White
    /// sees them.
    pub fn castling_letter(
        &self,
        color: Color,
        [king, rook]: [Square; 2],
        piece_on: impl Fn(Square) -> Option<(PieceType, Color)> + Copy,
    ) -> char {
        let to_the_right = self.shape.file(rook) > self.shape.file(king);
        let outermost = self.castlings.iter().find(|castling| {
            castling.is_for(color)
                && castling.is_to_the_right(&self.shape) == to_the_right
                && self.castling_rooks(castling, color, king, piece_on).last() == Some(&rook)
        });
        outermost.map_or_else(|| self.file_letter(rook), |castling| castling.letter)
    }

    /// Returns the square, as White sees it, of the king that may castle: a king on the rank of the castling.
    fn castling_king(
        &self,
        castling: &Castling,
        color: Color,
        piece_on: impl Fn(Square) -> Option<(PieceType, Color)>,
    ) -> Option<Square> {
        let king = castling.king_types[color.index()];
        self.rank_of(castling.king.0)
            .find(|square| piece_on(own_square(&self.shape, *square, color)) == Some((king, color)))
    }

    /// Returns the squares, as White sees them, of the rooks on the castling's side of a king, from the king outwards.
    pub(super) fn castling_rooks(
        &self,
        castling: &Castling,
        color: Color,
        king: Square,
        piece_on: impl Fn(Square) -> Option<(PieceType, Color)>,
    ) -> Vec<Square> {
        let shape = &self.shape;
        let to_the_right = castling.is_to_the_right(shape);
        let rook = castling.rook_types[color.index()];
        let mut rooks: Vec<Square> = self
            .rank_of(king)
            .filter(|square| *square != king && (shape.file(*square) > shape.file(king)) == to_the_right)
            .filter(|square| piece_on(own_square(shape, *square, color)) == Some((rook, color)))
            .collect();
        if !to_the_right {
            rooks.reverse();
        }
        rooks
    }

    /// Returns the squares on the rank of a square, from the first file on.
    pub fn rank_of(&self, square: Square) -> impl Iterator<Item = Square> {
        let (rank, level) = (self.shape.rank(square), self.shape.level(square));
        let on_rank = move |other: &Square| self.shape.rank(*other) == rank && self.shape.level(*other) == level;
        self.shape.squares().filter(on_rank)
    }

    /// Returns the letter of a square's file, in upper case.
    fn file_letter(&self, square: Square) -> char {
        Shape::file_letter(self.shape.file(square)).to_ascii_uppercase()
    }
}

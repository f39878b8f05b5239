//! The inputs of a network: one for each piece of each side on each square, from the perspective of either side.

use crate::board::Square;
use crate::position::Piece;
use crate::rules::{Color, Definition};

/// The indices of the inputs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Features {
    piece_types: usize,
    squares: usize,
    /// By square: the same square from Black's perspective.
    mirror: Box<[Square]>,
}

impl Features {
    /// The inputs for a game.
    pub fn new(definition: &Definition) -> Self {
        let shape = &definition.shape;
        Self {
            piece_types: definition.pieces.len(),
            squares: shape.area(),
            mirror: (0..shape.area())
                .map(|square| shape.mirror(Square::new(square)))
                .collect(),
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        2 * self.piece_types * self.squares
    }

    /// The input for a piece on a square from a perspective: first come its own pieces, then the other side's; by piece
    /// type, then by square.
    #[inline(always)]
    pub fn index(&self, perspective: Color, piece: Piece, square: Square) -> usize {
        let enemy = usize::from(piece.color != perspective);
        let square = match perspective {
            Color::White => square,
            Color::Black => self.mirror[square.index()],
        };
        (enemy * self.piece_types + piece.piece_type.index()) * self.squares + square.index()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Catalogue, PieceType};

    #[test]
    fn every_piece_on_every_square_has_its_own_input() {
        for game in Catalogue::built_in().iter() {
            let features = Features::new(game);
            for perspective in Color::BOTH {
                let mut seen = vec![false; features.count()];
                for color in Color::BOTH {
                    for piece_type in (0..game.pieces.len()).map(|piece_type| PieceType(piece_type as u8)) {
                        for square in 0..game.shape.area() {
                            let index = features.index(perspective, Piece { piece_type, color }, Square::new(square));
                            assert!(!std::mem::replace(&mut seen[index], true), "{}", game.name);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn perspectives_mirror_each_other() {
        let game = Catalogue::built_in()
            .get("courierleapale")
            .expect("a game in three dimensions");
        let features = Features::new(&game);
        for (piece_type, square) in [(0, 0), (1, 77), (3, 215)] {
            let (piece_type, square) = (PieceType(piece_type), Square::new(square));
            let white = Piece {
                piece_type,
                color: Color::White,
            };
            let black = Piece {
                piece_type,
                color: Color::Black,
            };
            assert_eq!(
                features.index(Color::White, white, square),
                features.index(Color::Black, black, game.shape.mirror(square))
            );
        }
    }
}

//! The inputs of a network: one for each piece of each side on each square, as either side sees the board.

use crate::board::Square;
use crate::position::Piece;
use crate::rules::{Color, Definition};

/// The numbers of the inputs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Features {
    piece_types: usize,
    squares: usize,
    /// The same square as Black sees the board.
    mirror: Box<[Square]>,
}

impl Features {
    /// The inputs for a game.
    pub fn new(definition: &Definition) -> Self {
        let shape = &definition.shape;
        Self {
            piece_types: definition.pieces.len(),
            squares: shape.area(),
            mirror: (0..shape.area()).map(|cell| shape.mirror(Square::new(cell))).collect(),
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        2 * self.piece_types * self.squares
    }

    /// The input for a piece on a square, as one side sees it: first come its own pieces, then the other's; among them the
    /// piece types, and among these the squares.
    #[inline(always)]
    pub fn index(&self, perspective: Color, piece: Piece, square: Square) -> usize {
        let foreign = usize::from(piece.color != perspective);
        let square = match perspective {
            Color::White => square,
            Color::Black => self.mirror[square.index()],
        };
        (foreign * self.piece_types + piece.piece_type.index()) * self.squares + square.index()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Catalogue, PieceType};

    #[test]
    fn every_man_on_every_cell_has_an_input_of_its_own() {
        for game in Catalogue::built_in().iter() {
            let features = Features::new(game);
            for perspective in Color::BOTH {
                let mut seen = vec![false; features.count()];
                for color in Color::BOTH {
                    for piece_type in (0..game.pieces.len()).map(|piece_type| PieceType(piece_type as u8)) {
                        for cell in 0..game.shape.area() {
                            let index = features.index(perspective, Piece { piece_type, color }, Square::new(cell));
                            assert!(!std::mem::replace(&mut seen[index], true), "{}", game.name);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn both_sides_see_the_same_in_each_other_s_place() {
        let game = Catalogue::built_in()
            .get("courierleapale")
            .expect("a game in three dimensions");
        let features = Features::new(&game);
        for (piece_type, cell) in [(0, 0), (1, 77), (3, 215)] {
            let (piece_type, square) = (PieceType(piece_type), Square::new(cell));
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

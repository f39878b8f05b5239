//! The inputs of a network: one for each man of each side on each cell, as either side sees the board.

use crate::board::Square;
use crate::position::Piece;
use crate::rules::{Color, Definition};

/// The numbers of the inputs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Features {
    kinds: usize,
    cells: usize,
    /// The same cell as Black sees the board.
    mirror: Box<[Square]>,
}

impl Features {
    /// The inputs for a game.
    pub fn new(definition: &Definition) -> Self {
        let shape = &definition.shape;
        Self {
            kinds: definition.pieces.len(),
            cells: shape.cells(),
            mirror: (0..shape.cells()).map(|cell| shape.mirror(Square::new(cell))).collect(),
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        2 * self.kinds * self.cells
    }

    /// The input for a man on a cell, as one side sees it: first come its own men, then the other's; among them the
    /// kinds, and among these the cells.
    #[inline(always)]
    pub fn index(&self, viewer: Color, piece: Piece, square: Square) -> usize {
        let foreign = usize::from(piece.color != viewer);
        let square = match viewer {
            Color::White => square,
            Color::Black => self.mirror[square.index()],
        };
        (foreign * self.kinds + piece.kind.index()) * self.cells + square.index()
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
            for viewer in Color::BOTH {
                let mut seen = vec![false; features.count()];
                for color in Color::BOTH {
                    for kind in (0..game.pieces.len()).map(|kind| PieceType(kind as u8)) {
                        for cell in 0..game.shape.cells() {
                            let index = features.index(viewer, Piece { kind, color }, Square::new(cell));
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
        for (kind, cell) in [(0, 0), (1, 77), (3, 215)] {
            let (kind, square) = (PieceType(kind), Square::new(cell));
            let white = Piece {
                kind,
                color: Color::White,
            };
            let black = Piece {
                kind,
                color: Color::Black,
            };
            assert_eq!(
                features.index(Color::White, white, square),
                features.index(Color::Black, black, game.shape.mirror(square))
            );
        }
    }
}

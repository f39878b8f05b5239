//! Squares that are missing from the board: a diagram has a piece named "hole" on each of them, which does not count in
//! the numbers of the other pieces.

use super::error::{DiagramError, Located};
use super::game::Piece;
use super::squares::Square;

/// The maximum number of lines with holes.
pub(super) const MOST_LINES: usize = 10;

/// Returns whether a name stands for holes.
pub(super) fn is_hole(name: &str) -> bool {
    name.eq_ignore_ascii_case("hole")
}

/// Removes the holes from a list of pieces, and returns their squares. Errors are added to `errors`.
pub(super) fn take(pieces: &mut Vec<Piece>, errors: &mut Vec<Located>) -> Vec<Square> {
    let mut squares = Vec::new();
    if !pieces.iter().any(|piece| is_hole(&piece.name)) {
        return squares;
    }
    pieces.retain(|piece| {
        let hole = is_hole(&piece.name);
        if hole {
            squares.extend(piece.squares.iter().flatten());
        }
        !hole
    });
    if let Some(piece) = pieces.iter().find(|piece| piece.moves.hops()) {
        errors.push((piece.line, DiagramError::HopOverHole(piece.name.clone())));
    }
    squares.sort_unstable();
    squares
}

//! The squares that a piece reaches on an otherwise empty board, derived from the definition.

use super::Mark;
use kurier_rules::board::{Shape, Square};
use kurier_rules::rules::{Bounds, Color, Definition, Mode, Movement, Path, PieceType};

/// Returns a square in the middle of the board, or the board's first square if there is a hole in the middle.
fn middle(shape: &Shape) -> Square {
    let half = |side: u8| i32::from(side - 1) / 2;
    let middle = shape.square(half(shape.files()), half(shape.ranks()), half(shape.levels()));
    middle.or_else(|| shape.squares().next()).unwrap_or_default()
}

/// Returns the square on which a piece shows its moves: in the middle of the board or, if its moves are restricted to
/// regions, where it reaches the most squares.
pub fn best_square(definition: &Definition, piece_type: PieceType, color: Color) -> Square {
    let (piece, middle) = (definition.piece(piece_type), middle(&definition.shape));
    if piece
        .movements
        .iter()
        .all(|movement| movement.bounds == Bounds::default())
    {
        return middle;
    }
    let reached = |square: &Square| marks(definition, piece_type, color, *square).len();
    let squares = definition.shape.squares().max_by_key(reached);
    squares
        .filter(|best| reached(best) > reached(&middle))
        .unwrap_or(middle)
}

/// Returns the squares that a piece reaches from the square `from` on an otherwise empty board. Each square occurs
/// once, with its mark.
pub fn marks(definition: &Definition, piece_type: PieceType, color: Color, from: Square) -> Vec<(Square, Mark)> {
    let piece = definition.piece(piece_type);
    let targets = |movement: &Movement| {
        let anywhere = Movement {
            initial: None,
            ..*movement
        };
        Path::of(definition, color, &anywhere, from).ends().to_vec()
    };
    let mut marks: Vec<(Square, Mark)> = Vec::new();
    let (initial, usual): (Vec<&Movement>, Vec<_>) = piece.movements.iter().partition(|m| m.initial.is_some());
    for movement in usual {
        let mark = match movement.mode {
            Mode::Both => Mark::Both,
            Mode::Quiet => Mark::Quiet,
            Mode::Capture => Mark::Capture,
        };
        for square in targets(movement) {
            add(&mut marks, square, mark);
        }
    }
    for movement in initial
        .into_iter()
        .chain(piece.first_move.iter().flat_map(|first| &first.movements))
    {
        for square in targets(movement) {
            if marks.iter().all(|(marked, _)| *marked != square) {
                marks.push((square, Mark::First));
            }
        }
    }
    marks
}

fn add(marks: &mut Vec<(Square, Mark)>, square: Square, mark: Mark) {
    match marks.iter_mut().find(|(marked, _)| *marked == square) {
        Some((_, known)) if *known != mark => *known = Mark::Both,
        Some(_) => (),
        None => marks.push((square, mark)),
    }
}

//! Reads and checks the start position.

use toml::Spanned;

use super::letters::Letters;
use crate::board::{Shape, Square};
use crate::rules::path::Path;
use crate::rules::placement;
use crate::rules::source::Source;
use crate::rules::{Color, DefinitionError, Mode, PieceType, Placement, Rules};

/// The maximum value of the counters in a start position.
const MAX_NUMBER: u32 = 9999;

/// Reads the placement and the side to move of a start position.
pub(super) fn board(
    source: Source<'_>,
    fen: &Spanned<String>,
    shape: &Shape,
    letters: &Letters,
) -> Result<(Placement, Color), DefinitionError> {
    let mut fields = fen.get_ref().split(' ');
    let board = fields.next().unwrap_or_default();
    let side = match fields.next() {
        None | Some("w") => Color::White,
        Some("b") => Color::Black,
        Some(side) => {
            let message = format!("expected `w` or `b` as the side to move, found `{side}`");
            return Err(source.error_in(fen, board.len() + 1, message));
        }
    };
    let array = placement::read(shape, &|letter| letters.piece(letter), board)
        .map_err(|error| source.error_in(fen, error.offset, error.message))?;
    for color in Color::BOTH {
        let kings = array
            .iter()
            .filter(|piece| **piece == Some((letters.king, color)))
            .count();
        if kings != 1 {
            let message = format!("expected one king for {color:?}, found {kings}");
            return Err(source.error_at(fen, message));
        }
    }
    Ok((array, side))
}

/// Checks the rest of a start position: the fields after the rights must be well formed, no piece that promotes may
/// stand on its last rank, and the side to move must not be able to capture the enemy king.
pub(super) fn check(
    source: Source<'_>,
    fen: &Spanned<String>,
    rules: &Rules,
    array: &Placement,
    mover: Color,
) -> Result<(), DefinitionError> {
    let mut offset = 0;
    for (index, field) in fen.get_ref().split(' ').enumerate() {
        let squares = |names: &str| rules.shape.parse_several(&names.to_ascii_lowercase());
        let number = |text: &str| text.parse::<u32>().ok().filter(|number| *number <= MAX_NUMBER);
        let expected = match index {
            0..=2 => None,
            3 => (field != "-" && squares(field).is_none()).then_some("`-` or the square of an en-passant capture"),
            4 | 5 => number(field).is_none().then_some("a number up to 9999"),
            _ => Some("the end: a FEN has six fields"),
        };
        if let Some(expected) = expected {
            return Err(source.error_in(fen, offset, format!("expected {expected}, found `{field}`")));
        }
        offset += field.len() + 1;
    }
    let shape = &rules.shape;
    for square in shape.squares() {
        let Some((piece_type, color)) = array[square.index()] else {
            continue;
        };
        let piece = rules.piece(piece_type);
        let last = match color {
            Color::White => shape.farthest(),
            Color::Black => 0,
        };
        if piece.promotion.is_some() && shape.advance(square) == last {
            let message = format!("expected no {} on {}, its last rank", piece.name, shape.name(square));
            return Err(source.error_at(fen, message));
        }
    }
    let pieces = |color: Color| {
        shape.squares().filter_map(move |square| {
            let (piece_type, owner) = array[square.index()]?;
            (owner == color).then_some((square, piece_type))
        })
    };
    let Some((king, _)) = pieces(!mover).find(|(_, piece_type)| rules.piece(*piece_type).royal) else {
        return Ok(());
    };
    match pieces(mover).find(|(from, piece_type)| attacks(rules, array, (*from, *piece_type, mover), king)) {
        None => Ok(()),
        Some((from, _)) => {
            let (from, king) = (shape.name(from), shape.name(king));
            let message = format!("expected no position where the king can be taken, as here by {from}{king}");
            Err(source.error_at(fen, message))
        }
    }
}

/// Returns whether a piece could capture on a square. First moves count even if the piece does not have the right to
/// them.
fn attacks(
    rules: &Rules,
    array: &Placement,
    (from, piece_type, color): (Square, PieceType, Color),
    target: Square,
) -> bool {
    let piece_type = rules.piece(piece_type);
    let first = piece_type.first_move.iter().flat_map(|first| &first.movements);
    let mut captures = piece_type
        .movements
        .iter()
        .chain(first)
        .filter(|m| m.mode != Mode::Quiet);
    captures.any(|movement| {
        let path = Path::of(rules, color, movement, from);
        path.leads_to(target, |square| array[square.index()].is_some())
    })
}

//! Reads and checks the start position.

use toml::Spanned;

use super::blast;
use super::letters::Letters;
use crate::board::{Shape, Square, Vector};
use crate::rules::path::Path;
use crate::rules::piece::promotes_royal;
use crate::rules::placement::{self, Pieces};
use crate::rules::source::Source;
use crate::rules::{Color, DefinitionError, Held, Mode, PieceDefinition, PieceType, Placement, Rules};

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
    let (array, _) = match letters.hand {
        true => placement::split_holdings(shape, board),
        false => (board, ""),
    };
    let pieces = Pieces {
        piece: &|letter| letters.piece(letter),
        promoted: &|piece_type| letters.promoted(piece_type),
    };
    let array =
        placement::read(shape, &pieces, array).map_err(|error| source.error_in(fen, error.offset, error.message))?;
    Ok((array, side))
}

/// Reads the pieces in hand of a start position. Letters that no piece has are ignored here, and refused once all rules
/// are known.
pub(super) fn held(fen: &Spanned<String>, shape: &Shape, letters: &Letters) -> Held {
    let mut held = Held::default();
    if !letters.hand {
        return held;
    }
    let field = fen.get_ref().split(' ').next().unwrap_or_default();
    let (_, list) = placement::split_holdings(shape, field);
    for (piece_type, color) in list.chars().filter_map(|letter| letters.piece(letter)) {
        let count = &mut held[color.index()][piece_type.index()];
        *count = count.saturating_add(1);
    }
    held
}

/// Returns, by colour, the type of the king; `None` if the side does not have exactly one royal piece at the start, or
/// if promotions can change which pieces are royal.
pub(in crate::rules) fn kings(array: &Placement, held: &Held, pieces: &[PieceDefinition]) -> [Option<PieceType>; 2] {
    if promotes_royal(pieces) {
        return [None, None];
    }
    Color::BOTH.map(|color| {
        let own = array.iter().flatten().filter(|(_, owner)| *owner == color);
        let on_board = own.map(|(piece_type, _)| *piece_type);
        let in_hand = (0..).map(PieceType).zip(held[color.index()]);
        let in_hand = in_hand.flat_map(|(piece_type, count)| std::iter::repeat_n(piece_type, count.into()));
        let mut royal = on_board
            .chain(in_hand)
            .filter(|piece_type| pieces[piece_type.index()].royal);
        royal.next().filter(|_| royal.next().is_none())
    })
}

/// Checks the rest of a start position: the fields after the rights must be well formed, no piece may stand unpromoted
/// where it must be promoted, the kings must not face each other where they may not, and the side to move must not be
/// able to capture the enemy king.
pub(super) fn check(
    source: Source<'_>,
    fen: &Spanned<String>,
    rules: &Rules,
    array: &Placement,
    mover: Color,
) -> Result<(), DefinitionError> {
    let mut offset = 0;
    let mut index = 0;
    for field in fen.get_ref().split(' ') {
        if index == 4 && rules.ends.checks > 0 && rules.parse_checks(field).is_some() {
            offset += field.len() + 1;
            continue;
        }
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
        index += 1;
    }
    let shape = &rules.shape;
    for square in shape.squares() {
        let Some((piece_type, color)) = array[square.index()] else {
            continue;
        };
        let waits = rules.piece(piece_type).must_promote_leaving;
        if !waits && rules.must_promote_on(piece_type, color, square) {
            let why = match rules.advance(color, square) == shape.farthest() {
                true => "its last rank",
                false => "where it must be promoted",
            };
            let (piece, square) = (&rules.piece(piece_type).name, shape.name(square));
            let message = format!("expected no {piece} on {square}, {why}");
            return Err(source.error_at(fen, message));
        }
    }
    if kings_face(rules, array) {
        return Err(source.error_at(fen, "expected no position where the kings face each other"));
    }
    if let Some((from, king)) = capture_of_king(rules, array, mover) {
        let (from, king) = (shape.name(from), shape.name(king));
        let message = format!("expected no position where the king can be taken, as here by {from}{king}");
        return Err(source.error_at(fen, message));
    }
    Ok(())
}

/// Returns whether `side` cannot take a king of the other side, and the kings do not face each other where they may
/// not.
pub(in crate::rules) fn is_safe(rules: &Rules, array: &Placement, side: Color) -> bool {
    !kings_face(rules, array) && capture_of_king(rules, array, side).is_none()
}

/// Returns the square of a piece of `side` that could take a king, and the square of this king; `None` if no king can
/// be taken.
fn capture_of_king(rules: &Rules, array: &Placement, side: Color) -> Option<(Square, Square)> {
    rules.royal_squares(array, !side).into_iter().find_map(|king| {
        let takes = |from: &Square| match array[from.index()] {
            Some((piece_type, owner)) if owner == side => {
                attacks(rules, array, (*from, piece_type, side), king)
                    && !blast::removes_own_king(rules, array, *from, side, king)
            }
            _ => false,
        };
        Some((rules.shape.squares().find(takes)?, king))
    })
}

/// Returns whether the kings face each other, with nothing between them, on one of the lines where this is forbidden.
fn kings_face(rules: &Rules, array: &Placement) -> bool {
    let shape = &rules.shape;
    if !rules.kings.facing_forbidden.any() {
        return false;
    }
    let kings = Color::BOTH.map(|color| rules.royal_squares(array, color).first().copied());
    let [Some(white), Some(black)] = kings else {
        return false;
    };
    let way = |of: fn(&Shape, Square) -> u8| (of(shape, black) as i8 - of(shape, white) as i8).signum();
    let step = Vector {
        file: way(Shape::file),
        rank: way(Shape::rank),
        level: way(Shape::level),
    };
    let far = |of: fn(&Shape, Square) -> u8| of(shape, black) as i8 - of(shape, white) as i8;
    let lines = rules.kings.facing_forbidden;
    let straight = step.level == 0 && lines.is_along(far(Shape::file), far(Shape::rank));
    let mut line = std::iter::successors(shape.step(white, step), |at| shape.step(*at, step));
    straight && line.find(|at| array[at.index()].is_some()) == Some(black)
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
        let no_hurdle = |(piece, _): (PieceType, Color)| piece_type.hurdles.not_over.contains(&piece);
        path.leads_to(target, |square| array[square.index()].is_some())
            && (path.hurdle.is_none()
                || !path
                    .passed(target)
                    .any(|square| array[square.index()].is_some_and(no_hurdle)))
    })
}

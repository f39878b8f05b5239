//! Parsing the text of a move into its possible readings, independently of the position.

use super::SanError;
use crate::board::{Shape, Square};
use crate::rules::{Definition, PieceType};

/// The maximum length of the text, in bytes. A chain of captures over a whole board is shorter.
const LONGEST: usize = 1024;

/// A parsed text.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Text<'a> {
    /// A castling: `O-O` if `short`, otherwise `O-O-O`; optionally with the king's destination, as in `O-O-h1`.
    Castling { short: bool, to: Option<Square> },
    /// Any turn that is not written as a castling.
    Turn {
        /// The moving piece, if the text names it.
        piece: Option<PieceType>,
        /// The possible interpretations of the squares; there is at least one.
        readings: Vec<Reading<'a>>,
        /// The piece promoted to, if the text names it.
        promotion: Option<PieceType>,
    },
}

/// One interpretation of the squares in the text.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Reading<'a> {
    /// The parts of the origin that the text names.
    pub origin: Origin<'a>,
    /// The destination of each step, and whether the step is marked as a capture. Never empty.
    pub route: Vec<(Square, bool)>,
}

/// Parts of the name of the origin square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Origin<'a> {
    letters: &'a str,
    /// The rank, counted from 0; `None` if the text does not name it.
    rank: Option<u8>,
}

impl<'a> Origin<'a> {
    /// Creates an origin. `letters` holds the letters of the level and the file, one of the two, or neither; `rank` is
    /// counted from 0.
    pub(super) fn new(letters: &'a str, rank: Option<u8>) -> Self {
        Self { letters, rank }
    }

    /// Returns whether the name of a square contains all parts that the origin names.
    pub(super) fn fits(&self, shape: &Shape, square: Square) -> bool {
        let file = Shape::file_letter(shape.file(square)) as u8;
        let level = shape.level_letter(shape.level(square)) as u8;
        let letters = match (self.letters.as_bytes(), shape.levels()) {
            ([], _) => true,
            ([only], 1) => *only == file,
            ([only], _) => *only == file || *only == level,
            ([first, second], _) => *first == level && *second == file,
            _ => false,
        };
        letters && self.rank.is_none_or(|rank| rank == shape.rank(square))
    }

    /// Returns whether the origin names a square completely, with its level (if there are levels), file and rank.
    pub(super) fn is_whole(&self, shape: &Shape) -> bool {
        self.letters.len() == letters_of_a_square(shape) && self.rank.is_some()
    }
}

/// The marks of a capture. On boards with levels `x` may also be a level, so captures are written with `:` there.
const MARKS: [char; 2] = ['x', ':'];

/// Returns the mark of a capture that is written on boards of this shape.
pub(super) fn capture_mark(shape: &Shape) -> char {
    if shape.levels() > 1 { ':' } else { 'x' }
}

/// A run of letters, including the mark of a capture, and the digits that follow it.
#[derive(Clone, Copy)]
struct Segment<'a> {
    letters: &'a str,
    digits: &'a str,
}

/// Parses text from which [`squeeze`] has removed hyphens and annotations.
pub(super) fn parse<'a>(definition: &Definition, squeezed: &'a str) -> Result<Text<'a>, SanError> {
    if squeezed.is_empty() || squeezed.len() > LONGEST || !squeezed.is_ascii() {
        return Err(SanError::Syntax);
    }
    // A lower-case `o` may be a file, so it belongs to a castling only if the text consists of nothing but `O`, `o` and
    // `0`.
    let rest = match squeezed.bytes().all(|b| b"Oo0".contains(&b)) {
        true => "",
        false => squeezed.trim_start_matches(['O', '0']),
    };
    let short = match squeezed.len() - rest.len() {
        2 => Some(true),
        3 => Some(false),
        _ => None,
    };
    if let Some(short) = short {
        let to = definition.shape.parse(rest);
        return match rest.is_empty() || to.is_some() {
            true => Ok(Text::Castling { short, to }),
            false => Err(SanError::Square(rest.to_owned())),
        };
    }
    if rest.is_empty() {
        return Err(SanError::Syntax);
    }
    let (piece, rest) = match squeezed.split_at(1) {
        (letter, rest) if letter.as_bytes()[0].is_ascii_uppercase() => (Some(piece_type(definition, letter)?), rest),
        _ => (None, squeezed),
    };
    let (rest, promotion) = split_promotion(definition, rest)?;
    let shape = &definition.shape;
    let segments = segments(rest)?;
    let mut readings = Vec::new();
    let mut unknown = None;
    for (origin, steps) in beginnings(shape, &segments) {
        match route(shape, &steps) {
            Ok(route) => readings.push(Reading { origin, route }),
            Err(error) => unknown = unknown.or(Some(error)),
        }
    }
    if readings.is_empty() {
        return Err(unknown.unwrap_or(SanError::Syntax));
    }
    Ok(Text::Turn {
        piece,
        readings,
        promotion,
    })
}

/// Returns the text without check symbols, annotations such as `!?` and `e.p.`, and hyphens.
pub(super) fn squeeze(text: &str) -> String {
    let mut text = text.trim();
    loop {
        let before = text.len();
        text = text.trim_end_matches(['+', '#', '!', '?', '=']).trim_end();
        text = text.strip_suffix("e.p.").unwrap_or(text).trim_end();
        if text.len() == before {
            break;
        }
    }
    text.chars().filter(|c| *c != '-').collect()
}

fn letters_of_a_square(shape: &Shape) -> usize {
    if shape.levels() > 1 { 2 } else { 1 }
}

fn piece_type(definition: &Definition, letter: &str) -> Result<PieceType, SanError> {
    let letter = letter.chars().next().ok_or(SanError::Syntax)?;
    let upper = letter.to_ascii_uppercase();
    let found = definition.pieces.iter().position(|piece| piece.letter == upper);
    found
        .map(|piece_type| PieceType(piece_type as u8))
        .ok_or(SanError::Piece(letter))
}

/// Splits a promotion (`Q`, `=Q`, `/Q`, `(Q)`, `=(Q)`) off the end of the text. The squares before it end with a digit.
fn split_promotion<'a>(definition: &Definition, text: &'a str) -> Result<(&'a str, Option<PieceType>), SanError> {
    let end = text.bytes().rposition(|b| b.is_ascii_digit()).ok_or(SanError::Syntax)? + 1;
    let (squares, tail) = text.split_at(end);
    let letter = match tail.as_bytes() {
        [] => return Ok((squares, None)),
        [_] => tail,
        [b'=' | b'/', _] => &tail[1..],
        [b'(', _, b')'] => &tail[1..2],
        [b'=', b'(', _, b')'] => &tail[2..3],
        _ => return Err(SanError::Syntax),
    };
    if !letter.bytes().all(|b| b.is_ascii_alphabetic()) {
        return Err(SanError::Syntax);
    }
    Ok((squares, Some(piece_type(definition, letter)?)))
}

/// Splits a gated piece (`/H`, or with its square `/Hh1`) off the end of the text; `None` if the text names no such
/// piece of the game.
pub(super) fn split_gate<'a>(definition: &Definition, text: &'a str) -> Option<(&'a str, (PieceType, Option<Square>))> {
    let (text, gate) = text.split_once('/').filter(|_| definition.has_gates())?;
    let (letter, square) = gate.split_at_checked(1)?;
    let piece = piece_type(definition, letter).ok()?;
    match (square, definition.shape.parse(square)) {
        ("", _) => Some((text, (piece, None))),
        (_, Some(square)) => Some((text, (piece, Some(square)))),
        (_, None) => None,
    }
}

fn segments(mut text: &str) -> Result<Vec<Segment<'_>>, SanError> {
    let mut segments = Vec::new();
    while !text.is_empty() {
        let letters = text
            .bytes()
            .take_while(|b| b.is_ascii_lowercase() || *b == b':')
            .count();
        let digits = text.bytes().skip(letters).take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return Err(SanError::Syntax);
        }
        segments.push(Segment {
            letters: &text[..letters],
            digits: &text[letters..letters + digits],
        });
        text = &text[letters + digits..];
    }
    Ok(segments)
}

/// Returns all ways to divide the segments into parts of an origin and the steps after it.
fn beginnings<'a>(shape: &Shape, segments: &[Segment<'a>]) -> Vec<(Origin<'a>, Vec<Segment<'a>>)> {
    let Some((first, later)) = segments.split_first() else {
        return Vec::new();
    };
    let whole = letters_of_a_square(shape);
    let mut found = Vec::new();
    let rank = first.digits.parse::<u8>().ok().and_then(|rank| rank.checked_sub(1));
    if first.letters.len() <= whole && !first.letters.contains(':') && rank.is_some() && !later.is_empty() {
        let letters = first.letters;
        found.push((Origin { letters, rank }, later.to_vec()));
    }
    for length in 0..=whole.min(first.letters.len()) {
        let (letters, rest) = first.letters.split_at(length);
        if !letters.contains(':') && (rest.len() == whole || rest.len() == whole + 1 && rest.starts_with(MARKS)) {
            let step = Segment {
                letters: rest,
                ..*first
            };
            let steps = [step].iter().chain(later).copied().collect();
            found.push((Origin { letters, rank: None }, steps));
        }
    }
    found
}

/// Returns the destination of each step, and whether the step is marked as a capture.
fn route(shape: &Shape, steps: &[Segment<'_>]) -> Result<Vec<(Square, bool)>, SanError> {
    let whole = letters_of_a_square(shape);
    let step = |step: &Segment<'_>| {
        let (marked, letters) = match step.letters.strip_prefix(MARKS) {
            Some(rest) if step.letters.len() > whole => (true, rest),
            _ => (false, step.letters),
        };
        if letters.len() != whole {
            return Err(SanError::Syntax);
        }
        let name = format!("{letters}{}", step.digits);
        match shape.parse(&name) {
            Some(square) => Ok((square, marked)),
            None => Err(SanError::Square(name)),
        }
    };
    steps.iter().map(step).collect()
}

//! Betza's notation for the moves of pieces, as `docs/betza.md` describes it for users.
//!
//! A string is a sequence of *terms*. A term consists of modifiers (lower case), an atom (a capital, or a vector in
//! brackets), a range, and a condition on zones: `fmW`, `NN`, `R3`, `zF`, `cpR`, `t[FR]`, `fc(1,1,1)`, `fmF[same]`. `a`
//! separates the modifiers of several legs: `afsW`. Everything that is not understood is an error; nothing is skipped.

mod atom;
mod direction;
mod legs;
mod modifiers;
mod parser;
mod steps;
#[cfg(test)]
mod tests;

pub use modifiers::Modifier;

use self::parser::Parser;
use super::{DoubleMove, Mode, Movement, PieceType};

/// A mistake in a string of the notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BetzaError {
    /// The byte offset of the mistake in the string.
    pub offset: usize,
    /// What was expected at the offset, or what is wrong there.
    pub message: String,
}

/// What the parser needs to know about the board and the piece.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Whether the board has levels. If so, atoms apply in every orientation in three dimensions.
    pub levels: bool,
    /// Whether the levels are opposed, so that a step to a later level is a step forward.
    pub opposed_levels: bool,
    /// Whether the board has zones.
    pub zones: bool,
    /// The piece type that the moves belong to.
    pub piece_type: PieceType,
}

/// One term of a string.
#[derive(Clone, Debug)]
pub struct Term {
    /// The term as written.
    pub text: String,
    /// The direction letters of the first leg, in the order given.
    pub directions: String,
    /// Whether the term may or must capture (`m`, `c`, or neither).
    pub mode: Mode,
    /// How the path of the first leg differs from a plain leap or slide (`n`, `p`, `z`, ...); `None` if it does not.
    pub modifier: Option<Modifier>,
    /// Whether the move may pass between the first and the last file, as on a cylinder (`o`).
    pub around: bool,
    /// Whether the move is possible only from squares where a piece of the same type and side stands at the start
    /// (`i`).
    pub initial: bool,
    /// The number of legs: more than one if the term contains `a`.
    pub legs: usize,
    /// The letter of the atom (in a bent move, of the second atom); `None` if the atom is a vector.
    pub letter: Option<char>,
    /// The maximum number of steps: 1 for a leaper, `u8::MAX` for a slider that runs to the edge.
    pub range: u8,
    /// The meaning of the term: one movement per direction.
    pub movements: Vec<Movement>,
    /// The meaning of the term if its first leg captures or its second leg leads back: one move per pair of directions.
    /// A term has either movements or such moves.
    pub doubles: Vec<DoubleMove>,
}

/// Parses a string into its terms.
///
/// # Errors
/// Fails if the string is empty or contains a mistake. The error describes the first mistake.
pub fn parse(text: &str, setting: Setting) -> Result<Vec<Term>, BetzaError> {
    let mut parser = Parser { text, at: 0, setting };
    let mut terms = Vec::new();
    parser.skip_blanks();
    while parser.peek().is_some() {
        terms.push(parser.term()?);
        parser.skip_blanks();
    }
    match terms.is_empty() {
        true => Err(parser.error("expected a move in Betza notation, like `K` or `fmWfcF`")),
        false => Ok(terms),
    }
}

/// Parses a string and returns its movements, and its moves in two steps that capture where the first step ends or lead
/// back, both without duplicates.
pub(super) fn moves(text: &str, setting: Setting) -> Result<(Vec<Movement>, Vec<DoubleMove>), BetzaError> {
    let terms = parse(text, setting)?;
    let movements = terms.iter().flat_map(|term| &term.movements);
    let doubles = terms.iter().flat_map(|term| &term.doubles);
    Ok((unique(movements), unique(doubles)))
}

/// Parses a string and returns its movements without duplicates.
pub(super) fn movements(text: &str, setting: Setting) -> Result<Vec<Movement>, BetzaError> {
    let terms = parse(text, setting)?;
    if let Some(term) = terms.iter().find(|term| !term.doubles.is_empty()) {
        let message = "expected no double capture here: it belongs in `move` of a piece";
        return Err(error_at(text.find(&term.text).unwrap_or(0), message));
    }
    Ok(unique(terms.iter().flat_map(|term| &term.movements)))
}

/// Returns the items without duplicates, in the order of their first occurrence.
fn unique<'a, T: Copy + PartialEq + 'a>(items: impl Iterator<Item = &'a T>) -> Vec<T> {
    let mut all = Vec::new();
    for item in items {
        if !all.contains(item) {
            all.push(*item);
        }
    }
    all
}

fn error_at(offset: usize, message: impl Into<String>) -> BetzaError {
    BetzaError {
        offset,
        message: message.into(),
    }
}

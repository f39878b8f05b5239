//! Errors and warnings about PGN files.

use kurier_engine::session::IllegalMove;
use kurier_rules::position::FenError;

/// An error in a PGN file, with its location.
#[derive(Debug, thiserror::Error)]
#[error("game {game}, line {line}: {problem}")]
pub struct PgnError {
    /// The number of the game in the file, from 1.
    pub game: usize,
    /// The number of the line in the file, from 1.
    pub line: usize,
    /// What is wrong.
    pub problem: Problem,
}

impl PgnError {
    /// Tests whether the rest of the file cannot be read after this error.
    pub fn ends_file(&self) -> bool {
        matches!(self.problem, Problem::Read(_) | Problem::Utf16)
    }
}

/// A harmless violation of the PGN format, with its location.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("game {game}, line {line}: {oddity}")]
pub struct Warning {
    /// The number of the game in the file, from 1.
    pub game: usize,
    /// The number of the line in the file, from 1.
    pub line: usize,
    /// What violates the format.
    pub oddity: Oddity,
}

/// A violation of the PGN format that does not prevent reading.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Oddity {
    /// The value of a tag has unescaped quotes or backslashes: `[White ""Anna""]`.
    #[error("the value of a tag has quotes or backslashes that are not escaped")]
    Unescaped,
    /// The main line has a null move, `--` or `Z0`.
    #[error("a null move; it and the moves after it are kept, but not played")]
    NullMove,
}

/// Why a game cannot be read or replayed.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// The file cannot be read.
    #[error("cannot read: {0}")]
    Read(#[from] std::io::Error),
    /// The game has more than [`Reader::LONGEST_GAME`](super::Reader::LONGEST_GAME) bytes.
    #[error("the game is too long")]
    TooLong,
    /// The text is in UTF-16.
    #[error("the text is UTF-16; save it as UTF-8")]
    Utf16,
    /// A text in square brackets is not a tag.
    #[error("expected a tag like [Event \"...\"]")]
    Tag,
    /// A `{` has no `}`.
    #[error("the comment has no end")]
    Comment,
    /// A `(` has no `)`, or a `)` has no `(`. Holds the missing part: `end` or `beginning`.
    #[error("the variation has no {0}")]
    Variation(&'static str),
    /// A character is out of place.
    #[error("unexpected '{0}'")]
    Stray(char),
    /// The catalogue does not have the variant.
    #[error("unknown variant '{0}'")]
    Variant(String),
    /// The start position is not legal.
    #[error("FEN: {0}")]
    Start(FenError),
    /// A move is not legal.
    #[error("move {number}: {error}")]
    Move {
        /// The number of the turn in the game, from 1; both players' turns count.
        number: usize,
        /// Why the move is illegal.
        error: IllegalMove,
    },
}

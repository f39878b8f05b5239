//! What is wrong with a PGN file.

use kurier_engine::session::IllegalMove;
use kurier_rules::position::FenError;

/// An error in a PGN file, and where it is.
#[derive(Debug, thiserror::Error)]
#[error("game {game}, line {line}: {problem}")]
pub struct PgnError {
    /// The game in the file, from 1.
    pub game: usize,
    /// The line in the file, from 1.
    pub line: usize,
    /// What is wrong.
    pub problem: Problem,
}

impl PgnError {
    /// Tests whether nothing more can be read of the file after it.
    pub fn ends_file(&self) -> bool {
        matches!(self.problem, Problem::Read(_) | Problem::Utf16)
    }
}

/// Something of a PGN file that is read although the format does not have it, and where it is.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("game {game}, line {line}: {oddity}")]
pub struct Warning {
    /// The game in the file, from 1.
    pub game: usize,
    /// The line in the file, from 1.
    pub line: usize,
    /// What it is.
    pub oddity: Oddity,
}

/// Something that the format does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Oddity {
    /// `[White ""Anna""]`
    #[error("the value of a tag has quotes or backslashes that are not escaped")]
    Unescaped,
    /// `--` or `Z0` in the main line.
    #[error("a null move; it and the moves after it are kept, but not played")]
    NullMove,
}

/// What is wrong with a game.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// The file cannot be read.
    #[error("cannot read: {0}")]
    Read(#[from] std::io::Error),
    /// The game takes more than [`Reader::LONGEST_GAME`](super::Reader::LONGEST_GAME) bytes.
    #[error("the game is too long")]
    TooLong,
    /// The text is not in a one-byte encoding or UTF-8.
    #[error("the text is UTF-16; save it as UTF-8")]
    Utf16,
    /// A line in square brackets that is not a tag.
    #[error("expected a tag like [Event \"...\"]")]
    Tag,
    /// A `{` without its `}`.
    #[error("the comment has no end")]
    Comment,
    /// A `(` without its `)`, or the reverse.
    #[error("the variation has no {0}")]
    Variation(&'static str),
    /// A character out of place.
    #[error("unexpected '{0}'")]
    Stray(char),
    /// An unknown variant.
    #[error("unknown variant '{0}'")]
    Variant(String),
    /// A position that is not legal.
    #[error("FEN: {0}")]
    Start(FenError),
    /// A move that is not legal.
    #[error("move {number}: {error}")]
    Move {
        /// The turn of the game, from 1; both players' turns count.
        number: usize,
        /// Why not.
        error: IllegalMove,
    },
}

//! What is wrong with a PGN file.

use crate::position::FenError;
use crate::session::IllegalMove;

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

/// What is wrong with a game.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// The file cannot be read.
    #[error("cannot read: {0}")]
    Read(#[from] std::io::Error),
    /// The game takes more than [`Reader::LONGEST_GAME`](super::Reader::LONGEST_GAME) bytes.
    #[error("the game is too long")]
    TooLong,
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

//! Errors of boards and engines.

use std::io;

use kurier_rules::position::{FenError, SanError};

/// An illegal move, and the reason why it is illegal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("illegal move ({reason}): {text}")]
pub struct IllegalMove {
    /// The text of the move: as the user wrote it or, for a move that was not given as text, in coordinate notation.
    pub text: String,
    /// The reason why the move is not legal, for example `the Pawn cannot go from e2 to e5`.
    pub reason: Box<SanError>,
}

impl IllegalMove {
    pub(super) fn new(text: &str, reason: impl Into<SanError>) -> Self {
        Self {
            text: text.to_owned(),
            reason: Box::new(reason.into()),
        }
    }
}

/// An error in a position that is given as a FEN and the moves that follow it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionError {
    /// The FEN is invalid.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move is invalid.
    #[error(transparent)]
    Move(#[from] IllegalMove),
}

/// The reason why an engine cannot search or evaluate a position.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The operating system could not create a thread.
    #[error("no thread for the search: {0}")]
    Thread(#[from] io::Error),
    /// The board belongs to a variant other than the engine's.
    #[error("the engine plays {engine}, not {board}")]
    OtherGame {
        /// The name of the engine's variant.
        engine: String,
        /// The name of the board's variant.
        board: String,
    },
}

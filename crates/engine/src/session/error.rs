//! Errors of boards and engines.

use std::io;

use kurier_rules::position::{FenError, SanError};

/// A move that is not legal, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("illegal move ({reason}): {text}")]
pub struct IllegalMove {
    /// The text of the move, as the user wrote it.
    pub text: String,
    /// The reason, for example `the Pawn cannot go from e2 to e5`.
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

/// An error in a position that is given as a FEN and moves from there.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionError {
    /// The FEN is invalid.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move is invalid.
    #[error(transparent)]
    Move(#[from] IllegalMove),
}

/// The reason why a search was not started.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The operating system could not create a thread.
    #[error("no thread for the search: {0}")]
    Thread(#[from] io::Error),
    /// The board belongs to another game than the engine.
    #[error("the engine plays {engine}, not {board}")]
    OtherGame {
        /// The engine's game.
        engine: String,
        /// The board's game.
        board: String,
    },
}

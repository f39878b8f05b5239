//! What is refused, and why.

use kurier_rules::position::{FenError, SanError};

/// A move that cannot be played, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("illegal move ({reason}): {text}")]
pub struct IllegalMove {
    /// The move as it was written.
    pub text: String,
    /// Why it cannot be played: `the Pawn cannot go from e2 to e5`.
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

/// A FEN or move that is refused, where both are read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionError {
    /// The FEN.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The move.
    #[error(transparent)]
    Move(#[from] IllegalMove),
}

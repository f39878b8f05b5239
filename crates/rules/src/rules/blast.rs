//! Captures that blast: a capture also removes pieces around it, as in atomic chess.

use crate::board::Vector;

/// The rules of captures that blast. A capture removes the captured piece, the capturing piece and all pieces around
/// the square of the capture, except for pieces that are proof against the blast. A king is captured by a blast, too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blast {
    /// The leaps as written, in Betza notation.
    pub betza: String,
    /// The leaps from the square of the capture to the squares around it, which go in all directions.
    pub vectors: Vec<Vector>,
}

/// Which blasts a piece survives. Every piece can be captured.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum BlastProof {
    /// Blasts of captures on other squares.
    Others,
    /// All blasts, including the blasts of its own captures.
    All,
}

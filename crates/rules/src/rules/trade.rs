//! Rules against the trade of strong pieces, as between the lions of Chu Shogi.

use super::PieceType;

/// Which captures are forbidden so that strong pieces are not traded at once.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Trades {
    /// The types of which no piece captures another of its type if it could be recaptured where it ends, whether or not
    /// the recapture would be legal.
    pub no_exposed: Vec<PieceType>,
    /// The types of which no piece may be captured by the move that follows the capture of such a piece by a piece of
    /// another type.
    pub no_counter: Vec<PieceType>,
}

impl Trades {
    /// Returns whether no trade is forbidden.
    pub fn is_empty(&self) -> bool {
        self.no_exposed.is_empty() && self.no_counter.is_empty()
    }
}

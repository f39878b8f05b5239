//! Rules against the trade of strong pieces, as between the lions of Chu Shogi.

use super::PieceType;

/// Which captures are forbidden so that strong pieces are not traded at once.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Trades {
    /// The types whose pieces may not capture a piece of their own type where they could be recaptured, whether or not
    /// the recapture would be legal.
    pub no_exposed: Vec<PieceType>,
    /// The types whose pieces may not be captured by the move that follows the capture of such a piece by a piece of
    /// another type.
    pub no_counter: Vec<PieceType>,
}

impl Trades {
    /// Returns whether no trade is forbidden.
    pub fn is_empty(&self) -> bool {
        self.no_exposed.is_empty() && self.no_counter.is_empty()
    }
}

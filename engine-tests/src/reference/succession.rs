//! Succession: a checkmated king changes places with another piece of its side.

use super::Reference;
use super::step::{Step, swap_of};

impl Reference {
    /// Returns the swaps of the king of the side to move, which must have no other legal move. There are none if the
    /// king is not in check.
    pub(super) fn swaps(&self) -> Vec<Step> {
        let king = self.royal(self.side).first().copied();
        let Some(king) = king.filter(|_| self.in_check()) else {
            return Vec::new();
        };
        let successors = self.pieces(self.side).filter(|(_, piece)| {
            let stands = self.piece_type(*piece).must_promote_leaving || !self.must_promote(self.side, *piece, king);
            stands && self.definition.succeeds(*piece)
        });
        let swaps = successors.map(|(square, _)| swap_of(king, square));
        swaps
            .filter(|step| !self.play(step).is_illegal_for(self.side))
            .collect()
    }
}

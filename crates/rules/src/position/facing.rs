//! Kings that face each other, as in Janggi: a player may bring this about, and the opponent must then either separate
//! the kings or pass, which ends the game.

use super::{Move, Position};

impl<const W: usize> Position<W> {
    /// Updates, after a move, the number of positions in a row in which the kings face each other.
    pub(super) fn count_facing(&mut self) {
        if self.variant.facing_ends.any() {
            self.state.faced = match self.king(self.side) {
                Some(king) if self.faces(self.variant.facing_ends, king, self.side, self.occupied()) => {
                    self.state.faced.saturating_add(1)
                }
                _ => 0,
            };
        }
    }

    /// Returns whether the kings face each other, so that the side to move must separate them or pass.
    #[inline]
    pub(super) fn is_king_faced(&self) -> bool {
        self.state.faced > 0
    }

    /// Returns whether the side to move has left the kings facing each other, which ends the game.
    pub(super) fn is_faced_twice(&self) -> bool {
        self.state.faced > 1
    }

    /// Returns whether the kings still face each other after a move. Returns `false` for a pass, which does not
    /// separate them but may be made.
    #[cold]
    pub(super) fn leaves_kings_facing(&self, m: Move) -> bool {
        let Some(king) = self.king(self.side).filter(|_| !m.is_pass()) else {
            return false;
        };
        let (occupied, _) = self.after_capture(m);
        let king = if king == m.from() { m.to() } else { king };
        self.faces(self.variant.facing_ends, king, self.side, occupied)
    }
}

//! The values in endgame tables, and the interface through which a search probes tables of any origin.

use std::sync::Arc;

use crate::board::WidthFamily;
use crate::position::{Position, Turn};

/// The result of a position for the side to move, with best play by both sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// The side to move loses.
    Loss,
    /// Neither side can force a win.
    Draw,
    /// The side to move wins.
    Win,
}

impl Outcome {
    /// Returns the result for the other side.
    pub fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// The value of a position in a table: the result for the side to move, and how long it takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Value {
    /// The result if the move limit does not end the game before the next capture or pawn move.
    pub outcome: Outcome,
    /// The number of plies, as few as the winner can force, to the event to which the table counts: the end of the
    /// game, or in most tables also a capture or pawn move that keeps the result. 0 for a draw and for a game that has
    /// ended.
    pub plies: u16,
}

impl Value {
    /// A draw.
    pub const DRAW: Self = Self {
        outcome: Outcome::Draw,
        plies: 0,
    };

    /// Returns the result under the move limit: a win or a loss that comes too late is a draw. `halfmoves` is the
    /// number of plies since the last capture or pawn move, and the game is drawn once it reaches `limit`.
    pub fn under_limit(self, halfmoves: u32, limit: u32) -> Outcome {
        // A game that has already ended keeps its result. Otherwise the last ply is in time if the counter is still
        // below the limit just before it.
        match self.plies == 0 || halfmoves.saturating_add(self.plies.into()) <= limit {
            true => self.outcome,
            false => Outcome::Draw,
        }
    }

    /// Returns the better of two values for the side that chooses: a win is better than a draw, and a draw is better
    /// than a loss; a quicker win and a later loss are better.
    pub fn better(self, other: Self) -> Self {
        let rank = |value: Self| match value.outcome {
            Outcome::Win => (2, u16::MAX - value.plies),
            Outcome::Draw => (1, 0),
            Outcome::Loss => (0, value.plies),
        };
        if rank(other) > rank(self) { other } else { self }
    }
}

/// The endgame tables of a game.
pub trait EndgameTables<const W: usize>: Send + Sync {
    /// Returns the largest number of pieces in a table, or 0 if there is no table.
    fn largest(&self) -> u32;

    /// Returns the value of a position, which does not depend on its move counter; `None` if no table has the position,
    /// for example in the middle of a turn.
    fn probe(&self, position: &Position<W>) -> Option<Value>;

    /// Returns the value of a legal turn for the side that plays it, with the plies counted from before the turn;
    /// `None` if a table is missing. The position is left as it was.
    fn after(&self, position: &mut Position<W>, turn: &Turn) -> Option<Value>;
}

/// The family of shared tables for all board widths.
#[derive(Clone, Debug)]
pub struct SharedTables;

impl WidthFamily for SharedTables {
    type Of<const W: usize> = Arc<dyn EndgameTables<W>>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_must_come_before_the_limit() {
        let win = |plies| Value {
            outcome: Outcome::Win,
            plies,
        };
        // The hundredth ply may still mate or capture, as the game is drawn only after it.
        assert_eq!(win(100).under_limit(0, 100), Outcome::Win);
        assert_eq!(win(101).under_limit(0, 100), Outcome::Draw);
        assert_eq!(win(1).under_limit(99, 100), Outcome::Win);
        assert_eq!(win(2).under_limit(99, 100), Outcome::Draw);
        assert_eq!(win(0).under_limit(100, 100), Outcome::Win, "the game is over");
    }

    #[test]
    fn quick_wins_and_late_losses_are_better() {
        let value = |outcome, plies| Value { outcome, plies };
        let sorted = [
            value(Outcome::Loss, 2),
            value(Outcome::Loss, 8),
            Value::DRAW,
            value(Outcome::Win, 9),
            value(Outcome::Win, 3),
        ];
        for pair in sorted.windows(2) {
            assert_eq!(pair[0].better(pair[1]), pair[1]);
            assert_eq!(pair[1].better(pair[0]), pair[1]);
        }
    }
}

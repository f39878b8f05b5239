//! What is known about a position, packed into 16 bits, both while its table is made and in the finished table.

use crate::{Outcome, Value};

/// What is known about a position.
///
/// The numbers below [`State::DECIDED`] are special. All others are results: `DECIDED + 2 * plies + 1` if the side to
/// move wins in `plies` plies, `DECIDED + 2 * plies` if it loses in `plies` plies. The highest bit marks a result as
/// due later: the result follows from a move out of the class, and takes more plies than have been examined so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct State(pub u16);

impl State {
    /// Nothing is known yet, and the side to move may lose. In a finished table, this state means a draw.
    pub const OPEN: Self = Self(0);
    /// The side to move does not lose, since a move out of the class draws, but it may win. In a finished table, this
    /// state means a draw.
    pub const SAFE: Self = Self(1);
    /// Not a position: the pieces cannot stand on these squares, or a corresponding position is numbered instead.
    pub const BROKEN: Self = Self(2);
    /// The position is certainly a draw.
    pub const DRAWN: Self = Self(3);
    const DECIDED: u16 = 4;
    const DUE: u16 = 1 << 15;
    /// The largest number of plies that a state can hold.
    pub const MAX_PLIES: u16 = (Self::DUE - 1 - Self::DECIDED) / 2 - 1;

    /// Creates the state of a decided position. More plies than [`State::MAX_PLIES`] are reduced to that number.
    pub fn decided(won: bool, plies: u16) -> Self {
        Self(Self::DECIDED + 2 * plies.min(Self::MAX_PLIES) + u16::from(won))
    }

    /// Marks a result as due later.
    pub fn due(self) -> Self {
        Self(self.0 | Self::DUE)
    }

    /// Returns the result that is due later, without its mark; `None` if none is due.
    pub fn scheduled(self) -> Option<Self> {
        (self.0 & Self::DUE != 0).then_some(Self(self.0 & !Self::DUE))
    }

    /// Returns whether the side to move wins, and in how many plies; `None` for a draw, and for a result that is
    /// undecided or due later.
    pub fn result(self) -> Option<(bool, u16)> {
        let decided = (Self::DECIDED..Self::DUE).contains(&self.0);
        decided.then(|| ((self.0 - Self::DECIDED) & 1 != 0, (self.0 - Self::DECIDED) / 2))
    }

    /// Returns whether the position may still turn out to be won, or to be won sooner than by a win that is due later.
    pub fn may_win(self) -> bool {
        self == Self::OPEN || self == Self::SAFE || self.scheduled().and_then(Self::result).is_some_and(|(won, _)| won)
    }

    /// Returns the value that the state has in a finished table; `None` for [`State::BROKEN`].
    pub fn value(self) -> Option<Value> {
        match self.result() {
            _ if self == Self::BROKEN => None,
            Some((won, plies)) => Some(Value {
                outcome: if won { Outcome::Win } else { Outcome::Loss },
                plies,
            }),
            None => Some(Value::DRAW),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_survive_the_packing() {
        for plies in [0, 1, 2, 99, 254, 255, 256, 5000, State::MAX_PLIES] {
            for won in [false, true] {
                let state = State::decided(won, plies);
                assert_eq!(state.result(), Some((won, plies)));
                assert_eq!(state.scheduled(), None);
                assert_eq!(state.due().result(), None);
                assert_eq!(state.due().scheduled(), Some(state));
                assert_eq!(state.due().may_win(), won);
            }
        }
        for state in [State::OPEN, State::SAFE, State::BROKEN, State::DRAWN] {
            assert_eq!((state.result(), state.scheduled()), (None, None));
        }
        assert_eq!(State::decided(true, u16::MAX).result(), Some((true, State::MAX_PLIES)));
    }
}

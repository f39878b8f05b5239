//! Scores in units for people: centipawns, mates in full moves, chances of winning.

use std::fmt;
use std::ops::Neg;

use crate::eval::WinRateModel;
use crate::search::{Score, mate_in};

/// A score in the units that people and protocols use, from the point of view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// An advantage in centipawns.
    Centipawns(i32),
    /// A forced win or loss of any kind, in full moves; negative if the side to move loses, 0 only if the game is over.
    Mate(i32),
}

impl Value {
    /// Converts a score of the search. A side that wins in 5 plies makes 3 moves; a side that loses in 4 plies makes 2.
    pub fn from_score(score: Score) -> Self {
        mate_in(score).map_or(Self::Centipawns(score), Self::Mate)
    }

    /// Returns the chances of a win, a draw and a loss for the side to move, in permille.
    pub fn wdl(self, model: WinRateModel) -> [u32; 3] {
        match self {
            Self::Centipawns(score) => model.wdl(score),
            Self::Mate(moves) if moves > 0 => [1000, 0, 0],
            Self::Mate(_) => [0, 0, 1000],
        }
    }

    /// Returns the expected score of the side to move in points, from 0 to 1: a win counts as 1, and a draw as 0.5.
    pub fn expectation(self, model: WinRateModel) -> f64 {
        let [win, draw, _] = self.wdl(model);
        (f64::from(win) + f64::from(draw) / 2.0) / 1000.0
    }
}

/// Converts the value to the other side's point of view.
impl Neg for Value {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Centipawns(score) => Self::Centipawns(-score),
            Self::Mate(moves) => Self::Mate(-moves),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(score) => {
                let sign = if *score < 0 { '-' } else { '+' };
                let score = score.unsigned_abs();
                f.pad(&format!("{sign}{}.{:02}", score / 100, score % 100))
            }
            Self::Mate(moves) => f.pad(&format!("mate {moves}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expectations_of_both_sides_add_up_to_one() {
        let model = WinRateModel {
            even: 280.0,
            spread: 200.0,
        };
        for value in [Value::Centipawns(-3), Value::Centipawns(150), Value::Mate(2)] {
            let [win, draw, loss] = value.wdl(model);
            assert_eq!((-value).wdl(model), [loss, draw, win]);
            assert!((value.expectation(model) + (-value).expectation(model) - 1.0).abs() < 1e-9);
        }
        assert_eq!(Value::Mate(-3).wdl(model), [0, 0, 1000]);
    }

    #[test]
    fn values_are_readable() {
        assert_eq!(Value::Centipawns(-5).to_string(), "-0.05");
        assert_eq!(Value::Centipawns(1234).to_string(), "+12.34");
        assert_eq!(format!("{:>8}", Value::Mate(-2)), " mate -2");
    }
}

//! Scores for people: centipawns, mates in full moves, chances of winning.

use std::fmt;
use std::ops::Neg;

use crate::search::{Score, mate_in};

/// A score for people and protocols, from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// Centipawns.
    Centipawns(i32),
    /// Full moves to a forced end of any kind; negative: the side to move loses. 0 only where the game is over.
    Mate(i32),
}

impl Value {
    /// Translates a search's score. A side that wins in 5 plies makes 3 moves; one that loses in 4 makes 2.
    pub fn from_score(score: Score) -> Self {
        mate_in(score).map_or(Self::Centipawns(score), Self::Mate)
    }

    /// The chances of win, draw and loss in permille, for the side to move.
    ///
    /// A logistic curve: a side that is `EVEN_CHANCE` centipawns ahead wins half of its games.
    pub fn wdl(self) -> [u32; 3] {
        let score = match self {
            Self::Centipawns(score) => f64::from(score),
            Self::Mate(moves) if moves > 0 => return [1000, 0, 0],
            Self::Mate(_) => return [0, 0, 1000],
        };
        let chance = |score: f64| (1000.0 / (1.0 + ((EVEN_CHANCE - score) / SPREAD).exp())).round() as u32;
        let (win, loss) = (chance(score), chance(-score));
        [win, 1000 - win - loss, loss]
    }

    /// The expected points of the side to move, 0 to 1: a win is 1, a draw a half.
    pub fn expectation(self) -> f64 {
        let [win, draw, _] = self.wdl();
        (f64::from(win) + f64::from(draw) / 2.0) / 1000.0
    }
}

/// The same from the other side.
impl Neg for Value {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Centipawns(score) => Self::Centipawns(-score),
            Self::Mate(moves) => Self::Mate(-moves),
        }
    }
}

/// The advantage, in centipawns, with which half of the games are won.
const EVEN_CHANCE: f64 = 150.0;
/// How fast the chance of winning grows beyond that, in centipawns.
const SPREAD: f64 = 80.0;

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
    fn chances_add_up_and_are_symmetric() {
        for score in [-40_000, -3000, -200, -1, 0, 1, 55, 150, 1000, 40_000] {
            let [win, draw, loss] = Value::Centipawns(score).wdl();
            assert_eq!(win + draw + loss, 1000);
            let value = Value::Centipawns(score);
            assert_eq!((-value).wdl(), [loss, draw, win]);
            assert!((value.expectation() + (-value).expectation() - 1.0).abs() < 1e-9);
        }
        assert_eq!(Value::Centipawns(150).wdl()[0], 500);
        assert_eq!(Value::Mate(-3).wdl(), [0, 0, 1000]);
    }

    #[test]
    fn values_are_readable() {
        assert_eq!(Value::Centipawns(-5).to_string(), "-0.05");
        assert_eq!(Value::Centipawns(1234).to_string(), "+12.34");
        assert_eq!(format!("{:>8}", Value::Mate(-2)), " mate -2");
    }
}

//! Tapered scores: one for the middlegame and one for the endgame, mixed by the phase of the game.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use serde::{Deserialize, Serialize};

/// Two scores in centipawns: one for positions with all pieces on the board, one for positions with only pawns and
/// kings. Other positions are scored in between.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "[i32; 2]", into = "[i32; 2]")]
pub struct Tapered {
    /// The middlegame score, for positions with all pieces on the board.
    pub mid: i32,
    /// The endgame score, for positions with only pawns and kings left.
    pub end: i32,
}

/// The bound on the absolute value of static evaluations, in centipawns. Scores of forced wins and losses lie beyond
/// the bound.
pub const LIMIT: i32 = 19_999;

/// The phase of the game with all pieces on the board. With only pawns and kings left the phase is 0.
pub const MAX_PHASE: i32 = 256;

impl Tapered {
    /// A score of 0 for middlegame and endgame.
    pub const ZERO: Self = Self::new(0, 0);

    /// Creates a pair of scores in centipawns.
    #[inline(always)]
    pub const fn new(mid: i32, end: i32) -> Self {
        Self { mid, end }
    }

    /// Returns the score at a phase from 0 to [`MAX_PHASE`], rounded towards zero, so that the mirrored position has
    /// exactly the negated score.
    #[inline(always)]
    pub const fn at(self, phase: i32) -> i32 {
        (self.mid * phase + self.end * (MAX_PHASE - phase)) / MAX_PHASE
    }

    /// Returns the mean of the middlegame and the endgame score.
    #[inline(always)]
    pub const fn average(self) -> i32 {
        self.at(MAX_PHASE / 2)
    }
}

impl From<[i32; 2]> for Tapered {
    fn from([mid, end]: [i32; 2]) -> Self {
        Self::new(mid, end)
    }
}

impl From<Tapered> for [i32; 2] {
    fn from(score: Tapered) -> Self {
        [score.mid, score.end]
    }
}

impl Add for Tapered {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self::new(self.mid + other.mid, self.end + other.end)
    }
}

impl Sub for Tapered {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self::new(self.mid - other.mid, self.end - other.end)
    }
}

impl Neg for Tapered {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self::new(-self.mid, -self.end)
    }
}

impl Mul<i32> for Tapered {
    type Output = Self;
    #[inline(always)]
    fn mul(self, times: i32) -> Self {
        Self::new(self.mid * times, self.end * times)
    }
}

impl AddAssign for Tapered {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Tapered {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Sum for Tapered {
    fn sum<I: Iterator<Item = Self>>(scores: I) -> Self {
        scores.fold(Self::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tapering_goes_from_one_score_to_the_other_and_is_odd() {
        let score = Tapered::new(101, -57);
        assert_eq!(score.at(MAX_PHASE), 101);
        assert_eq!(score.at(0), -57);
        for phase in 0..=MAX_PHASE {
            assert_eq!((-score).at(phase), -score.at(phase));
        }
    }
}

//! Estimates of strength from results: Elo, normalised Elo, their confidence intervals, and the likelihood of
//! superiority (LOS).
//!
//! Games are played in pairs, with one opening and both colours. The pair is the unit of the statistics (the
//! *pentanomial* model), because the two games of a pair are not independent: a pair varies less than two single games.
//! The formulas come from fishtest, Stockfish's testing framework.

use serde::Serialize;

/// The half-width of the 95 % interval of a normal distribution, in standard deviations.
pub const DEVIATIONS_95: f64 = 1.959_963_985;
/// The normalised Elo of an advantage over one half that equals the standard deviation of single games.
pub const NORMALISED_ELO: f64 = 800.0 / std::f64::consts::LN_10;

/// The results of single games from one player's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Tally {
    /// The number of games won.
    pub wins: u32,
    /// The number of games drawn.
    pub draws: u32,
    /// The number of games lost.
    pub losses: u32,
}

impl Tally {
    /// Adds a game with 0, 1 or 2 half points.
    pub fn add(&mut self, half_points: u32) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Returns the number of games.
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Returns the points: one for a win, one half for a draw.
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    /// Returns the fraction of draws, from 0 to 1; 0 if there are no games.
    pub fn draw_rate(&self) -> f64 {
        f64::from(self.draws) / f64::from(self.games().max(1))
    }

    /// Returns the observed distribution of the score of a game.
    pub fn sample(&self) -> Sample {
        Sample::new(&[self.losses, self.draws, self.wins], 1)
    }
}

/// The numbers of pairs of games in which one player scored 0, 1/2, 1, 3/2 and 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct Pentanomial(pub [u32; 5]);

impl Pentanomial {
    /// Adds a pair with 0 to 4 half points.
    pub fn add(&mut self, half_points: u32) {
        if let Some(count) = self.0.get_mut(half_points as usize) {
            *count += 1;
        }
    }

    /// Returns the number of pairs.
    pub fn pairs(&self) -> u32 {
        self.0.iter().sum()
    }

    /// Returns the observed distribution of the score of a pair.
    pub fn sample(&self) -> Sample {
        Sample::new(&self.0, 2)
    }
}

impl std::ops::AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(count, more)| *count += more);
    }
}

impl std::ops::Add for Pentanomial {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// An observed distribution of scores between 0 and 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// The possible scores, which are equidistant, and how often each was observed.
    pub scores: Vec<(f64, f64)>,
    /// The number of games per observation.
    pub games_each: u32,
}

impl Sample {
    /// Creates a sample from the counts of equidistant scores from 0 to 1. `games_each` is the number of games per
    /// observation.
    pub fn new(counts: &[u32], games_each: u32) -> Self {
        let top = (counts.len().max(2) - 1) as f64;
        let score = |(index, &count): (usize, &u32)| (index as f64 / top, f64::from(count));
        Self {
            scores: counts.iter().enumerate().map(score).collect(),
            games_each,
        }
    }

    /// Returns the number of observations.
    pub fn size(&self) -> f64 {
        self.scores.iter().map(|(_, count)| count).sum()
    }

    /// Returns the mean score, from 0 to 1, or NaN for an empty sample.
    pub fn mean(&self) -> f64 {
        self.scores.iter().map(|(score, count)| score * count).sum::<f64>() / self.size()
    }

    /// Returns the variance of the score, or NaN for an empty sample.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        let squares = self.scores.iter().map(|(score, count)| (score - mean).powi(2) * count);
        squares.sum::<f64>() / self.size()
    }

    /// Returns the estimate of strength, or `None` for an empty sample.
    pub fn strength(&self) -> Option<Strength> {
        let size = self.size();
        if size == 0.0 {
            return None;
        }
        let (mean, variance) = (self.mean(), self.variance());
        let error = DEVIATIONS_95 * (variance / size).sqrt();
        let advantage = mean - 0.5;
        // Equal observations reveal nothing about the spread of the scores.
        let varied = variance > 0.0;
        let interval = |low: f64, high: f64| varied.then_some([low, high]);
        let per_game = (f64::from(self.games_each) * variance).sqrt();
        let normalised = NORMALISED_ELO * advantage / per_game;
        let normalised_error = NORMALISED_ELO * DEVIATIONS_95 / (f64::from(self.games_each) * size).sqrt();
        Some(Strength {
            score: mean,
            elo: elo(mean),
            elo_interval: interval(elo(mean - error), elo(mean + error)),
            normalised_elo: varied.then_some(normalised),
            normalised_elo_interval: interval(normalised - normalised_error, normalised + normalised_error),
            superiority: varied.then(|| normal_distribution(advantage / (variance / size).sqrt())),
        })
    }
}

/// An estimate of how much stronger one player is than another.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Strength {
    /// The mean score of a game, from 0 to 1.
    pub score: f64,
    /// The difference in Elo; infinite if one player won every game.
    pub elo: f64,
    /// The 95 % interval of the difference in Elo; `None` if all observations are equal.
    pub elo_interval: Option<[f64; 2]>,
    /// The normalised Elo: the advantage divided by the standard deviation of single games, in units similar to Elo. It
    /// determines how many games a test takes, and hardly depends on openings and draw rate. `None` if all observations
    /// are equal.
    pub normalised_elo: Option<f64>,
    /// The 95 % interval of the normalised Elo; `None` if all observations are equal.
    pub normalised_elo_interval: Option<[f64; 2]>,
    /// The likelihood of superiority, from 0 to 1; `None` if all observations are equal.
    pub superiority: Option<f64>,
}

/// Returns the difference in Elo for which the expected score is `score`: minus infinity up to 0, infinity from 1 on.
pub fn elo(score: f64) -> f64 {
    match score {
        ..=0.0 => f64::NEG_INFINITY,
        1.0.. => f64::INFINITY,
        // Adding zero turns a negative zero into a positive one.
        _ => 400.0 * (score / (1.0 - score)).log10() + 0.0,
    }
}

/// Returns the expected score of a player who is `elo` points stronger than the opponent.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Returns the cumulative standard normal distribution at `x`.
fn normal_distribution(x: f64) -> f64 {
    f64::midpoint(1.0, libm::erf(x / std::f64::consts::SQRT_2))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests whether a value agrees with a published value to within one percent, the tolerance of the authors of the
    /// examples.
    fn close(value: f64, published: f64) -> bool {
        (value - published).abs() <= 0.01 * (1.0 + published.abs())
    }

    fn half_width(interval: Option<[f64; 2]>) -> f64 {
        let [low, high] = interval.expect("results vary");
        (high - low) / 2.0
    }

    /// Checks the examples of fastchess's test suite (`app/tests/elo_test.cpp`): wins, losses, draws; normalised Elo
    /// and its error, Elo and its error, likelihood of superiority in percent.
    #[test]
    fn games_agree_with_fastchess() {
        for (wins, losses, draws, normalised, elo, superiority) in [
            (76, 89, 123, (-20.76, 40.13), None, Some(15.53)),
            (136, 96, 111, (49.77, 36.77), Some((40.70, 30.43)), Some(99.60)),
            (34, 356, 0, (-508.44, 34.48), None, None),
        ] {
            let strength = Tally { wins, draws, losses }
                .sample()
                .strength()
                .expect("there are games");
            assert!(
                close(strength.normalised_elo.unwrap_or(f64::NAN), normalised.0),
                "{strength:?}"
            );
            assert!(close(half_width(strength.normalised_elo_interval), normalised.1));
            if let Some((value, error)) = elo {
                assert!(close(strength.elo, value) && close(half_width(strength.elo_interval), error));
            }
            if let Some(percent) = superiority {
                assert!(
                    (strength.superiority.unwrap_or(f64::NAN) * 100.0 - percent).abs() < 0.006,
                    "{strength:?}"
                );
            }
        }
    }

    /// Checks the examples of fastchess's test suite (`app/tests/elo_test.cpp`) with pairs. fastchess counts a pair of
    /// two draws apart from a pair of a win and a loss; here both are one point.
    #[test]
    fn pairs_agree_with_fastchess() {
        for (pairs, normalised, elo, superiority) in [
            ([34, 54, 31 + 32, 64, 75], (57.94, 28.28), (55.58, 27.65), Some(100.0)),
            (
                [332, 433, 457 + 41, 333, 334],
                (-9.17, 10.96),
                (-8.64, 10.33),
                Some(5.05),
            ),
            (
                [7895, 8757, 5485 + 200, 568, 9999],
                (-19.01, 2.65),
                (-21.04, 2.95),
                None,
            ),
        ] {
            let strength = Pentanomial(pairs).sample().strength().expect("there are pairs");
            assert!(
                close(strength.normalised_elo.unwrap_or(f64::NAN), normalised.0),
                "{strength:?}"
            );
            assert!(close(half_width(strength.normalised_elo_interval), normalised.1));
            assert!(close(strength.elo, elo.0) && close(half_width(strength.elo_interval), elo.1));
            if let Some(percent) = superiority {
                assert!(
                    (strength.superiority.unwrap_or(f64::NAN) * 100.0 - percent).abs() < 0.006,
                    "{strength:?}"
                );
            }
        }
    }

    #[test]
    fn no_games_give_no_estimate() {
        assert_eq!(Tally::default().sample().strength(), None);
        assert_eq!(Pentanomial::default().sample().strength(), None);
        assert_eq!(Tally::default().draw_rate(), 0.0);
    }

    #[test]
    fn equal_results_have_no_interval() {
        for (pairs, elo) in [
            ([0, 0, 0, 0, 10], f64::INFINITY),
            ([10, 0, 0, 0, 0], f64::NEG_INFINITY),
            ([0, 0, 7, 0, 0], 0.0),
            ([0, 0, 0, 1, 0], 190.848_501_888_786_5),
        ] {
            let strength = Pentanomial(pairs).sample().strength().expect("there are pairs");
            assert!(
                strength.elo == elo || close(strength.elo, elo),
                "{} {elo}",
                strength.elo
            );
            assert_eq!((strength.elo_interval, strength.normalised_elo_interval), (None, None));
            assert_eq!((strength.normalised_elo, strength.superiority), (None, None));
        }
    }

    #[test]
    fn elo_and_score_are_inverse() {
        for difference in [-700.0, -10.0, 0.0, 1.0, 200.0] {
            assert!((elo(expected_score(difference)) - difference).abs() < 1e-9);
        }
        assert!((expected_score(200.0) - 0.7597).abs() < 1e-4, "the well-known 76 %");
    }

    /// Checks that the 95 % interval contains the true difference in about 19 of 20 simulations.
    #[test]
    fn intervals_hold_the_truth() {
        use rand::{Rng, SeedableRng};
        use rand_chacha::ChaCha8Rng;
        let mut random = ChaCha8Rng::seed_from_u64(20);
        let chances = [0.10, 0.20, 0.35, 0.25, 0.10];
        let truth = elo(chances.iter().enumerate().map(|(i, p)| p * i as f64 / 4.0).sum());
        let trials = 2000;
        let held = (0..trials).filter(|_| {
            let mut pairs = Pentanomial::default();
            for _ in 0..200 {
                let mut draw = random.random::<f64>();
                let index = chances.iter().position(|p| {
                    draw -= p;
                    draw < 0.0
                });
                pairs.add(index.unwrap_or(4) as u32);
            }
            let interval = pairs.sample().strength().and_then(|strength| strength.elo_interval);
            interval.is_some_and(|[low, high]| low <= truth && truth <= high)
        });
        let share = held.count() as f64 / f64::from(trials);
        assert!((0.935..0.965).contains(&share), "{share}");
    }
}

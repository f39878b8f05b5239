//! Estimates with 95 % intervals.

use serde::Serialize;

/// The half-width of the 95 % interval of a normal distribution, in standard deviations.
const DEVIATIONS_95: f64 = 1.959_963_985;

/// An estimate and its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// Returns the share of `count` in `all`, from 0 to 1, with Wilson's interval; `None` if `all` is 0.
    pub fn share(count: u64, all: u64) -> Option<Self> {
        if all == 0 {
            return None;
        }
        let (n, z2) = (all as f64, DEVIATIONS_95 * DEVIATIONS_95);
        let value = count.min(all) as f64 / n;
        let middle = (value + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let half = DEVIATIONS_95 * (value * (1.0 - value) / n + z2 / (4.0 * n * n)).sqrt() / (1.0 + z2 / n);
        Some(Self {
            value,
            low: (middle - half).max(0.0).min(value),
            high: (middle + half).min(1.0).max(value),
        })
    }

    /// Returns the mean of a sample with the interval of a normal distribution; `None` for fewer than two values.
    pub fn mean(sample: &[f64]) -> Option<Self> {
        if sample.len() < 2 {
            return None;
        }
        let n = sample.len() as f64;
        let value = sample.iter().sum::<f64>() / n;
        let variance = sample.iter().map(|x| (x - value).powi(2)).sum::<f64>() / (n - 1.0);
        let half = DEVIATIONS_95 * (variance / n).sqrt();
        Some(Self {
            value,
            low: value - half,
            high: value + half,
        })
    }

    /// Returns the ratio of two numbers, each of which is a sum over games. The interval assumes that games are
    /// independent of each other, but not that events within a game are. Returns `None` if the second sum is 0, or if
    /// there are fewer than two games.
    pub fn ratio(games: &[(u64, u64)]) -> Option<Self> {
        let sum = |part: fn(&(u64, u64)) -> u64| games.iter().map(part).sum::<u64>() as f64;
        let (count, all) = (sum(|game| game.0), sum(|game| game.1));
        if all == 0.0 || games.len() < 2 {
            return None;
        }
        let value = count / all;
        let square = |game: &(u64, u64)| (game.0 as f64 - value * game.1 as f64).powi(2);
        let n = games.len() as f64;
        let variance = games.iter().map(square).sum::<f64>() * n / (n - 1.0) / (all * all);
        let half = DEVIATIONS_95 * variance.sqrt();
        Some(Self {
            value,
            low: value - half,
            high: value + half,
        })
    }

    /// Returns the [ratio](Self::ratio) of a part to the whole. The interval is clamped to the range from 0 to 1.
    pub fn share_in_games(games: &[(u64, u64)]) -> Option<Self> {
        let ratio = Self::ratio(games)?;
        Some(Self {
            low: ratio.low.max(0.0),
            high: ratio.high.min(1.0),
            ..ratio
        })
    }

    /// Returns the mean score of games, from 0 to 1, from the numbers of wins, draws and losses; `None` if there are no
    /// games. If all games have one result, the interval shows how frequent other results could still be.
    pub fn score([wins, draws, losses]: [u64; 3]) -> Option<Self> {
        let games = wins + draws + losses;
        let n = games as f64;
        let value = (wins as f64 + draws as f64 / 2.0) / n;
        if [wins, draws, losses].contains(&games) {
            let unseen = Self::share(0, games)?.high;
            return Some(Self {
                value,
                low: value - unseen * value,
                high: value + unseen * (1.0 - value),
            });
        }
        let square = (wins as f64 + draws as f64 / 4.0) / n - value * value;
        let half = DEVIATIONS_95 * (square / (n - 1.0)).sqrt();
        Some(Self {
            value,
            low: (value - half).max(0.0),
            high: (value + half).min(1.0),
        })
    }

    /// Returns the difference of this estimate from an independent one, `self` minus `other`. The interval combines the
    /// intervals of both (Newcombe, *Interval estimation for the difference between independent proportions*, 1998).
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        let value = self.value - other.value;
        let below = (self.value - self.low).hypot(other.high - other.value);
        let above = (self.high - self.value).hypot(other.value - other.low);
        Self {
            value,
            low: value - below,
            high: value + above,
        }
    }

    /// Returns whether a number lies within the interval.
    pub fn includes(self, number: f64) -> bool {
        (self.low..=self.high).contains(&number)
    }
}

/// The quartiles of a sample, by linear interpolation, with its extremes.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Spread {
    /// The smallest value.
    pub least: f64,
    /// The value below which a quarter of the sample lies.
    pub lower: f64,
    /// The value below which half of the sample lies.
    pub median: f64,
    /// The value below which three quarters of the sample lie.
    pub upper: f64,
    /// The largest value.
    pub most: f64,
}

impl Spread {
    /// Returns the quartiles of a sample; `None` if it is empty.
    pub fn of(sample: &[u32]) -> Option<Self> {
        let mut sorted = sample.to_vec();
        sorted.sort_unstable();
        let last = sorted.len().checked_sub(1)?;
        let at = |fraction: f64| {
            let place = fraction * last as f64;
            let below = f64::from(sorted[place.floor() as usize]);
            let above = f64::from(sorted[place.ceil() as usize]);
            below + (above - below) * place.fract()
        };
        Some(Self {
            least: at(0.0),
            lower: at(0.25),
            median: at(0.5),
            upper: at(0.75),
            most: at(1.0),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asserts that an estimate has a value and an interval, to three decimals.
    fn assert_is(estimate: Option<Estimate>, expected: [f64; 3]) {
        let Estimate { value, low, high } = estimate.expect("an estimate");
        for (found, expected) in [value, low, high].into_iter().zip(expected) {
            assert!((found - expected).abs() < 0.0006, "{found} instead of {expected}");
        }
    }

    #[test]
    fn shares_have_the_published_intervals_of_wilson() {
        // Newcombe 1998, *Two-sided confidence intervals for the single proportion*, table I, method 3.
        assert_is(Estimate::share(81, 263), [0.308, 0.255, 0.366]);
        assert_is(Estimate::share(15, 148), [0.101, 0.062, 0.161]);
        assert_is(Estimate::share(0, 20), [0.0, 0.0, 0.161]);
        assert_is(Estimate::share(1, 29), [0.034, 0.006, 0.172]);
        assert_eq!(Estimate::share(0, 0), None);
    }

    #[test]
    fn differences_have_the_published_intervals_of_newcombe() {
        // Newcombe 1998, *Interval estimation for the difference between independent proportions*, table II, method 10.
        let difference = |one: (u64, u64), other: (u64, u64)| {
            let [one, other] = [one, other].map(|(count, all)| Estimate::share(count, all).expect("a share"));
            Some(one.minus(other))
        };
        assert_is(difference((56, 70), (48, 80)), [0.2, 0.0524, 0.3339]);
        assert_is(difference((9, 10), (3, 10)), [0.6, 0.1705, 0.8090]);
        assert_is(difference((10, 10), (0, 20)), [1.0, 0.6791, 1.0]);
    }

    #[test]
    fn scores_have_intervals_even_if_all_games_end_alike() {
        // Ten wins, ten draws and twenty losses: the variance of a game is 0.171875.
        assert_is(Estimate::score([10, 10, 20]), [0.375, 0.2449, 0.5051]);
        assert_is(Estimate::score([20, 0, 0]), [1.0, 0.839, 1.0]);
        assert_is(Estimate::score([0, 20, 0]), [0.5, 0.4195, 0.5805]);
        assert_is(Estimate::score([0, 0, 20]), [0.0, 0.0, 0.161]);
        assert_eq!(Estimate::score([0; 3]), None);
    }

    #[test]
    fn shares_in_games_vary_as_the_games_do() {
        let alike = Estimate::share_in_games(&[(1, 4), (2, 8), (3, 12)]);
        assert_is(alike, [0.25, 0.25, 0.25]);
        // The squares of the deviations are 1 and 1; their sum times 2 is divided by the square of 8.
        let different = Estimate::share_in_games(&[(2, 4), (0, 4)]);
        assert_is(different, [0.25, 0.0, 0.25 + DEVIATIONS_95 * 0.25]);
        assert_is(
            Estimate::ratio(&[(2, 4), (0, 4)]),
            [0.25, 0.25 - DEVIATIONS_95 * 0.25, 0.25 + DEVIATIONS_95 * 0.25],
        );
        assert_eq!(Estimate::share_in_games(&[(1, 2)]), None);
        assert_eq!(Estimate::share_in_games(&[(0, 0), (0, 0)]), None);
    }

    #[test]
    fn means_and_quartiles_are_those_of_the_sample() {
        assert_is(Estimate::mean(&[1.0, 2.0, 3.0, 4.0]), [2.5, 1.2349, 3.7651]);
        assert_eq!(Estimate::mean(&[1.0]), None);
        let spread = Spread::of(&[4, 1, 3, 2]).expect("a sample");
        assert_eq!((spread.lower, spread.median, spread.upper), (1.75, 2.5, 3.25));
        assert_eq!((spread.least, spread.most), (1.0, 4.0));
        assert_eq!(Spread::of(&[]), None);
    }
}

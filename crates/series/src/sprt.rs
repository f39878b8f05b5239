//! The sequential probability ratio test (SPRT), which stops a match as soon as the result is certain enough.
//!
//! The test is the generalised SPRT (GSPRT) of fishtest, after Michel Van den Bergh's notes. It uses the log-likelihood
//! ratio (LLR) of the most likely distributions of results under both hypotheses.

use std::str::FromStr;

use serde::Serialize;

use crate::settings::settings;
use crate::statistics::{NORMALISED_ELO, Sample, expected_score};

/// The unit of the differences that a test compares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Ordinary (logistic) Elo.
    #[default]
    Logistic,
    /// Normalised Elo, with which the length of a test hardly depends on the openings and the draw rate.
    Normalized,
}

/// A test of the null hypothesis "the difference is `elo0`" against the alternative "the difference is `elo1`".
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Sprt {
    /// The difference in Elo under the null hypothesis.
    pub elo0: f64,
    /// The difference in Elo under the alternative, greater than `elo0`.
    pub elo1: f64,
    /// The probability of accepting the alternative when the null hypothesis is true, between 0 and 0.5.
    pub alpha: f64,
    /// The probability of accepting the null hypothesis when the alternative is true, between 0 and 0.5.
    pub beta: f64,
    /// The unit of `elo0` and `elo1`.
    pub model: Model,
}

/// The result of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Verdict {
    /// The null hypothesis is accepted.
    H0,
    /// The alternative is accepted.
    H1,
}

/// The reason why the text of a test cannot be parsed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SprtError {
    /// An unknown setting, or a setting with a value that is not valid.
    #[error("expected elo0=, elo1=, alpha=, beta= or model=, not '{0}'")]
    Setting(String),
    /// A number that is out of range, or an `elo1` that is not greater than `elo0`.
    #[error("an SPRT needs elo0 < elo1 and error rates alpha and beta between 0 and 0.5")]
    Range,
}

impl FromStr for Sprt {
    type Err = SprtError;

    /// Parses settings such as `elo0=0 elo1=10 alpha=0.05 beta=0.05 model=logistic`. The values in this example are the
    /// defaults.
    fn from_str(text: &str) -> Result<Self, SprtError> {
        let mut sprt = Self {
            elo0: 0.0,
            elo1: 10.0,
            alpha: 0.05,
            beta: 0.05,
            model: Model::Logistic,
        };
        for setting in settings(text) {
            let (name, value) = setting.map_err(|word| SprtError::Setting(word.to_owned()))?;
            let unknown = || SprtError::Setting(format!("{name}={value}"));
            let number = || value.parse::<f64>().map_err(|_| unknown());
            match name {
                "elo0" => sprt.elo0 = number()?,
                "elo1" => sprt.elo1 = number()?,
                "alpha" => sprt.alpha = number()?,
                "beta" => sprt.beta = number()?,
                "model" if value == "logistic" => sprt.model = Model::Logistic,
                "model" if value == "normalized" => sprt.model = Model::Normalized,
                _ => return Err(unknown()),
            }
        }
        let rate = |rate: f64| rate > 0.0 && rate < 0.5;
        let finite = sprt.elo0.is_finite() && sprt.elo1.is_finite();
        if finite && sprt.elo0 < sprt.elo1 && rate(sprt.alpha) && rate(sprt.beta) {
            Ok(sprt)
        } else {
            Err(SprtError::Range)
        }
    }
}

impl Sprt {
    /// Returns the bounds of the LLR. The test accepts the null hypothesis at or below the first bound, and the
    /// alternative at or above the second.
    pub fn bounds(&self) -> [f64; 2] {
        [
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        ]
    }

    /// Returns the LLR of a sample; 0 if it is empty.
    pub fn llr(&self, sample: &Sample) -> f64 {
        let distribution = regularised(sample);
        let size = distribution.iter().map(|(_, count)| count).sum::<f64>();
        if sample.size() == 0.0 {
            return 0.0;
        }
        let frequencies: Vec<_> = distribution
            .iter()
            .map(|&(score, count)| (score, count / size))
            .collect();
        let most_likely = |elo: f64| match self.model {
            Model::Logistic => with_mean(&frequencies, expected_score(elo)),
            Model::Normalized => {
                let advantage = elo / NORMALISED_ELO * f64::from(sample.games_each).sqrt();
                with_advantage(&frequencies, advantage)
            }
        };
        let (null, alternative) = (most_likely(self.elo0), most_likely(self.elo1));
        let ratios = null.iter().zip(&alternative).map(|(q0, q1)| (q1 / q0).ln());
        size * frequencies
            .iter()
            .zip(ratios)
            .map(|((_, p), ratio)| p * ratio)
            .sum::<f64>()
    }

    /// Returns the verdict for an LLR, or `None` between the bounds.
    pub fn verdict(&self, llr: f64) -> Option<Verdict> {
        let [lower, upper] = self.bounds();
        if llr <= lower {
            Some(Verdict::H0)
        } else if llr >= upper {
            Some(Verdict::H1)
        } else {
            None
        }
    }
}

/// Replaces counts of zero by 0.001, so that every mean between the extreme scores stays possible.
fn regularised(sample: &Sample) -> Vec<(f64, f64)> {
    let tiny = |&(score, count): &(f64, f64)| (score, if count == 0.0 { 1e-3 } else { count });
    sample.scores.iter().map(tiny).collect()
}

/// Returns the most likely distribution with mean `mean`, given the observed frequencies.
fn with_mean(frequencies: &[(f64, f64)], mean: f64) -> Vec<f64> {
    let deviations: Vec<_> = frequencies.iter().map(|&(score, p)| (score - mean, p)).collect();
    tilted(&deviations)
}

/// Returns the most likely distribution whose mean exceeds one half by `advantage` times its standard deviation, given
/// the observed frequencies. Each step of the iteration linearises the constraint at the previous distribution.
fn with_advantage(frequencies: &[(f64, f64)], advantage: f64) -> Vec<f64> {
    let count = frequencies.len() as f64;
    let mut distribution = vec![1.0 / count; frequencies.len()];
    for _ in 0..100 {
        let weighted = || {
            frequencies
                .iter()
                .zip(&distribution)
                .map(|(&(score, _), &q)| (score, q))
        };
        let mean = weighted().map(|(score, q)| score * q).sum::<f64>();
        let deviation = weighted()
            .map(|(score, q)| (score - mean).powi(2) * q)
            .sum::<f64>()
            .sqrt();
        let deviations: Vec<_> = frequencies
            .iter()
            .map(|&(score, p)| {
                let slope = 1.0 + ((mean - score) / deviation).powi(2);
                (score - 0.5 - advantage * deviation * slope / 2.0, p)
            })
            .collect();
        let next = tilted(&deviations);
        let change = next
            .iter()
            .zip(&distribution)
            .map(|(a, b)| (a - b).abs())
            .fold(0.0, f64::max);
        distribution = next;
        if change < 1e-12 {
            break;
        }
    }
    distribution
}

/// Returns the most likely distribution with mean zero, given pairs of a value and its observed frequency `p`. The
/// probabilities are `p / (1 + theta * value)`, with `theta` found by bisection. Returns the frequencies unchanged if
/// the values do not lie on both sides of zero.
fn tilted(values: &[(f64, f64)]) -> Vec<f64> {
    let (least, greatest) = values
        .iter()
        .fold((0.0, 0.0), |(least, greatest): (f64, f64), (value, _)| {
            (least.min(*value), greatest.max(*value))
        });
    if least == 0.0 || greatest == 0.0 {
        // The values do not lie on both sides of zero, so there is no interval for the bisection.
        return values.iter().map(|(_, p)| *p).collect();
    }
    let (mut low, mut high) = (-1.0 / greatest, -1.0 / least);
    for _ in 0..200 {
        let theta = f64::midpoint(low, high);
        let mean: f64 = values.iter().map(|(value, p)| p * value / (1.0 + theta * value)).sum();
        if mean > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
    }
    let theta = f64::midpoint(low, high);
    values.iter().map(|(value, p)| p / (1.0 + theta * value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::{Pentanomial, Tally};

    fn sprt(text: &str) -> Sprt {
        text.parse().expect("a test")
    }

    /// Checks the examples of fastchess's test suite (`app/tests/sprt_test.cpp`), except for the examples of its
    /// Bayesian model.
    #[test]
    fn ratios_agree_with_fastchess() {
        let tally = |wins, losses, draws| Tally { wins, draws, losses }.sample();
        let pairs = |counts: [u32; 5]| Pentanomial(counts).sample();
        for (setting, sample, published) in [
            ("elo0=0 elo1=2 model=normalized", tally(36433, 36027, 68692), 0.92),
            (
                "elo0=-1.75 elo1=0.25 model=normalized",
                tally(10871, 10650, 20431),
                2.30,
            ),
            ("elo0=0.5 elo1=2.5", tally(21404, 21184, 40708), -1.57),
            ("elo0=0 elo1=2", tally(57433, 57030, 106_593), -2.59),
            (
                "elo0=0 elo1=2 model=normalized",
                pairs([365, 16618, 36229, 16974, 390]),
                2.25,
            ),
            (
                "elo0=-1.75 elo1=0.25 model=normalized",
                pairs([127, 4883, 10712, 5150, 104]),
                3.01,
            ),
            ("elo0=0.5 elo1=2.5", pairs([223, 9863, 21279, 10037, 246]), -3.07),
            ("elo0=0 elo1=2", pairs([871, 26175, 55983, 26678, 821]), -4.98),
        ] {
            let llr = sprt(setting).llr(&sample);
            assert!(
                (llr - published).abs() <= 0.01 * (1.0 + published.abs()),
                "{setting}: {llr} for {published}"
            );
        }
    }

    #[test]
    fn degenerate_results_have_finite_ratios() {
        let test = sprt("elo0=0 elo1=10");
        assert_eq!(test.llr(&Pentanomial::default().sample()), 0.0);
        for setting in ["elo0=0 elo1=10", "elo0=0 elo1=10 model=normalized"] {
            let llr = |counts| sprt(setting).llr(&Pentanomial(counts).sample());
            assert!(llr([0, 0, 0, 0, 50]) > 0.0);
            assert!(llr([50, 0, 0, 0, 0]) < 0.0);
            assert!(llr([0, 0, 50, 0, 0]) < 0.0);
            assert!(llr([0, 0, 0, 0, 100]).is_finite());
        }
        assert!(
            (sprt("elo0=-5 elo1=5").llr(&Pentanomial([3, 9, 20, 9, 3]).sample())).abs() < 1e-9,
            "symmetric"
        );
    }

    #[test]
    fn bounds_are_the_well_known_ones() {
        let [lower, upper] = sprt("").bounds();
        assert!((lower + 2.944).abs() < 1e-3 && (upper - 2.944).abs() < 1e-3);
        assert_eq!(sprt("").verdict(-3.0), Some(Verdict::H0));
        assert_eq!(sprt("").verdict(3.0), Some(Verdict::H1));
        assert_eq!(sprt("").verdict(2.9), None);
    }

    #[test]
    fn bad_settings_are_refused() {
        for text in [
            "elo0=5 elo1=5",
            "alpha=0",
            "alpha=0.7",
            "elo2=3",
            "elo0",
            "elo1=ten",
            "model=bayesian",
            "elo1=inf",
        ] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
    }

    /// Simulates a test with pairs of independent games, of which 35 % are drawn. `elo` is the true difference. Returns
    /// the number of games until the test ends, and its verdict.
    fn simulate(test: Sprt, elo: f64, random: &mut impl rand::Rng) -> (u32, Verdict) {
        let draws = 0.35;
        let wins = expected_score(elo) - draws / 2.0;
        let mut pairs = Pentanomial::default();
        loop {
            let mut game = || match random.random::<f64>() {
                draw if draw < wins => 2,
                draw if draw < wins + draws => 1,
                _ => 0,
            };
            pairs.add(game() + game());
            if let Some(verdict) = test.verdict(test.llr(&pairs.sample())) {
                return (2 * pairs.pairs(), verdict);
            }
        }
    }

    /// Compares simulated tests with published mean numbers of games for a draw rate of 35 %, and with the error rate
    /// of 5 % that `alpha` and `beta` set. The tolerance is wide, because the theory holds for many games, and because
    /// the unit of the theory is a game, while the simulation counts pairs.
    #[test]
    fn simulated_tests_match_expected_length_and_error_rate() {
        use rand::SeedableRng;
        use rand_chacha::ChaCha8Rng;
        let mut random = ChaCha8Rng::seed_from_u64(3);
        for (setting, elo, published) in [("elo0=0 elo1=10", 50.0, 507.0), ("elo0=0 elo1=50", 50.0, 153.0)] {
            let trials = 100;
            let games: u32 = (0..trials).map(|_| simulate(sprt(setting), elo, &mut random).0).sum();
            let mean = f64::from(games) / f64::from(trials);
            assert!((mean / published - 1.0).abs() < 0.25, "{setting} at {elo}: {mean}");
        }
        for (elo, wrong) in [(0.0, Verdict::H1), (50.0, Verdict::H0)] {
            let trials = 200;
            let errors = (0..trials).filter(|_| simulate(sprt("elo1=50"), elo, &mut random).1 == wrong);
            let rate = errors.count() as f64 / f64::from(trials);
            assert!(rate < 0.09, "{elo}: {rate}");
        }
    }
}

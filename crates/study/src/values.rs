//! Estimates what pieces are worth: a logistic regression of results on material, with intervals from bootstrapping the
//! games.

use kurier_rules::random::SplitMix64;

use crate::counts::GameCount;
use crate::interval::Estimate;

/// The strength of the ridge penalty, which pulls the coefficients towards zero; a game has the weight 1. Without the
/// penalty, pieces that only winners have would be worth infinitely much.
const RIDGE: f64 = 1.0;
/// The number of sweeps over all coefficients in a fit.
const SWEEPS: usize = 40;
/// The number of sweeps in a fit to resampled games. It is smaller, because such a fit starts from the fit to all
/// games.
const RESAMPLED_SWEEPS: usize = 12;
/// The number of times that games are resampled.
const RESAMPLES: usize = 200;
/// A piece type is estimated only if the sides had different numbers of it in at least this many games.
const LEAST_GAMES: usize = 10;
/// The quantiles of the resampled values that bound the 95 % interval.
const QUANTILES: [f64; 2] = [0.025, 0.975];
/// The maximum absolute value of log-odds; larger values are clamped.
const LARGEST: f64 = 30.0;

/// The material of a position and the result of its game.
struct Sample {
    /// The game's place among all games with samples.
    game: usize,
    /// White's number of pieces minus Black's, by estimated piece type.
    material: Vec<f64>,
    /// White's score of the game: 0, one half or 1.
    score: f64,
    /// The weight of the sample. The weights of all samples of a game add up to 1.
    weight: f64,
}

/// Estimates the value of each piece type. The estimates are scaled so that the starting army, which has `army` pieces
/// of each type, has the total value that the known values in `scale` give it. Returns `None` for types about which the
/// games reveal too little.
pub(crate) fn values(games: &[GameCount], army: &[f64], scale: &[f64]) -> Vec<Option<Estimate>> {
    let mut estimates = vec![None; army.len()];
    let differs = |kind: usize| {
        let with = |game: &&GameCount| game.imbalances.iter().any(|material| material[kind] != 0);
        games.iter().filter(with).count()
    };
    let kinds: Vec<usize> = (0..army.len()).filter(|kind| differs(*kind) >= LEAST_GAMES).collect();
    let (samples, number) = samples(games, &kinds);
    if kinds.is_empty() || samples.is_empty() {
        return estimates;
    }
    let pick = |values: &[f64]| -> Vec<f64> { kinds.iter().map(|kind| values[*kind]).collect() };
    let (army, scale) = (pick(army), pick(scale));
    let worth = |values: &[f64]| -> f64 { values.iter().zip(&army).map(|(value, number)| value * number).sum() };
    let known = worth(&scale);
    let scaled = |coefficients: &[f64]| -> Vec<f64> {
        let values = &coefficients[1..];
        let all = worth(values);
        values.iter().map(|value| value * known / all).collect()
    };
    let mut fit = vec![0.0; kinds.len() + 1];
    improve(&mut fit, &samples, &vec![1.0; number], SWEEPS);
    // An army that is worth nothing cannot be scaled.
    if worth(&fit[1..]) <= 0.0 || known <= 0.0 {
        return estimates;
    }
    let mut random = SplitMix64::new(1);
    let mut resampled = vec![Vec::with_capacity(RESAMPLES); kinds.len()];
    for _ in 0..RESAMPLES {
        let mut times = vec![0.0; number];
        for _ in 0..number {
            times[random.below(number as u64) as usize] += 1.0;
        }
        let mut again = fit.clone();
        improve(&mut again, &samples, &times, RESAMPLED_SWEEPS);
        if worth(&again[1..]) > 0.0 {
            for (values, value) in resampled.iter_mut().zip(scaled(&again)) {
                values.push(value);
            }
        }
    }
    for ((kind, value), mut others) in kinds.iter().zip(scaled(&fit)).zip(resampled) {
        others.sort_by(f64::total_cmp);
        let at = |quantile: f64| {
            others
                .get((quantile * (others.len() - 1) as f64).round() as usize)
                .copied()
        };
        if let ([Some(low), Some(high)], false) = (QUANTILES.map(at), others.is_empty()) {
            estimates[*kind] = Some(Estimate {
                value,
                low: low.min(value),
                high: high.max(value),
            });
        }
    }
    estimates
}

/// Returns the samples of all finished games, and the number of games that have samples.
fn samples(games: &[GameCount], kinds: &[usize]) -> (Vec<Sample>, usize) {
    let mut samples = Vec::new();
    let mut number = 0;
    for game in games {
        let Some(score) = game.score().filter(|_| !game.imbalances.is_empty()) else {
            continue;
        };
        samples.extend(game.imbalances.iter().map(|material| Sample {
            game: number,
            material: kinds.iter().map(|kind| f64::from(material[*kind])).collect(),
            score,
            weight: 1.0 / game.imbalances.len() as f64,
        }));
        number += 1;
    }
    (samples, number)
}

/// Updates the coefficients of a logistic regression by Newton's method, one coefficient at a time. The first
/// coefficient is White's advantage. `times` says how often each game counts.
fn improve(coefficients: &mut [f64], samples: &[Sample], times: &[f64], sweeps: usize) {
    let weights: Vec<f64> = samples
        .iter()
        .map(|sample| sample.weight * times[sample.game])
        .collect();
    let mut odds: Vec<f64> = samples
        .iter()
        .map(|sample| {
            let material = sample.material.iter().zip(&coefficients[1..]);
            coefficients[0] + material.map(|(number, value)| number * value).sum::<f64>()
        })
        .collect();
    for _ in 0..sweeps {
        for (place, coefficient) in coefficients.iter_mut().enumerate() {
            let number = |sample: &Sample| place.checked_sub(1).map_or(1.0, |kind| sample.material[kind]);
            let (mut slope, mut curvature) = (RIDGE * *coefficient, RIDGE);
            for ((sample, weight), odds) in samples.iter().zip(&weights).zip(&odds) {
                let x = number(sample);
                if x != 0.0 && *weight != 0.0 {
                    let expected = 1.0 / (1.0 + (-odds.clamp(-LARGEST, LARGEST)).exp());
                    slope += weight * x * (expected - sample.score);
                    curvature += weight * x * x * expected * (1.0 - expected);
                }
            }
            let step = (slope / curvature).clamp(-1.0, 1.0);
            *coefficient -= step;
            for (sample, odds) in samples.iter().zip(&mut odds) {
                *odds -= step * number(sample);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use kurier_formats::pgn::GameResult;

    use super::*;

    /// Returns a game with the given material and result.
    fn game(material: &[i16], result: GameResult) -> GameCount {
        GameCount {
            result,
            imbalances: vec![material.to_vec()],
            ..GameCount::default()
        }
    }

    /// Returns games whose results follow known values, in log-odds.
    fn games(values: [f64; 2], number: u64) -> Vec<GameCount> {
        let mut random = SplitMix64::new(7);
        let one = |_| {
            let material = [(); 2].map(|()| random.below(3) as i16 - 1);
            let odds: f64 = material
                .iter()
                .zip(values)
                .map(|(number, value)| f64::from(*number) * value)
                .sum();
            let chance = 1.0 / (1.0 + (-odds).exp());
            let won = (random.below(1 << 20) as f64) < chance * f64::from(1 << 20);
            let result = if won {
                GameResult::WhiteWins
            } else {
                GameResult::BlackWins
            };
            game(&[0, material[0], material[1]], result)
        };
        (0..number).map(one).collect()
    }

    #[test]
    fn known_values_are_found() {
        // One piece is worth three times as much as the other; together they are worth eight.
        let values = values(&games([0.5, 1.5], 4000), &[1.0, 1.0, 1.0], &[200.0, 4.0, 4.0]);
        assert_eq!(values[0], None);
        for (value, expected) in values[1..].iter().zip([2.0, 6.0]) {
            let value = value.expect("an estimate");
            assert!((value.value - expected).abs() < 0.4, "{value:?}");
            assert!(value.includes(expected), "{value:?}");
            assert!(value.high - value.low < 1.5, "{value:?}");
        }
    }

    #[test]
    fn more_games_give_shorter_intervals() {
        let length = |number| {
            let values = values(&games([0.5, 1.5], number), &[1.0; 3], &[4.0; 3]);
            let value = values[1].expect("an estimate");
            value.high - value.low
        };
        assert!(length(4000) < 0.7 * length(400));
    }

    #[test]
    fn games_without_different_material_say_nothing() {
        assert_eq!(values(&[], &[1.0], &[1.0]), [None]);
        let even = vec![game(&[0], GameResult::WhiteWins); 50];
        assert_eq!(values(&even, &[1.0], &[1.0]), [None]);
        let unfinished = vec![game(&[1], GameResult::Unfinished); 50];
        assert_eq!(values(&unfinished, &[1.0], &[1.0]), [None]);
    }
}

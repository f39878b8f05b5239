//! Fits a model of win probabilities to self-play games: the chances of winning and losing as functions of the score.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

use kurier_engine::eval::WinRateModel;
use kurier_engine::session::Board;
use kurier_rules::rules::{Color, Definition};

use crate::archive::Game;

/// Scores whose absolute value is greater than this, in centipawns, are ignored, because the game is decided.
const LIMIT: i32 = 3000;
/// The width of the intervals, in centipawns, in which the fit counts scores.
const STEP: i32 = 25;
/// The width of the intervals, in centipawns, in which the printed table counts scores.
const ROW: i32 = 100;
/// The minimum number of positions in an interval of the printed table. Intervals with fewer positions are left out.
const ENOUGH: u64 = 100;

/// The results, for the side to move, of the positions whose scores are in one interval.
#[derive(Clone, Copy, Default, Debug)]
struct Counts {
    wins: u64,
    draws: u64,
    losses: u64,
}

impl Counts {
    /// Returns the number of positions.
    fn all(self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

/// A fitted model, and the counts that it was fitted to.
#[derive(Clone, Debug)]
pub struct FittedWinRate {
    /// The fitted model.
    pub model: WinRateModel,
    /// The name of the variant.
    game: String,
    /// The key under which the engine looks up the model of the variant: the hash of its rules.
    key: String,
    /// The results by score, rounded to multiples of [`ROW`].
    counts: BTreeMap<i32, Counts>,
}

/// Fits the model of a variant to the positions of all finished games by maximum likelihood.
pub fn fit(definition: &Arc<Definition>, games: &[Game]) -> FittedWinRate {
    let counts = count(definition, games, STEP);
    let likelihood = |model: WinRateModel| {
        counts
            .iter()
            .map(|(score, counts)| log_likelihood(model, *score, *counts))
            .sum()
    };
    FittedWinRate {
        model: most_likely(likelihood),
        game: definition.name.clone(),
        key: WinRateModel::key(definition),
        counts: count(definition, games, ROW),
    }
}

/// Counts the results of positions by score, rounded to multiples of `step`.
fn count(definition: &Arc<Definition>, games: &[Game], step: i32) -> BTreeMap<i32, Counts> {
    let mut counts: BTreeMap<i32, Counts> = BTreeMap::new();
    let mut board = Board::new(definition);
    for game in games {
        let Some(white) = game.result.score() else { continue };
        if board.set_up(Some(&game.fen)).is_err() {
            continue;
        }
        let mut side = board.side();
        for (_, score) in &game.turns {
            if score.abs() <= LIMIT {
                let row = counts.entry((score + step / 2).div_euclid(step) * step).or_default();
                let points = if side == Color::White { white } else { 1.0 - white };
                match points {
                    1.0 => row.wins += 1,
                    0.0 => row.losses += 1,
                    _ => row.draws += 1,
                }
            }
            side = !side;
        }
    }
    counts
}

/// Returns the log-likelihood of the results of positions with this score.
fn log_likelihood(model: WinRateModel, score: i32, counts: Counts) -> f64 {
    let (win, loss) = (model.win(score.into()), model.win((-score).into()));
    let part = |count: u64, chance: f64| count as f64 * chance.max(1e-6).ln();
    part(counts.wins, win) + part(counts.draws, 1.0 - win - loss) + part(counts.losses, loss)
}

/// Returns the model with the greatest likelihood, found by pattern search: tries neighbours of the best model so far,
/// and halves their distance if none of them is better.
fn most_likely(likelihood: impl Fn(WinRateModel) -> f64) -> WinRateModel {
    let mut best = WinRateModel {
        even: 300.0,
        spread: 200.0,
    };
    let mut highest = likelihood(best);
    let mut width = 100.0;
    while width >= 1.0 {
        let mut found = false;
        for (even, spread) in [(-width, 0.0), (width, 0.0), (0.0, -width), (0.0, width)] {
            let model = WinRateModel {
                even: best.even + even,
                spread: best.spread + spread,
            };
            if model.even < 0.0 || model.spread < 1.0 {
                continue;
            }
            let likelihood = likelihood(model);
            if likelihood > highest {
                (best, highest, found) = (model, likelihood, true);
                break;
            }
        }
        if !found {
            width /= 2.0;
        }
    }
    best
}

impl Display for FittedWinRate {
    fn fmt(&self, text: &mut Formatter) -> fmt::Result {
        let WinRateModel { even, spread } = self.model;
        writeln!(
            text,
            "\"{}\" = {{ even = {even:.0}, spread = {spread:.0} }} # {}",
            self.key, self.game
        )?;
        writeln!(text, "#  score  positions    wins  model   points  model")?;
        for (score, counts) in &self.counts {
            if counts.all() < ENOUGH {
                continue;
            }
            let (win, loss) = (self.model.win((*score).into()), self.model.win((-*score).into()));
            let part = |count: u64| count as f64 / counts.all() as f64;
            let (wins, points) = (part(counts.wins), part(counts.wins) + part(counts.draws) / 2.0);
            writeln!(
                text,
                "# {score:>6} {:>10} {:>5.1} % {:>4.1} % {:>6.1} % {:>4.1} %",
                counts.all(),
                100.0 * wins,
                100.0 * win,
                100.0 * points,
                50.0 * (1.0 + win - loss),
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use kurier_rules::rules::Catalogue;
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::archive::GameResult;

    #[test]
    fn a_known_model_is_found_again() {
        let truth = WinRateModel {
            even: 320.0,
            spread: 140.0,
        };
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let games: Vec<Game> = (0..20_000)
            .map(|index| {
                let score = random.random_range(-900..900);
                let white = index % 2 == 0;
                let lot: f64 = random.random();
                let side = if white { Color::White } else { Color::Black };
                let result = if lot < truth.win(score.into()) {
                    GameResult::Win(side)
                } else if lot > 1.0 - truth.win((-score).into()) {
                    GameResult::Win(!side)
                } else {
                    GameResult::Draw
                };
                Game {
                    index,
                    fen: format!("4k3/8/8/8/8/8/4P3/4K3 {} - - 0 1", side.letter()),
                    result,
                    reason: String::new(),
                    turns: vec![("a1a2".into(), score)],
                }
            })
            .collect();
        let chess = Catalogue::built_in().get("chess").expect("a built-in game");
        let fitted = fit(&chess, &games);
        assert!((fitted.model.even - truth.even).abs() < 15.0, "{:?}", fitted.model);
        assert!((fitted.model.spread - truth.spread).abs() < 10.0, "{:?}", fitted.model);
        assert!(
            fitted
                .to_string()
                .starts_with(&format!("\"{}\" = ", WinRateModel::key(&chess)))
        );
    }
}

//! The evaluation as a smooth function of its weights, and how well it foretells results.

use kurier::eval::TermWeights;
use kurier::rules::Color;
use rayon::prelude::*;

use super::dataset::Dataset;
use super::layout::Point;

/// Samples that one thread works on at a time.
const CHUNK: usize = 4096;

/// What does not move: the shape of the danger to kings.
#[derive(Clone, Copy, Debug)]
pub struct Danger {
    divisor: f32,
    limit: f32,
}

impl Danger {
    /// As these weights have it.
    pub fn new(terms: &TermWeights) -> Self {
        Self {
            divisor: terms.danger_divisor as f32,
            limit: terms.danger_limit as f32,
        }
    }

    /// The danger of so many units in centipawns, and its slope.
    fn of(self, units: f32) -> (f32, f32) {
        let danger = units * units / self.divisor;
        match danger < self.limit {
            true => (danger, 2.0 * units / self.divisor),
            false => (self.limit, 0.0),
        }
    }
}

/// What the fit aims at.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Winning chances for centipawns: those of White are 1 / (1 + exp(-score / `unit`)).
    pub unit: f32,
    /// The part of the search's score in what the evaluation should foretell; the result has the rest.
    pub blend: f32,
}

impl Target {
    /// The chance of a score.
    pub fn chance(&self, score: f32) -> f32 {
        chance(score, self.unit)
    }

    /// What should be foretold where the search gave this score and the game ended with this result, 0 to 1.
    pub fn aim(&self, score: f32, result: f32) -> f32 {
        self.blend * self.chance(score) + (1.0 - self.blend) * result
    }
}

/// The chance of a score in centipawns, where `unit` makes e to 1.
pub fn chance(score: f32, unit: f32) -> f32 {
    1.0 / (1.0 + (-score / unit).exp())
}

/// The unit for which a loss, that of scores as forecasts of results, is least.
pub fn best_unit(loss: impl Fn(f32) -> f64) -> f32 {
    let golden = (5f32.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (40.0f32.ln(), 1500.0f32.ln());
    while high - low > 0.01 {
        let (a, b) = (high - golden * (high - low), low + golden * (high - low));
        if loss(a.exp()) < loss(b.exp()) {
            high = b;
        } else {
            low = a;
        }
    }
    ((low + high) / 2.0).exp()
}

/// The cross-entropy of a chance and what came of it.
pub fn cross_entropy(chance: f32, target: f32) -> f64 {
    let chance = f64::from(chance.clamp(1e-6, 1.0 - 1e-6));
    let target = f64::from(target);
    -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
}

/// The evaluation of a sample in centipawns, from White's side, and the units of danger by attacking colour.
pub fn evaluate(data: &Dataset, index: usize, point: &Point, danger: Danger) -> (f32, [f32; 2]) {
    let sample = &data.samples[index];
    let mut sum = [0.0; 2];
    for (slot, count) in data.counts(index) {
        let weight = point.slots[*slot as usize];
        sum[0] += weight[0] * count;
        sum[1] += weight[1] * count;
    }
    let mut units = [0.0; 2];
    for (color, piece_type, squares) in data.king_attacks(index) {
        units[color.index()] += point.king_attacks[*piece_type as usize] * squares;
    }
    let danger = danger.of(units[0]).0 - danger.of(units[1]).0;
    let blended = sample.share * (sum[0] + danger) + (1.0 - sample.share) * (sum[1] + danger * END_DANGER);
    (sample.scale * blended + sample.fixed + sample.side * point.tempo, units)
}

/// The part of the danger to kings that remains in the endgame.
const END_DANGER: f32 = 1.0 / 8.0;

/// The mean loss of some samples, each counted as often as `times` of its game says, and its slope by weights.
pub fn loss(
    data: &Dataset,
    batch: &[u32],
    times: &[f32],
    point: &Point,
    danger: Danger,
    target: Target,
) -> (f64, Point) {
    let nothing = || {
        let slope = Point {
            slots: vec![[0.0; 2]; point.slots.len()],
            king_attacks: vec![0.0; point.king_attacks.len()],
            tempo: 0.0,
        };
        (0.0, 0.0, slope)
    };
    let (loss, total, mut slope) = batch
        .par_chunks(CHUNK)
        .map(|chunk| {
            let (mut loss, mut total, mut slope) = nothing();
            for index in chunk {
                let index = *index as usize;
                let sample = &data.samples[index];
                let times = times[sample.game as usize];
                if times == 0.0 {
                    continue;
                }
                let (score, units) = evaluate(data, index, point, danger);
                let (chance, aim) = (target.chance(score), target.aim(sample.score, sample.result));
                loss += f64::from(times) * cross_entropy(chance, aim);
                total += f64::from(times);
                add_slope(
                    data,
                    index,
                    units,
                    danger,
                    times * (chance - aim) / target.unit,
                    &mut slope,
                );
            }
            (loss, total, slope)
        })
        .reduce(nothing, |a, b| (a.0 + b.0, a.1 + b.1, add(a.2, &b.2)));
    let total = total.max(1.0);
    let scale = (1.0 / total) as f32;
    for pair in &mut slope.slots {
        *pair = pair.map(|part| part * scale);
    }
    slope.king_attacks.iter_mut().for_each(|part| *part *= scale);
    slope.tempo *= scale;
    (loss / total, slope)
}

/// Adds the slope of one sample; `by_score` is that of its loss by its score.
fn add_slope(data: &Dataset, index: usize, units: [f32; 2], danger: Danger, by_score: f32, slope: &mut Point) {
    let sample = &data.samples[index];
    let mid = by_score * sample.scale * sample.share;
    let end = by_score * sample.scale * (1.0 - sample.share);
    for (slot, count) in data.counts(index) {
        let pair = &mut slope.slots[*slot as usize];
        pair[0] += mid * count;
        pair[1] += end * count;
    }
    for (color, piece_type, squares) in data.king_attacks(index) {
        let sign = if *color == Color::White { 1.0 } else { -1.0 };
        let by_unit = danger.of(units[color.index()]).1;
        slope.king_attacks[*piece_type as usize] += sign * (mid + END_DANGER * end) * by_unit * squares;
    }
    slope.tempo += by_score * sample.side;
}

fn add(mut a: Point, b: &Point) -> Point {
    for (sum, more) in a.slots.iter_mut().zip(&b.slots) {
        sum[0] += more[0];
        sum[1] += more[1];
    }
    a.king_attacks
        .iter_mut()
        .zip(&b.king_attacks)
        .for_each(|(sum, more)| *sum += more);
    a.tempo += b.tempo;
    a
}

/// The mean cross-entropy of results alone.
pub fn result_loss(data: &Dataset, batch: &[u32], point: &Point, danger: Danger, target: Target) -> f64 {
    let sum: f64 = batch
        .par_iter()
        .map(|index| {
            let score = evaluate(data, *index as usize, point, danger).0;
            cross_entropy(target.chance(score), data.samples[*index as usize].result)
        })
        .sum();
    sum / batch.len().max(1) as f64
}

//! The evaluation as a differentiable function of its weights, and the loss of its predictions of results.

use kurier_engine::eval::FixedWeights;
use kurier_rules::rules::Color;
use rayon::prelude::*;

use super::dataset::Dataset;
use super::layout::ModelWeights;

/// The number of samples that a thread processes at a time.
const CHUNK: usize = 4096;

/// The curve that converts units of attack on a king to danger in centipawns. The units of each piece type are fitted,
/// but the curve is fixed.
#[derive(Clone, Copy, Debug)]
pub struct Danger {
    divisor: f32,
    limit: f32,
}

impl Danger {
    /// Creates the curve that is defined by the fixed weights.
    pub fn new(weights: &FixedWeights) -> Self {
        Self {
            divisor: weights.danger_divisor as f32,
            limit: weights.danger_limit as f32,
        }
    }

    /// Returns the danger for `units` of attack, in centipawns, and its derivative.
    fn of(self, units: f32) -> (f32, f32) {
        let danger = units * units / self.divisor;
        match danger < self.limit {
            true => (danger, 2.0 * units / self.divisor),
            false => (self.limit, 0.0),
        }
    }
}

/// The target of the fit, and the sigmoid that turns scores into predictions.
#[derive(Clone, Copy, Debug)]
pub struct Objective {
    /// The scale of [`sigmoid`] in centipawns.
    pub k: f32,
    /// The weight of the search's score in the target, from 0 to 1; the result has the remaining weight.
    pub blend: f32,
}

impl Objective {
    /// Returns the expected result, from 0 to 1, for a score in centipawns.
    pub fn sigmoid(&self, score: f32) -> f32 {
        sigmoid(score, self.k)
    }

    /// Returns the target, from 0 to 1, of a position in which the search returned `score` and whose game ended with
    /// `result`.
    pub fn target(&self, score: f32, result: f32) -> f32 {
        self.blend * self.sigmoid(score) + (1.0 - self.blend) * result
    }
}

/// Returns the expected result, from 0 to 1, for a score in centipawns; `k` is the score at which the odds are e to 1.
pub fn sigmoid(score: f32, k: f32) -> f32 {
    1.0 / (1.0 + (-score / k).exp())
}

/// Returns the `k` from 40 to 1500 centipawns that minimises `loss`, by golden-section search.
pub fn best_k(loss: impl Fn(f32) -> f64) -> f32 {
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

/// Returns the cross-entropy of a prediction relative to its target, both from 0 to 1.
pub fn cross_entropy(predicted: f32, target: f32) -> f64 {
    let predicted = f64::from(predicted.clamp(1e-6, 1.0 - 1e-6));
    let target = f64::from(target);
    -(target * predicted.ln() + (1.0 - target) * (1.0 - predicted).ln())
}

/// Returns the evaluation of a sample in centipawns, from White's point of view, and the units of attack on the kings,
/// by colour of the attacker.
pub fn evaluate(data: &Dataset, index: usize, weights: &ModelWeights, danger: Danger) -> (f32, [f32; 2]) {
    let sample = &data.samples[index];
    let mut sum = [0.0; 2];
    for (slot, count) in data.counts(index) {
        let weight = weights.slots[*slot as usize];
        sum[0] += weight[0] * count;
        sum[1] += weight[1] * count;
    }
    let mut units = [0.0; 2];
    for (color, piece_type, squares) in data.king_attacks(index) {
        units[color.index()] += weights.king_attacks[*piece_type as usize] * squares;
    }
    let danger = danger.of(units[0]).0 - danger.of(units[1]).0;
    let blended = sample.phase * (sum[0] + danger) + (1.0 - sample.phase) * (sum[1] + danger * END_DANGER);
    (
        sample.scale * blended + sample.fixed + sample.tempo * weights.tempo,
        units,
    )
}

/// The fraction of the danger to kings that remains in the endgame.
const END_DANGER: f32 = 1.0 / 8.0;

/// Returns the mean loss of the samples in `batch`, each weighted by its game's entry in `times`, and the gradient of
/// the loss with respect to the weights.
pub fn loss(
    data: &Dataset,
    batch: &[u32],
    times: &[f32],
    weights: &ModelWeights,
    danger: Danger,
    objective: Objective,
) -> (f64, ModelWeights) {
    let zero = || {
        let gradient = ModelWeights {
            slots: vec![[0.0; 2]; weights.slots.len()],
            king_attacks: vec![0.0; weights.king_attacks.len()],
            tempo: 0.0,
        };
        (0.0, 0.0, gradient)
    };
    let (loss, total, mut gradient) = batch
        .par_chunks(CHUNK)
        .map(|chunk| {
            let (mut loss, mut total, mut gradient) = zero();
            for index in chunk {
                let index = *index as usize;
                let sample = &data.samples[index];
                let times = times[sample.game as usize];
                if times == 0.0 {
                    continue;
                }
                let (score, units) = evaluate(data, index, weights, danger);
                let (predicted, target) = (objective.sigmoid(score), objective.target(sample.score, sample.result));
                loss += f64::from(times) * cross_entropy(predicted, target);
                total += f64::from(times);
                add_gradient(
                    data,
                    index,
                    units,
                    danger,
                    times * (predicted - target) / objective.k,
                    &mut gradient,
                );
            }
            (loss, total, gradient)
        })
        .reduce(zero, |a, b| (a.0 + b.0, a.1 + b.1, add(a.2, &b.2)));
    let total = total.max(1.0);
    let scale = (1.0 / total) as f32;
    for pair in &mut gradient.slots {
        *pair = pair.map(|part| part * scale);
    }
    gradient.king_attacks.iter_mut().for_each(|part| *part *= scale);
    gradient.tempo *= scale;
    (loss / total, gradient)
}

/// Adds the gradient of one sample's loss to `gradient`. `by_score` is the derivative of the loss with respect to the
/// sample's evaluation, and `units` are the units of attack from [`evaluate`].
fn add_gradient(
    data: &Dataset,
    index: usize,
    units: [f32; 2],
    danger: Danger,
    by_score: f32,
    gradient: &mut ModelWeights,
) {
    let sample = &data.samples[index];
    let mid = by_score * sample.scale * sample.phase;
    let end = by_score * sample.scale * (1.0 - sample.phase);
    for (slot, count) in data.counts(index) {
        let pair = &mut gradient.slots[*slot as usize];
        pair[0] += mid * count;
        pair[1] += end * count;
    }
    for (color, piece_type, squares) in data.king_attacks(index) {
        let sign = if *color == Color::White { 1.0 } else { -1.0 };
        let by_unit = danger.of(units[color.index()]).1;
        gradient.king_attacks[*piece_type as usize] += sign * (mid + END_DANGER * end) * by_unit * squares;
    }
    gradient.tempo += by_score * sample.tempo;
}

/// Returns the sum of two gradients.
fn add(mut a: ModelWeights, b: &ModelWeights) -> ModelWeights {
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

/// Returns the mean cross-entropy of the predicted results of the samples in `batch`. The scores of the search are
/// ignored.
pub fn result_loss(data: &Dataset, batch: &[u32], weights: &ModelWeights, danger: Danger, objective: Objective) -> f64 {
    let sum: f64 = batch
        .par_iter()
        .map(|index| {
            let score = evaluate(data, *index as usize, weights, danger).0;
            cross_entropy(objective.sigmoid(score), data.samples[*index as usize].result)
        })
        .sum();
    sum / batch.len().max(1) as f64
}

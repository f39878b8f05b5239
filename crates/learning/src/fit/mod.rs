//! Fits the evaluation to the results of games: logistic regression of all weights, middlegame and endgame. This method
//! is known as Texel tuning, after Peter Österlund's engine.
//!
//! The regularisation pulls every weight towards its start value, by default the prior that follows from the rules
//! alone. The less evidence the games contain about a weight, the closer the weight stays to its start value.

pub mod dataset;
pub mod layout;
pub mod model;
pub mod report;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use kurier_engine::eval::Weights;
use kurier_rules::rules::Definition;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::archive::Game;
use crate::optimizer::{AdamW, Optimizer};
use dataset::Dataset;
use layout::{Layout, ModelWeights, Parameters};
use model::{Danger, Objective, best_k};

/// The settings of the optimizer; the regularisation of [`Problem::minimise`] replaces weight decay.
const OPTIMIZER: AdamW = AdamW {
    lr: 0.05,
    final_lr: 0.02,
    beta2: 0.99,
    weight_decay: 0.0,
};

/// The settings of a fit.
#[derive(Clone, Copy, Debug)]
pub struct FitConfig {
    /// The maximum number of positions per game.
    pub per_game: usize,
    /// The weight of the games relative to the prior: the number of independent observations that each game counts as.
    /// (Positions of a game are correlated.)
    pub evidence: f32,
    /// The weight of the search's scores in the target, see [`Objective::blend`].
    pub blend: f32,
    /// One game out of this many is held out for validation; at least 2.
    pub held_out: u32,
    /// The number of positions per step of the optimizer.
    pub batch: usize,
    /// The number of steps of the optimizer.
    pub steps: u32,
    /// The number of fits to resampled games, which yield the error bars; 0 for no error bars.
    pub bootstraps: u32,
    /// The seed of all random choices.
    pub seed: u64,
}

impl Default for FitConfig {
    fn default() -> Self {
        Self {
            per_game: 60,
            evidence: 3.0,
            blend: 0.2,
            held_out: 10,
            batch: 32_768,
            steps: 300,
            bootstraps: 0,
            seed: 1,
        }
    }
}

/// Losses before and after the fit, as mean cross-entropies of the results.
#[derive(Clone, Copy, Debug)]
pub struct Losses {
    /// The losses on the games used for the fit, before and after the fit.
    pub fitted: [f64; 2],
    /// The losses on the games held out for validation, before and after the fit.
    pub held_out: [f64; 2],
}

/// The result of a fit.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The fitted weights, rounded for the engine.
    pub weights: Weights,
    /// The value of each piece type in centipawns, averaged over the phases of all positions, and its standard error,
    /// which is 0 without bootstraps.
    pub values: Vec<(f32, f32)>,
    /// The scale of the sigmoid in centipawns: see [`Objective::k`].
    pub k: f32,
    /// The losses before and after the fit.
    pub losses: Losses,
    /// The number of games, and the number of positions.
    pub size: (usize, usize),
}

/// Fits the weights of a variant, starting from `base`. After each step of the optimizer, `progress` receives the
/// number of the step, from 0, and the loss of its batch. Returns `None` if `cancelled` was set.
pub fn fit(
    definition: &Arc<Definition>,
    base: Weights,
    games: &[Game],
    config: &FitConfig,
    cancelled: &AtomicBool,
    mut progress: impl FnMut(u32, f64),
) -> Option<Fit> {
    let layout = Layout::new(definition, base);
    let data = Dataset::new(definition, &layout, games, config.per_game);
    let danger = Danger::new(&layout.base().fixed);
    let is_held_out = |index: &u32| {
        data.samples[*index as usize]
            .game
            .is_multiple_of(config.held_out.max(2))
    };
    let (held_out, fitted): (Vec<u32>, Vec<u32>) = (0..data.samples.len() as u32).partition(is_held_out);
    let start = layout.model_weights(&layout.start());
    let k = best_k(|k| {
        let objective = Objective { k, blend: 0.0 };
        model::result_loss(&data, &fitted, &start, danger, objective)
    });
    let objective = Objective { k, blend: config.blend };
    let problem = Problem {
        layout: &layout,
        data: &data,
        danger,
        objective,
        config,
        cancelled,
    };
    let once = vec![1.0; games.len()];
    let parameters = problem.minimise(layout.start(), fitted.clone(), &once, config.steps, &mut progress);
    if cancelled.load(Ordering::Relaxed) {
        return None;
    }
    let weights = layout.model_weights(&parameters);
    let loss = |batch: &[u32], weights: &ModelWeights| model::result_loss(&data, batch, weights, danger, objective);
    let losses = Losses {
        fitted: [loss(&fitted, &start), loss(&fitted, &weights)],
        held_out: [loss(&held_out, &start), loss(&held_out, &weights)],
    };
    let values = values(&layout, &data, &weights);
    let errors = problem.errors(&parameters, &fitted, games.len());
    Some(Fit {
        weights: layout.weights(&weights, &data.occupancy),
        values: values.into_iter().zip(errors).collect(),
        k,
        losses,
        size: (games.len(), data.samples.len()),
    })
}

/// The inputs of a fit, which are constant while the parameters change.
struct Problem<'a> {
    layout: &'a Layout,
    data: &'a Dataset,
    danger: Danger,
    objective: Objective,
    config: &'a FitConfig,
    cancelled: &'a AtomicBool,
}

impl Problem<'_> {
    /// Minimises the loss on `samples`, starting from `parameters`, and returns the new parameters. Each sample is
    /// weighted by its game's entry in `times`. If the fit is cancelled, the returned parameters are not yet optimal.
    fn minimise(
        &self,
        mut parameters: Parameters,
        mut samples: Vec<u32>,
        times: &[f32],
        steps: u32,
        progress: &mut impl FnMut(u32, f64),
    ) -> Parameters {
        let mut random = ChaCha8Rng::seed_from_u64(self.config.seed);
        let games: f32 = times.iter().sum();
        let regularisation = 1.0 / (games * self.config.evidence).max(1.0);
        let mut optimizer = Optimizer::new(steps, OPTIMIZER);
        let mut from = samples.len();
        for step in 0..steps {
            if self.cancelled.load(Ordering::Relaxed) {
                break;
            }
            if from >= samples.len() {
                samples.shuffle(&mut random);
                from = 0;
            }
            let batch = &samples[from..samples.len().min(from + self.config.batch)];
            from += batch.len();
            let weights = self.layout.model_weights(&parameters);
            let (loss, by_weight) = model::loss(self.data, batch, times, &weights, self.danger, self.objective);
            let mut gradient = self.layout.gradient(&by_weight);
            gradient
                .iter_mut()
                .zip(parameters.iter())
                .for_each(|(gradient, parameter)| *gradient += regularisation * parameter);
            optimizer.step(parameters.iter_mut(), gradient.iter());
            progress(step, loss);
        }
        parameters
    }

    /// Computes the standard errors of the piece values by bootstrap: the standard deviation over fits to `games` games
    /// that are drawn with replacement.
    fn errors(&self, parameters: &Parameters, samples: &[u32], games: usize) -> Vec<f32> {
        let mut random = ChaCha8Rng::seed_from_u64(self.config.seed.wrapping_add(1));
        let fits: Vec<Vec<f32>> = (0..self.config.bootstraps)
            .map(|_| {
                let mut times = vec![0.0; games];
                (0..games).for_each(|_| times[random.random_range(0..games)] += 1.0);
                let steps = self.config.steps / 4;
                let again = self.minimise(parameters.clone(), samples.to_vec(), &times, steps, &mut |_, _| ());
                values(self.layout, self.data, &self.layout.model_weights(&again))
            })
            .collect();
        let piece_types = self.layout.base().pieces.len();
        let deviation = |piece_type: usize| {
            let mean = fits.iter().map(|fit| fit[piece_type]).sum::<f32>() / fits.len().max(1) as f32;
            let squares: f32 = fits.iter().map(|fit| (fit[piece_type] - mean).powi(2)).sum();
            (squares / (fits.len().max(2) - 1) as f32).sqrt()
        };
        (0..piece_types).map(deviation).collect()
    }
}

/// Returns the value of each piece type in centipawns, averaged over the squares where pieces of the type stand and
/// over the phases of all positions.
fn values(layout: &Layout, data: &Dataset, weights: &ModelWeights) -> Vec<f32> {
    let piece_types = layout.base().pieces.len();
    let area = layout.area();
    let phase = data.samples.iter().map(|sample| sample.phase).sum::<f32>() / data.samples.len().max(1) as f32;
    let value = |piece_type: usize| {
        let range = piece_type * area..(piece_type + 1) * area;
        let occupancy = data.occupancy.get(range.clone()).unwrap_or(&[]);
        let [mid, end] = layout::mean(&weights.slots[range], occupancy);
        phase * mid + (1.0 - phase) * end
    };
    (0..piece_types).map(value).collect()
}

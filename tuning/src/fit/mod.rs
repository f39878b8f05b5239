//! Fitting the evaluation to the results of games: logistic regression of all its weights, in two phases of the game.
//!
//! What the rules say is the prior: every weight is drawn back to it, the more the less the games say. (The method is
//! known as Texel tuning, after the engine of Peter Oesterlund.)

pub mod dataset;
pub mod layout;
pub mod model;
pub mod report;

use std::sync::Arc;

use kurier::eval::Weights;
use kurier::rules::Definition;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};

use crate::archive::Game;
use crate::descent::{Adam, Pace};
use dataset::Dataset;
use layout::{Layout, Parameters, Point};
use model::{Danger, Target, best_unit};

/// The descent's.
const PACE: Pace = Pace {
    rate: 0.05,
    last: 0.02,
    squares: 0.99,
    decay: 0.0,
};

/// How to fit.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// Positions of a game, at most.
    pub per_game: usize,
    /// Independent observations that a game is worth against the prior.
    pub evidence: f32,
    /// See [`Target::blend`].
    pub blend: f32,
    /// One game in so many is held out.
    pub held_out: u32,
    /// Positions for a step.
    pub batch: usize,
    /// Steps.
    pub steps: u32,
    /// Fits to games drawn anew, for the error bars; 0: no error bars.
    pub bootstraps: u32,
    /// Random choices.
    pub seed: u64,
}

impl Default for Method {
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

/// Losses before and after, as mean cross-entropies of the results.
#[derive(Clone, Copy, Debug)]
pub struct Losses {
    /// On the games fitted to.
    pub fitted: [f64; 2],
    /// On those held out.
    pub held_out: [f64; 2],
}

/// What a fit has found.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The weights, rounded.
    pub weights: Weights,
    /// The same by piece type as values in centipawns, mean over the phases of all positions; and their standard errors.
    pub values: Vec<(f32, f32)>,
    /// Centipawns for which the chance is e to 1.
    pub unit: f32,
    /// How well results are foretold.
    pub losses: Losses,
    /// Games and positions.
    pub size: (usize, usize),
}

/// Fits the weights of a game, beginning with `base`. `progress` is told the step and the loss.
pub fn fit(
    definition: &Arc<Definition>,
    base: Weights,
    games: &[Game],
    method: &Method,
    mut progress: impl FnMut(u32, f64),
) -> Fit {
    let layout = Layout::new(definition, base);
    let data = Dataset::new(definition, &layout, games, method.per_game);
    let danger = Danger::new(&layout.base().terms);
    let is_held_out = |index: &u32| {
        data.samples[*index as usize]
            .game
            .is_multiple_of(method.held_out.max(2))
    };
    let (held_out, fitted): (Vec<u32>, Vec<u32>) = (0..data.samples.len() as u32).partition(is_held_out);
    let start = layout.point(&layout.start());
    let unit = best_unit(|unit| {
        let target = Target { unit, blend: 0.0 };
        model::result_loss(&data, &fitted, &start, danger, target)
    });
    let target = Target {
        unit,
        blend: method.blend,
    };
    let problem = Problem {
        layout: &layout,
        data: &data,
        danger,
        target,
        method,
    };
    let once = vec![1.0; games.len()];
    let parameters = problem.descend(layout.start(), fitted.clone(), &once, method.steps, &mut progress);
    let point = layout.point(&parameters);
    let loss = |batch: &[u32], point: &Point| model::result_loss(&data, batch, point, danger, target);
    let losses = Losses {
        fitted: [loss(&fitted, &start), loss(&fitted, &point)],
        held_out: [loss(&held_out, &start), loss(&held_out, &point)],
    };
    let values = values(&layout, &data, &point);
    let errors = problem.errors(&parameters, &fitted, games.len());
    Fit {
        weights: layout.weights(&point, &data.standing),
        values: values.into_iter().zip(errors).collect(),
        unit,
        losses,
        size: (games.len(), data.samples.len()),
    }
}

/// Everything that stays the same while parameters move.
struct Problem<'a> {
    layout: &'a Layout,
    data: &'a Dataset,
    danger: Danger,
    target: Target,
    method: &'a Method,
}

impl Problem<'_> {
    /// Goes down from some parameters, on samples of games that count as often as `times` says.
    fn descend(
        &self,
        mut parameters: Parameters,
        mut samples: Vec<u32>,
        times: &[f32],
        steps: u32,
        progress: &mut impl FnMut(u32, f64),
    ) -> Parameters {
        let mut random = SmallRng::seed_from_u64(self.method.seed);
        let games: f32 = times.iter().sum();
        let pull = 1.0 / (games * self.method.evidence).max(1.0);
        let mut descent = Adam::new(steps, PACE);
        let mut from = samples.len();
        for step in 0..steps {
            if from >= samples.len() {
                samples.shuffle(&mut random);
                from = 0;
            }
            let batch = &samples[from..samples.len().min(from + self.method.batch)];
            from += batch.len();
            let point = self.layout.point(&parameters);
            let (loss, by_weight) = model::loss(self.data, batch, times, &point, self.danger, self.target);
            let mut slope = self.layout.slope(&by_weight);
            slope
                .numbers_mut()
                .zip(parameters.numbers())
                .for_each(|(slope, moved)| *slope += pull * moved);
            descent.step(parameters.numbers_mut(), slope.numbers());
            progress(step, loss);
        }
        parameters
    }

    /// The standard errors of the values: the scatter of fits to as many games, drawn with repetition.
    fn errors(&self, parameters: &Parameters, samples: &[u32], games: usize) -> Vec<f32> {
        let mut random = SmallRng::seed_from_u64(self.method.seed.wrapping_add(1));
        let fits: Vec<Vec<f32>> = (0..self.method.bootstraps)
            .map(|_| {
                let mut times = vec![0.0; games];
                (0..games).for_each(|_| times[random.random_range(0..games)] += 1.0);
                let steps = self.method.steps / 4;
                let again = self.descend(parameters.clone(), samples.to_vec(), &times, steps, &mut |_, _| ());
                values(self.layout, self.data, &self.layout.point(&again))
            })
            .collect();
        let piece_types = self.layout.base().pieces.len();
        let scatter = |piece_type: usize| {
            let mean = fits.iter().map(|fit| fit[piece_type]).sum::<f32>() / fits.len().max(1) as f32;
            let squares: f32 = fits.iter().map(|fit| (fit[piece_type] - mean).powi(2)).sum();
            (squares / (fits.len().max(2) - 1) as f32).sqrt()
        };
        (0..piece_types).map(scatter).collect()
    }
}

/// By piece type: the mean value over the squares where it stands and the phases of all positions.
fn values(layout: &Layout, data: &Dataset, point: &Point) -> Vec<f32> {
    let piece_types = layout.base().pieces.len();
    let cells = layout.area();
    let share = data.samples.iter().map(|sample| sample.share).sum::<f32>() / data.samples.len().max(1) as f32;
    let value = |piece_type: usize| {
        let range = piece_type * cells..(piece_type + 1) * cells;
        let standing = data.standing.get(range.clone()).unwrap_or(&[]);
        let [mid, end] = layout::mean(&point.slots[range], standing);
        share * mid + (1.0 - share) * end
    };
    (0..piece_types).map(value).collect()
}

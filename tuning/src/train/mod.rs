//! Training a network to correct the hand-made evaluation, on games of the engine against itself.
//!
//! A plain trainer for few inputs at a time, on all cores: the forty-odd pieces of a position are all of some thousand
//! inputs that there are, so nothing else is touched.

pub mod factors;
pub mod model;
pub mod plot;
pub mod samples;
pub mod sibling;
pub mod symmetry;

use std::sync::Arc;

use kurier::eval::Weights;
use kurier::eval::nnue::{Features, Network, pieces};
use kurier::rules::Definition;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;

use crate::archive::Game;
use crate::descent::{Adam, Pace};
use crate::fit::model::best_unit;
use model::{Factorised, Model, Sizes, mean_loss};
use samples::{Sample, Samples};

/// How to train.
#[derive(Clone, Debug)]
pub struct Method {
    /// Hidden neurons of either view, a multiple of [`kurier::eval::nnue::HIDDEN_MULTIPLE`].
    pub hidden: usize,
    /// Output buckets.
    pub buckets: usize,
    /// Times that all samples are looked at.
    pub epochs: u32,
    /// Samples for a step.
    pub batch: usize,
    /// The size of the first steps.
    pub rate: f32,
    /// See [`Pace::decay`].
    pub decay: f32,
    /// See [`Samples::take_aim`].
    pub lambda: f32,
    /// Positions of a game, at most.
    pub per_game: usize,
    /// One game in so many is held out.
    pub held_out: u32,
    /// Random choices.
    pub seed: u64,
}

impl Default for Method {
    fn default() -> Self {
        Self {
            hidden: 32,
            buckets: 8,
            epochs: 8,
            batch: 1024,
            rate: 0.001,
            decay: 1.0,
            lambda: 0.0,
            per_game: 150,
            held_out: 12,
            seed: 1,
        }
    }
}

/// Mean losses after an epoch: cross-entropies, less what the best forecast would have of them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// Of the samples trained on, while they were.
    pub trained: f64,
    /// Of those held out.
    pub held_out: f64,
}

/// What training has made.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The network.
    pub network: Network,
    /// The loss of the hand-made evaluation alone, on the samples held out.
    pub by_hand: f64,
    /// The loss by epoch.
    pub epochs: Vec<Epoch>,
    /// How well the results of the games held out are foretold, by hand and with the network: mean cross-entropies.
    pub results: [f64; 2],
    /// Centipawns for which the chance is e to 1.
    pub unit: f32,
    /// Games and positions, those among the latter included that are images of others.
    pub size: (usize, usize),
    /// How many of the positions are images.
    pub images: usize,
}

/// Why there is nothing to train.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// The games hold too few positions.
    #[error("the games hold {0} quiet positions: too few to learn from")]
    Few(usize),
    /// The sizes make no network.
    #[error(transparent)]
    Network(#[from] kurier::eval::nnue::NetworkError),
}

/// Positions without which nothing is learnt.
const FEWEST: usize = 100;

/// Trains a network, beginning with one of the same sizes if there is one. It learns what `weights` miss, those with
/// which the games were played: with others it would learn the difference between the two. `progress` is told of every
/// epoch.
///
/// # Errors
/// Too few positions, or sizes that make no network.
pub fn train(
    definition: &Arc<Definition>,
    from: Option<&Network>,
    weights: &Weights,
    games: &[Game],
    method: &Method,
    mut progress: impl FnMut(&Epoch),
) -> Result<Trained, TrainError> {
    let mut samples = Samples::new(definition, weights, games, method.per_game);
    let is_held_out = |sample: &Sample| sample.game.is_multiple_of(method.held_out.max(2));
    let all = 0..samples.list.len() as u32;
    let (mut held_out, mut trained): (Vec<u32>, Vec<u32>) =
        all.partition(|index| is_held_out(&samples.list[*index as usize]));
    held_out.retain(|index| !samples.list[*index as usize].image);
    if held_out.is_empty() || trained.len() < FEWEST {
        return Err(TrainError::Few(samples.list.len()));
    }
    let unit = best_unit(|unit| mean_loss(&samples, &trained, unit, |index| samples.list[index].by_hand));
    samples.take_aim(games, unit, method.lambda);
    let mut random = SmallRng::seed_from_u64(method.seed);
    let sizes = Sizes {
        inputs: Features::new(definition).count(),
        hidden: from.map_or(method.hidden, Network::hidden),
        buckets: from.map_or(method.buckets, |network| network.parameters().buckets),
        pieces: pieces(definition),
    };
    let model = match from {
        Some(network) => Model::from_numbers(sizes, network.parameters()),
        None => Model::random(sizes, &mut random),
    };
    // Before hours are spent on it.
    Network::over(weights, definition, model.to_numbers())?;
    let mut factorised = Factorised::new(definition, model);
    let steps = trained.len().div_ceil(method.batch) as u32 * method.epochs;
    let mut descent = Adam::new(
        steps,
        Pace {
            rate: method.rate,
            last: 0.01,
            squares: 0.999,
            decay: method.decay,
        },
    );
    let mut epochs = Vec::new();
    for _ in 0..method.epochs {
        trained.shuffle(&mut random);
        let mut sum = 0.0;
        for batch in trained.chunks(method.batch) {
            let (loss, slope) = factorised.model.slope(&samples, batch, unit);
            let slope = factorised.slope(slope);
            descent.step(factorised.free().iter_mut(), slope.into_iter());
            factorised.fold();
            sum += loss * batch.len() as f64;
        }
        let epoch = Epoch {
            trained: sum / trained.len() as f64,
            held_out: factorised.model.loss(&samples, &held_out, unit),
        };
        progress(&epoch);
        epochs.push(epoch);
    }
    let foretold = |score: &(dyn Fn(usize) -> f32 + Sync)| model::result_loss(&samples, &held_out, unit, score);
    Ok(Trained {
        results: [
            foretold(&|index| samples.list[index].by_hand),
            foretold(&|index| factorised.model.evaluate(&samples, index)),
        ],
        network: Network::over(weights, definition, factorised.model.to_numbers())?,
        by_hand: mean_loss(&samples, &held_out, unit, |index| samples.list[index].by_hand),
        epochs,
        unit,
        size: (games.len(), samples.list.len()),
        images: samples.list.iter().filter(|sample| sample.image).count(),
    })
}

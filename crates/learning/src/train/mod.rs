//! Trains a network on self-play games to correct the classical evaluation.
//!
//! The trainer runs on all cores of the CPU. Inputs are sparse: a position has about forty pieces and so activates
//! about forty of several thousand inputs, and the trainer processes only active inputs.

pub mod factors;
pub mod model;
pub mod plot;
pub mod samples;
pub mod symmetry;
pub mod warm_start;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use kurier_engine::eval::Weights;
use kurier_engine::eval::nnue::{Architecture, Network};
use kurier_rules::rules::Definition;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::archive::Game;
use crate::optimizer::{AdamW, Optimizer};
use model::{Factorised, Model, Sizes, mean_loss};
use samples::{Sample, Samples, Selection};

/// The settings of a training run.
#[derive(Clone, Debug)]
pub struct TrainConfig {
    /// The architecture of the network. A training run that starts from a network keeps the architecture of that
    /// network.
    pub architecture: Architecture,
    /// The number of passes over all samples.
    pub epochs: u32,
    /// The number of samples per step of the optimizer.
    pub batch: usize,
    /// The learning rate of the first step.
    pub lr: f32,
    /// The weight decay of the optimizer, see [`AdamW::weight_decay`].
    pub weight_decay: f32,
    /// The decay of the weights of later searches in the targets, see [`Samples::set_targets`].
    pub lambda: f32,
    /// The weight of the result in the targets of positions with few pieces, see [`samples::result_share`]. So far, no
    /// match has shown that a weight above 0 improves play.
    pub results: f32,
    /// The scale of the sigmoid in centipawns, see [`crate::fit::model::sigmoid`]. Losses of two training runs are
    /// comparable only if their scales are equal.
    pub k: f32,
    /// The maximum number of positions per game.
    pub per_game: usize,
    /// Whether to also learn from positions in which a capture or promotion was best.
    pub noisy: bool,
    /// One game out of this many is held out for validation; at least 2.
    pub held_out: u32,
    /// The seed of all random choices.
    pub seed: u64,
}

impl Default for TrainConfig {
    fn default() -> Self {
        Self {
            architecture: Architecture::plain(32, 8),
            epochs: 8,
            batch: 1024,
            lr: 0.001,
            weight_decay: 1.0,
            lambda: 0.0,
            results: 0.0,
            k: 300.0,
            per_game: 150,
            noisy: false,
            held_out: 12,
            seed: 1,
        }
    }
}

/// The mean losses of an epoch: cross-entropies minus the cross-entropies of perfect predictions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// The loss on the training samples, averaged over the epoch.
    pub training: f64,
    /// The loss on the validation samples after the epoch.
    pub validation: f64,
}

/// The result of a training run.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The trained network.
    pub network: Network,
    /// The loss of the classical evaluation alone on the validation samples.
    pub classical: f64,
    /// The losses of each epoch, in order.
    pub epochs: Vec<Epoch>,
    /// The mean cross-entropies of the predicted results of the validation games: first by the classical evaluation
    /// alone, then with the network.
    pub results: [f64; 2],
    /// The scale of the sigmoid in centipawns: see [`crate::fit::model::sigmoid`].
    pub k: f32,
    /// The number of games, and the number of positions, including augmentations.
    pub size: (usize, usize),
    /// The number of positions that are augmentations: images of positions of the games.
    pub augmented: usize,
}

/// The reasons why a network cannot be trained.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// The games have too few positions to learn from. The number is how many positions they have.
    #[error("the games have {0} quiet positions: too few to learn from")]
    TooFew(usize),
    /// The training run was cancelled.
    #[error("the training was cancelled")]
    Cancelled,
    /// The sizes of the network are out of range, or do not fit the variant.
    #[error(transparent)]
    Network(#[from] kurier_engine::eval::nnue::NetworkError),
}

/// The minimum number of positions to train on, not counting validation positions.
const MIN_POSITIONS: usize = 100;

/// Trains a network, starting from the network `from` or from random weights. The network learns to correct `weights`,
/// which must be the weights that the games were played with: otherwise the network would learn the difference between
/// the two sets of weights. `progress` receives the losses of each epoch.
///
/// # Errors
/// Fails if there are too few positions, if the sizes of the network are out of range or do not fit the variant, or if
/// `cancelled` was set.
pub fn train(
    definition: &Arc<Definition>,
    from: Option<&Network>,
    weights: &Weights,
    games: &[Game],
    config: &TrainConfig,
    cancelled: &AtomicBool,
    mut progress: impl FnMut(&Epoch),
) -> Result<Trained, TrainError> {
    let architecture = from.map_or(config.architecture, |network| network.parameters().architecture);
    let selection = Selection {
        per_game: config.per_game,
        noisy: config.noisy,
        architecture,
    };
    let mut samples = Samples::new(definition, weights, games, selection);
    let is_held_out = |sample: &Sample| sample.game.is_multiple_of(config.held_out.max(2));
    let all = 0..samples.list.len() as u32;
    let (mut validation, mut training): (Vec<u32>, Vec<u32>) =
        all.partition(|index| is_held_out(&samples.list[*index as usize]));
    validation.retain(|index| !samples.list[*index as usize].augmented);
    if validation.is_empty() || training.len() < MIN_POSITIONS {
        return Err(TrainError::TooFew(samples.list.len()));
    }
    let k = config.k;
    let sizes = Sizes::new(definition, architecture);
    samples.set_targets(games, k, config.lambda, config.results, sizes.pieces);
    let mut random = ChaCha8Rng::seed_from_u64(config.seed);
    let model = match from {
        Some(network) => Model::from_network(sizes, network.parameters()),
        None => Model::random(sizes, &mut random),
    };
    // Check the sizes now rather than after hours of training.
    Network::new(definition, model.to_network())?;
    let mut factorised = Factorised::new(definition, model);
    let steps = training.len().div_ceil(config.batch) as u32 * config.epochs;
    let mut optimizer = Optimizer::new(
        steps,
        AdamW {
            lr: config.lr,
            final_lr: 0.01,
            beta2: 0.999,
            weight_decay: config.weight_decay,
        },
    );
    let mut epochs = Vec::new();
    for _ in 0..config.epochs {
        training.shuffle(&mut random);
        let mut sum = 0.0;
        for batch in training.chunks(config.batch) {
            if cancelled.load(Ordering::Relaxed) {
                return Err(TrainError::Cancelled);
            }
            let (loss, gradient) = factorised.model.gradient(&samples, batch, k);
            let gradient = factorised.gradient(gradient);
            optimizer.step(factorised.parameters().iter_mut(), gradient.into_iter());
            factorised.update_sums();
            sum += loss * batch.len() as f64;
        }
        let epoch = Epoch {
            training: sum / training.len() as f64,
            validation: factorised.model.loss(&samples, &validation, k),
        };
        progress(&epoch);
        epochs.push(epoch);
    }
    let result_loss = |score: &(dyn Fn(usize) -> f32 + Sync)| model::result_loss(&samples, &validation, k, score);
    Ok(Trained {
        results: [
            result_loss(&|index| samples.list[index].classical),
            result_loss(&|index| factorised.model.evaluate(&samples, index)),
        ],
        network: Network::new(definition, factorised.model.to_network())?,
        classical: mean_loss(&samples, &validation, k, |index| samples.list[index].classical),
        epochs,
        k,
        size: (games.len(), samples.list.len()),
        augmented: samples.list.iter().filter(|sample| sample.augmented).count(),
    })
}

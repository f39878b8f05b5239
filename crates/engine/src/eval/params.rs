//! The numbers of the evaluation of one game: weights, and a network that corrects them.

use super::nnue::Network;
use super::weights::Weights;
use kurier_rules::rules::Definition;

/// Weights and network of one game, read and checked, ready to be shared by all who evaluate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EvalParams {
    /// The weights of the hand-crafted evaluation.
    pub weights: Weights,
    /// What corrects it, if anything does; trained over these very weights.
    pub network: Option<Network>,
}

impl EvalParams {
    /// Returns the best numbers that the program has for a game.
    pub fn built_in(definition: &Definition) -> Self {
        match Network::built_in(definition) {
            Some((network, weights)) => Self {
                weights,
                network: Some(network),
            },
            None => Weights::built_in(definition).into(),
        }
    }
}

impl From<Weights> for EvalParams {
    /// These weights, and no network.
    fn from(weights: Weights) -> Self {
        Self { weights, network: None }
    }
}

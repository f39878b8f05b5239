//! The parameters of the evaluation of one variant: weights, and perhaps a network.

use super::nnue::Network;
use super::weights::Weights;
use kurier_rules::rules::Definition;

/// The weights and the network of one variant, validated and ready to be shared between threads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EvalParams {
    /// The weights of the hand-crafted evaluation.
    pub weights: Weights,
    /// The network that corrects the hand-crafted evaluation, if there is one. The network was trained to correct
    /// exactly the weights in `weights`.
    pub network: Option<Network>,
}

impl EvalParams {
    /// Returns the best built-in parameters for a variant: the built-in network and its weights or, without a network,
    /// the built-in weights. A variant without a network of its own uses the network of the [game from
    /// elsewhere](Definition::game_from_elsewhere).
    pub fn built_in(definition: &Definition) -> Self {
        let from_elsewhere = || Network::built_in(&definition.game_from_elsewhere()?);
        match Network::built_in(definition).or_else(from_elsewhere) {
            Some((network, weights)) => Self {
                weights,
                network: Some(network),
            },
            None => Weights::built_in(definition).into(),
        }
    }

    /// Returns the name of the file that a program without the feature `networks` loads to get the parameters that
    /// [`built_in`](Self::built_in) returns in a program with this feature: a network such as `courier.net`, or weights
    /// such as `crazyhouse.toml`. Returns `None` if there is no such file for these rules.
    pub fn file_name(definition: &Definition) -> Option<&'static str> {
        let rules = definition.rules_hash();
        let file = kurier_networks::network_for(rules).or_else(|| kurier_networks::weights_for(rules));
        file.map(|file| file.name)
    }
}

impl From<Weights> for EvalParams {
    /// Creates parameters with the given weights and no network.
    fn from(weights: Weights) -> Self {
        Self { weights, network: None }
    }
}

//! Where the numbers of the evaluation come from.

use std::fs;
use std::sync::Arc;

use super::WeightsError;
use super::nnue::{Network, NetworkError};
use super::weights::Weights;
use crate::rules::Definition;

/// Where the numbers of the evaluation come from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum EvaluationSource {
    /// The best that the program has: [`Weights::built_in`] and [`Network::built_in`].
    #[default]
    BuiltIn,
    /// [`Weights::built_in`], and no network.
    Classical,
    /// [`Weights::prior`], and no network.
    Prior,
    /// The text of a file of weights, see [`Weights::parse`]; no network.
    Weights(Arc<str>),
    /// The file of a network, see [`Network::from_bytes`], over [`Weights::built_in`].
    Network(Arc<[u8]>),
}

/// What is wrong with a source.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SourceError {
    /// The file cannot be read; what the system says.
    #[error("{0}")]
    Unreadable(String),
    /// The weights.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// The network.
    #[error(transparent)]
    Network(#[from] NetworkError),
}

impl EvaluationSource {
    /// The source of this name, as users give it: nothing (GUIs write `<empty>`) means the built-in numbers, `classical`
    /// those without the network, `prior` those that follow from the rules, anything else is a file of weights or of a
    /// network.
    ///
    /// # Errors
    /// A file that cannot be read or can be neither.
    pub fn named(name: &str) -> Result<Self, SourceError> {
        match name {
            "" | "<empty>" => Ok(Self::BuiltIn),
            "classical" => Ok(Self::Classical),
            "prior" => Ok(Self::Prior),
            path => Self::from_file(fs::read(path).map_err(|error| SourceError::Unreadable(error.to_string()))?),
        }
    }

    /// The source that a file is: of weights, or of a network.
    ///
    /// # Errors
    /// A file that can be neither.
    pub fn from_file(bytes: Vec<u8>) -> Result<Self, SourceError> {
        if Network::is_one(&bytes) {
            return Ok(Self::Network(bytes.into()));
        }
        let text = String::from_utf8(bytes).map_err(|_| NetworkError::Foreign)?;
        Ok(Self::Weights(text.into()))
    }

    /// The best numbers that the program has for a game.
    pub(super) fn built_in(definition: &Definition) -> (Weights, Option<Network>) {
        let weights = Weights::built_in(definition);
        let network = Network::built_in(definition, &weights);
        (weights, network)
    }

    /// The numbers for a game.
    ///
    /// # Errors
    /// A file for another game, or with faults.
    pub fn load(&self, definition: &Definition) -> Result<(Weights, Option<Network>), SourceError> {
        Ok(match self {
            Self::BuiltIn => Self::built_in(definition),
            Self::Classical => (Weights::built_in(definition), None),
            Self::Prior => (Weights::prior(definition), None),
            Self::Weights(text) => (Weights::parse(text, definition)?, None),
            Self::Network(bytes) => {
                let (weights, network) = (Weights::built_in(definition), Network::from_bytes(bytes, definition)?);
                if !network.corrects(&weights, definition) {
                    return Err(NetworkError::Weights.into());
                }
                (weights, Some(network))
            }
        })
    }
}

//! Where the numbers of the evaluation come from.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::WeightsError;
use super::nnue::{Network, NetworkError};
use super::weights::Weights;
use crate::rules::Definition;

/// Where the numbers of the evaluation come from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum EvaluationSource {
    /// What the game's file names ([`Definition::evaluation`]), or else the best that the program has:
    /// [`Weights::built_in`] and [`Network::built_in`].
    #[default]
    BuiltIn,
    /// The same weights, and no network.
    Classical,
    /// [`Weights::prior`], and no network.
    Prior,
    /// The text of a file of weights, see [`Weights::parse`]; no network.
    Weights(Arc<str>),
    /// The file of a network, see [`Network::from_bytes`], over the weights that it was trained to correct.
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
    /// The file that the game's file names.
    #[error("evaluation of the game: {}: {error}", path.display())]
    OfGame {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: Box<SourceError>,
    },
}

impl SourceError {
    /// What is wrong and what follows from it, for the user.
    pub fn told(&self) -> String {
        format!("{self}; the built-in evaluation is used")
    }
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
            path => Self::read(Path::new(path)),
        }
    }

    fn read(path: &Path) -> Result<Self, SourceError> {
        Self::from_file(fs::read(path).map_err(|error| SourceError::Unreadable(error.to_string()))?)
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

    /// The best numbers that the program itself has for a game.
    pub(super) fn built_in(definition: &Definition) -> (Weights, Option<Network>) {
        let weights = Weights::built_in(definition);
        let network = Network::built_in(definition, &weights);
        (weights, network)
    }

    /// The numbers that the game's file names, or else the built-in ones.
    fn of_game(definition: &Definition) -> Result<(Weights, Option<Network>), SourceError> {
        let Some(path) = &definition.evaluation else {
            return Ok(Self::built_in(definition));
        };
        let read = Self::read(path).and_then(|source| source.load(definition));
        read.map_err(|error| SourceError::OfGame {
            path: path.clone(),
            error: Box::new(error),
        })
    }

    /// What is wrong with these numbers for a game, if anything is. What the program has itself is not looked at.
    pub fn fault(&self, definition: &Definition) -> Option<SourceError> {
        let own = match self {
            Self::BuiltIn | Self::Classical => definition.evaluation.is_none(),
            Self::Prior => true,
            Self::Weights(_) | Self::Network(_) => false,
        };
        if own { None } else { self.load(definition).err() }
    }

    /// The numbers for a game.
    ///
    /// # Errors
    /// A file for another game, or with faults.
    pub fn load(&self, definition: &Definition) -> Result<(Weights, Option<Network>), SourceError> {
        Ok(match self {
            Self::BuiltIn => Self::of_game(definition)?,
            Self::Classical => (Self::of_game(definition)?.0, None),
            Self::Prior => (Weights::prior(definition), None),
            Self::Weights(text) => (Weights::parse(text, definition)?, None),
            Self::Network(bytes) => {
                let network = Network::from_bytes(bytes, definition)?;
                (network.weights(definition)?, Some(network))
            }
        })
    }
}

//! Where the numbers of the evaluation come from.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::nnue::{Network, NetworkError};
use super::params::EvalParams;
use super::weights::Weights;
use super::weights_file::WeightsError;
use kurier_rules::files;
use kurier_rules::rules::Definition;

/// Where the numbers of the evaluation come from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum EvaluationSource {
    /// What the game's file names ([`Definition::evaluation`]), or else the best that the program has
    /// ([`EvalParams::built_in`]).
    #[default]
    BuiltIn,
    /// The same weights, and no network.
    Classical,
    /// [`Weights::prior`], and no network.
    Prior,
    /// The text of a weights file, see [`Weights::parse`]; no network.
    Weights(Arc<str>),
    /// A network file, see [`Network::from_bytes`]; it brings the weights that it was trained to correct.
    Network(Arc<[u8]>),
}

/// What is wrong with a source.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SourceError {
    /// The file cannot be read; the reason that the system gives.
    #[error("{0}")]
    Unreadable(String),
    /// A faulty weights file.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// A faulty network file.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// A fault of the file that the game's file names.
    #[error("evaluation of the game: {}: {error}", path.display())]
    OfGame {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: Box<SourceError>,
    },
}

impl SourceError {
    /// Returns what is wrong and what follows from it, for the user.
    pub fn message(&self) -> String {
        format!("{self}; the built-in evaluation is used")
    }
}

impl EvaluationSource {
    /// Returns the source of this name, as users give it: nothing (GUIs write `<empty>`) means the built-in numbers,
    /// `classical` those without the network, `prior` those that follow from the rules, anything else is the path of a
    /// weights file or a network file, which is read here, once.
    ///
    /// # Errors
    /// A file that cannot be read, or that can be neither.
    pub fn named(name: &str) -> Result<Self, SourceError> {
        match name {
            "" | "<empty>" => Ok(Self::BuiltIn),
            "classical" => Ok(Self::Classical),
            "prior" => Ok(Self::Prior),
            path => Self::read(Path::new(path)),
        }
    }

    fn read(path: &Path) -> Result<Self, SourceError> {
        Self::from_file(files::read(path, files::LARGE).map_err(|error| SourceError::Unreadable(error.to_string()))?)
    }

    /// Returns the source of a file's content: weights, or a network.
    ///
    /// # Errors
    /// The content can be neither.
    pub fn from_file(bytes: Vec<u8>) -> Result<Self, SourceError> {
        if Network::is_file(&bytes) {
            return Ok(Self::Network(bytes.into()));
        }
        let text = String::from_utf8(bytes).map_err(|_| NetworkError::Foreign)?;
        Ok(Self::Weights(text.into()))
    }

    /// Returns the numbers for a game.
    ///
    /// # Errors
    /// A file for another game, or a faulty one; or one that the game's file names and that cannot be read.
    pub fn load(&self, definition: &Definition) -> Result<EvalParams, SourceError> {
        Ok(match self {
            Self::BuiltIn => Self::of_game(definition)?,
            Self::Classical => Self::of_game(definition)?.weights.into(),
            Self::Prior => Weights::prior(definition).into(),
            Self::Weights(text) => Weights::parse(text, definition)?.into(),
            Self::Network(bytes) => {
                let (network, weights) = Network::from_bytes(bytes, definition)?;
                EvalParams {
                    weights,
                    network: Some(network),
                }
            }
        })
    }

    /// Returns the numbers for a game; where there are none, the built-in ones and why.
    pub fn load_or_built_in(&self, definition: &Definition) -> (EvalParams, Option<SourceError>) {
        match self.load(definition) {
            Ok(params) => (params, None),
            Err(error) => (EvalParams::built_in(definition), Some(error)),
        }
    }

    /// Returns the numbers that the game's file names, or else the built-in ones.
    fn of_game(definition: &Definition) -> Result<EvalParams, SourceError> {
        let Some(path) = &definition.evaluation else {
            return Ok(EvalParams::built_in(definition));
        };
        let read = Self::read(path).and_then(|source| source.load(definition));
        read.map_err(|error| SourceError::OfGame {
            path: path.clone(),
            error: Box::new(error),
        })
    }
}

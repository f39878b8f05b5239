//! Sources of the evaluation's parameters: built-in data, files, or the rules.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::nnue::{Network, NetworkError};
use super::params::EvalParams;
use super::weights::Weights;
use super::weights_file::WeightsError;
use kurier_rules::files;
use kurier_rules::rules::Definition;

/// A source of the evaluation's parameters.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum EvaluationSource {
    /// The file that the variant's definition names ([`Definition::evaluation`]), or the best built-in parameters
    /// ([`EvalParams::built_in`]) if it names none.
    #[default]
    BuiltIn,
    /// The weights of [`EvaluationSource::BuiltIn`] without a network.
    Classical,
    /// The weights that follow from the rules ([`Weights::prior`]), without a network.
    Prior,
    /// The text of a weights file (see [`Weights::parse`]), without a network.
    Weights(Arc<str>),
    /// The bytes of a network file (see [`Network::from_bytes`]), together with the weights that the network corrects.
    Network(Arc<[u8]>),
}

/// An error in loading the evaluation's parameters.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SourceError {
    /// The file cannot be read. The text is the reason given by the operating system.
    #[error("{0}")]
    Unreadable(String),
    /// The weights file is invalid.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// The network file is invalid.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// The file that the variant's definition names cannot be used.
    #[error("evaluation of the game: {}: {error}", path.display())]
    OfGame {
        /// The path of the file.
        path: PathBuf,
        /// The error in the file.
        error: Box<SourceError>,
    },
}

impl SourceError {
    /// Returns a message for the user that describes the error and adds that the built-in evaluation is used instead.
    pub fn message(&self) -> String {
        format!("{self}; the built-in evaluation is used")
    }
}

impl EvaluationSource {
    /// Returns the source with a name given by the user. An empty name (GUIs write `<empty>`) stands for the built-in
    /// parameters, `classical` for the built-in weights without a network, and `prior` for the weights that follow from
    /// the rules. Any other name is the path of a weights file or a network file, which this function reads.
    ///
    /// # Errors
    /// Fails if the file cannot be read, or is neither a network file nor text. Only [`load`](Self::load) checks the
    /// content.
    pub fn named(name: &str) -> Result<Self, SourceError> {
        match name {
            "" | "<empty>" => Ok(Self::BuiltIn),
            "classical" => Ok(Self::Classical),
            "prior" => Ok(Self::Prior),
            path => Self::read(Path::new(path)),
        }
    }

    /// Reads a weights file or a network file.
    fn read(path: &Path) -> Result<Self, SourceError> {
        Self::from_file(files::read(path, files::LARGE).map_err(|error| SourceError::Unreadable(error.to_string()))?)
    }

    /// Creates a source from the content of a weights file or a network file. Only [`load`](Self::load) checks the
    /// content.
    ///
    /// # Errors
    /// Fails if the content is neither a network nor text.
    pub fn from_file(bytes: Vec<u8>) -> Result<Self, SourceError> {
        if Network::is_file(&bytes) {
            return Ok(Self::Network(bytes.into()));
        }
        let text = String::from_utf8(bytes).map_err(|_| NetworkError::Foreign)?;
        Ok(Self::Weights(text.into()))
    }

    /// Loads the parameters for a variant.
    ///
    /// # Errors
    /// Fails if the file is invalid or belongs to another variant, or if the file that the variant's definition names
    /// cannot be read.
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

    /// Loads the parameters for a variant. After an error, returns the built-in parameters together with the error.
    pub fn load_or_built_in(&self, definition: &Definition) -> (EvalParams, Option<SourceError>) {
        match self.load(definition) {
            Ok(params) => (params, None),
            Err(error) => (EvalParams::built_in(definition), Some(error)),
        }
    }

    /// Loads the parameters from the file that the variant's definition names, or returns the built-in parameters if
    /// the definition names no file.
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

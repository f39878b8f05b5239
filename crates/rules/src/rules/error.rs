//! What can be wrong with the file of a game.

use std::path::PathBuf;

use thiserror::Error;

/// A mistake in the file of a game: where it is, and what was expected there.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{file}:{line}:{column}: {message}")]
pub struct DefinitionError {
    /// The file, as it was named.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong, or what was expected.
    pub message: String,
}

/// Why a file of a game was not added to the catalogue.
#[derive(Debug, Error)]
pub enum LoadError {
    /// It cannot be read.
    #[error("{}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// It says something wrong.
    #[error(transparent)]
    Definition(#[from] DefinitionError),
}

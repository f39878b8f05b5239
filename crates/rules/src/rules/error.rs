//! Errors in the file of a game.

use std::path::PathBuf;

use thiserror::Error;

/// A mistake in the definition of a game: its position, and what was expected there.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{file}:{line}:{column}: {message}")]
pub struct DefinitionError {
    /// The name of the file, as given to the parser.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What was expected at the position, or what is wrong there.
    pub message: String,
}

/// Why a file of a game was not added to the catalogue.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The file, or a drawing that it names, cannot be read.
    #[error("{}: {source}", path.display())]
    Read {
        /// The path of the file.
        path: PathBuf,
        /// The error of the operating system, or the reason why a drawing is refused.
        source: std::io::Error,
    },
    /// The file contains a mistake.
    #[error(transparent)]
    Definition(#[from] DefinitionError),
}

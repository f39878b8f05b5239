//! The errors of commands.

use std::error::Error;
use std::io;
use std::path::PathBuf;

use kurier_diagram::DiagramError;
use kurier_engine::session::{EngineError, IllegalMove};
use kurier_formats::annotate::AnnotationError;
use kurier_formats::pgn::PgnError;
use kurier_rules::position::FenError;
use kurier_rules::rules::{FindError, LoadError};

/// Any error, for commands that only forward errors of other modules.
pub(super) type BoxError = Box<dyn Error>;

/// An error that ends a command.
#[derive(Debug, thiserror::Error)]
pub(super) enum CliError {
    #[error("{0} ('kurier variants' lists them)")]
    Game(#[from] FindError),
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error(transparent)]
    Fen(#[from] FenError),
    #[error(transparent)]
    Move(#[from] IllegalMove),
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Annotation(#[from] AnnotationError),
    #[error(transparent)]
    Diagram(#[from] DiagramError),
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    #[error("{}: this file is named twice and would be overwritten", .0.display())]
    SamePlace(PathBuf),
    #[error(transparent)]
    Pgn(#[from] PgnError),
    #[error("{}: there is no game in it", .0.display())]
    NoGames(PathBuf),
    #[error("{}:{line}: {problem}", path.display())]
    Line {
        path: PathBuf,
        line: usize,
        problem: String,
    },
    #[error(transparent)]
    Interrupt(#[from] ctrlc::Error),
    #[error(transparent)]
    Output(#[from] io::Error),
    /// An error that occurs in a single command only.
    #[error("{0}")]
    Other(BoxError),
}

impl From<BoxError> for CliError {
    /// Converts an error. I/O errors become [`CliError::Output`], so that a closed pipe is recognised.
    fn from(error: BoxError) -> Self {
        match error.downcast::<io::Error>() {
            Ok(error) => Self::Output(*error),
            Err(error) => Self::Other(error),
        }
    }
}

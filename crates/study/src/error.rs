//! The reasons why a study cannot be made.

use std::io;
use std::path::PathBuf;

use kurier_diagram::DiagramError;
use kurier_formats::pgn::PgnError;
use kurier_plots::PlotError;
use kurier_rules::rules::DefinitionError;

/// The reasons why a study cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// A file of the folder cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The path of the file.
        path: PathBuf,
        /// The reason given by the operating system.
        source: io::Error,
    },
    /// The folder has files that do not belong to a study.
    #[error("{}: the folder has no study, but other files, such as {file}", path.display())]
    Occupied {
        /// The path of the folder.
        path: PathBuf,
        /// The name of one of these files.
        file: String,
    },
    /// The file with the settings cannot be parsed.
    #[error("{}: not the settings of a study", .0.display())]
    Settings(PathBuf),
    /// The folder has a study with other settings.
    #[error("{}: the study has the {what} {found}, not {wanted}: choose another folder", path.display())]
    Other {
        /// The path of the folder.
        path: PathBuf,
        /// What differs, in words, such as `seed`.
        what: &'static str,
        /// The value in the folder.
        found: String,
        /// The value that was asked for.
        wanted: String,
    },
    /// A game cannot be read.
    #[error("{}: {source}", path.display())]
    Game {
        /// The path of the file.
        path: PathBuf,
        /// Why the game cannot be read.
        source: PgnError,
    },
    /// A game has no number in its tag `Round`.
    #[error("{}: game {number} has no number in its tag Round", path.display())]
    Number {
        /// The path of the file.
        path: PathBuf,
        /// The number of the game in the file, from 1.
        number: usize,
    },
    /// A plot cannot be drawn.
    #[error(transparent)]
    Plot(#[from] PlotError),
    /// A diagram cannot be drawn.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
    /// A value cannot be inserted into the file of a game.
    #[error("{0}")]
    Value(String),
    /// The file of a game is refused after one of its values was changed.
    #[error(transparent)]
    Definition(#[from] DefinitionError),
}

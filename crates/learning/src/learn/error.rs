//! The reasons why a game cannot be learned.

use std::io;
use std::path::{Path, PathBuf};

use kurier_engine::eval::SourceError;
use kurier_plots::PlotError;

use crate::archive::ArchiveError;
use crate::datagen::DatagenError;
use crate::train::TrainError;
use crate::workers::NoThread;

/// The reasons why a game cannot be learned.
#[derive(Debug, thiserror::Error)]
pub enum LearnError {
    /// A file of the folder cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The path of the file.
        path: PathBuf,
        /// The reason given by the operating system.
        source: io::Error,
    },
    /// The state of the run cannot be understood.
    #[error("{}: not the state of a run of this version ({reason})", path.display())]
    State {
        /// The path of the state file.
        path: PathBuf,
        /// What is wrong with the file.
        reason: String,
    },
    /// The folder contains a run with other settings. The strings are the setting, its value in the folder, and the
    /// requested value.
    #[error("{}: this folder holds a run with another {what}: {found}, not {wanted}", path.display())]
    Other {
        /// The path of the folder.
        path: PathBuf,
        /// The property that differs.
        what: &'static str,
        /// The value of the property in the run that the folder contains.
        found: String,
        /// The requested value.
        wanted: String,
    },
    /// The folder is not empty but contains no run.
    #[error("{}: this folder holds other files, such as {file}", path.display())]
    Occupied {
        /// The path of the folder.
        path: PathBuf,
        /// The name of a file in it.
        file: String,
    },
    /// Another process continues the run in the folder.
    #[error("{}: another process is learning in this folder", .0.display())]
    Running(PathBuf),
    /// Another process is the worker with this number.
    #[error("{}: another process is worker {number} of this folder", path.display())]
    Working {
        /// The path of the folder.
        path: PathBuf,
        /// The number of the worker.
        number: u32,
    },
    /// The results of a worker's part of a match cannot be understood.
    #[error("{}: not the results of a worker", .0.display())]
    Results(PathBuf),
    /// The first evaluation cannot be loaded.
    #[error(transparent)]
    Evaluation(#[from] SourceError),
    /// The self-play games cannot be played.
    #[error(transparent)]
    Games(#[from] DatagenError),
    /// Files of games cannot be read.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// A network cannot be trained.
    #[error(transparent)]
    Training(#[from] TrainError),
    /// The threads cannot be started.
    #[error(transparent)]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// Not a single thread can be started for a match.
    #[error(transparent)]
    NoThread(#[from] NoThread),
    /// The plot of the progress cannot be drawn.
    #[error(transparent)]
    Plot(#[from] PlotError),
    /// The definition of the game cannot be changed.
    #[error("the definition of the game cannot be changed: {0}")]
    Definition(#[from] toml::de::Error),
}

impl LearnError {
    /// Returns a function that adds the path of a file to an error of the operating system.
    pub(super) fn file(path: &Path) -> impl Fn(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::File {
            path: path.clone(),
            source,
        }
    }
}

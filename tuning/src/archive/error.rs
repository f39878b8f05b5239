//! What can be wrong with a file of games.

use std::io;
use std::path::{Path, PathBuf};

use super::FORMAT;

/// What is wrong with a file of games.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// It cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It is something else, or its header is damaged.
    #[error("{path}: not a file of games")]
    NotGames {
        /// The file.
        path: PathBuf,
    },
    /// It was written by a later version.
    #[error("{path}: format {found} is unknown; this version reads {FORMAT}")]
    Format {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
    },
    /// It is compressed: nothing can be added to it.
    #[error("{path}: compressed; games can be added to an unpacked file only")]
    Compressed {
        /// The file.
        path: PathBuf,
    },
    /// Its games are of another variant, or were made with other settings.
    #[error("{path}: other games: its {what} is {found}, not {expected}")]
    Mismatch {
        /// The file.
        path: PathBuf,
        /// What differs.
        what: &'static str,
        /// What the file says.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// A line in the middle is damaged.
    #[error("{path}:{line}: damaged")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
}

impl ArchiveError {
    pub(super) fn file(path: &Path) -> impl Fn(io::Error) -> Self {
        move |source| Self::File {
            path: path.to_owned(),
            source,
        }
    }
}

//! The errors of files of games.

use std::io;
use std::path::{Path, PathBuf};

use super::FORMAT;

/// The reasons why a file of games cannot be read, written or merged.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The file cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The file does not begin with a header, or its header is damaged.
    #[error("{path}: not a file of games")]
    NotGames {
        /// The file.
        path: PathBuf,
    },
    /// The file was written by a later version.
    #[error("{path}: format {found} is unknown; this version reads {FORMAT}")]
    Format {
        /// The file.
        path: PathBuf,
        /// The version of the format that the file has.
        found: u32,
    },
    /// The file is compressed: nothing can be added to it.
    #[error("{path}: compressed; games can be added to an unpacked file only")]
    Compressed {
        /// The file.
        path: PathBuf,
    },
    /// The games of the file are of another variant, or were made with other settings.
    #[error("{path}: other games: its {what} is {found}, not {expected}")]
    Mismatch {
        /// The file.
        path: PathBuf,
        /// The property that differs, such as `seed`.
        what: &'static str,
        /// The value in the file.
        found: String,
        /// The value that was expected.
        expected: String,
    },
    /// A line other than the last is damaged.
    #[error("{path}:{line}: damaged")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
    },
}

impl ArchiveError {
    /// Returns a function that turns an error of the operating system into one that names the file.
    pub(super) fn file(path: &Path) -> impl Fn(io::Error) -> Self {
        move |source| Self::File {
            path: path.to_owned(),
            source,
        }
    }
}

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
        /// The path of the file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The file does not begin with a header, or its header is damaged.
    #[error("{path}: not a file of games")]
    NotGames {
        /// The path of the file.
        path: PathBuf,
    },
    /// The version of the file's format is not the version that this program reads.
    #[error("{path}: format {found} is unknown; this version reads {FORMAT}")]
    Format {
        /// The path of the file.
        path: PathBuf,
        /// The format version in the file's header.
        found: u32,
    },
    /// The file is compressed, so games cannot be appended to it.
    #[error("{path}: the file is compressed; decompress it before games are added")]
    Compressed {
        /// The path of the file.
        path: PathBuf,
    },
    /// The games in the file belong to another variant, or were made with other settings.
    #[error("{path}: the file has other games: its {what} is {found}, not {expected}")]
    Mismatch {
        /// The path of the file.
        path: PathBuf,
        /// The property that differs, such as `seed`.
        what: &'static str,
        /// The value of the property in the file's header.
        found: String,
        /// The value of the property that was expected.
        expected: String,
    },
    /// A line other than the last is damaged.
    #[error("{path}:{line}: damaged")]
    Damaged {
        /// The path of the file.
        path: PathBuf,
        /// The number of the line, counted from 1.
        line: usize,
    },
}

impl ArchiveError {
    /// Returns a function that converts an error of the operating system into an [`ArchiveError`] that contains the
    /// path of the file.
    pub(super) fn file(path: &Path) -> impl Fn(io::Error) -> Self {
        move |source| Self::File {
            path: path.to_owned(),
            source,
        }
    }
}

//! Why a table cannot be made or used.

use std::io;
use std::path::PathBuf;

/// Why a table cannot be made or used.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum TableError {
    #[error("{name}: not a class of endings: {problem}")]
    Name { name: String, problem: String },
    #[error("{class}: no table can be made: {reason}")]
    Refused { class: String, reason: String },
    #[error("{class} needs {needed} MiB of memory, but only {allowed} MiB are allowed")]
    Memory { class: String, needed: u64, allowed: u64 },
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    #[error("{}: not an endgame table of Kurier", .0.display())]
    Foreign(PathBuf),
    #[error("{}: made by another version of Kurier", .0.display())]
    Version(PathBuf),
    #[error("{}: does not match the rules of {game}", path.display())]
    OtherRules { path: PathBuf, game: String },
    #[error("{}: damaged: {problem}", path.display())]
    Damaged { path: PathBuf, problem: &'static str },
    #[error("the table of {class} is missing")]
    Missing { class: String },
    #[error("interrupted; finished tables are kept")]
    Interrupted,
}

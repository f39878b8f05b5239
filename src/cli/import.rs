//! `kurier import`: translates games of Fairy-Stockfish's `variants.ini` to our format.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::error::CliError;
use super::output::to_stderr;
use crate::import::{FairyError, FairyGames};

/// The arguments of `kurier import`.
#[derive(Args, Debug)]
pub(super) struct Import {
    /// The variants.ini
    file: PathBuf,
    /// The game; without it, all that are in the file are listed
    name: Option<String>,
}

/// Why a game was not translated.
#[derive(Debug, thiserror::Error)]
enum ImportError {
    #[error("{}: {source}", path.display())]
    Read { path: PathBuf, source: std::io::Error },
    #[error("{}: there is no game '{name}'", path.display())]
    Unknown { path: PathBuf, name: String },
    #[error("{}", .0.iter().map(FairyError::to_string).collect::<Vec<_>>().join("\n       "))]
    Untranslated(Vec<FairyError>),
}

impl From<ImportError> for CliError {
    fn from(error: ImportError) -> Self {
        Self::Other(error.into())
    }
}

/// Prints a game, or lists those that can be translated and why the others cannot.
pub(super) fn import(out: &mut impl Write, arguments: &Import) -> Result<(), CliError> {
    let path = &arguments.file;
    // Comments may be in any encoding.
    let bytes = fs::read(path).map_err(|source| ImportError::Read {
        path: path.clone(),
        source,
    })?;
    let text = String::from_utf8_lossy(&bytes);
    let games = FairyGames::read(&text, &path.display().to_string()).map_err(ImportError::Untranslated)?;
    let unknown = |name: &str| ImportError::Unknown {
        path: path.clone(),
        name: name.into(),
    };
    if let Some(name) = &arguments.name {
        let translated = games.translate(name).ok_or_else(|| unknown(name))?;
        let text = translated.map_err(ImportError::Untranslated)?;
        return Ok(out.write_all(text.as_bytes())?);
    }
    for name in games.names() {
        match games.translate(name) {
            Some(Ok(_)) => writeln!(out, "{name}")?,
            Some(Err(errors)) => errors.iter().for_each(|error| to_stderr(&format!("{name}: {error}"))),
            None => {}
        }
    }
    Ok(())
}

//! `kurier import`: translates variants from other programs' files to Kurier's format.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::error::CliError;
use kurier_formats::import::{FairyError, ForeignGames};
use kurier_rules::files;
use kurier_rules::sanitize::excerpt;

/// The arguments of `kurier import`.
#[derive(Args, Debug)]
pub(super) struct Import {
    /// The variants.ini, or a page or text with an Interactive Diagram
    file: PathBuf,
    /// The variant to translate; without it, a single diagram is translated, or all variants in the file are listed
    name: Option<String>,
}

/// The reason why no variant was translated.
#[derive(Debug, thiserror::Error)]
enum ImportError {
    #[error("{}: {source}", path.display())]
    Read { path: PathBuf, source: std::io::Error },
    #[error("{}: not a text file", .0.display())]
    Binary(PathBuf),
    #[error("{}: there is no game '{}'", path.display(), excerpt(name))]
    Unknown { path: PathBuf, name: String },
    #[error("{}", .0.iter().map(FairyError::to_string).collect::<Vec<_>>().join("\n       "))]
    Untranslated(Vec<FairyError>),
}

impl From<ImportError> for CliError {
    fn from(error: ImportError) -> Self {
        Self::Other(error.into())
    }
}

/// Prints the translation of one variant, or lists which variants can be translated, and why the rest cannot.
pub(super) fn import(out: &mut impl Write, arguments: &Import) -> Result<(), CliError> {
    let path = &arguments.file;
    // Comments may be in any encoding, so the file need not be valid UTF-8.
    let bytes = files::read(path, files::LIST).map_err(|source| ImportError::Read {
        path: path.clone(),
        source,
    })?;
    let text = String::from_utf8_lossy(&bytes);
    if text.contains('\0') {
        return Err(ImportError::Binary(path.clone()).into());
    }
    let games = ForeignGames::read(&text, &path.display().to_string()).map_err(ImportError::Untranslated)?;
    let unknown = |name: &str| ImportError::Unknown {
        path: path.clone(),
        name: name.into(),
    };
    let only = match (&games, &games.names()[..]) {
        (ForeignGames::Diagrams(_), [only]) => Some(*only),
        _ => None,
    };
    if let Some(name) = arguments.name.as_deref().or(only) {
        let translated = games.translate(name).ok_or_else(|| unknown(name))?;
        let text = translated.map_err(ImportError::Untranslated)?;
        return Ok(out.write_all(text.as_bytes())?);
    }
    list(out, &games)
}

/// Prints a summary, the variants that can be translated, and the variants that cannot, with the reasons.
fn list(out: &mut impl Write, games: &ForeignGames) -> Result<(), CliError> {
    let (mut translated, mut refused) = (Vec::new(), Vec::new());
    for name in games.names() {
        match games.translate(name) {
            Some(Ok(_)) => translated.push(name),
            Some(Err(errors)) => refused.push((name, errors)),
            None => {}
        }
    }
    let (count, all) = (translated.len(), translated.len() + refused.len());
    writeln!(
        out,
        "{count} of {all} games can be translated{}",
        if count == 0 { "" } else { ":" }
    )?;
    for name in translated {
        writeln!(out, "  {}", excerpt(name))?;
    }
    if !refused.is_empty() {
        writeln!(out, "not supported:")?;
    }
    for (name, errors) in refused {
        writeln!(out, "  {}", excerpt(name))?;
        for error in errors {
            writeln!(out, "    line {}: {}", error.line, error.message)?;
        }
    }
    Ok(())
}

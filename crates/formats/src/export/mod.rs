//! Writes Kurier's games for other programs: as Interactive Diagrams of the Chess Variant Pages, and as sections of
//! Fairy-Stockfish's `variants.ini`.
//!
//! A game is written completely or not at all. Each text is translated back by [`import`](crate::import) before it is
//! returned; if a rule of the translation differs from the corresponding rule of the game, the difference is reported.

mod differences;
mod interactive_diagram;
#[cfg(test)]
mod tests;
mod variants_ini;
mod xbetza;

use kurier_rules::rules::Definition;
use thiserror::Error;

use crate::import::{FairyError, ForeignGames};

/// The name that errors use for the written text, in place of the name of a file.
const FILE: &str = "export";

/// The format in which a game is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// An Interactive Diagram: HTML to paste into a page.
    InteractiveDiagram,
    /// A section of `variants.ini`.
    VariantsIni,
}

impl Format {
    /// Returns the name of the format in messages.
    fn name(self) -> &'static str {
        match self {
            Self::InteractiveDiagram => "an Interactive Diagram",
            Self::VariantsIni => "variants.ini",
        }
    }
}

/// The reasons why a game cannot be written for another program.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ExportError {
    /// The format cannot express the rules in the list.
    #[error("{} cannot express {}", format.name(), rules.join(", "))]
    Inexpressible {
        /// The format.
        format: Format,
        /// The rules that the format cannot express, in words.
        rules: Vec<String>,
    },
    /// The text that was written cannot be translated back.
    #[error("{} cannot express {game}: {}", format.name(), reasons.iter().map(|reason| reason.message.as_str()).collect::<Vec<_>>().join("; "))]
    Refused {
        /// The format.
        format: Format,
        /// The name of the game.
        game: String,
        /// The lines that the translation refused.
        reasons: Vec<FairyError>,
    },
}

/// Returns the text of a game in another program's format.
///
/// ```
/// use kurier_formats::export::{self, Format};
/// use kurier_rules::rules::Catalogue;
/// let chess = Catalogue::built_in().get("chess").unwrap();
/// let diagram = export::export(&chess, Format::InteractiveDiagram).unwrap();
/// assert!(diagram.contains("pawn:P:fmWfceFifmnD::a2-h2\n"));
/// ```
///
/// # Errors
/// Fails if the format cannot express a rule of the game.
pub fn export(definition: &Definition, format: Format) -> Result<String, ExportError> {
    let inexpressible = |rules| ExportError::Inexpressible { format, rules };
    let text = match format {
        Format::InteractiveDiagram => interactive_diagram::write(definition),
        Format::VariantsIni => variants_ini::write(definition),
    }
    .map_err(|rule| inexpressible(vec![rule]))?;
    let translated = translated(definition, format, &text)?;
    match differences::between(definition, &translated) {
        differences if differences.is_empty() => Ok(text),
        differences => Err(inexpressible(differences)),
    }
}

/// Translates exported text back to a game.
fn translated(definition: &Definition, format: Format, text: &str) -> Result<Definition, ExportError> {
    let refused = |reasons| ExportError::Refused {
        format,
        game: definition.name.clone(),
        reasons,
    };
    let wrong = |message: String| {
        refused(vec![FairyError {
            file: FILE.into(),
            line: 0,
            message,
        }])
    };
    let games = ForeignGames::read(text, FILE).map_err(refused)?;
    let name = games.names().first().map(|name| (*name).to_owned()).unwrap_or_default();
    let translation = games
        .translate(&name)
        .ok_or_else(|| wrong("no game was written".into()))?;
    Definition::parse(&translation.map_err(refused)?, FILE).map_err(|error| wrong(error.message))
}

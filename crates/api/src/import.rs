//! Translates games from the files of other programs.

use serde::Serialize;

use super::own_games::Mistake;
#[cfg(feature = "import")]
use {super::error::RequestError, super::own_games::FILE, kurier_formats::import::ForeignGames};

/// A translated game, or the reasons why a game cannot be translated.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// The name of the game: its name in a `variants.ini`, or the name that a diagram gets when it is translated.
    pub name: String,
    /// The text of Kurier's file for the game; `None` if the game cannot be translated.
    pub text: Option<String>,
    /// Why the game cannot be translated; empty if the game can be translated.
    pub mistakes: Vec<Mistake>,
}

/// Translates the games of another program's file.
#[cfg(feature = "import")]
pub(super) fn import(text: &str) -> Result<Vec<Imported>, RequestError> {
    let games = ForeignGames::read(text, FILE).map_err(RequestError::Import)?;
    let names: Vec<String> = games.names().into_iter().map(str::to_owned).collect();
    let translated = names.into_iter().filter_map(|name| {
        let (text, errors) = match games.translate(&name)? {
            Ok(text) => (Some(text), Vec::new()),
            Err(errors) => (None, errors),
        };
        let mistakes = errors.into_iter().map(|error| Mistake {
            line: error.line,
            column: 1,
            message: error.message,
        });
        Some(Imported {
            name,
            text,
            mistakes: mistakes.collect(),
        })
    });
    Ok(translated.collect())
}

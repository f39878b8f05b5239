//! Games from other programs: Fairy-Stockfish's `variants.ini`, translated to files of our own.
//!
//! Unsupported keys are named one by one; a game is translated as a whole or not at all.

mod castling;
mod error;
mod ini;
mod keys;
mod movement;
mod pieces;
mod promotion;
mod resolve;
mod settings;
mod spelling;
mod steps;
#[cfg(test)]
mod tests;
mod values;
mod write;

use std::collections::HashMap;
use std::fmt::Display;
use std::path::Path;

use thiserror::Error;

use settings::Settings;

use kurier_rules::files;
use kurier_rules::rules::{Catalogue, LoadError};
use kurier_rules::sanitize::{excerpt, strip_controls};

/// A line of a `variants.ini` that is not supported, and why.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{file}:{line}: {message}")]
pub struct FairyError {
    /// The file, as it was named.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub message: String,
}

/// What a file has added to a catalogue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Added {
    /// The games.
    pub names: Vec<String>,
    /// Why others were not added, a line each.
    pub refused: Vec<String>,
}

/// Adds the games of a user's file: one of our own, or a `variants.ini`, of which what can be translated is taken.
///
/// # Errors
/// A file of our own that is wrong; one that cannot be read.
pub fn add_file(catalogue: &mut Catalogue, path: &Path) -> Result<Added, LoadError> {
    if path
        .extension()
        .is_none_or(|extension| !extension.eq_ignore_ascii_case("ini"))
    {
        let names = vec![catalogue.add_file(path)?.name.clone()];
        return Ok(Added {
            names,
            refused: Vec::new(),
        });
    }
    let bytes = files::read(path, files::LIST).map_err(|source| LoadError::Read {
        path: path.to_owned(),
        source,
    })?;
    let file = path.display().to_string();
    let mut added = Added {
        names: Vec::new(),
        refused: Vec::new(),
    };
    let games = match FairyGames::read(&String::from_utf8_lossy(&bytes), &file) {
        Ok(games) => games,
        Err(errors) => {
            added.refused.extend(errors.iter().map(FairyError::to_string));
            return Ok(added);
        }
    };
    for name in games.names() {
        match games.translate(name) {
            Some(Ok(text)) => match catalogue.add(&text, &file) {
                Ok(definition) => added.names.push(definition.name.clone()),
                Err(error) => added.refused.push(format!("{}: {}", excerpt(name), error.message)),
            },
            Some(Err(errors)) => added
                .refused
                .extend(errors.first().map(|error| format!("{}: {error}", excerpt(name)))),
            None => {}
        }
    }
    Ok(added)
}

/// The games of a `variants.ini`.
#[derive(Clone, Debug)]
pub struct FairyGames {
    file: String,
    games: Vec<Game>,
    /// The last game of every name.
    places: HashMap<String, usize>,
}

/// A game of the file, with what it takes from the games that it begins from.
#[derive(Clone, Debug)]
struct Game {
    name: String,
    /// From 1.
    line: usize,
    settings: Result<Settings, Vec<FairyError>>,
}

impl FairyGames {
    /// Reads the text of a file; `file` is what errors call it.
    ///
    /// # Errors
    /// The lines that are neither sections nor settings, or too long; more sections than anybody reads.
    pub fn read(text: &str, file: &str) -> Result<Self, Vec<FairyError>> {
        let sections = ini::read(text).map_err(|errors| located(file, errors))?;
        let settings = resolve::settings(&sections, file);
        let games: Vec<Game> = sections
            .into_iter()
            .zip(settings)
            .map(|(section, settings)| Game {
                name: section.name,
                line: section.line,
                settings,
            })
            .collect();
        let named = |(place, game): (usize, &Game)| (game.name.clone(), place);
        Ok(Self {
            file: file.to_owned(),
            places: games.iter().enumerate().map(named).collect(),
            games,
        })
    }

    /// Returns the names of the games, in the order of the file.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.games.iter().map(|game| game.name.as_str())
    }

    /// Returns a game as the text of a file of our own.
    ///
    /// # Errors
    /// Everything that keeps the game from being translated: keys without counterpart, values that are not understood,
    /// a game to begin from that is not known. `None` if there is no such game.
    pub fn translate(&self, name: &str) -> Option<Result<String, Vec<FairyError>>> {
        let game = &self.games[*self.places.get(name)?];
        let written =
            |settings| write::file(name, settings).map_err(|error| located(&self.file, vec![(game.line, error)]));
        Some(game.settings.as_ref().map_err(Clone::clone).and_then(written))
    }
}

fn located(file: &str, errors: Vec<(usize, impl Display)>) -> Vec<FairyError> {
    let located = |(line, error): (usize, _)| FairyError {
        file: file.to_owned(),
        line,
        message: strip_controls(&format!("{error}")),
    };
    errors.into_iter().map(located).collect()
}

//! Translates games from other programs to Kurier's definition files: from Fairy-Stockfish's `variants.ini`, and from
//! the Interactive Diagrams of the Chess Variant Pages.
//!
//! A game is translated completely or not at all; if not, everything unsupported is reported with its line.

mod atoms;
mod blast;
mod castling;
mod counting;
mod demotion;
mod diagram;
mod drops;
mod error;
mod goals;
mod ini;
mod janggi;
mod keys;
mod movement;
mod passing;
mod pieces;
mod promotion;
mod regions;
mod resolve;
mod settings;
mod spelling;
mod steps;
mod tables;
#[cfg(test)]
mod tests;
mod values;
mod write;

use std::collections::HashMap;
use std::fmt::Display;
use std::path::Path;

use thiserror::Error;

pub use diagram::Diagrams;
pub(crate) use diagram::FLAT_BOARD;
pub(crate) use pieces::key_of_moves;
use settings::Settings;

use kurier_rules::files;
use kurier_rules::rules::{Catalogue, LoadError};
use kurier_rules::sanitize::{excerpt, strip_controls};

/// A line of another program's file that is not supported, and why.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{file}:{line}: {message}")]
pub struct FairyError {
    /// The name of the file, as the caller gave it.
    pub file: String,
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong with the line.
    pub message: String,
}

impl FairyError {
    /// Creates an error about a line of a file.
    fn new(file: &str, line: usize, message: &impl Display) -> Self {
        Self {
            file: file.to_owned(),
            line,
            message: strip_controls(&message.to_string()),
        }
    }
}

/// The games that a file has added to a catalogue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Added {
    /// The names of the games.
    pub names: Vec<String>,
    /// One sentence for each game of the file that was not added: the reason why it was refused. If the file cannot be
    /// parsed, one sentence for each wrong line.
    pub refused: Vec<String>,
}

/// The file name extensions of other programs' files: `variants.ini`, and pages and text files with Interactive
/// Diagrams.
const FOREIGN: [&str; 4] = ["ini", "html", "htm", "txt"];

/// Adds the games of a user's file to a catalogue. The file is one of Kurier's definition files or, if its name ends
/// with `.ini`, `.html`, `.htm` or `.txt`, a file for another program, whose games are translated. Games that cannot be
/// translated are left out.
///
/// # Errors
/// Fails if the file cannot be read, or if it is a definition file with a mistake.
pub fn add_file(catalogue: &mut Catalogue, path: &Path) -> Result<Added, LoadError> {
    let has = |ending: &&str| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending));
    if !FOREIGN.iter().any(has) {
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
    let games = match ForeignGames::read(&String::from_utf8_lossy(&bytes), &file) {
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

/// The games of another program's file.
#[derive(Clone, Debug)]
pub enum ForeignGames {
    /// The games of a `variants.ini` for Fairy-Stockfish.
    Fairy(FairyGames),
    /// The games of a page or a text file with Interactive Diagrams.
    Diagrams(Diagrams),
}

impl ForeignGames {
    /// Reads the text of a file, whose content determines which program it is for. Error messages use `file` as its
    /// name.
    ///
    /// # Errors
    /// Fails if the file is a `variants.ini` with mistakes; see [`FairyGames::read`].
    pub fn read(text: &str, file: &str) -> Result<Self, Vec<FairyError>> {
        match Diagrams::are_in(text) {
            true => Ok(Self::Diagrams(Diagrams::read(text, file))),
            false => FairyGames::read(text, file).map(Self::Fairy),
        }
    }

    /// Returns the names of the games, in the order of the file.
    pub fn names(&self) -> Vec<&str> {
        match self {
            Self::Fairy(games) => games.names().collect(),
            Self::Diagrams(games) => games.names().collect(),
        }
    }

    /// Translates a game to the text of a Kurier definition file. Returns `None` if there is no game of this name.
    ///
    /// # Errors
    /// Fails if the game cannot be translated; the errors are about the lines that prevent the translation.
    pub fn translate(&self, name: &str) -> Option<Result<String, Vec<FairyError>>> {
        match self {
            Self::Fairy(games) => games.translate(name),
            Self::Diagrams(games) => games.translate(name),
        }
    }
}

/// The games of a `variants.ini`.
#[derive(Clone, Debug)]
pub struct FairyGames {
    file: String,
    games: Vec<Game>,
    /// The index in `games` of the last game with each name.
    places: HashMap<String, usize>,
}

/// A game of a `variants.ini`. Its settings include those that it inherits from its base game.
#[derive(Clone, Debug)]
struct Game {
    name: String,
    /// The line of the section's title, from 1.
    line: usize,
    /// The section's own keys, with their lines.
    keys: Vec<(String, usize)>,
    settings: Result<Settings, Vec<FairyError>>,
}

impl Game {
    /// Returns the line of the setting that a message names in backticks, or of the section's title if there is none.
    fn line_of(&self, message: &str) -> usize {
        let named = |key: &str| {
            let mut places = message.match_indices(key);
            places.any(|(place, _)| {
                let after = message[place + key.len()..].chars().next();
                message[..place].ends_with('`') && after.is_some_and(|c| !c.is_ascii_alphanumeric())
            })
        };
        let last = self.keys.iter().rev().find(|(key, _)| !key.is_empty() && named(key));
        last.map_or(self.line, |(_, line)| *line)
    }
}

impl FairyGames {
    /// Reads the text of a file; error messages use `file` as its name.
    ///
    /// # Errors
    /// Fails if the file has lines that are neither titles nor settings, overlong lines, or too many games.
    pub fn read(text: &str, file: &str) -> Result<Self, Vec<FairyError>> {
        let located = |(line, error): &(usize, _)| FairyError::new(file, *line, error);
        let sections = ini::read(text).map_err(|errors| errors.iter().map(located).collect::<Vec<_>>())?;
        let settings = resolve::settings(&sections, file);
        let games: Vec<Game> = sections
            .into_iter()
            .zip(settings)
            .map(|(section, settings)| Game {
                name: section.name,
                line: section.line,
                keys: section
                    .settings
                    .into_iter()
                    .map(|setting| (setting.key, setting.line))
                    .collect(),
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

    /// Translates a game to the text of a definition file. Returns `None` if there is no game of this name.
    ///
    /// # Errors
    /// Fails if the game cannot be translated. The errors are about everything that prevents the translation, such as
    /// keys without a counterpart, values that are not understood, or an unknown base game.
    pub fn translate(&self, name: &str) -> Option<Result<String, Vec<FairyError>>> {
        let game = &self.games[*self.places.get(name)?];
        let written = |settings| {
            write::file(name, settings).map_err(|error| {
                let line = game.line_of(&error.to_string());
                vec![FairyError::new(&self.file, line, &error)]
            })
        };
        Some(game.settings.as_ref().map_err(Clone::clone).and_then(written))
    }
}

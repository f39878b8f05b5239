//! Games of the user's own: what is wrong with their files, and files from other programs.

use std::sync::Arc;

use serde::Serialize;

use super::Desk;
use super::games::{GameView, Games};
use super::position::PositionView;
use kurier_diagram as diagram;
use kurier_engine::session::Board;
use kurier_formats::import::FairyGames;
use kurier_rules::rules::{Catalogue, Definition, DefinitionError};

/// What errors call the text.
const FILE: &str = "game";

/// What is wrong at a place of a text.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    /// What is wrong, or what was expected.
    pub message: String,
}

/// How the file of a game was understood.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct Checked {
    /// What is wrong; then nothing else is known.
    pub mistake: Option<Mistake>,
    /// The game.
    pub game: Option<GameView>,
    /// Its start.
    pub position: Option<PositionView>,
    /// What is correct but hardly meant, each a sentence.
    pub lints: Vec<String>,
}

/// A game translated, or why it is not.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// Its name there.
    pub name: String,
    /// Its file here.
    pub text: Option<String>,
    /// What keeps it from being translated.
    pub mistakes: Vec<Mistake>,
}

/// Reads the draft of a game.
pub(super) fn check(games: &mut Games, text: &str) -> Result<Checked, String> {
    short_enough(text)?;
    // In a copy: every name that is typed on the way to the last one would stay.
    match games.catalogue.clone().add(text, FILE) {
        Ok(definition) => {
            games.draft = Some(definition.clone());
            Ok(checked(games, &definition))
        }
        Err(error) => Ok(mistaken(error)),
    }
}

/// Reads the file of a game and, if it is correct, adds it to the games.
pub(super) fn define(games: &mut Games, text: &str) -> Result<Checked, String> {
    short_enough(text)?;
    let own = games.catalogue.added().count();
    if own >= Desk::OWN_GAMES {
        return Err(format!("there are {own} games of your own already"));
    }
    match games.catalogue.add(text, FILE) {
        Ok(definition) => Ok(checked(games, &definition)),
        Err(error) => Ok(mistaken(error)),
    }
}

/// Returns the file of a game that is built in.
pub(super) fn template(name: &str) -> Result<String, String> {
    let text = Catalogue::file_of(name).ok_or_else(|| format!("'{name}' is not built in"))?;
    Ok(text.to_owned())
}

fn mistaken(error: DefinitionError) -> Checked {
    let mistake = Mistake {
        line: error.line,
        column: error.column,
        message: error.message,
    };
    Checked {
        mistake: Some(mistake),
        game: None,
        position: None,
        lints: Vec::new(),
    }
}

fn checked(games: &Games, definition: &Arc<Definition>) -> Checked {
    let mut board = Board::new(definition);
    let mut lints = definition.lints();
    match board.outcome() {
        Some(outcome) => lints.push(format!(
            "the start position is decided: {} ({})",
            outcome.result(),
            outcome.reason.text()
        )),
        None if board.in_check() => lints.push(format!("{} is in check at the start", board.side().name())),
        None => (),
    }
    lints.extend(diagram::lints(definition));
    lints.extend((games.lints)(definition));
    Checked {
        mistake: None,
        game: Some(GameView::of(definition)),
        position: Some(PositionView::of(&mut board)),
        lints,
    }
}

/// Translates the games of a `variants.ini`.
pub(super) fn import(text: &str) -> Result<Vec<Imported>, String> {
    short_enough(text)?;
    let games = FairyGames::read(text, FILE).map_err(|errors| {
        let lines: Vec<String> = errors
            .iter()
            .map(|error| format!("line {}: {}", error.line, error.message))
            .collect();
        lines.join("; ")
    })?;
    let names: Vec<String> = games.names().map(str::to_owned).collect();
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

/// Refuses a text that nobody would read to the end.
pub(super) fn short_enough(text: &str) -> Result<(), String> {
    match text.len() <= Desk::LONGEST_TEXT {
        true => Ok(()),
        false => Err(format!(
            "a text of more than {} MiB is too long",
            Desk::LONGEST_TEXT >> 20
        )),
    }
}

//! Checks and defines the user's own games.

use std::sync::Arc;

use serde::Serialize;

use super::error::RequestError;
use super::games::{GameView, Games};
use super::position::PositionView;
use kurier_diagram as diagram;
use kurier_engine::session::{Board, TestFailure, run_tests};
use kurier_rules::rules::{Catalogue, Definition, DefinitionError};

/// The file name that parsers put into their errors. The user does not see this name, because the text comes from an
/// editor, not from a file.
pub(super) const FILE: &str = "game";

/// The maximum number of the user's own games that are kept.
pub(super) const MOST_GAMES: usize = 64;

/// The maximum number of moves to make for the perft counts in the tests of a draft. The number is small, because the
/// draft is checked after every pause in typing.
const MOST_DRAFT_MOVES: u64 = 50_000;

/// A mistake in a file's text, and its position.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// The line of the mistake, from 1.
    pub line: usize,
    /// The column of the mistake in characters, from 1.
    pub column: usize,
    /// What is wrong, or what was expected.
    pub message: String,
}

impl From<TestFailure> for Mistake {
    fn from(failure: TestFailure) -> Self {
        Self {
            line: failure.line,
            column: failure.column,
            message: failure.message,
        }
    }
}

/// The result of checking the file of a game: a description of the game, or a mistake.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct Checked {
    /// The first mistake in the file; `None` if the file is correct.
    pub mistake: Option<Mistake>,
    /// The description of the game; `None` if the file has a mistake.
    pub game: Option<GameView>,
    /// The start position; `None` if the file has a mistake.
    pub position: Option<PositionView>,
    /// Lints: sentences about things that are allowed but probably unintended; empty if the file has a mistake.
    pub lints: Vec<String>,
    /// The number of tests in the file.
    pub tests: usize,
    /// The expectations in the file's tests that are not met.
    pub failures: Vec<Mistake>,
    /// The number of perft counts in the tests that were left out because they would take too long.
    pub uncounted: usize,
}

/// Reads the draft of a game. A correct draft replaces the previous correct draft.
pub(super) fn check(games: &mut Games, text: &str) -> Checked {
    // Add the draft to a copy of the catalogue. The original would keep a game for every prefix of the name that the
    // user types.
    match games.catalogue.clone().add(text, FILE) {
        Ok(definition) => {
            games.draft = Some(definition.clone());
            checked(games, &definition)
        }
        Err(error) => mistaken(error),
    }
}

/// Returns the game that the text of the user's own file defines or, without text, the known game called `name`.
#[cfg(any(feature = "learning", feature = "study"))]
pub(super) fn find(games: &Games, name: &str, text: Option<&str>) -> Result<Arc<Definition>, RequestError> {
    match text {
        None => Ok(games.find(name)?),
        Some(text) => Ok(games.catalogue.clone().add(text, FILE)?),
    }
}

/// Reads the file of a game and, if the file is correct, adds the game to the catalogue and returns it, too. Fails if
/// the catalogue already has [`MOST_GAMES`] games of the user.
pub(super) fn define(games: &mut Games, text: &str) -> Result<(Checked, Option<Arc<Definition>>), RequestError> {
    let own = games.catalogue.added().count();
    if own >= MOST_GAMES {
        return Err(RequestError::TooManyGames(own));
    }
    match games.catalogue.add(text, FILE) {
        Ok(definition) => Ok((checked(games, &definition), Some(definition))),
        Err(error) => Ok((mistaken(error), None)),
    }
}

/// Returns the file of a built-in game.
pub(super) fn template(name: &str) -> Result<String, RequestError> {
    let text = Catalogue::file_of(name).ok_or_else(|| RequestError::NotBuiltIn(name.to_owned()))?;
    Ok(text.to_owned())
}

/// Creates the result for a file with a mistake.
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
        tests: 0,
        failures: Vec::new(),
        uncounted: 0,
    }
}

/// Creates the result for a correct file.
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
    let report = run_tests(definition, MOST_DRAFT_MOVES);
    Checked {
        mistake: None,
        game: Some(GameView::of(definition)),
        position: Some(PositionView::of(&mut board)),
        lints,
        tests: report.tests,
        failures: report.failures.into_iter().map(Mistake::from).collect(),
        uncounted: report.uncounted,
    }
}

//! Finding and opening the games that commands name.

use std::sync::Arc;

use super::args::PositionArgs;
use super::error::CliError;
use super::output::to_stderr;
use crate::eval::EvaluationSource;
use crate::rules::{Catalogue, Definition};
use crate::session::Board;

/// The game of this name.
pub(super) fn find(catalogue: &Catalogue, name: &str) -> Result<Arc<Definition>, CliError> {
    catalogue.get(name).ok_or_else(|| CliError::UnknownGame(name.into()))
}

/// A position of a game.
pub(super) fn set_up(catalogue: &Catalogue, position: &PositionArgs) -> Result<Board, CliError> {
    let mut board = Board::new(&find(catalogue, &position.variant)?);
    board.set_up(position.fen.as_deref())?;
    for text in position.turns() {
        let turn = board.parse(text)?;
        board.play(&turn)?;
    }
    Ok(board)
}

/// Warns of a game whose evaluation file cannot be used; the game can be played all the same.
pub(super) fn check_evaluation(definition: &Definition) {
    if let Some(error) = EvaluationSource::BuiltIn.load(definition).err() {
        to_stderr(&format!("warning: {}", error.message()));
    }
}

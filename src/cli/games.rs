//! Finding and opening the games that commands name.

use std::collections::HashMap;
use std::sync::Arc;

use super::args::PositionArgs;
use super::error::CliError;
use super::output::to_stderr;
use kurier_engine::eval::{EvalParams, EvaluationSource};
use kurier_engine::session::Board;
use kurier_rules::rules::{Catalogue, Definition};

/// Returns a position of a game.
pub(super) fn set_up(catalogue: &Catalogue, position: &PositionArgs) -> Result<Board, CliError> {
    let mut board = Board::new(&catalogue.find(&position.variant)?);
    board.set_up(position.fen.as_deref())?;
    for text in position.turns() {
        // In coordinates, or as people write it; the latter's errors know the former's.
        let turn = board.parse(text).or_else(|_| board.parse_san(text))?;
        board.play(&turn)?;
    }
    Ok(board)
}

/// Returns the evaluation of a game, from the file that the game's file names, if it names one. If that cannot be used
/// the game can be played all the same, by the built-in evaluation, and the user is warned.
pub(super) fn evaluation(definition: &Definition) -> Arc<EvalParams> {
    let (params, error) = EvaluationSource::BuiltIn.load_or_built_in(definition);
    if let Some(error) = error {
        to_stderr(&format!("warning: {}", error.message()));
    }
    params.into()
}

/// The evaluations of several games, each loaded once.
#[derive(Default)]
pub(super) struct Evaluations(HashMap<String, Arc<EvalParams>>);

impl Evaluations {
    /// Returns the evaluation of a game.
    pub fn get(&mut self, definition: &Definition) -> Arc<EvalParams> {
        let load = || evaluation(definition);
        self.0.entry(definition.name.clone()).or_insert_with(load).clone()
    }
}

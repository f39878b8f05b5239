//! Sets up positions and loads evaluations of variants that are named on the command line.

use std::collections::HashMap;
use std::sync::Arc;

use super::args::PositionArgs;
use super::error::CliError;
use super::output::to_stderr;
use kurier_engine::eval::{EvalParams, EvaluationSource};
use kurier_engine::session::Board;
use kurier_rules::rules::{Catalogue, Definition};

/// Sets up a position that is given on the command line.
pub(super) fn set_up(catalogue: &Catalogue, position: &PositionArgs) -> Result<Board, CliError> {
    let mut board = Board::new(&catalogue.find(&position.variant)?);
    board.set_up(position.fen.as_deref())?;
    for text in position.turns() {
        // A move may be in coordinates or in algebraic notation; the errors of `parse_san` cover both.
        let turn = board.parse(text).or_else(|_| board.parse_san(text))?;
        board.play(&turn)?;
    }
    Ok(board)
}

/// Loads the evaluation of a variant: from the file that the variant's definition names, or else the built-in
/// evaluation. If the file cannot be used, warns the user and returns the built-in evaluation.
pub(super) fn evaluation(definition: &Definition) -> Arc<EvalParams> {
    let (params, error) = EvaluationSource::BuiltIn.load_or_built_in(definition);
    if let Some(error) = error {
        to_stderr(&format!("warning: {}", error.message()));
    }
    params.into()
}

/// The evaluations of several variants, each loaded once.
#[derive(Default)]
pub(super) struct Evaluations(HashMap<String, Arc<EvalParams>>);

impl Evaluations {
    /// Returns the evaluation of a variant, which is loaded at the first call.
    pub fn get(&mut self, definition: &Definition) -> Arc<EvalParams> {
        let load = || evaluation(definition);
        self.0.entry(definition.name.clone()).or_insert_with(load).clone()
    }
}

//! Sets up positions and loads evaluations of variants that are named on the command line.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::args::PositionArgs;
use super::error::{BoxError, CliError};
use super::output::to_stderr;
use kurier_engine::eval::{EvalParams, EvaluationSource};
use kurier_engine::session::Board;
use kurier_formats::import::{self, ForeignGames};
use kurier_rules::files;
use kurier_rules::rules::{Catalogue, Definition};

/// Sets up a position that is given on the command line.
pub(super) fn set_up(catalogue: &Catalogue, position: &PositionArgs) -> Result<Board, CliError> {
    let mut board = Board::new(&catalogue.find(&position.variant)?);
    board.set_up(position.fen.as_deref())?;
    for text in position.turns() {
        // A move may be in coordinate notation or in algebraic notation; the errors of `parse_san` cover both.
        let turn = board.parse(text).or_else(|_| board.parse_san(text))?;
        board.play(&turn)?;
    }
    Ok(board)
}

/// Finds a game, and the user's file that defines it, or `None` if the game is built in. If there is no game called
/// `name`, the name may be the path of a file.
pub(super) fn find(
    catalogue: &mut Catalogue,
    added: &[PathBuf],
    name: &str,
) -> Result<(Arc<Definition>, Option<PathBuf>), BoxError> {
    let path = Path::new(name);
    if catalogue.get(name).is_none() && path.is_file() {
        let found = import::add_file(catalogue, path)?;
        let [name] = found.names.as_slice() else {
            let reason = found
                .refused
                .first()
                .map_or("it has several games: use --variants", String::as_str);
            return Err(format!("{}: {reason}", path.display()).into());
        };
        return Ok((catalogue.find(name)?, Some(path.to_owned())));
    }
    let definition = catalogue
        .find(name)
        .map_err(|error| format!("{error} ('kurier variants' lists them)"))?;
    // If several files define the game, the last one counts.
    let defines = |path: &&PathBuf| {
        import::add_file(&mut Catalogue::built_in(), path).is_ok_and(|found| found.names.contains(&definition.name))
    };
    let file = added.iter().rev().find(defines).cloned();
    Ok((definition, file))
}

/// Returns whether a file is a definition in Kurier's format, rather than a file for another program.
pub(super) fn is_definition(file: &Path) -> bool {
    file.extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("toml"))
}

/// Returns the definition of a game as text, translated if its file is for another program.
pub(super) fn text_of(definition: &Definition, file: &Path) -> Result<String, BoxError> {
    let named = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let text = files::read_text(file, files::LIST).map_err(|error| named(&error))?;
    if is_definition(file) {
        return Ok(text);
    }
    let games = ForeignGames::read(&text, &file.display().to_string());
    let games = games.map_err(|errors| errors.first().map_or_else(String::new, |error| named(error)))?;
    let translated = games.translate(&definition.name).and_then(Result::ok);
    Ok(translated.ok_or_else(|| named(&"the game cannot be translated"))?)
}

/// Loads the evaluation of a variant: from the file that the variant's definition names, otherwise the built-in
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

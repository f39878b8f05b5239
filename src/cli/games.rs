//! Finding and opening the games that commands name.

use std::sync::Arc;

use super::args::PositionArgs;
use super::error::CliError;
use super::output::to_stderr;
use crate::eval::EvaluationSource;
use crate::rules::{Catalogue, Definition};
use crate::search::Settings;
use crate::session::{Session, open};

/// The game of this name.
pub(super) fn find(catalogue: &Catalogue, name: &str) -> Result<Arc<Definition>, CliError> {
    catalogue.get(name).ok_or_else(|| CliError::UnknownGame(name.into()))
}

/// Opens a game and sets up a position of it.
pub(super) fn open_position(
    catalogue: &Catalogue,
    position: &PositionArgs,
    settings: Settings,
) -> Result<Box<dyn Session>, CliError> {
    let mut session = open(find(catalogue, &position.variant)?, settings);
    session.set_position(position.fen.as_deref(), &position.turns())?;
    Ok(session)
}

/// Settings for commands that do not search: the smallest table.
pub(super) fn without_search() -> Settings {
    Settings {
        hash: 1,
        ..Settings::default()
    }
}

/// Warns of a game whose evaluation file cannot be used; the game can be played all the same.
pub(super) fn check_evaluation(definition: &Definition) {
    if let Some(error) = EvaluationSource::BuiltIn.load(definition).err() {
        to_stderr(&format!("warning: {}", error.message()));
    }
}

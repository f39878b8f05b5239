//! The endgame tables in the folder that a GUI chooses.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use kurier_engine::session::{Endgames, Engine};
use kurier_rules::rules::Definition;

/// The folder of endgame tables, and the tables for the current variant.
#[derive(Default, Debug)]
pub struct TableFolder {
    folder: Option<PathBuf>,
    tables: Option<Endgames>,
}

impl TableFolder {
    /// Changes the folder, with effect from the next [`TableFolder::open`]. `None` disables tables.
    pub fn set(&mut self, folder: Option<&Path>) {
        self.folder = folder.map(Path::to_owned);
    }

    /// Opens the tables for a variant and passes them to its engine. Returns messages for the user: an error for each
    /// table that is refused, and a remark on whether there are tables. Returns no messages if no folder is set.
    pub fn open(&mut self, definition: &Arc<Definition>, engine: &mut Engine) -> Vec<String> {
        let Some(folder) = &self.folder else {
            if self.tables.take().is_some() {
                engine.set_endgames(None);
            }
            return Vec::new();
        };
        let (tables, refused) = kurier_tables::open_shared(definition, folder);
        let mut messages: Vec<String> = refused.iter().map(|error| format!("error: {error}")).collect();
        self.tables = tables.map(|tables| Endgames::new(definition, tables));
        engine.set_endgames(self.tables.as_ref());
        messages.push(match &self.tables {
            None => format!(
                "there are no endgame tables for {} in {}",
                definition.name,
                folder.display()
            ),
            Some(tables) => format!("endgame tables with up to {} pieces are used", tables.largest()),
        });
        messages
    }

    /// Returns the tables for the current variant; `None` if there are none.
    pub fn tables(&self) -> Option<&Endgames> {
        self.tables.as_ref()
    }
}

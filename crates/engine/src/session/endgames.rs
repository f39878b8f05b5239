//! The endgame tables of a game, for boards and engines of any width.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use super::Board;
use crate::search::{Verdict, verdict};
use kurier_rules::board::AnyWidth;
use kurier_rules::endgame::SharedTables;
use kurier_rules::on_width;
use kurier_rules::rules::Definition;

/// Endgame tables of one game.
#[derive(Clone)]
pub struct Endgames {
    /// The hash of the game's rules.
    rules: u64,
    pub(super) tables: AnyWidth<SharedTables>,
}

impl Endgames {
    /// Creates the tables of a game from tables for the width of its board.
    pub fn new(definition: &Definition, tables: AnyWidth<SharedTables>) -> Self {
        Self {
            rules: definition.rules_hash(),
            tables,
        }
    }

    /// Tests whether these are the tables of a game, or of a game with identical rules.
    pub(super) fn belong_to(&self, definition: &Definition) -> bool {
        self.rules == definition.rules_hash()
    }

    /// Returns the value of a position in the tables, and its result under the move limit. Returns `None` if no table
    /// contains the position, or if the tables belong to another game.
    pub fn probe(&self, board: &Board) -> Option<Verdict> {
        if !self.belong_to(board.definition()) {
            return None;
        }
        on_width!(&self.tables, &board.0, (tables, history) => verdict(&**tables, &history.position))
    }

    /// Returns the largest number of pieces in a table, or 0 if there is no table.
    pub fn largest(&self) -> u32 {
        on_width!(&self.tables, tables => tables.largest())
    }
}

impl fmt::Debug for Endgames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endgames").field("largest", &self.largest()).finish()
    }
}

/// A function that opens the tables of a game, or returns `None` if there are none.
type Opener = dyn Fn(&Arc<Definition>) -> Option<Endgames> + Send + Sync;

/// Endgame tables of any game, which are opened when they are first needed. Clones share the opened tables.
#[derive(Clone)]
pub struct EndgameLibrary {
    open: Arc<Opener>,
    /// The tables opened so far, indexed by the hash of the rules; `None` for a game that has no tables.
    opened: Arc<Mutex<HashMap<u64, Option<Endgames>>>>,
}

impl EndgameLibrary {
    /// Creates a library from a function that opens the tables of a game, or returns `None` if there are none.
    pub fn new(open: impl Fn(&Arc<Definition>) -> Option<Endgames> + Send + Sync + 'static) -> Self {
        Self {
            open: Arc::new(open),
            opened: Arc::default(),
        }
    }

    /// Returns the tables of a game; `None` if there are none.
    pub fn tables(&self, definition: &Arc<Definition>) -> Option<Endgames> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let open = || (self.open)(definition);
        opened.entry(definition.rules_hash()).or_insert_with(open).clone()
    }

    /// Returns the tables' result for a position, in words that name the winner, such as `White wins in 23`. Returns
    /// `None` if no table contains the position, or if the game has ended.
    pub fn in_words(&self, board: &Board) -> Option<String> {
        if board.outcome().is_some() {
            return None;
        }
        let verdict = self.tables(board.definition())?.probe(board)?;
        Some(verdict.in_words(board.side()))
    }
}

impl fmt::Debug for EndgameLibrary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EndgameLibrary").finish_non_exhaustive()
    }
}

//! A game that has been opened: its tables are made once and shared by all its boards.

use std::sync::{Arc, LazyLock, OnceLock};

use kurier_rules::position::Turn;
use kurier_rules::rules::{Catalogue, Definition};
use kurier_engine::session::{Board, Numbering};
use pyo3::prelude::*;

use crate::errors::refused;
use crate::variant::PyVariant;

/// A game with its tables.
#[derive(Debug)]
pub struct Game {
    /// The start of the game. All boards are copies, which share its tables.
    pub start: Board,
    /// The text of its file, if it is not a built-in game.
    pub text: Option<String>,
    numbering: OnceLock<Numbering>,
}

/// A built-in game, and its tables once somebody has asked for them.
type Entry = (Arc<Definition>, OnceLock<Arc<Game>>);

/// The built-in games and what has been opened of them. Nothing is ever changed here: a game of the user's own is a value
/// of its own.
static BUILT_IN: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let catalogue = Catalogue::built_in();
    catalogue
        .iter()
        .map(|definition| (definition.clone(), OnceLock::new()))
        .collect()
});

impl Game {
    /// Opens a game; `text` is that of its file.
    pub fn open(definition: &Arc<Definition>, text: Option<String>) -> Self {
        Self {
            start: Board::new(definition),
            text,
            numbering: OnceLock::new(),
        }
    }

    /// Returns the built-in game of a name.
    pub fn named(name: &str) -> Option<Arc<Self>> {
        let (definition, opened) = BUILT_IN.iter().find(|(definition, _)| definition.name == name)?;
        Some(opened.get_or_init(|| Arc::new(Self::open(definition, None))).clone())
    }

    /// Returns the names of the built-in games.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(definition, _)| definition.name.as_str())
    }

    /// Returns what it is.
    pub fn definition(&self) -> &Arc<Definition> {
        self.start.definition()
    }

    /// Returns the numbers of its steps.
    pub fn numbering(&self) -> &Numbering {
        self.numbering.get_or_init(|| Numbering::new(&self.start))
    }

    /// Returns whether two are the same game.
    pub fn is(self: &Arc<Self>, other: &Arc<Self>) -> bool {
        Arc::ptr_eq(self, other) || self.definition() == other.definition()
    }

    /// Returns a turn in coordinates: that depends on the game alone.
    pub fn spell(&self, turn: &Turn) -> String {
        self.start.spell(turn)
    }
}

/// A game as an argument: its name, or the variant itself.
#[derive(FromPyObject)]
pub enum AnyGame<'py> {
    /// The variant.
    Variant(Bound<'py, PyVariant>),
    /// The name of a built-in game.
    Name(String),
}

impl AnyGame<'_> {
    /// Returns the game.
    pub fn open(self) -> PyResult<Arc<Game>> {
        match self {
            Self::Variant(variant) => Ok(variant.get().game.clone()),
            Self::Name(name) => Game::named(&name).ok_or_else(|| {
                let names: Vec<&str> = Game::names().collect();
                refused(format!("unknown variant '{name}'; there are {}", names.join(", ")))
            }),
        }
    }
}

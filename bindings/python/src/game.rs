//! Variants with their tables, which all boards of a variant share.

use std::sync::{Arc, LazyLock, OnceLock};

use kurier_engine::session::{Board, Numbering};
use kurier_rules::position::Turn;
use kurier_rules::rules::{Catalogue, Definition, FindError};
use pyo3::prelude::*;

use crate::errors::refused;
use crate::variant::PyVariant;

/// A variant with its tables.
#[derive(Debug)]
pub struct Game {
    /// The start position. All boards are copies of this one and share its tables.
    pub start: Board,
    /// The text of the definition; `None` for built-in variants.
    pub text: Option<String>,
    /// The numbering of the variant's steps, created on first use.
    numbering: OnceLock<Numbering>,
}

/// A built-in variant, and its tables, which are created on first use.
type Entry = (Arc<Definition>, OnceLock<Arc<Game>>);

/// The catalogue, which finds variants by their names.
static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(Catalogue::built_in);

/// The built-in variants. The list never changes: a user's own variant is not added to it.
static BUILT_IN: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    CATALOGUE
        .iter()
        .map(|definition| (definition.clone(), OnceLock::new()))
        .collect()
});

impl Game {
    /// Creates the tables of a variant. `text` is the text of its definition, unless the variant is built in.
    pub fn open(definition: &Arc<Definition>, text: Option<String>) -> Self {
        Self {
            start: Board::new(definition),
            text,
            numbering: OnceLock::new(),
        }
    }

    /// Looks up a built-in variant, or one that begins with a chosen start position, such as `janggi@bnnb`.
    ///
    /// # Errors
    /// Fails if there is no such variant, or no such start position.
    pub fn named(name: &str) -> Result<Arc<Self>, FindError> {
        let definition = CATALOGUE.find(name)?;
        let known = BUILT_IN.iter().find(|(known, _)| Arc::ptr_eq(known, &definition));
        let open = || Arc::new(Self::open(&definition, None));
        Ok(known.map_or_else(open, |(_, opened)| opened.get_or_init(open).clone()))
    }

    /// Returns the names of the built-in variants.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(definition, _)| definition.name.as_str())
    }

    /// Returns the definition of the variant.
    pub fn definition(&self) -> &Arc<Definition> {
        self.start.definition()
    }

    /// Returns the numbering of the variant's steps, which machine learning uses as actions.
    pub fn numbering(&self) -> &Numbering {
        self.numbering.get_or_init(|| Numbering::new(&self.start))
    }

    /// Tests whether two variants have equal definitions.
    pub fn is(self: &Arc<Self>, other: &Arc<Self>) -> bool {
        Arc::ptr_eq(self, other) || self.definition() == other.definition()
    }

    /// Returns a turn in coordinate notation which, unlike algebraic notation, does not depend on the position.
    pub fn spell(&self, turn: &Turn) -> String {
        self.start.spell(turn)
    }
}

/// An argument that is a variant, or the name of a built-in one.
#[derive(FromPyObject)]
pub enum AnyGame<'py> {
    /// A `Variant` object.
    Variant(Bound<'py, PyVariant>),
    /// The name of a built-in variant.
    Name(String),
}

impl AnyGame<'_> {
    /// Returns the variant, with its tables.
    ///
    /// # Errors
    /// Fails if there is no built-in variant of this name, or no such start position.
    pub fn open(self) -> PyResult<Arc<Game>> {
        match self {
            Self::Variant(variant) => Ok(variant.get().game.clone()),
            Self::Name(name) => Game::named(&name).map_err(|error| match error {
                FindError::Game(_) => {
                    let names: Vec<&str> = Game::names().collect();
                    refused(format!("unknown variant '{name}'; there are {}", names.join(", ")))
                }
                FindError::Start { .. } => refused(error.to_string()),
            }),
        }
    }
}

//! The books that are part of Kurier, found by the rules of a game.

use kurier_rules::rules::Definition;

use crate::book::Book;

impl Book {
    /// Returns the book that Kurier ships for the rules of a game; `None` if there is none, or if the feature `shipped`
    /// is disabled. The book is decoded at each call.
    pub fn shipped(definition: &Definition) -> Option<Self> {
        let file = kurier_openings::find(definition.rules_hash())?;
        // Decoding cannot fail: a test decodes all shipped books.
        Self::decode(file.bytes?, file.name, definition).ok()
    }

    /// Returns the name of the file with the book that Kurier ships for the rules of a game; `None` if there is none.
    /// The name is available even without the feature `shipped`.
    pub fn file_name(definition: &Definition) -> Option<&'static str> {
        Some(kurier_openings::find(definition.rules_hash())?.name)
    }
}

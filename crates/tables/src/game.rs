//! A game whose endings are tabled: its compiled rules, and the symmetries of its pieces.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use kurier_rules::board::Square;
use kurier_rules::position::{Piece, Position};
use kurier_rules::rules::{Color, Definition, Rules, Variant};

use crate::index::Index;
use crate::symmetry::Symmetries;
use crate::{Class, Longest, TableError};

/// A game whose endings are tabled.
#[derive(Debug)]
pub struct Game<const W: usize> {
    pub(crate) variant: Arc<Variant<W>>,
    /// The symmetries found so far, by the set of piece types, as bits, that they hold for.
    symmetries: Mutex<HashMap<u32, Arc<Symmetries>>>,
}

impl<const W: usize> Game<W> {
    /// Creates a game from compiled rules.
    pub fn new(variant: Arc<Variant<W>>) -> Self {
        Self {
            variant,
            symmetries: Mutex::default(),
        }
    }

    /// Creates a game from rules that are not compiled yet.
    pub fn compile(definition: Arc<Definition>) -> Self {
        Self::new(Arc::new(Variant::compile(definition)))
    }

    /// Returns the compiled rules.
    pub fn variant(&self) -> &Arc<Variant<W>> {
        &self.variant
    }

    /// Returns the rules of the game.
    pub fn rules(&self) -> &Rules {
        &self.variant.definition
    }

    /// Returns the symmetries of the piece types of a class, and of all types that they may be promoted to.
    pub(crate) fn symmetries(&self, class: &Class) -> Arc<Symmetries> {
        let kinds = class.closure(self.rules());
        let mut known = self.symmetries.lock().unwrap_or_else(PoisonError::into_inner);
        let find = || Arc::new(Symmetries::of(&self.variant, kinds));
        known.entry(kinds).or_insert_with(find).clone()
    }

    /// Returns the class whose table has the positions of `class`, and whether the colours are exchanged in that table.
    /// If both sides move alike, one table serves a class and the class with the colours exchanged.
    pub(crate) fn tabled(&self, class: &Class) -> (Class, bool) {
        let exchanged = !class.leads() && self.symmetries(class).exchange.is_some();
        (if exchanged { class.exchanged() } else { class.clone() }, exchanged)
    }

    /// Returns the position of a longest win or loss in the table of `class` with `side` to move, as a FEN. `None` if
    /// the number in `longest` stands for no position.
    pub fn fen(&self, class: &Class, side: Color, longest: Longest) -> Option<String> {
        Some(self.arranged(&Index::new(self, class), side, longest.cell)?.fen())
    }

    /// Returns the position with the number `cell` and `side` to move; `None` if the number stands for no position.
    pub(crate) fn arranged(&self, index: &Index, side: Color, cell: u64) -> Option<Position<W>> {
        let cell = usize::try_from(cell).ok().filter(|cell| *cell < index.cells())?;
        let squares = index.squares(cell);
        let pieces: Vec<(Piece, Square)> = index.slots.iter().copied().zip(squares.iter().copied()).collect();
        let mut position = Position::start(self.variant.clone());
        (index.is_first(&squares) && position.arrange(side, &pieces)).then_some(position)
    }

    /// Parses the name of a class. Returns the class whose table has its positions, perhaps with the colours exchanged.
    ///
    /// # Errors
    /// Fails if the text is not the name of a class.
    pub fn parse(&self, name: &str) -> Result<Class, TableError> {
        Ok(self.tabled(&Class::parse(name, self.rules())?).0)
    }
}

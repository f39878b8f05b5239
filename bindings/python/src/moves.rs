//! The class `Move`: a whole turn, hashable.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use kurier_engine::session::Step;
use kurier_rules::position::Turn;
use pyo3::prelude::*;

use crate::game::Game;

/// The class `Move`: a whole turn, which is one move or all steps of a chain of captures.
#[pyclass(name = "Move", module = "kurier", frozen)]
pub struct PyMove {
    pub game: Arc<Game>,
    pub turn: Turn,
}

impl PyMove {
    /// Wraps a turn of a variant.
    pub fn new(game: &Arc<Game>, turn: Turn) -> Self {
        Self {
            game: game.clone(),
            turn,
        }
    }

    /// Returns the move in coordinates.
    pub fn uci_text(&self) -> String {
        self.game.spell(&self.turn)
    }
}

#[pymethods]
impl PyMove {
    #[getter(from_square)]
    fn origin(&self) -> usize {
        self.turn.from().index()
    }

    #[getter]
    fn to_square(&self) -> usize {
        self.turn.to().index()
    }

    #[getter]
    fn squares(&self) -> Vec<usize> {
        let route = self.game.start.route(&self.turn);
        route.into_iter().map(|square| square.index()).collect()
    }

    #[getter]
    fn promotion(&self) -> Option<char> {
        let definition = self.game.definition();
        self.turn.promotion().map(|piece| definition.piece(piece).letter)
    }

    #[getter]
    fn is_capture(&self) -> bool {
        self.turn.is_capture()
    }

    #[getter]
    fn is_chain(&self) -> bool {
        self.turn.steps().len() > 1
    }

    #[getter]
    fn numbers(&self) -> Vec<usize> {
        let numbering = self.game.numbering();
        let steps = Step::of(&self.game.start, &self.turn);
        steps.into_iter().filter_map(|step| numbering.number(step)).collect()
    }

    fn uci(&self) -> String {
        self.uci_text()
    }

    fn __str__(&self) -> String {
        self.uci_text()
    }

    fn __repr__(&self) -> String {
        format!("<Move {}>", self.uci_text())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else {
            return false;
        };
        let other = other.get();
        self.turn == other.turn && self.game.is(&other.game)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.turn.hash(&mut hasher);
        hasher.finish()
    }
}

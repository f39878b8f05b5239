//! The class `VariantTables`: the endgame tables of one variant. The module `kurier.tablebase` uses this class.

use std::path::PathBuf;

use kurier_engine::session::{Endgames, Verdict};
use kurier_rules::endgame::Outcome;
use pyo3::prelude::*;

use crate::board::PyBoard;
use crate::errors::refused;
use crate::game::AnyGame;

/// The endgame tables of one variant.
#[pyclass(name = "VariantTables", module = "kurier", frozen)]
pub struct PyVariantTables {
    tables: Option<Endgames>,
}

#[pymethods]
impl PyVariantTables {
    /// Opens the endgame tables of a variant. `directory` has one subfolder for each variant. Raises `KurierError` if a
    /// file is damaged or was made for different rules.
    #[new]
    fn new(py: Python<'_>, variant: AnyGame<'_>, directory: PathBuf) -> PyResult<Self> {
        let game = variant.open()?;
        let (tables, errors) = py.detach(|| kurier_tables::open_shared(game.definition(), &directory));
        match errors.first() {
            Some(error) => Err(refused(error)),
            None => Ok(Self {
                tables: tables.map(|tables| Endgames::new(game.definition(), tables)),
            }),
        }
    }

    /// Returns the number of pieces of the largest table, or 0 if there are no tables.
    #[getter]
    fn largest(&self) -> u32 {
        self.tables.as_ref().map_or(0, Endgames::largest)
    }

    /// Returns the results of `probe_wdl` and `probe_dtz` of `kurier.tablebase`; `None` if no table contains the
    /// position.
    fn probe(&self, py: Python<'_>, board: &Bound<'_, PyBoard>) -> Option<(i32, i32)> {
        let board = board.get().at().clone();
        let Verdict { outcome, value } = py.detach(|| self.tables.as_ref()?.probe(&board))?;
        let sign = |outcome| match outcome {
            Outcome::Win => 1,
            Outcome::Draw => 0,
            Outcome::Loss => -1,
        };
        // A win or a loss that comes too late for the move limit counts 1 or -1, as in Syzygy's tables.
        let wdl = sign(outcome) + sign(value.outcome);
        Some((wdl, sign(value.outcome) * i32::from(value.plies)))
    }
}

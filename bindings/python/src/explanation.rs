//! The class `Explanation`: the terms of a static evaluation.

use kurier_engine::eval::{Explanation, Tapered};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The terms of a static evaluation, in centipawns, as `Engine.explain` returns them. `str` formats them as a table.
///
///     >>> explanation = kurier.Engine("chess", hash=1).explain(kurier.Board("chess"))
///     >>> "material" in str(explanation)
///     True
#[pyclass(name = "Explanation", module = "kurier", frozen)]
pub struct PyExplanation(pub Explanation);

#[pymethods]
impl PyExplanation {
    /// Returns the terms by name. Each term is a pair of White's and Black's values, and each value is a pair for the
    /// middlegame and the endgame, in centipawns.
    ///
    ///     >>> explanation = kurier.Engine("chess", hash=1, evaluation="classical").explain(kurier.Board("chess"))
    ///     >>> (white, white_late), (black, black_late) = explanation.terms["material"]
    ///     >>> white == black
    ///     True
    #[getter]
    fn terms<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let pair = |score: Tapered| (score.mid, score.end);
        let terms = PyDict::new(py);
        for term in &self.0.terms {
            terms.set_item(term.name, (pair(term.white), pair(term.black)))?;
        }
        Ok(terms)
    }

    /// Returns the weight of the middlegame, in percent: 100 at the start, less as pieces are exchanged.
    ///
    ///     >>> explanation = kurier.Engine("chess", hash=1, evaluation="classical").explain(kurier.Board("chess"))
    ///     >>> explanation.middlegame
    ///     100
    #[getter]
    fn middlegame(&self) -> i32 {
        self.0.middlegame
    }

    /// Returns the factor by which an advantage is scaled, in percent; it is less than 100 in endings that are hard to
    /// win.
    ///
    ///     >>> explanation = kurier.Engine("chess", hash=1, evaluation="classical").explain(kurier.Board("chess"))
    ///     >>> explanation.scale
    ///     100
    #[getter]
    fn scale(&self) -> i32 {
        self.0.scale
    }

    /// Returns the bonus for the side to move, in centipawns.
    ///
    ///     >>> explanation = kurier.Engine("chess", hash=1, evaluation="classical").explain(kurier.Board("chess"))
    ///     >>> explanation.tempo > 0
    ///     True
    #[getter]
    fn tempo(&self) -> i32 {
        self.0.tempo
    }

    /// Returns the classical evaluation in centipawns, from the point of view of the side to move: the scaled sum of
    /// the terms, plus the bonus `tempo`.
    ///
    ///     >>> explanation = kurier.Engine("chess", hash=1, evaluation="classical").explain(kurier.Board("chess"))
    ///     >>> explanation.hand_crafted == explanation.tempo
    ///     True
    #[getter]
    fn hand_crafted(&self) -> i32 {
        self.0.hand_crafted
    }

    /// Returns the correction by the network in centipawns, from the point of view of the side to move; `None` without
    /// a network.
    ///
    ///     >>> explanation = kurier.Engine("chess", hash=1, evaluation="classical").explain(kurier.Board("chess"))
    ///     >>> explanation.network is None
    ///     True
    #[getter]
    fn network(&self) -> Option<i32> {
        self.0.network
    }

    /// Returns the evaluation in centipawns, from the point of view of the side to move.
    ///
    ///     >>> explanation = kurier.Engine("chess", hash=1, evaluation="classical").explain(kurier.Board("chess"))
    ///     >>> explanation.score == explanation.hand_crafted
    ///     True
    #[getter]
    fn score(&self) -> i32 {
        self.0.score
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Explanation {:+}>", self.0.score)
    }
}

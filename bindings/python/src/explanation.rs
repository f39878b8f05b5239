//! The class `Explanation`: the terms of a static evaluation.

use kurier_engine::eval::{Explanation, Tapered};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The class `Explanation`: the terms of a static evaluation.
#[pyclass(name = "Explanation", module = "kurier", frozen)]
pub struct PyExplanation(pub Explanation);

#[pymethods]
impl PyExplanation {
    #[getter]
    fn terms<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let pair = |score: Tapered| (score.mid, score.end);
        let terms = PyDict::new(py);
        for term in &self.0.terms {
            terms.set_item(term.name, (pair(term.white), pair(term.black)))?;
        }
        Ok(terms)
    }

    #[getter]
    fn middlegame(&self) -> i32 {
        self.0.middlegame
    }

    #[getter]
    fn scale(&self) -> i32 {
        self.0.scale
    }

    #[getter]
    fn tempo(&self) -> i32 {
        self.0.tempo
    }

    #[getter]
    fn hand_crafted(&self) -> i32 {
        self.0.hand_crafted
    }

    #[getter]
    fn network(&self) -> Option<i32> {
        self.0.network
    }

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

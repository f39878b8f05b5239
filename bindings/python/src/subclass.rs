//! Subclasses of Python's own types, which are written in Python: an extension for several Python versions cannot
//! define them.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// The class `LegalMoves`, a list.
pub static LEGAL_MOVES: PyOnceLock<Py<PyType>> = PyOnceLock::new();
/// The class `Svg`, a string.
pub static SVG: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// Creates an object of a class of the module `kurier._types` from the object of Python's type.
pub fn wrapped<'py>(
    py: Python<'py>,
    class: &PyOnceLock<Py<PyType>>,
    name: &str,
    plain: impl IntoPyObject<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    class.import(py, "kurier._types", name)?.call1((plain,))
}

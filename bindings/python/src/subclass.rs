//! Subclasses of built-in Python types. They are written in Python, because an extension that supports several Python
//! versions cannot define them.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// The class `LegalMoves`, a list.
pub static LEGAL_MOVES: PyOnceLock<Py<PyType>> = PyOnceLock::new();
/// The class `Svg`, a string.
pub static SVG: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// Creates an instance of the class `name` of the module `kurier._types` from a value of its built-in base class.
/// `class` caches the class.
pub fn wrapped<'py>(
    py: Python<'py>,
    class: &PyOnceLock<Py<PyType>>,
    name: &str,
    plain: impl IntoPyObject<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    class.import(py, "kurier._types", name)?.call1((plain,))
}

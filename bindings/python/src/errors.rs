//! Exceptions. All exceptions of Kurier are subclasses of `ValueError`, and contain the location of the mistake if it
//! is known.

use kurier_engine::session::{EngineError, IllegalMove};
use kurier_formats::import::FairyError;
use kurier_formats::pgn::PgnError;
use kurier_rules::position::FenError;
use kurier_rules::rules::{DefinitionError, LoadError};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

pub use python::{AnalysisComplete, IllegalMoveError, KurierError};

/// The exception classes, in a separate module because some of them have the same names as errors of the library.
pub mod python {
    use pyo3::create_exception;
    use pyo3::exceptions::PyValueError;

    create_exception!(
        kurier,
        KurierError,
        PyValueError,
        "The base class of Kurier's exceptions; raised itself for errors that have no class of their own."
    );
    create_exception!(
        kurier,
        AnalysisComplete,
        KurierError,
        "A line was asked for, but the search has ended."
    );
    create_exception!(
        kurier,
        IllegalMoveError,
        KurierError,
        "A move is not legal; the message says why."
    );
    create_exception!(
        kurier,
        FenError,
        KurierError,
        "A FEN is not legal; the message says why."
    );
    create_exception!(
        kurier,
        DefinitionError,
        KurierError,
        "The definition of a variant has a mistake: `file`, `line` and `column` (from 1), `message`."
    );
    create_exception!(
        kurier,
        PgnError,
        KurierError,
        "A PGN file has a mistake: the number of the `game` and the `line`, both from 1."
    );
}

/// Adds the exceptions to the module.
pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("KurierError", py.get_type::<KurierError>())?;
    module.add("AnalysisComplete", py.get_type::<AnalysisComplete>())?;
    module.add("IllegalMoveError", py.get_type::<IllegalMoveError>())?;
    module.add("FenError", py.get_type::<python::FenError>())?;
    module.add("DefinitionError", py.get_type::<python::DefinitionError>())?;
    module.add("PgnError", py.get_type::<python::PgnError>())
}

/// Converts an error without a specific exception class to a `KurierError`.
pub fn refused(error: impl ToString) -> PyErr {
    KurierError::new_err(error.to_string())
}

/// Converts an error about an illegal move to an `IllegalMoveError`.
pub fn illegal(error: IllegalMove) -> PyErr {
    IllegalMoveError::new_err(error.to_string())
}

/// Converts an error about a FEN to a `FenError`.
pub fn fen(error: FenError) -> PyErr {
    python::FenError::new_err(error.to_string())
}

/// Converts the error of a search that cannot be started: to an `OSError` if its thread cannot be started, otherwise to
/// a `KurierError`.
pub fn engine(error: EngineError) -> PyErr {
    match error {
        EngineError::Thread(error) => PyOSError::new_err(error.to_string()),
        other => refused(other),
    }
}

/// Converts an error about the definition of a variant to a `DefinitionError` with its location.
pub fn definition(py: Python<'_>, error: &DefinitionError) -> PyErr {
    located(py, python::DefinitionError::new_err(error.to_string()), |value| {
        value.setattr("file", &error.file)?;
        value.setattr("line", error.line)?;
        value.setattr("column", error.column)?;
        value.setattr("message", &error.message)
    })
}

/// Converts an error about a file with a definition: to an `OSError` if the file cannot be read, otherwise to a
/// `DefinitionError`.
pub fn load(py: Python<'_>, error: LoadError) -> PyErr {
    match error {
        LoadError::Read { .. } => PyOSError::new_err(error.to_string()),
        LoadError::Definition(error) => definition(py, &error),
    }
}

/// Converts the errors found while translating another program's file to one `DefinitionError`. Its attributes describe
/// the first error, and its text lists all errors.
pub fn untranslated(py: Python<'_>, errors: &[FairyError]) -> PyErr {
    let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
    located(py, python::DefinitionError::new_err(texts.join("\n")), |value| {
        let Some(first) = errors.first() else { return Ok(()) };
        value.setattr("file", &first.file)?;
        value.setattr("line", first.line)?;
        value.setattr("column", 1)?;
        value.setattr("message", &first.message)
    })
}

/// Converts an error about a PGN file to a `PgnError` with its location.
pub fn pgn(py: Python<'_>, error: &PgnError) -> PyErr {
    located(py, python::PgnError::new_err(error.to_string()), |value| {
        value.setattr("game", error.game)?;
        value.setattr("line", error.line)
    })
}

/// Sets attributes of an exception. Returns the exception or, if an attribute cannot be set, the error that the attempt
/// raised.
fn located<'py>(py: Python<'py>, error: PyErr, place: impl Fn(&Bound<'py, PyAny>) -> PyResult<()>) -> PyErr {
    match place(error.value(py).as_any()) {
        Ok(()) => error,
        Err(failed) => failed,
    }
}

//! The class `Analysis`: a running search of the built-in engine.

use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex};

use kurier_engine::session::{Engine, Event};
use kurier_rules::rules::Color;
use pyo3::prelude::*;

use crate::engine::{PyEngine, lock};
use crate::errors::{AnalysisComplete, refused};
use crate::game::Game;
use crate::report::{PyLine, PyPlayResult};
use crate::waiting;

/// A running search: an iterator over its lines, for use with `for` or `async for`, and a context manager that stops
/// the search.
///
///     >>> engine = kurier.Engine("chess", hash=1)
///     >>> with engine.analysis(kurier.Board("chess"), depth=3) as running:
///     ...     depths = [line.depth for line in running]
///     >>> depths[-1]
///     3
#[pyclass(name = "Analysis", module = "kurier", frozen)]
pub struct PyAnalysis {
    game: Arc<Game>,
    side: Color,
    engine: Arc<Mutex<Engine>>,
    events: Mutex<Option<Receiver<Event>>>,
    lines: Mutex<Vec<PyLine>>,
    best: Mutex<Option<PyPlayResult>>,
}

impl PyAnalysis {
    /// Wraps a search that an engine has started for the side to move.
    pub fn new(engine: &PyEngine, side: Color, events: Receiver<Event>) -> Self {
        Self {
            game: engine.game.clone(),
            side,
            engine: engine.engine.clone(),
            events: Mutex::new(Some(events)),
            lines: Mutex::new(Vec::new()),
            best: Mutex::new(None),
        }
    }

    /// Waits for the next line of the search and returns it; returns `None` when the search has ended.
    pub fn next_line(&self, py: Python<'_>) -> PyResult<Option<PyLine>> {
        // Take the receiver out: the mutex must not stay locked during the wait, because another thread may call this
        // method.
        let Some(mut events) = lock(&self.events).take() else {
            return Ok(None);
        };
        match waiting::next(py, &mut events) {
            Ok(Some(Event::Report(report))) => {
                *lock(&self.events) = Some(events);
                let line = PyLine::of(&self.game, self.side, report);
                let mut lines = lock(&self.lines);
                match lines.get_mut(line.multipv - 1) {
                    Some(known) => *known = line.clone(),
                    None => lines.push(line.clone()),
                }
                Ok(Some(line))
            }
            Ok(Some(Event::Best(best))) => {
                *lock(&self.best) = Some(PyPlayResult::of(&self.game, self.side, best));
                Ok(None)
            }
            Ok(None) => Ok(None),
            Err(interrupted) => {
                *lock(&self.events) = Some(events);
                self.stop(py);
                Err(interrupted)
            }
        }
    }
}

#[pymethods]
impl PyAnalysis {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyLine>> {
        self.next_line(py)
    }

    fn __aiter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    /// Returns an awaitable of the next line.
    fn __anext__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let module = this.py().import("kurier._types")?;
        module.getattr("next_in_thread")?.call1((this,))
    }

    /// Returns the latest line that has been read for each rank, best first.
    ///
    ///     >>> engine = kurier.Engine("chess", hash=1)
    ///     >>> with engine.analysis(kurier.Board("chess"), depth=3, multipv=2) as running:
    ///     ...     result = running.wait()
    ///     >>> [line.multipv for line in running.multipv]
    ///     [1, 2]
    #[getter]
    pub fn multipv(&self) -> Vec<PyLine> {
        lock(&self.lines).clone()
    }

    /// Waits for the next line and returns it. Raises `AnalysisComplete` if the search has ended.
    ///
    ///     >>> engine = kurier.Engine("chess", hash=1)
    ///     >>> with engine.analysis(kurier.Board("chess"), depth=3) as running:
    ///     ...     line = running.get()
    ///     >>> line.depth
    ///     1
    fn get(&self, py: Python<'_>) -> PyResult<PyLine> {
        self.next_line(py)?
            .ok_or_else(|| AnalysisComplete::new_err("the search has ended"))
    }

    /// Waits for the end of the search and returns its result.
    ///
    ///     >>> engine = kurier.Engine("chess", hash=1)
    ///     >>> engine.analysis(kurier.Board("chess"), depth=3).wait().depth
    ///     3
    pub fn wait(&self, py: Python<'_>) -> PyResult<PyPlayResult> {
        while self.next_line(py)?.is_some() {}
        let best = lock(&self.best).clone();
        best.ok_or_else(|| refused("another thread waits for this search"))
    }

    /// Waits for the end of the search and returns its result, as `wait` does.
    ///
    ///     >>> engine = kurier.Engine("chess", hash=1)
    ///     >>> engine.analysis(kurier.Board("chess"), depth=3).best().depth
    ///     3
    fn best(&self, py: Python<'_>) -> PyResult<PyPlayResult> {
        self.wait(py)
    }

    /// Stops the search within milliseconds, unless it has ended.
    ///
    ///     >>> running = kurier.Engine("chess", hash=1).analysis(kurier.Board("chess"))
    ///     >>> running.stop()
    ///     >>> running.wait().move in kurier.Board("chess").legal_moves
    ///     True
    fn stop(&self, py: Python<'_>) {
        if lock(&self.best).is_none() {
            py.detach(|| lock(&self.engine).stop());
        }
    }

    fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __exit__(&self, py: Python<'_>, _kind: &Bound<'_, PyAny>, _value: &Bound<'_, PyAny>, _trace: &Bound<'_, PyAny>) {
        self.stop(py);
    }
}

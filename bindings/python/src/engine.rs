//! The class `Engine`. Searches run in other threads and do not hold the interpreter's lock.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kurier_engine::eval::{EvalParams, EvaluationSource};
use kurier_engine::search::{Best, Limits, Settings};
use kurier_engine::session::{Board, Engine, Event, Value};
use kurier_rules::rules::Color;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::board::PyBoard;
use crate::errors::{self, refused};
use crate::explanation::PyExplanation;
use crate::game::{AnyGame, Game};
use crate::moves::PyMove;
use crate::score::{PyLine, PyScore};
use crate::variant::PyVariant;
use crate::waiting;

/// The class `Engine`: a search for one variant.
#[pyclass(name = "Engine", module = "kurier", frozen)]
pub struct PyEngine {
    game: Arc<Game>,
    pub engine: Arc<Mutex<Engine>>,
}

/// The class `PlayResult`: the best move and its score.
#[pyclass(name = "PlayResult", module = "kurier", frozen)]
pub struct PyPlayResult {
    game: Arc<Game>,
    side: Color,
    best: Best,
}

/// The class `Analysis`: a running search.
#[pyclass(name = "Analysis", module = "kurier", frozen)]
pub struct PyAnalysis {
    game: Arc<Game>,
    side: Color,
    engine: Arc<Mutex<Engine>>,
    events: Mutex<Option<Receiver<Event>>>,
    best: Mutex<Option<Best>>,
}

/// Locks a mutex, even if a panic has poisoned it.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Copies a board, so that other threads may change it while the interpreter's lock is released.
fn copied(board: &Bound<'_, PyBoard>) -> Board {
    board.get().at().clone()
}

/// Loads the evaluation that `named` stands for: `builtin` or `None`, `classical`, `prior`, or the path of a file.
fn evaluation(game: &Game, named: Option<PathBuf>) -> PyResult<Arc<EvalParams>> {
    let name = named.unwrap_or_default();
    let source = match name.to_str() {
        Some("builtin") => EvaluationSource::BuiltIn,
        Some(name) => EvaluationSource::named(name).map_err(refused)?,
        None => return Err(refused(format!("{}: not a path in Unicode", name.display()))),
    };
    Ok(Arc::new(source.load(game.definition()).map_err(refused)?))
}

/// Creates the limits of a search: a time in seconds, a number of nodes and a depth in turns.
fn limits(time: Option<f64>, nodes: Option<u64>, depth: Option<u32>) -> PyResult<Limits> {
    let move_time = match time.map(Duration::try_from_secs_f64) {
        None => None,
        Some(Ok(time)) => Some(time),
        Some(Err(error)) => return Err(PyValueError::new_err(format!("time: {error}"))),
    };
    Ok(Limits {
        depth,
        nodes,
        move_time,
        ..Limits::default()
    })
}

impl PyEngine {
    /// Starts a search, after stopping the running one if there is one.
    fn start(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyBoard>,
        limits: &Limits,
        multipv: usize,
    ) -> PyResult<PyAnalysis> {
        within("multipv", multipv, Settings::MULTIPV, "")?;
        let (sender, receiver) = channel();
        let position = copied(board);
        let side = position.side();
        let engine = &self.engine;
        let started = py.detach(move || {
            let mut engine = lock(engine);
            let settings = engine.settings().clone();
            if settings.multipv != multipv {
                engine.configure(Settings { multipv, ..settings });
            }
            // After Ctrl-C the receiver no longer exists, which is not an error.
            engine.start(&position, limits, move |event| _ = sender.send(event))
        });
        started.map_err(errors::engine)?;
        Ok(PyAnalysis {
            game: self.game.clone(),
            side,
            engine: self.engine.clone(),
            events: Mutex::new(Some(receiver)),
            best: Mutex::new(None),
        })
    }
}

#[pymethods]
impl PyEngine {
    #[new]
    #[pyo3(signature = (variant, *, threads = 1, hash = 64, elo = None, evaluation = None))]
    fn new(
        py: Python<'_>,
        variant: AnyGame<'_>,
        threads: usize,
        hash: usize,
        elo: Option<u32>,
        evaluation: Option<PathBuf>,
    ) -> PyResult<Self> {
        within("threads", threads, Settings::THREADS, "")?;
        within("hash", hash, Settings::HASH, " MiB")?;
        if let Some(elo) = elo {
            within("elo", elo, Settings::ELO, "")?;
        }
        let game = variant.open()?;
        let params = self::evaluation(&game, evaluation)?;
        let settings = Settings {
            hash,
            threads,
            elo,
            overhead: Duration::ZERO,
            ..Settings::default()
        };
        let engine = py.detach(|| Engine::with_evaluation(&game.start, params, settings));
        Ok(Self {
            game,
            engine: Arc::new(Mutex::new(engine)),
        })
    }

    #[getter]
    fn variant(&self) -> PyVariant {
        PyVariant {
            game: self.game.clone(),
        }
    }

    #[getter]
    fn hash(&self, py: Python<'_>) -> usize {
        py.detach(|| lock(&self.engine).hash())
    }

    /// Searches for the best move and waits for the result. Ctrl-C ends the search.
    #[pyo3(signature = (board, *, time = None, nodes = None, depth = None))]
    fn play(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyBoard>,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
    ) -> PyResult<PyPlayResult> {
        let limits = limited(time, nodes, depth)?;
        let running = self.start(py, board, &limits, 1)?;
        while running.next_line(py)?.is_some() {}
        running.best(py)
    }

    /// Searches for the best lines and waits for the result. Returns them best first. Ctrl-C ends the search.
    #[pyo3(signature = (board, *, time = None, nodes = None, depth = None, multipv = 1))]
    fn analyse(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyBoard>,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        multipv: usize,
    ) -> PyResult<Vec<PyLine>> {
        let limits = limited(time, nodes, depth)?;
        let running = self.start(py, board, &limits, multipv)?;
        let mut lines: Vec<PyLine> = Vec::new();
        while let Some(line) = running.next_line(py)? {
            let place = line.report.line - 1;
            match lines.get_mut(place) {
                Some(known) => *known = line,
                None => lines.push(line),
            }
        }
        Ok(lines)
    }

    /// Starts a search and returns immediately; its lines can be read while it runs.
    #[pyo3(signature = (board, *, time = None, nodes = None, depth = None, multipv = 1))]
    fn analysis(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyBoard>,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        multipv: usize,
    ) -> PyResult<PyAnalysis> {
        self.start(py, board, &limits(time, nodes, depth)?, multipv)
    }

    /// Stops the running search, if there is one.
    fn stop(&self, py: Python<'_>) {
        py.detach(|| lock(&self.engine).stop());
    }

    /// Clears the transposition table and the histories.
    fn new_game(&self, py: Python<'_>) {
        py.detach(|| lock(&self.engine).new_game());
    }

    /// Returns the static evaluation in centipawns from the point of view of the side to move.
    fn evaluate(&self, py: Python<'_>, board: &Bound<'_, PyBoard>) -> PyResult<i32> {
        let board = copied(board);
        let score = py.detach(|| lock(&self.engine).evaluate(&board));
        score.map_err(errors::engine)
    }

    fn explain(&self, py: Python<'_>, board: &Bound<'_, PyBoard>) -> PyResult<PyExplanation> {
        let board = copied(board);
        let explanation = py.detach(|| lock(&self.engine).explain_evaluation(&board));
        Ok(PyExplanation(explanation.map_err(errors::engine)?))
    }

    fn __repr__(&self) -> String {
        format!("<Engine {}>", self.game.definition().name)
    }
}

/// Creates the limits of a search that must end by itself: at least one of the three is required.
pub fn limited(time: Option<f64>, nodes: Option<u64>, depth: Option<u32>) -> PyResult<Limits> {
    if time.is_none() && nodes.is_none() && depth.is_none() {
        return Err(PyValueError::new_err("expected a limit: time, nodes or depth"));
    }
    limits(time, nodes, depth)
}

/// Checks that a number is within a range.
fn within<T: PartialOrd + Display>(name: &str, number: T, range: RangeInclusive<T>, unit: &str) -> PyResult<()> {
    if range.contains(&number) {
        return Ok(());
    }
    let (least, most) = range.into_inner();
    Err(refused(format!(
        "{name}: expected {least} to {most}{unit}, found {number}"
    )))
}

impl PyAnalysis {
    /// Waits for the next line of the search; `None` when the search has ended.
    fn next_line(&self, py: Python<'_>) -> PyResult<Option<PyLine>> {
        // Take the receiver out, so that the mutex is not locked while this waits: another thread may call meanwhile.
        let Some(mut events) = lock(&self.events).take() else {
            return Ok(None);
        };
        match waiting::next(py, &mut events) {
            Ok(Some(Event::Report(report))) => {
                *lock(&self.events) = Some(events);
                Ok(Some(PyLine::new(&self.game, self.side, report)))
            }
            Ok(Some(Event::Best(best))) => {
                *lock(&self.best) = Some(best);
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

    /// Stops the search, unless it has ended.
    fn stop(&self, py: Python<'_>) {
        if lock(&self.best).is_none() {
            py.detach(|| lock(&self.engine).stop());
        }
    }

    /// Waits for the end of the search and returns its result.
    fn best(&self, py: Python<'_>) -> PyResult<PyPlayResult> {
        while self.next_line(py)?.is_some() {}
        let best = lock(&self.best).clone();
        Ok(PyPlayResult {
            game: self.game.clone(),
            side: self.side,
            best: best.ok_or_else(|| refused("another thread waits for this search"))?,
        })
    }

    fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __exit__(&self, py: Python<'_>, _kind: &Bound<'_, PyAny>, _value: &Bound<'_, PyAny>, _trace: &Bound<'_, PyAny>) {
        self.stop(py);
    }
}

#[pymethods]
impl PyPlayResult {
    #[getter]
    fn r#move(&self) -> Option<PyMove> {
        self.best.turn.clone().map(|turn| PyMove::new(&self.game, turn))
    }

    #[getter]
    fn ponder(&self) -> Option<PyMove> {
        self.best.ponder.clone().map(|turn| PyMove::new(&self.game, turn))
    }

    #[getter]
    fn score(&self) -> PyScore {
        PyScore::new(&self.game, Value::from_score(self.best.score), self.side)
    }

    #[getter]
    fn depth(&self) -> u32 {
        self.best.depth
    }

    #[getter]
    fn nodes(&self) -> u64 {
        self.best.nodes
    }

    #[getter]
    fn time(&self) -> f64 {
        self.best.elapsed.as_secs_f64()
    }

    fn __repr__(&self) -> String {
        let text = self
            .best
            .turn
            .as_ref()
            .map_or("none".to_owned(), |turn| self.game.spell(turn));
        format!("<PlayResult {text} {}>", Value::from_score(self.best.score))
    }
}

//! The class `Engine`. Searches run in other threads and do not hold the interpreter's lock.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kurier_engine::eval::{EvalParams, EvaluationSource};
use kurier_engine::search::{Limits, Settings};
use kurier_engine::session::{Board, Engine};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use crate::analysis::PyAnalysis;
use crate::board::PyBoard;
use crate::engine_options::{self, OptionValue, PyEngineOption, within};
use crate::errors::{self, refused};
use crate::explanation::PyExplanation;
use crate::game::{AnyGame, Game};
use crate::limits::PyLimit;
use crate::moves::PyMove;
use crate::report::{PyLine, PyPlayResult};
use crate::variant::PyVariant;

/// The built-in engine for one variant.
///
/// - `threads`: the number of search threads;
/// - `hash`: the size of the transposition table in MiB;
/// - `elo`: a rating of 500 to 2800 that limits the strength, `None` for full strength;
/// - `evaluation`: the file of a network or of weights, `classical` (no network), `prior` (weights that follow from the
///   rules alone), or `None` for the built-in evaluation.
///
/// Searches run in other threads, without the interpreter's lock, and a program may have many engines. An engine runs
/// one search at a time: a new search stops the running one. Raises `KurierError` if a number is out of range, or the
/// evaluation cannot be loaded. `popen_uci` and `popen_xboard` start other engines, which have the same methods.
///
///     >>> with kurier.Engine("courier", hash=16) as engine:
///     ...     result = engine.play(kurier.Board("courier"), kurier.Limit(nodes=1000))
///     >>> result.move in kurier.Board("courier").legal_moves
///     True
#[pyclass(name = "Engine", module = "kurier", frozen)]
pub struct PyEngine {
    pub game: Arc<Game>,
    pub engine: Arc<Mutex<Engine>>,
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

impl PyEngine {
    /// Starts a search, after stopping the running one if there is one.
    fn start(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyBoard>,
        mut limits: Limits,
        multipv: usize,
        root_moves: &[Bound<'_, PyMove>],
    ) -> PyResult<PyAnalysis> {
        within("multipv", multipv, Settings::MULTIPV, "")?;
        let (sender, receiver) = channel();
        let position = copied(board);
        for first in root_moves {
            limits.only.push(board.get().legal(&position, first.get())?);
        }
        let side = position.side();
        let engine = &self.engine;
        let started = py.detach(move || {
            let mut engine = lock(engine);
            let settings = engine.settings().clone();
            if settings.multipv != multipv {
                engine.configure(Settings { multipv, ..settings });
            }
            // After Ctrl-C the receiver no longer exists, which is not an error.
            engine.start(&position, &limits, move |event| _ = sender.send(event))
        });
        started.map_err(errors::engine)?;
        Ok(PyAnalysis::new(self, side, receiver))
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

    /// Starts another engine that speaks UCI, such as Fairy-Stockfish. Takes the arguments of
    /// `kurier.engine.popen_uci`: the command, and the variant to play. The engine is a process; `close` ends it.
    ///
    ///     >>> with kurier.Engine.popen_uci("stockfish", "chess") as engine:  # doctest: +SKIP
    ///     ...     engine.play(kurier.Board("chess"), kurier.Limit(time=0.1)).move
    ///     <Move e2e4>
    #[classmethod]
    #[pyo3(signature = (*arguments, **keywords))]
    fn popen_uci<'py>(
        class: &Bound<'py, PyType>,
        arguments: &Bound<'py, PyTuple>,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let module = class.py().import("kurier.engine")?;
        module.getattr("popen_uci")?.call(arguments, keywords)
    }

    /// Starts another engine that speaks the protocol of XBoard, version 2. Takes the arguments of
    /// `kurier.engine.popen_xboard`: the command, and the variant to play. The engine is a process; `close` ends it.
    ///
    ///     >>> with kurier.Engine.popen_xboard("fairymax", "shatranj") as engine:  # doctest: +SKIP
    ///     ...     engine.play(kurier.Board("shatranj"), kurier.Limit(time=0.1)).move
    ///     <Move e2e3>
    #[classmethod]
    #[pyo3(signature = (*arguments, **keywords))]
    fn popen_xboard<'py>(
        class: &Bound<'py, PyType>,
        arguments: &Bound<'py, PyTuple>,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let module = class.py().import("kurier.engine")?;
        module.getattr("popen_xboard")?.call(arguments, keywords)
    }

    /// Returns the variant that the engine plays.
    ///
    ///     >>> kurier.Engine("courier", hash=1).variant
    ///     <Variant courier: Courier Chess>
    #[getter]
    fn variant(&self) -> PyVariant {
        PyVariant {
            game: self.game.clone(),
        }
    }

    /// Returns the actual size of the transposition table, in MiB.
    ///
    ///     >>> kurier.Engine("chess", hash=16).hash
    ///     16
    #[getter]
    fn hash(&self, py: Python<'_>) -> usize {
        py.detach(|| lock(&self.engine).hash())
    }

    /// Returns the name and the author, as in UCI's `id`.
    ///
    ///     >>> kurier.Engine("chess", hash=1).id["author"]
    ///     'The Kurier developers'
    #[getter]
    fn id(&self) -> BTreeMap<&'static str, String> {
        let name = format!("Kurier {}", env!("CARGO_PKG_VERSION"));
        BTreeMap::from([("name", name), ("author", env!("CARGO_PKG_AUTHORS").to_owned())])
    }

    /// Returns the options that `configure` can set, by name. They have the names and values of UCI.
    ///
    ///     >>> sorted(kurier.Engine("chess", hash=1).options)
    ///     ['Contempt', 'Hash', 'Threads', 'UCI_Elo', 'UCI_LimitStrength']
    #[getter]
    fn options(&self) -> BTreeMap<String, PyEngineOption> {
        engine_options::options()
    }

    /// Sets options by name. Setting `UCI_Elo` limits the strength even if `UCI_LimitStrength` is not set. Raises
    /// `KurierError`, and changes nothing, if a name is unknown or a value is out of range. A running search is
    /// stopped.
    ///
    ///     >>> engine = kurier.Engine("chess", hash=1)
    ///     >>> engine.configure({"Hash": 2, "Threads": 2})
    ///     >>> engine.hash
    ///     2
    fn configure(&self, py: Python<'_>, options: BTreeMap<String, OptionValue>) -> PyResult<()> {
        let mut settings = py.detach(|| lock(&self.engine).settings().clone());
        for (name, value) in &options {
            engine_options::set(&mut settings, name, value)?;
        }
        py.detach(|| lock(&self.engine).configure(settings));
        Ok(())
    }

    /// Searches for the best move and waits for the result. Requires at least one limit, given as a `Limit` or by the
    /// keywords `time` (in seconds), `nodes` and `depth` (in turns). If `root_moves` is not empty, only these moves are
    /// considered. Ctrl-C ends the search.
    ///
    /// Raises `ValueError` without a limit, `KurierError` if the board belongs to another variant, and
    /// `IllegalMoveError` if one of `root_moves` is not legal.
    ///
    ///     >>> engine = kurier.Engine("chess", hash=1)
    ///     >>> engine.play(kurier.Board("chess", "6k1/5ppp/8/8/8/8/8/KR5R w - - 0 1"), depth=4).move
    ///     <Move b1b8>
    #[pyo3(signature = (board, limit = None, *, time = None, nodes = None, depth = None, root_moves = Vec::new()))]
    // Each argument is a keyword argument in Python.
    #[expect(clippy::too_many_arguments)]
    fn play(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyBoard>,
        limit: Option<&Bound<'_, PyLimit>>,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        root_moves: Vec<Bound<'_, PyMove>>,
    ) -> PyResult<PyPlayResult> {
        let limits = PyLimit::combined(limit, time, nodes, depth).ending()?;
        self.start(py, board, limits, 1, &root_moves)?.wait(py)
    }

    /// Searches for the `multipv` best lines, waits for the result and returns them, best first. Limits, `root_moves`
    /// and errors are as in `play`.
    ///
    ///     >>> engine = kurier.Engine("chess", hash=1)
    ///     >>> len(engine.analyse(kurier.Board("chess"), depth=2, multipv=3))
    ///     3
    #[pyo3(signature = (
        board, limit = None, *, time = None, nodes = None, depth = None, multipv = 1, root_moves = Vec::new()
    ))]
    // Each argument is a keyword argument in Python.
    #[expect(clippy::too_many_arguments)]
    fn analyse(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyBoard>,
        limit: Option<&Bound<'_, PyLimit>>,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        multipv: usize,
        root_moves: Vec<Bound<'_, PyMove>>,
    ) -> PyResult<Vec<PyLine>> {
        let limits = PyLimit::combined(limit, time, nodes, depth).ending()?;
        let running = self.start(py, board, limits, multipv, &root_moves)?;
        while running.next_line(py)?.is_some() {}
        Ok(running.multipv())
    }

    /// Starts a search and returns immediately; its lines can be read while it runs. Without a limit it runs until it
    /// is stopped.
    ///
    ///     >>> engine = kurier.Engine("chess", hash=1)
    ///     >>> with engine.analysis(kurier.Board("chess")) as running:
    ///     ...     for line in running:
    ///     ...         if line.depth == 3:
    ///     ...             break
    ///     >>> running.multipv[0].depth >= 3
    ///     True
    #[pyo3(signature = (
        board, limit = None, *, time = None, nodes = None, depth = None, multipv = 1, root_moves = Vec::new()
    ))]
    // Each argument is a keyword argument in Python.
    #[expect(clippy::too_many_arguments)]
    fn analysis(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyBoard>,
        limit: Option<&Bound<'_, PyLimit>>,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        multipv: usize,
        root_moves: Vec<Bound<'_, PyMove>>,
    ) -> PyResult<PyAnalysis> {
        let limits = PyLimit::combined(limit, time, nodes, depth).limits()?;
        self.start(py, board, limits, multipv, &root_moves)
    }

    /// Stops the running search within milliseconds, if there is one. Any thread may call this.
    ///
    ///     >>> engine = kurier.Engine("chess", hash=1)
    ///     >>> running = engine.analysis(kurier.Board("chess"))
    ///     >>> engine.stop()
    ///     >>> running.wait().move in kurier.Board("chess").legal_moves
    ///     True
    fn stop(&self, py: Python<'_>) {
        py.detach(|| lock(&self.engine).stop());
    }

    /// Clears what the engine has learnt from earlier searches: the transposition table and the history tables.
    ///
    ///     >>> kurier.Engine("chess", hash=1).new_game()
    fn new_game(&self, py: Python<'_>) {
        py.detach(|| lock(&self.engine).new_game());
    }

    /// Stops the running search. The engine remains usable; an external engine's `close` ends its process.
    ///
    ///     >>> kurier.Engine("chess", hash=1).close()
    fn close(&self, py: Python<'_>) {
        self.stop(py);
    }

    /// Stops the running search, as `close` does.
    ///
    ///     >>> kurier.Engine("chess", hash=1).quit()
    fn quit(&self, py: Python<'_>) {
        self.stop(py);
    }

    /// Returns the static evaluation in centipawns from the point of view of the side to move.
    ///
    ///     >>> engine = kurier.Engine("chess", hash=1)
    ///     >>> engine.evaluate(kurier.Board("chess", "4k3/8/8/8/8/8/PPPP4/QN2K2B w - - 0 1")) > 500
    ///     True
    fn evaluate(&self, py: Python<'_>, board: &Bound<'_, PyBoard>) -> PyResult<i32> {
        let board = copied(board);
        let score = py.detach(|| lock(&self.engine).evaluate(&board));
        score.map_err(errors::engine)
    }

    /// Returns the terms of the static evaluation.
    ///
    ///     >>> engine = kurier.Engine("chess", hash=1)
    ///     >>> "material" in engine.explain(kurier.Board("chess")).terms
    ///     True
    fn explain(&self, py: Python<'_>, board: &Bound<'_, PyBoard>) -> PyResult<PyExplanation> {
        let board = copied(board);
        let explanation = py.detach(|| lock(&self.engine).explain_evaluation(&board));
        Ok(PyExplanation(explanation.map_err(errors::engine)?))
    }

    fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __exit__(&self, py: Python<'_>, _kind: &Bound<'_, PyAny>, _value: &Bound<'_, PyAny>, _trace: &Bound<'_, PyAny>) {
        self.stop(py);
    }

    fn __repr__(&self) -> String {
        format!("<Engine {}>", self.game.definition().name)
    }
}

//! The classes `Line` and `PlayResult`: the output of a search, whichever engine runs it.

use std::sync::Arc;

use kurier_engine::search::{Best, Bound as ScoreBound, Report};
use kurier_engine::session::Value;
use kurier_rules::rules::Color;
use pyo3::prelude::*;

use crate::errors::refused;
use crate::game::Game;
use crate::moves::PyMove;
use crate::score::PyScore;

/// A report of a search: a line of play with its score.
///
/// A program that drives another engine can create a line from keyword arguments, of which only `score` is required.
///
///     >>> [line] = kurier.Engine("chess", hash=1).analyse(kurier.Board("chess"), depth=3)
///     >>> line.depth, line.multipv, len(line.pv) > 0
///     (3, 1, True)
#[pyclass(name = "Line", module = "kurier", frozen)]
#[derive(Clone)]
pub struct PyLine {
    /// Returns the score from the point of view of the side to move.
    ///
    ///     >>> kurier.Line(score=kurier.Score("chess", cp=35)).score
    ///     <Score +0.35 for White>
    #[pyo3(get)]
    score: PyScore,
    /// Returns the depth of the search, in turns.
    ///
    ///     >>> kurier.Line(score=kurier.Score("chess", cp=35), depth=12).depth
    ///     12
    #[pyo3(get)]
    depth: u32,
    /// Returns the greatest depth that any line has reached, in turns.
    ///
    ///     >>> kurier.Line(score=kurier.Score("chess", cp=35), seldepth=20).seldepth
    ///     20
    #[pyo3(get)]
    seldepth: u32,
    /// Returns the rank of the line; 1 for the best.
    ///
    ///     >>> kurier.Line(score=kurier.Score("chess", cp=35)).multipv
    ///     1
    #[pyo3(get)]
    pub multipv: usize,
    /// Returns `exact`, or `lower` or `upper` if the score is only a lower or an upper bound.
    ///
    ///     >>> kurier.Line(score=kurier.Score("chess", cp=35)).bound
    ///     'exact'
    #[pyo3(get)]
    bound: &'static str,
    /// Returns the number of positions searched so far.
    ///
    ///     >>> kurier.Line(score=kurier.Score("chess", cp=35), nodes=1000).nodes
    ///     1000
    #[pyo3(get)]
    nodes: u64,
    /// Returns the time since the start of the search, in seconds.
    ///
    ///     >>> kurier.Line(score=kurier.Score("chess", cp=35), time=0.5).time
    ///     0.5
    #[pyo3(get)]
    time: f64,
    /// Returns the speed of the search, in nodes per second.
    ///
    ///     >>> kurier.Line(score=kurier.Score("chess", cp=35), nps=2000).nps
    ///     2000
    #[pyo3(get)]
    nps: u64,
    /// Returns the filled part of the transposition table in permille.
    ///
    ///     >>> kurier.Line(score=kurier.Score("chess", cp=35), hashfull=7).hashfull
    ///     7
    #[pyo3(get)]
    hashfull: u32,
    /// Returns the moves of the line (principal variation).
    ///
    ///     >>> move = kurier.Move.from_uci("e2e4", "chess")
    ///     >>> kurier.Line(score=kurier.Score("chess", cp=35), pv=[move]).pv
    ///     [<Move e2e4>]
    #[pyo3(get)]
    pv: Vec<PyMove>,
}

impl PyLine {
    /// Converts a report of a search in which `side` is to move.
    pub fn of(game: &Arc<Game>, side: Color, report: Report) -> Self {
        Self {
            score: PyScore::of(game, Value::from_score(report.score), side),
            depth: report.depth,
            seldepth: report.selective_depth,
            multipv: report.line,
            bound: match report.bound {
                ScoreBound::Exact => "exact",
                ScoreBound::Lower => "lower",
                ScoreBound::Upper => "upper",
            },
            nodes: report.nodes,
            time: report.elapsed.as_secs_f64(),
            nps: report.nps(),
            hashfull: report.hash_full,
            pv: report.pv.into_iter().map(|turn| PyMove::new(game, turn)).collect(),
        }
    }
}

#[pymethods]
impl PyLine {
    #[new]
    #[pyo3(signature = (
        *, score, depth = 0, seldepth = 0, multipv = 1, bound = "exact", nodes = 0, time = 0.0, nps = 0, hashfull = 0,
        pv = Vec::new()
    ))]
    // Each argument is a keyword argument in Python.
    #[expect(clippy::too_many_arguments)]
    fn new(
        score: &Bound<'_, PyScore>,
        depth: u32,
        seldepth: u32,
        multipv: usize,
        bound: &str,
        nodes: u64,
        time: f64,
        nps: u64,
        hashfull: u32,
        pv: Vec<Bound<'_, PyMove>>,
    ) -> Self {
        Self {
            score: *score.get(),
            depth,
            seldepth,
            multipv,
            bound: match bound {
                "lower" => "lower",
                "upper" => "upper",
                _ => "exact",
            },
            nodes,
            time,
            nps,
            hashfull,
            pv: pv.iter().map(|played| played.get().clone()).collect(),
        }
    }

    fn __repr__(&self) -> String {
        let pv: Vec<_> = self.pv.iter().map(PyMove::text).collect();
        format!("<Line depth {} {}: {}>", self.depth, self.score.value, pv.join(" "))
    }
}

/// The result of a search: the best move and its score.
///
/// A program that drives another engine can create a result from keyword arguments.
///
///     >>> result = kurier.Engine("chess", hash=1).play(kurier.Board("chess"), depth=3)
///     >>> result.move in kurier.Board("chess").legal_moves, result.depth
///     (True, 3)
#[pyclass(name = "PlayResult", module = "kurier", frozen)]
#[derive(Clone)]
pub struct PyPlayResult {
    /// Returns the best move; `None` only if there is no legal move, or another engine resigns.
    ///
    ///     >>> kurier.PlayResult(kurier.Move.from_uci("e2e4", "chess")).move
    ///     <Move e2e4>
    #[pyo3(get, name = "move")]
    best: Option<PyMove>,
    /// Returns the expected reply to the best move; `None` if the engine expects none.
    ///
    ///     >>> kurier.PlayResult(kurier.Move.from_uci("e2e4", "chess")).ponder is None
    ///     True
    #[pyo3(get)]
    ponder: Option<PyMove>,
    score: Option<PyScore>,
    /// Returns the depth of the last completed iteration, in turns.
    ///
    ///     >>> kurier.PlayResult(depth=12).depth
    ///     12
    #[pyo3(get)]
    depth: u32,
    /// Returns the number of positions searched.
    ///
    ///     >>> kurier.PlayResult(nodes=1000).nodes
    ///     1000
    #[pyo3(get)]
    nodes: u64,
    /// Returns the duration of the search, in seconds.
    ///
    ///     >>> kurier.PlayResult(time=0.5).time
    ///     0.5
    #[pyo3(get)]
    time: f64,
    /// Tests whether another engine has resigned instead of moving.
    ///
    ///     >>> kurier.PlayResult(resigned=True).resigned
    ///     True
    #[pyo3(get)]
    resigned: bool,
    /// Tests whether another engine has offered a draw with its move.
    ///
    ///     >>> kurier.PlayResult().draw_offered
    ///     False
    #[pyo3(get)]
    draw_offered: bool,
}

impl PyPlayResult {
    /// Converts the result of a search in which `side` is to move.
    pub fn of(game: &Arc<Game>, side: Color, best: Best) -> Self {
        let wrap = |turn| PyMove::new(game, turn);
        Self {
            best: best.turn.map(wrap),
            ponder: best.ponder.map(wrap),
            score: Some(PyScore::of(game, Value::from_score(best.score), side)),
            depth: best.depth,
            nodes: best.nodes,
            time: best.elapsed.as_secs_f64(),
            resigned: false,
            draw_offered: false,
        }
    }
}

#[pymethods]
impl PyPlayResult {
    #[new]
    #[pyo3(signature = (
        r#move = None, *, ponder = None, score = None, depth = 0, nodes = 0, time = 0.0, resigned = false,
        draw_offered = false
    ))]
    // Each argument is a keyword argument in Python.
    #[expect(clippy::too_many_arguments)]
    fn new(
        r#move: Option<&Bound<'_, PyMove>>,
        ponder: Option<&Bound<'_, PyMove>>,
        score: Option<&Bound<'_, PyScore>>,
        depth: u32,
        nodes: u64,
        time: f64,
        resigned: bool,
        draw_offered: bool,
    ) -> Self {
        Self {
            best: r#move.map(|best| best.get().clone()),
            ponder: ponder.map(|reply| reply.get().clone()),
            score: score.map(|score| *score.get()),
            depth,
            nodes,
            time,
            resigned,
            draw_offered,
        }
    }

    /// Returns the score from the point of view of the side to move. Raises `KurierError` if another engine has
    /// reported none.
    ///
    ///     >>> kurier.PlayResult(score=kurier.Score("chess", cp=35)).score
    ///     <Score +0.35 for White>
    #[getter]
    fn score(&self) -> PyResult<PyScore> {
        self.score.ok_or_else(|| refused("the engine has reported no score"))
    }

    fn __repr__(&self) -> String {
        let best = self.best.as_ref().map_or("none".into(), PyMove::text);
        match self.score {
            Some(score) => format!("<PlayResult {best} {}>", score.value),
            None => format!("<PlayResult {best}>"),
        }
    }
}

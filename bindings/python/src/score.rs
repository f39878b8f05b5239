//! The classes `Score` and `Line`: the output of a search.

use std::sync::Arc;

use kurier_engine::eval::WinRateModel;
use kurier_engine::search::{Bound as ScoreBound, Report};
use kurier_engine::session::Value;
use kurier_rules::rules::Color;
use pyo3::prelude::*;

use crate::board::is_white;
use crate::game::Game;
use crate::moves::PyMove;

/// The class `Score`: a score from one side's point of view.
#[pyclass(name = "Score", module = "kurier", frozen, eq)]
#[derive(Clone, Copy, PartialEq)]
pub struct PyScore {
    pub value: Value,
    pub side: Color,
    /// The model that converts the score to chances of winning, drawing and losing.
    win_rate: WinRateModel,
}

impl PyScore {
    /// Creates a score from the point of view of `side`.
    pub fn new(game: &Game, value: Value, side: Color) -> Self {
        Self {
            value,
            side,
            win_rate: game.start.win_rate(),
        }
    }
}

#[pymethods]
impl PyScore {
    #[getter]
    fn cp(&self) -> Option<i32> {
        match self.value {
            Value::Centipawns(score) => Some(score),
            Value::Mate(_) => None,
        }
    }

    #[getter]
    fn mate(&self) -> Option<i32> {
        match self.value {
            Value::Centipawns(_) => None,
            Value::Mate(moves) => Some(moves),
        }
    }

    #[getter]
    fn turn(&self) -> bool {
        is_white(self.side)
    }

    /// Returns the score from a side's point of view.
    fn pov(&self, color: bool) -> Self {
        let side = crate::board::color(color);
        let value = if side == self.side { self.value } else { -self.value };
        Self { value, side, ..*self }
    }

    fn white(&self) -> Self {
        self.pov(true)
    }

    fn black(&self) -> Self {
        self.pov(false)
    }

    fn wdl(&self) -> (u32, u32, u32) {
        self.value.wdl(self.win_rate).into()
    }

    fn __str__(&self) -> String {
        self.value.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Score {} for {}>", self.value, self.side.name())
    }
}

/// The class `Line`: a report of a search, with depth, score and principal variation.
#[pyclass(name = "Line", module = "kurier", frozen)]
#[derive(Clone)]
pub struct PyLine {
    game: Arc<Game>,
    side: Color,
    pub report: Report,
}

impl PyLine {
    /// Wraps a report of a search in which `side` is to move.
    pub fn new(game: &Arc<Game>, side: Color, report: Report) -> Self {
        Self {
            game: game.clone(),
            side,
            report,
        }
    }
}

#[pymethods]
impl PyLine {
    #[getter]
    fn depth(&self) -> u32 {
        self.report.depth
    }

    #[getter]
    fn seldepth(&self) -> u32 {
        self.report.selective_depth
    }

    #[getter]
    fn multipv(&self) -> usize {
        self.report.line
    }

    #[getter]
    fn score(&self) -> PyScore {
        PyScore::new(&self.game, Value::from_score(self.report.score), self.side)
    }

    #[getter]
    fn bound(&self) -> &'static str {
        match self.report.bound {
            ScoreBound::Exact => "exact",
            ScoreBound::Lower => "lower",
            ScoreBound::Upper => "upper",
        }
    }

    #[getter]
    fn nodes(&self) -> u64 {
        self.report.nodes
    }

    #[getter]
    fn time(&self) -> f64 {
        self.report.elapsed.as_secs_f64()
    }

    #[getter]
    fn nps(&self) -> u64 {
        self.report.nps()
    }

    #[getter]
    fn hashfull(&self) -> u32 {
        self.report.hash_full
    }

    #[getter]
    fn pv(&self) -> Vec<PyMove> {
        let turns = self.report.pv.iter();
        turns.map(|turn| PyMove::new(&self.game, turn.clone())).collect()
    }

    fn __repr__(&self) -> String {
        let pv: Vec<String> = self.report.pv.iter().map(|turn| self.game.spell(turn)).collect();
        let value = Value::from_score(self.report.score);
        format!("<Line depth {} {value}: {}>", self.report.depth, pv.join(" "))
    }
}

//! The class `Score`.

use std::sync::Arc;

use kurier_engine::eval::WinRateModel;
use kurier_engine::session::Value;
use kurier_rules::rules::Color;
use pyo3::prelude::*;

use crate::errors::refused;
use crate::game::{AnyGame, Game};
use crate::piece::{color, is_white};

/// A score from one side's point of view: centipawns, or full moves to a forced win or loss.
///
/// `Score(variant, cp=35)` or `Score(variant, mate=-3)` creates one from the point of view of `turn`, by default White.
///
///     >>> score = kurier.Score("chess", cp=35)
///     >>> score, score.black()
///     (<Score +0.35 for White>, <Score -0.35 for Black>)
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
    pub fn of(game: &Arc<Game>, value: Value, side: Color) -> Self {
        Self {
            value,
            side,
            win_rate: game.start.win_rate(),
        }
    }
}

#[pymethods]
impl PyScore {
    #[new]
    #[pyo3(signature = (variant, *, cp = None, mate = None, turn = true))]
    fn new(variant: AnyGame<'_>, cp: Option<i32>, mate: Option<i32>, turn: bool) -> PyResult<Self> {
        let value = match (cp, mate) {
            (Some(score), None) => Value::Centipawns(score),
            (None, Some(moves)) => Value::Mate(moves),
            _ => return Err(refused("expected either cp or mate")),
        };
        Ok(Self::of(&variant.open()?, value, color(turn)))
    }

    /// Returns the score in centipawns; `None` if a win or loss is forced.
    ///
    ///     >>> kurier.Score("chess", cp=35).cp
    ///     35
    #[getter]
    fn cp(&self) -> Option<i32> {
        match self.value {
            Value::Centipawns(score) => Some(score),
            Value::Mate(_) => None,
        }
    }

    /// Returns the number of full moves to a forced win, negative for a forced loss; `None` if neither is forced.
    ///
    ///     >>> kurier.Score("chess", mate=-3).mate
    ///     -3
    #[getter]
    fn mate(&self) -> Option<i32> {
        match self.value {
            Value::Centipawns(_) => None,
            Value::Mate(moves) => Some(moves),
        }
    }

    /// Tests whether a win or loss is forced.
    ///
    ///     >>> kurier.Score("chess", mate=-3).is_mate()
    ///     True
    fn is_mate(&self) -> bool {
        matches!(self.value, Value::Mate(_))
    }

    /// Returns the score in centipawns. A forced win in n full moves counts as `mate_score` minus n, and a forced loss
    /// as the negative of that; both are `None` without a `mate_score`.
    ///
    ///     >>> kurier.Score("chess", mate=-3).score(mate_score=100_000)
    ///     -99997
    #[pyo3(signature = (*, mate_score = None))]
    fn score(&self, mate_score: Option<i32>) -> Option<i32> {
        match self.value {
            Value::Centipawns(score) => Some(score),
            Value::Mate(moves) if moves > 0 => Some(mate_score?.saturating_sub(moves)),
            Value::Mate(moves) => Some(mate_score?.saturating_neg().saturating_sub(moves)),
        }
    }

    /// Returns the side from whose point of view the score is given: `WHITE` (`True`) or `BLACK` (`False`).
    ///
    ///     >>> kurier.Score("chess", cp=35).turn
    ///     True
    #[getter]
    fn turn(&self) -> bool {
        is_white(self.side)
    }

    /// Returns the score from a side's point of view.
    ///
    ///     >>> kurier.Score("chess", cp=35).pov(kurier.BLACK).cp
    ///     -35
    fn pov(&self, color: bool) -> Self {
        let side = self::color(color);
        let value = if side == self.side { self.value } else { -self.value };
        Self { value, side, ..*self }
    }

    /// Returns the score from White's point of view.
    ///
    ///     >>> kurier.Score("chess", cp=35, turn=kurier.BLACK).white().cp
    ///     -35
    fn white(&self) -> Self {
        self.pov(true)
    }

    /// Returns the score from Black's point of view.
    ///
    ///     >>> kurier.Score("chess", cp=35).black().cp
    ///     -35
    fn black(&self) -> Self {
        self.pov(false)
    }

    /// Returns the chances of a win, a draw and a loss, in permille.
    ///
    ///     >>> kurier.Score("chess", mate=1).wdl()
    ///     (1000, 0, 0)
    fn wdl(&self) -> (u32, u32, u32) {
        self.value.wdl(self.win_rate).into()
    }

    /// Returns the expected points, from 0 to 1: a win counts 1, a draw 0.5.
    ///
    ///     >>> kurier.Score("chess", mate=1).expectation()
    ///     1.0
    fn expectation(&self) -> f64 {
        self.value.expectation(self.win_rate)
    }

    fn __str__(&self) -> String {
        self.value.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Score {} for {}>", self.value, self.side.name())
    }
}

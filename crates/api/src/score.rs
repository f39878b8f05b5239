//! Scores as the page shows them: from White's point of view.

use serde::Serialize;

use kurier_engine::session::{Board, Value};
use kurier_rules::position::Outcome;
use kurier_rules::rules::Color;

/// A score from White's point of view.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct Score {
    /// The score as text for the user, such as `+0.31` or `mate -3`; the result, such as `1-0`, for a finished game.
    pub text: String,
    /// The score in centipawns; `None` for a forced mate or a finished game.
    pub cp: Option<i32>,
    /// The number of full moves to the forced mate, negative if Black wins; `None` if no mate is forced.
    pub mate: Option<i32>,
    /// White's expected points, from 0 to 1.
    pub expectation: f64,
}

impl Score {
    /// Creates the score for `value`, which is from the point of view of the side to move on the board.
    pub(super) fn new(value: Value, board: &Board) -> Self {
        let value = match board.side() {
            Color::White => value,
            Color::Black => -value,
        };
        let (cp, mate) = match value {
            Value::Centipawns(score) => (Some(score), None),
            Value::Mate(moves) => (None, Some(moves)),
        };
        Self {
            text: value.to_string(),
            cp,
            mate,
            expectation: value.expectation(board.win_rate()),
        }
    }

    /// Returns the score of a finished game.
    pub(super) fn of_outcome(outcome: Outcome) -> Self {
        Self {
            text: outcome.result().to_owned(),
            cp: None,
            mate: None,
            expectation: outcome.points(Color::White),
        }
    }
}

/// Converts White's expected points (0 to 1) to the expected points of `side`.
pub(super) fn expectation_of(side: Color, whites: f64) -> f64 {
    match side {
        Color::White => whites,
        Color::Black => 1.0 - whites,
    }
}

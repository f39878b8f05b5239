//! Which turns of a game were mistakes.

use serde::{Deserialize, Serialize};

use super::position::{TurnView, turn_view};
use super::reply::Score;
use super::search::seen_by;
use kurier_engine::search::{Best, Report};
use kurier_engine::session::{Board, Value};
use kurier_formats::annotate::{Verdict, accuracy, best_line};
use kurier_rules::position::Outcome;

/// The turn that follows a position in a game.
#[derive(Deserialize, Clone, PartialEq, Debug)]
pub struct Next {
    /// In coordinates.
    pub text: String,
    /// What the position after it is worth: White's expected points, 0 to 1.
    pub expectation: f64,
}

/// What a position of a game is worth, and what the turn was worth that follows it there.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct Judged {
    /// What the position is worth.
    pub score: Score,
    /// The depth of the search behind it; 0 where the game is over.
    pub depth: u32,
    /// The best turn.
    pub best: Option<TurnView>,
    /// The best line in coordinates.
    pub moves: Vec<String>,
    /// The same in algebraic notation.
    pub san: Vec<String>,
    /// The verdict on the turn that follows, if it was bad.
    pub verdict: Option<Verdict>,
    /// The sign of that verdict.
    pub sign: Option<&'static str>,
    /// How close the turn that follows comes to the best, 0 to 100.
    pub accuracy: Option<f64>,
}

/// Returns a position where the game is over.
pub(super) fn of_end(outcome: Outcome) -> Judged {
    Judged {
        score: Score::of_outcome(outcome),
        depth: 0,
        best: None,
        moves: Vec::new(),
        san: Vec::new(),
        verdict: None,
        sign: None,
        accuracy: None,
    }
}

/// Returns a position after a search.
pub(super) fn judged(board: &Board, best: &Best, line: Option<Report>, next: Option<&Next>) -> Judged {
    let score = Score::new(Value::from_score(best.score), board);
    let line = best_line(best, line.map(|report| report.pv).unwrap_or_default());
    let best_turn = best.turn.as_ref().map(|turn| turn_view(board, turn, true));
    let (mut verdict, mut exactness) = (None, None);
    if let Some(next) = next {
        let loss = seen_by(board.side(), score.expectation) - seen_by(board.side(), next.expectation);
        let was_best = best_turn.as_ref().is_some_and(|best| best.text == next.text);
        let loss = if was_best { 0.0 } else { loss.max(0.0) };
        verdict = Verdict::on(loss);
        exactness = Some(accuracy(loss));
    }
    Judged {
        score,
        depth: best.depth,
        moves: board.spell_line(&line),
        san: board.san_line(&line),
        best: best_turn,
        verdict,
        sign: verdict.map(Verdict::sign),
        accuracy: exactness,
    }
}

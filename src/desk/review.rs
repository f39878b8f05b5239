//! Which turns of a game were mistakes.

use serde::{Deserialize, Serialize};

use super::position::{TurnView, turn_view};
use super::reply::Score;
use super::search::seen_by;
use crate::position::Outcome;
use crate::search::{Best, Report};
use crate::session::{Board, Value};

/// The most turns of a best line that are kept.
const LINE: usize = 8;

/// The turn that follows a position in a game.
#[derive(Deserialize, Clone, PartialEq, Debug)]
pub struct Next {
    /// In coordinates.
    pub text: String,
    /// What the position after it is worth: White's expected points, 0 to 1.
    pub expectation: f64,
}

/// A bad turn.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdict {
    /// It loses a tenth of a point or more.
    Inaccuracy,
    /// It loses a fifth or more.
    Mistake,
    /// It loses three tenths or more.
    Blunder,
}

impl Verdict {
    /// The verdict on a turn by the loss of expected points (a win is 1, a draw a half).
    pub fn on(loss: f64) -> Option<Self> {
        match loss {
            0.3.. => Some(Self::Blunder),
            0.2.. => Some(Self::Mistake),
            0.1.. => Some(Self::Inaccuracy),
            _ => None,
        }
    }

    /// The sign for it after a move.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// The word for people.
    pub fn word(self) -> &'static str {
        match self {
            Self::Inaccuracy => "Inaccuracy",
            Self::Mistake => "Mistake",
            Self::Blunder => "Blunder",
        }
    }
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

/// A position where the game is over.
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

/// A position after a search.
pub(super) fn judged(board: &Board, best: &Best, line: Option<Report>, next: Option<&Next>) -> Judged {
    let score = Score::new(Value::from_score(best.score), board.side());
    // A line that begins otherwise is from an unfinished iteration.
    let line = line
        .map(|report| report.pv)
        .filter(|line| line.first() == best.turn.as_ref());
    let mut line = line.unwrap_or_else(|| best.turn.iter().cloned().collect());
    line.truncate(LINE);
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

/// How close a turn comes to the best, 0 to 100: falls to a third where a quarter of a point is lost (the curve that
/// Lichess publishes for its games).
fn accuracy(loss: f64) -> f64 {
    (103.1668 * (-4.354 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_grow_with_the_loss() {
        let verdicts: Vec<_> = [-0.4, 0.0, 0.09, 0.1, 0.25, 0.3, 1.0]
            .into_iter()
            .map(Verdict::on)
            .collect();
        assert!(verdicts.is_sorted());
        assert_eq!(verdicts[2..4], [None, Some(Verdict::Inaccuracy)]);
        assert_eq!(verdicts[6], Some(Verdict::Blunder));
    }

    #[test]
    fn accuracy_falls_with_the_loss() {
        assert_eq!(accuracy(0.0).round(), 100.0);
        assert!(accuracy(0.1) > accuracy(0.3) && accuracy(1.0) < 1.0);
    }
}

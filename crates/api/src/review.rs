//! Reviews finished games to find out which turns were mistakes.

use serde::{Deserialize, Serialize};

use super::error::RequestError;
use super::position::{TurnView, turn_view};
use super::score::{Score, expectation_of};
use super::search::{Engines, SearchLimits, SearchSettings, engine_limits};
use kurier_engine::search::{Best, Limits, Report};
use kurier_engine::session::{Board, Event, Value};
use kurier_formats::annotate::{Verdict, accuracy, best_line};
use kurier_rules::position::Outcome;

/// The turn that was played in a position of a game.
#[derive(Deserialize, Clone, PartialEq, Debug)]
pub struct NextTurn {
    /// The turn in coordinate notation.
    pub text: String,
    /// White's expected points after the turn, from 0 to 1.
    pub expectation: f64,
}

/// The judgement of a position of a game and of the turn that was played in it.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct Judged {
    /// The score of the position.
    pub score: Score,
    /// The result of the position according to the endgame tables, such as `White wins in 23`; `None` if no table
    /// contains the position.
    pub table: Option<String>,
    /// The depth of the last completed iteration of the search, in turns; 0 if the game is over.
    pub depth: u32,
    /// The best turn; `None` if the game is over.
    pub best: Option<TurnView>,
    /// The best line in coordinate notation; empty if the game is over.
    pub moves: Vec<String>,
    /// The best line in algebraic notation; empty if the game is over.
    pub san: Vec<String>,
    /// The verdict on the turn that was played; `None` if the turn was not a mistake or no turn was played.
    pub verdict: Option<Verdict>,
    /// The annotation symbol of the verdict, such as `??`; `None` if there is no verdict.
    pub sign: Option<&'static str>,
    /// The accuracy of the turn that was played, from 0 to 100, where 100 is as good as the best turn; `None` if no
    /// turn was played.
    pub accuracy: Option<f64>,
}

/// Searches a position of a game, judges the turn that was played in it and passes the judgement to `on_judged`.
pub(super) fn judge(
    engines: &mut Engines,
    board: &Board,
    limits: &SearchLimits,
    next: Option<NextTurn>,
    engine: usize,
    on_judged: impl Fn(Judged) + Send + 'static,
) -> Result<(), RequestError> {
    // A player need not claim a draw, so a game may continue after a position that the rules call drawn.
    let continues = next.is_some() && board.has_turns();
    if let Some(outcome) = board.outcome().filter(|_| !continues) {
        on_judged(game_over(outcome));
        return Ok(());
    }
    let table = engines.table(board);
    let shown = board.clone();
    let mut line = None;
    let settings = SearchSettings::default();
    // Try to prove a short mate first, because the main search may find it late.
    let limits = Limits {
        mate_first: true,
        ..engine_limits(limits)
    };
    engines.run(engine, board, &settings, &limits, move |event| match event {
        Event::Report(report) if report.line == 1 => line = Some(report),
        Event::Report(_) => (),
        Event::Best(best) => on_judged(Judged {
            table: table.clone(),
            ..judged(&shown, &best, line.take(), next.as_ref())
        }),
    })
}

/// Returns the judgement of the final position of a game.
fn game_over(outcome: Outcome) -> Judged {
    Judged {
        score: Score::of_outcome(outcome),
        table: None,
        depth: 0,
        best: None,
        moves: Vec::new(),
        san: Vec::new(),
        verdict: None,
        sign: None,
        accuracy: None,
    }
}

/// Returns the judgement of a position after a search.
fn judged(board: &Board, best: &Best, line: Option<Report>, next: Option<&NextTurn>) -> Judged {
    let score = Score::new(Value::from_score(best.score), board);
    let line = best_line(best, line.map(|report| report.pv).unwrap_or_default());
    let best_turn = best.turn.as_ref().map(|turn| turn_view(board, turn, true));
    let (mut verdict, mut exactness) = (None, None);
    if let Some(next) = next {
        let loss = expectation_of(board.side(), score.expectation) - expectation_of(board.side(), next.expectation);
        let was_best = best_turn.as_ref().is_some_and(|best| best.text == next.text);
        let loss = if was_best { 0.0 } else { loss.max(0.0) };
        verdict = Verdict::on(loss);
        exactness = Some(accuracy(loss));
    }
    Judged {
        score,
        table: None,
        depth: best.depth,
        moves: board.spell_line(&line),
        san: board.san_line(&line),
        best: best_turn,
        verdict,
        sign: verdict.map(Verdict::sign),
        accuracy: exactness,
    }
}

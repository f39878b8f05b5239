//! Judges the positions of a game: their scores and best turns, and which turns were mistakes.

use super::AnnotationError;
use super::verdict::{Verdict, accuracy};
use crate::pgn::{GameRecord, Ply};
use kurier_engine::search::{Best, Limits};
use kurier_engine::session::{Board, EndgameLibrary, Engine, Value};
use kurier_rules::board::Square;
use kurier_rules::position::{Outcome, Turn};
use kurier_rules::rules::Color;

/// The maximum number of turns of a best line that are kept.
const LONGEST_LINE: usize = 8;

/// The analysis of a position.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The position as FEN.
    pub fen: String,
    /// The side to move and the number of the full move.
    pub ply: Ply,
    /// The squares of the turn that led to the position; empty for the start position.
    pub route: Vec<Square>,
    /// How the game ends in this position; `None` if the game continues. A position where a player could have claimed a
    /// draw, but play continued, has no outcome.
    pub outcome: Option<Outcome>,
    /// The score from White's point of view; `None` if the game is over.
    pub value: Option<Value>,
    /// White's expected points, from 0 to 1.
    pub expectation: f64,
    /// The result of the position in an endgame table, such as `White wins in 23`; `None` if no table contains the
    /// position.
    pub table: Option<String>,
    /// The depth of the search in turns; 0 if the game is over.
    pub depth: u32,
    /// The best turn; `None` if the game is over.
    pub best: Option<Turn>,
    /// The squares of the best turn; empty if the game is over.
    pub best_route: Vec<Square>,
    /// The best line in algebraic notation; empty if the game is over.
    pub line: Vec<String>,
    /// Whether the turn that led to the position was the best one; `None` for the start position.
    pub best_before: Option<bool>,
    /// The verdict on the turn that led to the position, if it was a mistake.
    pub verdict: Option<Verdict>,
    /// How close the turn that led to the position came to the best one, 0 to 100; `None` for the start position.
    pub accuracy: Option<f64>,
}

impl Judgement {
    /// Returns the score as text for the user, from White's point of view, such as `+0.35` or `mate 3`; the result if
    /// the game is over.
    pub fn score(&self) -> String {
        match (self.value, &self.outcome) {
            (Some(value), _) => value.to_string(),
            (None, Some(outcome)) => outcome.result().to_owned(),
            (None, None) => String::new(),
        }
    }

    /// Returns the best line as a variation: `2... Nc6 3. d4 {+0.35}`; empty if it has no turn.
    pub fn variation(&self) -> String {
        if self.line.is_empty() {
            return String::new();
        }
        let mut text = String::new();
        let mut ply = self.ply;
        for (index, turn) in self.line.iter().enumerate() {
            if index == 0 || ply.side == Color::White {
                text += &format!("{ply} ");
            }
            text += &format!("{turn} ");
            ply = ply.next();
        }
        text + &format!("{{{}}}", self.score())
    }

    /// Returns the score in the form that other programs read in comments: `[%eval 0.35,12]`, `[%eval #-3,20]`; empty
    /// if the game is over.
    pub fn evaluation(&self) -> String {
        match self.value {
            Some(Value::Centipawns(score)) => format!("[%eval {:.2},{}]", f64::from(score) / 100.0, self.depth),
            Some(Value::Mate(moves)) => format!("[%eval #{moves},{}]", self.depth),
            None => String::new(),
        }
    }
}

/// Judges every position of a game, including the start position. Searches the last position first, so that the
/// transposition table already contains the later positions when an earlier position is searched.
///
/// `endgames` are the tables that the judgements quote; the engine itself uses the tables that were given to it.
///
/// Calls `on_position` after each position. If `on_position` returns false, the work is cancelled and the result is
/// `None`.
///
/// # Errors
/// Fails if the start position or a turn of the record is not legal on the board, or if the engine cannot search.
pub fn judge(
    board: &mut Board,
    engine: &mut Engine,
    record: &GameRecord,
    limits: &Limits,
    endgames: Option<&EndgameLibrary>,
    on_position: &dyn Fn() -> bool,
) -> Result<Option<Vec<Judgement>>, AnnotationError> {
    board.set_up(record.start_fen.as_deref())?;
    for played in &record.moves {
        board.play(&played.turn)?;
    }
    let mut judgements = Vec::with_capacity(record.moves.len() + 1);
    loop {
        let unplayed = judgements.is_empty() && !record.rest.is_empty();
        let continues = !judgements.is_empty() || unplayed && board.has_turns();
        let mut judgement = position(board, engine, limits, continues)?;
        judgement.table = endgames.and_then(|endgames| endgames.in_words(board));
        if !on_position() {
            return Ok(None);
        }
        let played = board.undo();
        if let Some(turn) = &played {
            judgement.route = board.route(turn);
        }
        judgements.push(judgement);
        if played.is_none() {
            break;
        }
    }
    judgements.reverse();
    for (i, played) in record.moves.iter().enumerate() {
        let (before, after) = judgements.split_at_mut(i + 1);
        let (Some(before), Some(after)) = (before.last(), after.first_mut()) else {
            continue;
        };
        let best = before.best.as_ref().is_none_or(|best| *best == played.turn);
        let loss = match before.ply.side {
            Color::White => before.expectation - after.expectation,
            Color::Black => after.expectation - before.expectation,
        };
        after.best_before = Some(best);
        let loss = if best { 0.0 } else { loss.max(0.0) };
        after.verdict = Verdict::on(loss);
        after.accuracy = Some(accuracy(loss));
    }
    Ok(Some(judgements))
}

/// Judges the position on a board. `continues` is true if another turn follows the position in the game.
fn position(
    board: &Board,
    engine: &mut Engine,
    limits: &Limits,
    continues: bool,
) -> Result<Judgement, AnnotationError> {
    let white = board.side() == Color::White;
    let mut judgement = Judgement {
        fen: board.fen(),
        ply: Ply::of(board),
        route: Vec::new(),
        outcome: board.outcome().filter(|_| !continues),
        value: None,
        expectation: 0.5,
        table: None,
        depth: 0,
        best: None,
        best_route: Vec::new(),
        line: Vec::new(),
        best_before: None,
        verdict: None,
        accuracy: None,
    };
    if let Some(outcome) = judgement.outcome {
        judgement.expectation = outcome.points(Color::White);
        return Ok(judgement);
    }
    let mut line = Vec::new();
    // Look for a short mate first, since the main search may find it late.
    let limits = Limits {
        mate_first: true,
        ..limits.clone()
    };
    let best = engine.search(board, &limits, |report| {
        if report.line == 1 {
            judgement.depth = report.depth;
            line.clone_from(&report.pv);
        }
    })?;
    let value = Value::from_score(best.score);
    let value = if white { value } else { -value };
    judgement.expectation = value.expectation(board.win_rate());
    judgement.value = Some(value);
    let line = best_line(&best, line);
    judgement.line = board.san_line(&line);
    judgement.best_route = best.turn.as_ref().map(|turn| board.route(turn)).unwrap_or_default();
    judgement.best = best.turn;
    Ok(judgement)
}

/// Returns the best line of a finished search, at most 8 turns: the line that was reported last or, if that line does
/// not begin with the best turn because an unfinished iteration reported it, the best turn alone.
pub fn best_line(best: &Best, mut reported: Vec<Turn>) -> Vec<Turn> {
    if reported.first() != best.turn.as_ref() {
        reported = best.turn.iter().cloned().collect();
    }
    reported.truncate(LONGEST_LINE);
    reported
}

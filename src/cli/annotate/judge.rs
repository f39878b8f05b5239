//! What the positions of a game are worth, and which turns were mistakes.

use crate::cli::output::san_line;
use crate::pgn::GameRecord;
use crate::position::Outcome;
use crate::rules::Color;
use crate::session::{self, Event, PositionError, Request, Session, Value};

/// Turns of a best line that are kept.
const LINE: usize = 8;

/// A turn that was not good.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdict {
    /// It costs a tenth of a game.
    Inaccuracy,
    /// It costs a fifth.
    Mistake,
    /// It costs three tenths or more.
    Blunder,
}

impl Verdict {
    /// The verdict on a turn that lowers the points to be expected (a win is 1, a draw a half) by so much.
    fn on(loss: f64) -> Option<Self> {
        match loss {
            0.3.. => Some(Self::Blunder),
            0.2.. => Some(Self::Mistake),
            0.1.. => Some(Self::Inaccuracy),
            _ => None,
        }
    }

    /// The sign after the turn.
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

/// What was found out about a position.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The position.
    pub fen: String,
    /// How the game has ended there, if it has.
    pub outcome: Option<Outcome>,
    /// What it is worth to White; `None` where the game is over.
    pub value: Option<Value>,
    /// The points White can expect, 0 to 1.
    pub expectation: f64,
    /// The depth of the search behind it, in turns.
    pub depth: u32,
    /// The best turn, spelled in coordinates.
    pub best: Option<String>,
    /// The best line in algebraic notation.
    pub line: Vec<String>,
    /// Whether the turn that led here was the best one; `None` at the start.
    pub best_before: Option<bool>,
    /// What to think of that turn, if it was bad.
    pub verdict: Option<Verdict>,
}

impl Judgement {
    /// The score for people, White's view: `+0.35`, `mate 3`, or the result.
    pub fn score(&self) -> String {
        match (self.value, &self.outcome) {
            (Some(value), _) => value.to_string(),
            (None, Some(outcome)) => outcome.result().to_owned(),
            (None, None) => String::new(),
        }
    }

    /// The best line and what it is worth: `Nf3 Nc6 d4 (+0.35)`.
    pub fn best_line(&self) -> String {
        format!("{} ({})", self.line.join(" "), self.score())
    }

    /// The score as other programs read it in comments: `[%eval 0.35,12]`, `[%eval #-3,20]`; nothing at the end.
    pub fn evaluation(&self) -> String {
        match self.value {
            Some(Value::Centipawns(score)) => format!("[%eval {:.2},{}]", f64::from(score) / 100.0, self.depth),
            Some(Value::Mate(moves)) => format!("[%eval #{moves},{}]", self.depth),
            None => String::new(),
        }
    }
}

/// Judges every position of a game, the start first. From the end to the beginning: so what came out later in the game
/// is still in the table when the earlier position is looked at.
///
/// # Errors
/// The system has no thread to search in.
pub fn judge(
    session: &mut dyn Session,
    record: &GameRecord,
    request: &Request,
    on_position: &dyn Fn(),
) -> Result<Vec<Judgement>, PositionError> {
    let turns: Vec<&str> = record.moves.iter().map(|turn| turn.turn.as_str()).collect();
    let mut judgements = Vec::with_capacity(turns.len() + 1);
    for played in (0..=turns.len()).rev() {
        session.set_position(record.start_fen.as_deref(), &turns[..played])?;
        judgements.push(position(session, request)?);
        on_position();
    }
    judgements.reverse();
    for (i, turn) in turns.iter().enumerate() {
        let (before, after) = judgements.split_at_mut(i + 1);
        let (Some(before), Some(after)) = (before.last(), after.first_mut()) else {
            continue;
        };
        let best = before.best.as_deref() == Some(turn);
        let loss = match before.side() {
            Color::White => before.expectation - after.expectation,
            Color::Black => after.expectation - before.expectation,
        };
        after.best_before = Some(best);
        after.verdict = Verdict::on(loss).filter(|_| !best);
    }
    Ok(judgements)
}

impl Judgement {
    /// Whose turn it is.
    fn side(&self) -> Color {
        match self.fen.split_whitespace().nth(1) {
            Some("b") => Color::Black,
            _ => Color::White,
        }
    }
}

/// Judges the position of a session.
fn position(session: &mut dyn Session, request: &Request) -> Result<Judgement, PositionError> {
    let white = session.side() == Color::White;
    let mut judgement = Judgement {
        fen: session.fen(),
        outcome: session.outcome(),
        value: None,
        expectation: 0.5,
        depth: 0,
        best: None,
        line: Vec::new(),
        best_before: None,
        verdict: None,
    };
    if let Some(outcome) = judgement.outcome {
        judgement.expectation = match outcome.winner {
            Some(Color::White) => 1.0,
            Some(Color::Black) => 0.0,
            None => 0.5,
        };
        return Ok(judgement);
    }
    let mut line = Vec::new();
    session::search(session, request, |event| match event {
        Event::Line(found) if found.line == 1 => {
            judgement.depth = found.depth;
            line = found.pv;
        }
        Event::Line(_) => (),
        Event::Best { turn, value, .. } => {
            let [win, draw, _] = value.wdl();
            let expectation = (f64::from(win) + f64::from(draw) / 2.0) / 1000.0;
            judgement.expectation = if white { expectation } else { 1.0 - expectation };
            judgement.value = Some(if white { value } else { opposite(value) });
            judgement.best = turn;
        }
    })?;
    // A line that begins otherwise is of an iteration that was not finished.
    if line.first() != judgement.best.as_ref() {
        line = judgement.best.iter().cloned().collect();
    }
    line.truncate(LINE);
    judgement.line = san_line(session, &line);
    Ok(judgement)
}

/// The same for the other side.
fn opposite(value: Value) -> Value {
    match value {
        Value::Centipawns(score) => Value::Centipawns(-score),
        Value::Mate(moves) => Value::Mate(-moves),
    }
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
}

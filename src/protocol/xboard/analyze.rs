//! What is done on request: analysis, hints, excluded moves, showing where a piece may go.

use std::time::Duration;

use super::player::{Player, Purpose, Role, Seen};
use super::report;
use crate::session::Request;

/// How long a hint is thought about.
const HINT_TIME: Duration = Duration::from_millis(200);

impl Player {
    /// Thinks about the position, whosever turn it is, until something else is wanted.
    pub fn analyze(&mut self) {
        self.abort();
        self.role = Role::Analyst;
        self.refresh();
        if self.thinking.is_some() || self.all_excluded() {
            return;
        }
        let request = Request {
            infinite: true,
            except: self.excluded.clone(),
            ..Request::default()
        };
        let seen = self.seen();
        self.start(Purpose::Analysis, &request, seen);
    }

    /// Whether there is no turn to consider, because there is none or all are excluded.
    fn all_excluded(&self) -> bool {
        let turns = self.game.turns();
        turns.iter().all(|turn| self.excluded.contains(turn))
    }

    /// `.`.
    pub fn progress(&mut self) {
        let Some(thinking) = &self.thinking else { return };
        let best = thinking.last.as_ref().and_then(|line| line.pv.first());
        let best = best.map(|turn| self.notation.word(turn, &thinking.seen.fen));
        let turns = thinking.seen.turns.len();
        let elapsed = thinking.started.elapsed();
        self.say(report::progress(thinking.last.as_ref(), elapsed, turns, best.as_deref().unwrap_or("")).trim_end());
    }

    /// `hint`: the move that is expected, the best one of an analysis, or that of a short search.
    pub fn hint(&mut self) {
        self.refresh();
        let known = match &mut self.thinking {
            Some(thinking) => match &thinking.purpose {
                Purpose::Ponder(turn) => Some(turn.clone()),
                Purpose::Analysis => {
                    let best = thinking.last.as_ref().and_then(|line| line.pv.first().cloned());
                    thinking.hint_wanted = best.is_none();
                    best
                }
                Purpose::Move | Purpose::Hint => return,
            },
            None => self.expected.clone(),
        };
        match known {
            Some(turn) => {
                let seen = self.seen();
                self.give_hint(&turn, &seen.fen);
            }
            None if self.thinking.is_none() && !self.game.turns().is_empty() => {
                let request = Request {
                    move_time: Some(HINT_TIME),
                    ..Request::default()
                };
                let seen = self.seen();
                self.start(Purpose::Hint, &request, seen);
            }
            None => {}
        }
    }

    pub fn give_hint(&self, turn: &str, fen: &str) {
        self.say(format!("Hint: {}", self.notation.word(turn, fen)));
    }

    /// `exclude` and `include`; `None` means all turns.
    pub fn exclude(&mut self, text: Option<&str>, exclude: bool) {
        self.refresh();
        let turns = self.seen().turns;
        let wanted = match text {
            None => turns,
            Some(text) => {
                let turn = self.notation.read(text);
                if !turns.contains(&turn) {
                    return self.say(format!("Illegal move: {text}"));
                }
                vec![turn]
            }
        };
        self.excluded.retain(|turn| !wanted.contains(turn));
        if exclude {
            self.excluded.extend(wanted);
        }
        if self.role == Role::Analyst {
            self.analyze();
        }
    }

    /// The user lifts a piece.
    pub fn lift(&mut self, square: &str) {
        self.refresh();
        if let Some(square) = self.notation.read_cell(square) {
            self.hand.lift(square);
            let Seen { fen, turns } = self.seen();
            let colours = self.hand.colours(&turns, &self.notation, self.game.definition(), &fen);
            self.say(format!("highlight {colours}"));
        }
    }

    /// The user puts it down.
    pub fn put(&mut self, square: &str) {
        self.refresh();
        if let Some(square) = self.notation.read_cell(square) {
            self.hand.put(square);
            let choices = self.hand.choices(&self.seen().turns, &self.notation);
            if !choices.is_empty() {
                self.say(format!("choice {choices}"));
            }
        }
    }
}

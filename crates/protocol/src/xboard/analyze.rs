//! What is done on request: analysis, hints, excluded moves, showing where a piece may go.

use std::time::Duration;

use super::thinker::Purpose;
use super::{Player, Role, report};
use kurier_engine::search::Limits;
use kurier_rules::position::Turn;

/// How long a hint is thought about.
const HINT_TIME: Duration = Duration::from_millis(200);

impl Player {
    /// Thinks about the position, whoever is to move, until the next command ends it.
    pub(super) fn analyze(&mut self) {
        self.abort();
        self.role = Role::Analyst;
        self.refresh();
        if self.thinker.thinking().is_some() || self.all_excluded() {
            return;
        }
        let limits = Limits {
            infinite: true,
            except: self.game.excluded().to_vec(),
            ..Limits::default()
        };
        self.start(Purpose::Analysis, &limits);
    }

    /// Returns whether there is no turn to consider, because there is none or all are excluded.
    fn all_excluded(&self) -> bool {
        let excluded = self.game.excluded();
        let turns = self.game.board().turns();
        turns.iter().all(|turn| excluded.contains(turn))
    }

    /// `.`.
    pub(super) fn progress(&mut self) {
        let Some(thinking) = self.thinker.thinking() else {
            return;
        };
        let text = match thinking.progress() {
            Some(progress) => report::progress(&progress, thinking.elapsed(), &self.game.word(&progress.turn)),
            None => {
                let best = thinking.best().map(|turn| self.game.word(turn)).unwrap_or_default();
                let turns = self.game.board().turns().len();
                report::first_progress(thinking.last(), thinking.elapsed(), turns, &best)
            }
        };
        self.gui.send(text.trim_end());
    }

    /// `hint`: the move that is expected, the best one of an analysis, or that of a short search.
    pub(super) fn hint(&mut self) {
        self.refresh();
        let known = match self.thinker.thinking_mut() {
            Some(thinking) => match thinking.purpose() {
                Purpose::Ponder(turn) => Some(turn.clone()),
                Purpose::Analysis => thinking.hint(),
                Purpose::Move | Purpose::Hint => return,
            },
            None => self.game.expected().cloned(),
        };
        match known {
            Some(turn) => self.give_hint(&turn),
            None if self.thinker.thinking().is_none() && self.game.board().has_turns() => {
                let limits = Limits {
                    move_time: Some(HINT_TIME),
                    ..Limits::default()
                };
                self.start(Purpose::Hint, &limits);
            }
            None => {}
        }
    }

    pub(super) fn give_hint(&self, turn: &Turn) {
        self.gui.send(format!("Hint: {}", self.game.word(turn)));
    }

    /// `exclude` and `include`; `None` means all turns.
    pub(super) fn exclude(&mut self, text: Option<&str>, exclude: bool) {
        self.refresh();
        let turns = match text.map(|text| (text, self.game.read(text))) {
            None => self.game.board().turns(),
            Some((_, Ok(turn))) => vec![turn],
            Some((text, Err(_))) => return self.gui.send(format!("Illegal move: {text}")),
        };
        if exclude {
            self.game.exclude(&turns);
        } else {
            self.game.include(&turns);
        }
        if self.role == Role::Analyst {
            self.analyze();
        }
    }

    /// The user lifts a piece.
    pub(super) fn lift(&mut self, square: &str) {
        self.refresh();
        if let Some(colours) = self.game.lift(square) {
            self.gui.send(format!("highlight {colours}"));
        }
    }

    /// The user puts it down.
    pub(super) fn put(&mut self, square: &str) {
        self.refresh();
        if let Some(choices) = self.game.put(square) {
            self.gui.send(format!("choice {choices}"));
        }
    }
}

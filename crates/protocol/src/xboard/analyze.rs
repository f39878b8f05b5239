//! Answers to the user's requests: analysis, hints, excluded moves, and the squares to which a lifted piece can move.

use std::time::Duration;

use super::thinker::Purpose;
use super::{Player, Role, report};
use kurier_engine::search::Limits;
use kurier_rules::position::Turn;

/// The thinking time for a hint.
const HINT_TIME: Duration = Duration::from_millis(200);

impl Player {
    /// Analyses the position on the board, whichever side is to move, until another command ends the analysis.
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

    /// Returns whether there is no move to search, because there are no legal moves or all are excluded.
    fn all_excluded(&self) -> bool {
        let excluded = self.game.excluded();
        let turns = self.game.board().turns();
        turns.iter().all(|turn| excluded.contains(turn))
    }

    /// Handles `.`: reports the progress of the analysis.
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

    /// Handles `hint`: sends the opponent's expected move, the best move of a running analysis or, if there is neither,
    /// the result of a short search. Does nothing while the engine is choosing a move.
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

    /// Sends a hint to the GUI.
    pub(super) fn give_hint(&self, turn: &Turn) {
        self.gui.send(format!("Hint: {}", self.game.word(turn)));
    }

    /// Handles `exclude` and `include`: excludes the move `text` from the search, or includes it again. `None` stands
    /// for all legal moves.
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

    /// Handles `lift`: highlights the squares to which the piece on `square` can move.
    pub(super) fn lift(&mut self, square: &str) {
        self.refresh();
        if let Some(colours) = self.game.lift(square) {
            self.gui.send(format!("highlight {colours}"));
        }
    }

    /// Handles `put`: offers the user the pieces to which the piece put down on `square` can promote.
    pub(super) fn put(&mut self, square: &str) {
        self.refresh();
        if let Some(choices) = self.game.put(square) {
            self.gui.send(format!("choice {choices}"));
        }
    }
}

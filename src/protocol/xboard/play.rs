//! Playing: whose turn it is, the own moves, draws and the end, thinking on the opponent's time.

use std::time::{Duration, Instant};

use super::notation::MAX_LEGS;
use super::player::{Player, Purpose, Role};
use super::{Gui, report};
use crate::position::{Outcome, Reason};
use crate::rules::Color;
use crate::session::{Request, Value};

/// Own moves before which no draw is agreed to.
const EARLIEST_DRAW: usize = 20;

impl Player {
    /// `go`.
    pub fn go(&mut self) {
        self.abort();
        self.refresh();
        self.role = Role::Plays(self.game.side());
        self.think();
    }

    /// The GUI says that the game is over.
    pub fn end_game(&mut self) {
        self.abort();
        self.over = true;
    }

    /// A move of the opponent, or of anybody in force mode.
    pub fn opponent_moves(&mut self, text: &str) {
        self.refresh();
        if self.illegal {
            return self.say(format!("Illegal move (illegal position): {text}"));
        }
        let turn = self.notation.read(text);
        if let Some(thinking) = &mut self.thinking
            && thinking.purpose == Purpose::Ponder(turn.clone())
        {
            thinking.purpose = Purpose::Move;
            thinking.started = Instant::now();
            self.hand.clear();
            return self.game.ponder_hit();
        }
        self.abort();
        if let Err(error) = self.game.push(&turn) {
            // Cute Chess moves a white pawn before it sets up a position with Black to move, legal or not.
            let dummy = self.gui == Gui::Other && self.role == Role::Nobody && self.game.turns_played() == 0;
            if !dummy {
                self.say(refusal(&error.to_string(), text));
            }
        } else {
            let offered = self.draw_offered;
            self.position_changed();
            self.draw_offered = offered;
        }
        match self.role {
            Role::Plays(color) if color == self.game.side() => self.think(),
            Role::Analyst => self.analyze(),
            _ => {}
        }
    }

    /// It is the engine's turn.
    pub fn think(&mut self) {
        let Role::Plays(color) = self.role else { return };
        if self.illegal || color != self.game.side() {
            return;
        }
        self.over = false;
        if let Some(outcome) = self.game.outcome() {
            if self.claim(outcome, color) {
                return;
            }
            if outcome.winner.is_none() && self.gui != Gui::Other {
                // The GUI takes this for a claim, if it agrees; if not, we play on.
                self.say("offer draw");
            }
        }
        let Some(request) = self.request(color) else {
            self.over = true;
            let result = match color {
                Color::White => "0-1",
                Color::Black => "1-0",
            };
            return self.say(format!("{result} {{resigns: there is no move that XBoard can show}}"));
        };
        let seen = self.seen();
        self.start(Purpose::Move, &request, seen);
    }

    /// The limits of the engine's next move; `None` if XBoard can show none of the legal turns.
    pub fn request(&self, color: Color) -> Option<Request> {
        let mut request = self.clocks.request(color, self.moves_made());
        request.except = self.excluded.clone();
        if self.gui != Gui::Other && self.game.definition().captures.chained {
            let turns = self.game.turns();
            let too_long = |turn: &&String| self.notation.count(turn) > MAX_LEGS;
            request.except.extend(turns.iter().filter(too_long).cloned());
            if !turns.is_empty() && turns.iter().all(|turn| too_long(&turn)) {
                return None;
            }
        }
        Some(request)
    }

    /// Makes the engine's move.
    pub fn make(&mut self, turn: &str, expected: Option<String>, value: Value, fen: &str, time: Duration) {
        let Role::Plays(color) = self.role else { return };
        if self.game.push(turn).is_err() {
            return;
        }
        self.clocks.spend(time, self.game.turns_played().div_ceil(2));
        let agreed = self.draw_offered && self.agrees_to_draw(value);
        self.position_changed();
        let outcome = self.game.outcome();
        let draw = outcome.is_some_and(|outcome| outcome.winner.is_none() && outcome.reason != Reason::Stalemate);
        if agreed || self.referee && draw && self.gui != Gui::Other {
            self.say("offer draw");
        }
        for leg in self.notation.commands(turn, fen) {
            self.say(format!("move {leg}"));
        }
        self.value = Some(value);
        self.expected = expected;
        if let Some(outcome) = outcome {
            self.claim(outcome, color);
            self.expected = None;
        }
    }

    /// Claims a result if that is wise; answers whether the game is over by it.
    pub fn claim(&mut self, outcome: Outcome, color: Color) -> bool {
        let native = self.game.definition().xboard.native;
        if report::may_claim(outcome, color, self.game.side(), self.referee, native) {
            self.say(report::result(outcome));
            self.over = true;
        }
        self.over
    }

    /// The opponent offers a draw.
    pub fn consider_draw(&mut self) {
        self.draw_offered = true;
        if self.is_thinking_about_a_move() {
            return;
        }
        let drawn = self.game.outcome().is_some_and(|outcome| outcome.winner.is_none());
        if drawn || self.value.is_some_and(|value| self.agrees_to_draw(value)) {
            self.draw_offered = false;
            self.say("offer draw");
        }
    }

    pub fn agrees_to_draw(&self, value: Value) -> bool {
        let not_better = match value {
            Value::Centipawns(value) => value <= 0,
            Value::Mate(moves) => moves <= 0,
        };
        not_better && self.moves_made() >= EARLIEST_DRAW
    }

    /// Thinks on the opponent's time, if that is wanted and there is an idea of what comes.
    pub fn ponder(&mut self) {
        let (Role::Plays(color), Some(expected)) = (self.role, self.expected.clone()) else {
            return;
        };
        if !self.pondering || self.over || color == self.game.side() {
            return;
        }
        self.refresh();
        let seen = self.seen();
        if self.game.push(&expected).is_err() {
            return;
        }
        if self.game.outcome().is_none()
            && let Some(mut request) = self.request(color)
        {
            request.ponder = true;
            self.start(Purpose::Ponder(expected), &request, seen);
        }
        if self.thinking.is_none() {
            self.game.pop();
        }
    }
}

/// The answer to an illegal move. The session's own text names the move too, in our spelling.
fn refusal(error: &str, text: &str) -> String {
    let reason = error
        .strip_prefix("illegal move (")
        .and_then(|rest| rest.rsplit_once("): "))
        .map_or(error, |(reason, _)| reason);
    format!("Illegal move ({reason}): {text}")
}

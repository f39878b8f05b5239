//! Playing a game: moves of both sides, draw offers, claims at the end of the game, and pondering.

use std::time::Duration;

use super::notation::MAX_LEGS;
use super::playable::is_native;
use super::thinker::Purpose;
use super::{Player, Role, report};
use kurier_engine::search::Limits;
use kurier_engine::session::{Board, Value};
use kurier_rules::position::Turn;
use kurier_rules::position::{Outcome, Reason};
use kurier_rules::rules::Color;

/// The first full move at which the engine agrees to a draw.
const EARLIEST_DRAW: u32 = 21;

impl Player {
    /// Handles `go`: the engine plays the side to move and starts to think.
    pub(super) fn go(&mut self) {
        self.abort();
        self.refresh();
        self.role = Role::Plays(self.game.side());
        self.think();
    }

    /// Handles `result`: stops thinking and records that the game is over.
    pub(super) fn end_game(&mut self) {
        self.abort();
        self.game.set_over(true);
    }

    /// Handles a move of the opponent or, in force mode, of either side.
    pub(super) fn opponent_moves(&mut self, text: &str) {
        self.refresh();
        if self.game.is_illegal() {
            return self.gui.send(format!("Illegal move (illegal position): {text}"));
        }
        let turn = self.game.read(text);
        if let Ok(turn) = &turn
            && self.thinker.pondered() == Some(turn)
            && self.game.play_expected(turn).is_ok()
        {
            return self.thinker.ponder_hit();
        }
        self.abort();
        if let Err(error) = turn.and_then(|turn| self.game.play(&turn)) {
            // Cute Chess sends a dummy move of a white pawn before it sets up a position with Black to move. The dummy
            // move may be illegal, in which case no error must be reported.
            let fresh = self.game.board().history().is_empty();
            let dummy = !self.gui.is_xboard() && self.role == Role::Nobody && fresh;
            if !dummy {
                self.gui.send(format!("Illegal move ({}): {text}", error.reason));
            }
        }
        match self.role {
            Role::Plays(color) if color == self.game.side() => self.think(),
            Role::Analyst => self.analyze(),
            _ => {}
        }
    }

    /// Returns how many moves the engine has made in this game. If the engine plays neither side, counts the moves of
    /// the side to move.
    pub(super) fn moves_made(&self) -> usize {
        let color = match self.role {
            Role::Plays(color) => color,
            Role::Nobody | Role::Analyst => self.game.side(),
        };
        self.game.board().moves_made(color)
    }

    /// Handles `time`: sets the clock of the engine. If the new time shows that the estimate of the clock was wrong
    /// about the beginning of a session, a pondering search has wrong limits and is aborted.
    pub(super) fn set_own_clock(&mut self, left: Duration) {
        let surprised = self.clocks.set_own(left, self.moves_made());
        if surprised && self.thinker.pondered().is_some() {
            self.abort();
        }
    }

    /// Starts to think if it is the engine's turn and the game is not over.
    pub(super) fn think(&mut self) {
        let Role::Plays(color) = self.role else { return };
        if self.game.is_illegal() || color != self.game.side() {
            return;
        }
        self.game.set_over(false);
        if let Some(outcome) = self.game.board().outcome() {
            if self.claim(outcome, color) {
                return;
            }
            if outcome.winner.is_none() && self.gui.is_xboard() {
                // If the GUI sees a draw too, the GUI treats the offer as a claim; otherwise the game continues.
                self.gui.send("offer draw");
            }
        }
        match self.limits(self.game.board(), color) {
            Some(limits) if self.play_book(&limits) => {}
            Some(limits) => self.start(Purpose::Move, &limits),
            None => {
                self.game.set_over(true);
                let result = match color {
                    Color::White => "0-1",
                    Color::Black => "1-0",
                };
                self.gui
                    .send(format!("{result} {{resigns: there is no move that XBoard can show}}"));
            }
        }
    }

    /// Returns the limits of a search for the engine's next move; `None` if XBoard can show none of the legal moves.
    fn limits(&self, board: &Board, color: Color) -> Option<Limits> {
        let mut limits = self.clocks.limits(color, board.moves_made(color));
        limits.except = self.game.excluded().to_vec();
        if self.gui.is_xboard() && board.definition().captures.chained {
            let (long, short): (Vec<Turn>, Vec<Turn>) = board
                .turns()
                .into_iter()
                .partition(|turn| turn.steps().len() > MAX_LEGS);
            if short.is_empty() && !long.is_empty() {
                return None;
            }
            limits.except.extend(long);
        }
        Some(limits)
    }

    /// Makes the engine's move, found after thinking for `time`, and sends the move to the GUI. `value` and `expected`
    /// are the score and the expected reply.
    pub(super) fn make(&mut self, turn: &Turn, expected: Option<Turn>, value: Value, time: Duration) {
        let Role::Plays(color) = self.role else { return };
        let commands = self.game.commands(turn);
        let offered = self.game.draw_is_offered();
        if self.game.play(turn).is_err() {
            return;
        }
        self.game.set_draw_offered(false);
        self.clocks.spend(time, self.game.board().moves_made(color));
        let agreed = offered && self.agrees_to_draw(value);
        let outcome = self.game.board().outcome();
        let draw = outcome.is_some_and(|outcome| outcome.winner.is_none() && outcome.reason != Reason::Stalemate);
        if agreed || self.opponent_is_program && draw && self.gui.is_xboard() {
            self.gui.send("offer draw");
        }
        for leg in commands {
            self.gui.send(format!("move {leg}"));
        }
        self.game.expect(value, expected.filter(|_| outcome.is_none()));
        if let Some(outcome) = outcome {
            self.claim(outcome, color);
        }
    }

    /// Claims the result of a finished game if the GUI will accept the claim. Returns whether the game is over for the
    /// engine.
    fn claim(&mut self, outcome: Outcome, color: Color) -> bool {
        let native = is_native(self.game.definition());
        if report::may_claim(outcome, color, self.game.side(), self.opponent_is_program, native) {
            self.gui.send(report::result(outcome));
            self.game.set_over(true);
        }
        self.game.is_over()
    }

    /// Handles `draw`: accepts the offer if the game is drawn or the engine agrees to a draw. While the engine is
    /// choosing a move, the answer is delayed until the engine makes the move.
    pub(super) fn consider_draw(&mut self) {
        self.game.set_draw_offered(true);
        if self.thinker.is_choosing_move() {
            return;
        }
        let outcome = self.game.board().outcome();
        let drawn = outcome.is_some_and(|outcome| outcome.winner.is_none());
        if drawn || self.game.value().is_some_and(|value| self.agrees_to_draw(value)) {
            self.game.set_draw_offered(false);
            self.gui.send("offer draw");
        }
    }

    /// Returns whether the engine agrees to a draw if `value` is the engine's score for the position.
    fn agrees_to_draw(&self, value: Value) -> bool {
        let not_better = match value {
            Value::Centipawns(value) => value <= 0,
            Value::Mate(moves) => moves <= 0,
        };
        not_better && self.game.board().fullmove() >= EARLIEST_DRAW
    }

    /// Starts pondering if pondering is on, the opponent is to move, and the engine has an expected reply.
    pub(super) fn ponder(&mut self) {
        let (Role::Plays(color), Some(expected)) = (self.role, self.game.expected().cloned()) else {
            return;
        };
        if !self.pondering || self.game.is_over() || color == self.game.side() {
            return;
        }
        self.refresh();
        let mut ahead = self.game.board().clone();
        if ahead.play(&expected).is_err() || ahead.outcome().is_some() {
            return;
        }
        if let Some(mut limits) = self.limits(&ahead, color) {
            limits.ponder = true;
            self.start_ahead(Purpose::Ponder(expected), &ahead, &limits);
        }
    }
}

//! Searches: starting, interrupting and resuming them, and what they say.

use std::ops::ControlFlow;
use std::time::Instant;

use super::player::{Player, Purpose, Seen, Thinking};
use super::{Gui, report};
use crate::protocol::Message;
use crate::search::Bound;
use crate::session::{Event, Line, Request, Value};

impl Player {
    /// Starts a search.
    ///
    /// `seen` is the position from which its lines are told.
    pub fn start(&mut self, purpose: Purpose, request: &Request, seen: Seen) {
        self.searches += 1;
        let (id, sender) = (self.searches, self.sender.clone());
        let on_event = move |event| {
            // Nobody listens any more at the very end.
            let _ = sender.send(Message::Event(id, event));
        };
        match self.game.start(request, Box::new(on_event)) {
            Ok(()) => {
                self.thinking = Some(Thinking {
                    id,
                    purpose,
                    started: Instant::now(),
                    seen,
                    last: None,
                    hint_wanted: false,
                });
            }
            Err(error) => self.say(format!("telluser {error}")),
        }
    }

    /// Ends a search without a move; the board is again as the GUI has it.
    pub fn abort(&mut self) {
        self.paused = None;
        self.interrupt();
    }

    /// Like [`Player::abort`]; answers what the search was for.
    pub fn interrupt(&mut self) -> Option<Purpose> {
        let thinking = self.thinking.take()?;
        self.game.stop();
        self.game.wait();
        if let Purpose::Ponder(_) = thinking.purpose {
            self.game.pop();
        }
        if thinking.purpose == Purpose::Move {
            self.clocks.own = self.clocks.own.saturating_sub(thinking.started.elapsed());
        }
        self.answer_pings();
        Some(thinking.purpose)
    }

    /// Takes up again what was interrupted.
    pub fn go_on(&mut self, purpose: Option<Purpose>) {
        match purpose {
            Some(Purpose::Move) => self.think(),
            Some(Purpose::Ponder(_)) => self.ponder(),
            Some(Purpose::Analysis) => self.analyze(),
            Some(Purpose::Hint) => self.hint(),
            None => {}
        }
    }

    /// Forgets what searches have learnt, and goes on.
    pub fn forget(&mut self) {
        let purpose = self.interrupt();
        self.game.new_game();
        self.go_on(purpose);
    }

    pub fn pause(&mut self) {
        let purpose = self.interrupt();
        self.paused = self.paused.take().or(purpose);
    }

    pub fn resume(&mut self) {
        let purpose = self.paused.take();
        self.go_on(purpose);
    }

    /// `?`.
    pub fn move_now(&self) {
        if self.is_thinking_about_a_move() {
            self.game.stop();
        }
    }

    pub fn set_pondering(&mut self, on: bool) {
        self.pondering = on;
        if !on && self.is_pondering() {
            self.abort();
        }
    }

    pub fn is_thinking_about_a_move(&self) -> bool {
        let purpose = self.thinking.as_ref().map(|thinking| &thinking.purpose);
        purpose == Some(&Purpose::Move)
    }

    pub fn is_pondering(&self) -> bool {
        let purpose = self.thinking.as_ref().map(|thinking| &thinking.purpose);
        matches!(purpose, Some(Purpose::Ponder(_)))
    }

    pub fn ping(&mut self, number: String) {
        self.refresh();
        self.pings.push(number);
        if !self.is_thinking_about_a_move() {
            self.answer_pings();
        }
    }

    pub fn answer_pings(&mut self) {
        for number in std::mem::take(&mut self.pings) {
            self.say(format!("pong {number}"));
        }
    }

    /// An event of a search.
    pub fn hear(&mut self, id: u64, event: Event) -> ControlFlow<()> {
        if self.thinking.as_ref().is_some_and(|thinking| thinking.id == id) {
            match event {
                Event::Line(line) => self.hear_line(line),
                Event::Best {
                    turn, ponder, value, ..
                } => self.hear_best(turn, ponder, value),
            }
        }
        ControlFlow::Continue(())
    }

    pub fn hear_line(&mut self, line: Line) {
        let Some(thinking) = &mut self.thinking else { return };
        // Other GUIs would show the mark of a bound as a move.
        let shown = self.gui != Gui::Other || line.bound == Bound::Exact;
        if self.post && shown && thinking.purpose != Purpose::Hint {
            let expected = match &thinking.purpose {
                Purpose::Ponder(turn) => Some(turn),
                _ => None,
            };
            let turns = expected.into_iter().chain(&line.pv);
            let pv: Vec<String> = turns.map(|turn| self.notation.word(turn, &thinking.seen.fen)).collect();
            self.output.line(report::thinking(&line, &pv.join(" ")));
        }
        if line.line == 1 && !line.pv.is_empty() {
            thinking.last = Some(line);
            if std::mem::take(&mut thinking.hint_wanted) {
                self.hint();
            }
        }
    }

    pub fn hear_best(&mut self, turn: Option<String>, expected: Option<String>, value: Value) {
        let Some(thinking) = self.thinking.take() else { return };
        match (thinking.purpose, turn) {
            (Purpose::Move, Some(turn)) => {
                self.make(&turn, expected, value, &thinking.seen.fen, thinking.started.elapsed());
                self.answer_pings();
                self.ponder();
            }
            (Purpose::Hint, Some(turn)) => self.give_hint(&turn, &thinking.seen.fen),
            // There is nothing more to find out.
            (Purpose::Ponder(_), _) => {
                self.game.pop();
            }
            (Purpose::Analysis | Purpose::Move | Purpose::Hint, _) => {}
        }
        self.answer_pings();
    }
}

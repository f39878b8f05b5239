//! Starting, interrupting and resuming searches, and handling their events.

use super::thinker::Purpose;
use super::{Player, report};
use kurier_engine::search::{Best, Bound, Limits, Report};
use kurier_engine::session::{Board, Event, Value};

impl Player {
    /// Starts a search of the position on the board.
    pub(super) fn start(&mut self, purpose: Purpose, limits: &Limits) {
        let started = self.thinker.start(purpose, self.game.board(), limits);
        started.unwrap_or_else(|error| self.gui.send(format!("telluser {error}")));
    }

    /// Starts a search of `ahead`, the position after the expected move of the opponent.
    pub(super) fn start_ahead(&mut self, purpose: Purpose, ahead: &Board, limits: &Limits) {
        let started = self.thinker.start(purpose, ahead, limits);
        started.unwrap_or_else(|error| self.gui.send(format!("telluser {error}")));
    }

    /// Ends the current search without a move. A search that `pause` has interrupted will not be resumed.
    pub(super) fn abort(&mut self) {
        self.thinker.resume();
        self.interrupt();
    }

    /// Ends the current search without a move. Returns the purpose of the search; `None` if no search is running.
    fn interrupt(&mut self) -> Option<Purpose> {
        let thinking = self.thinker.interrupt()?;
        if *thinking.purpose() == Purpose::Move {
            self.clocks.interrupt(thinking.elapsed());
        }
        self.gui.answer_pings();
        Some(thinking.into_purpose())
    }

    /// Starts a new search for the purpose of an interrupted search. Does nothing if `purpose` is `None`.
    fn restart(&mut self, purpose: Option<Purpose>) {
        match purpose {
            Some(Purpose::Move) => self.think(),
            Some(Purpose::Ponder(_)) => self.ponder(),
            Some(Purpose::Analysis) => self.analyze(),
            Some(Purpose::Hint) => self.hint(),
            None => {}
        }
    }

    /// Clears the transposition table and the histories, and restarts the current search.
    pub(super) fn forget(&mut self) {
        let purpose = self.interrupt();
        self.thinker.forget();
        self.restart(purpose);
    }

    /// Handles `pause`: interrupts the current search.
    pub(super) fn pause(&mut self) {
        let purpose = self.interrupt();
        self.thinker.pause(purpose);
    }

    /// Handles `resume`: restarts the search that `pause` has interrupted.
    pub(super) fn resume(&mut self) {
        let purpose = self.thinker.resume();
        self.restart(purpose);
    }

    /// Handles `hard` and `easy`: switches pondering on or off.
    pub(super) fn set_pondering(&mut self, on: bool) {
        self.pondering = on;
        if !on && self.thinker.pondered().is_some() {
            self.abort();
        }
    }

    /// Handles `ping`: answers at once or, if the engine is choosing a move, after the move.
    pub(super) fn ping(&mut self, number: String) {
        self.refresh();
        self.gui.add_ping(number);
        if !self.thinker.is_choosing_move() {
            self.gui.answer_pings();
        }
    }

    /// Handles an event of the search with this number; events of earlier searches are ignored.
    pub(super) fn on_event(&mut self, number: u64, event: Event) {
        if self.thinker.by_event_number(number).is_none() {
            return;
        }
        match event {
            Event::Report(report) => self.on_report(report),
            Event::Best(best) => self.on_best(best),
        }
    }

    /// Sends thinking output, and a hint if the GUI is waiting for one.
    fn on_report(&mut self, report: Report) {
        let Some(thinking) = self.thinker.thinking() else {
            return;
        };
        // Only XBoard understands the mark `!` or `?` of a bound at the end of a line; other GUIs would show the mark
        // as a move.
        let shown = self.gui.is_xboard() || report.bound == Bound::Exact;
        if self.gui.wants_thinking() && shown && *thinking.purpose() != Purpose::Hint {
            let turns = thinking.pondered().into_iter().chain(&report.pv);
            let pv: Vec<String> = turns.map(|turn| self.game.word(turn)).collect();
            let mut line = pv.join(" ");
            if self.options.show_wdl {
                let [win, draw, loss] = Value::from_score(report.score).wdl(self.game.board().win_rate());
                line += &format!(" {{{win} {draw} {loss}}}");
            }
            self.gui.send(report::thinking(&report, &line));
        }
        let hint_is_due = self
            .thinker
            .thinking_mut()
            .is_some_and(|thinking| thinking.on_report(report));
        if hint_is_due {
            self.hint();
        }
    }

    /// Handles the result of a search according to its purpose.
    fn on_best(&mut self, best: Best) {
        let Some(thinking) = self.thinker.finish() else { return };
        if let Some(turn) = &best.turn {
            match thinking.purpose() {
                Purpose::Move => {
                    let value = Value::from_score(best.score);
                    self.make(turn, best.ponder, value, thinking.elapsed());
                    self.gui.answer_pings();
                    self.ponder();
                }
                Purpose::Hint => self.give_hint(turn),
                Purpose::Ponder(_) | Purpose::Analysis => {}
            }
        }
        self.gui.answer_pings();
    }
}

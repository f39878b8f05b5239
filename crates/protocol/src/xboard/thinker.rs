//! The searches: one at a time, each for a purpose.

use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::Message;
use kurier_engine::eval::{EvaluationSource, SourceError};
use kurier_engine::search::{Limits, Progress, Report, Settings};
use kurier_engine::session::{Board, Engine, EngineError};
use kurier_rules::position::Turn;
use kurier_rules::rules::Definition;

/// What a search is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// The next move.
    Move,
    /// The answer to the turn that the opponent is expected to make.
    Ponder(Turn),
    /// Analysis.
    Analysis,
    /// A hint.
    Hint,
}

/// A search that is running, or was.
pub struct Thinking {
    purpose: Purpose,
    started: Instant,
    /// The last report on the best line.
    last: Option<Report>,
    /// What it is at.
    progress: Arc<Mutex<Option<Progress>>>,
    /// The GUI has asked for a hint before there was one.
    hint_wanted: bool,
}

/// The engine and what it is thinking about.
pub struct Thinker {
    engine: Engine,
    /// For this game and those opened later.
    evaluation: EvaluationSource,
    sender: Sender<Message>,
    /// The number of searches so far, that of the latest one's events.
    searches: u64,
    thinking: Option<Thinking>,
    /// What a pause has interrupted.
    paused: Option<Purpose>,
}

impl Thinker {
    pub fn new(board: &Board, settings: Settings, sender: Sender<Message>) -> Self {
        Self {
            engine: Engine::new(board, settings),
            evaluation: EvaluationSource::BuiltIn,
            sender,
            searches: 0,
            thinking: None,
            paused: None,
        }
    }

    /// Goes on with another game. Answers why the built-in evaluation is in force, if the game's own cannot be had.
    pub fn open(&mut self, board: &Board, settings: &Settings) -> Option<SourceError> {
        // Two large tables might be one too many.
        self.engine.configure(Settings {
            hash: 1,
            ..settings.clone()
        });
        let (params, error) = self.evaluation.load_or_built_in(board.definition());
        self.engine = Engine::with_evaluation(board, params.into(), settings.clone());
        error
    }

    /// Evaluates so from now on. Answers why the built-in evaluation is in force, if this one cannot be had.
    pub fn set_evaluation(&mut self, source: EvaluationSource, definition: &Definition) -> Option<SourceError> {
        let (params, error) = source.load_or_built_in(definition);
        self.evaluation = source;
        self.engine.set_evaluation(params.into());
        error
    }

    /// Applies the settings, unless a search is running.
    pub fn configure(&mut self, settings: &Settings) {
        if self.thinking.is_none() && self.engine.settings() != settings {
            self.engine.configure(settings.clone());
        }
    }

    /// Clears what searches have learnt.
    pub fn forget(&mut self) {
        self.engine.new_game();
    }

    /// Starts a search.
    pub fn start(&mut self, purpose: Purpose, board: &Board, limits: &Limits) -> Result<(), EngineError> {
        self.searches += 1;
        let (number, sender) = (self.searches, self.sender.clone());
        let on_event = move |event| {
            // The inbox is gone once the conversation is over.
            let _ = sender.send(Message::Event(number, event));
        };
        let progress: Arc<Mutex<Option<Progress>>> = Arc::default();
        let shared = progress.clone();
        let on_progress = move |progress: &Progress| {
            *shared.lock().unwrap_or_else(PoisonError::into_inner) = Some(progress.clone());
        };
        self.engine.start_watched(board, limits, on_event, on_progress)?;
        self.thinking = Some(Thinking {
            purpose,
            started: Instant::now(),
            last: None,
            progress,
            hint_wanted: false,
        });
        Ok(())
    }

    /// Ends the search, whose result is dropped.
    pub fn interrupt(&mut self) -> Option<Thinking> {
        let thinking = self.thinking.take()?;
        self.engine.halt();
        Some(thinking)
    }

    /// Returns the last event of a search has come.
    pub fn finish(&mut self) -> Option<Thinking> {
        self.thinking.take()
    }

    /// The opponent has played the expected turn.
    pub fn ponder_hit(&mut self) {
        if let Some(thinking) = &mut self.thinking {
            thinking.purpose = Purpose::Move;
            thinking.started = Instant::now();
            self.engine.ponder_hit();
        }
    }

    /// Tells a search for a move to end.
    pub fn move_now(&self) {
        if self.is_choosing_move() {
            self.engine.stop();
        }
    }

    /// Remembers what a pause has interrupted; a second pause changes nothing.
    pub fn pause(&mut self, purpose: Option<Purpose>) {
        self.paused = self.paused.take().or(purpose);
    }

    /// Returns what a pause has interrupted, once.
    pub fn resume(&mut self) -> Option<Purpose> {
        self.paused.take()
    }

    /// Returns the search that is running. The number is that of an event that should be its.
    pub fn by_event_number(&mut self, number: u64) -> Option<&mut Thinking> {
        self.thinking.as_mut().filter(|_| self.searches == number)
    }

    pub fn thinking(&self) -> Option<&Thinking> {
        self.thinking.as_ref()
    }

    pub fn thinking_mut(&mut self) -> Option<&mut Thinking> {
        self.thinking.as_mut()
    }

    pub fn is_choosing_move(&self) -> bool {
        self.thinking()
            .is_some_and(|thinking| thinking.purpose == Purpose::Move)
    }

    /// Returns the turn that is expected of the opponent, while it is thinking on the opponent's time.
    pub fn pondered(&self) -> Option<&Turn> {
        self.thinking()?.pondered()
    }
}

impl Thinking {
    pub fn purpose(&self) -> &Purpose {
        &self.purpose
    }

    pub fn into_purpose(self) -> Purpose {
        self.purpose
    }

    pub fn pondered(&self) -> Option<&Turn> {
        match &self.purpose {
            Purpose::Ponder(turn) => Some(turn),
            _ => None,
        }
    }

    /// Time since it was started, or since the opponent has played the expected turn.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Returns the last report on the best line.
    pub fn last(&self) -> Option<&Report> {
        self.last.as_ref()
    }

    /// Returns what the search is at; `None` in its first moments.
    pub fn progress(&self) -> Option<Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the best turn so far.
    pub fn best(&self) -> Option<&Turn> {
        self.last.as_ref()?.pv.first()
    }

    /// Returns the best turn so far, for a hint; if there is none yet, the first one will be wanted.
    pub fn hint(&mut self) -> Option<Turn> {
        let best = self.best().cloned();
        self.hint_wanted = best.is_none();
        best
    }

    /// Takes down a report; answers whether a hint is due.
    pub fn on_report(&mut self, report: Report) -> bool {
        if report.line != 1 || report.pv.is_empty() {
            return false;
        }
        self.last = Some(report);
        std::mem::take(&mut self.hint_wanted)
    }
}

//! The searches of the engine: one at a time, each for a purpose.

use std::path::Path;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::Message;
use crate::endgames::TableFolder;
use kurier_engine::eval::{EvaluationSource, SourceError};
use kurier_engine::search::{Limits, Progress, Report, Settings};
use kurier_engine::session::{Board, Engine, EngineError};
use kurier_rules::position::Turn;
use kurier_rules::rules::Definition;

/// The purpose of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// The engine chooses the next move.
    Move,
    /// The engine ponders its reply to this move, the expected move of the opponent.
    Ponder(Turn),
    /// The user analyses the position.
    Analysis,
    /// The user has asked for a hint.
    Hint,
}

/// A search that is running or has just ended.
pub struct Thinking {
    purpose: Purpose,
    started: Instant,
    /// The last report about the best line.
    last: Option<Report>,
    /// The move that the search has reached, updated by the search thread; `None` until the search has reported a move.
    progress: Arc<Mutex<Option<Progress>>>,
    /// Whether the GUI asked for a hint before the search had found a move.
    hint_wanted: bool,
}

/// The engine and its current search.
pub struct Thinker {
    engine: Engine,
    /// The source of the evaluation for this variant and for variants opened later.
    evaluation: EvaluationSource,
    tables: TableFolder,
    sender: Sender<Message>,
    /// The number of searches so far. This number also identifies the events of the latest search.
    searches: u64,
    thinking: Option<Thinking>,
    /// The purpose of the search that `pause` has interrupted.
    paused: Option<Purpose>,
}

impl Thinker {
    /// Creates an engine with the built-in evaluation.
    pub fn new(board: &Board, settings: Settings, sender: Sender<Message>) -> Self {
        Self {
            engine: Engine::new(board, settings),
            evaluation: EvaluationSource::BuiltIn,
            tables: TableFolder::default(),
            sender,
            searches: 0,
            thinking: None,
            paused: None,
        }
    }

    /// Opens another variant. Returns an error if the selected evaluation cannot be loaded for this variant and the
    /// built-in evaluation is used instead.
    pub fn open(&mut self, board: &Board, settings: &Settings) -> Option<SourceError> {
        // Shrinks the old transposition table first: there may be no memory for two large tables.
        self.engine.configure(Settings {
            hash: 1,
            ..settings.clone()
        });
        let (params, error) = self.evaluation.load_or_built_in(board.definition());
        self.engine = Engine::with_evaluation(board, params.into(), settings.clone());
        error
    }

    /// Uses the endgame tables of a folder from now on. Returns messages about the tables for the user.
    pub fn set_tables(&mut self, folder: &Path, definition: &Arc<Definition>) -> Vec<String> {
        self.tables.set(Some(folder));
        self.open_tables(definition)
    }

    /// Opens the endgame tables for the current variant. Returns messages about the tables for the user.
    pub fn open_tables(&mut self, definition: &Arc<Definition>) -> Vec<String> {
        self.tables.open(definition, &mut self.engine)
    }

    /// Selects another evaluation. Returns an error if the evaluation cannot be loaded for the variant `definition` and
    /// the built-in evaluation is used instead.
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

    /// Clears the transposition table and the histories.
    pub fn forget(&mut self) {
        self.engine.new_game();
    }

    /// Starts a search. Its events arrive in the inbox under the number of the search.
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

    /// Ends the current search without a result, and returns the data of the search; `None` if no search is running.
    pub fn interrupt(&mut self) -> Option<Thinking> {
        let thinking = self.thinking.take()?;
        self.engine.halt();
        Some(thinking)
    }

    /// Removes and returns the current search, after its last event has arrived.
    pub fn finish(&mut self) -> Option<Thinking> {
        self.thinking.take()
    }

    /// Converts a pondering search to a search for a move, because the opponent has made the expected move.
    pub fn ponder_hit(&mut self) {
        if let Some(thinking) = &mut self.thinking {
            thinking.purpose = Purpose::Move;
            thinking.started = Instant::now();
            self.engine.ponder_hit();
        }
    }

    /// Stops a search for a move, which then reports its result.
    pub fn move_now(&self) {
        if self.is_choosing_move() {
            self.engine.stop();
        }
    }

    /// Stores the purpose of the search that `pause` has interrupted. A second `pause` changes nothing.
    pub fn pause(&mut self, purpose: Option<Purpose>) {
        self.paused = self.paused.take().or(purpose);
    }

    /// Removes and returns the purpose of the search that `pause` has interrupted; `None` if there is none.
    pub fn resume(&mut self) -> Option<Purpose> {
        self.paused.take()
    }

    /// Returns the current search if its number is `number`; otherwise `None`, so that events of earlier searches are
    /// ignored.
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

    /// Returns the expected move of the opponent if the engine is pondering.
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

    /// Returns the time since the search was started or, after a ponder hit, since the opponent made the expected move.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Returns the last report about the best line.
    pub fn last(&self) -> Option<&Report> {
        self.last.as_ref()
    }

    /// Returns which move the search has reached; `None` until the search has reported a move.
    pub fn progress(&self) -> Option<Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the best move so far; `None` if there is no report yet.
    pub fn best(&self) -> Option<&Turn> {
        self.last.as_ref()?.pv.first()
    }

    /// Returns the best move so far for a hint. If there is no best move yet, returns `None`, and the next report will
    /// give the hint.
    pub fn hint(&mut self) -> Option<Turn> {
        let best = self.best().cloned();
        self.hint_wanted = best.is_none();
        best
    }

    /// Records a report about the best line. Returns whether the GUI is waiting for a hint, which is now known.
    pub fn on_report(&mut self, report: Report) -> bool {
        if report.line != 1 || report.pv.is_empty() {
            return false;
        }
        self.last = Some(report);
        std::mem::take(&mut self.hint_wanted)
    }
}

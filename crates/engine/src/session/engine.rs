//! A searcher for one game, whatever the width of its board.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::{fmt, io, panic};

use super::bench::{Bench, bench};
use super::board::Board;
use super::perft::{self, Perft};
use crate::eval::{EvalParams, Evaluation, Explanation};
use crate::search::{Best, Limits, MonotonicTime, Progress, Report, Score, Searcher, Settings, Signals, TimeSource};
use kurier_rules::board::{AnyWidth, WidthFamily};
use kurier_rules::position::Position;
use kurier_rules::rules::{Definition, Variant};
use kurier_rules::{map_width, on_width};

/// Stack of a searching thread in bytes: a search is a deep recursion with move lists in its frames.
const STACK: usize = 32 << 20;

/// What a running search sends.
#[derive(Clone, Debug)]
pub enum Event {
    /// A line of thinking.
    Report(Report),
    /// The end of the search: always sent, always last.
    Best(Best),
}

/// Why a search was not started.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The system has no thread for it.
    #[error("no thread for the search: {0}")]
    Thread(#[from] io::Error),
    /// The board shows another game than the engine was made for.
    #[error("the engine plays {engine}, not {board}")]
    OtherGame {
        /// The engine's game.
        engine: String,
        /// The board's game.
        board: String,
    },
}

/// Finds the best turn in positions of one game, and remembers what it has learnt from one search to the next.
///
/// [`Engine::search`] answers when it is done; [`Engine::start`] searches in a thread of its own. Only one search runs at
/// a time: whatever needs the searcher first stops a running one and waits for its end.
///
/// ```
/// use kurier_rules::rules::Catalogue;
/// use kurier_engine::search::{Limits, Settings};
/// use kurier_engine::session::{Board, Engine};
///
/// let chess = Catalogue::built_in().get("chess").unwrap();
/// let board = Board::from_fen(&chess, "6k1/5ppp/8/8/8/8/8/K6R w - - 0 1").unwrap();
/// let mut engine = Engine::new(&board, Settings { hash: 1, ..Settings::default() });
/// let limits = Limits { depth: Some(4), ..Limits::default() };
/// let best = engine.search(&board, &limits, |report| println!("depth {}", report.depth))?;
/// println!("{}", board.san(&best.turn.unwrap()));
/// # Ok::<(), kurier_engine::session::EngineError>(())
/// ```
pub struct Engine(AnyWidth<Cores>);

/// The family of [`Core`] for all board widths.
struct Cores;

impl WidthFamily for Cores {
    type Of<const W: usize> = Core<W>;
}

/// An engine for boards of `W` words.
struct Core<const W: usize> {
    variant: Arc<Variant<W>>,
    settings: Settings,
    /// The searcher's own.
    evaluation: Arc<Evaluation<W>>,
    /// See [`Engine::hash`].
    hash: usize,
    /// Locked by the thread that searches, as long as it does.
    searcher: Arc<Mutex<Searcher<W>>>,
    running: Option<Running>,
}

/// A thread that was started and has not been joined.
struct Running {
    thread: JoinHandle<()>,
    control: Arc<Control>,
}

/// What the two threads of a search tell each other.
struct Control {
    signals: Signals,
    /// Set before the last event is sent.
    finished: AtomicBool,
}

impl Engine {
    /// Creates an engine for a board's game, with the built-in evaluation.
    pub fn new(board: &Board, settings: Settings) -> Self {
        let params = EvalParams::built_in(board.definition());
        Self::with_evaluation(board, params.into(), settings)
    }

    /// Creates an engine for a board's game, which shares the board's tables, and evaluates with these numbers.
    ///
    /// # Panics
    /// If the numbers are those of another game.
    pub fn with_evaluation(board: &Board, params: Arc<EvalParams>, settings: Settings) -> Self {
        Self::with_time_source(board, params, settings, Arc::new(MonotonicTime::default()))
    }

    /// Returns the same, but the engine reads the time elsewhere.
    ///
    /// # Panics
    /// If the numbers are those of another game.
    pub fn with_time_source(
        board: &Board,
        params: Arc<EvalParams>,
        settings: Settings,
        time: Arc<dyn TimeSource>,
    ) -> Self {
        Self(map_width!(&board.0, history => Core::new(history.position.variant(), params, settings, time)))
    }

    /// Evaluates with these numbers from now on, and forgets what was learnt. Ends a running search.
    ///
    /// # Panics
    /// If the numbers are those of another game.
    pub fn set_evaluation(&mut self, params: Arc<EvalParams>) {
        on_width!(&mut self.0, core => core.set_evaluation(params));
    }

    /// Returns the game.
    pub fn definition(&self) -> &Arc<Definition> {
        on_width!(&self.0, core => &core.variant.definition)
    }

    /// Returns the settings in force.
    pub fn settings(&self) -> &Settings {
        on_width!(&self.0, core => &core.settings)
    }

    /// Returns the size that the transposition table really has, in MiB: less than [`Settings::hash`] where the system
    /// did not have the memory.
    pub fn hash(&self) -> usize {
        on_width!(&self.0, core => core.hash)
    }

    /// Changes the settings. Ends a running search.
    pub fn configure(&mut self, settings: Settings) {
        on_width!(&mut self.0, core => core.configure(settings));
    }

    /// Forgets what was learnt from earlier searches. Ends a running search.
    pub fn new_game(&mut self) {
        on_width!(&mut self.0, core => core.idle().clear());
    }

    /// Searches, and answers when it is done. Without any limit that is never; see [`Engine::start`].
    ///
    /// # Errors
    /// A board of another game.
    pub fn search(
        &mut self,
        board: &Board,
        limits: &Limits,
        on_report: impl FnMut(&Report) + Send,
    ) -> Result<Best, EngineError> {
        self.check(board)?;
        let best = on_width!(&mut self.0, &board.0, (core, history) => {
            core.search(&history.position, limits, on_report)
        });
        Ok(best)
    }

    /// Starts a search in a thread of its own, from which the events come.
    ///
    /// # Errors
    /// The system has no thread for it; a board of another game.
    pub fn start(
        &mut self,
        board: &Board,
        limits: &Limits,
        on_event: impl FnMut(Event) + Send + 'static,
    ) -> Result<(), EngineError> {
        self.launch(board, limits, Signals::default(), on_event)
    }

    /// [`Engine::start`], where the search also tells every tenth of a second what it is at.
    ///
    /// # Errors
    /// As [`Engine::start`].
    pub fn start_watched(
        &mut self,
        board: &Board,
        limits: &Limits,
        on_event: impl FnMut(Event) + Send + 'static,
        on_progress: impl Fn(&Progress) + Send + Sync + 'static,
    ) -> Result<(), EngineError> {
        self.launch(board, limits, Signals::watched(on_progress), on_event)
    }

    fn launch(
        &mut self,
        board: &Board,
        limits: &Limits,
        signals: Signals,
        mut on_event: impl FnMut(Event) + Send + 'static,
    ) -> Result<(), EngineError> {
        self.check(board)?;
        on_width!(&mut self.0, &board.0, (core, history) => {
            let (position, limits) = (history.position.clone(), limits.clone());
            core.spawn(signals, move |searcher, control| {
                let mut report = |report: &Report| on_event(Event::Report(report.clone()));
                let best = searcher.run(&position, &limits, &control.signals, &mut report);
                control.finish();
                on_event(Event::Best(best));
            })
        })
    }

    /// Counts the ways to play `depth` turns, in the threads that the settings allow. [`Engine::stop`] ends it, and then
    /// it answers `None`.
    ///
    /// # Errors
    /// As [`Engine::start`].
    pub fn start_perft(
        &mut self,
        board: &Board,
        depth: u32,
        on_end: impl FnOnce(Option<Perft>) + Send + 'static,
    ) -> Result<(), EngineError> {
        self.check(board)?;
        on_width!(&mut self.0, &board.0, (core, history) => {
            let (position, threads) = (history.position.clone(), core.settings.threads);
            core.spawn(Signals::default(), move |_, control| {
                let count = perft::count(&position, depth, threads, &control.signals);
                control.finish();
                on_end(count);
            })
        })
    }

    /// Does the search's fixed piece of work, to a depth in turns (`None`: one that suits the game). [`Engine::stop`] ends
    /// it early.
    ///
    /// # Errors
    /// The system has no thread for it.
    pub fn start_bench(
        &mut self,
        depth: Option<u32>,
        on_end: impl FnOnce(Bench) + Send + 'static,
    ) -> Result<(), EngineError> {
        on_width!(&mut self.0, core => {
            let variant = core.variant.clone();
            core.spawn(Signals::default(), move |_, control| {
                let done = bench(&variant, depth, &control.signals);
                control.finish();
                on_end(done);
            })
        })
    }

    /// Ends a running search, if there is one, and waits for its last event.
    pub fn halt(&mut self) {
        on_width!(&mut self.0, core => core.halt());
    }

    /// Tells a running search to end: its last event comes within milliseconds.
    pub fn stop(&self) {
        if let Some(running) = self.running() {
            running.control.signals.stop();
        }
    }

    /// The opponent has played the expected turn: the engine's own clock runs.
    pub fn ponder_hit(&self) {
        if let Some(running) = self.running() {
            running.control.signals.ponder_hit();
        }
    }

    /// Returns whether a search is running.
    pub fn searching(&self) -> bool {
        self.running()
            .is_some_and(|running| !running.control.finished.load(Ordering::Acquire))
    }

    /// Waits for the end of a running search, without stopping it.
    pub fn wait(&mut self) {
        on_width!(&mut self.0, core => core.wait());
    }

    /// Returns the static evaluation of a position: centipawns from the side to move.
    ///
    /// # Errors
    /// A board of another game.
    pub fn evaluate(&self, board: &Board) -> Result<Score, EngineError> {
        self.check(board)?;
        let score = on_width!(&self.0, &board.0, (core, history) => {
            core.evaluation.evaluate_from_scratch(&history.position)
        });
        Ok(score)
    }

    /// Returns the static evaluation of a position, taken apart.
    ///
    /// # Errors
    /// A board of another game.
    pub fn explain_evaluation(&self, board: &Board) -> Result<Explanation, EngineError> {
        self.check(board)?;
        let explanation = on_width!(&self.0, &board.0, (core, history) => {
            core.evaluation.explain(&history.position)
        });
        Ok(explanation)
    }

    fn running(&self) -> Option<&Running> {
        on_width!(&self.0, core => core.running.as_ref())
    }

    fn check(&self, board: &Board) -> Result<(), EngineError> {
        let (engine, board) = (self.definition(), board.definition());
        if Arc::ptr_eq(engine, board) || engine == board {
            return Ok(());
        }
        Err(EngineError::OtherGame {
            engine: engine.name.clone(),
            board: board.name.clone(),
        })
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("game", &self.definition().name)
            .field("settings", self.settings())
            .field("searching", &self.searching())
            .finish()
    }
}

impl<const W: usize> Core<W> {
    fn new(variant: &Arc<Variant<W>>, params: Arc<EvalParams>, settings: Settings, time: Arc<dyn TimeSource>) -> Self {
        let evaluation = Evaluation::new(variant.clone(), params);
        let searcher = Searcher::with_time_source(evaluation, settings.clone(), time);
        Self {
            evaluation: searcher.evaluation().clone(),
            hash: searcher.hash(),
            searcher: Arc::new(Mutex::new(searcher)),
            variant: variant.clone(),
            settings,
            running: None,
        }
    }

    fn configure(&mut self, settings: Settings) {
        let mut searcher = self.idle();
        searcher.configure(settings.clone());
        let hash = searcher.hash();
        drop(searcher);
        (self.settings, self.hash) = (settings, hash);
    }

    fn set_evaluation(&mut self, params: Arc<EvalParams>) {
        let mut searcher = self.idle();
        searcher.set_evaluation(params);
        let evaluation = searcher.evaluation().clone();
        drop(searcher);
        self.evaluation = evaluation;
    }

    /// Returns the searcher, after the end of a running search.
    fn idle(&mut self) -> MutexGuard<'_, Searcher<W>> {
        self.halt();
        lock(&self.searcher)
    }

    /// Ends a running search.
    fn halt(&mut self) {
        if let Some(running) = &self.running {
            running.control.signals.stop();
        }
        self.wait();
    }

    fn wait(&mut self) {
        if let Some(Err(panic)) = self.running.take().map(|running| running.thread.join()) {
            panic::resume_unwind(panic);
        }
    }

    fn search(&mut self, position: &Position<W>, limits: &Limits, mut on_report: impl FnMut(&Report) + Send) -> Best {
        let mut idle = self.idle();
        let searcher = &mut *idle;
        let mut run = || searcher.run(position, limits, &Signals::default(), &mut on_report);
        let thread = thread::scope(|scope| {
            let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, &mut run);
            thread.ok().map(|thread| thread.join())
        });
        match thread {
            Some(Ok(best)) => best,
            Some(Err(panic)) => panic::resume_unwind(panic),
            // Where there are no threads, the caller's own has to do.
            None => run(),
        }
    }

    /// Runs something that may take long in a thread of its own, which has the searcher meanwhile.
    fn spawn(
        &mut self,
        signals: Signals,
        task: impl FnOnce(&mut Searcher<W>, &Control) + Send + 'static,
    ) -> Result<(), EngineError> {
        self.halt();
        let control = Arc::new(Control {
            signals,
            finished: AtomicBool::new(false),
        });
        let body = {
            let (searcher, control) = (self.searcher.clone(), control.clone());
            move || task(&mut lock(&searcher), &control)
        };
        let builder = thread::Builder::new().name("search".into()).stack_size(STACK);
        let thread = builder.spawn(body)?;
        self.running = Some(Running { thread, control });
        Ok(())
    }
}

/// Returns a search that has panicked has let the whole program down; there is nothing to save.
fn lock<const W: usize>(searcher: &Mutex<Searcher<W>>) -> MutexGuard<'_, Searcher<W>> {
    searcher
        .lock()
        .unwrap_or_else(|_| unreachable!("a search has panicked"))
}

impl Control {
    fn finish(&self) {
        self.finished.store(true, Ordering::Release);
    }
}

impl<const W: usize> Drop for Core<W> {
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            running.control.signals.stop();
            // A panic of its thread has been reported there.
            let _ = running.thread.join();
        }
    }
}

//! The engine: a searcher for one game with the thread it runs in, independent of the board width.

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

/// The stack size of a search thread in bytes. A search recurses deeply, with move lists in its frames.
const STACK: usize = 32 << 20;

/// A message from a running search.
#[derive(Clone, Debug)]
pub enum Event {
    /// A principal variation with its score and statistics.
    Report(Report),
    /// The result of the search: always sent, and always the last event.
    Best(Best),
}

/// The reason why a search was not started.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The operating system could not create a thread.
    #[error("no thread for the search: {0}")]
    Thread(#[from] io::Error),
    /// The board belongs to another game than the engine.
    #[error("the engine plays {engine}, not {board}")]
    OtherGame {
        /// The engine's game.
        engine: String,
        /// The board's game.
        board: String,
    },
}

/// Finds the best turn in positions of one game. The transposition table and the histories are kept from one search to
/// the next.
///
/// [`Engine::search`] blocks until the search ends; [`Engine::start`] searches in a background thread. Only one search
/// runs at a time: every method that needs the searcher first stops a running search and waits until it has ended.
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
    /// The evaluation that the searcher uses, shared so that it can be read during a search.
    evaluation: Arc<Evaluation<W>>,
    /// The size of the transposition table in MiB; see [`Engine::hash`].
    hash: usize,
    /// Locked by the search thread for as long as it searches.
    searcher: Arc<Mutex<Searcher<W>>>,
    running: Option<Running>,
}

/// A search thread that has not been joined yet.
struct Running {
    thread: JoinHandle<()>,
    control: Arc<Control>,
}

/// State that the search thread shares with the engine that started it.
struct Control {
    signals: Signals,
    /// Set by the search thread before it sends its last event.
    finished: AtomicBool,
}

impl Engine {
    /// Creates an engine for a board's game with the built-in evaluation.
    pub fn new(board: &Board, settings: Settings) -> Self {
        let params = EvalParams::built_in(board.definition());
        Self::with_evaluation(board, params.into(), settings)
    }

    /// Creates an engine for a board's game that evaluates with the given parameters. It shares the board's tables.
    ///
    /// # Panics
    /// If the parameters belong to another game.
    pub fn with_evaluation(board: &Board, params: Arc<EvalParams>, settings: Settings) -> Self {
        Self::with_time_source(board, params, settings, Arc::new(MonotonicTime::default()))
    }

    /// Creates an engine as [`Engine::with_evaluation`] does, with another clock than the system's.
    ///
    /// # Panics
    /// If the parameters belong to another game.
    pub fn with_time_source(
        board: &Board,
        params: Arc<EvalParams>,
        settings: Settings,
        time: Arc<dyn TimeSource>,
    ) -> Self {
        Self(map_width!(&board.0, history => Core::new(history.position.variant(), params, settings, time)))
    }

    /// Replaces the parameters of the evaluation, and clears the transposition table and the histories. Stops a running
    /// search.
    ///
    /// # Panics
    /// If the parameters belong to another game.
    pub fn set_evaluation(&mut self, params: Arc<EvalParams>) {
        on_width!(&mut self.0, core => core.set_evaluation(params));
    }

    /// Returns the definition of the game.
    pub fn definition(&self) -> &Arc<Definition> {
        on_width!(&self.0, core => &core.variant.definition)
    }

    /// Returns the current settings.
    pub fn settings(&self) -> &Settings {
        on_width!(&self.0, core => &core.settings)
    }

    /// Returns the actual size of the transposition table in MiB, which is less than [`Settings::hash`] if memory was
    /// short.
    pub fn hash(&self) -> usize {
        on_width!(&self.0, core => core.hash)
    }

    /// Changes the settings. Stops a running search.
    pub fn configure(&mut self, settings: Settings) {
        on_width!(&mut self.0, core => core.configure(settings));
    }

    /// Clears the transposition table and the histories. Stops a running search.
    pub fn new_game(&mut self) {
        on_width!(&mut self.0, core => core.idle().clear());
    }

    /// Searches a position and returns the result. Without any limit it never returns; use [`Engine::start`] for a
    /// search that can be stopped.
    ///
    /// # Errors
    /// If the board belongs to another game.
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

    /// Starts a search in a background thread, which calls `on_event`.
    ///
    /// # Errors
    /// If the operating system cannot create a thread, or the board belongs to another game.
    pub fn start(
        &mut self,
        board: &Board,
        limits: &Limits,
        on_event: impl FnMut(Event) + Send + 'static,
    ) -> Result<(), EngineError> {
        self.launch(board, limits, Signals::default(), on_event)
    }

    /// Starts a search as [`Engine::start`] does, which also reports its progress every tenth of a second.
    ///
    /// # Errors
    /// As for [`Engine::start`].
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

    /// Starts to count the sequences of `depth` legal turns (perft), with as many threads as the settings allow.
    /// [`Engine::stop`] stops the count; `on_end` then receives `None`.
    ///
    /// # Errors
    /// As for [`Engine::start`].
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

    /// Starts the benchmark: a search of fixed positions to a depth in turns, or with `None` to a depth that suits the
    /// game. [`Engine::stop`] ends it early.
    ///
    /// # Errors
    /// If the operating system cannot create a thread.
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

    /// Stops the running search, if there is one, and waits until it has sent its last event.
    pub fn halt(&mut self) {
        on_width!(&mut self.0, core => core.halt());
    }

    /// Signals a running search to stop. Its last event follows within milliseconds.
    pub fn stop(&self) {
        if let Some(running) = self.running() {
            running.control.signals.stop();
        }
    }

    /// Tells a pondering search that the opponent has played the expected turn, so that the engine's clock now runs.
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

    /// Waits until the running search has ended, without stopping it.
    pub fn wait(&mut self) {
        on_width!(&mut self.0, core => core.wait());
    }

    /// Returns the static evaluation of a position in centipawns, from the side to move.
    ///
    /// # Errors
    /// If the board belongs to another game.
    pub fn evaluate(&self, board: &Board) -> Result<Score, EngineError> {
        self.check(board)?;
        let score = on_width!(&self.0, &board.0, (core, history) => {
            core.evaluation.evaluate_from_scratch(&history.position)
        });
        Ok(score)
    }

    /// Returns the static evaluation of a position, term by term.
    ///
    /// # Errors
    /// If the board belongs to another game.
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

    /// Checks that a board belongs to the engine's game.
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

    /// Stops a running search and returns the searcher.
    fn idle(&mut self) -> MutexGuard<'_, Searcher<W>> {
        self.halt();
        lock(&self.searcher)
    }

    /// Stops a running search and waits until it has ended.
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
            // Without threads, as in WebAssembly, search in the caller's thread.
            None => run(),
        }
    }

    /// Runs a long task in a background thread, which holds the searcher until the task ends.
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

/// Locks the searcher. A poisoned lock cannot occur: [`Core::wait`] passes on the panic of a search thread.
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
            // The panic hook has already reported a panic of the search thread.
            let _ = running.thread.join();
        }
    }
}

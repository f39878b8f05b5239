//! The part of an engine that depends on the board width: the searcher and its thread.

use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};

use super::EngineError;
use crate::eval::{EvalParams, Evaluation};
use crate::search::{Best, Limits, Report, Searcher, Settings, Signals, TimeSource};
use kurier_rules::board::WidthFamily;
use kurier_rules::endgame::EndgameTables;
use kurier_rules::position::Position;
use kurier_rules::rules::Variant;

/// The stack size of a search thread in bytes. A search recurses deeply, with move lists in its frames.
const STACK: usize = 32 << 20;

/// The family of [`EngineCore`] for all board widths.
pub(super) struct EngineCores;

impl WidthFamily for EngineCores {
    type Of<const W: usize> = EngineCore<W>;
}

/// An engine for boards of `W` words.
pub(super) struct EngineCore<const W: usize> {
    pub variant: Arc<Variant<W>>,
    pub settings: Settings,
    /// The evaluation that the searcher uses, shared so that it can be read during a search.
    pub evaluation: Arc<Evaluation<W>>,
    /// The size of the transposition table in MiB; see [`Engine::hash`](super::Engine::hash).
    pub hash: usize,
    /// The searcher, locked by the search thread until the search ends.
    searcher: Arc<Mutex<Searcher<W>>>,
    pub running: Option<Running>,
}

/// A search thread that has not been joined yet.
pub(super) struct Running {
    thread: JoinHandle<()>,
    pub control: Arc<Control>,
}

/// State that the search thread shares with the engine that started it.
pub(super) struct Control {
    pub signals: Signals,
    /// Set by the search thread before the thread sends the last event of the search.
    pub finished: AtomicBool,
}

impl<const W: usize> EngineCore<W> {
    /// Creates an engine for a variant.
    pub fn new(
        variant: &Arc<Variant<W>>,
        params: Arc<EvalParams>,
        settings: Settings,
        time: Arc<dyn TimeSource>,
    ) -> Self {
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

    /// Changes the settings. Stops a running search.
    pub fn configure(&mut self, settings: Settings) {
        let mut searcher = self.idle();
        searcher.configure(settings.clone());
        let hash = searcher.hash();
        drop(searcher);
        (self.settings, self.hash) = (settings, hash);
    }

    /// Replaces the parameters of the evaluation and clears the searcher. Stops a running search.
    pub fn set_evaluation(&mut self, params: Arc<EvalParams>) {
        let mut searcher = self.idle();
        searcher.set_evaluation(params);
        let evaluation = searcher.evaluation().clone();
        drop(searcher);
        self.evaluation = evaluation;
    }

    /// Sets the endgame tables that later searches use; `None` means that they use none. Stops a running search and
    /// clears the transposition table.
    pub fn set_endgames(&mut self, tables: Option<Arc<dyn EndgameTables<W>>>) {
        self.idle().set_endgames(tables);
    }

    /// Stops a running search and returns the searcher.
    pub fn idle(&mut self) -> MutexGuard<'_, Searcher<W>> {
        self.halt();
        lock(&self.searcher)
    }

    /// Stops a running search and waits until it has ended.
    pub fn halt(&mut self) {
        if let Some(running) = &self.running {
            running.control.signals.stop();
        }
        self.wait();
    }

    /// Waits until the running search has ended. If the search has panicked, resumes the panic.
    pub fn wait(&mut self) {
        if let Some(Err(panic)) = self.running.take().map(|running| running.thread.join()) {
            panic::resume_unwind(panic);
        }
    }

    /// Searches a position in a thread with a large stack, and returns when the search has ended.
    pub fn search(
        &mut self,
        position: &Position<W>,
        limits: &Limits,
        on_report: &mut (dyn FnMut(&Report) + Send),
    ) -> Best {
        let mut idle = self.idle();
        let searcher = &mut *idle;
        let mut run = || searcher.run(position, limits, &Signals::default(), on_report);
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

    /// Stops a running search, and runs a long task in a background thread, which locks the searcher until the task
    /// ends.
    pub fn spawn(
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

/// Locks the searcher. The lock cannot be poisoned, because [`EngineCore::wait`] resumes the panic of a search thread
/// first.
fn lock<const W: usize>(searcher: &Mutex<Searcher<W>>) -> MutexGuard<'_, Searcher<W>> {
    searcher
        .lock()
        .unwrap_or_else(|_| unreachable!("a search has panicked"))
}

impl Control {
    /// Marks the search as finished.
    pub fn finish(&self) {
        self.finished.store(true, Ordering::Release);
    }
}

impl<const W: usize> Drop for EngineCore<W> {
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            running.control.signals.stop();
            // The panic hook has already reported a panic of the search thread.
            let _ = running.thread.join();
        }
    }
}

//! The engine: a searcher for one variant and the search's thread, independent of the board width.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::EngineError;
use super::bench::{Bench, bench};
use super::board::Board;
use super::endgames::Endgames;
use super::engine_core::{EngineCore, EngineCores, Running};
use super::perft::{self, Perft};
use crate::eval::{EvalParams, Explanation};
use crate::search::{Best, Bound, Limits, MonotonicTime, Progress, Report, Score, Settings, Signals, TimeSource};
use kurier_rules::board::AnyWidth;
use kurier_rules::position::Turn;
use kurier_rules::rules::Definition;
use kurier_rules::{map_width, on_width};

/// A message from a running search.
#[derive(Clone, Debug)]
pub enum Event {
    /// A principal variation with its score and statistics.
    Report(Report),
    /// The result of the search: always sent, and always the last event.
    Best(Best),
}

/// Finds the best turn in positions of one variant. The transposition table and the histories are kept from one search
/// to the next.
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
pub struct Engine(AnyWidth<EngineCores>);

impl Engine {
    /// Creates an engine for a board's variant with the built-in evaluation.
    pub fn new(board: &Board, settings: Settings) -> Self {
        let params = EvalParams::built_in(board.definition());
        Self::with_evaluation(board, params.into(), settings)
    }

    /// Creates an engine for a board's variant that evaluates with the given parameters. The engine shares the move
    /// tables of the board.
    ///
    /// # Panics
    /// May panic if the parameters belong to another variant.
    pub fn with_evaluation(board: &Board, params: Arc<EvalParams>, settings: Settings) -> Self {
        Self::with_time_source(board, params, settings, Arc::new(MonotonicTime::default()))
    }

    /// Creates an engine as [`Engine::with_evaluation`] does, but with a clock other than the system's.
    ///
    /// # Panics
    /// May panic if the parameters belong to another variant.
    pub fn with_time_source(
        board: &Board,
        params: Arc<EvalParams>,
        settings: Settings,
        time: Arc<dyn TimeSource>,
    ) -> Self {
        Self(map_width!(&board.0, history => EngineCore::new(history.position.variant(), params, settings, time)))
    }

    /// Replaces the parameters of the evaluation, and clears the transposition table and the histories. Stops a running
    /// search.
    ///
    /// # Panics
    /// May panic if the parameters belong to another variant.
    pub fn set_evaluation(&mut self, params: Arc<EvalParams>) {
        on_width!(&mut self.0, core => core.set_evaluation(params));
    }

    /// Returns the definition of the engine's variant.
    pub fn definition(&self) -> &Arc<Definition> {
        on_width!(&self.0, core => &core.variant.definition)
    }

    /// Returns the current settings.
    pub fn settings(&self) -> &Settings {
        on_width!(&self.0, core => &core.settings)
    }

    /// Returns the actual size of the transposition table in MiB, which is less than [`Settings::hash`] if the system
    /// did not have enough memory.
    pub fn hash(&self) -> usize {
        on_width!(&self.0, core => core.hash)
    }

    /// Changes the settings. Stops a running search.
    pub fn configure(&mut self, settings: Settings) {
        on_width!(&mut self.0, core => core.configure(settings));
    }

    /// Sets the endgame tables that later searches use; `None` means that they use none. Stops a running search and
    /// clears the transposition table.
    ///
    /// # Panics
    /// Panics if the tables belong to a game with different rules.
    pub fn set_endgames(&mut self, tables: Option<&Endgames>) {
        match tables {
            None => on_width!(&mut self.0, core => core.set_endgames(None)),
            Some(tables) => {
                assert!(tables.belong_to(self.definition()), "endgame tables of another game");
                on_width!(&mut self.0, &tables.tables, (core, tables) => core.set_endgames(Some(tables.clone())));
            }
        }
    }

    /// Clears the transposition table and the histories. Stops a running search.
    pub fn new_game(&mut self) {
        on_width!(&mut self.0, core => core.idle().clear());
    }

    /// Searches a position and returns the result. A search without limits takes practically forever, and an infinite
    /// or pondering search never returns; use [`Engine::start`] for a search that can be stopped.
    ///
    /// # Errors
    /// Fails if the board belongs to another variant.
    pub fn search(
        &mut self,
        board: &Board,
        limits: &Limits,
        mut on_report: impl FnMut(&Report) + Send,
    ) -> Result<Best, EngineError> {
        self.search_here(board, limits, &mut on_report)
    }

    /// Searches a position, as [`Engine::search`] does, and also returns the lines of its last complete iteration: the
    /// first turn and the score of each. An iteration that a limit cuts short may lack lines and does not count as
    /// complete. The list is empty if the search ends before its first iteration is complete.
    ///
    /// # Errors
    /// Fails if the board belongs to another variant.
    pub fn search_lines(&mut self, board: &Board, limits: &Limits) -> Result<(Best, Vec<(Turn, Score)>), EngineError> {
        let mut iterations: BTreeMap<u32, Vec<(Turn, Score)>> = BTreeMap::new();
        let best = self.search(board, limits, |report| {
            if let Some(turn) = report.pv.first()
                && report.bound == Bound::Exact
            {
                let line = (turn.clone(), report.score);
                iterations.entry(report.depth).or_default().push(line);
            }
        })?;
        let most = iterations.values().map(Vec::len).max().unwrap_or(0);
        let complete = iterations.into_values().rev().find(|lines| lines.len() == most);
        Ok((best, complete.unwrap_or_default()))
    }

    /// Implements [`Engine::search`]. Neither this function nor any other that reaches the searcher is generic: if one
    /// were, the compiler would compile the search again in each package that calls it.
    fn search_here(
        &mut self,
        board: &Board,
        limits: &Limits,
        on_report: &mut (dyn FnMut(&Report) + Send),
    ) -> Result<Best, EngineError> {
        self.check(board)?;
        let best = on_width!(&mut self.0, &board.0, (core, history) => {
            core.search(&history.position, limits, on_report)
        });
        Ok(best)
    }

    /// Starts a search in a background thread, which calls `on_event` with each [`Event`].
    ///
    /// # Errors
    /// Fails if the operating system cannot create a thread, or the board belongs to another variant.
    pub fn start(
        &mut self,
        board: &Board,
        limits: &Limits,
        on_event: impl FnMut(Event) + Send + 'static,
    ) -> Result<(), EngineError> {
        self.launch(board, limits, Signals::default(), Box::new(on_event))
    }

    /// Starts a search as [`Engine::start`] does. The thread also calls `on_progress` about every tenth of a second.
    ///
    /// # Errors
    /// Fails if the operating system cannot create a thread, or the board belongs to another variant.
    pub fn start_watched(
        &mut self,
        board: &Board,
        limits: &Limits,
        on_event: impl FnMut(Event) + Send + 'static,
        on_progress: impl Fn(&Progress) + Send + Sync + 'static,
    ) -> Result<(), EngineError> {
        self.launch(board, limits, Signals::watched(on_progress), Box::new(on_event))
    }

    fn launch(
        &mut self,
        board: &Board,
        limits: &Limits,
        signals: Signals,
        mut on_event: Box<dyn FnMut(Event) + Send>,
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

    /// Starts counting the sequences of `depth` legal turns (perft), with as many threads as the settings allow, and
    /// passes the count to `on_end`. [`Engine::stop`] stops the count; `on_end` then receives `None`.
    ///
    /// # Errors
    /// Fails if the operating system cannot create a thread, or the board belongs to another variant.
    pub fn start_perft(
        &mut self,
        board: &Board,
        depth: u32,
        on_end: impl FnOnce(Option<Perft>) + Send + 'static,
    ) -> Result<(), EngineError> {
        self.launch_perft(board, depth, Box::new(on_end))
    }

    fn launch_perft(
        &mut self,
        board: &Board,
        depth: u32,
        on_end: Box<dyn FnOnce(Option<Perft>) + Send>,
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

    /// Starts the benchmark, which searches fixed positions to `depth` turns or, if `depth` is `None`, to a depth that
    /// suits the variant. The benchmark's thread passes the result to `on_end`. [`Engine::stop`] ends the benchmark
    /// early.
    ///
    /// # Errors
    /// Fails if the operating system cannot create a thread.
    pub fn start_bench(
        &mut self,
        depth: Option<u32>,
        on_end: impl FnOnce(Bench) + Send + 'static,
    ) -> Result<(), EngineError> {
        self.launch_bench(depth, Box::new(on_end))
    }

    fn launch_bench(&mut self, depth: Option<u32>, on_end: Box<dyn FnOnce(Bench) + Send>) -> Result<(), EngineError> {
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

    /// Tells a running search to stop. The last event of the search follows within milliseconds.
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

    /// Returns whether a search, a perft count or a benchmark is running.
    pub fn searching(&self) -> bool {
        self.running()
            .is_some_and(|running| !running.control.finished.load(Ordering::Acquire))
    }

    /// Waits until the running search has ended, without stopping it.
    pub fn wait(&mut self) {
        on_width!(&mut self.0, core => core.wait());
    }

    /// Returns the static evaluation of a position in centipawns, from the point of view of the side to move.
    ///
    /// # Errors
    /// Fails if the board belongs to another variant.
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
    /// Fails if the board belongs to another variant.
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

    /// Checks that a board belongs to the engine's variant.
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

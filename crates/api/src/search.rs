//! Searches, and the engines that carry them out.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::error::RequestError;
use super::position::{TurnView, turn_view};
use super::score::Score;
use super::work::Work;
use kurier_engine::eval::EvalParams;
use kurier_engine::search::{Best, Bound, Clock, Limits, MonotonicTime, Report, Settings, TimeSource};
use kurier_engine::session::{Board, EndgameLibrary, Engine, Event, Level, Value};
use kurier_rules::rules::Definition;

/// The number of engines of a desk.
pub(super) const ENGINES: usize = 2;

/// The maximum number of turns of a principal variation that are sent.
const LONGEST_LINE: usize = 24;

/// The limits of a search. Without any limit, the search runs until it is stopped.
#[derive(Deserialize, Clone, PartialEq, Eq, Debug, Default)]
#[serde(default)]
pub struct SearchLimits {
    /// The maximum depth, in turns; `None` for no limit.
    pub depth: Option<u32>,
    /// The maximum number of nodes; `None` for no limit.
    pub nodes: Option<u64>,
    /// The time for this turn, in milliseconds; `None` for no limit.
    pub time: Option<u64>,
    /// The remaining times of White and Black, in milliseconds; `None` without clocks.
    pub clock: Option<[u64; 2]>,
    /// The time that a player gains with every turn, in milliseconds.
    pub increment: u64,
}

/// The settings of a search.
#[derive(Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(default)]
pub struct SearchSettings {
    /// The playing strength, from 1 to 10; `None` for full strength.
    pub level: Option<u8>,
    /// A random number for choosing a move from the opening book; `None` to play without the book. If the book knows
    /// the position, the player makes the chosen move instead of searching. Without a `level`, the book is never used.
    pub book: Option<u32>,
    /// The number of best lines to search for (MultiPV).
    pub lines: usize,
    /// The number of threads; clamped to the limit of the desk.
    pub threads: usize,
    /// The size of the transposition table in MiB; clamped to the limit of the desk.
    pub hash: usize,
}

impl SearchSettings {
    /// Returns the playing strength; `None` for full strength.
    fn level(&self) -> Result<Option<Level>, RequestError> {
        let level = self
            .level
            .map(|level| Level::new(level).ok_or(RequestError::UnknownLevel));
        level.transpose()
    }

    /// Returns the level and the random number for choosing a move from the opening book; `None` if the book is not to
    /// be used.
    pub(super) fn book_choice(&self) -> Result<Option<(Level, u32)>, RequestError> {
        Ok(self.level()?.zip(self.book))
    }
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self {
            level: None,
            book: None,
            lines: 1,
            threads: 1,
            hash: 32,
        }
    }
}

/// A line of a running search.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct LineView {
    /// The rank of the line: 1 for the best.
    pub line: usize,
    /// The depth to which the line was searched, in turns.
    pub depth: u32,
    /// The greatest depth reached, in turns.
    pub selective_depth: u32,
    /// The score of the line.
    pub score: Score,
    /// Whether the score is exact; otherwise it is a bound.
    pub exact: bool,
    /// The number of nodes searched so far.
    pub nodes: u64,
    /// The number of nodes searched per second.
    pub nps: u64,
    /// The time since the search began, in milliseconds.
    pub time: u64,
    /// How full the transposition table is, in permille.
    pub hash_full: u32,
    /// The turns of the line, in coordinate notation.
    pub moves: Vec<String>,
    /// The turns of the line, in algebraic notation.
    pub san: Vec<String>,
}

/// The result of a search.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct BestView {
    /// The best turn; `None` if there is no legal turn.
    pub turn: Option<TurnView>,
    /// The expected reply to the best turn, in coordinate notation; `None` if the search found none.
    pub ponder: Option<String>,
    /// The score of the position.
    pub score: Score,
    /// The depth of the last completed iteration, in turns; 0 if none was completed.
    pub depth: u32,
    /// The number of nodes searched.
    pub nodes: u64,
    /// The time that the search took, in milliseconds.
    pub time: u64,
}

/// An event of a search.
pub(super) enum SearchEvent {
    /// A line of play that the search has found or improved.
    Line(LineView),
    /// The result of the search, which is the last event.
    Best(BestView),
}

/// The engines of a desk. Each engine is created by its first search, and replaced if a later search is for a different
/// game.
pub(super) struct Engines {
    engines: [Option<Engine>; ENGINES],
    /// The work other than a search in each engine's slot.
    works: [Option<Work>; ENGINES],
    threads: usize,
    hash: usize,
    time: Arc<dyn TimeSource>,
    /// The evaluations that replace built-in ones, by the hash of the game's rules.
    evaluations: HashMap<u64, Arc<EvalParams>>,
    /// The evaluations that were learned, which replace all others, by the hash of the game's rules.
    learned: HashMap<u64, Arc<EvalParams>>,
    endgames: Option<EndgameLibrary>,
}

impl Default for Engines {
    fn default() -> Self {
        Self {
            engines: [None, None],
            works: [None, None],
            threads: *Settings::THREADS.end(),
            hash: *Settings::HASH.end(),
            time: Arc::new(MonotonicTime::default()),
            evaluations: HashMap::new(),
            learned: HashMap::new(),
            endgames: None,
        }
    }
}

impl Engines {
    /// Sets the maximum number of threads and the maximum size, in MiB, of the transposition table of a search. A limit
    /// of 0 counts as 1.
    pub fn limit(&mut self, threads: usize, hash: usize) {
        (self.threads, self.hash) = (threads.max(1), hash.max(1));
    }

    /// Sets the clock of the engines that are created after this call.
    pub fn set_time_source(&mut self, time: Arc<dyn TimeSource>) {
        self.time = time;
    }

    /// Replaces the built-in evaluation of a game, for explanations and for the engines that are created after this
    /// call.
    pub fn set_evaluation(&mut self, definition: &Definition, params: Arc<EvalParams>) {
        self.evaluations.insert(definition.rules_hash(), params);
    }

    /// Uses the evaluation that was learned for a game instead of any other evaluation, including in existing engines
    /// that are not searching. If `learned` is `None`, a previously learned evaluation is no longer used.
    #[cfg(feature = "learning")]
    pub fn use_learned(&mut self, definition: &Definition, learned: Option<Arc<EvalParams>>) {
        let hash = definition.rules_hash();
        let before = self.learned.remove(&hash);
        if before.is_none() && learned.is_none() {
            return;
        }
        self.learned.extend(learned.map(|params| (hash, params)));
        let params = self.evaluation(definition);
        let idle = |engine: &&mut Engine| !engine.searching() && engine.definition().rules_hash() == hash;
        for engine in self.engines.iter_mut().flatten().filter(idle) {
            engine.set_evaluation(params.clone());
        }
    }

    /// Sets the endgame tables that [`table`](Self::table) consults. Engines that are created after this call use them,
    /// too.
    pub fn set_endgames(&mut self, endgames: EndgameLibrary) {
        self.endgames = Some(endgames);
    }

    /// Returns the result of a position according to the endgame tables, in words; `None` if no table contains the
    /// position.
    pub fn table(&self, board: &Board) -> Option<String> {
        self.endgames.as_ref()?.in_words(board)
    }

    /// Returns whether [`set_evaluation`](Self::set_evaluation) was called for a game.
    pub fn has_evaluation(&self, definition: &Definition) -> bool {
        self.evaluations.contains_key(&definition.rules_hash())
    }

    /// Returns the evaluation of a game: the learned one, otherwise the one that was set, otherwise the built-in one.
    pub fn evaluation(&self, definition: &Definition) -> Arc<EvalParams> {
        let hash = definition.rules_hash();
        let own = self.learned.get(&hash).or_else(|| self.evaluations.get(&hash)).cloned();
        own.unwrap_or_else(|| EvalParams::built_in(definition).into())
    }

    /// Returns whether any engine is searching, or other work is running in its slot.
    pub fn searching(&self) -> bool {
        self.engines.iter().flatten().any(Engine::searching) || self.works.iter().flatten().any(Work::running)
    }

    /// Ends the search of an engine, or the work in its slot, and waits for the last event.
    pub fn stop(&mut self, engine: usize) -> Result<(), RequestError> {
        let slot = self.without_work(engine)?;
        if let Some(engine) = slot {
            engine.halt();
        }
        Ok(())
    }

    /// Ends the work in an engine's slot and returns the slot.
    fn without_work(&mut self, engine: usize) -> Result<&mut Option<Engine>, RequestError> {
        let work = self.works.get_mut(engine).ok_or(RequestError::UnknownEngine)?;
        *work = None;
        self.engines.get_mut(engine).ok_or(RequestError::UnknownEngine)
    }

    /// Starts a search and passes its lines and its result to `on_event`.
    pub fn search(
        &mut self,
        board: &Board,
        limits: &SearchLimits,
        settings: &SearchSettings,
        engine: usize,
        mut on_event: impl FnMut(SearchEvent) + Send + 'static,
    ) -> Result<(), RequestError> {
        let shown = board.clone();
        self.run(engine, board, settings, &engine_limits(limits), move |event| {
            on_event(match event {
                Event::Report(report) => SearchEvent::Line(line_view(&shown, &report)),
                Event::Best(best) => SearchEvent::Best(best_view(&shown, &best)),
            });
        })
    }

    /// Converts the settings of a request to engine settings, clamped to the limits of the desk.
    fn settings(&self, wanted: &SearchSettings) -> Result<Settings, RequestError> {
        let settings = wanted.level()?.map(Level::settings).unwrap_or_default();
        Ok(Settings {
            hash: wanted.hash.clamp(1, self.hash),
            threads: wanted.threads.clamp(1, self.threads),
            multipv: wanted.lines.clamp(*Settings::MULTIPV.start(), *Settings::MULTIPV.end()),
            overhead: Duration::ZERO,
            ..settings
        })
    }

    /// Creates an engine for the game on a board.
    fn create(&self, board: &Board, settings: Settings) -> Engine {
        let definition = board.definition();
        let mut engine = Engine::with_time_source(board, self.evaluation(definition), settings, self.time.clone());
        let tables = self.endgames.as_ref().and_then(|endgames| endgames.tables(definition));
        engine.set_endgames(tables.as_ref());
        engine
    }

    /// Starts a search in the engine's thread. In WebAssembly, which has no threads, the search ends before this method
    /// returns.
    pub fn run(
        &mut self,
        engine: usize,
        board: &Board,
        settings: &SearchSettings,
        limits: &Limits,
        mut on_event: impl FnMut(Event) + Send + 'static,
    ) -> Result<(), RequestError> {
        let settings = self.settings(settings)?;
        let slot = self.without_work(engine)?;
        let kept = slot.take().filter(|engine| engine.definition() == board.definition());
        let ready = match kept {
            Some(mut engine) => {
                engine.halt();
                if *engine.settings() != settings {
                    engine.configure(settings);
                }
                engine
            }
            None => self.create(board, settings),
        };
        let engine = self.engines[engine].insert(ready);
        if cfg!(target_family = "wasm") {
            let best = engine.search(board, limits, |report| on_event(Event::Report(report.clone())));
            on_event(Event::Best(best?));
            return Ok(());
        }
        Ok(engine.start(board, limits, on_event)?)
    }
}

#[cfg(any(feature = "study", feature = "learning"))]
impl Engines {
    /// Returns the clock of the engines.
    pub fn time_source(&self) -> Arc<dyn TimeSource> {
        self.time.clone()
    }

    /// Returns the number of threads for work that does not benefit from more threads than the machine has cores.
    pub fn threads(&self) -> usize {
        self.threads
            .min(std::thread::available_parallelism().map_or(1, usize::from))
    }

    /// Starts work in an engine's slot. Any search or other work in the slot ends first. The work receives a flag and
    /// must end soon after the flag is set.
    pub fn work(
        &mut self,
        engine: usize,
        work: impl FnOnce(&std::sync::atomic::AtomicBool) + Send + 'static,
    ) -> Result<(), RequestError> {
        self.stop(engine)?;
        self.works[engine] = Some(Work::start(work).map_err(kurier_engine::session::EngineError::Thread)?);
        Ok(())
    }
}

/// Converts the limits of a request to engine limits.
pub(super) fn engine_limits(limits: &SearchLimits) -> Limits {
    let time = Duration::from_millis;
    Limits {
        depth: limits.depth,
        nodes: limits.nodes,
        move_time: limits.time.map(time),
        clock: limits.clock.map(|clock| Clock {
            remaining: clock.map(time),
            increment: [time(limits.increment); 2],
            moves_to_go: None,
        }),
        infinite: *limits == SearchLimits::default(),
        ..Limits::default()
    }
}

/// Returns a duration in milliseconds.
fn milliseconds(time: Duration) -> u64 {
    time.as_millis().try_into().unwrap_or(u64::MAX)
}

/// Converts an engine's report about a line of play from the position on the board.
fn line_view(board: &Board, report: &Report) -> LineView {
    let line = &report.pv[..report.pv.len().min(LONGEST_LINE)];
    LineView {
        line: report.line,
        depth: report.depth,
        selective_depth: report.selective_depth,
        score: Score::new(Value::from_score(report.score), board),
        exact: report.bound == Bound::Exact,
        nodes: report.nodes,
        nps: report.nps(),
        time: milliseconds(report.elapsed),
        hash_full: report.hash_full,
        moves: board.spell_line(line),
        san: board.san_line(line),
    }
}

/// Converts the result of an engine's search of the position on the board.
fn best_view(board: &Board, best: &Best) -> BestView {
    let score = match board.outcome() {
        Some(outcome) => Score::of_outcome(outcome),
        None => Score::new(Value::from_score(best.score), board),
    };
    let line: Vec<_> = best.turn.iter().chain(&best.ponder).take(2).cloned().collect();
    BestView {
        turn: best.turn.as_ref().map(|turn| turn_view(board, turn, true)),
        ponder: board.spell_line(&line).into_iter().nth(1),
        score,
        depth: best.depth,
        nodes: best.nodes,
        time: milliseconds(best.elapsed),
    }
}

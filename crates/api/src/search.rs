//! The engines of a desk.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use super::position::turn_view;
use super::reply::{BestView, LineView, Message, Reply, Score};
use super::request::{SearchLimits, SearchSettings};
use super::review::{self, Next};
use super::{Desk, Outbox};
use kurier_engine::eval::EvalParams;
use kurier_engine::search::{Best, Bound, Clock, Limits, MonotonicTime, Report, Settings, TimeSource};
use kurier_engine::session::{Board, Engine, Event, Level, Value};
use kurier_rules::rules::{Color, Definition};

/// The most turns of a line that are sent.
const LINE: usize = 24;

/// The engines, made when they are needed.
pub(super) struct Engines {
    engines: [Option<Engine>; Desk::ENGINES],
    threads: usize,
    hash: usize,
    time: Arc<dyn TimeSource>,
    /// Instead of the built-in evaluations, by the hash of the rules.
    evaluations: HashMap<u64, Arc<EvalParams>>,
}

impl Default for Engines {
    fn default() -> Self {
        Self {
            engines: [None, None],
            threads: *Settings::THREADS.end(),
            hash: *Settings::HASH.end(),
            time: Arc::new(MonotonicTime::default()),
            evaluations: HashMap::new(),
        }
    }
}

impl Engines {
    pub fn limit(&mut self, threads: usize, hash: usize) {
        (self.threads, self.hash) = (threads.max(1), hash.max(1));
    }

    pub fn set_time_source(&mut self, time: Arc<dyn TimeSource>) {
        self.time = time;
    }

    pub fn set_evaluation(&mut self, definition: &Definition, params: Arc<EvalParams>) {
        self.evaluations.insert(definition.rules_hash(), params);
    }

    pub fn has_evaluation(&self, definition: &Definition) -> bool {
        self.evaluations.contains_key(&definition.rules_hash())
    }

    /// Returns the numbers that a game is evaluated by.
    pub fn evaluation(&self, definition: &Definition) -> Arc<EvalParams> {
        evaluation(&self.evaluations, definition)
    }

    pub fn searching(&self) -> bool {
        self.engines.iter().flatten().any(Engine::searching)
    }

    /// Ends a search and waits for its last reply.
    pub fn stop(&mut self, engine: usize) -> Result<(), String> {
        let slot = self.engines.get_mut(engine).ok_or("there is no such engine")?;
        if let Some(engine) = slot {
            engine.halt();
        }
        Ok(())
    }

    pub fn search(
        &mut self,
        board: &Board,
        limits: &SearchLimits,
        settings: &SearchSettings,
        engine: usize,
        id: u32,
        outbox: &Outbox,
    ) -> Result<(), String> {
        let settings = self.settings(settings)?;
        let (shown, outbox) = (board.clone(), outbox.clone());
        self.run(engine, board, settings, &limits_of(limits), move |event| {
            let body = match event {
                Event::Report(report) => Reply::Line(line_view(&shown, &report)),
                Event::Best(best) => Reply::Best(best_view(&shown, &best)),
            };
            outbox(Message { id, body });
        })
    }

    pub fn judge(
        &mut self,
        board: &Board,
        limits: &SearchLimits,
        next: Option<Next>,
        engine: usize,
        id: u32,
        outbox: &Outbox,
    ) -> Result<(), String> {
        // Where a draw could have been claimed the game may continue.
        let goes_on = next.is_some() && board.has_turns();
        if let Some(outcome) = board.outcome().filter(|_| !goes_on) {
            let body = Reply::Judged(review::of_end(outcome));
            outbox(Message { id, body });
            return Ok(());
        }
        let settings = self.settings(&SearchSettings::default())?;
        let (shown, outbox) = (board.clone(), outbox.clone());
        let mut line = None;
        self.run(engine, board, settings, &limits_of(limits), move |event| match event {
            Event::Report(report) if report.line == 1 => line = Some(report),
            Event::Report(_) => (),
            Event::Best(best) => {
                let body = Reply::Judged(review::judged(&shown, &best, line.take(), next.as_ref()));
                outbox(Message { id, body });
            }
        })
    }

    fn settings(&self, wanted: &SearchSettings) -> Result<Settings, String> {
        let settings = match wanted.level {
            None => Settings::default(),
            Some(level) => Level::new(level).ok_or("there is no such level")?.settings(),
        };
        Ok(Settings {
            hash: wanted.hash.clamp(1, self.hash),
            threads: wanted.threads.clamp(1, self.threads),
            multipv: wanted.lines.clamp(*Settings::MULTIPV.start(), *Settings::MULTIPV.end()),
            overhead: Duration::ZERO,
            ..settings
        })
    }

    /// Searches in a thread of the engine's own or, where there are none, here.
    fn run(
        &mut self,
        engine: usize,
        board: &Board,
        settings: Settings,
        limits: &Limits,
        mut on_event: impl FnMut(Event) + Send + 'static,
    ) -> Result<(), String> {
        let slot = self.engines.get_mut(engine).ok_or("there is no such engine")?;
        let engine = match slot.take().filter(|engine| engine.definition() == board.definition()) {
            Some(mut engine) => {
                engine.halt();
                if *engine.settings() != settings {
                    engine.configure(settings);
                }
                slot.insert(engine)
            }
            None => {
                let params = evaluation(&self.evaluations, board.definition());
                slot.insert(Engine::with_time_source(board, params, settings, self.time.clone()))
            }
        };
        if cfg!(target_family = "wasm") {
            let best = engine.search(board, limits, |report| on_event(Event::Report(report.clone())));
            on_event(Event::Best(best.map_err(|error| error.to_string())?));
            return Ok(());
        }
        engine.start(board, limits, on_event).map_err(|error| error.to_string())
    }
}

fn evaluation(known: &HashMap<u64, Arc<EvalParams>>, definition: &Definition) -> Arc<EvalParams> {
    let own = known.get(&definition.rules_hash()).cloned();
    own.unwrap_or_else(|| EvalParams::built_in(definition).into())
}

fn limits_of(limits: &SearchLimits) -> Limits {
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

fn milliseconds(time: Duration) -> u64 {
    time.as_millis().try_into().unwrap_or(u64::MAX)
}

fn line_view(board: &Board, report: &Report) -> LineView {
    let line = &report.pv[..report.pv.len().min(LINE)];
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

fn best_view(board: &Board, best: &Best) -> BestView {
    let score = match board.outcome() {
        Some(outcome) => Score::of_outcome(outcome),
        None => Score::new(Value::from_score(best.score), board),
    };
    let mut line: Vec<_> = best.turn.iter().chain(&best.ponder).cloned().collect();
    line.truncate(2);
    BestView {
        turn: best.turn.as_ref().map(|turn| turn_view(board, turn, true)),
        ponder: board.spell_line(&line).into_iter().nth(1),
        score,
        depth: best.depth,
        nodes: best.nodes,
        time: milliseconds(best.elapsed),
    }
}

/// White's expected points seen by a side.
pub(super) fn seen_by(side: Color, expectation: f64) -> f64 {
    match side {
        Color::White => expectation,
        Color::Black => 1.0 - expectation,
    }
}

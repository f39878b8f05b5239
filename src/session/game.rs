//! The one implementation of [`Session`], for every board width.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use super::bench::{Bench, bench};
use super::{Event, Line, PerftCount, PositionError, Request, Session, Value, perft};
use crate::diagram::Diagram;
use crate::eval::Evaluation;
use crate::position::{Move, Outcome, Position, Turn};
use crate::rules::{Color, Definition, Variant};
use crate::search::{Best, Limits, Report, Searcher, Settings, Signals};

/// Stack of the searching thread in bytes: a search is a deep recursion with move lists in its frames.
const STACK: usize = 32 << 20;

/// An opened game on a board of `W` words.
pub(super) struct Game<const W: usize> {
    variant: Arc<Variant<W>>,
    position: Position<W>,
    /// The number of steps of every turn played, for taking them back.
    steps: Vec<usize>,
    settings: Settings,
    /// Absent while a search runs: its thread has it.
    searcher: Option<Box<Searcher<W>>>,
    search: Option<Search<W>>,
}

/// A search (or perft) that was started and whose thread has not been joined.
struct Search<const W: usize> {
    thread: JoinHandle<Box<Searcher<W>>>,
    control: Arc<Control>,
}

/// What the two threads of a search tell each other.
#[derive(Default)]
struct Control {
    signals: Signals,
    /// Set before the last event is sent.
    finished: AtomicBool,
}

impl<const W: usize> Game<W> {
    /// Opens the game at its start.
    pub(super) fn new(definition: Arc<Definition>, settings: Settings) -> Self {
        let variant = Arc::new(Variant::compile(definition));
        Self {
            position: Position::start(variant.clone()),
            steps: Vec::new(),
            searcher: Some(Box::new(Searcher::new(variant.clone(), settings.clone()))),
            search: None,
            settings,
            variant,
        }
    }

    /// Ends a running search.
    fn halt(&mut self) {
        self.stop();
        self.wait();
    }

    /// The searcher, after the end of a running search. A new one if that search has panicked.
    fn idle_searcher(&mut self) -> Box<Searcher<W>> {
        self.halt();
        let new = || Box::new(Searcher::new(self.variant.clone(), self.settings.clone()));
        self.searcher.take().unwrap_or_else(new)
    }

    /// Runs something that may take long in a thread of its own, which has the searcher meanwhile.
    fn spawn(&mut self, task: impl FnOnce(&mut Searcher<W>, &Control) + Send + 'static) -> Result<(), PositionError> {
        let mut searcher = self.idle_searcher();
        let control = Arc::new(Control::default());
        let body = {
            let control = control.clone();
            move || {
                task(&mut searcher, &control);
                searcher
            }
        };
        let thread = thread::Builder::new()
            .name("search".into())
            .stack_size(STACK)
            .spawn(body);
        let thread = thread.map_err(|error| PositionError::Thread(error.to_string()))?;
        self.search = Some(Search { thread, control });
        Ok(())
    }

    fn limits(&self, request: &Request) -> Result<Limits, PositionError> {
        let turns = |texts: &[String]| -> Result<Vec<Turn>, PositionError> {
            texts.iter().map(|text| turn(&self.position, text)).collect()
        };
        Ok(Limits {
            depth: request.depth,
            nodes: request.nodes,
            mate: request.mate,
            move_time: request.move_time,
            clock: request.clock.clone(),
            infinite: request.infinite,
            ponder: request.ponder,
            only: turns(&request.only)?,
            except: turns(&request.except)?,
        })
    }
}

impl<const W: usize> Session for Game<W> {
    fn definition(&self) -> &Arc<Definition> {
        &self.variant.definition
    }

    fn set_position(&mut self, fen: Option<&str>, turns: &[&str]) -> Result<(), PositionError> {
        self.halt();
        let mut position = match fen {
            Some(fen) => Position::from_fen(self.variant.clone(), fen)?,
            None => Position::start(self.variant.clone()),
        };
        let mut steps = Vec::with_capacity(turns.len());
        for text in turns {
            let turn = turn(&position, text)?;
            steps.push(turn.steps().len());
            position.play(&turn);
        }
        self.position = position;
        self.steps = steps;
        Ok(())
    }

    fn push(&mut self, text: &str) -> Result<String, PositionError> {
        self.halt();
        let turn = turn(&self.position, text)?;
        let spelling = self.position.spell(&turn);
        self.steps.push(turn.steps().len());
        self.position.play(&turn);
        Ok(spelling)
    }

    fn pop(&mut self) -> bool {
        self.halt();
        let Some(steps) = self.steps.pop() else {
            return false;
        };
        (0..steps).for_each(|_| self.position.unmake());
        true
    }

    fn fen(&self) -> String {
        self.position.fen()
    }

    fn side(&self) -> Color {
        self.position.side()
    }

    fn in_check(&self) -> bool {
        self.position.in_check()
    }

    fn turns(&self) -> Vec<String> {
        let mut turns: Vec<String> = self
            .position
            .turns()
            .iter()
            .map(|turn| self.position.spell(turn))
            .collect();
        turns.sort();
        turns
    }

    fn san(&self, text: &str) -> Option<String> {
        let turn = turn(&self.position, text).ok()?;
        Some(self.position.san(&turn))
    }

    fn parse_san(&self, text: &str) -> Result<String, PositionError> {
        match self.position.parse_san(text) {
            Ok(turn) => Ok(self.position.spell(&turn)),
            Err(error) => Err(PositionError::Turn {
                turn: text.to_owned(),
                reason: error.to_string(),
            }),
        }
    }

    fn turns_played(&self) -> usize {
        self.steps.len()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn board(&self) -> String {
        let board = match Diagram::new(self.variant.definition.clone(), &self.position.fen()) {
            Ok(diagram) => diagram.plain(),
            Err(error) => unreachable!("a position has a good FEN: {error}"),
        };
        format!("{board}\n{} to move", self.position.side().name())
    }

    fn explain_evaluation(&self) -> String {
        {
            let (params, _) = self.settings.evaluation.load_or_built_in(&self.variant.definition);
            Evaluation::new(self.variant.clone(), params.into()).explain(&self.position)
        }
    }

    fn perft(&self, depth: u32, threads: usize) -> PerftCount {
        perft::count(&self.position, depth, threads, &Signals::default()).expect("nothing stops it")
    }

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn configure(&mut self, settings: Settings) {
        let mut searcher = self.idle_searcher();
        searcher.configure(settings.clone());
        self.searcher = Some(searcher);
        self.settings = settings;
    }

    fn new_game(&mut self) {
        let mut searcher = self.idle_searcher();
        searcher.clear();
        self.searcher = Some(searcher);
    }

    fn start(&mut self, request: &Request, mut on_event: Box<dyn FnMut(Event) + Send>) -> Result<(), PositionError> {
        self.halt();
        let limits = self.limits(request)?;
        let position = self.position.clone();
        self.spawn(move |searcher, control| {
            let last = think(searcher, position, &limits, &control.signals, &mut on_event);
            control.finished.store(true, Ordering::Release);
            on_event(last);
        })
    }

    fn start_perft(
        &mut self,
        depth: u32,
        threads: usize,
        on_end: Box<dyn FnOnce(Option<PerftCount>) + Send>,
    ) -> Result<(), PositionError> {
        let position = self.position.clone();
        self.spawn(move |_, control| {
            let count = perft::count(&position, depth, threads, &control.signals);
            control.finished.store(true, Ordering::Release);
            on_end(count);
        })
    }

    fn start_bench(&mut self, depth: Option<u32>, on_end: Box<dyn FnOnce(Bench) + Send>) -> Result<(), PositionError> {
        let variant = self.variant.clone();
        self.spawn(move |_, control| {
            let done = bench(&variant, depth, &control.signals);
            control.finished.store(true, Ordering::Release);
            on_end(done);
        })
    }

    fn stop(&self) {
        if let Some(search) = &self.search {
            search.control.signals.stop();
        }
    }

    fn ponder_hit(&self) {
        if let Some(search) = &self.search {
            search.control.signals.ponder_hit();
        }
    }

    fn searching(&self) -> bool {
        let running = |search: &Search<W>| !search.control.finished.load(Ordering::Acquire);
        self.search.as_ref().is_some_and(running)
    }

    fn wait(&mut self) {
        if let Some(search) = self.search.take() {
            self.searcher = search.thread.join().ok();
        }
    }
}

impl<const W: usize> Drop for Game<W> {
    fn drop(&mut self) {
        self.halt();
    }
}

/// The legal turn of a text.
fn turn<const W: usize>(position: &Position<W>, text: &str) -> Result<Turn, PositionError> {
    position.parse_turn(text).map_err(|error| PositionError::Turn {
        turn: text.to_owned(),
        reason: error.to_string(),
    })
}

/// Runs a search to its end, passes its reports on, and answers the last event.
fn think<const W: usize>(
    searcher: &mut Searcher<W>,
    position: Position<W>,
    limits: &Limits,
    signals: &Signals,
    on_event: &mut dyn FnMut(Event),
) -> Event {
    let start = Instant::now();
    let mut board = position.clone();
    let mut report = |report: &Report| on_event(Event::Line(line(&mut board, report)));
    let best = searcher.run(&position, limits, signals, &mut report);
    conclude(position, &best, start)
}

fn line<const W: usize>(position: &mut Position<W>, report: &Report) -> Line {
    let value = Value::from_score(report.score);
    Line {
        depth: report.depth,
        selective_depth: report.selective_depth,
        line: report.line,
        value,
        bound: report.bound,
        wdl: value.wdl(),
        nodes: report.nodes,
        elapsed: report.elapsed,
        hash_full: report.hash_full,
        pv: spell_line(position, &report.pv),
    }
}

fn conclude<const W: usize>(mut position: Position<W>, best: &Best, start: Instant) -> Event {
    let (mut turn, mut ponder) = (None, None);
    if let Some(played) = &best.turn {
        turn = Some(position.spell(played));
        position.play(played);
        ponder = best.ponder.as_ref().map(|turn| position.spell(turn));
    }
    Event::Best {
        turn,
        ponder,
        value: Value::from_score(best.score),
        nodes: best.nodes,
        elapsed: start.elapsed(),
    }
}

/// A line, spelled.
fn spell_line<const W: usize>(position: &mut Position<W>, line: &[Turn]) -> Vec<String> {
    let mut texts = Vec::new();
    for turn in line {
        texts.push(position.spell(turn));
        position.play(turn);
    }
    line.iter().rev().for_each(|turn| position.undo(turn));
    texts
}

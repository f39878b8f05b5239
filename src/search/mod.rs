//! Search: limits, time, transposition table, ordering, histories, negamax, quiescence, workers.
//!
//! [`Searcher`] is the way in. It owns what lasts from search to search: the table, shared by all threads, and each
//! worker's memory. A search builds one worker a thread; the first runs in the caller's thread, keeps the time and
//! reports, the others help by filling the table (*lazy SMP*).
//!
//! Deliberately absent: the name of the game (a profile derived from its definition says what matters), parsing and
//! printing, globals. With one thread and a depth or node limit nothing depends on the time.
//!
//! The unit of the tree is the *step*. In chain games a turn may have several; between them the side to move stays,
//! scores are not negated and no depth is spent. Depths and forced ends are counted in turns.

mod correction;
mod frame;
mod history;
mod learning;
mod limits;
mod negamax;
mod parameters;
mod picker;
mod profile;
mod pruning;
mod quiescence;
mod report;
mod root;
mod score;
mod signals;
mod strength;
mod table;
mod time;
mod worker;

use std::sync::Arc;
use std::thread;
use std::time::Duration;

pub use limits::{Clock, Limits};
pub use parameters::{Declaration, Parameters};
pub use report::{Best, Bound, Report};
pub use score::{MATE, MATE_IN_MAX, Score, mate_in};
pub use signals::Signals;
pub use strength::{MAX_ELO, MIN_ELO};

use crate::eval::{Evaluation, EvaluationSource};
use crate::position::{Move, Position};
use crate::rules::Variant;
use profile::Profile;
use root::{Goal, MAX_DEPTH, RootTurn};
use score::INFINITE;
use strength::Handicap;
use table::Table;
use time::{Budget, Timer};
use worker::{Control, Memory, Worker};

/// One turn: one move, or all steps of a chain.
pub type Turn = Vec<Move>;

/// The most worker threads.
pub const MAX_THREADS: usize = 512;

/// Stack of a helper's thread, in bytes: the deepest search with room to spare.
const STACK: usize = 16 << 20;

/// Settings that stay from search to search.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Transposition table, MiB. A table that cannot be had becomes smaller.
    pub hash: usize,
    /// Worker threads, 1 to [`MAX_THREADS`].
    pub threads: usize,
    /// Lines reported, at least 1.
    pub multipv: usize,
    /// Subtracted from every thinking time.
    pub overhead: Duration,
    /// Playing strength to aim at in Elo (UCI_Elo), [`MIN_ELO`] to [`MAX_ELO`]; `None`: full.
    pub elo: Option<u32>,
    /// The numbers of the search.
    pub parameters: Parameters,
    /// The numbers of the evaluation; those of another game count as none.
    pub evaluation: EvaluationSource,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hash: 64,
            threads: 1,
            multipv: 1,
            overhead: Duration::from_millis(30),
            elo: None,
            parameters: Parameters::default(),
            evaluation: EvaluationSource::default(),
        }
    }
}

/// The searcher of one game: table, workers, histories.
pub struct Searcher<const W: usize> {
    settings: Settings,
    evaluation: Evaluation<W>,
    profile: Profile,
    table: Table,
    memories: Vec<Memory>,
}

impl<const W: usize> Searcher<W> {
    /// A searcher that has seen nothing.
    pub fn new(variant: Arc<Variant<W>>, settings: Settings) -> Self {
        let evaluation = Evaluation::from_source(variant.clone(), &settings.evaluation);
        let profile = Profile::new(&variant, &evaluation, &settings.parameters);
        let table = Table::new(settings.hash);
        let mut searcher = Self {
            settings,
            evaluation,
            profile,
            table,
            memories: Vec::new(),
        };
        searcher.hire();
        searcher
    }

    /// Makes one memory for each worker, before a clock runs.
    fn hire(&mut self) {
        let threads = self.settings.threads.clamp(1, MAX_THREADS);
        self.memories.resize_with(threads, || Memory::new(&self.profile));
    }

    /// The settings in force.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The evaluation in use.
    pub fn evaluation(&self) -> &Evaluation<W> {
        &self.evaluation
    }

    /// Applies settings (reallocating the table if its size changes).
    pub fn configure(&mut self, settings: Settings) {
        if settings.hash != self.settings.hash {
            // The old table goes first: both together might not fit.
            self.table = Table::new(1);
            self.table = Table::new(settings.hash);
        }
        if settings.evaluation != self.settings.evaluation {
            self.evaluation = Evaluation::from_source(self.evaluation.variant().clone(), &settings.evaluation);
            // What was learnt rests on the other evaluation.
            self.clear();
        }
        if settings.evaluation != self.settings.evaluation || settings.parameters != self.settings.parameters {
            self.profile = Profile::new(self.evaluation.variant(), &self.evaluation, &settings.parameters);
        }
        self.settings = settings;
        self.hire();
    }

    /// Forgets everything: a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.memories.iter_mut().for_each(Memory::clear);
    }

    /// Runs a search to its end in this thread (and the workers' threads).
    ///
    /// Reports come after each iteration, in the order of the lines, and in long searches on bounds. Root turns
    /// that are not legal are ignored; if none is left of [`Limits::only`], all legal ones are searched.
    pub fn run(
        &mut self,
        position: &Position<W>,
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn FnMut(&Report),
    ) -> Best {
        let timer = Timer::start(
            Budget::new(
                limits,
                position.side(),
                self.settings.overhead,
                &self.settings.parameters,
            ),
            limits.ponder,
        );
        let (roots, partial) = root_turns(position, limits);
        // Analysis is always at full strength.
        let handicap = self.settings.elo.filter(|_| !limits.infinite).map(Handicap::new);
        let threads = if handicap.is_some() { 1 } else { self.memories.len() };
        let goal = Goal {
            depth: limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH),
            mate: limits.mate,
            lines: handicap.map_or(0, |handicap| handicap.lines).max(self.settings.multipv),
            reported: self.settings.multipv.max(1),
        };
        let nodes = [limits.nodes, handicap.map(|handicap| handicap.nodes)]
            .into_iter()
            .flatten()
            .min();
        let control = Control::new(signals, threads, nodes);
        self.table.grow_older();

        let mut workers = self
            .memories
            .iter_mut()
            .take(threads)
            .enumerate()
            .map(|(index, memory)| {
                let position = position.clone();
                let mut worker = Worker::new(
                    index,
                    position,
                    &self.evaluation,
                    &self.profile,
                    &self.table,
                    &control,
                    memory,
                );
                worker.roots = roots.clone();
                worker.partial = partial;
                worker
            });
        let Some(mut first) = workers.next() else {
            return Best::default();
        };
        if roots.is_empty() {
            await_end(limits, signals);
            return Best {
                score: first.ended(0).unwrap_or_else(|| first.stuck_score(0)),
                ..Best::default()
            };
        }
        first.timer = Some(timer);

        let helpers: Vec<Finished> = thread::scope(|scope| {
            let running: Vec<_> = workers
                .filter_map(|mut helper| {
                    let builder = thread::Builder::new().stack_size(STACK);
                    let work = move || {
                        helper.iterate(
                            &Goal {
                                depth: MAX_DEPTH,
                                ..goal
                            },
                            &mut |_| (),
                        );
                        Finished::of(helper)
                    };
                    // A thread that cannot be had is done without.
                    builder.spawn_scoped(scope, work).ok()
                })
                .collect();
            first.iterate(&goal, report);
            control.abort();
            running.into_iter().filter_map(|helper| helper.join().ok()).collect()
        });
        await_end(limits, signals);

        let main = Finished::of_ref(&first);
        let mut chosen = &main;
        if goal.lines == 1 && limits.depth.is_none() {
            for helper in &helpers {
                if helper.beats(chosen) {
                    chosen = helper;
                }
            }
        }
        let index = match handicap {
            Some(handicap) => handicap.choose(&chosen.roots, &mut rand::rng()),
            None => 0,
        };
        let best = &chosen.roots[index];
        let score = match best.last_score() {
            score if score == -INFINITE => first.assess(0, None).1,
            score => score,
        };
        let ponder = first
            .complete(&best.pv)
            .get(best.turn.len()..)
            .and_then(|rest| first.first_turn(&best.turn, rest));
        Best {
            turn: best.turn.clone(),
            ponder,
            score,
            nodes: control.nodes(),
            depth: chosen.depth as u32,
        }
    }
}

/// What a worker leaves behind.
struct Finished {
    roots: Vec<RootTurn>,
    depth: i32,
}

impl Finished {
    fn of<const W: usize>(worker: Worker<W>) -> Self {
        Self {
            depth: worker.completed,
            roots: worker.roots,
        }
    }

    fn of_ref<const W: usize>(worker: &Worker<W>) -> Self {
        Self {
            depth: worker.completed,
            roots: worker.roots.clone(),
        }
    }

    /// Whether this result is to be preferred: deeper and no worse, or a quicker forced win.
    fn beats(&self, other: &Self) -> bool {
        let (mine, theirs) = (self.roots[0].last_score(), other.roots[0].last_score());
        let sound = mine != -INFINITE;
        sound && (self.depth > other.depth && mine >= theirs || mine >= MATE_IN_MAX && mine > theirs)
    }
}

/// The turns to search, and whether legal ones are left out.
fn root_turns<const W: usize>(position: &Position<W>, limits: &Limits) -> (Vec<RootTurn>, bool) {
    if position.variant_end().is_some() {
        return (Vec::new(), false);
    }
    let legal = position.turns();
    let wanted = |turn: &&Turn| (limits.only.is_empty() || limits.only.contains(turn)) && !limits.except.contains(turn);
    let mut roots: Vec<_> = legal.iter().filter(wanted).cloned().map(RootTurn::new).collect();
    if roots.is_empty() {
        roots = legal.iter().cloned().map(RootTurn::new).collect();
    }
    let partial = roots.len() < legal.len();
    (roots, partial)
}

/// Waits for the signal without which the search must not end.
fn await_end(limits: &Limits, signals: &Signals) {
    while (limits.infinite || limits.ponder && !signals.hit()) && !signals.stopped() {
        thread::sleep(Duration::from_millis(1));
    }
}

#[cfg(test)]
mod tests;

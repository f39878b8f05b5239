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

mod correction_history;
mod extensions;
mod history;
mod history_update;
mod limits;
mod move_picker;
mod move_pruning;
mod negamax;
mod node;
mod parameters;
mod profile;
mod pruning;
mod pv_table;
mod quiescence;
mod reductions;
mod report;
mod root;
mod root_move;
mod score;
mod signals;
mod skill;
mod stack;
mod time;
mod transposition_table;
mod worker;

use std::sync::Arc;
use std::thread;
use std::time::Duration;

pub use limits::{Clock, Limits};
pub use parameters::{Declaration, Parameters};
pub use report::{Best, Bound, Report};
pub use score::{MATE, MATE_IN_MAX, Score, mate_in};
pub use signals::Signals;
pub use skill::{MAX_ELO, MIN_ELO};

use crate::eval::{Evaluation, EvaluationSource};
use crate::position::Position;
pub use crate::position::Turn;
use crate::rules::Variant;
use profile::Profile;
use root::{Goal, MAX_DEPTH};
use root_move::RootMove;
use score::INFINITE;
use skill::SkillLevel;
use time::{Budget, Timer};
use transposition_table::TranspositionTable;
use worker::{Control, ThreadData, Worker};

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
    table: TranspositionTable,
    threads: Vec<ThreadData>,
}

impl<const W: usize> Searcher<W> {
    /// A searcher that has seen nothing.
    pub fn new(variant: Arc<Variant<W>>, settings: Settings) -> Self {
        let evaluation = Evaluation::from_source(variant.clone(), &settings.evaluation);
        let profile = Profile::new(&variant, &evaluation, &settings.parameters);
        let table = TranspositionTable::new(settings.hash);
        let mut searcher = Self {
            settings,
            evaluation,
            profile,
            table,
            threads: Vec::new(),
        };
        searcher.resize_threads();
        searcher
    }

    /// Makes one memory for each worker, before a clock runs.
    fn resize_threads(&mut self) {
        let threads = self.settings.threads.clamp(1, MAX_THREADS);
        self.threads.resize_with(threads, || ThreadData::new(&self.profile));
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
            self.table = TranspositionTable::new(1);
            self.table = TranspositionTable::new(settings.hash);
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
        self.resize_threads();
    }

    /// Forgets everything: a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.threads.iter_mut().for_each(ThreadData::clear);
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
        let (root_moves, restricted) = root_moves(position, limits);
        // Analysis is always at full strength.
        let skill = self.settings.elo.filter(|_| !limits.infinite).map(SkillLevel::new);
        let threads = if skill.is_some() { 1 } else { self.threads.len() };
        let goal = Goal {
            depth: limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH),
            mate: limits.mate,
            lines: skill.map_or(0, |skill| skill.lines).max(self.settings.multipv),
            reported: self.settings.multipv.max(1),
        };
        let nodes = [limits.nodes, skill.map(|skill| skill.nodes)]
            .into_iter()
            .flatten()
            .min();
        let control = Control::new(signals, threads, nodes);
        self.table.increment_age();

        let mut workers = self.threads.iter_mut().take(threads).enumerate().map(|(index, data)| {
            let position = position.clone();
            let mut worker = Worker::new(
                index,
                position,
                &self.evaluation,
                &self.profile,
                &self.table,
                &control,
                data,
            );
            worker.root_moves = root_moves.clone();
            worker.restricted_root = restricted;
            worker
        });
        let Some(mut first) = workers.next() else {
            return Best::default();
        };
        if root_moves.is_empty() {
            await_end(limits, signals);
            return Best {
                score: first.game_end(0).unwrap_or_else(|| first.no_legal_moves(0)),
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
        let index = match skill {
            Some(skill) => skill.choose(&chosen.root_moves, &mut rand::rng()),
            None => 0,
        };
        let best = &chosen.root_moves[index];
        let score = match best.last_score() {
            score if score == -INFINITE => first.evaluate(0, None).1,
            score => score,
        };
        let ponder = first
            .complete(&best.pv)
            .get(best.turn.steps().len()..)
            .and_then(|rest| first.first_turn(&best.turn, rest));
        Best {
            turn: Some(best.turn.clone()),
            ponder,
            score,
            nodes: control.nodes(),
            depth: chosen.depth as u32,
        }
    }
}

/// What a worker leaves behind.
struct Finished {
    root_moves: Vec<RootMove>,
    depth: i32,
}

impl Finished {
    fn of<const W: usize>(worker: Worker<W>) -> Self {
        Self {
            depth: worker.completed_depth,
            root_moves: worker.root_moves,
        }
    }

    fn of_ref<const W: usize>(worker: &Worker<W>) -> Self {
        Self {
            depth: worker.completed_depth,
            root_moves: worker.root_moves.clone(),
        }
    }

    /// Whether this result is to be preferred: deeper and no worse, or a quicker forced win.
    fn beats(&self, other: &Self) -> bool {
        let (mine, theirs) = (self.root_moves[0].last_score(), other.root_moves[0].last_score());
        let sound = mine != -INFINITE;
        sound && (self.depth > other.depth && mine >= theirs || mine >= MATE_IN_MAX && mine > theirs)
    }
}

/// The turns to search, and whether legal ones are left out.
fn root_moves<const W: usize>(position: &Position<W>, limits: &Limits) -> (Vec<RootMove>, bool) {
    if position.variant_end().is_some() {
        return (Vec::new(), false);
    }
    let legal = position.turns();
    let wanted = |turn: &&Turn| (limits.only.is_empty() || limits.only.contains(turn)) && !limits.except.contains(turn);
    let mut roots: Vec<_> = legal.iter().filter(wanted).cloned().map(RootMove::new).collect();
    if roots.is_empty() {
        roots = legal.iter().cloned().map(RootMove::new).collect();
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

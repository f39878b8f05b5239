//! The searcher of one game, and the threads of a search.

use std::hash::{BuildHasher, RandomState};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread::available_parallelism;

use rayon_core::{ThreadPool, ThreadPoolBuilder};

use super::control::Control;
use super::profile::Profile;
use super::root::{Goal, MAX_DEPTH};
use super::root_move::RootMove;
use super::score::draw_scores;
use super::skill::SkillLevel;
use super::time::{Budget, Timer};
use super::transposition_table::TranspositionTable;
use super::worker::{ThreadData, Worker};
use super::{Best, Limits, MonotonicTime, Report, Settings, Signals, TimeSource, Turn};
use crate::eval::{EvalParams, Evaluation};
use kurier_rules::position::Position;
use kurier_rules::random::SplitMix64;
use kurier_rules::rules::Variant;

/// Stack of a helper's thread, in bytes: the deepest search with room to spare.
const STACK: usize = 16 << 20;

/// The most threads for each core. More of them find nothing sooner, but every one has to come to a core once before a search
/// can end.
const THREADS_PER_CORE: usize = 4;

/// The searcher of one game: evaluation, transposition table, histories.
pub struct Searcher<const W: usize> {
    settings: Settings,
    evaluation: Arc<Evaluation<W>>,
    profile: Profile,
    table: TranspositionTable,
    threads: Vec<ThreadData>,
    /// The helpers' threads, which live between searches; `None` for one thread, or where the system has none.
    pool: Option<ThreadPool>,
    time: Arc<dyn TimeSource>,
    /// For playing below full strength.
    random: SplitMix64,
}

impl<const W: usize> Searcher<W> {
    /// Creates a searcher that has seen nothing, with the built-in evaluation and the system's clock.
    pub fn new(variant: Arc<Variant<W>>, settings: Settings) -> Self {
        Self::with_evaluation(Evaluation::built_in(variant), settings)
    }

    /// Creates a searcher that evaluates like this.
    pub fn with_evaluation(evaluation: Evaluation<W>, settings: Settings) -> Self {
        Self::with_time_source(evaluation, settings, Arc::new(MonotonicTime::default()))
    }

    /// Creates a searcher that reads the time elsewhere.
    pub fn with_time_source(evaluation: Evaluation<W>, settings: Settings, time: Arc<dyn TimeSource>) -> Self {
        let profile = Profile::new(evaluation.variant(), &evaluation, &settings.parameters);
        let table = TranspositionTable::new(settings.hash);
        let random = SplitMix64::new(RandomState::new().hash_one(time.now()));
        let mut searcher = Self {
            settings,
            evaluation: Arc::new(evaluation),
            profile,
            table,
            threads: Vec::new(),
            pool: None,
            time,
            random,
        };
        searcher.resize_threads();
        searcher
    }

    /// Makes the data of each thread, before a clock runs.
    fn resize_threads(&mut self) {
        let cores = available_parallelism().map_or(1, NonZeroUsize::get);
        let wanted = self.settings.threads.min(*Settings::THREADS.end());
        let threads = wanted.min(cores * THREADS_PER_CORE).max(1);
        if threads != self.threads.len() {
            self.pool = helper_threads(threads - 1);
        }
        self.threads.resize_with(threads, || ThreadData::new(&self.profile));
    }

    /// Returns the settings in force.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the size that the transposition table really has, in MiB: less than [`Settings::hash`] where the system
    /// did not have the memory.
    pub fn hash(&self) -> usize {
        self.table.mib()
    }

    /// Returns the evaluation in use.
    pub fn evaluation(&self) -> &Arc<Evaluation<W>> {
        &self.evaluation
    }

    /// Applies settings (reallocating the table if its size changes).
    pub fn configure(&mut self, settings: Settings) {
        if settings.hash != self.settings.hash {
            // The old table goes first: both together might not fit.
            self.table = TranspositionTable::new(1);
            self.table = TranspositionTable::new(settings.hash);
        }
        let new_parameters = settings.parameters != self.settings.parameters;
        self.settings = settings;
        if new_parameters {
            self.adapt_profile();
        }
        self.resize_threads();
    }

    /// Evaluates with these numbers from now on, which must be for this game.
    pub fn set_evaluation(&mut self, params: Arc<EvalParams>) {
        self.evaluation = Evaluation::new(self.evaluation.variant().clone(), params).into();
        self.adapt_profile();
        // What was learnt rests on the other evaluation.
        self.clear();
    }

    fn adapt_profile(&mut self) {
        self.profile = Profile::new(self.evaluation.variant(), &self.evaluation, &self.settings.parameters);
    }

    /// Forgets everything: a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.threads.iter_mut().for_each(ThreadData::clear);
    }

    /// Runs a search to its end in this thread (and the helpers' threads).
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
        let Settings {
            overhead, parameters, ..
        } = &self.settings;
        let budget = Budget::new(
            limits,
            position.side(),
            *overhead,
            self.profile.time_horizon,
            parameters,
        );
        let timer = Timer::start(&*self.time, budget, limits.ponder, self.settings.node_time);
        let (root_moves, restricted_root) = root_moves(position, limits);
        // Analysis is always at full strength, and takes no side.
        let contempt = if limits.infinite { 0 } else { self.settings.contempt };
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

        let data = self.threads.iter_mut().take(threads).enumerate();
        let worker = |(index, data)| Worker {
            root_moves: root_moves.clone(),
            restricted_root,
            draw: draw_scores(position.side(), contempt),
            ..Worker::new(
                index,
                position.clone(),
                &self.evaluation,
                &self.profile,
                &self.table,
                &control,
                data,
            )
        };
        let mut workers: Vec<Worker<W>> = data.map(worker).collect();
        let (main, helpers) = workers.split_first_mut().expect("there is at least one thread");
        if root_moves.is_empty() {
            wait_for_signals(limits, signals);
            return Best {
                score: main.game_end(0).unwrap_or_else(|| main.no_legal_moves(0)),
                ..Best::default()
            };
        }
        main.timer = Some(timer);
        let mut shown = None;
        let mut watched = |message: &Report| {
            if message.line == 1 {
                shown = message.pv.first().cloned();
            }
            report(message);
        };
        search(main, helpers, self.pool.as_ref(), &goal, &control, &mut watched);
        wait_for_signals(limits, signals);

        let mut chosen = &*main;
        if goal.lines == 1 && limits.depth.is_none() {
            for helper in &*helpers {
                if helper.beats(chosen) {
                    chosen = helper;
                }
            }
        }
        let index = skill.map_or(0, |skill| skill.choose(&chosen.root_moves, &mut self.random));
        let depth = chosen.completed_depth as u32;
        let (mut root_moves, root_depth) = (chosen.root_moves.clone(), chosen.root_depth);
        root_moves[..=index].rotate_right(1);
        let best = root_moves[0].clone();
        (main.root_moves, main.root_depth) = (root_moves, root_depth);
        // The last line shown is that of the turn to play, also if another was best, or an iteration has not been finished.
        if shown.as_ref() != Some(&best.turn) {
            main.report_lines(&goal, report);
        }
        let score = main.score_or_evaluation(best.last_score());
        let ponder = main.whole_turns(&best.pv).into_iter().nth(1);
        Best {
            turn: Some(best.turn),
            ponder,
            score,
            nodes: control.nodes(),
            elapsed: timer.elapsed(),
            depth,
        }
    }
}

/// Threads for so many helpers, or for as many as the system has.
fn helper_threads(helpers: usize) -> Option<ThreadPool> {
    let counts = std::iter::successors(Some(helpers), |count| Some(count / 2));
    let pool = |count| {
        ThreadPoolBuilder::new()
            .num_threads(count)
            .stack_size(STACK)
            .build()
            .ok()
    };
    counts.take_while(|count| *count > 0).find_map(pool)
}

/// Searches with all workers: the main one in this thread until its goal, each helper in a thread of its own until then.
fn search<const W: usize>(
    main: &mut Worker<W>,
    helpers: &mut [Worker<W>],
    pool: Option<&ThreadPool>,
    goal: &Goal,
    control: &Control,
    report: &mut dyn FnMut(&Report),
) {
    let (Some(pool), false) = (pool, helpers.is_empty()) else {
        return main.iterate(goal, report);
    };
    pool.in_place_scope(|scope| {
        let endless = Goal {
            depth: MAX_DEPTH,
            ..*goal
        };
        // A helper without a thread of its own would begin when the others have ended.
        for helper in helpers.iter_mut().take(pool.current_num_threads()) {
            scope.spawn(move |_| helper.iterate(&endless, &mut |_| ()));
        }
        main.iterate(goal, report);
        control.abort();
    });
}

/// Returns the turns to search, and whether legal ones are left out.
fn root_moves<const W: usize>(position: &Position<W>, limits: &Limits) -> (Vec<RootMove>, bool) {
    if position.variant_end().is_some() {
        return (Vec::new(), false);
    }
    let legal = position.turns();
    let wanted = |turn: &&Turn| (limits.only.is_empty() || limits.only.contains(turn)) && !limits.except.contains(turn);
    let mut root_moves: Vec<_> = legal.iter().filter(wanted).cloned().map(RootMove::new).collect();
    if root_moves.is_empty() {
        root_moves = legal.iter().cloned().map(RootMove::new).collect();
    }
    let restricted = root_moves.len() < legal.len();
    (root_moves, restricted)
}

/// Waits for the signal without which the search must not end.
fn wait_for_signals(limits: &Limits, signals: &Signals) {
    signals.wait_until(|signals| signals.stopped() || !(limits.infinite || limits.ponder && !signals.hit()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurier_rules::rules::Catalogue;

    /// More threads would only be in each other's way when the search is to end.
    #[test]
    fn threads_do_not_outnumber_the_cores_by_much() {
        let chess = Catalogue::built_in().get("chess").expect("it is built in");
        let settings = |threads| Settings {
            hash: 1,
            threads,
            ..Settings::default()
        };
        let variant: Arc<Variant<1>> = Variant::compile(chess).into();
        let mut searcher = Searcher::new(variant, settings(512));
        let cores = available_parallelism().map_or(1, NonZeroUsize::get);
        assert_eq!(searcher.threads.len(), (THREADS_PER_CORE * cores).min(512));
        searcher.configure(settings(2));
        assert_eq!(searcher.threads.len(), 2);
    }
}

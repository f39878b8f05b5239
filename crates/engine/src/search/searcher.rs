//! The searcher for one variant, which runs searches in one or more threads.

use std::hash::{BuildHasher, RandomState};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use rayon_core::{ThreadPool, ThreadPoolBuilder};

use super::control::Control;
use super::endgame;
use super::mate::{MateSearch, Proof};
use super::profile::Profile;
use super::root::{Goal, MAX_DEPTH};
use super::root_move::RootMove;
use super::score::{MATE, Score, draw_scores};
use super::skill::SkillLevel;
use super::time::{Budget, Timer};
use super::transposition_table::TranspositionTable;
use super::worker::{ThreadData, Worker};
use super::{Best, Bound, Limits, MonotonicTime, Report, Settings, Signals, TimeSource, Turn};
use crate::eval::{EvalParams, Evaluation};
use kurier_rules::board::{same, same_mut, same_ref};
use kurier_rules::compiled_here;
use kurier_rules::endgame::EndgameTables;
use kurier_rules::position::Position;
use kurier_rules::random::SplitMix64;
use kurier_rules::rules::Variant;

/// The stack size of a helper thread, in bytes: more than the deepest search needs.
const STACK: usize = 16 << 20;

/// The maximum number of threads per core. More threads do not search faster, and a search ends only after each thread
/// has been scheduled once more.
const THREADS_PER_CORE: usize = 4;

/// The number of nodes between two checks of the clock and the signals in a search for a mate.
const MATE_POLL: u64 = 256;

/// The length, in moves, of the longest win that the short mate search before the main search looks for.
const MATE_FIRST_MOVES: u32 = 5;

/// The maximum number of nodes in the short mate search before the main search. If the main search is limited to fewer
/// than four times as many nodes, the mate search is limited to a quarter of that limit.
const MATE_FIRST_NODES: u64 = 20_000;

/// The maximum number of nodes in the normal search that chooses a turn if the mate search finds no mate.
const MATE_FALLBACK: u64 = 5_000;

/// The searcher for one variant, with its evaluation, transposition table and histories.
pub struct Searcher<const W: usize> {
    settings: Settings,
    evaluation: Arc<Evaluation<W>>,
    profile: Profile,
    table: TranspositionTable,
    threads: Vec<ThreadData>,
    /// The helpers' threads, kept between searches; `None` for a single thread, or if the system cannot create threads.
    pool: Option<ThreadPool>,
    time: Arc<dyn TimeSource>,
    endgames: Option<Arc<dyn EndgameTables<W>>>,
    /// The random number generator for play below full strength.
    random: SplitMix64,
}

impl<const W: usize> Searcher<W> {
    /// Creates a searcher with an empty table, the built-in evaluation and the system's clock.
    pub fn new(variant: Arc<Variant<W>>, settings: Settings) -> Self {
        Self::with_evaluation(Evaluation::built_in(variant), settings)
    }

    /// Creates a searcher with an evaluation and the system's clock.
    pub fn with_evaluation(evaluation: Evaluation<W>, settings: Settings) -> Self {
        Self::with_time_source(evaluation, settings, Arc::new(MonotonicTime::default()))
    }

    /// Creates a searcher with an evaluation and a clock.
    pub fn with_time_source(evaluation: Evaluation<W>, settings: Settings, time: Arc<dyn TimeSource>) -> Self {
        compiled_here!(
            W,
            (evaluation: Evaluation<W> = same(evaluation), settings: Settings = settings, time: Arc<dyn TimeSource> = time)
                -> Searcher<W> { Searcher::create(evaluation, settings, time) }
        )
    }

    fn create(evaluation: Evaluation<W>, settings: Settings, time: Arc<dyn TimeSource>) -> Self {
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
            endgames: None,
            random,
        };
        searcher.resize_threads();
        searcher
    }

    /// Spawns the helpers' threads and allocates each thread's data in advance, which saves time during searches.
    fn resize_threads(&mut self) {
        let cores = available_parallelism().map_or(1, NonZeroUsize::get);
        let wanted = self.settings.threads.min(*Settings::THREADS.end());
        let threads = wanted.min(cores * THREADS_PER_CORE).max(1);
        if threads != self.threads.len() {
            self.pool = helper_threads(threads - 1);
        }
        self.threads.resize_with(threads, || ThreadData::new(&self.profile));
    }

    /// Returns the current settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the actual size of the transposition table in MiB: less than [`Settings::hash`] if the system did not
    /// have enough memory.
    pub fn hash(&self) -> usize {
        self.table.mib()
    }

    /// Returns the evaluation in use.
    pub fn evaluation(&self) -> &Arc<Evaluation<W>> {
        &self.evaluation
    }

    /// Applies settings. If the size of the transposition table changes, the table is allocated again and is empty.
    pub fn configure(&mut self, settings: Settings) {
        compiled_here!(W, (searcher: &mut Searcher<W> = same_mut(self), settings: Settings = settings) -> () {
            searcher.apply(settings);
        })
    }

    fn apply(&mut self, settings: Settings) {
        if settings.hash != self.settings.hash {
            // Free the old table first: both tables together might not fit into memory.
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

    /// Replaces the evaluation's parameters and clears the searcher. The parameters must be for this variant.
    pub fn set_evaluation(&mut self, params: Arc<EvalParams>) {
        compiled_here!(W, (searcher: &mut Searcher<W> = same_mut(self), params: Arc<EvalParams> = params) -> () {
            searcher.evaluation = Evaluation::new(searcher.evaluation.variant().clone(), params).into();
            searcher.adapt_profile();
            // The table and the histories come from searches with the old evaluation.
            searcher.clear();
        })
    }

    /// Sets the endgame tables that later searches use; `None` means that they use none. Clears the transposition
    /// table, since its scores come from searches with different tables or without tables.
    pub fn set_endgames(&mut self, endgames: Option<Arc<dyn EndgameTables<W>>>) {
        self.endgames = endgames;
        self.table.clear();
    }

    fn adapt_profile(&mut self) {
        self.profile = Profile::new(self.evaluation.variant(), &self.evaluation, &self.settings.parameters);
    }

    /// Clears the transposition table and all histories, for a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.threads.iter_mut().for_each(ThreadData::clear);
    }

    /// Runs a search to its end, in the calling thread and the helpers' threads.
    ///
    /// Calls `report` for each line after each iteration. A long search that reports only one line also calls it
    /// whenever the score falls outside the aspiration window. Illegal turns in the limits are ignored; if the limits
    /// leave no legal turn, all legal turns are searched.
    pub fn run(
        &mut self,
        position: &Position<W>,
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn FnMut(&Report),
    ) -> Best {
        compiled_here!(
            W,
            (
                searcher: &mut Searcher<W> = same_mut(self),
                position: &Position<W> = same_ref(position),
                limits: &Limits = limits,
                signals: &Signals = signals,
                report: &mut dyn FnMut(&Report) = report
            ) -> Best { searcher.search(position, limits, signals, report) }
        )
    }

    fn search(
        &mut self,
        position: &Position<W>,
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn FnMut(&Report),
    ) -> Best {
        if let Some(moves) = limits.mate {
            return self.run_for_mate(position, moves, limits, signals, report);
        }
        if limits.mate_first
            && let Some(best) = self.look_for_mate(position, limits, signals, report)
        {
            wait_for_signals(limits, signals);
            return best;
        }
        let budget = self.budget(position, limits);
        let timer = Timer::start(&*self.time, budget, limits.ponder, self.settings.node_time);
        let (mut root_moves, mut restricted_root) = root_moves(position, limits);
        // Analysis runs at full strength and without contempt, which would favour one side.
        let contempt = if limits.infinite { 0 } else { self.settings.contempt };
        let skill = self.settings.elo.filter(|_| !limits.infinite).map(SkillLevel::new);
        let threads = if skill.is_some() { 1 } else { self.threads.len() };
        let goal = Goal {
            depth: limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH),
            lines: skill.map_or(0, |skill| skill.lines).max(self.settings.multipv),
            reported: self.settings.multipv.max(1),
        };
        let nodes = [limits.nodes, skill.map(|skill| skill.nodes)]
            .into_iter()
            .flatten()
            .min();
        // Play below full strength uses no tables, and several lines need the turns that the tables would leave out.
        let endgames = self.endgames.clone().filter(|_| skill.is_none());
        let turns = root_moves.len();
        let endgame_score = match &endgames {
            Some(tables) if goal.lines <= 1 => endgame::choose(&**tables, position, &mut root_moves),
            _ => None,
        };
        restricted_root |= root_moves.len() < turns;
        let asked = endgames.as_deref().filter(|_| endgame_score.is_none());
        let control = Control::new(signals, threads, nodes);
        self.table.increment_age();

        let data = self.threads.iter_mut().take(threads).enumerate();
        let worker = |(index, data)| Worker {
            root_moves: root_moves.clone(),
            restricted_root,
            endgames: asked,
            endgame_pieces: asked.map_or(0, EndgameTables::largest),
            endgame_score,
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
        // The last line reported must begin with the turn to play, even if the skill level chose a turn that is not the
        // best, another worker found a better one, or an unfinished iteration changed the best turn.
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
            no_win: None,
        }
    }

    /// Plans the time budget of a search.
    fn budget(&self, position: &Position<W>, limits: &Limits) -> Budget {
        let Settings {
            overhead, parameters, ..
        } = &self.settings;
        Budget::new(
            limits,
            position.side(),
            *overhead,
            self.profile.time_horizon,
            parameters,
        )
    }

    /// Searches for a short win before the main search. If there is one, reports it and returns it.
    fn look_for_mate(
        &self,
        position: &Position<W>,
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Best> {
        let wanted = wanted_turns(position, limits)?;
        let start = self.time.now();
        let most = limits
            .nodes
            .map_or(MATE_FIRST_NODES, |nodes| MATE_FIRST_NODES.min(nodes / 4));
        let mut interrupted = |nodes: u64| {
            nodes >= most || nodes.is_multiple_of(MATE_POLL) && (signals.stopped() || self.time.interrupted())
        };
        let mut search = MateSearch::new(position, MATE_FIRST_MOVES, &wanted, 1, &mut interrupted);
        let proof = search.run();
        mate_found(proof, search.nodes(), self.time.now().saturating_sub(start), report)
    }

    /// Searches for a mate in at most `moves` full moves. If no mate is found, a short normal search chooses the turn.
    fn run_for_mate(
        &mut self,
        position: &Position<W>,
        moves: u32,
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn FnMut(&Report),
    ) -> Best {
        let budget = self.budget(position, limits);
        let mut timer = Timer::start(&*self.time, budget, limits.ponder, self.settings.node_time);
        let wanted = wanted_turns(position, limits);
        let moves = limits.depth.map_or(moves, |depth| moves.min(depth.div_ceil(2)));
        let mut proof = Proof { win: None, no_win: 0 };
        let mut nodes = 0;
        if let Some(wanted) = &wanted {
            let mut next_poll = 0;
            let mut interrupted = |nodes: u64| {
                let spent = limits.nodes.is_some_and(|limit| nodes >= limit);
                if spent || nodes < next_poll {
                    return spent;
                }
                next_poll = nodes + MATE_POLL;
                if timer.pondering() && signals.hit() {
                    timer.ponder_hit();
                }
                timer.count(nodes);
                signals.stopped() || timer.hard_reached()
            };
            let mib = self.settings.hash.div_ceil(2);
            let mut search = MateSearch::new(position, moves, wanted, mib, &mut interrupted);
            proof = search.run();
            nodes = search.nodes();
        }
        let no_win = wanted.map(|_| proof.no_win);
        let elapsed = timer.elapsed();
        if let Some(best) = mate_found(proof, nodes, elapsed, report) {
            wait_for_signals(limits, signals);
            return best;
        }
        // There is no mate, or it was not found in time, but the player still needs a turn.
        let left = limits.nodes.map_or(MATE_FALLBACK, |limit| limit.saturating_sub(nodes));
        let fallback = Limits {
            nodes: Some(left.clamp(1, MATE_FALLBACK)),
            only: limits.only.clone(),
            except: limits.except.clone(),
            ..Limits::default()
        };
        let best = self.run(position, &fallback, &Signals::default(), report);
        wait_for_signals(limits, signals);
        Best {
            nodes: best.nodes + nodes,
            elapsed: best.elapsed + elapsed,
            no_win,
            ..best
        }
    }
}

/// Reports a proven win and returns it as the result of the search, or returns `None` if no win was proven.
fn mate_found(proof: Proof, nodes: u64, elapsed: Duration, report: &mut dyn FnMut(&Report)) -> Option<Best> {
    let (moves, pv) = proof.win?;
    let (turn, ponder) = (pv.first()?.clone(), pv.get(1).cloned());
    let depth = 2 * moves - 1;
    let score = MATE - depth as Score;
    report(&Report {
        depth,
        selective_depth: depth,
        line: 1,
        score,
        bound: Bound::Exact,
        nodes,
        elapsed,
        hash_full: 0,
        pv,
    });
    Some(Best {
        turn: Some(turn),
        ponder,
        score,
        nodes,
        elapsed,
        depth,
        no_win: Some(proof.no_win),
    })
}

/// Creates a pool of `helpers` threads. If the system cannot create them, tries half as many, and so on; returns `None`
/// if `helpers` is 0 or no thread can be created.
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

/// Runs the main worker in this thread until the worker reaches its goal or is stopped, and each helper in a separate
/// thread until the main worker ends.
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
        // If the pool has fewer threads than there are helpers, the remaining helpers are left out: they would start
        // only after another helper has ended.
        for helper in helpers.iter_mut().take(pool.current_num_threads()) {
            scope.spawn(move |_| helper.iterate(&endless, &mut |_| ()));
        }
        main.iterate(goal, report);
        control.abort();
    });
}

/// Returns the turns to search at the root, and whether some legal turns are left out.
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

/// Returns the turns to which a search for mates is restricted: an empty list if it searches all turns, or `None` if
/// there is no turn to search.
fn wanted_turns<const W: usize>(position: &Position<W>, limits: &Limits) -> Option<Vec<Turn>> {
    let (root_moves, restricted) = root_moves(position, limits);
    match (root_moves.is_empty(), restricted) {
        (true, _) => None,
        (false, true) => Some(root_moves.into_iter().map(|root_move| root_move.turn).collect()),
        (false, false) => Some(Vec::new()),
    }
}

/// Waits until the search may end: for `stop` in infinite searches, for `ponder_hit` or `stop` while pondering.
fn wait_for_signals(limits: &Limits, signals: &Signals) {
    signals.wait_until(|signals| signals.stopped() || !(limits.infinite || limits.ponder && !signals.hit()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurier_rules::rules::Catalogue;

    #[test]
    fn threads_are_limited_to_four_for_each_core() {
        // With too many threads a search could not end in time.
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

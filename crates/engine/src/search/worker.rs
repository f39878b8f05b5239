//! A worker: one thread's search, with everything that it owns, and what all workers of a search share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::correction_history::{CorrectionHistory, CorrectionIndices};
use super::history::{ContinuationIndex, Histories};
use super::move_picker::MoveStack;
use super::profile::Profile;
use super::pv_table::PvTable;
use super::root_move::RootMove;
use super::score::{INFINITE, MATE, MATE_IN_MAX, NO_SCORE, clamp};
use super::stack::Stack;
use super::time::Timer;
use super::transposition_table::{Entry, TranspositionTable};
use super::{Progress, Score, Signals};
use crate::eval::{EvalState, Evaluation};
use kurier_rules::position::{Generate, Move, Outcome, Position, Reason};

/// Nodes between two checks of the clock and the signals, all workers together.
const POLL: u64 = 512;
/// The least nodes between two checks of one worker. With more threads than cores each of them still has to come to one
/// before the search ends.
const LEAST_POLL: u64 = 32;

/// How often a search that is watched tells what it is at.
const PROGRESS: Duration = Duration::from_millis(100);

/// A counter in cache lines of its own, against false sharing.
#[derive(Default)]
#[repr(align(128))]
struct Counter(AtomicU64);

/// What the workers of one search share, beside the table.
pub(super) struct Control<'a> {
    signals: &'a Signals,
    abort: AtomicBool,
    counters: Box<[Counter]>,
    node_limit: Option<u64>,
}

impl<'a> Control<'a> {
    /// Shared by this number of workers.
    pub fn new(signals: &'a Signals, workers: usize, node_limit: Option<u64>) -> Self {
        Self {
            signals,
            abort: AtomicBool::new(false),
            counters: (0..workers).map(|_| Counter::default()).collect(),
            node_limit,
        }
    }

    /// Ends the search of all workers.
    pub fn abort(&self) {
        self.abort.store(true, Ordering::Relaxed);
    }

    /// Nodes of all workers, as last reported.
    pub fn nodes(&self) -> u64 {
        self.counters
            .iter()
            .map(|counter| counter.0.load(Ordering::Relaxed))
            .sum()
    }
}

/// The data of one thread: what it has learnt, which lasts from search to search, and the space that a search works in.
pub(super) struct ThreadData {
    pub histories: Histories,
    pub corrections: CorrectionHistory,
    pub stack: Stack,
    pub pv_table: PvTable,
    /// The incremental part of the evaluation.
    pub eval_state: EvalState,
    pub moves: MoveStack,
}

impl ThreadData {
    /// Empty histories.
    pub fn new(profile: &Profile) -> Self {
        Self {
            histories: Histories::new(profile.squares, profile.piece_types),
            corrections: CorrectionHistory::new(),
            stack: Stack::new(),
            pv_table: PvTable::new(),
            eval_state: EvalState::for_search(),
            moves: MoveStack::default(),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.histories.clear();
        self.corrections.clear();
        self.stack.clear();
    }
}

/// One thread's search.
pub(super) struct Worker<'a, const W: usize> {
    pub index: usize,
    pub position: Position<W>,
    pub evaluation: &'a Evaluation<W>,
    pub profile: &'a Profile,
    pub table: &'a TranspositionTable,
    pub control: &'a Control<'a>,
    pub data: &'a mut ThreadData,
    /// The main worker's alone.
    pub timer: Option<Timer<'a>>,
    pub root_moves: Vec<RootMove>,
    /// The score of a draw for the side to move, by its color.
    pub draw: [Score; 2],
    /// Whether some legal turns are not searched at the root.
    pub restricted_root: bool,
    pub nodes: u64,
    pub next_poll: u64,
    pub stopped: bool,
    pub sel_depth: usize,
    /// No null moves before this ply, while one is verified (Stockfish: `nmpMinPly`).
    pub nmp_min_ply: usize,
    pub root_depth: i32,
    pub completed_depth: i32,
    /// The root move that is being searched.
    pub root_index: usize,
    /// When to tell the progress next.
    pub next_progress: Duration,
}

impl<'a, const W: usize> Worker<'a, W> {
    /// Creates a worker at a root position.
    pub fn new(
        index: usize,
        position: Position<W>,
        evaluation: &'a Evaluation<W>,
        profile: &'a Profile,
        table: &'a TranspositionTable,
        control: &'a Control<'a>,
        data: &'a mut ThreadData,
    ) -> Self {
        data.stack.clear();
        data.eval_state.reset(evaluation, &position);
        data.moves.clear();
        let mut worker = Self {
            index,
            position,
            evaluation,
            profile,
            table,
            control,
            data,
            timer: None,
            root_moves: Vec::new(),
            draw: [0; 2],
            restricted_root: false,
            nodes: 0,
            next_poll: 0,
            stopped: false,
            sel_depth: 0,
            nmp_min_ply: 0,
            root_depth: 0,
            completed_depth: 0,
            root_index: 0,
            next_progress: PROGRESS,
        };
        worker.schedule_poll();
        worker
    }

    /// Returns whether this worker's result is to be preferred: deeper and no worse, or a quicker forced win.
    pub fn beats(&self, other: &Self) -> bool {
        let (mine, theirs) = (self.root_moves[0].last_score(), other.root_moves[0].last_score());
        let searched = mine != -INFINITE;
        searched
            && (self.completed_depth > other.completed_depth && mine >= theirs || mine >= MATE_IN_MAX && mine > theirs)
    }

    /// Counts a node; true if the search must end. A single worker stops exactly at the node limit.
    #[inline(always)]
    pub fn tick(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            self.poll();
        }
        self.stopped
    }

    /// Makes the node count visible to the other threads.
    pub fn publish(&self) {
        self.control.counters[self.index].0.store(self.nodes, Ordering::Relaxed);
    }

    fn schedule_poll(&mut self) {
        let workers = self.control.counters.len() as u64;
        self.next_poll = self.nodes + (POLL / workers).max(LEAST_POLL);
        if let Some(limit) = self.control.node_limit
            && self.control.counters.len() == 1
        {
            self.next_poll = self.next_poll.min(limit.max(1));
        }
    }

    #[cold]
    fn poll(&mut self) {
        self.publish();
        let control = self.control;
        if let Some(timer) = &mut self.timer {
            if timer.pondering() && control.signals.hit() {
                timer.ponder_hit();
            }
            timer.count(control.nodes());
            if timer.hard_reached() {
                control.abort();
            }
        }
        self.tell_progress();
        // Every worker looks: the main one may have to wait for a core.
        if control.signals.stopped() {
            control.abort();
        }
        if control.node_limit.is_some_and(|limit| control.nodes() >= limit) {
            control.abort();
        }
        self.stopped |= control.abort.load(Ordering::Relaxed);
        self.schedule_poll();
    }

    /// Tells the watcher, if there is one and it is time, what the main worker is at.
    fn tell_progress(&mut self) {
        let (Some(watcher), Some(timer)) = (self.control.signals.watcher(), &self.timer) else {
            return;
        };
        let elapsed = timer.elapsed();
        let root_move = self.root_moves.get(self.root_index);
        if let Some(root_move) = root_move.filter(|_| elapsed >= self.next_progress) {
            self.next_progress = elapsed + PROGRESS;
            watcher(&Progress {
                depth: self.root_depth as u32,
                turn: root_move.turn.clone(),
                number: self.root_index + 1,
                turns: self.root_moves.len(),
                nodes: self.control.nodes(),
                elapsed,
            });
        }
    }

    /// Makes a move at a ply; true if the same side is to move again, in a chain.
    #[inline]
    pub fn make(&mut self, ply: usize, m: Move) -> bool {
        let side = self.position.side();
        let continuation = match self.position.piece_at(m.from()) {
            Some(piece) => self.data.histories.continuation_index(piece, m.to()),
            None => ContinuationIndex::NONE,
        };
        self.position.make(m);
        let stack = &mut self.data.stack;
        stack[ply].current_move = m;
        stack[ply].continuation = continuation;
        let same_side = self.position.side() == side;
        stack[ply + 1].turns = stack[ply].turns + i32::from(!same_side);
        self.data.eval_state.push(self.evaluation, self.position.changes());
        same_side
    }

    /// Takes back the last move made.
    #[inline]
    pub fn unmake(&mut self) {
        self.position.unmake();
        self.data.eval_state.pop();
    }

    /// Makes a null move at a ply.
    pub fn make_null(&mut self, ply: usize) {
        self.position.make_null();
        self.table.prefetch(self.position.key());
        let stack = &mut self.data.stack;
        stack[ply].current_move = Move::NONE;
        stack[ply].continuation = ContinuationIndex::NONE;
        stack[ply + 1].turns = stack[ply].turns + 1;
        self.data.eval_state.push(self.evaluation, &[]);
    }

    /// Searches the position after a move was made at `ply`, from the mover's point of view. In a chain the same side is to
    /// move again: the score is not negated, and the step costs no depth.
    #[inline]
    pub fn search_child<const PV: bool>(
        &mut self,
        ply: usize,
        same_side: bool,
        depth: i32,
        alpha: Score,
        beta: Score,
        cut_node: bool,
    ) -> Score {
        if same_side {
            self.negamax::<PV>(ply + 1, depth + 1, alpha, beta, !cut_node)
        } else {
            -self.negamax::<PV>(ply + 1, depth, -beta, -alpha, cut_node)
        }
    }

    /// Returns the score of a draw for the side to move.
    #[inline(always)]
    pub fn draw_score(&self) -> Score {
        self.draw[self.position.side().index()]
    }

    /// Returns the score at the greatest ply, where nothing is searched any more.
    #[cold]
    pub fn max_ply_score(&mut self, ply: usize, in_check: bool) -> Score {
        if in_check {
            self.draw_score()
        } else {
            self.evaluate(ply, None).1
        }
    }

    /// Returns the score of a finished game.
    #[inline]
    pub fn outcome_score(&self, outcome: Outcome, ply: usize) -> Score {
        let end = MATE - self.data.stack[ply].turns;
        match outcome.winner {
            None => self.draw_score(),
            Some(winner) if winner == self.position.side() => end,
            Some(_) => -end,
        }
    }

    /// Returns the score if the game has ended at this node. Mate and stalemate are found later, when there are no
    /// moves.
    #[inline]
    pub fn game_end(&self, ply: usize) -> Option<Score> {
        if let Some(outcome) = self.position.variant_end() {
            return Some(self.outcome_score(outcome, ply));
        }
        let outcome = self.position.drawn(ply)?;
        // Mate and stalemate take precedence over draws; a repeated position has had moves already.
        if outcome.reason != Reason::Repetition && !self.position.can_move() {
            return Some(self.no_legal_moves(ply));
        }
        Some(self.outcome_score(outcome, ply))
    }

    /// Returns the score where the side to move has no legal move.
    #[cold]
    pub fn no_legal_moves(&self, ply: usize) -> Score {
        self.outcome_score(self.position.no_legal_moves(), ply)
    }

    /// Returns the number of captures if the side to move must capture, else 0.
    #[inline]
    pub fn forced_captures(&mut self) -> usize {
        if !self.profile.forced {
            return 0;
        }
        let noisy = self.data.moves.list(&self.position, Generate::Noisy);
        noisy.iter().filter(|m| m.is_capture()).count()
    }

    /// Returns whether the side to move has enough pieces beside king and pawns to rule zugzwang out in practice.
    #[inline]
    pub fn has_non_pawn_material(&self) -> bool {
        let position = &self.position;
        let mut pieces = position.of_color(position.side());
        for piece_type in &self.profile.pawns {
            pieces = pieces.without(position.of_type(*piece_type));
        }
        pieces.count() > self.profile.null_move_pieces
    }

    /// Returns the static evaluation, not corrected by experience.
    #[inline]
    fn raw_eval(&mut self) -> Score {
        self.evaluation.evaluate(&self.position, &mut self.data.eval_state)
    }

    /// Returns the static evaluation from the table or anew, and what is made of it here: corrected by experience, and
    /// fading as the draw by the move limit comes nearer. Half of it is gone at the limit, so that progress is worth
    /// more than waiting; but it fades slowly, so that the end of a line tells more than its length. This is the one
    /// place where the clock counts: the table's evaluations are free of it.
    #[inline]
    pub fn evaluate(&mut self, ply: usize, entry: Option<&Entry>) -> (Score, Score) {
        let raw_eval = match entry {
            Some(entry) if entry.raw_eval != NO_SCORE => entry.raw_eval,
            _ => self.raw_eval(),
        };
        let limit = self.profile.half_moves.max(1) as i32;
        let waited = (self.position.halfmoves() as i32).min(limit);
        let faded = raw_eval * (2 * limit - waited) / (2 * limit);
        let weight = self.profile.parameters.correction_weight();
        let correction = self.data.corrections.correction(self.correction_indices(ply)) * weight / 100;
        (raw_eval, clamp(faded + correction))
    }

    /// Returns the correction counters of this node.
    #[inline]
    pub fn correction_indices(&self, ply: usize) -> CorrectionIndices {
        CorrectionHistory::indices(&self.position, self.data.stack.back(ply, 1).continuation)
    }

    /// Returns whether scores from the table can be trusted: not at the very move limit, where each ply on the clock
    /// counts.
    #[inline]
    pub fn far_from_move_limit(&self) -> bool {
        self.position.halfmoves() + 12 < self.profile.half_moves
    }
}

//! A worker: one thread's search, with everything that it owns, and what all workers of a search share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::correction::{Corrections, Slots};
use super::frame::{Frames, Lines, MAX_PLY};
use super::history::{Histories, Row};
use super::picker::MoveStack;
use super::profile::Profile;
use super::root::RootTurn;
use super::score::{DRAW, MATE, NO_SCORE, clamp};
use super::table::{Entry, Table};
use super::time::Timer;
use super::{Score, Signals};
use crate::eval::nnue::AccumulatorStack;
use crate::eval::{Evaluation, LIMIT};
use crate::position::{Generate, Move, Outcome, Position, Reason};

/// Nodes between two looks at clock and signals.
const POLL: u64 = 512;

/// A counter alone in its cache lines, so that threads do not slow each other down.
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
    /// Control over so many workers.
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

    /// Nodes of all workers, as far as they have told.
    pub fn nodes(&self) -> u64 {
        self.counters
            .iter()
            .map(|counter| counter.0.load(Ordering::Relaxed))
            .sum()
    }
}

/// What a worker remembers from search to search.
pub(super) struct Memory {
    pub histories: Histories,
    pub corrections: Corrections,
    pub frames: Frames,
    pub lines: Lines,
    /// Of the network, if the evaluation has one.
    pub layers: AccumulatorStack,
    pub moves: MoveStack,
}

impl Memory {
    /// The memory of a worker that has seen nothing.
    pub fn new(profile: &Profile) -> Self {
        Self {
            histories: Histories::new(profile.squares, profile.piece_types),
            corrections: Corrections::new(),
            frames: Frames::new(),
            lines: Lines::new(),
            layers: AccumulatorStack::default(),
            moves: MoveStack::default(),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.histories.clear();
        self.corrections.clear();
        self.frames.clear();
    }
}

/// One thread's search.
pub(super) struct Worker<'a, const W: usize> {
    pub index: usize,
    pub position: Position<W>,
    pub evaluation: &'a Evaluation<W>,
    pub profile: &'a Profile,
    pub table: &'a Table,
    pub control: &'a Control<'a>,
    pub memory: &'a mut Memory,
    /// The first worker's alone.
    pub timer: Option<Timer>,
    pub roots: Vec<RootTurn>,
    /// Whether some legal turns are left out at the root.
    pub partial: bool,
    pub nodes: u64,
    pub next_poll: u64,
    pub stopped: bool,
    pub selective: usize,
    /// Null moves only from this ply on (while one is being verified).
    pub null_from: usize,
    pub root_depth: i32,
    pub completed: i32,
}

impl<'a, const W: usize> Worker<'a, W> {
    /// A worker at a root position.
    pub fn new(
        index: usize,
        position: Position<W>,
        evaluation: &'a Evaluation<W>,
        profile: &'a Profile,
        table: &'a Table,
        control: &'a Control<'a>,
        memory: &'a mut Memory,
    ) -> Self {
        memory.frames.clear();
        memory.frames[0].accumulator = evaluation.accumulate(&position);
        if let Some(network) = evaluation.network() {
            memory.layers.begin(network, &position, MAX_PLY + 1);
        }
        memory.moves.clear();
        let mut worker = Self {
            index,
            position,
            evaluation,
            profile,
            table,
            control,
            memory,
            timer: None,
            roots: Vec::new(),
            partial: false,
            nodes: 0,
            next_poll: 0,
            stopped: false,
            selective: 0,
            null_from: 0,
            root_depth: 0,
            completed: 0,
        };
        worker.schedule_poll();
        worker
    }

    /// Counts a node; true if the search must end. A single worker ends at the very node of the limit.
    #[inline(always)]
    pub fn tick(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            self.poll();
        }
        self.stopped
    }

    /// Tells the others how many nodes there are.
    pub fn publish(&self) {
        self.control.counters[self.index].0.store(self.nodes, Ordering::Relaxed);
    }

    fn schedule_poll(&mut self) {
        self.next_poll = self.nodes + POLL;
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
            if control.signals.stopped() || timer.hard_reached() {
                control.abort();
            }
        }
        if control.node_limit.is_some_and(|limit| control.nodes() >= limit) {
            control.abort();
        }
        self.stopped |= control.abort.load(Ordering::Relaxed);
        self.schedule_poll();
    }

    /// Makes a move at a ply; true if the side to move stays: the turn goes on.
    #[inline]
    pub fn make(&mut self, ply: usize, m: Move) -> bool {
        let side = self.position.side();
        let row = match self.position.piece_at(m.from()) {
            Some(piece) => self.memory.histories.row(piece, m.to()),
            None => Row::NONE,
        };
        self.table.prefetch(self.position.key_after(m));
        self.position.make(m);
        let frames = &mut self.memory.frames;
        frames[ply].current = m;
        frames[ply].row = row;
        frames[ply + 1].accumulator = self.evaluation.update(frames[ply].accumulator, self.position.changes());
        if self.evaluation.network().is_some() {
            self.memory.layers.note(ply + 1, self.position.changes());
        }
        let same = self.position.side() == side;
        frames[ply + 1].turns = frames[ply].turns + i32::from(!same);
        same
    }

    /// Passes at a ply.
    pub fn make_null(&mut self, ply: usize) {
        self.position.make_null();
        let frames = &mut self.memory.frames;
        frames[ply].current = Move::NONE;
        frames[ply].row = Row::NONE;
        frames[ply + 1].accumulator = frames[ply].accumulator;
        frames[ply + 1].turns = frames[ply].turns + 1;
        if self.evaluation.network().is_some() {
            self.memory.layers.note(ply + 1, &[]);
        }
    }

    /// Searches the position after a move was made at `ply`, from the mover's point of view. Where the turn goes on,
    /// the side to move stays: nothing is negated, and the step costs no depth.
    #[inline]
    pub fn descend<const PV: bool>(
        &mut self,
        ply: usize,
        same: bool,
        depth: i32,
        alpha: Score,
        beta: Score,
        cut: bool,
    ) -> Score {
        if same {
            self.negamax::<PV>(ply + 1, depth + 1, alpha, beta, !cut)
        } else {
            -self.negamax::<PV>(ply + 1, depth, -beta, -alpha, cut)
        }
    }

    /// The score of a finished game.
    #[inline]
    pub fn outcome_score(&self, outcome: Outcome, ply: usize) -> Score {
        let end = MATE - self.memory.frames[ply].turns;
        match outcome.winner {
            None => DRAW,
            Some(winner) if winner == self.position.side() => end,
            Some(_) => -end,
        }
    }

    /// The score if the game has ended at this node (mate and stalemate without a draw rule are found later, by
    /// having no moves).
    #[inline]
    pub fn ended(&self, ply: usize) -> Option<Score> {
        if let Some(outcome) = self.position.variant_end() {
            return Some(self.outcome_score(outcome, ply));
        }
        let outcome = self.position.drawn(ply)?;
        // Mate and stalemate come before the draws, but a repeated position has had moves already.
        if outcome.reason != Reason::Repetition && !self.position.can_move() {
            return Some(self.stuck_score(ply));
        }
        Some(self.outcome_score(outcome, ply))
    }

    /// The score of a player without a move.
    #[cold]
    pub fn stuck_score(&self, ply: usize) -> Score {
        self.outcome_score(self.position.no_legal_moves(), ply)
    }

    /// How many captures there are to choose from if the side to move must capture, 0 if it need not.
    #[inline]
    pub fn obliged(&mut self) -> usize {
        if !self.profile.forced {
            return 0;
        }
        let noisy = self.memory.moves.list(&self.position, Generate::Noisy);
        noisy.iter().filter(|m| m.is_capture()).count()
    }

    /// Whether the side to move has enough pieces for moving to be no burden.
    #[inline]
    pub fn has_pieces(&self) -> bool {
        let position = &self.position;
        let mut pieces = position.of_color(position.side());
        for piece_type in &self.profile.pawns {
            pieces = pieces.without(position.of_type(*piece_type));
        }
        pieces.count() > self.profile.null_guard
    }

    /// The static evaluation, not corrected by experience.
    #[inline]
    pub fn evaluate(&mut self, ply: usize) -> Score {
        let accumulator = &self.memory.frames[ply].accumulator;
        let by_hand = self.evaluation.evaluate(&self.position, accumulator);
        let Some(network) = self.evaluation.correcting(&self.position) else {
            return clamp(by_hand);
        };
        let layers = self.memory.layers.at(network, ply);
        let correction = network.output(layers, self.position.side(), self.position.occupied().count());
        clamp((by_hand + correction).clamp(-LIMIT, LIMIT))
    }

    /// The static evaluation from the table or anew, and what is made of it here: corrected by experience, and
    /// fading as the draw by the move limit comes nearer.
    #[inline]
    pub fn assess(&mut self, ply: usize, entry: Option<&Entry>) -> (Score, Score) {
        let raw = match entry {
            Some(entry) if entry.evaluation != NO_SCORE => entry.evaluation,
            _ => self.evaluate(ply),
        };
        let limit = self.profile.half_moves as i32 * 2;
        let faded = raw * (limit - self.position.halfmoves() as i32).max(0) / limit.max(1);
        let weight = self.profile.parameters.correction_weight();
        let correction = self.memory.corrections.correction(self.slots(ply)) * weight / 100;
        (raw, clamp(faded + correction))
    }

    /// The correction counters of this node.
    #[inline]
    pub fn slots(&self, ply: usize) -> Slots {
        Corrections::slots(&self.position, self.memory.frames.back(ply, 1).row)
    }

    /// Whether scores from the table can be trusted: not where the move limit is near, which keys do not know.
    #[inline]
    pub fn table_holds(&self) -> bool {
        self.position.halfmoves() + 12 < self.profile.half_moves
    }
}

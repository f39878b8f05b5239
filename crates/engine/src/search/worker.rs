//! A worker: the search of one thread, and the data of the thread.

use std::time::Duration;

use super::Score;
use super::control::{Control, PROGRESS};
use super::correction_history::{CorrectionHistory, CorrectionIndices};
use super::history::{ContinuationIndex, Histories};
use super::move_picker::MoveStack;
use super::profile::Profile;
use super::pv_table::PvTable;
use super::root_move::RootMove;
use super::score::{INFINITE, MATE_IN_MAX, NO_SCORE, clamp};
use super::stack::Stack;
use super::time::Timer;
use super::transposition_table::{Entry, TranspositionTable};
use crate::eval::{EvalState, Evaluation};
use kurier_rules::endgame::EndgameTables;
use kurier_rules::position::{Generate, Move, Position};

/// The data of one thread: the histories, which are kept from one search to the next, and the working memory of a
/// search.
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
    /// Creates the data of a thread, with empty histories.
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

    /// Clears the histories and the stack, for a new game.
    pub fn clear(&mut self) {
        self.histories.clear();
        self.corrections.clear();
        self.stack.clear();
    }
}

/// The search of one thread.
pub(super) struct Worker<'a, const W: usize> {
    pub index: usize,
    pub position: Position<W>,
    pub evaluation: &'a Evaluation<W>,
    pub profile: &'a Profile,
    pub table: &'a TranspositionTable,
    pub control: &'a Control<'a>,
    pub data: &'a mut ThreadData,
    /// The clock of the search; `None` for helpers.
    pub timer: Option<Timer<'a>>,
    pub root_moves: Vec<RootMove>,
    /// The score of a draw from the point of view of the side to move, indexed by the colour of that side.
    pub draw: [Score; 2],
    /// The endgame tables to probe below the root; `None` if there are none, or if they have already given the score of
    /// the root.
    pub endgames: Option<&'a dyn EndgameTables<W>>,
    /// The largest number of pieces in a table of `endgames`, or 0 if no tables are probed.
    pub endgame_pieces: u32,
    /// The score of the root according to endgame tables; `None` if they could not give it.
    pub endgame_score: Option<Score>,
    /// Whether some legal turns are left out at the root.
    pub restricted_root: bool,
    pub nodes: u64,
    pub next_poll: u64,
    pub stopped: bool,
    pub sel_depth: usize,
    /// While the result of a null move is verified, no null moves are tried before this ply (Stockfish: `nmpMinPly`).
    pub nmp_min_ply: usize,
    pub root_depth: i32,
    pub completed_depth: i32,
    /// The index of the root move that is being searched.
    pub root_index: usize,
    /// The time, counted from the beginning of the search, at which the progress is reported next.
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
            endgames: None,
            endgame_pieces: 0,
            endgame_score: None,
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

    /// Returns whether this worker's result is better than another's: a deeper search whose score is not lower, or a
    /// forced win with a higher score.
    pub fn beats(&self, other: &Self) -> bool {
        let (mine, theirs) = (self.root_moves[0].last_score(), other.root_moves[0].last_score());
        let searched = mine != -INFINITE;
        searched
            && (self.completed_depth > other.completed_depth && mine >= theirs || mine >= MATE_IN_MAX && mine > theirs)
    }

    /// Makes a move at a ply and returns whether the same side is to move again, because a chain continues.
    #[inline]
    pub fn make(&mut self, ply: usize, m: Move) -> bool {
        let side = self.position.side();
        let continuation = match self.position.moved_piece(m) {
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

    /// Unmakes the last move, which may be a null move.
    #[inline]
    pub fn unmake(&mut self) {
        self.position.unmake();
        self.data.eval_state.pop();
    }

    /// Makes a null move at a ply: passes the turn to the opponent.
    pub fn make_null(&mut self, ply: usize) {
        self.position.make_null();
        self.table.prefetch(self.position.key());
        let stack = &mut self.data.stack;
        stack[ply].current_move = Move::NONE;
        stack[ply].continuation = ContinuationIndex::NONE;
        stack[ply + 1].turns = stack[ply].turns + 1;
        self.data.eval_state.push(self.evaluation, &[]);
    }

    /// Searches the position after the move made at `ply` and returns its score from the mover's point of view. If a
    /// chain continues, the same side is to move again: the score is not negated, and the step costs no depth.
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

    /// Returns the number of legal captures if capturing is mandatory, otherwise 0.
    #[inline]
    pub fn forced_captures(&mut self) -> usize {
        if !self.profile.forced {
            return 0;
        }
        let noisy = self.data.moves.list(&self.position, Generate::Noisy);
        noisy.iter().filter(|m| m.is_capture()).count()
    }

    /// Returns whether the side to move has enough pieces other than pawns to make zugzwang unlikely.
    #[inline]
    pub fn has_non_pawn_material(&self) -> bool {
        let position = &self.position;
        let mut pieces = position.of_color(position.side());
        for piece_type in &self.profile.pawns {
            pieces = pieces.without(position.of_type(*piece_type));
        }
        pieces.count() > self.profile.null_move_pieces
    }

    /// Returns the static evaluation without corrections.
    #[inline]
    fn raw_eval(&mut self) -> Score {
        self.evaluation.evaluate(&self.position, &mut self.data.eval_state)
    }

    /// Returns the raw static evaluation (from the table entry, if it has one) and the adjusted evaluation.
    ///
    /// The adjusted evaluation adds the correction history, and shrinks towards 0 as the draw by the move limit comes
    /// nearer, to half at the limit, so that progress is worth more than waiting. It shrinks slowly, so that a line's
    /// final position matters more than its length. The table stores raw evaluations, which do not depend on the
    /// half-move clock.
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

    /// Returns the indices of the counters of the current node, at `ply`, in the correction history.
    #[inline]
    pub fn correction_indices(&self, ply: usize) -> CorrectionIndices {
        CorrectionHistory::indices(&self.position, self.data.stack.back(ply, 1).continuation)
    }
}

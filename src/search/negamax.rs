//! The main search: alpha-beta in negamax form with principal variation search, reductions and pruning.
//!
//! Margins are centipawns for an army as strong as that of chess (see `Profile::margin`); reductions are in 1024ths
//! of a ply.

use super::frame::MAX_PLY;
use super::learning::{Tried, bonus};
use super::picker::Picker;
use super::pruning::Singularity;
use super::score::{DRAW, INFINITE, MATE, MATE_IN_MAX, NO_SCORE, is_mate};
use super::table::Entry;
use super::worker::Worker;
use super::{Bound, Score};
use crate::position::Move;

/// How near a known win must be, in turns, for looking for a quicker one with nothing left out.
const HUNT: i32 = 8;

/// What is known of a node before its moves are searched.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub ply: usize,
    pub depth: i32,
    pub alpha: Score,
    pub beta: Score,
    /// Expected to fail high.
    pub cut: bool,
    pub in_check: bool,
    /// Something must be captured.
    pub forced: bool,
    /// A forced win in a few moves is known, a quicker one is looked for: nothing is left out.
    pub hunting: bool,
    /// Better than two plies ago.
    pub improving: bool,
    /// The opponent's last move made things worse for it.
    pub worsening: bool,
    /// Corrected, and refined by the table; [`NO_SCORE`] in check.
    pub evaluation: Score,
    pub entry: Option<Entry>,
    /// The table's move, legal, or none.
    pub best: Move,
}

impl<const W: usize> Worker<'_, W> {
    /// The score of the current position, exact between `alpha` and `beta`, else a bound.
    pub fn negamax<const PV: bool>(
        &mut self,
        ply: usize,
        mut depth: i32,
        mut alpha: Score,
        mut beta: Score,
        cut: bool,
    ) -> Score {
        if depth <= 0 {
            return self.quiescence::<PV>(ply, alpha, beta, 0);
        }
        if self.tick() {
            return 0;
        }
        if PV {
            self.memory.lines.clear(ply);
            self.selective = self.selective.max(ply);
        }
        let excluded = self.memory.frames[ply].excluded;
        if excluded.is_none()
            && let Some(score) = self.ended(ply)
        {
            return score;
        }
        let in_check = self.position.in_check();
        if ply >= MAX_PLY {
            return if in_check { DRAW } else { self.assess(ply, None).1 };
        }

        // Mate distance: no line from here can be better or worse than these.
        let turns = self.memory.frames[ply].turns;
        alpha = alpha.max(turns - MATE);
        beta = beta.min(MATE - turns - 1);
        if alpha >= beta {
            return alpha;
        }

        let key = self.position.key();
        let entry = self.table.probe(key, turns);
        if !PV
            && excluded.is_none()
            && let Some(entry) = entry
            && entry.depth >= depth
            && entry.decides(beta)
            && self.table_holds()
        {
            let quiet = !entry.best.is_none() && !entry.best.is_noisy();
            if entry.score >= beta && quiet && self.position.is_legal(entry.best) {
                self.reward_quiet(ply, entry.best, bonus(depth, &self.profile.parameters));
            }
            return entry.score;
        }
        let best = match entry {
            Some(entry) if excluded.is_none() && self.position.is_legal(entry.best) => entry.best,
            _ => Move::NONE,
        };

        let chain = self.position.chain().is_some();
        let captures = self.obliged();
        let forced = chain || captures > 0;
        if captures == 1 && !chain && excluded.is_none() && ply < 2 * self.root_depth as usize {
            depth += 1;
        }

        let (raw, standing) = match () {
            _ if in_check => (NO_SCORE, NO_SCORE),
            _ if !excluded.is_none() => (NO_SCORE, self.memory.frames[ply].evaluation),
            _ => self.assess(ply, entry.as_ref()),
        };
        self.memory.frames[ply].evaluation = standing;
        if entry.is_none() && !in_check && excluded.is_none() {
            self.table.store(key, turns, Entry::evaluation_only(raw, PV));
        }
        let mut evaluation = standing;
        if let Some(entry) = entry
            && !in_check
            && entry.decides(standing + 1)
        {
            evaluation = entry.score;
        }
        let before = self.memory.frames.back(ply, 2);
        // In a game of chains two plies back may be the other side.
        let comparable = !in_check && before.turns == turns - 2;
        let improving = comparable && (before.evaluation == NO_SCORE || standing > before.evaluation);
        self.memory.frames[ply + 1].killers = [Move::NONE; 2];
        self.memory.frames[ply + 1].cutoffs = 0;
        self.memory.frames[ply + 1].excluded = Move::NONE;

        let last = self.memory.frames.back(ply, 1);
        let (last_move, last_reduction) = (last.current, last.reduction);
        let mut drift = 0;
        if !in_check && last.evaluation != NO_SCORE && !last_move.is_none() && last.turns == turns - 1 {
            drift = -(last.evaluation + standing);
            if excluded.is_none() {
                self.learn_drift(last_move, drift);
            }
            let parameters = &self.profile.parameters;
            if last_reduction >= parameters.hindsight_deeper() && drift >= 0 {
                depth += 1;
            }
            if last_reduction >= 1 && depth >= 2 && -drift > self.profile.margin(parameters.hindsight_shallower()) {
                depth -= 1;
            }
        }
        // The opponent thought more of its position before its last move than it can now.
        let worsening = drift < 0;

        let mut node = Node {
            ply,
            depth,
            alpha,
            beta,
            cut,
            in_check,
            forced,
            hunting: alpha >= MATE_IN_MAX && MATE - turns - alpha <= HUNT,
            improving,
            worsening,
            evaluation,
            entry,
            best,
        };
        if !PV
            && !in_check
            && !forced
            && excluded.is_none()
            && let Some(score) = self.prune(&node)
        {
            return if self.stopped { 0 } else { score };
        }
        // Internal iterative reduction: without a move from the table the order is poor, and the next visit has one.
        if (PV || cut)
            && best.is_none()
            && depth >= self.profile.parameters.iir_depth()
            && excluded.is_none()
            && !forced
        {
            node.depth -= 1;
        }

        let (score, best, bound) = self.search_moves::<PV>(&node, excluded);
        if self.stopped {
            return 0;
        }
        if excluded.is_none() {
            let entry = Entry {
                best,
                score,
                evaluation: raw,
                depth: node.depth,
                bound,
                pv: PV || entry.is_some_and(|entry| entry.pv),
            };
            self.table.store(key, turns, entry);
            let silent = match bound {
                Bound::Exact => false,
                Bound::Lower => score <= standing,
                Bound::Upper => score >= standing,
            };
            if !in_check && !forced && !best.is_noisy() && !silent && !is_mate(score) {
                let slots = self.slots(ply);
                self.memory.corrections.update(slots, score - standing, node.depth);
            }
        }
        score
    }

    /// Searches the moves of a node: score, best move, and what the score is worth.
    fn search_moves<const PV: bool>(&mut self, node: &Node, excluded: Move) -> (Score, Move, Bound) {
        let &Node { ply, depth, beta, .. } = node;
        let mut alpha = node.alpha;
        let (mut best, mut best_move) = (-INFINITE, Move::NONE);
        let (mut quiets, mut noisies) = (Tried::new(), Tried::new());
        let mut count = 0;
        let rows = self.memory.frames.rows(ply);
        let killers = self.memory.frames[ply].killers;
        let refutations = [killers[0], killers[1], self.memory.histories.counter(rows[0])];
        let mut picker = Picker::new(&self.memory.moves, node.best, refutations, rows);
        // Against a lone king the tree is small, and what looks hopeless is the quiet move that mates.
        let lone_king = !self.position.of_color(!self.position.side()).more_than_one();
        let may_prune = !node.forced && !node.hunting && !lone_king && self.has_pieces();

        while let Some(m) = self.pick(&mut picker) {
            if m == excluded {
                continue;
            }
            count += 1;
            let history = self.history(ply, m);
            let reduction = self.profile.reduction(depth, count);
            if may_prune && best > -MATE_IN_MAX {
                let shallow = (depth - 1 - reduction / 1024).max(0);
                if self.leave_out(node, &mut picker, m, count, shallow, history, alpha) {
                    continue;
                }
            }
            let extension = if m == node.best && excluded.is_none() {
                match self.singularity::<PV>(node) {
                    Singularity::Extend(plies) => plies,
                    Singularity::Cut(score) => {
                        picker.finish(&mut self.memory.moves);
                        return (score, m, Bound::Lower);
                    }
                }
            } else {
                0
            };
            if self.stopped {
                break;
            }

            self.memory.frames[ply + 1].doubles = self.memory.frames[ply].doubles + i32::from(extension >= 2);
            let same = self.make(ply, m);
            let full = depth - 1 + extension;
            let mut score = -INFINITE;
            let mut relearn = false;
            let parameters = &self.profile.parameters;
            if depth >= parameters.reduction_depth()
                && count > 1 + usize::from(PV)
                && !node.forced
                && !node.hunting
                && !same
            {
                let mut less = reduction;
                let mut adjust = |by: i32, condition: bool| less += if condition { by } else { 0 };
                let was_pv = node.entry.is_some_and(|entry| entry.pv);
                adjust(parameters.reduction_cut(), node.cut);
                adjust(-parameters.reduction_pv(), PV || was_pv);
                adjust(parameters.reduction_worse(), !node.improving);
                adjust(parameters.reduction_unknown(), node.best.is_none());
                adjust(parameters.reduction_noisy(), node.best.is_noisy() && !m.is_noisy());
                adjust(-parameters.reduction_check(), self.position.in_check());
                adjust(parameters.reduction_cutoffs(), self.memory.frames[ply + 1].cutoffs > 3);
                adjust(-parameters.reduction_refutation(), refutations.contains(&m));
                adjust(-parameters.reduction_good(), m.is_noisy() && !picker.is_bad());
                less -= history * 1024 / parameters.reduction_history();
                let reduced = (full - less / 1024).clamp(1, full.max(1));
                self.memory.frames[ply].reduction = full - reduced;
                score = self.descend::<false>(ply, same, reduced, alpha, alpha + 1, true);
                self.memory.frames[ply].reduction = 0;
                if score > alpha && reduced < full && !self.stopped {
                    // What does much better than expected is worth a deeper look, what hardly does a shallower.
                    let deeper =
                        i32::from(score > best + self.profile.margin(parameters.deeper_margin()) && reduced < full - 1);
                    let shallower = i32::from(score < best + self.profile.margin(parameters.shallower_margin()));
                    score = self.descend::<false>(ply, same, full + deeper - shallower, alpha, alpha + 1, !node.cut);
                    relearn = !m.is_noisy();
                }
            } else if !PV || count > 1 {
                score = self.descend::<false>(ply, same, full, alpha, alpha + 1, !node.cut);
            }
            if PV && (count == 1 || score > alpha) && !self.stopped {
                score = self.descend::<true>(ply, same, full, alpha, beta, false);
            }
            self.position.unmake();
            if self.stopped {
                break;
            }
            if relearn && (score <= alpha || score >= beta) {
                self.learn_reduced(ply, m, depth, score >= beta);
            }

            if score > best {
                best = score;
                if score > alpha {
                    best_move = m;
                    if PV {
                        self.memory.lines.set(ply, m);
                    }
                    if score >= beta {
                        self.memory.frames[ply].cutoffs += 1;
                        break;
                    }
                    alpha = score;
                }
            }
            let tried = if m.is_noisy() { &mut noisies } else { &mut quiets };
            // A full list is no loss: later moves are hardly ever tried.
            let _ = tried.try_push(m);
        }
        picker.finish(&mut self.memory.moves);
        if self.stopped {
            return (0, Move::NONE, Bound::Exact);
        }
        if count == 0 {
            let score = if excluded.is_none() {
                self.stuck_score(ply)
            } else {
                node.alpha
            };
            return (score, Move::NONE, Bound::Exact);
        }
        if best >= beta {
            // A refutation right after a null move or of a position thought bad is a surprise worth learning from.
            self.learn(ply, best_move, &quiets, &noisies, depth + i32::from(best > beta + 80));
            return (best, best_move, Bound::Lower);
        }
        let bound = if PV && !best_move.is_none() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if bound == Bound::Exact {
            self.learn(ply, best_move, &quiets, &noisies, depth);
        } else {
            self.learn_unanswered(ply, depth);
        }
        (best, best_move, bound)
    }
}

//! Doing without: pruning of whole nodes and of single moves, and the search for singular moves.

use super::negamax::Node;
use super::picker::{Picker, Quiets};
use super::score::{MATE_IN_MAX, NO_SCORE, is_mate};
use super::table::Entry;
use super::worker::Worker;
use super::{Bound, Score};
use crate::position::Move;

/// What the search without the table's move said.
pub(super) enum Singularity {
    /// Search the table's move deeper by so many plies.
    Extend(i32),
    /// Others are good enough as well: the node has this score at least.
    Cut(Score),
}

impl<const W: usize> Worker<'_, W> {
    /// Tries to do without searching all moves: the position is so good or so bad that a glance will do.
    pub fn prune(&mut self, node: &Node) -> Option<Score> {
        let &Node {
            ply,
            depth,
            alpha,
            beta,
            evaluation,
            ..
        } = node;
        let margin = |centipawns| self.profile.margin(centipawns);
        let parameters = &self.profile.parameters;

        // Razoring: hopeless unless captures help.
        let hope = evaluation + margin(parameters.razor_base() + parameters.razor_slope() * depth * depth);
        if depth <= parameters.razor_depth() && !is_mate(alpha) && hope < alpha {
            let score = self.quiescence::<false>(ply, alpha, alpha + 1, 0);
            if score <= alpha || self.stopped {
                return Some(score);
            }
        }

        // Reverse futility: so good that the opponent will not get here.
        let improved = if node.improving {
            parameters.reverse_improving()
        } else {
            0
        };
        let worsened = if node.worsening {
            parameters.reverse_worsening()
        } else {
            0
        };
        let tolerance = margin(parameters.reverse_slope()) * depth - margin(improved + worsened);
        let was_pv = parameters.reverse_pv() > 0 && node.entry.is_some_and(|entry| entry.pv);
        if !was_pv
            && depth <= parameters.reverse_depth()
            && !is_mate(beta)
            && !is_mate(evaluation)
            && evaluation - tolerance >= beta
        {
            return Some((evaluation + beta) / 2);
        }

        if let Some(score) = self.try_null_move(node) {
            return Some(score);
        }
        self.prob_cut(node)
    }

    /// Null move: if passing is good enough, moving is too. Verified by a search without it at high depth.
    fn try_null_move(&mut self, node: &Node) -> Option<Score> {
        let &Node {
            ply,
            depth,
            beta,
            evaluation,
            ..
        } = node;
        let standing = self.memory.frames[ply].evaluation;
        let parameters = &self.profile.parameters;
        let margin = parameters.null_margin() - parameters.null_slope() * depth;
        if !self.profile.null_move
            || depth < parameters.null_depth()
            || ply < self.null_from
            || evaluation < beta
            || standing < beta + self.profile.margin(margin)
            || is_mate(beta)
            || self.memory.frames.back(ply, 1).current.is_none()
            || !self.has_pieces()
        {
            return None;
        }
        let surplus = (evaluation - beta) / self.profile.margin(parameters.null_surplus());
        let reduction = (parameters.null_base() + parameters.null_share() * depth) / 1024 + surplus.min(3);
        let verified = parameters.null_verified();
        let less = depth - reduction;
        self.make_null(ply);
        let score = -self.negamax::<false>(ply + 1, less, -beta, -beta + 1, !node.cut);
        self.position.unmake();
        if self.stopped {
            return Some(0);
        }
        if score < beta {
            return None;
        }
        // A forced win after passing is not proven to be one.
        let score = if score >= MATE_IN_MAX { beta } else { score };
        if depth < verified || self.null_from > 0 {
            return Some(score);
        }
        self.null_from = ply + 3 * less.max(1) as usize / 4;
        let check = self.negamax::<false>(ply, less, beta - 1, beta, false);
        self.null_from = 0;
        (check >= beta || self.stopped).then_some(score)
    }

    /// ProbCut: a capture that is far above beta in a shallow search will be above it in the deep one.
    fn prob_cut(&mut self, node: &Node) -> Option<Score> {
        let &Node { ply, depth, beta, .. } = node;
        let parameters = &self.profile.parameters;
        let improved = if node.improving { parameters.cut_improving() } else { 0 };
        let bar = beta + self.profile.margin(parameters.cut_margin() - improved);
        if depth < parameters.cut_depth()
            || is_mate(beta)
            || node
                .entry
                .is_some_and(|entry| entry.depth >= depth - 3 && entry.score < bar)
        {
            return None;
        }
        let standing = self.memory.frames[ply].evaluation;
        let first = if node.best.is_noisy() { node.best } else { Move::NONE };
        let mut picker = Picker::noisy(&self.memory.moves, first, bar - standing);
        let mut found = None;
        while let Some(m) = self.pick(&mut picker) {
            let same = self.make(ply, m);
            let mut score = if same {
                self.quiescence::<false>(ply + 1, bar - 1, bar, 0)
            } else {
                -self.quiescence::<false>(ply + 1, -bar, -bar + 1, 0)
            };
            if score >= bar && depth > 5 && !self.stopped {
                score = self.descend::<false>(ply, same, depth - 5, bar - 1, bar, !node.cut);
            }
            self.position.unmake();
            if self.stopped {
                found = Some(0);
                break;
            }
            if score >= bar {
                let entry = Entry {
                    best: m,
                    score,
                    evaluation: NO_SCORE,
                    depth: depth - 3,
                    bound: Bound::Lower,
                    pv: false,
                };
                self.table
                    .store(self.position.key(), self.memory.frames[ply].turns, entry);
                found = Some(if is_mate(score) { score } else { score - (bar - beta) });
                break;
            }
        }
        picker.finish(&mut self.memory.moves);
        found
    }

    /// Whether a move may be left out at a shallow node: too late, too bad by exchange, or hopeless.
    #[expect(clippy::too_many_arguments)]
    #[inline]
    pub fn leave_out(
        &self,
        node: &Node,
        picker: &mut Picker,
        m: Move,
        count: usize,
        shallow: i32,
        history: i32,
        alpha: Score,
    ) -> bool {
        let depth = node.depth;
        let parameters = &self.profile.parameters;
        // A quiet mate comes late and looks hopeless: checks are tried all the same.
        let spared = if depth >= parameters.check_depth() {
            Quiets::Checks
        } else {
            Quiets::None
        };
        if depth <= parameters.late_depth() && count >= self.profile.late_moves(depth, node.improving) {
            picker.limit_quiets(spared);
        }
        let values = self.evaluation.values();
        if m.is_noisy() {
            if !node.in_check
                && shallow < parameters.capture_futility_depth()
                && !is_mate(alpha)
                && m.promoted().is_none()
            {
                let margin = parameters.capture_futility_base() + parameters.capture_futility_slope() * shallow;
                let hope = node.evaluation + self.gain(m) + self.profile.margin(margin) + history / 64;
                if hope <= alpha && !self.position.gives_check(m) {
                    return true;
                }
            }
            let tolerance = self.profile.margin(parameters.capture_exchange_slope()) * depth;
            return depth <= parameters.capture_exchange_depth()
                && picker.is_bad()
                && !self.position.see_at_least(m, -tolerance, values);
        }
        if !node.in_check && shallow < parameters.futility_depth() && !is_mate(alpha) {
            let margin = parameters.futility_base() + parameters.futility_slope() * shallow;
            let hope = node.evaluation + self.profile.margin(margin) + history / parameters.futility_history();
            if hope <= alpha && !self.position.gives_check(m) {
                picker.limit_quiets(spared);
                return true;
            }
        }
        let tolerance = self.profile.margin(parameters.exchange_slope()) * shallow * shallow;
        shallow < parameters.exchange_depth() && !self.position.see_at_least(m, -tolerance, values)
    }

    /// Looks whether the table's move is much better than all others: then it is extended. If others are above beta
    /// as well, the node is cut at once (multi-cut), or the move reduced.
    pub fn singularity<const PV: bool>(&mut self, node: &Node) -> Singularity {
        let &Node { ply, depth, beta, .. } = node;
        let ripe = |entry: &Entry| entry.bound != Bound::Upper && entry.depth >= depth - 3 && !is_mate(entry.score);
        let Some(known) = node.entry.filter(ripe).map(|entry| entry.score) else {
            return Singularity::Extend(0);
        };
        let parameters = &self.profile.parameters;
        let double = parameters.singular_double();
        if depth < parameters.singular_depth() + i32::from(PV) || ply >= 2 * self.root_depth as usize {
            return Singularity::Extend(0);
        }
        let margin = (1 + i32::from(!PV)) * depth * parameters.singular_margin() / 100;
        let bar = known - self.profile.margin(margin);
        let (killers, cutoffs) = (self.memory.frames[ply + 1].killers, self.memory.frames[ply + 1].cutoffs);
        self.memory.frames[ply].excluded = node.best;
        let score = self.negamax::<false>(ply, (depth - 1) / 2, bar - 1, bar, node.cut);
        self.memory.frames[ply].excluded = Move::NONE;
        self.memory.frames[ply + 1].killers = killers;
        self.memory.frames[ply + 1].cutoffs = cutoffs;
        if self.stopped {
            return Singularity::Extend(0);
        }
        if score < bar {
            let clear = !PV && score < bar - self.profile.margin(double) && self.memory.frames[ply].doubles < 6;
            return Singularity::Extend(1 + i32::from(clear));
        }
        if !PV && bar >= beta && !is_mate(bar) {
            return Singularity::Cut(bar);
        }
        Singularity::Extend(match () {
            _ if known >= beta => -2 + i32::from(PV),
            _ if node.cut => -1,
            _ => 0,
        })
    }
}

//! Pruning of whole nodes: razoring, reverse futility pruning, null move pruning, ProbCut. No node is pruned in check,
//! on the principal variation, or if the side to move must capture or continue a chain.

use super::move_picker::MovePicker;
use super::node::Node;
use super::score::{MATE_IN_MAX, NO_SCORE, is_mate};
use super::transposition_table::Entry;
use super::worker::Worker;
use super::{Bound, Score};
use kurier_rules::position::Move;

impl<const W: usize> Worker<'_, W> {
    /// Returns the score of a node that can be pruned, or `None` if the node's moves must be searched.
    pub fn prune_node(&mut self, node: &Node) -> Option<Score> {
        if let Some(score) = self.razoring(node) {
            return Some(score);
        }
        if let Some(score) = self.reverse_futility_pruning(node) {
            return Some(score);
        }
        if let Some(score) = self.null_move_pruning(node) {
            return Some(score);
        }
        self.probcut(node)
    }

    /// Tries razoring (Birmingham and Kent 1977; the margin, which grows with the square of the depth, is from
    /// Stockfish): if the evaluation is far below alpha and a quiescence search finds no capture that helps, the node
    /// fails low.
    #[inline]
    fn razoring(&mut self, node: &Node) -> Option<Score> {
        let &Node { ply, depth, alpha, .. } = node;
        let parameters = &self.profile.parameters;
        let margin = parameters.razoring_base() + parameters.razoring_slope() * depth * depth;
        if depth > parameters.razoring_depth() || is_mate(alpha) || node.eval + self.profile.margin(margin) >= alpha {
            return None;
        }
        let score = self.quiescence::<false>(ply, alpha, alpha + 1, 0);
        (score <= alpha || self.stopped).then_some(score)
    }

    /// Tries reverse futility pruning (static null move pruning; Heinz 1998, Stockfish): if the evaluation is far above
    /// beta, the node fails high.
    #[inline]
    fn reverse_futility_pruning(&self, node: &Node) -> Option<Score> {
        let &Node { depth, beta, eval, .. } = node;
        let parameters = &self.profile.parameters;
        let improving = if node.improving { parameters.rfp_improving() } else { 0 };
        let opponent_worsening = if node.opponent_worsening {
            parameters.rfp_opponent_worsening()
        } else {
            0
        };
        let margin =
            self.profile.margin(parameters.rfp_slope()) * depth - self.profile.margin(improving + opponent_worsening);
        // With a crushing advantage only mates count, and pruning would overlook them.
        let crushing = eval >= self.profile.margin(parameters.rfp_eval_limit());
        let exempt = crushing || parameters.rfp_not_tt_pv() > 0 && node.tt_pv();
        let prune =
            !exempt && depth <= parameters.rfp_depth() && !is_mate(beta) && !is_mate(eval) && eval - margin >= beta;
        prune.then_some((eval + beta) / 2)
    }

    /// Tries null move pruning (Beal 1989, Donninger 1993): if passing fails high, some move will fail high, too. At
    /// high depths a search without null moves verifies the result (Tabibi and Netanyahu 2002), which detects zugzwang.
    fn null_move_pruning(&mut self, node: &Node) -> Option<Score> {
        let &Node {
            ply, depth, beta, eval, ..
        } = node;
        let static_eval = self.data.stack[ply].static_eval;
        let parameters = &self.profile.parameters;
        let margin = parameters.nmp_margin() - parameters.nmp_margin_slope() * depth;
        if !self.profile.null_move
            || depth < parameters.nmp_depth()
            || ply < self.nmp_min_ply
            || eval < beta
            || static_eval < beta + self.profile.margin(margin)
            || is_mate(beta)
            || self.data.stack.back(ply, 1).current_move.is_none()
            || !self.has_non_pawn_material()
            || self.position.in_prelude()
        {
            return None;
        }
        let by_eval = (eval - beta) / self.profile.margin(parameters.nmp_eval_divisor());
        let reduction =
            (parameters.nmp_base() + parameters.nmp_slope() * depth) / 1024 + by_eval.min(parameters.nmp_eval_max());
        let reduced_depth = depth - reduction;
        self.make_null(ply);
        let score = -self.negamax::<false>(ply + 1, reduced_depth, -beta, -beta + 1, !node.cut_node);
        self.unmake();
        if self.stopped {
            return Some(0);
        }
        if score < beta {
            return None;
        }
        // A forced win found after passing is not proven: if the side may not pass, there may be no forced win.
        let score = if score >= MATE_IN_MAX { beta } else { score };
        if depth < parameters.nmp_verification_depth() || self.nmp_min_ply > 0 {
            return Some(score);
        }
        self.nmp_min_ply = ply + (reduced_depth.max(1) * parameters.nmp_verification_plies() / 100) as usize;
        let verified = self.negamax::<false>(ply, reduced_depth, beta - 1, beta, false);
        self.nmp_min_ply = 0;
        (verified >= beta || self.stopped).then_some(score)
    }

    /// Tries ProbCut (Buro 1995; the restriction to captures is from Stockfish): if a capture scores far above beta in
    /// a shallow search, it will score above beta in the deep search.
    fn probcut(&mut self, node: &Node) -> Option<Score> {
        let &Node { ply, depth, beta, .. } = node;
        let parameters = &self.profile.parameters;
        let improving = if node.improving {
            parameters.probcut_improving()
        } else {
            0
        };
        let probcut_beta = beta + self.profile.margin(parameters.probcut_margin() - improving);
        let tt_depth = depth - parameters.probcut_tt_depth();
        let reduced_depth = depth - parameters.probcut_reduction();
        let refuted = |entry: Entry| entry.depth >= tt_depth && entry.score < probcut_beta;
        if depth < parameters.probcut_depth() || is_mate(beta) || node.tt_entry.is_some_and(refuted) {
            return None;
        }
        let static_eval = self.data.stack[ply].static_eval;
        let tt_move = if node.tt_move.is_noisy() {
            node.tt_move
        } else {
            Move::NONE
        };
        let mut picker = MovePicker::noisy(&self.data.moves, tt_move, probcut_beta - static_eval);
        let mut found = None;
        while let Some(m) = self.next_move(&mut picker) {
            let same_side = self.make(ply, m);
            let mut score = if same_side {
                self.quiescence::<false>(ply + 1, probcut_beta - 1, probcut_beta, 0)
            } else {
                -self.quiescence::<false>(ply + 1, -probcut_beta, -probcut_beta + 1, 0)
            };
            if score >= probcut_beta && reduced_depth > 0 && !self.stopped {
                let (alpha, beta) = (probcut_beta - 1, probcut_beta);
                score = self.search_child::<false>(ply, same_side, reduced_depth, alpha, beta, !node.cut_node);
            }
            self.unmake();
            if self.stopped {
                found = Some(0);
                break;
            }
            if score >= probcut_beta {
                let entry = Entry {
                    best_move: m,
                    score,
                    raw_eval: NO_SCORE,
                    depth: tt_depth,
                    bound: Bound::Lower,
                    pv: false,
                };
                self.table.store(
                    self.profile.table_key(&self.position),
                    self.data.stack[ply].turns,
                    entry,
                );
                found = Some(if is_mate(score) {
                    score
                } else {
                    score - (probcut_beta - beta)
                });
                break;
            }
        }
        picker.finish(&mut self.data.moves);
        found
    }
}

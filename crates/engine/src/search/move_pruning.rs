//! Pruning of single moves at shallow nodes: late move pruning, futility pruning, SEE pruning.

use super::move_picker::{MovePicker, Quiets};
use super::node::{Candidate, Node};
use super::score::is_mate;
use super::worker::Worker;

impl<const W: usize> Worker<'_, W> {
    /// Returns whether a move is skipped.
    #[inline]
    pub fn prune_move(&self, node: &Node, picker: &mut MovePicker, candidate: &Candidate) -> bool {
        // A quiet mate comes late and looks hopeless: checks are tried all the same.
        let spared = if node.depth >= self.profile.parameters.quiet_check_depth() {
            Quiets::Checks
        } else {
            Quiets::None
        };
        if self.late_move_pruning(node, candidate.move_count) {
            picker.limit_quiets(spared);
        }
        if candidate.m.is_noisy() {
            self.late_noisy_pruning(node, candidate)
                || self.noisy_futility_pruning(node, candidate)
                || picker.is_bad_noisy() && self.noisy_see_pruning(node, candidate)
        } else if self.futility_pruning(node, candidate) {
            picker.limit_quiets(spared);
            true
        } else {
            self.see_pruning(candidate)
        }
    }

    /// Late move pruning (move count based pruning; Stockfish): after so many moves the quiet ones that are left are
    /// skipped.
    #[inline]
    fn late_move_pruning(&self, node: &Node, move_count: usize) -> bool {
        node.depth <= self.profile.parameters.lmp_depth()
            && move_count >= self.profile.late_moves(node.depth, node.improving)
    }

    /// Late move pruning of captures, which only a crowded game has by the dozen.
    #[inline]
    fn late_noisy_pruning(&self, node: &Node, candidate: &Candidate) -> bool {
        let &Candidate { m, move_count, .. } = candidate;
        self.profile.crowded
            && node.depth <= self.profile.parameters.lmp_depth()
            && move_count >= self.profile.late_captures(node.depth)
            && m.promoted().is_none()
            && !self.position.gives_check(m)
    }

    /// Futility pruning (Schaeffer 1986, Heinz 1998; by reduced depth and history: Stockfish): a quiet move cannot raise
    /// an evaluation that is far below alpha.
    #[inline]
    fn futility_pruning(&self, node: &Node, candidate: &Candidate) -> bool {
        let &Candidate {
            m,
            lmr_depth,
            history,
            alpha,
            ..
        } = candidate;
        let parameters = &self.profile.parameters;
        if node.in_check || lmr_depth >= parameters.futility_depth() || is_mate(alpha) {
            return false;
        }
        let margin = self
            .profile
            .margin(parameters.futility_base() + parameters.futility_slope() * lmr_depth);
        let futility_value = node.eval + margin + history / parameters.futility_history();
        futility_value <= alpha && !self.position.gives_check(m)
    }

    /// Futility pruning of captures, which add the value of what they take.
    #[inline]
    fn noisy_futility_pruning(&self, node: &Node, candidate: &Candidate) -> bool {
        let &Candidate {
            m,
            lmr_depth,
            history,
            alpha,
            ..
        } = candidate;
        let parameters = &self.profile.parameters;
        if node.in_check || lmr_depth >= parameters.noisy_futility_depth() || is_mate(alpha) || m.promoted().is_some() {
            return false;
        }
        let margin = parameters.noisy_futility_base() + parameters.noisy_futility_slope() * lmr_depth;
        let base = node.eval + self.profile.margin(margin) + history / parameters.noisy_futility_history();
        let futile =
            base + self.captured_value(m) <= alpha || self.profile.crowded && self.gains_too_little(m, base, alpha);
        futile && !self.position.gives_check(m)
    }

    /// SEE pruning (Stockfish): a quiet move that loses material by static exchange evaluation.
    #[inline]
    fn see_pruning(&self, candidate: &Candidate) -> bool {
        let &Candidate { m, lmr_depth, .. } = candidate;
        let parameters = &self.profile.parameters;
        let margin = self.profile.margin(parameters.see_quiet_slope()) * lmr_depth * lmr_depth;
        lmr_depth < parameters.see_quiet_depth() && !self.position.see_at_least(m, -margin, self.evaluation.values())
    }

    /// SEE pruning of captures that lose material.
    #[inline]
    fn noisy_see_pruning(&self, node: &Node, candidate: &Candidate) -> bool {
        let parameters = &self.profile.parameters;
        let margin = self.profile.margin(parameters.see_noisy_slope()) * node.depth;
        node.depth <= parameters.see_noisy_depth()
            && !self
                .position
                .see_at_least(candidate.m, -margin, self.evaluation.values())
    }
}

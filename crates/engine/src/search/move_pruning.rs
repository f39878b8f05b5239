//! Pruning of single moves at shallow nodes: late move pruning, futility pruning, SEE pruning.

use super::move_picker::{MovePicker, Quiets};
use super::node::{Candidate, Node};
use super::score::is_mate;
use super::worker::Worker;

impl<const W: usize> Worker<'_, W> {
    /// Returns whether a move is skipped. Also limits the picker's remaining quiet moves to those still worth
    /// searching.
    #[inline]
    pub fn prune_move(&self, node: &Node, picker: &mut MovePicker, candidate: &Candidate) -> bool {
        // A quiet move that mates may come late in the order and look hopeless, so nodes that are deep enough still
        // search quiet checks.
        let still_wanted = if node.depth >= self.profile.parameters.quiet_check_depth() {
            Quiets::Checks
        } else {
            Quiets::None
        };
        if self.late_move_pruning(node, candidate.move_count) {
            picker.limit_quiets(still_wanted);
        }
        if candidate.m.is_noisy() {
            self.late_noisy_pruning(node, candidate)
                || self.noisy_futility_pruning(node, candidate)
                || picker.is_bad_noisy() && self.noisy_see_pruning(node, candidate)
        } else if self.futility_pruning(node, candidate) {
            picker.limit_quiets(still_wanted);
            true
        } else {
            self.see_pruning(candidate)
        }
    }

    /// Returns whether late move pruning (move count based pruning; Stockfish) skips the remaining quiet moves: enough
    /// moves have been searched for this depth.
    #[inline]
    fn late_move_pruning(&self, node: &Node, move_count: usize) -> bool {
        node.depth <= self.profile.parameters.lmp_depth()
            && move_count >= self.profile.late_moves(node.depth, node.improving)
    }

    /// Returns whether late move pruning skips a capture. Only crowded variants have dozens of captures in a position.
    #[inline]
    fn late_noisy_pruning(&self, node: &Node, candidate: &Candidate) -> bool {
        let &Candidate { m, move_count, .. } = candidate;
        self.profile.crowded
            && node.depth <= self.profile.parameters.lmp_depth()
            && move_count >= self.profile.late_captures(node.depth)
            && m.promoted().is_none()
            && !self.position.gives_check(m)
    }

    /// Returns whether futility pruning (Schaeffer 1986, Heinz 1998; the use of the reduced depth and the history is
    /// from Stockfish) skips a quiet move: the evaluation is so far below alpha that a quiet move will not raise it
    /// enough.
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

    /// Returns whether futility pruning skips a capture: the evaluation and the captured piece's value together are far
    /// below alpha.
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

    /// Returns whether SEE pruning (Stockfish) skips a quiet move: it loses too much by static exchange evaluation.
    #[inline]
    fn see_pruning(&self, candidate: &Candidate) -> bool {
        let &Candidate { m, lmr_depth, .. } = candidate;
        let parameters = &self.profile.parameters;
        let margin = self.profile.margin(parameters.see_quiet_slope()) * lmr_depth * lmr_depth;
        lmr_depth < parameters.see_quiet_depth() && !self.position.see_at_least(m, -margin, self.evaluation.values())
    }

    /// Returns whether SEE pruning skips a capture: it loses too much by static exchange evaluation.
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

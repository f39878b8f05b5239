//! Extensions: their limit, singular extensions, negative extensions, and multi-cut.

use super::node::Node;
use super::score::is_mate;
use super::transposition_table::Entry;
use super::worker::Worker;
use super::{Bound, Score};
use kurier_rules::position::Move;

/// The result of the search without the table's move.
pub(super) enum SingularExtension {
    /// Search the table's move deeper by this number of plies, or shallower if it is negative.
    Extend(i32),
    /// Other moves fail high as well. The value is a lower bound of the node's score.
    MultiCut(Score),
}

impl<const W: usize> Worker<'_, W> {
    /// Returns whether a node at this ply may be extended. The limit keeps extensions from making the tree explode.
    #[inline]
    pub fn may_extend(&self, ply: usize) -> bool {
        ply < (self.profile.parameters.extension_limit() * self.root_depth) as usize
    }

    /// Decides how deep to search the table's move, after a shallow search of all other moves.
    ///
    /// Singular extension (Anantharaman, Campbell and Hsu 1988; Stockfish extends only the table's move): if all other
    /// moves are much worse, the table's move is extended. If other moves fail high as well, the node is cut at once
    /// (multi-cut, Björnsson and Marsland 1998) or the table's move is searched to a reduced depth (negative
    /// extension).
    pub fn singular_extension<const PV: bool>(&mut self, node: &Node) -> SingularExtension {
        let &Node { ply, depth, beta, .. } = node;
        let parameters = &self.profile.parameters;
        let tt_depth = depth - parameters.singular_tt_depth();
        let usable = |entry: &Entry| entry.bound != Bound::Upper && entry.depth >= tt_depth && !is_mate(entry.score);
        let Some(tt_score) = node.tt_entry.filter(usable).map(|entry| entry.score) else {
            return SingularExtension::Extend(0);
        };
        if depth < parameters.singular_depth() + i32::from(PV) || !self.may_extend(ply) {
            return SingularExtension::Extend(0);
        }
        let margin = (1 + i32::from(!PV)) * depth * parameters.singular_margin() / 100;
        let singular_beta = tt_score - self.profile.margin(margin);
        let (killers, cutoffs) = (self.data.stack[ply + 1].killers, self.data.stack[ply + 1].cutoffs);
        self.data.stack[ply].excluded = node.tt_move;
        let singular_depth = (depth - 1) * parameters.singular_search_depth() / 100;
        let score = self.negamax::<false>(ply, singular_depth, singular_beta - 1, singular_beta, node.cut_node);
        self.data.stack[ply].excluded = Move::NONE;
        self.data.stack[ply + 1].killers = killers;
        self.data.stack[ply + 1].cutoffs = cutoffs;
        if self.stopped {
            return SingularExtension::Extend(0);
        }
        if score < singular_beta {
            let double = !PV
                && score < singular_beta - self.profile.margin(parameters.singular_double_margin())
                && self.data.stack[ply].double_extensions < parameters.singular_double_limit();
            return SingularExtension::Extend(1 + i32::from(double));
        }
        if !PV && singular_beta >= beta && !is_mate(singular_beta) {
            return SingularExtension::MultiCut(singular_beta);
        }
        SingularExtension::Extend(if tt_score >= beta {
            i32::from(PV) - parameters.negative_extension_fail_high()
        } else if node.cut_node {
            -parameters.negative_extension_cut_node()
        } else {
            0
        })
    }
}

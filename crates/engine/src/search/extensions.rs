//! Singular extensions and multi-cut.

use super::node::Node;
use super::score::is_mate;
use super::transposition_table::Entry;
use super::worker::Worker;
use super::{Bound, Score};
use kurier_rules::position::Move;

/// What the search without the table's move said.
pub(super) enum SingularExtension {
    /// Search the table's move deeper by so many plies (negative: shallower).
    Extend(i32),
    /// Other moves are good enough as well: the node has this score at least.
    MultiCut(Score),
}

impl<const W: usize> Worker<'_, W> {
    /// Singular extensions (Anantharaman, Campbell and Hsu 1988; of the table's move: Stockfish): a move is extended if
    /// a shallow search without it says that all others are much worse. If others fail high as well, the node is cut at
    /// once (multi-cut, Björnsson and Marsland 1998) or the move searched shallower (negative extension).
    pub fn singular_extension<const PV: bool>(&mut self, node: &Node) -> SingularExtension {
        let &Node { ply, depth, beta, .. } = node;
        let usable = |entry: &Entry| entry.bound != Bound::Upper && entry.depth >= depth - 3 && !is_mate(entry.score);
        let Some(tt_score) = node.tt_entry.filter(usable).map(|entry| entry.score) else {
            return SingularExtension::Extend(0);
        };
        let parameters = &self.profile.parameters;
        let double_margin = parameters.singular_double_margin();
        if depth < parameters.singular_depth() + i32::from(PV) || ply >= 2 * self.root_depth as usize {
            return SingularExtension::Extend(0);
        }
        let margin = (1 + i32::from(!PV)) * depth * parameters.singular_margin() / 100;
        let singular_beta = tt_score - self.profile.margin(margin);
        let (killers, cutoffs) = (self.data.stack[ply + 1].killers, self.data.stack[ply + 1].cutoffs);
        self.data.stack[ply].excluded = node.tt_move;
        let score = self.negamax::<false>(ply, (depth - 1) / 2, singular_beta - 1, singular_beta, node.cut_node);
        self.data.stack[ply].excluded = Move::NONE;
        self.data.stack[ply + 1].killers = killers;
        self.data.stack[ply + 1].cutoffs = cutoffs;
        if self.stopped {
            return SingularExtension::Extend(0);
        }
        if score < singular_beta {
            let double = !PV
                && score < singular_beta - self.profile.margin(double_margin)
                && self.data.stack[ply].double_extensions < 6;
            return SingularExtension::Extend(1 + i32::from(double));
        }
        if !PV && singular_beta >= beta && !is_mate(singular_beta) {
            return SingularExtension::MultiCut(singular_beta);
        }
        SingularExtension::Extend(if tt_score >= beta {
            -2 + i32::from(PV)
        } else if node.cut_node {
            -1
        } else {
            0
        })
    }
}

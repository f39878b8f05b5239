//! Reductions: late move reductions, internal iterative reductions, hindsight adjustment.

use super::node::Node;
use super::worker::Worker;
use super::{Parameters, Score};
use kurier_rules::position::Move;

/// The number of depths in the table; greater depths share the last row.
const DEPTHS: usize = 64;
/// The number of move counts in the table; greater counts share the last column.
const MOVE_COUNTS: usize = 256;

/// The base reductions of late moves, by depth and move count, in 1024ths of a ply.
#[derive(Clone, Debug)]
pub(super) struct Reductions(Vec<i32>);

impl Reductions {
    /// Creates a table in which reductions grow with the logarithms of depth and move count (Stockfish). Move counts
    /// are divided by `move_count_scale` (1 for chess), because the tenth of a hundred moves is not as late as the
    /// tenth of thirty.
    pub fn new(move_count_scale: f64, parameters: &Parameters) -> Self {
        let base = f64::from(parameters.lmr_base()) / 1000.0;
        let divisor = f64::from(parameters.lmr_divisor()) / 1000.0;
        let mut table = vec![0; DEPTHS * MOVE_COUNTS];
        for depth in 1..DEPTHS {
            for move_count in 1..MOVE_COUNTS {
                let late = (move_count as f64 / move_count_scale).max(1.0);
                table[depth * MOVE_COUNTS + move_count] =
                    ((base + (depth as f64).ln() * late.ln() / divisor) * 1024.0) as i32;
            }
        }
        Self(table)
    }

    /// Returns the base reduction of the `move_count`-th move of a node at `depth` plies, in 1024ths of a ply.
    #[inline(always)]
    pub fn get(&self, depth: i32, move_count: usize) -> i32 {
        let depth = depth.clamp(0, DEPTHS as i32 - 1) as usize;
        self.0[depth * MOVE_COUNTS + move_count.min(MOVE_COUNTS - 1)]
    }
}

impl<const W: usize> Worker<'_, W> {
    /// Returns the adjustment to the base reduction of a move that has just been made, in 1024ths of a ply; negative
    /// for a smaller reduction.
    ///
    /// Late move reductions (LMR; Fruit, Glaurung): moves late in the order are searched at a reduced depth, and again
    /// at full depth if their score beats alpha. The conditions are taken from Stockfish.
    #[inline]
    pub fn late_move_reduction<const PV: bool>(&self, node: &Node, m: Move, refutation: bool, bad_noisy: bool) -> i32 {
        let parameters = &self.profile.parameters;
        let mut reduction = 0;
        let mut adjust = |by: i32, condition: bool| reduction += if condition { by } else { 0 };
        adjust(parameters.lmr_cut_node(), node.cut_node);
        adjust(-parameters.lmr_tt_pv(), PV || node.tt_pv());
        adjust(parameters.lmr_not_improving(), !node.improving);
        adjust(parameters.lmr_no_tt_move(), node.tt_move.is_none());
        adjust(parameters.lmr_noisy_tt_move(), node.tt_move.is_noisy() && !m.is_noisy());
        adjust(-parameters.lmr_check(), self.position.in_check());
        adjust(
            parameters.lmr_cutoffs(),
            self.data.stack[node.ply + 1].cutoffs > parameters.lmr_cutoff_count() as u32,
        );
        adjust(-parameters.lmr_refutation(), refutation);
        adjust(-parameters.lmr_good_noisy(), m.is_noisy() && !bad_noisy);
        reduction
    }

    /// Returns the number of plies, 0 or 1, by which internal iterative reduction (IIR, Schröder) lowers the depth of a
    /// node. If the table has no move, the move order is poor; the reduced search stores a move for the next visit.
    #[inline]
    pub fn internal_iterative_reduction(&self, node: &Node) -> i32 {
        i32::from(node.tt_move.is_none() && node.depth >= self.profile.parameters.iir_depth() && !node.forced)
    }

    /// Returns the adjusted depth of a node that was reached by a reduced move (Stockfish: hindsight adjustment). The
    /// adjustment depends on `eval_delta`, the amount by which the move improved the evaluation from the mover's point
    /// of view.
    #[inline]
    pub fn hindsight_adjustment(&self, mut depth: i32, reduction: i32, eval_delta: Score) -> i32 {
        let parameters = &self.profile.parameters;
        if reduction >= parameters.hindsight_deeper() && eval_delta >= 0 {
            depth += 1;
        }
        if reduction >= 1 && depth >= 2 && -eval_delta > self.profile.margin(parameters.hindsight_shallower()) {
            depth -= 1;
        }
        depth
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_grow_with_depth_and_move_count_and_shrink_with_the_number_of_moves() {
        let [chess, big] = [1.0, 2.0].map(|scale| Reductions::new(scale, &Parameters::default()));
        assert!(chess.get(10, 20) > chess.get(10, 5));
        assert!(chess.get(20, 10) > chess.get(5, 10));
        assert!(big.get(10, 20) < chess.get(10, 20));
    }
}

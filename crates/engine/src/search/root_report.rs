//! Reports the best lines found at the root. Unfinished chains are completed or dropped, so lines hold whole turns
//! only.

use super::root::Goal;
use super::stack::MAX_PLY;
use super::worker::Worker;
use super::{Bound, Report, Turn};
use kurier_rules::position::Move;

impl<const W: usize> Worker<'_, W> {
    /// Reports the best lines, at most [`Goal::reported`] of them.
    pub(super) fn report_lines(&mut self, goal: &Goal, report: &mut dyn FnMut(&Report)) {
        for line in 0..goal.reported.min(self.root_moves.len()) {
            self.report(line, Bound::Exact, report);
        }
    }

    /// Reports the line with index `line`, counted from 0, of the current iteration. Does nothing unless this is the
    /// main worker.
    pub fn report(&mut self, line: usize, bound: Bound, report: &mut dyn FnMut(&Report)) {
        let Some(timer) = self.timer else { return };
        self.publish();
        let score = self.score_or_evaluation(self.root_moves[line].last_score());
        let root_move = &self.root_moves[line];
        let message = Report {
            depth: self.root_depth as u32,
            selective_depth: root_move.sel_depth.max(self.root_depth as usize) as u32,
            line: line + 1,
            score,
            bound,
            nodes: self.control.nodes(),
            elapsed: timer.elapsed(),
            hash_full: self.table.hashfull(),
            pv: self.whole_turns(&root_move.pv),
        };
        report(&message);
    }

    /// Returns the turns of a line up to the first illegal move. If the line ends in the middle of a chain, the chain
    /// is completed with moves from the table or, failing that, left out.
    pub fn whole_turns(&self, line: &[Move]) -> Vec<Turn> {
        let mut position = self.position.clone();
        let (mut turns, mut steps) = (Vec::new(), Vec::new());
        let known = line.iter().copied().map(Some).chain(std::iter::repeat(None));
        for m in known.take(MAX_PLY) {
            let m = match m {
                Some(m) => m,
                None if !steps.is_empty() => self
                    .table
                    .probe(position.key(), 0)
                    .map_or(Move::NONE, |entry| entry.best_move),
                None => break,
            };
            if m.is_none() || position.variant_end().is_some() || !position.is_legal(m) {
                break;
            }
            position.make(m);
            steps.push(m);
            if position.chain().is_none() {
                turns.extend(Turn::new(&steps));
                steps.clear();
            }
        }
        turns
    }
}

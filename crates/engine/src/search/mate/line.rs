//! The line of a proven win, in which the attacker wins in time and the defender holds out as long as possible.

use super::{MateSearch, Turn};
use kurier_rules::position::Move;

impl<const W: usize> MateSearch<'_, W> {
    /// Returns the turns of a win in `moves` moves, which must be the number for which a win from the current position
    /// has been proven. If the search is stopped, the line ends before the first turn that the table no longer
    /// contains.
    pub(super) fn winning_line(&mut self, moves: u32) -> Vec<Turn> {
        let (mut turns, mut steps) = (Vec::new(), Vec::new());
        let mut left = moves;
        while let Some((step, after)) = if self.attacking() {
            self.attack(left)
        } else {
            self.defence(left)
        } {
            self.make(step, left);
            left = after;
            steps.push(step);
            if self.position.chain().is_none() {
                turns.extend(Turn::new(&steps));
                steps.clear();
                if self.is_over() {
                    break;
                }
            }
        }
        while !self.path.is_empty() {
            self.unmake();
        }
        turns
    }

    /// Returns whether the game is over.
    fn is_over(&self) -> bool {
        self.position.variant_end().is_some() || !self.position.can_move() || self.drawn().is_some()
    }

    /// Returns a move of the attacker that wins within `left` turns, together with the number of turns left after it,
    /// or `None` if no such move is known.
    fn attack(&mut self, left: u32) -> Option<(Move, u32)> {
        if left == 0 {
            return None;
        }
        let steps = self.steps(left);
        // Wins in the table are tried first, since they need no search.
        for searching in [false, true] {
            for step in &steps {
                let after = self.make(*step, left);
                let won = self.wins(after, searching);
                self.unmake();
                if won == Some(true) {
                    return Some((*step, after));
                }
            }
        }
        None
    }

    /// Returns the defender's reply that holds out longest, and the number of turns that the attacker needs after the
    /// reply. Returns `None` if the search is stopped.
    fn defence(&mut self, left: u32) -> Option<(Move, u32)> {
        let steps = self.steps(left);
        // The longest defence is tried first, so the first reply found is the best one. If every reply loses at once,
        // any of them will do.
        for needed in (1..=left).rev() {
            for searching in [false, true] {
                for step in &steps {
                    self.make(*step, left);
                    let sooner = self.wins(needed - 1, searching);
                    self.unmake();
                    if sooner == Some(false) {
                        return Some((*step, needed));
                    }
                }
                if self.stopped {
                    return None;
                }
            }
        }
        steps.first().map(|step| (*step, 0))
    }

    /// Returns whether the attacker wins within `left` further turns. Returns `None` if that is not known without a
    /// search and `searching` is false, or if the search is stopped.
    fn wins(&mut self, left: u32, searching: bool) -> Option<bool> {
        let mut numbers = self.look(left);
        if !numbers.is_solved() && searching && !self.stopped {
            numbers = self.solve(left);
        }
        numbers.is_solved().then_some(numbers.proof == 0)
    }
}

//! The search stack: what a worker keeps of each node between the root and the current one.

use super::Score;
use super::history::ContinuationIndex;
use super::score::NO_SCORE;
use kurier_rules::position::Move;

/// The deepest node, in plies: steps of moves, so that chains count several.
pub(super) const MAX_PLY: usize = 192;

/// Entries before the root, so that looking back needs no test.
const LEAD: usize = 4;

/// One node.
#[derive(Clone, Copy, Debug)]
pub(super) struct StackEntry {
    /// The move being searched, or none (null move).
    pub current_move: Move,
    /// Where its continuation history is.
    pub continuation: ContinuationIndex,
    /// Corrected static evaluation; [`NO_SCORE`] in check.
    pub static_eval: Score,
    /// Completed turns since the root.
    pub turns: i32,
    /// Moves that refuted sibling nodes.
    pub killers: [Move; 2],
    /// The move excluded from a search for singular extensions, or none.
    pub excluded: Move,
    /// How often children of this node failed high.
    pub cutoffs: u32,
    /// Plies by which the current move's search is reduced.
    pub reduction: i32,
    /// Extensions by two or more plies on the way here.
    pub double_extensions: i32,
}

impl Default for StackEntry {
    fn default() -> Self {
        Self {
            current_move: Move::NONE,
            continuation: ContinuationIndex::NONE,
            static_eval: NO_SCORE,
            turns: 0,
            killers: [Move::NONE; 2],
            excluded: Move::NONE,
            cutoffs: 0,
            reduction: 0,
            double_extensions: 0,
        }
    }
}

/// The entries of all plies, indexed by ply.
pub(super) struct Stack(Box<[StackEntry]>);

impl Stack {
    /// Empty entries.
    pub fn new() -> Self {
        Self(vec![StackEntry::default(); MAX_PLY + LEAD + 4].into())
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.fill(StackEntry::default());
    }

    /// Returns the entry `plies` back, at most four; before the root they are empty.
    #[inline(always)]
    pub fn back(&self, ply: usize, plies: usize) -> &StackEntry {
        &self.0[ply + LEAD - plies]
    }

    /// Returns the continuation histories of the moves one, two and four plies back.
    #[inline(always)]
    pub fn continuations(&self, ply: usize) -> [ContinuationIndex; 3] {
        [1, 2, 4].map(|plies| self.back(ply, plies).continuation)
    }
}

impl std::ops::Index<usize> for Stack {
    type Output = StackEntry;
    #[inline(always)]
    fn index(&self, ply: usize) -> &StackEntry {
        &self.0[ply + LEAD]
    }
}

impl std::ops::IndexMut<usize> for Stack {
    #[inline(always)]
    fn index_mut(&mut self, ply: usize) -> &mut StackEntry {
        &mut self.0[ply + LEAD]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_before_the_root_are_empty() {
        let stack = Stack::new();
        assert_eq!(stack.continuations(0), [ContinuationIndex::NONE; 3]);
        assert_eq!(stack[MAX_PLY + 1].static_eval, NO_SCORE);
    }
}

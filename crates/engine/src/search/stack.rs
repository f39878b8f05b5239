//! The search stack: one entry for each node between the root and the current node.

use super::Score;
use super::history::ContinuationIndex;
use super::score::NO_SCORE;
use kurier_rules::position::Move;

/// The maximum ply of a node, counted in steps: each step of a chain is a ply.
pub(super) const MAX_PLY: usize = 192;

/// The number of entries before the root, which exist so that looking back from the root needs no special case.
const LEAD: usize = 4;

/// The data that a worker keeps about one node.
#[derive(Clone, Copy, Debug)]
pub(super) struct StackEntry {
    /// The move being searched; [`Move::NONE`] for a null move.
    pub current_move: Move,
    /// The index of the current move's continuation history.
    pub continuation: ContinuationIndex,
    /// The corrected static evaluation; [`NO_SCORE`] in check.
    pub static_eval: Score,
    /// The number of completed turns since the root.
    pub turns: i32,
    /// The killer moves: the two quiet moves that last failed high in sibling nodes.
    pub killers: [Move; 2],
    /// The move excluded during the search for a singular extension, otherwise [`Move::NONE`].
    pub excluded: Move,
    /// The number of nodes at this ply that have failed high since the parent node was entered.
    pub cutoffs: u32,
    /// The number of plies by which the current move's search is reduced.
    pub reduction: i32,
    /// The number of extensions by two or more plies between the root and this node.
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

/// The stack of entries, indexed by ply.
pub(super) struct Stack(Box<[StackEntry]>);

impl Stack {
    /// Creates a stack of empty entries.
    pub fn new() -> Self {
        Self(vec![StackEntry::default(); MAX_PLY + LEAD + 4].into())
    }

    /// Resets all entries.
    pub fn clear(&mut self) {
        self.0.fill(StackEntry::default());
    }

    /// Returns the entry that is `plies` (at most 4) before `ply`; entries before the root are empty.
    #[inline(always)]
    pub fn back(&self, ply: usize, plies: usize) -> &StackEntry {
        &self.0[ply + LEAD - plies]
    }

    /// Returns the continuation indices of the moves made one, two and four plies before `ply`.
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

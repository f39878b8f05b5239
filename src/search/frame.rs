//! What a worker keeps of each node on the way from the root: frames, and the lines found below them.

use super::Score;
use super::history::Row;
use super::score::NO_SCORE;
use crate::eval::PsqtState;
use crate::position::Move;

/// The deepest node, in plies: steps of moves, so that chains count several.
pub(super) const MAX_PLY: usize = 192;

/// Frames before the root, so that looking back needs no test.
const LEAD: usize = 4;

/// One node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// The move being searched, or none (null move).
    pub current: Move,
    /// Its continuations.
    pub row: Row,
    /// The evaluation's incremental part.
    pub accumulator: PsqtState,
    /// Corrected static evaluation; [`NO_SCORE`] in check.
    pub evaluation: Score,
    /// Completed turns since the root.
    pub turns: i32,
    /// Moves that refuted sibling nodes.
    pub killers: [Move; 2],
    /// The move left out in a singularity search.
    pub excluded: Move,
    /// How often children of this node failed high.
    pub cutoffs: u32,
    /// Plies by which the current move's search is reduced.
    pub reduction: i32,
    /// Extensions by two or more plies on the way here.
    pub doubles: i32,
}

impl Default for Frame {
    fn default() -> Self {
        Self {
            current: Move::NONE,
            row: Row::NONE,
            accumulator: PsqtState::default(),
            evaluation: NO_SCORE,
            turns: 0,
            killers: [Move::NONE; 2],
            excluded: Move::NONE,
            cutoffs: 0,
            reduction: 0,
            doubles: 0,
        }
    }
}

/// The frames of all plies.
pub(super) struct Frames(Box<[Frame]>);

impl Frames {
    /// Empty frames.
    pub fn new() -> Self {
        Self(vec![Frame::default(); MAX_PLY + LEAD + 4].into())
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.fill(Frame::default());
    }

    /// The frame so many plies back, at most four; before the root there are empty ones.
    #[inline(always)]
    pub fn back(&self, ply: usize, plies: usize) -> &Frame {
        &self.0[ply + LEAD - plies]
    }

    /// The rows of the last move, the one before it and the one four plies back.
    #[inline(always)]
    pub fn rows(&self, ply: usize) -> [Row; 3] {
        [self.back(ply, 1).row, self.back(ply, 2).row, self.back(ply, 4).row]
    }
}

impl std::ops::Index<usize> for Frames {
    type Output = Frame;
    #[inline(always)]
    fn index(&self, ply: usize) -> &Frame {
        &self.0[ply + LEAD]
    }
}

impl std::ops::IndexMut<usize> for Frames {
    #[inline(always)]
    fn index_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.0[ply + LEAD]
    }
}

/// The best lines below each ply.
pub(super) struct Lines(Vec<Vec<Move>>);

impl Lines {
    /// Empty lines.
    pub fn new() -> Self {
        Self((0..MAX_PLY + 2).map(|_| Vec::with_capacity(MAX_PLY)).collect())
    }

    /// No line below a ply.
    #[inline(always)]
    pub fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// The best line below a ply is this move and what was best after it.
    pub fn set(&mut self, ply: usize, m: Move) {
        if let [here, below, ..] = &mut self.0[ply..] {
            here.clear();
            here.push(m);
            here.extend_from_slice(below);
        }
    }

    /// The best line below a ply.
    pub fn get(&self, ply: usize) -> &[Move] {
        &self.0[ply]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_grow_from_the_leaves() {
        let [a, b, c] = [1, 2, 3].map(Move::from_bits);
        let mut lines = Lines::new();
        lines.set(2, c);
        lines.set(1, b);
        lines.set(0, a);
        assert_eq!(lines.get(0), [a, b, c]);
        lines.clear(1);
        lines.set(0, b);
        assert_eq!(lines.get(0), [b]);
    }

    #[test]
    fn looking_back_beyond_the_root_finds_nothing() {
        let frames = Frames::new();
        assert_eq!(frames.rows(0), [Row::NONE; 3]);
        assert_eq!(frames[MAX_PLY + 1].evaluation, NO_SCORE);
    }
}

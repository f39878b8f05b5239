//! Squares of the board, numbered from 0.

/// A square of the board.
///
/// Squares are numbered level by level; within a level, rank by rank from the first rank; and within a rank, file by
/// file. Holes have numbers too, so that a step adds a constant to the number. A board has at most 256 squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Square(pub u8);

impl Square {
    /// Creates the square with the number `index`, which must be below 256: higher bits are cut off.
    #[inline(always)]
    pub const fn new(index: usize) -> Self {
        Self(index as u8)
    }

    /// Returns the number of the square, for indexing.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

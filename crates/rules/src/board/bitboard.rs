//! Bitboards: sets of squares, one bit per square, in as many words as the board needs.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::Square;

/// A set of squares in `W` words of 64 bits: one for 8x8, two for 12x8, four for 6x6x6.
///
/// The width is a type parameter for speed: a lookup in four words takes more than twice as long as a lookup in one.
///
/// ```
/// use kurier_rules::board::{Bitboard, Square};
/// let corners: Bitboard<2> = [Square(0), Square(95)].into_iter().collect();
/// assert_eq!(corners.count(), 2);
/// assert_eq!(corners.first(), Some(Square(0)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bitboard<const W: usize>(pub [u64; W]);

impl<const W: usize> Bitboard<W> {
    /// The empty set.
    pub const EMPTY: Self = Self([0; W]);

    /// Returns the set that contains only `square`, whose number must be below `64 * W`.
    #[inline(always)]
    pub const fn from_square(square: Square) -> Self {
        let mut words = [0; W];
        words[square.index() >> 6] = 1 << (square.index() & 63);
        Self(words)
    }

    /// Returns whether the square is in the set.
    #[inline(always)]
    pub const fn contains(self, square: Square) -> bool {
        self.0[square.index() >> 6] >> (square.index() & 63) & 1 != 0
    }

    /// Adds a square to the set.
    #[inline(always)]
    pub fn insert(&mut self, square: Square) {
        self.0[square.index() >> 6] |= 1 << (square.index() & 63);
    }

    /// Removes a square from the set. Does nothing if the square is not in the set.
    #[inline(always)]
    pub fn remove(&mut self, square: Square) {
        self.0[square.index() >> 6] &= !(1 << (square.index() & 63));
    }

    /// Returns whether the set is empty.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Returns whether the set is not empty.
    #[inline(always)]
    pub fn any(self) -> bool {
        !self.is_empty()
    }

    /// Returns the number of squares.
    #[inline(always)]
    pub fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Returns whether there are at least two squares in the set.
    #[inline(always)]
    pub fn more_than_one(self) -> bool {
        let mut seen = 0;
        let mut twice = 0;
        for word in self.0 {
            twice |= if seen != 0 { word } else { word & word.wrapping_sub(1) };
            seen |= word;
        }
        twice != 0
    }

    /// Returns whether the sets share a square.
    #[inline(always)]
    pub fn intersects(self, other: Self) -> bool {
        (self & other).any()
    }

    /// Returns the squares of this set that are not in `other`.
    #[inline(always)]
    pub fn without(self, other: Self) -> Self {
        self & !other
    }

    /// Returns the square with the lowest number; `None` if the set is empty.
    #[inline(always)]
    pub fn first(self) -> Option<Square> {
        for (i, word) in self.0.iter().enumerate() {
            if *word != 0 {
                return Some(Square::new(i * 64 + word.trailing_zeros() as usize));
            }
        }
        None
    }

    /// Returns all squares from 0 up to and including the first square of this set; every square if the set is empty.
    #[inline(always)]
    pub fn up_to_first(self) -> Self {
        // Subtracting 1 flips the lowest set bit and all bits below it, and no others.
        let mut borrow = true;
        Self(self.0.map(|word| {
            let (less, below) = word.overflowing_sub(borrow as u64);
            borrow = below;
            word ^ less
        }))
    }

    /// Returns the last square of this set and all squares with higher numbers; every square if the set is empty.
    #[inline(always)]
    pub fn from_last_on(self) -> Self {
        let mut words = [0; W];
        let mut above = 0;
        for (word, reached) in self.0.iter().zip(&mut words).rev() {
            let on = u64::MAX << (word | 1).ilog2();
            *reached = if above == 0 { on } else { 0 };
            above |= word;
        }
        Self(words)
    }

    /// Returns the set with every square number raised by `by` (0 to 63). Squares beyond the last word are dropped.
    #[inline(always)]
    pub fn shifted_up(self, by: u32) -> Self {
        let mut words = [0; W];
        for i in (0..W).rev() {
            words[i] = self.0[i] << by;
            if i > 0 && by > 0 {
                words[i] |= self.0[i - 1] >> (64 - by);
            }
        }
        Self(words)
    }

    /// Returns the set with every square number lowered by `by` (0 to 63). Squares below 0 are dropped.
    #[inline(always)]
    pub fn shifted_down(self, by: u32) -> Self {
        let mut words = self.0.map(|word| word >> by);
        for i in 1..W {
            if by > 0 {
                words[i - 1] |= self.0[i] << (64 - by);
            }
        }
        Self(words)
    }
}

impl<const W: usize> Default for Bitboard<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

macro_rules! bitwise {
    ($trait:ident $method:ident $assign_trait:ident $assign:ident $op:tt $assign_op:tt) => {
        impl<const W: usize> $trait for Bitboard<W> {
            type Output = Self;
            #[inline(always)]
            fn $method(mut self, other: Self) -> Self {
                for (word, other) in self.0.iter_mut().zip(other.0) {
                    *word $assign_op other;
                }
                self
            }
        }
        impl<const W: usize> $assign_trait for Bitboard<W> {
            #[inline(always)]
            fn $assign(&mut self, other: Self) {
                *self = *self $op other;
            }
        }
    };
}
bitwise!(BitAnd bitand BitAndAssign bitand_assign & &=);
bitwise!(BitOr bitor BitOrAssign bitor_assign | |=);
bitwise!(BitXor bitxor BitXorAssign bitxor_assign ^ ^=);

impl<const W: usize> Not for Bitboard<W> {
    type Output = Self;
    #[inline(always)]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

impl<const W: usize> FromIterator<Square> for Bitboard<W> {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

/// An iterator over the squares of a set, from the lowest number up.
#[derive(Clone)]
pub struct Squares<const W: usize>([u64; W]);

impl<const W: usize> Iterator for Squares<W> {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        for (index, word) in self.0.iter_mut().enumerate() {
            let bits = *word;
            if bits != 0 {
                *word = bits & (bits - 1);
                return Some(Square::new(index * 64 + bits.trailing_zeros() as usize));
            }
        }
        None
    }
}

impl<const W: usize> IntoIterator for Bitboard<W> {
    type Item = Square;
    type IntoIter = Squares<W>;

    #[inline(always)]
    fn into_iter(self) -> Squares<W> {
        Squares(self.0)
    }
}

impl<const W: usize> fmt::Debug for Bitboard<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.into_iter().map(|square| square.0)).finish()
    }
}

/// Returns the squares that can be reached from `start` in any number of steps, `start` included. `next` returns the
/// squares one step away from a square.
pub fn reachable<const W: usize>(start: Square, next: impl Fn(Square) -> Bitboard<W>) -> Bitboard<W> {
    flood(start, next, |_| false)
}

/// Returns whether `end` can be reached from `start` in any number of steps. `next` returns the squares one step away
/// from a square. The search stops as soon as it reaches `end`.
pub fn is_path<const W: usize>(start: Square, end: Square, next: impl Fn(Square) -> Bitboard<W>) -> bool {
    flood(start, next, |reached| reached.contains(end)).contains(end)
}

/// Returns the squares that can be reached from `start` in any number of steps. `next` returns the squares one step
/// away from a square. The search stops early once `is_enough` accepts the squares reached so far.
fn flood<const W: usize>(
    start: Square,
    next: impl Fn(Square) -> Bitboard<W>,
    is_enough: impl Fn(Bitboard<W>) -> bool,
) -> Bitboard<W> {
    let mut reached = Bitboard::from_square(start);
    let mut fresh = reached;
    while !is_enough(reached) {
        let Some(at) = fresh.first() else { break };
        fresh.remove(at);
        let new = next(at).without(reached);
        reached |= new;
        fresh |= new;
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_carry_between_words() {
        let set: Bitboard<4> = [0, 63, 64, 130, 250].map(Square).into_iter().collect();
        for by in [0, 1, 6, 12, 63] {
            let up: Vec<u8> = set.shifted_up(by).into_iter().map(|s| s.0).collect();
            let expected: Vec<u8> = [0u32, 63, 64, 130, 250]
                .iter()
                .map(|s| s + by)
                .filter(|s| *s < 256)
                .map(|s| s as u8)
                .collect();
            assert_eq!(up, expected);
            let down: Vec<u8> = set.shifted_down(by).into_iter().map(|s| s.0).collect();
            let expected: Vec<u8> = [0u32, 63, 64, 130, 250]
                .iter()
                .filter_map(|s| s.checked_sub(by))
                .map(|s| s as u8)
                .collect();
            assert_eq!(down, expected);
        }
    }

    #[test]
    fn more_than_one_counts_within_a_word_and_across_words() {
        let set = |squares: &[u8]| squares.iter().map(|s| Square(*s)).collect::<Bitboard<2>>();
        assert!(!set(&[]).more_than_one());
        assert!(!set(&[70]).more_than_one());
        assert!(set(&[3, 4]).more_than_one());
        assert!(set(&[3, 70]).more_than_one());
        assert!(set(&[70, 71]).more_than_one());
    }

    #[test]
    fn iteration_starts_at_the_first_square() {
        let set: Bitboard<2> = [5, 64, 90].map(Square).into_iter().collect();
        assert_eq!(set.first(), set.into_iter().next());
        assert_eq!(Bitboard::<2>::EMPTY.first(), None);
    }
}

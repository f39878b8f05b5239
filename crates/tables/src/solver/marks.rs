//! Marks on positions: one bit for each position, set and cleared by several threads.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// One mark for each position.
pub(super) struct Marks(Vec<AtomicU64>);

impl Marks {
    /// Creates marks for this number of positions, none of them set.
    pub fn new(positions: usize) -> Self {
        Self((0..positions.div_ceil(64)).map(|_| AtomicU64::new(0)).collect())
    }

    /// Sets the mark of a position.
    pub fn insert(&self, place: usize) {
        let (word, bit) = (&self.0[place / 64], 1 << (place % 64));
        // Most marks are set several times, and reading is cheaper than writing.
        if word.load(Ordering::Relaxed) & bit == 0 {
            word.fetch_or(bit, Ordering::Relaxed);
        }
    }

    /// Removes the marks of a range, and calls a function for each position that had one.
    pub fn take(&self, range: Range<usize>, mut visit: impl FnMut(usize)) {
        for word in range.start / 64..range.end.div_ceil(64) {
            if self.0[word].load(Ordering::Relaxed) == 0 {
                continue;
            }
            let from = range.start.max(word * 64) - word * 64;
            let to = range.end.min(word * 64 + 64) - word * 64;
            let mask = (u64::MAX >> (64 - (to - from))) << from;
            let mut marked = self.0[word].fetch_and(!mask, Ordering::Relaxed) & mask;
            while marked != 0 {
                visit(word * 64 + marked.trailing_zeros() as usize);
                marked &= marked - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_taken_once_and_only_in_their_range() {
        let marks = Marks::new(300);
        let places = [0, 5, 63, 64, 127, 128, 200, 299];
        places.into_iter().for_each(|place| marks.insert(place));
        let taken = |range| {
            let mut all = Vec::new();
            marks.take(range, |place| all.push(place));
            all
        };
        assert_eq!(taken(5..64), [5, 63]);
        assert_eq!(taken(5..128), [64, 127]);
        assert_eq!(taken(0..300), [0, 128, 200, 299]);
        assert_eq!(taken(0..300), []);
    }
}

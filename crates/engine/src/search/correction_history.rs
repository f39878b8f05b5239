//! Correction history (Caissa, Stockfish): the mean difference between static evaluation and search score in similar
//! positions.

use super::Score;
use super::history::ContinuationIndex;
use kurier_rules::position::Position;
use kurier_rules::rules::Color;

/// The number of counters per side in each table, a power of two.
const SIZE: usize = 1 << 14;
/// The limit of the counters, which stay between `-LIMIT` and `LIMIT`.
const LIMIT: i32 = 1024;

/// The counters that track the mean error of the static evaluation, in four tables indexed by features of the position.
pub(super) struct CorrectionHistory {
    /// The counters by side to move and pawn key.
    pawns: Box<[i16]>,
    /// The counters by side to move and key of one colour's pieces: White's table first, then Black's.
    pieces: [Box<[i16]>; 2],
    /// The counters by side to move and last move.
    moves: Box<[i16]>,
}

/// The indices of one position's counters, one for each table.
#[derive(Clone, Copy)]
pub(super) struct CorrectionIndices([usize; 4]);

impl CorrectionHistory {
    /// Creates tables whose counters are all 0.
    pub fn new() -> Self {
        let empty = || vec![0; 2 * SIZE].into();
        Self {
            pawns: empty(),
            pieces: [empty(), empty()],
            moves: empty(),
        }
    }

    /// Resets all counters to 0.
    pub fn clear(&mut self) {
        for table in self.tables() {
            table.fill(0);
        }
    }

    fn tables(&mut self) -> [&mut [i16]; 4] {
        let [white, black] = &mut self.pieces;
        [&mut self.pawns, white, black, &mut self.moves]
    }

    /// Returns the indices of the counters of a position that was reached by the move `last`.
    #[inline(always)]
    pub fn indices<const W: usize>(position: &Position<W>, last: ContinuationIndex) -> CorrectionIndices {
        let side = position.side().index() * SIZE;
        let index = |key: u64| side + (key as usize & (SIZE - 1));
        CorrectionIndices([
            index(position.pawn_key()),
            index(position.piece_key(Color::White)),
            index(position.piece_key(Color::Black)),
            index(last.index()),
        ])
    }

    /// Returns the correction to add to the evaluation, in centipawns: -256 to 256.
    #[inline(always)]
    pub fn correction(&self, indices: CorrectionIndices) -> Score {
        let CorrectionIndices([pawns, white, black, last]) = indices;
        let sum = i32::from(self.pawns[pawns])
            + i32::from(self.pieces[0][white])
            + i32::from(self.pieces[1][black])
            + i32::from(self.moves[last]);
        sum / 16
    }

    /// Updates the counters after a search of `depth` plies. `error` is the search score minus the evaluation, in
    /// centipawns.
    pub fn update(&mut self, indices: CorrectionIndices, error: Score, depth: i32) {
        let bonus = (error * depth / 8).clamp(-LIMIT / 4, LIMIT / 4);
        for (table, index) in self.tables().into_iter().zip(indices.0) {
            let value = i32::from(table[index]);
            table[index] = (value + bonus - value * bonus.abs() / LIMIT) as i16;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corrections_follow_the_errors_and_stay_bounded() {
        let mut corrections = CorrectionHistory::new();
        let indices = CorrectionIndices([1, 2, 3, 4]);
        for _ in 0..1000 {
            corrections.update(indices, 5000, 20);
        }
        let top = corrections.correction(indices);
        assert!(top > 150 && top <= 256, "{top}");
        assert_eq!(corrections.correction(CorrectionIndices([5, 6, 7, 8])), 0);
        corrections.update(indices, -5000, 20);
        assert!(corrections.correction(indices) < top);
        corrections.clear();
        assert_eq!(corrections.correction(indices), 0);
    }
}

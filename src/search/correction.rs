//! Correction history: how far the static evaluation was off the result of searches in similar positions.

use super::Score;
use super::history::Row;
use crate::position::Position;
use crate::rules::Color;

const SLOTS: usize = 1 << 14;
const LIMIT: i32 = 1024;

/// By features of a position, the mean error of its evaluation.
pub(super) struct Corrections {
    /// By side and pawn key.
    pawns: Box<[i16]>,
    /// By side and key of each colour's pieces.
    pieces: [Box<[i16]>; 2],
    /// By side and last move.
    moves: Box<[i16]>,
}

/// The counters of one position.
#[derive(Clone, Copy)]
pub(super) struct Slots([usize; 4]);

impl Corrections {
    /// No corrections yet.
    pub fn new() -> Self {
        let empty = || vec![0; 2 * SLOTS].into();
        Self {
            pawns: empty(),
            pieces: [empty(), empty()],
            moves: empty(),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for table in self.tables() {
            table.fill(0);
        }
    }

    fn tables(&mut self) -> [&mut [i16]; 4] {
        let [white, black] = &mut self.pieces;
        [&mut self.pawns, white, black, &mut self.moves]
    }

    /// The counters of a position that was reached by the move of a row.
    #[inline(always)]
    pub fn slots<const W: usize>(position: &Position<W>, last: Row) -> Slots {
        let side = position.side().index() * SLOTS;
        let slot = |key: u64| side + (key as usize & (SLOTS - 1));
        Slots([
            slot(position.pawn_key()),
            slot(position.piece_key(Color::White)),
            slot(position.piece_key(Color::Black)),
            slot(last.index()),
        ])
    }

    /// What to add to the evaluation, in centipawns: -256 to 256.
    #[inline(always)]
    pub fn correction(&self, slots: Slots) -> Score {
        let Slots([pawns, white, black, last]) = slots;
        let sum = i32::from(self.pawns[pawns])
            + i32::from(self.pieces[0][white])
            + i32::from(self.pieces[1][black])
            + i32::from(self.moves[last]);
        sum / 16
    }

    /// Learns that a search of `depth` found the evaluation to be off by `error`.
    pub fn update(&mut self, slots: Slots, error: Score, depth: i32) {
        let bonus = (error * depth / 8).clamp(-LIMIT / 4, LIMIT / 4);
        for (table, slot) in self.tables().into_iter().zip(slots.0) {
            let value = i32::from(table[slot]);
            table[slot] = (value + bonus - value * bonus.abs() / LIMIT) as i16;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corrections_follow_the_errors_and_stay_bounded() {
        let mut corrections = Corrections::new();
        let slots = Slots([1, 2, 3, 4]);
        for _ in 0..1000 {
            corrections.update(slots, 5000, 20);
        }
        let top = corrections.correction(slots);
        assert!(top > 150 && top <= 256, "{top}");
        assert_eq!(corrections.correction(Slots([5, 6, 7, 8])), 0);
        corrections.update(slots, -5000, 20);
        assert!(corrections.correction(slots) < top);
        corrections.clear();
        assert_eq!(corrections.correction(slots), 0);
    }
}

//! Histories, which record how successful moves were earlier in the search (Schaeffer 1983; the histories of captures
//! and continuations are from Stockfish), and countermoves (Uiterwijk 1992).
//!
//! Counters are updated with *gravity* (Stockfish): the nearer a counter is to its limit, the less a bonus adds to it.

use kurier_rules::board::Square;
use kurier_rules::position::{Move, Piece};
use kurier_rules::rules::{Color, PieceType};

/// The limit of the counters, which stay between `-LIMIT` and `LIMIT`.
const LIMIT: i32 = 16_384;

/// The maximum number of (piece type, square) pairs that have separate counters in the continuation histories. In
/// variants with more pairs, several pairs share a counter, so that the tables fit into the caches.
const FOLD: usize = 1024;

/// The index of one move's continuation history in [`Histories`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct ContinuationIndex(u32);

impl ContinuationIndex {
    /// The index that stands for no move: at the root and after a null move.
    pub const NONE: Self = Self(0);

    /// Returns a number that stands for the move's side, piece type and target, as an index into other tables.
    #[inline(always)]
    pub const fn index(self) -> u64 {
        self.0 as u64
    }
}

/// The histories of one worker.
pub(super) struct Histories {
    squares: usize,
    piece_types: usize,
    /// The number of (piece type, square) pairs that have separate counters, a power of two.
    pairs: usize,
    /// The history of quiet moves, by side, origin and target.
    quiet: Box<[i16]>,
    /// The history of captures, by side, moving piece type, target and captured piece type.
    capture: Box<[i16]>,
    /// The continuation history, by side and pair of an earlier move, then by side and pair of the move that continues
    /// it. A pair consists of the moving piece type and the target square.
    continuation: Box<[i16]>,
    /// The quiet move that last refuted a move, by side and (piece type, target square) of the refuted move.
    countermove: Box<[Move]>,
}

#[inline(always)]
fn apply_bonus(counter: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    let value = i32::from(*counter);
    *counter = (value + bonus - value * bonus.abs() / LIMIT) as i16;
}

impl Histories {
    /// Creates empty histories for a number of squares and piece types.
    pub fn new(squares: usize, piece_types: usize) -> Self {
        let pairs = (squares * piece_types).next_power_of_two().min(FOLD);
        Self {
            squares,
            piece_types,
            pairs,
            quiet: vec![0; 2 * squares * squares].into(),
            capture: vec![0; 2 * piece_types * squares * piece_types].into(),
            // The first row belongs to `ContinuationIndex::NONE` and is never written.
            continuation: vec![0; (2 * pairs + 1) * 2 * pairs].into(),
            countermove: vec![Move::NONE; 2 * pairs + 1].into(),
        }
    }

    /// Resets all counters to 0 and removes all countermoves.
    pub fn clear(&mut self) {
        self.quiet.fill(0);
        self.capture.fill(0);
        self.continuation.fill(0);
        self.countermove.fill(Move::NONE);
    }

    #[inline(always)]
    fn pair(&self, piece: Piece, to: Square) -> usize {
        piece.color.index() * self.pairs + ((piece.piece_type.index() * self.squares + to.index()) & (self.pairs - 1))
    }

    /// Returns the index of a move's continuation history.
    #[inline(always)]
    pub fn continuation_index(&self, piece: Piece, to: Square) -> ContinuationIndex {
        ContinuationIndex(self.pair(piece, to) as u32 + 1)
    }

    #[inline(always)]
    fn quiet_index(&self, side: Color, m: Move) -> usize {
        (side.index() * self.squares + m.from().index()) * self.squares + m.to().index()
    }

    #[inline(always)]
    fn capture_index(&self, piece: Piece, to: Square, captured: PieceType) -> usize {
        let moved = piece.color.index() * self.piece_types + piece.piece_type.index();
        (moved * self.squares + to.index()) * self.piece_types + captured.index()
    }

    #[inline(always)]
    fn continuation_slot(&self, last: ContinuationIndex, piece: Piece, to: Square) -> usize {
        last.0 as usize * 2 * self.pairs + self.pair(piece, to)
    }

    /// Returns the history of a quiet move, -[`LIMIT`] to [`LIMIT`].
    #[inline(always)]
    pub fn quiet(&self, side: Color, m: Move) -> i32 {
        i32::from(self.quiet[self.quiet_index(side, m)])
    }

    /// Returns the history of a capture, -[`LIMIT`] to [`LIMIT`].
    #[inline(always)]
    pub fn capture(&self, piece: Piece, to: Square, captured: PieceType) -> i32 {
        i32::from(self.capture[self.capture_index(piece, to, captured)])
    }

    /// Returns the history of a quiet move as a continuation of the move `last`, -[`LIMIT`] to [`LIMIT`].
    #[inline(always)]
    pub fn continuation(&self, last: ContinuationIndex, piece: Piece, to: Square) -> i32 {
        i32::from(self.continuation[self.continuation_slot(last, piece, to)])
    }

    /// Returns the quiet move that last refuted the move `last`, or [`Move::NONE`].
    #[inline(always)]
    pub fn countermove(&self, last: ContinuationIndex) -> Move {
        self.countermove[last.0 as usize]
    }

    /// Adds a bonus (or malus) to the history of a quiet move.
    pub fn update_quiet(&mut self, side: Color, m: Move, bonus: i32) {
        apply_bonus(&mut self.quiet[self.quiet_index(side, m)], bonus);
    }

    /// Adds a bonus (or malus) to the history of a capture.
    pub fn update_capture(&mut self, piece: Piece, to: Square, captured: PieceType, bonus: i32) {
        apply_bonus(&mut self.capture[self.capture_index(piece, to, captured)], bonus);
    }

    /// Adds a bonus (or malus) to the history of a quiet move as a continuation of the move `last`. Does nothing if
    /// there is no last move.
    pub fn update_continuation(&mut self, last: ContinuationIndex, piece: Piece, to: Square, bonus: i32) {
        if last != ContinuationIndex::NONE {
            apply_bonus(&mut self.continuation[self.continuation_slot(last, piece, to)], bonus);
        }
    }

    /// Sets the countermove of the move `last`. Does nothing if there is no last move.
    pub fn set_countermove(&mut self, last: ContinuationIndex, m: Move) {
        if last != ContinuationIndex::NONE {
            self.countermove[last.0 as usize] = m;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurier_rules::position::MoveKind;

    const PIECE: Piece = Piece {
        piece_type: PieceType(3),
        color: Color::Black,
    };

    #[test]
    fn gravity_keeps_counters_within_the_limit() {
        let mut counter = 0;
        for _ in 0..1000 {
            apply_bonus(&mut counter, 4000);
            assert!(i32::from(counter) <= LIMIT);
        }
        assert!(i32::from(counter) > LIMIT - 100);
        for _ in 0..1000 {
            apply_bonus(&mut counter, -1_000_000);
            assert!(i32::from(counter) >= -LIMIT);
        }
    }

    #[test]
    fn the_largest_game_fits_into_the_histories() {
        let mut histories = Histories::new(256, PieceType::MAX);
        let piece = Piece {
            piece_type: PieceType(25),
            color: Color::Black,
        };
        let m = Move::new(Square(255), Square(255), MoveKind::Quiet);
        let last = histories.continuation_index(piece, Square(255));
        histories.update_quiet(Color::Black, m, 100);
        histories.update_capture(piece, Square(255), PieceType(25), 100);
        histories.update_continuation(last, piece, Square(255), 100);
        histories.set_countermove(last, m);
        assert!(histories.quiet(Color::Black, m) > 0);
        assert!(histories.capture(piece, Square(255), PieceType(25)) > 0);
        assert!(histories.continuation(last, piece, Square(255)) > 0);
        assert_eq!(histories.countermove(last), m);
        histories.clear();
        assert_eq!(histories.quiet(Color::Black, m), 0);
    }

    #[test]
    fn a_first_move_has_no_continuation_history() {
        let mut histories = Histories::new(64, 6);
        histories.update_continuation(ContinuationIndex::NONE, PIECE, Square(3), 500);
        assert_eq!(histories.continuation(ContinuationIndex::NONE, PIECE, Square(3)), 0);
    }

    #[test]
    fn small_boards_share_no_continuation_counters() {
        let histories = Histories::new(96, 10);
        let indices: std::collections::HashSet<_> = (0..10)
            .flat_map(|piece_type| (0..96).map(move |square| (piece_type, square)))
            .flat_map(|(piece_type, square)| {
                Color::BOTH.map(|color| {
                    (
                        Piece {
                            piece_type: PieceType(piece_type),
                            color,
                        },
                        Square(square),
                    )
                })
            })
            .map(|(piece, square)| histories.continuation_index(piece, square).0)
            .collect();
        assert_eq!(indices.len(), 2 * 10 * 96);
    }
}

//! Sinks, which receive the moves that the generator finds, and list, count or filter them.

use super::{Move, MoveKind, MoveList};
use crate::board::{Bitboard, Square};
use crate::rules::PieceType;

/// Receives the generated moves.
pub(super) trait Sink<const W: usize> {
    /// Receives the moves of the piece on `from` to all `targets`, without promotion.
    #[inline(always)]
    fn set(&mut self, from: Square, targets: Bitboard<W>, kind: MoveKind) {
        for to in targets {
            self.one(Move::new(from, to, kind));
        }
    }

    /// Receives moves of several pieces: one move to each of the `targets`, from the square whose index is `by` lower.
    #[inline(always)]
    fn shifted(&mut self, targets: Bitboard<W>, by: i16, kind: MoveKind) {
        for to in targets {
            self.one(Move::new(shift(to, -by), to, kind));
        }
    }

    /// Receives the drops of a piece on all `targets`.
    fn drops(&mut self, piece: PieceType, targets: Bitboard<W>) {
        for to in targets {
            self.one(Move::drop(piece, to));
        }
    }

    /// Receives a single move.
    fn one(&mut self, m: Move);

    /// Returns the sink as a trait object.
    fn as_dyn(&mut self) -> &mut dyn Sink<W>;

    /// Returns whether generation can stop.
    fn is_done(&self) -> bool {
        false
    }
}

/// A sink that appends the moves to a list.
pub(super) struct Lister<'a>(pub &'a mut MoveList);

impl<const W: usize> Sink<W> for Lister<'_> {
    fn as_dyn(&mut self) -> &mut dyn Sink<W> {
        self
    }

    #[inline(always)]
    fn one(&mut self, m: Move) {
        self.0.push(m);
    }
}

/// A sink that counts the moves.
#[derive(Default)]
pub(super) struct Counter(pub u64);

impl<const W: usize> Sink<W> for Counter {
    fn as_dyn(&mut self) -> &mut dyn Sink<W> {
        self
    }

    #[inline(always)]
    fn set(&mut self, _: Square, targets: Bitboard<W>, _: MoveKind) {
        self.0 += targets.count() as u64;
    }

    #[inline(always)]
    fn shifted(&mut self, targets: Bitboard<W>, _: i16, _: MoveKind) {
        self.0 += targets.count() as u64;
    }

    fn drops(&mut self, _: PieceType, targets: Bitboard<W>) {
        self.0 += targets.count() as u64;
    }

    #[inline(always)]
    fn one(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// A sink that finds out whether there is any move, and stops generation at the first one.
#[derive(Default)]
pub(super) struct AnyMove {
    pub found: bool,
}

impl<const W: usize> Sink<W> for AnyMove {
    fn as_dyn(&mut self) -> &mut dyn Sink<W> {
        self
    }

    fn set(&mut self, _: Square, targets: Bitboard<W>, _: MoveKind) {
        self.found |= targets.any();
    }

    fn shifted(&mut self, targets: Bitboard<W>, _: i16, _: MoveKind) {
        self.found |= targets.any();
    }

    fn one(&mut self, _: Move) {
        self.found = true;
    }

    fn is_done(&self) -> bool {
        self.found
    }
}

/// A sink that leaves out the moves for which `keeps` returns `false`, and passes all others on.
pub(super) struct Filtered<'a, const W: usize, F> {
    pub keeps: F,
    pub sink: &'a mut dyn Sink<W>,
}

impl<const W: usize, F: Fn(Move) -> bool> Sink<W> for Filtered<'_, W, F> {
    fn as_dyn(&mut self) -> &mut dyn Sink<W> {
        self
    }

    fn one(&mut self, m: Move) {
        if (self.keeps)(m) {
            self.sink.one(m);
        }
    }

    fn is_done(&self) -> bool {
        self.sink.is_done()
    }
}

/// Returns the sink in the form for which the move generator is compiled: as a trait object. In WebAssembly, where the
/// size of the code counts more than the last bit of speed, all rarely used sinks share one generator.
#[cfg(target_family = "wasm")]
pub(super) fn compact<const W: usize>(sink: &mut impl Sink<W>) -> &mut dyn Sink<W> {
    sink.as_dyn()
}

/// Returns the sink in the form for which the move generator is compiled: unchanged.
#[cfg(not(target_family = "wasm"))]
#[inline(always)]
pub(super) fn compact<S>(sink: &mut S) -> &mut S {
    sink
}

/// Returns the square whose index is `by` higher; it must exist.
#[inline(always)]
pub(super) fn shift(square: Square, by: i16) -> Square {
    Square((square.0 as i16 + by) as u8)
}

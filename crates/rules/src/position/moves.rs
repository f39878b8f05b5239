//! A move, packed into 32 bits.

use crate::board::Square;
use crate::rules::PieceType;

/// The kind of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// A move to an empty square.
    Quiet = 0,
    /// A multi-step without promotion: two or more steps straight forward at once. A multi-step with promotion is
    /// `Quiet`.
    MultiStep = 1,
    /// A castling. `from` is the king's square, and `to` is the king's destination; the promotion field holds the index
    /// of the right.
    Castling = 2,
    /// A drop: a piece from the hand is placed on an empty square. `from` is equal to `to`; the promotion field holds
    /// the type of the piece.
    Drop = 3,
    /// A capture of the piece on the destination.
    Capture = 4,
    /// A capture en passant of the piece that has just passed the destination by a multi-step.
    EnPassant = 5,
    /// A move in two steps that captures where the first step ends, and perhaps where the second step ends too. The
    /// promotion field holds the number of the first step.
    Double = 6,
    /// A move that few games have. It is a pass if `from` is equal to `to`: the side passes its turn, or a piece steps
    /// to an empty square and back. Otherwise it is a swap: a king changes places with the piece of its side on `to`.
    Rare = 7,
}

/// The number of the lowest bit that holds the gated piece of a [`Move`].
const GATED: u32 = 25;

/// A move, or one step of a chain of captures: its origin, destination, kind, and the piece type promoted to.
///
/// Bits: 0-7 origin, 8-15 destination, 16-18 [`MoveKind`], 19-24 promotion (piece type + 1), dropped piece (piece
/// type + 1), index of the castling right or number of the first step, 25-30 gated piece (piece type + 1), 31 whether
/// the piece is gated on the rook's square. The value 0 is [`Move::NONE`]: no move goes from square 0 to square 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Move(u32);

impl Move {
    /// The absence of a move.
    pub const NONE: Self = Self(0);

    /// Creates a move without promotion.
    #[inline(always)]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        Self(from.0 as u32 | (to.0 as u32) << 8 | (kind as u32) << 16)
    }

    /// Creates a move with promotion.
    #[inline(always)]
    pub const fn promotion(from: Square, to: Square, kind: MoveKind, piece: PieceType) -> Self {
        Self(Self::new(from, to, kind).0 | (piece.0 as u32 + 1) << 19)
    }

    /// Creates a castling; `right` is the index of its right.
    #[inline(always)]
    pub const fn castling(from: Square, to: Square, right: usize) -> Self {
        Self(Self::new(from, to, MoveKind::Castling).0 | (right as u32) << 19)
    }

    /// Creates the drop of a piece from the hand.
    #[inline(always)]
    pub const fn drop(piece: PieceType, to: Square) -> Self {
        Self(Self::new(to, to, MoveKind::Drop).0 | (piece.0 as u32 + 1) << 19)
    }

    /// Creates a move in two steps; `step` is the number of its first step, less than 64.
    #[inline(always)]
    pub const fn double(from: Square, to: Square, step: u8) -> Self {
        Self(Self::new(from, to, MoveKind::Double).0 | (step as u32) << 19)
    }

    /// Creates the pass of a piece.
    #[inline(always)]
    pub const fn pass(square: Square) -> Self {
        Self::new(square, square, MoveKind::Rare)
    }

    /// Creates the swap of a king with a piece of its side.
    #[inline(always)]
    pub const fn swap(king: Square, with: Square) -> Self {
        Self::new(king, with, MoveKind::Rare)
    }

    /// Returns the move as one that also puts a piece from the hand on the square that a piece leaves: the rook's
    /// square if `on_rook`, which is meaningful for castlings only, otherwise the origin of the move.
    #[inline(always)]
    pub const fn gating(self, piece: PieceType, on_rook: bool) -> Self {
        Self(self.without_gating().0 | (piece.0 as u32 + 1) << GATED | (on_rook as u32) << 31)
    }

    /// Returns the move without the piece that it gates.
    #[inline(always)]
    pub const fn without_gating(self) -> Self {
        Self(self.0 & ((1 << GATED) - 1))
    }

    /// Creates a move from bits that [`Move::bits`] returned. Nothing is validated: if the bits come from any other
    /// source, test the move with `Position::is_legal` before making it.
    #[inline(always)]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// Returns the packed representation of the move, for storing it.
    #[inline(always)]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Returns whether this is [`Move::NONE`].
    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Returns the square that the piece leaves; for a drop the square where the piece arrives.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square(self.0 as u8)
    }

    /// Returns the square that the piece moves to; for a castling the king's destination.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square((self.0 >> 8) as u8)
    }

    /// Returns the kind of the move.
    #[inline(always)]
    pub const fn kind(self) -> MoveKind {
        match self.0 >> 16 & 7 {
            1 => MoveKind::MultiStep,
            2 => MoveKind::Castling,
            3 => MoveKind::Drop,
            4 => MoveKind::Capture,
            5 => MoveKind::EnPassant,
            6 => MoveKind::Double,
            7 => MoveKind::Rare,
            _ => MoveKind::Quiet,
        }
    }

    /// Returns whether the move is a capture, including en passant.
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        // The kinds of captures are 4, 5 and 6.
        (self.0 >> 16 & 7).wrapping_sub(4) < 3
    }

    /// Returns the piece type that the piece promotes to; `None` if it does not promote.
    #[inline(always)]
    pub const fn promoted(self) -> Option<PieceType> {
        match self.0 >> 19 & 63 {
            0 => None,
            _ if matches!(self.kind(), MoveKind::Castling | MoveKind::Drop | MoveKind::Double) => None,
            n => Some(PieceType(n as u8 - 1)),
        }
    }

    /// Returns the type of the piece that is dropped; `None` if the move is not a drop.
    #[inline(always)]
    pub const fn dropped(self) -> Option<PieceType> {
        match (self.kind(), self.0 >> 19 & 63) {
            (MoveKind::Drop, n @ 1..) => Some(PieceType(n as u8 - 1)),
            _ => None,
        }
    }

    /// Returns the type of the piece that is put from the hand on the square that a piece leaves; `None` if there is no
    /// such piece.
    #[inline(always)]
    pub const fn gated(self) -> Option<PieceType> {
        match self.0 >> GATED & 63 {
            0 => None,
            n => Some(PieceType(n as u8 - 1)),
        }
    }

    /// Returns whether the gated piece is put on the rook's square. Meaningful for castlings only.
    #[inline(always)]
    pub const fn gates_on_rook(self) -> bool {
        self.0 >> 31 != 0
    }

    /// Returns the index of the castling right. Meaningful for castlings only.
    #[inline(always)]
    pub const fn right(self) -> usize {
        (self.0 >> 19 & 63) as usize
    }

    /// Returns the number of the first step of a move in two steps. Meaningful for such moves only.
    #[inline(always)]
    pub const fn first_step(self) -> usize {
        (self.0 >> 19 & 63) as usize
    }

    /// Returns whether the move is a pass.
    #[inline(always)]
    pub const fn is_pass(self) -> bool {
        matches!(self.kind(), MoveKind::Rare) && self.from().0 == self.to().0
    }

    /// Returns whether the move is the swap of a king with a piece of its side.
    #[inline(always)]
    pub const fn is_swap(self) -> bool {
        matches!(self.kind(), MoveKind::Rare) && self.from().0 != self.to().0
    }

    /// Returns whether the move is a capture or a promotion.
    #[inline(always)]
    pub const fn is_noisy(self) -> bool {
        self.is_capture() || self.promoted().is_some()
    }
}

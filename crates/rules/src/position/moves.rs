//! A move, packed into 32 bits.

use crate::board::Square;
use crate::rules::PieceType;

/// The kind of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// To an empty square.
    Quiet = 0,
    /// A pawn's multi-step: two plain steps straight forward, or more.
    MultiStep = 1,
    /// A castling: `from` is the king's square, `to` the king's destination; the promotion field holds the number of the right.
    Castling = 2,
    /// Captures the piece on the destination.
    Capture = 4,
    /// Captures the pawn that has just passed the destination.
    EnPassant = 5,
}

/// A move, or one step of a chain of captures: where from, where to, the kind, the piece promoted to.
///
/// Bits: 0-7 from, 8-15 to, 16-18 [`MoveKind`], 19-24 promotion (piece type + 1) or number of the castling right.
/// The value 0 is no move ([`Move::NONE`]; from = to = 0 is never one).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Move(u32);

impl Move {
    /// No move.
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

    /// Creates a castling by a right.
    #[inline(always)]
    pub const fn castling(from: Square, to: Square, right: usize) -> Self {
        Self(Self::new(from, to, MoveKind::Castling).0 | (right as u32) << 19)
    }

    /// Returns the move of these bits, as [`Move::bits`] gave them. Other bits are not checked: ask
    /// `Position::is_legal` before making the move.
    #[inline(always)]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// Returns all bits, for storing.
    #[inline(always)]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Returns whether this is [`Move::NONE`].
    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Returns where the piece comes from.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square(self.0 as u8)
    }

    /// Returns where the piece goes.
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
            4 => MoveKind::Capture,
            5 => MoveKind::EnPassant,
            _ => MoveKind::Quiet,
        }
    }

    /// Returns whether it is a capture.
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        self.0 >> 16 & 4 != 0
    }

    /// Returns what the piece is promoted to.
    #[inline(always)]
    pub const fn promoted(self) -> Option<PieceType> {
        match self.0 >> 19 & 63 {
            0 => None,
            _ if matches!(self.kind(), MoveKind::Castling) => None,
            n => Some(PieceType(n as u8 - 1)),
        }
    }

    /// Returns the number of the castling right. Meaningful for castlings only.
    #[inline(always)]
    pub const fn right(self) -> usize {
        (self.0 >> 19 & 63) as usize
    }

    /// Returns whether it is a capture or a promotion.
    #[inline(always)]
    pub const fn is_noisy(self) -> bool {
        self.is_capture() || self.promoted().is_some()
    }
}

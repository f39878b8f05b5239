//! Captures en passant.

use super::sink::{Filtered, Sink};
use super::{Generate, Move, MoveKind, Position};
use crate::board::{Bitboard, Square};
use crate::rules::{Color, PieceType};

impl<const W: usize> Position<W> {
    pub(super) fn visit_en_passant<S: Sink<W> + ?Sized>(&self, sink: &mut S) {
        for passed in self.state.en_passant {
            let victim = self.en_passant_victim(passed, self.side);
            for from in self.en_passant_takers(passed, self.side) {
                if self.is_safe(from, passed, Some(victim)) {
                    sink.one(Move::new(from, passed, MoveKind::EnPassant));
                }
            }
        }
    }

    /// Returns the square of the piece that `color` captures en passant by moving to `passed`: the first piece behind
    /// `passed`.
    pub(super) fn en_passant_victim(&self, passed: Square, color: Color) -> Square {
        let mut square = self.backward(passed, color);
        for _ in 2..self.variant.definition.shape.ranks() {
            if self.board[square.index()] != 0 {
                break;
            }
            square = self.backward(square, color);
        }
        square
    }

    /// Returns a side's pawns that attack an en-passant square.
    pub(super) fn en_passant_takers(&self, passed: Square, by: Color) -> Bitboard<W> {
        let mut takers = Bitboard::EMPTY;
        let mut pawns = self.variant.pawns;
        while pawns != 0 {
            let piece_type = PieceType(pawns.trailing_zeros() as u8);
            takers |= self.variant.piece_tables[by.index()][piece_type.index()].leap_sources[passed.index()]
                & self.of(by, piece_type);
            pawns &= pawns - 1;
        }
        takers
    }

    /// Returns whether a move of the side to move is a legal capture en passant, apart from rules that depend on other
    /// moves.
    pub(super) fn is_legal_en_passant(&self, m: Move) -> bool {
        let (from, to) = (m.from(), m.to());
        m == Move::new(from, to, MoveKind::EnPassant)
            && self.state.en_passant.contains(to)
            && self.en_passant_takers(to, self.side).contains(from)
            && self.is_safe(from, to, Some(self.en_passant_victim(to, self.side)))
    }

    /// Passes the moves of pieces on the board to a sink, in a game where a pawn might step to a square or capture en
    /// passant there.
    #[cold]
    pub(super) fn visit_with_takers(&self, what: Generate, promotions: bool, sink: &mut dyn Sink<W>) {
        let keeps = |m: Move| !self.captures_instead(m);
        self.visit_traded(what, promotions, Filtered { keeps, sink }.as_dyn());
    }

    /// Returns whether an otherwise legal move is unavailable because a legal capture en passant has its origin and
    /// destination: both moves would be written alike.
    pub(super) fn captures_instead(&self, m: Move) -> bool {
        self.variant.stepping_takers != 0
            && self.state.en_passant.contains(m.to())
            && matches!(m.kind(), MoveKind::Quiet | MoveKind::MultiStep)
            && m.promoted().is_none()
            && self.is_legal_en_passant(Move::new(m.from(), m.to(), MoveKind::EnPassant))
    }
}

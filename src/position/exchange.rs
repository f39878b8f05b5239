//! Static exchange evaluation, and whether a move gives check.

use super::{Move, MoveKind, Piece, Position};
use crate::board::{Bitboard, Square};
use crate::rules::{Color, PieceType, RightKind};

impl<const W: usize> Position<W> {
    /// Static exchange evaluation: whether the captures on the move's target, each side recapturing with its least valuable
    /// piece as long as it pays, leave the mover with at least `threshold` centipawns.
    ///
    /// `values` has the value of every piece type in centipawns. Pins, obligations and chains are ignored.
    pub fn see_at_least(&self, m: Move, threshold: i32, values: &[i32]) -> bool {
        let (from, to) = (m.from(), m.to());
        let Some(mover) = self.piece_at(from) else {
            return threshold <= 0;
        };
        if m.kind() == MoveKind::Castling {
            return threshold <= 0;
        }
        let victim = if m.kind() == MoveKind::EnPassant {
            Some(self.en_passant_victim(to, self.side))
        } else {
            Some(to)
        };
        let gained = victim
            .and_then(|square| self.piece_at(square))
            .map_or(0, |piece| values[piece.piece_type.index()]);
        let landed = m.promoted().map_or(values[mover.piece_type.index()], |piece_type| {
            values[piece_type.index()]
        });
        let mut balance = gained + landed - values[mover.piece_type.index()] - threshold;
        if balance < 0 {
            return false;
        }
        // The worst case: the piece is recaptured for nothing.
        balance -= landed;
        if balance >= 0 {
            return true;
        }
        let mut occupied = self.occupied();
        occupied.remove(from);
        if let (MoveKind::EnPassant, Some(square)) = (m.kind(), victim) {
            occupied.remove(square);
        }
        occupied.insert(to);
        let near_of = |color| self.near_attackers(to, color, self.of_color(color) & occupied);
        let near = near_of(Color::White) | near_of(Color::Black);
        let mut side = self.side;
        loop {
            side = !side;
            let mut candidates = near & self.of_color(side) & occupied;
            candidates |= self.distant_attackers(to, side, occupied, self.of_color(side) & occupied);
            candidates.remove(to);
            let Some((cheapest, value, is_king)) = self.cheapest(candidates, values) else {
                break;
            };
            if is_king {
                // The king captures only what is not defended.
                let mut defenders = near & self.of_color(!side) & occupied;
                defenders |= self.distant_attackers(to, !side, occupied, self.of_color(!side) & occupied);
                defenders.remove(to);
                if defenders.any() {
                    break;
                }
            }
            occupied.remove(cheapest);
            balance = -balance - 1 - value;
            if balance >= 0 {
                side = !side;
                break;
            }
        }
        // The side that stops capturing first has lost the exchange.
        side != self.side
    }

    fn cheapest(&self, candidates: Bitboard<W>, values: &[i32]) -> Option<(Square, i32, bool)> {
        let mut best: Option<(Square, i32, bool)> = None;
        for square in candidates {
            let Some(Piece { piece_type, .. }) = self.piece_at(square) else {
                continue;
            };
            let is_king = piece_type == self.variant.king;
            let value = if is_king {
                i32::MAX / 4
            } else {
                values[piece_type.index()]
            };
            if best.is_none_or(|(_, least, _)| value < least) {
                best = Some((square, value, is_king));
            }
        }
        best
    }

    /// Whether a legal move gives check to the other side.
    pub fn gives_check(&self, m: Move) -> bool {
        let Some(king) = self.king(!self.side) else {
            return false;
        };
        let (us, from, to) = (self.side, m.from(), m.to());
        let Some(piece) = self.piece_at(from) else { return false };
        if to == king {
            return false;
        }
        let mut occupied = self.occupied();
        occupied.remove(from);
        let mut pieces = self.of_color(us);
        pieces.remove(from);
        let mut arrived = (to, m.promoted().unwrap_or(piece.piece_type));
        let mut castled = None;
        // Moves of one piece open only lines that it stood on, or hops over where it lands.
        let mut opens =
            self.variant.lines[us.index()][king.index()].contains(from) || !self.variant.hoppers[us.index()].is_empty();
        match (m.kind(), self.variant.rights.get(m.right()).map(|right| &right.kind)) {
            (MoveKind::Castling, Some(RightKind::Castling { king, rook, .. })) => {
                let Some(rook_piece) = self.piece_at(rook.0) else {
                    return false;
                };
                occupied.remove(rook.0);
                pieces.remove(rook.0);
                occupied.insert(king.1);
                occupied.insert(rook.1);
                arrived = (king.1, piece.piece_type);
                castled = Some((rook.1, rook_piece.piece_type));
                opens = true;
            }
            (MoveKind::EnPassant, _) => {
                occupied.remove(self.en_passant_victim(to, us));
                occupied.insert(to);
                opens = true;
            }
            _ => occupied.insert(to),
        }
        let hits = |(square, piece_type): (Square, PieceType)| {
            let table = &self.variant.piece_tables[us.index()][piece_type.index()];
            if table.capture.leaps[square.index()].contains(king) {
                return true;
            }
            (table.slide_sources[king.index()].contains(square)
                && !self.variant.rays.between(square, king).intersects(occupied))
                || ((table.path_sources[king.index()] | table.hop_sources[king.index()]).contains(square)
                    && self.attacks(&table.capture, square, occupied).contains(king))
        };
        // Rights of pieces that have not moved are as they were: their leaps gave no check before, so they give none now.
        hits(arrived) || castled.is_some_and(hits) || opens && self.distant_attackers(king, us, occupied, pieces).any()
    }
}

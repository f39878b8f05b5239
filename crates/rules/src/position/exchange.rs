//! Static exchange evaluation (SEE).

use super::{Move, MoveKind, Piece, Position};
use crate::board::{Bitboard, Square};

impl<const W: usize> Position<W> {
    /// Returns whether a move gains at least `threshold` centipawns by static exchange evaluation: both sides recapture
    /// on the destination with their least valuable piece for as long as it pays.
    ///
    /// `values` holds the value of every piece type in centipawns. Pins, mandatory captures and chains are ignored. In
    /// games where captures blast, there is nothing to recapture: what counts is what a capture removes on both sides,
    /// and what the opponent could remove by a capture of a piece that has moved without capturing.
    pub fn see_at_least(&self, m: Move, threshold: i32, values: &[i32]) -> bool {
        let (from, to) = (m.from(), m.to());
        let Some(mover) = self.moved_piece(m) else {
            return threshold <= 0;
        };
        if matches!(m.kind(), MoveKind::Castling | MoveKind::Rare) {
            return threshold <= 0;
        }
        if let Some(blast) = &self.variant.blast {
            return self.blast_gain(blast, m, values) >= threshold;
        }
        let victim = if m.kind() == MoveKind::EnPassant {
            Some(self.en_passant_victim(to, self.side))
        } else {
            Some(to)
        };
        let gained = victim
            .filter(|square| *square != from)
            .and_then(|square| self.piece_at(square))
            .map_or(0, |piece| values[piece.piece_type.index()])
            + self.value_in_passing(m, values);
        let landed = m.promoted().map_or(values[mover.piece_type.index()], |piece_type| {
            values[piece_type.index()]
        });
        let mut balance = gained + landed - values[mover.piece_type.index()] - threshold;
        if balance < 0 {
            return false;
        }
        // If the threshold holds even when the moved piece is lost for nothing, no recapture needs to be examined.
        balance -= landed;
        if balance >= 0 {
            return true;
        }
        let mut occupied = self.occupied();
        occupied.remove(from);
        if let (MoveKind::EnPassant, Some(square)) = (m.kind(), victim) {
            occupied.remove(square);
        }
        if let Some(middle) = self.middle(m) {
            occupied.remove(middle);
        }
        occupied.insert(to);
        let before = occupied;
        let near_of = |color| self.near_attackers(to, color, self.of_color(color) & before);
        let mut near = near_of(!self.side);
        let mut both = false;
        let mut side = self.side;
        loop {
            side = !side;
            let mut candidates = near & self.of_color(side) & occupied;
            candidates |= self.distant_attackers(to, side, occupied, self.of_color(side) & occupied);
            candidates.remove(to);
            let Some((cheapest, value, is_king)) = self.cheapest(candidates, values) else {
                break;
            };
            // The mover's leapers are looked up only after a first recapture, because most destinations are undefended.
            if !both {
                near |= near_of(self.side);
                both = true;
            }
            if is_king {
                // A king may not capture a defended piece.
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
            let is_king = self.variant.royal_types >> piece_type.0 & 1 != 0;
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
}

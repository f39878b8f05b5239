//! Gating: a piece from the hand is put on the square that another piece leaves with its first move.
//!
//! The move must be legal without the gated piece, which may neither stop a check nor block a line that the move opens.

use super::hand::Entry;
use super::sink::Sink;
use super::{Move, MoveKind, Piece, Position};
use crate::board::{Bitboard, Square};
use crate::rules::{HandTables, Right, RightKind};

impl<const W: usize> Position<W> {
    /// Returns the rules of gating if the side to move may still gate.
    #[inline]
    pub(super) fn gating(&self) -> Option<&HandTables<W>> {
        let tables = self.variant.hand.as_deref()?;
        (self.state.rights & tables.gates[self.side.index()] != 0).then_some(tables)
    }

    /// Returns the squares of the pieces of the side to move whose next move may gate another one.
    pub fn gates(&self) -> Bitboard<W> {
        let gates = self.gating().map_or(0, |tables| tables.gates[self.side.index()]);
        let rights = (0..).zip(&self.variant.rights);
        let held = rights.filter(|(number, _)| (self.state.rights & gates) >> number & 1 != 0);
        held.filter_map(|(_, right)| match right.kind {
            RightKind::Gate { square } => Some(square),
            _ => None,
        })
        .collect()
    }

    /// Returns, as bits, the rights to gate on the home squares of the king and the rook that come with castling
    /// rights: in a FEN, the letter of a castling right stands for them too.
    pub(super) fn gates_beside(&self, castlings: u32) -> u32 {
        let rights = || (0..).zip(&self.variant.rights);
        let given = rights().filter(|(number, _)| castlings >> number & 1 != 0);
        given.fold(0, |gates, (_, right)| match right.kind {
            RightKind::Castling { king, rook, .. } => {
                let is_home = |right: &Right<W>| {
                    matches!(right.kind, RightKind::Gate { square } if square == king.0 || square == rook.0)
                };
                rights()
                    .filter(|(_, right)| is_home(right))
                    .fold(gates, |gates, (number, _)| gates | 1 << number)
            }
            _ => gates,
        })
    }

    /// Returns, as bits, the rights whose letters are written in a FEN.
    pub(super) fn written_rights(&self) -> u32 {
        self.state.rights & !self.gates_beside(self.state.rights)
    }

    /// Returns the square where a move puts a piece from the hand, and the piece; `None` if it gates no piece.
    pub fn gated_on(&self, m: Move) -> Option<(Square, Piece)> {
        let piece = Piece {
            piece_type: m.gated()?,
            color: self.side,
        };
        let square = match self.castling_rook(m).filter(|_| m.gates_on_rook()) {
            Some((rook, _)) => rook,
            None => m.from(),
        };
        Some((square, piece))
    }

    /// Returns the squares from which and to which the rook moves in a castling; `None` if the move is not a castling.
    fn castling_rook(&self, m: Move) -> Option<(Square, Square)> {
        match self.castling(m) {
            Some(RightKind::Castling { rook, .. }) => Some(*rook),
            _ => None,
        }
    }

    /// Returns the squares that a move leaves for a gated piece, each with whether it is the rook's square of a
    /// castling. No piece is gated where the king or the rook arrives.
    fn vacated(&self, m: Move) -> impl Iterator<Item = (Square, bool)> + use<W> {
        let rook = self.castling_rook(m);
        let arrivals = rook.map(|(_, arrival)| [arrival, m.to()]);
        let squares = [(m.from(), false)]
            .into_iter()
            .chain(rook.map(|(from, _)| (from, true)));
        squares.filter(move |(square, _)| arrivals.is_none_or(|arrivals| !arrivals.contains(square)))
    }

    /// Returns whether a gated piece may stand on the square that a move leaves. With hoppers on the board, even a
    /// piece that is put on the board can open an attack on its own king.
    fn is_safe_gate(&self, m: Move) -> bool {
        if self.variant.hoppers[(!self.side).index()].is_empty() {
            return true;
        }
        let mut after = self.without_history();
        after.make(m);
        !after.is_unsafe(self.side)
    }

    /// Returns whether a move that gates a piece is legal.
    #[cold]
    pub(super) fn is_legal_gating(&self, m: Move) -> bool {
        let (Some(tables), Some(piece_type)) = (self.gating(), m.gated()) else {
            return false;
        };
        let base = m.without_gating();
        if !self.is_legal(base) || base.promoted().is_some() || m != base.gating(piece_type, m.gates_on_rook()) {
            return false;
        }
        let (gates, zone) = (self.gates(), tables.gate_zones[self.side.index()][piece_type.index()]);
        let mut places = self.vacated(base);
        places.any(|(square, on_rook)| on_rook == m.gates_on_rook() && (gates & zone).contains(square))
            && base.kind() != MoveKind::Drop
            && self.hand(self.side).any(|(held, _)| held == piece_type)
            && self.is_safe_gate(m)
    }

    /// Puts the piece that a move gates from the hand on the board. Returns, as bits, the rights that survive the move
    /// as far as gating is concerned.
    pub(super) fn make_gating(&mut self, m: Move, entry: &mut Entry) -> u32 {
        let us = self.side;
        let Some(gates) = self.variant.hand.as_ref().map(|tables| tables.gates[us.index()]) else {
            return u32::MAX;
        };
        if let Some((square, piece)) = self.gated_on(m) {
            self.take_from_hand(piece.piece_type, entry);
            self.add_gated(piece, square);
        }
        // `make` has already applied the rights of the king's square, the move's `from`; the rook's square remains.
        let rook = self.castling_rook(m).map(|(rook, _)| rook);
        let kept = rook.map_or(u32::MAX, |rook| self.variant.rights_kept[rook.index()]);
        match self.gates_forever(us, &entry.held) {
            true => kept,
            false => kept & !gates,
        }
    }

    /// Records that a piece has been gated. In a castling this is the fifth change, one more than the state can hold.
    fn add_gated(&mut self, piece: Piece, square: Square) {
        if usize::from(self.state.change_count) < self.state.changes.len() {
            return self.change(piece, square, true);
        }
        self.blasted.extend(self.state.changes);
        self.record(piece, square, true);
        self.state.change_count += 1;
    }
}

/// A sink that passes each move on, followed by the versions of the move that also gate a piece.
pub(super) struct Gated<'a, 'b, const W: usize> {
    pub position: &'a Position<W>,
    pub tables: &'a HandTables<W>,
    /// The squares of the pieces whose next move may gate another one.
    pub gates: Bitboard<W>,
    pub sink: &'b mut dyn Sink<W>,
}

impl<const W: usize> Gated<'_, '_, W> {
    #[cold]
    fn add(&mut self, m: Move) {
        let (position, us) = (self.position, self.position.side);
        for (square, on_rook) in position.vacated(m).filter(|(square, _)| self.gates.contains(*square)) {
            for (piece_type, _) in position.hand(us) {
                let zone = self.tables.gate_zones[us.index()][piece_type.index()];
                let gating = m.gating(piece_type, on_rook);
                if zone.contains(square) && position.is_safe_gate(gating) {
                    self.sink.one(gating);
                }
            }
        }
    }
}

impl<const W: usize> Sink<W> for Gated<'_, '_, W> {
    fn as_dyn(&mut self) -> &mut dyn Sink<W> {
        self
    }

    fn one(&mut self, m: Move) {
        self.sink.one(m);
        let leaves = self.gates.contains(m.from()) || m.kind() == MoveKind::Castling;
        if leaves && m.promoted().is_none() && !self.sink.is_done() {
            self.add(m);
        }
    }

    fn is_done(&self) -> bool {
        self.sink.is_done()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::position::MoveList;
    use crate::rules::{Catalogue, Variant};

    fn position(fen: Option<&str>) -> Position<1> {
        let definition = Catalogue::built_in().get("seirawan").expect("the game is built in");
        let variant = Arc::new(Variant::compile(definition));
        match fen {
            Some(fen) => Position::from_fen(variant, fen).expect("the FEN is good"),
            None => Position::start(variant),
        }
    }

    #[test]
    fn counts_are_those_of_fairy_stockfish() {
        assert_eq!([1, 2, 3].map(|depth| position(None).perft(depth)), [28, 784, 24830]);
    }

    #[test]
    fn gated_pieces_leave_the_hand_and_rights_go_with_the_piece() {
        let mut position = position(None);
        let (fen, key) = (position.fen(), position.key());
        for text in ["b1c3h", "Nc6/E"] {
            let turn = position
                .parse_san(text)
                .unwrap_or_else(|error| panic!("{text}: {error}"));
            position.play(&turn);
        }
        assert_eq!(
            position.fen(),
            "rebqkbnr/pppppppp/2n5/8/8/2N5/PPPPPPPP/RHBQKBNR[Eh] w KQCDFGkqcdfg - 2 2"
        );
        for _ in 0..2 {
            position.unmake();
        }
        assert_eq!((position.fen(), position.key()), (fen, key));
    }

    #[test]
    fn castling_gates_on_the_square_of_the_king_or_of_the_rook() {
        let mut position = position(Some("4k3/8/8/8/8/8/8/R3K2R[EH] w KQ - 0 1"));
        let (fen, key) = (position.fen(), position.key());
        for (text, san, after) in [
            ("e1g1h", "O-O/He1", "4k3/8/8/8/8/8/8/R3HRK1[E] b A - 1 1"),
            ("h1e1h", "O-O/Hh1", "4k3/8/8/8/8/8/8/R4RKH[E] b A - 1 1"),
            ("a1e1e", "O-O-O/Ea1", "4k3/8/8/8/8/8/8/E1KR3R[H] b H - 1 1"),
        ] {
            let turn = position.parse_turn(text).expect(text);
            assert_eq!((position.spell(&turn), position.san(&turn)), (text.into(), san.into()));
            assert_eq!(position.parse_san(san), Ok(turn.clone()));
            position.play(&turn);
            assert_eq!((position.fen().as_str(), position.changes().len()), (after, 5));
            position.undo(&turn);
            assert_eq!((position.fen(), position.key()), (fen.clone(), key));
        }
        assert!(position.parse_turn("h1e1").is_err());
    }

    #[test]
    fn a_gated_piece_gives_check_and_covers_the_line_that_the_move_opens() {
        let position = position(Some("K7/8/8/8/8/8/8/R3N2k[EH] w E - 0 1"));
        for m in position.legal_moves() {
            let mut after = position.clone();
            after.make(m);
            assert_eq!(position.gives_check(m), after.in_check(), "{m:?}");
        }
        let direct = self::position(Some("1k6/8/8/8/8/8/8/1N4K1[EH] w B - 0 1"));
        let gives = |text: &str| direct.gives_check(direct.parse_turn(text).expect(text).first());
        assert!(gives("b1c3e") && !gives("b1c3h") && !gives("b1c3"));
        let mut list = MoveList::new();
        direct.generate_quiet_checks(&mut list);
        assert_eq!(list.iter().filter(|m| m.gated().is_some()).count(), 3);
    }

    #[test]
    fn whoever_holds_nothing_gates_no_more() {
        let mut position = position(Some("rnbqkbnr/8/8/8/8/8/8/RNBQKBNR[Eh] w KQBCDFGkqbcdfg - 0 1"));
        let turn = position.parse_turn("b1c3e").expect("the last piece in hand");
        position.play(&turn);
        assert_eq!(position.fen(), "rnbqkbnr/8/8/8/8/2N5/8/REBQKBNR[h] b KQkqbcdfg - 1 1");
        let moved = self::position(Some("4k3/8/8/8/8/8/8/4K3[Eh] w - - 0 1"));
        assert!(moved.legal_moves().iter().all(|m| m.gated().is_none()));
        assert!(!moved.may_come_on(crate::rules::Color::White));
    }
}

//! Captures that blast: the squares that a capture empties, and what that means for the kings.

use super::{Change, Move, MoveKind, Piece, Position};
use crate::board::{Bitboard, Square};
use crate::rules::{BlastTables, Color, PieceType};

/// What a capture that blasts does to the pieces on the board, apart from the capturing piece leaving its square.
struct Effect<const W: usize> {
    /// The squares of the pieces that vanish: of the captured piece, and of pieces around the square of the capture.
    gone: Bitboard<W>,
    /// Whether the capturing piece survives.
    survives: bool,
}

impl<const W: usize> Position<W> {
    /// Returns what a capture from `from` to `to` does, if it is played in a game where captures blast.
    fn effect(&self, blast: &BlastTables<W>, from: Square, to: Square, captured: Square) -> Effect<W> {
        let mut gone = blast.around[to.index()] & self.occupied();
        gone.remove(from);
        gone = gone
            .into_iter()
            .filter(|square| !self.is_one_of(blast.proof_to_others, *square))
            .collect();
        gone.insert(captured);
        Effect {
            gone,
            survives: self.is_one_of(blast.proof_to_all, from),
        }
    }

    /// Returns the square of the piece that a capture of the side to move captures, with its second step if it has two.
    pub(super) fn captured_on(&self, m: Move) -> Square {
        match m.kind() {
            MoveKind::EnPassant => self.en_passant_victim(m.to(), self.side),
            _ => m.to(),
        }
    }

    /// Returns whether a piece of one of these types, given as bits, stands on a square.
    fn is_one_of(&self, types: u32, square: Square) -> bool {
        self.piece_at(square)
            .is_some_and(|piece| types >> piece.piece_type.0 & 1 != 0)
    }

    /// Returns whether a capture leaves the king of the side to move on the board and safe, in a game where captures
    /// blast. A capture that removes the enemy king may leave the capturing side's king attacked.
    pub(super) fn survives_blast(&self, blast: &BlastTables<W>, from: Square, to: Square, captured: Square) -> bool {
        let Some(mut king) = self.king(self.side) else {
            return true;
        };
        let Effect { gone, survives } = self.effect(blast, from, to, captured);
        if king == from && !survives || gone.contains(king) {
            return false;
        }
        if self.king(!self.side).is_some_and(|enemy| gone.contains(enemy)) {
            return true;
        }
        if king == from {
            king = to;
        }
        let mut occupied = self.occupied().without(gone);
        occupied.remove(from);
        if survives {
            occupied.insert(to);
        }
        self.are_safe(
            Bitboard::from_square(king),
            occupied,
            self.of_color(!self.side).without(gone),
        )
    }

    /// Returns the subset of `pieces`, all of side `by`, that may capture a piece on `target` as far as the blast is
    /// concerned: the blast must not remove the king of `by`.
    #[inline]
    pub(super) fn unharmed(&self, target: Square, by: Color, pieces: Bitboard<W>) -> Bitboard<W> {
        match &self.variant.blast {
            Some(blast) => self.unharmed_by(blast, target, by, pieces),
            None => pieces,
        }
    }

    #[cold]
    fn unharmed_by(&self, blast: &BlastTables<W>, target: Square, by: Color, mut pieces: Bitboard<W>) -> Bitboard<W> {
        let Some(king) = self.king(by) else {
            return pieces;
        };
        let king_type = self.variant.kings[by.index()];
        let is_proof = |types: u32| types >> king_type.0 & 1 != 0;
        if blast.around[target.index()].contains(king) && !is_proof(blast.proof_to_others) {
            return Bitboard::EMPTY;
        }
        if !is_proof(blast.proof_to_all) {
            pieces.remove(king);
        }
        pieces
    }

    /// Changes the board for a capture in a game where captures blast: the capturing piece and all pieces that the
    /// blast reaches are removed, or the capturing piece moves if it survives. Returns the rights, as bits, that the
    /// blast leaves.
    #[cold]
    #[inline(never)]
    pub(super) fn make_blast(&mut self, m: Move, piece: Piece) -> u32 {
        let variant = self.variant.clone();
        let Some(blast) = &variant.blast else { return u32::MAX };
        let (from, to) = (m.from(), m.to());
        let Effect { gone, survives } = self.effect(blast, from, to, self.captured_on(m));
        let mut kept = u32::MAX;
        let begin = self.blasted.len();
        for square in gone {
            kept &= variant.rights_kept[square.index()];
            if let Some(piece) = self.piece_at(square) {
                self.record(piece, square, false);
            }
        }
        self.record(piece, from, false);
        if survives {
            let piece_type = m.promoted().unwrap_or(piece.piece_type);
            self.record(Piece { piece_type, ..piece }, to, true);
        }
        self.state.halfmoves = 0;
        self.state.change_count = (self.blasted.len() - begin) as u8;
        // A short list of changes is kept in the state; a longer one stays in `blasted`.
        if let Some(few) = self.state.changes.get_mut(..self.blasted.len() - begin) {
            few.copy_from_slice(&self.blasted[begin..]);
            self.blasted.truncate(begin);
        }
        kept
    }

    /// Adds a piece to a square or removes it, as [`Position::change`] does, and appends the change to
    /// [`Position::blasted`].
    pub(super) fn record(&mut self, piece: Piece, square: Square, added: bool) {
        self.apply(piece, square, added);
        self.blasted.push(Change { piece, square, added });
    }

    /// Returns the changes of the last move, which are too many for the state.
    #[cold]
    pub(super) fn many_changes(&self) -> &[Change] {
        let before = self.blasted.len().saturating_sub(self.state.change_count.into());
        &self.blasted[before..]
    }

    /// Takes back the changes of the last move, which are too many for the state.
    #[cold]
    pub(super) fn unmake_many(&mut self) {
        for _ in 0..self.state.change_count {
            if let Some(change) = self.blasted.pop() {
                self.take_back(change);
            }
        }
    }

    /// Returns the material, in centipawns, that the side to move gains by a capture that may take several pieces: a
    /// capture that blasts, or a move in two steps. Returns `None` for other moves. `values` holds the value of every
    /// piece type.
    #[inline]
    pub fn mass_capture_value(&self, m: Move, values: &[i32]) -> Option<i32> {
        if m.kind() == MoveKind::Double {
            return Some(self.double_gain(m, values));
        }
        let blast = self.variant.blast.as_ref()?;
        m.is_capture().then(|| self.blast_gain(blast, m, values))
    }

    /// Returns the material, in centipawns, that the side to move gains by a move in a game where captures blast: what
    /// a capture removes, or what a capture of the moved piece would remove at once, if the opponent gains by it.
    /// `values` holds the value of every piece type; a king counts as worth more than all other pieces.
    #[cold]
    pub(super) fn blast_gain(&self, blast: &BlastTables<W>, m: Move, values: &[i32]) -> i32 {
        let (us, from, to) = (self.side, m.from(), m.to());
        if m.is_capture() {
            let Effect { mut gone, survives } = self.effect(blast, from, to, self.captured_on(m));
            if !survives {
                gone.insert(from);
            }
            return self.balance(gone, values);
        }
        let value = |piece_type: PieceType| values[piece_type.index()];
        let moved = self.piece_at(from).map_or(0, |piece| value(piece.piece_type));
        let landed = m.promoted().map_or(moved, value);
        let mut occupied = self.occupied();
        occupied.remove(from);
        occupied.insert(to);
        let enemies = self.unharmed(to, !us, self.of_color(!us));
        let captors = self.near_attackers(to, !us, enemies) | self.distant_attackers(to, !us, occupied, enemies);
        let loss = |captor: Square| {
            let Effect { mut gone, survives } = self.effect(blast, captor, to, from);
            gone.remove(from);
            if !survives {
                gone.insert(captor);
            }
            self.balance(gone, values) - landed
        };
        landed - moved + captors.into_iter().map(loss).min().unwrap_or(0).min(0)
    }

    /// Returns the value of the enemy's pieces on these squares minus that of the pieces of the side to move.
    fn balance(&self, squares: Bitboard<W>, values: &[i32]) -> i32 {
        let worth = |square: Square| {
            let Some(Piece { piece_type, color }) = self.piece_at(square) else {
                return 0;
            };
            let value = match self.variant.kings[color.index()] == piece_type {
                true => KING,
                false => values[piece_type.index()],
            };
            if color == self.side { -value } else { value }
        };
        squares.into_iter().map(worth).sum()
    }
}

/// The value of a king that a blast removes, in centipawns.
const KING: i32 = 1_000_000;

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::position::Reason;
    use crate::rules::{Catalogue, Variant};

    fn atomic(fen: &str) -> Position<1> {
        let game = Catalogue::built_in().get("atomic").expect("a built-in game");
        Position::from_fen(Arc::new(Variant::compile(game)), fen).expect("the FEN is good")
    }

    /// Returns the position after moves in algebraic notation.
    fn after(fen: &str, moves: &[&str]) -> Position<1> {
        let mut position = atomic(fen);
        for text in moves {
            let turn = position.parse_san(text).expect("a legal move");
            position.play(&turn);
        }
        position
    }

    fn values(position: &Position<1>) -> Vec<i32> {
        let worth = |letter: char| match letter {
            'Q' => 900,
            'R' => 500,
            'B' | 'N' => 300,
            'P' => 100,
            _ => 0,
        };
        let pieces = &position.variant.definition.pieces;
        pieces.iter().map(|piece| worth(piece.letter)).collect()
    }

    #[test]
    fn counts_of_atomic_chess_equal_the_published_ones() {
        let game = Catalogue::built_in().get("atomic").expect("a built-in game");
        let mut position = Position::<1>::start(Arc::new(Variant::compile(game)));
        for (depth, count) in [(1, 20), (2, 400), (3, 8_902)] {
            assert_eq!(position.perft(depth), count);
        }
    }

    #[test]
    fn a_capture_removes_what_stands_around_it_but_pawns() {
        let fen = "4k3/8/8/2nbr3/2qnp3/3P4/8/R3K2R w KQ - 5 9";
        let position = after(fen, &["dxe4"]);
        assert_eq!(position.fen(), "4k3/8/8/2n5/2q5/8/8/R3K2R b KQ - 0 9");
        assert_eq!(position.changes().len(), 5);
    }

    #[test]
    fn en_passant_blasts_around_the_square_where_the_pawn_arrives() {
        let fen = "4k3/2p5/4n3/1P1P4/4r3/1b6/8/6K1 b - - 0 1";
        let position = after(fen, &["c5", "dxc6"]);
        assert_eq!(position.fen(), "4k3/8/4n3/1P6/4r3/1b6/8/6K1 b - - 0 2");
        let near = after("4k3/2p5/1n6/3P4/1r6/8/8/4K3 b - - 0 1", &["c5", "dxc6"]);
        assert_eq!(near.fen(), "4k3/8/8/8/1r6/8/8/4K3 b - - 0 2");
    }

    #[test]
    fn rights_of_blasted_rooks_are_lost() {
        let position = after("r3k2r/8/8/8/8/8/1b5P/RN2K2R b KQkq - 0 1", &["Rxh2"]);
        assert_eq!(position.fen(), "r3k3/8/8/8/8/8/1b6/RN2K3 w Qq - 0 2");
        let unmoved = after("r3k2r/8/8/8/8/1n6/1b6/RN2K2R b KQkq - 0 1", &["Bxa1"]);
        assert_eq!(unmoved.fen(), "r3k2r/8/8/8/8/1n6/8/4K2R w Kkq - 0 2");
    }

    #[test]
    fn the_enemy_king_may_be_blasted_though_the_own_king_is_attacked() {
        let position = after("4k3/3n4/8/8/4r3/8/8/3RK3 w - - 0 1", &["Rxd7#"]);
        let end = position.outcome().expect("the game is over");
        assert_eq!((end.winner, end.reason), (Some(Color::White), Reason::KingTaken));
        assert!(position.legal_moves().is_empty() && !position.in_check());
        let again = atomic(&position.fen());
        assert_eq!((again.key(), again.outcome()), (position.key(), Some(end)));
    }

    #[test]
    fn kings_that_touch_give_and_suffer_no_check() {
        let apart = atomic("8/8/8/3k4/8/3K3r/8/8 w - - 0 1");
        assert!(apart.in_check());
        let touching = atomic("8/8/8/8/3k4/3K3r/7r/8 w - - 0 1");
        assert!(!touching.in_check());
        let leaves = |text: &str| touching.parse_san(text).is_ok();
        assert!(leaves("Kc3") && leaves("Ke3") && !leaves("Kd2") && !leaves("Ke2"));
    }

    #[test]
    fn a_king_that_steps_away_uncovers_the_check_of_a_knight() {
        let position = atomic("8/8/8/8/3k4/3K4/4N3/8 w - - 0 1");
        let checks: Vec<String> = position
            .turns()
            .into_iter()
            .filter(|turn| position.gives_check(turn.last()))
            .map(|turn| position.san(&turn))
            .collect();
        assert_eq!(checks, ["Kc2+", "Kd2+"]);
    }

    #[test]
    fn the_static_exchange_counts_the_whole_blast() {
        let gains = |fen: &str, text: &str, gain: i32| {
            let position = atomic(fen);
            let m = position.parse_san(text).expect("a legal move").last();
            let values = values(&position);
            assert!(position.see_at_least(m, gain, &values), "{text}: less than {gain}");
            assert!(!position.see_at_least(m, gain + 1, &values), "{text}: more than {gain}");
        };
        gains(
            "4k3/8/8/2nbr3/2qnp3/3P4/8/R3K2R w - - 0 1",
            "dxe4",
            100 + 300 + 300 + 500 - 100,
        );
        gains("4k3/8/8/2RNp3/8/8/8/R2QK3 w - - 0 1", "Nb6", 0);
        gains("4k3/8/8/4p3/8/2R5/3Q4/4K3 w - - 0 1", "Qd4", 100 - 900 - 500);
        gains("4k3/8/8/4p3/8/2R5/3Q4/4K3 w - - 0 1", "Rd3", 0);
        gains("3k4/3p4/8/8/8/8/8/3QK3 w - - 0 1", "Qxd7", 1_000_000 + 100 - 900);
    }

    /// Plays all sequences of two moves and takes them back.
    #[test]
    fn unmaking_restores_everything() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let mut position = atomic(fen);
        let (variant, key) = (position.variant().clone(), position.key());
        let mut blasts = 0;
        for first in position.legal_moves() {
            position.make(first);
            for second in position.legal_moves() {
                position.make(second);
                blasts += i32::from(position.changes().len() > 4);
                let read = Position::from_fen(variant.clone(), &position.fen()).expect("the FEN is good");
                assert_eq!(position.key(), read.key());
                position.unmake();
            }
            position.unmake();
            assert_eq!((position.fen(), position.key()), (fen.to_owned(), key));
        }
        assert!(blasts > 20, "{blasts}");
        assert!(position.blasted.is_empty());
    }
}

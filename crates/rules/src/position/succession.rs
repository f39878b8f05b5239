//! Succession: a king that is checkmated changes places with another piece of its side. Few games have this move, and
//! it is possible only where no other is, so it is generated last and tested by making it.

use super::sink::{AnyMove, Lister, Sink, compact};
use super::{Generate, Move, MoveList, Piece, Position};
use crate::rules::PieceType;

impl<const W: usize> Position<W> {
    /// Passes the legal swaps of the king to a sink; none unless it is in check and the side to move has no other move.
    #[cold]
    pub(super) fn visit_swaps(&self, sink: &mut dyn Sink<W>) {
        let us = self.side;
        let Some(king) = self.king(us).filter(|_| self.in_check() && !self.has_other_move()) else {
            return;
        };
        let is_successor = |piece_type: &PieceType| self.variant.successors >> piece_type.0 & 1 != 0;
        for piece_type in self.piece_type_range().filter(is_successor) {
            if self.variant.may_stand(us, piece_type, king) {
                for with in self.of(us, piece_type) {
                    let m = Move::swap(king, with);
                    let mut after = self.without_history();
                    after.make(m);
                    if !after.is_unsafe(us) {
                        sink.one(m);
                    }
                }
            }
        }
    }

    /// Returns whether the side to move has a legal move other than swaps of its king.
    fn has_other_move(&self) -> bool {
        let mut any = AnyMove::default();
        self.visit_on_board(Generate::All, true, compact(&mut any));
        any.found
    }

    /// Returns whether a swap of unknown origin is legal.
    #[cold]
    pub(super) fn is_legal_swap(&self, m: Move) -> bool {
        let mut list = MoveList::new();
        if self.variant.successors != 0 {
            self.visit_swaps(&mut Lister(&mut list));
        }
        list.contains(&m)
    }

    /// Changes the board for a swap: the king and the other piece change places.
    pub(super) fn make_swap(&mut self, m: Move, king: Piece) {
        if let Some(other) = self.piece_at(m.to()) {
            self.change(king, m.from(), false);
            self.change(other, m.to(), false);
            self.change(other, m.from(), true);
            self.change(king, m.to(), true);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::Reason;
    use super::*;
    use crate::rules::{Definition, Variant};

    /// Returns a position of a small game in which a knight or a pawn may take the king's place.
    fn position(fen: &str) -> Position<1> {
        let text = "name = \"heirs\"\nstart = \"4k3/pppnpppp/8/8/8/8/PPPNPPPP/4K3 w - - 0 1\"\n[board]\nfiles = 8\nranks = 8\n\
                    [pieces]\nK = { name = \"King\", move = \"K\", royal = true }\nR = { name = \"Rook\", move = \"R\" }\n\
                    N = { name = \"Knight\", move = \"N\" }\n\
                    P = { name = \"Pawn\", move = \"fmWfcF\", pawn = true, promotes-to = \"R\" }\n\
                    [kings]\nsuccessors = \"NP\"\n";
        let definition = Arc::new(Definition::parse(text, "heirs.toml").expect("a correct file"));
        Position::from_fen(Arc::new(Variant::compile(definition)), fen).expect("the FEN is good")
    }

    fn moves(position: &Position<1>) -> Vec<String> {
        let mut moves: Vec<String> = position.turns().iter().map(|turn| position.spell(turn)).collect();
        moves.sort_unstable();
        moves
    }

    #[test]
    fn a_mated_king_changes_places_with_a_successor() {
        // The knight on a5 is attacked.
        let mated = position("RR4k1/5ppp/8/n7/6n1/8/8/R5K1 b - - 3 1");
        assert_eq!(moves(&mated), ["g8f7", "g8g4", "g8g7", "g8h7"]);
        assert!(mated.can_move() && mated.outcome().is_none() && mated.count_moves() == 4);
        // The pawn could not stand on the last rank.
        assert_eq!(moves(&position("r6K/1r6/8/8/8/P2N4/8/6k1 w - - 3 1")), ["h8d3"]);
        let alone = position("r6K/1r6/8/8/8/P7/8/6k1 w - - 3 1");
        assert_eq!(alone.outcome().map(|outcome| outcome.reason), Some(Reason::Checkmate));
    }

    #[test]
    fn a_swap_is_written_as_the_move_of_the_king_and_taken_back() {
        let mut mated = position("1R4k1/5ppp/8/8/6n1/8/8/R5K1 b - - 3 1");
        let (fen, key) = (mated.fen(), mated.key());
        let turn = mated.parse_turn("g8g4").expect("it is legal");
        assert_eq!(mated.san(&turn), "Kg4");
        assert_eq!(mated.parse_san("Kg4"), Ok(turn.clone()));
        assert!(mated.is_legal_turn(&turn));
        mated.play(&turn);
        assert_eq!(mated.fen(), "1R4n1/5ppp/8/8/6k1/8/8/R5K1 w - - 4 2");
        assert_eq!(mated.key(), Position::key(&position(&mated.fen())));
        assert!(!mated.is_legal_turn(&turn));
        mated.undo(&turn);
        assert_eq!((mated.fen(), mated.key()), (fen, key));
    }

    #[test]
    fn without_check_or_with_another_move_nobody_changes_places() {
        // Black could also interpose the knight.
        let other = position("1R4k1/5ppp/4n3/8/8/8/8/R5K1 b - - 3 1");
        assert_eq!(moves(&other), ["e6d8", "e6f8"]);
        let stuck = position("k7/3N3p/1K5P/8/8/8/8/8 b - - 0 1");
        assert_eq!(stuck.outcome().map(|outcome| outcome.reason), Some(Reason::Stalemate));
    }

    #[test]
    fn a_swap_may_give_check() {
        // The king leaves g8, where the knight then attacks the king on e7.
        let mated = position("1R4k1/4Kppp/8/8/8/8/R7/7n b - - 0 1");
        let turn = mated.parse_turn("g8h1").expect("it is legal");
        assert!(mated.gives_check(turn.first()));
        assert_eq!(mated.san(&turn), "Kh1+");
    }
}

//! Promotions that are moves in their own right: a piece is promoted where it stands, or makes a step as the piece that
//! it becomes. Few games have them, so they are generated and tested one by one.

use super::sink::{Lister, Sink};
use super::{Move, MoveKind, MoveList, Position};
use crate::board::{Bitboard, Square};
use crate::rules::{PieceType, StandingTables};

impl<const W: usize> Position<W> {
    /// Passes the legal promotions of standing pieces to a sink.
    #[cold]
    pub(super) fn visit_standing(&self, tables: &StandingTables<W>, sink: &mut dyn Sink<W>) {
        for piece_type in self.piece_type_range() {
            if tables.types >> piece_type.0 & 1 == 0 {
                continue;
            }
            let pieces = self.of(self.side, piece_type);
            // The last piece of its type may be promoted anywhere.
            let from = match pieces.more_than_one() {
                true => pieces & tables.zones[self.side.index()][piece_type.index()],
                false => pieces,
            };
            for from in from {
                self.promote_standing(piece_type, from, sink);
            }
        }
    }

    fn promote_standing(&self, piece_type: PieceType, from: Square, sink: &mut dyn Sink<W>) {
        let us = self.side.index();
        let promotions = &self.variant.promotions[us][piece_type.index()];
        let occupied = self.occupied();
        for (becomes, _) in self.variant.definition.piece_types() {
            if !self.can_promote_to(piece_type, becomes) {
                continue;
            }
            let quiet = &self.variant.piece_tables[us][becomes.index()].quiet;
            let steps = self.attacks(quiet, from, occupied).without(occupied);
            let targets = steps | Bitboard::from_square(from);
            for to in targets
                .into_iter()
                .filter(|to| promotions[to.index()].contains(&becomes))
            {
                let m = Move::promotion(from, to, MoveKind::Quiet, becomes);
                if self.disturbs_nobody(m, becomes) {
                    sink.one(m);
                }
            }
        }
    }

    /// Returns whether the promotion of a standing piece leaves its side's king safe, gives no check, and lets the new
    /// piece attack nothing.
    fn disturbs_nobody(&self, m: Move, becomes: PieceType) -> bool {
        let mut occupied = self.occupied();
        occupied.remove(m.from());
        let capture = &self.variant.piece_tables[self.side.index()][becomes.index()].capture;
        let attacked = self.attacks(capture, m.to(), occupied) & self.of_color(!self.side);
        attacked.is_empty() && self.is_safe(m.from(), m.to(), None) && !self.gives_check(m)
    }

    /// Returns whether a move of unknown origin is a legal promotion of a standing piece.
    #[cold]
    pub(super) fn is_legal_standing(&self, m: Move) -> bool {
        let Some(tables) = self.variant.standing.as_deref().filter(|_| m.promoted().is_some()) else {
            return false;
        };
        let mut list = MoveList::new();
        self.visit_standing(tables, &mut Lister(&mut list));
        list.contains(&m)
    }

    /// Returns whether the side to move, which is not in check, has nothing but a king and a piece of a type that is
    /// promoted where it stands, and only promotions are legal. Nobody is forced to promote, so it is stalemate.
    #[cold]
    pub(super) fn can_only_promote(&self, tables: &StandingTables<W>) -> bool {
        let own = self.of_color(self.side);
        let types = self.piece_type_range();
        let mut standing = types.filter(|piece_type| tables.types >> piece_type.0 & 1 != 0);
        if own.count() != 2 || self.in_check() || !standing.any(|piece_type| self.of(self.side, piece_type).any()) {
            return false;
        }
        let moves = self.legal_moves();
        !moves.is_empty() && moves.iter().all(|m| m.promoted().is_some())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::Reason;
    use super::*;
    use crate::rules::{Catalogue, Variant};

    fn position(fen: &str) -> Position<1> {
        let definition = Catalogue::built_in().get("sittuyin").expect("the game is built in");
        Position::from_fen(Arc::new(Variant::compile(definition)), fen).expect("the FEN is good")
    }

    /// Returns the promotions of a position in coordinate notation, in alphabetical order.
    fn promotions(fen: &str) -> Vec<String> {
        let position = position(fen);
        let turns = position.turns().into_iter().filter(|turn| turn.promotion().is_some());
        let mut texts: Vec<String> = turns.map(|turn| position.spell(&turn)).collect();
        texts.sort_unstable();
        texts
    }

    #[test]
    fn pieces_are_promoted_in_place_or_by_a_step() {
        let all = ["e5d4f", "e5d6f", "e5e5f", "e5f4f", "e5f6f"];
        assert_eq!(promotions("k7/8/8/4P3/1P6/8/8/K7[] w - - 0 1"), all);
        // A side that has a general may not promote to a second one. A promotion may neither attack an enemy piece
        // (here the knight) nor uncover a check (here by the rook).
        assert_eq!(promotions("k7/8/8/4P3/1P6/8/8/K6F[] w - - 0 1"), [""; 0]);
        assert_eq!(
            promotions("k7/8/3n4/4P3/8/8/P7/K7[] w - - 0 1"),
            ["e5d4f", "e5f4f", "e5f6f"]
        );
        assert_eq!(promotions("8/8/8/R3P2k/8/8/P7/K7[] w - - 0 1"), ["e5e5f"]);
        assert_eq!(promotions("k7/8/8/8/1P6/8/8/K7[] w - - 0 1").len(), 5);
    }

    #[test]
    fn promotions_in_place_are_taken_back() {
        let mut position = position("k7/8/8/4P3/1P6/8/8/K7[] w - - 3 1");
        let (fen, key) = (position.fen(), position.key());
        let turn = position.parse_san("e5=F").expect("a legal promotion");
        assert_eq!(
            (position.spell(&turn), position.san(&turn)),
            ("e5e5f".into(), "e5=F".into())
        );
        assert!(position.is_legal_turn(&turn));
        position.play(&turn);
        assert_eq!(position.fen(), "k7/8/8/4F3/1P6/8/8/K7[] b - - 0 1");
        assert!(!position.is_legal_turn(&turn));
        position.undo(&turn);
        assert_eq!((position.fen(), position.key()), (fen, key));
    }

    #[test]
    fn a_side_that_could_only_promote_is_stalemated() {
        let stuck = position("k7/3N4/1K6/8/7p/7R/8/8[] b - - 0 1");
        let outcome = stuck.outcome().expect("the game is over");
        assert_eq!((outcome.winner, outcome.reason), (None, Reason::Stalemate));
        assert!(stuck.turns().is_empty() && !stuck.legal_moves().is_empty());
        assert!(position("k7/8/1K6/8/7p/7R/8/8[] b - - 0 1").outcome().is_none());
    }
}

//! The prelude: the moves with which the sides begin in some games, even if their pieces do not otherwise move that
//! way.
//!
//! Whether a move of the prelude is possible is tested once after each move, and only in games with a prelude.

use super::{Move, MoveKind, MoveList, Position};
use crate::rules::{Color, Prelude};

impl<const W: usize> Position<W> {
    /// Returns whether the side to move may play a move of the prelude. While it may, passing the turn could be an
    /// advantage, so a null move does not show what a move is worth.
    #[inline]
    pub fn in_prelude(&self) -> bool {
        self.state.prelude
    }

    /// Returns whether the side to move must play a move of the prelude.
    pub(super) fn prelude_comes_first(&self) -> bool {
        let is_compulsory = |prelude: &Prelude| !prelude.optional;
        self.state.prelude && self.variant.definition.prelude.as_ref().is_some_and(is_compulsory)
    }

    /// Returns whether a move is a move of the prelude that is legal now.
    pub(super) fn is_in_prelude(&self, m: Move) -> bool {
        self.state.prelude && self.prelude_moves().contains(&m)
    }

    /// Returns the legal moves of the prelude. In a game where a side may leave out the prelude, moves that are legal
    /// anyway are not among them.
    #[cold]
    pub(super) fn prelude_moves(&self) -> MoveList {
        let definition = &self.variant.definition;
        let Some(prelude) = &definition.prelude else {
            return MoveList::new();
        };
        let mut moves = self.left_of_prelude(self.side);
        if moves.is_empty() || self.state.chain.is_some() || self.is_king_taken(!self.side) {
            return MoveList::new();
        }
        moves.retain(|m| {
            !self.occupied().contains(m.to()) && self.is_safe(m.from(), m.to(), None) && !self.gives_check(*m)
        });
        if prelude.optional {
            let is_usual = |m: &Move| {
                let kinds = [MoveKind::Quiet, MoveKind::MultiStep];
                kinds
                    .into_iter()
                    .any(|kind| self.is_legal_alone(Move::new(m.from(), m.to(), kind)))
            };
            moves.retain(|m| !is_usual(m));
            let must_do_else = || self.drops_come_first() || self.captures_come_first() && self.can_capture();
            if !moves.is_empty() && must_do_else() {
                moves.clear();
            }
        }
        moves
    }

    /// Returns the moves of the prelude that come next for a side as its pieces stand, whether they are legal or not.
    fn left_of_prelude(&self, color: Color) -> MoveList {
        let own = |square| {
            let piece = self.piece_at(square).filter(|piece| piece.color == color);
            piece.map(|piece| piece.piece_type)
        };
        let moves = self.variant.definition.prelude_moves(color, self.fullmove, &own);
        let quiet = |(from, to)| Move::new(from, to, MoveKind::Quiet);
        moves.into_iter().map(quiet).collect()
    }

    /// Returns whether a side has not finished its prelude, so that its pieces may still come to squares that they do
    /// not reach otherwise.
    #[cold]
    pub fn is_prelude_left(&self) -> bool {
        let prelude = self.variant.definition.prelude.is_some();
        prelude
            && Color::BOTH
                .into_iter()
                .any(|color| !self.left_of_prelude(color).is_empty())
    }

    /// Updates the state after a move, in games that count checks or moves, forbid trades, have a prelude or let a side
    /// pass.
    #[cold]
    pub(super) fn follow_move(&mut self, m: Move) {
        self.count_last_move();
        if let Some(trades) = self.variant.trades {
            self.refresh_trades(&trades);
        }
        if self.variant.definition.prelude.is_some() {
            self.refresh_prelude();
        }
        self.count_passes(m.is_pass());
        self.count_facing();
    }

    /// Tests whether the side to move may play a move of the prelude, and updates the key. Positions of the prelude are
    /// not repetitions of others, because the moves that are legal in them depend on the move number.
    pub(super) fn refresh_prelude(&mut self) {
        let before = self.state.prelude;
        self.state.prelude = false;
        self.state.prelude = !self.prelude_moves().is_empty();
        if before != self.state.prelude {
            self.state.key ^= self.variant.zobrist.prelude;
        }
        if before || self.state.prelude {
            self.state.reversible = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::rules::{Catalogue, Variant};

    fn variant(name: &str) -> Arc<Variant<2>> {
        Arc::new(Variant::compile(
            Catalogue::built_in().get(name).expect("a built-in game"),
        ))
    }

    #[test]
    fn courier_begins_after_the_moves_of_its_prelude() {
        let variant = variant("historic-courier");
        let mut position = Position::<2>::start(variant.clone());
        let mut earlier = Vec::new();
        for text in ["l4", "Fg6", "Fg3", "a5", "a4", "g5", "g4", "l5"] {
            assert!(position.in_prelude() && position.is_prelude_left());
            let turn = position.parse_san(text).expect(text);
            assert_eq!(position.san(&turn), text);
            assert_eq!(position.parse_turn(&position.spell(&turn)).as_ref(), Ok(&turn));
            earlier.push((position.fen(), position.key()));
            position.play(&turn);
            let read = Position::<2>::from_fen(variant.clone(), &position.fen()).expect("a written FEN");
            assert_eq!(
                (read.key(), read.legal_moves()),
                (position.key(), position.legal_moves())
            );
        }
        assert!(!position.in_prelude() && !position.is_prelude_left());
        let courier = Position::<2>::start(self::variant("courier"));
        assert_eq!(position.fen(), courier.fen().replace("0 1", "0 5"));
        assert_eq!(position.count_moves(), courier.count_moves());
        for (fen, key) in earlier.into_iter().rev() {
            position.unmake();
            assert_eq!((position.fen(), position.key()), (fen, key));
        }
    }

    #[test]
    fn refusals_name_the_moves_of_the_prelude() {
        let mut position = Position::<2>::start(variant("historic-courier"));
        for text in ["g1g3", "g7g5", "g2g4", "g8g6", "l2l4", "l7l5"] {
            position.play(&position.parse_turn(text).expect(text));
        }
        for text in ["b2b3", "b3"] {
            let error = position.parse_san(text).expect_err(text).to_string();
            assert!(error.contains("the game begins with other moves, now a2a4"), "{error}");
        }
    }

    #[test]
    fn a_prelude_needs_no_counters() {
        let start = "rnebmkfwbenr/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/RNEBMKFWBENR";
        let read = |fen: &str| Position::<2>::from_fen(variant("historic-courier"), fen).expect(fen);
        assert_eq!(read(start).count_moves(), 4);
        assert_eq!(read(&format!("{start} b - -")).count_moves(), 4);
        // Later in the game the pieces of the array move by their ordinary rules: twelve pawns, two knights and two
        // elephants.
        assert_eq!(read(&format!("{start} w - - 0 5")).count_moves(), 12 + 4 + 4);
    }
}

//! Arranges pieces: sets up one position after another without reading FENs, for programs that visit all positions of
//! an ending.

use super::{Piece, Position};
use crate::board::{Bitboard, Square};
use crate::rules::{Color, Prelude};

impl<const W: usize> Position<W> {
    /// Replaces all pieces and the side to move. Removes all rights, en-passant squares and the history, ends any
    /// chain, resets the counters, and sets the move number to the first one after the prelude.
    ///
    /// Returns whether the result is a legal position, by the tests that [`Position::from_fen`] makes: no two pieces
    /// share a square, no piece stands on a hole or where it must be promoted, each side has the kings that it needs,
    /// and the side that is not to move is not in check. If the result is `false`, the position must be arranged again
    /// before any other use.
    pub fn arrange(&mut self, side: Color, pieces: &[(Piece, Square)]) -> bool {
        self.clear();
        self.side = side;
        for (piece, square) in pieces {
            if self.board[square.index()] != 0 || !self.variant.may_stand(piece.color, piece.piece_type, *square) {
                return false;
            }
            self.put(*piece, *square);
        }
        let fits = |color: &Color| self.may_have_royal(*color, self.count_royal(*color));
        if !Color::BOTH.iter().all(fits) || self.is_unsafe(!side) {
            return false;
        }
        self.state.key = self.computed_key();
        self.refresh_checks();
        true
    }

    /// Removes all pieces and all that is known about earlier moves.
    fn clear(&mut self) {
        for square in self.occupied() {
            if let Some(piece) = self.piece_at(square) {
                self.take(piece, square);
            }
        }
        self.history.clear();
        self.blasted.clear();
        self.hand = super::hand::Holdings::new(&self.variant);
        self.fullmove = self.variant.definition.prelude.as_ref().map_or(1, Prelude::end);
        let state = &mut self.state;
        (state.key, state.pawn_key, state.piece_keys) = (0, 0, [0; 2]);
        (state.rights, state.en_passant, state.chain) = (0, Bitboard::EMPTY, None);
        (state.halfmoves, state.reversible) = (0, 0);
        (state.change_count, state.ended_black_turn, state.prelude) = (0, false, false);
        state.hand = 0;
        state.checks_left = [self.variant.definition.ends.checks; 2];
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::rules::{Catalogue, Variant};

    /// Returns the pieces of a position with their squares.
    fn pieces<const W: usize>(position: &Position<W>) -> Vec<(Piece, Square)> {
        let at = |square| position.piece_at(square).map(|piece| (piece, square));
        position.occupied().into_iter().filter_map(at).collect()
    }

    #[test]
    fn an_arranged_position_equals_one_from_a_fen() {
        for game in Catalogue::built_in().menu() {
            compare_random_game(game);
        }
    }

    /// Compares arranged positions with positions read from a FEN, for the positions of a random game.
    fn compare_random_game(game: &Arc<crate::rules::Definition>) {
        crate::with_width!(game.shape, W => {
            let variant = Arc::new(Variant::<W>::compile(game.clone()));
            let mut played = Position::<W>::start(variant.clone());
            let mut arranged = played.clone();
            for number in 0..60_usize {
                let moves = played.legal_moves();
                if moves.is_empty() || played.variant_end().is_some() {
                    break;
                }
                played.make(moves[number * 7 % moves.len()]);
                // A FEN may lack a king that a chain of captures has taken; such a position is not arranged.
                if played.chain().is_some() || played.is_king_taken(played.side()) {
                    continue;
                }
                let fen = format!("{} {} - -", played.fen().split(' ').next().unwrap_or_default(), played.side().letter());
                let expected = Position::<W>::from_fen(variant.clone(), &fen);
                let legal = arranged.arrange(played.side(), &pieces(&played));
                assert_eq!(legal, expected.is_ok(), "{fen}");
                if let Ok(expected) = expected {
                    assert_eq!((arranged.fen(), arranged.key()), (expected.fen(), expected.key()));
                    assert_eq!(arranged.pawn_key(), expected.pawn_key());
                    assert_eq!(arranged.legal_moves(), expected.legal_moves(), "{fen}");
                }
            }
        });
    }

    #[test]
    fn impossible_arrangements_are_refused() {
        let chess = Catalogue::built_in().get("chess").expect("a built-in game");
        let mut position = Position::<1>::start(Arc::new(Variant::compile(chess.clone())));
        let mut legal = |side, text: &str| {
            let placed = chess.placement(text).expect("a placement").into_iter().enumerate();
            let piece = |(square, found): (usize, Option<(_, _)>)| {
                found.map(|(piece_type, color)| (Piece { piece_type, color }, Square::new(square)))
            };
            position.arrange(side, &placed.filter_map(piece).collect::<Vec<_>>())
        };
        assert!(legal(Color::White, "k7/8/8/8/8/8/8/K7"));
        assert!(!legal(Color::White, "k7/8/8/8/8/8/8/8"), "a king is missing");
        assert!(!legal(Color::White, "k7/8/8/8/8/8/8/KK6"), "two kings");
        assert!(!legal(Color::White, "kP6/8/8/8/8/8/8/K7"), "a pawn on its last rank");
        assert!(!legal(Color::White, "kR6/8/8/8/8/8/8/K7"), "the other side is in check");
        assert!(legal(Color::Black, "kR6/8/8/8/8/8/8/K7"));
        let king = Piece {
            piece_type: chess.king(Color::White).expect("chess has kings"),
            color: Color::White,
        };
        let other = Piece {
            color: Color::Black,
            ..king
        };
        assert!(
            !position.arrange(Color::White, &[(king, Square(0)), (other, Square(0))]),
            "one square for two"
        );
    }
}

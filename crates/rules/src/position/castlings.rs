//! Castlings of a position in a game where kings and rooks castle from wherever they stand at the start. A position
//! whose FEN names castlings from other squares than the game's own start has a [`Variant`](crate::rules::Variant) of
//! its own.

use std::sync::Arc;

use super::{FenError, Position};
use crate::board::Square;
use crate::rules::{Castling, Color, PieceType, Right, RightKind, own_square};

impl<const W: usize> Position<W> {
    /// Parses the field of castling rights in a game where kings and rooks castle from anywhere; see
    /// [`Rules::named_castlings`](crate::rules::Rules::named_castlings).
    ///
    /// # Errors
    /// Fails if a letter stands neither for a castling nor for a file.
    pub(super) fn read_castlings(&mut self, field: &str) -> Result<(), FenError> {
        let definition = self.variant.definition.clone();
        let known = |letter: &char| {
            let upper = letter.to_ascii_uppercase();
            let file = u32::from(upper).wrapping_sub('A'.into());
            file < u32::from(definition.shape.files())
                || definition.castlings.iter().any(|castling| castling.letter == upper)
        };
        if let Some(letter) = field.chars().find(|letter| *letter != '-' && !known(letter)) {
            return Err(FenError::Rights {
                letter,
                field: field.to_owned(),
            });
        }
        let named = definition.named_castlings(field, |square| self.placed(square));
        if named.iter().any(|castling| self.right_to(castling).is_none()) {
            self.variant = Arc::new(self.variant.with_castlings(&named));
        }
        self.state.rights = named
            .iter()
            .filter_map(|castling| self.right_to(castling))
            .fold(0, |rights, number| rights | 1 << number);
        Ok(())
    }

    /// Returns the number of the right to a castling of one side; `None` if the position's variant has no such right.
    fn right_to(&self, castling: &Castling) -> Option<usize> {
        let color = castling.only?;
        let own = |square| own_square(&self.variant.definition.shape, square, color);
        self.variant.rights.iter().position(|right| match &right.kind {
            RightKind::Castling { king, rook, .. } => {
                right.color == color && king.0 == own(castling.king.0) && rook.0 == own(castling.rook.0)
            }
            RightKind::Leaps { .. } | RightKind::Gate { .. } => false,
        })
    }

    /// Returns the letter of a right in a FEN: upper case for White.
    pub(super) fn letter_of_right(&self, right: &Right<W>) -> char {
        let definition = &self.variant.definition;
        match right.kind {
            RightKind::Castling { king, rook, .. } if definition.castling_anywhere => {
                let squares = [king.0, rook.0].map(|square| own_square(&definition.shape, square, right.color));
                let letter = definition.castling_letter(right.color, squares, |square| self.placed(square));
                right.color.case(letter)
            }
            _ => right.letter,
        }
    }

    /// Returns the type and colour of the piece on a square.
    fn placed(&self, square: Square) -> Option<(PieceType, Color)> {
        self.piece_at(square).map(|piece| (piece.piece_type, piece.color))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Catalogue, Variant};

    fn game() -> Arc<Variant<1>> {
        let definition = Catalogue::built_in().get("fischer-random").expect("a built-in game");
        Arc::new(Variant::compile(Arc::clone(&definition)))
    }

    fn position(fen: &str) -> Position<1> {
        Position::from_fen(game(), fen).expect("a correct FEN")
    }

    #[test]
    fn counts_are_as_published() {
        // https://www.chessprogramming.org/Chess960_Perft_Results
        for (fen, counts) in [
            (
                "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
                [21, 528, 12189],
            ),
            (
                "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
                [21, 807, 18002],
            ),
        ] {
            let mut position = position(fen);
            for (depth, count) in (1..).zip(counts) {
                assert_eq!(position.perft(depth), count, "{fen}");
            }
        }
    }

    #[test]
    fn letters_name_rooks() {
        for (given, written) in [
            (
                "r1k2r1r/8/8/8/8/8/8/R1K2R1R w KQkq - 0 1",
                "r1k2r1r/8/8/8/8/8/8/R1K2R1R w KQkq - 0 1",
            ),
            (
                "r1k2r1r/8/8/8/8/8/8/R1K2R1R w FAhf - 0 1",
                "r1k2r1r/8/8/8/8/8/8/R1K2R1R w FQk - 0 1",
            ),
            (
                "r1k2r1r/8/8/8/8/8/8/R1K2R1R w - - 0 1",
                "r1k2r1r/8/8/8/8/8/8/R1K2R1R w - - 0 1",
            ),
            ("2k5/8/8/8/8/8/8/2K2N1R w KQ - 0 1", "2k5/8/8/8/8/8/8/2K2N1R w K - 0 1"),
        ] {
            assert_eq!(position(given).fen(), written);
        }
        let refused = Position::from_fen(game(), "2k5/8/8/8/8/8/8/2K2N1R w X - 0 1");
        assert!(matches!(refused, Err(FenError::Rights { letter: 'X', .. })));
    }

    #[test]
    fn a_rook_outside_changes_the_letter() {
        let mut position = position("4k3/7R/8/8/8/8/8/1K3R2 w K - 0 1");
        let turn = position.parse_turn("h7h1").expect("a legal move");
        position.play(&turn);
        assert!(
            position.fen().starts_with("4k3/8/8/8/8/8/8/1K3R1R b F - "),
            "{}",
            position.fen()
        );
    }

    #[test]
    fn rights_to_different_rooks_make_different_positions() {
        let keys = ["HA", "FA", "H", "F", "-"].map(|rights| {
            let fen = format!("r1k2r1r/8/8/8/8/8/8/R1K2R1R w {rights} - 0 1");
            position(&fen).key()
        });
        for (number, key) in keys.iter().enumerate() {
            assert!(!keys[..number].contains(key), "{number}");
        }
    }

    #[test]
    fn a_king_that_stands_at_its_goal_castles() {
        let mut position = position("5k2/8/8/8/8/8/8/6KR w H - 0 1");
        let before = position.fen();
        let turn = position.parse_turn("g1h1").expect("a castling");
        position.play(&turn);
        assert_eq!(position.fen(), "5k2/8/8/8/8/8/8/5RK1 b - - 1 1");
        position.unmake();
        assert_eq!(position.fen(), before);
    }
}

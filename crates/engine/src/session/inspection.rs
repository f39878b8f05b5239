//! Queries about a position other than legal turns: attacks, repetitions, and positions derived from it.

use super::Board;
use kurier_rules::board::Square;
use kurier_rules::on_width;
use kurier_rules::position::{FenError, Piece, Turn};
use kurier_rules::rules::Color;

impl Board {
    /// Returns the squares, occupied or empty, that the piece on a square attacks; none if the square is empty. In
    /// variants with chains of captures, the result contains only targets of the first step.
    ///
    /// # Panics
    /// Panics if the square is not on this board.
    pub fn attacks_from(&self, square: Square) -> Vec<Square> {
        on_width!(&self.0, history => history.position.attacks_from(square).into_iter().collect())
    }

    /// Returns the squares of the pieces of a side that attack a square, pinned pieces included.
    ///
    /// # Panics
    /// Panics if the square is not on this board.
    pub fn attackers(&self, square: Square, by: Color) -> Vec<Square> {
        on_width!(&self.0, history => history.position.attackers(square, by).into_iter().collect())
    }

    /// Returns the squares of the pieces that give check to the side to move.
    pub fn checkers(&self) -> Vec<Square> {
        on_width!(&self.0, history => history.position.checkers().into_iter().collect())
    }

    /// Returns a legal turn in long algebraic notation: `Ng1-f3`.
    pub fn long_algebraic(&self, turn: &Turn) -> String {
        on_width!(&self.0, history => history.position.long_algebraic(turn))
    }

    /// Returns a board with the position before the first turn.
    pub fn root(&self) -> Self {
        let mut root = self.clone();
        while root.undo().is_some() {}
        root
    }

    /// Counts how often the current position has occurred since the board was set up, the current occurrence included.
    pub fn occurrences(&self) -> usize {
        let key = self.key();
        let mut back = self.clone();
        let mut count = 1;
        while back.undo().is_some() {
            count += usize::from(back.key() == key);
        }
        count
    }

    /// Puts a piece on a square, or empties the square, and clears the history. Rights and en-passant squares that the
    /// new position cannot have are dropped.
    ///
    /// # Errors
    /// Fails if the new position is not possible in the variant; the board is then unchanged.
    ///
    /// # Panics
    /// Panics if the square is not on this board.
    pub fn put(&mut self, square: Square, piece: Option<Piece>) -> Result<(), FenError> {
        let definition = self.definition();
        let piece_on = |at| {
            let piece = if at == square { piece } else { self.piece_at(at) };
            piece.map(|piece| (piece.piece_type, piece.color))
        };
        let origin_on = |at| self.promoted_from(at).filter(|_| at != square);
        let mut placement = definition.spell_marked(piece_on, origin_on);
        if let Some(held) = self.holdings() {
            placement += &format!("[{}]", definition.spell_held(&held));
        }
        let fen = self.fen();
        let rest = fen.split_once(' ').map_or("", |(_, rest)| rest);
        self.set_up(Some(&format!("{placement} {rest}")))
    }

    /// Creates a board on which both sides have changed places: colours are exchanged, ranks are reversed, and levels
    /// are reversed too if the sides start on opposite levels.
    ///
    /// # Errors
    /// Fails if the mirror image, or one of its rights, is not possible because the variant differs for the two sides.
    pub fn mirrored(&self) -> Result<Self, FenError> {
        let definition = self.definition();
        let shape = &definition.shape;
        let piece_on = |at| {
            let piece = self.piece_at(shape.mirror(at))?;
            Some((piece.piece_type, !piece.color))
        };
        let mut placement = definition.spell_marked(piece_on, |at| self.promoted_from(shape.mirror(at)));
        if let Some([white, black]) = self.holdings() {
            placement += &format!("[{}]", definition.spell_held(&[black, white]));
        }
        let fen = self.fen();
        let rights: String = fen.split(' ').nth(2).unwrap_or("-").chars().map(swap_case).collect();
        let mut passed: String = self
            .en_passant()
            .into_iter()
            .map(|square| shape.name(shape.mirror(square)))
            .collect();
        if passed.is_empty() {
            passed.push('-');
        }
        let side = (!self.side()).letter();
        // In a FEN, a running count takes the place of the half-move clock, and its limit takes the place of the
        // en-passant squares.
        let (passed, clock) = match self.count() {
            None => (passed, self.halfmoves()),
            Some((count, limit)) => (limit.to_string(), count.into()),
        };
        let fen = format!("{placement} {side} {rights} {passed} {clock} {}", self.fullmove());
        let mut mirror = self.clone();
        mirror.set_up(Some(&fen))?;
        let mut expected: Vec<Square> = self.rights().into_iter().map(|square| shape.mirror(square)).collect();
        expected.sort_unstable();
        match rights.chars().next() {
            // Rights whose pieces are not in place are dropped without an error.
            Some(letter) if mirror.rights() != expected => Err(FenError::Rights { letter, field: rights }),
            _ => Ok(mirror),
        }
    }
}

/// Swaps the case of a letter, which turns a right of White into the corresponding right of Black and vice versa.
fn swap_case(letter: char) -> char {
    if letter.is_ascii_lowercase() {
        letter.to_ascii_uppercase()
    } else {
        letter.to_ascii_lowercase()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurier_rules::random::SplitMix64;
    use kurier_rules::rules::Catalogue;

    /// Plays random turns in every variant that menus list and calls `visit` with each position.
    fn in_random_positions(visit: impl Fn(&Board)) {
        let mut random = SplitMix64::new(11);
        for definition in Catalogue::built_in().menu() {
            let mut board = Board::new(definition);
            for _ in 0..60 {
                visit(&board);
                let turns = board.turns();
                if turns.is_empty() || board.outcome().is_some() {
                    break;
                }
                board
                    .play(&turns[random.below(turns.len() as u64) as usize])
                    .expect("it is legal");
            }
        }
    }

    #[test]
    fn attacks_are_seen_from_both_ends() {
        in_random_positions(|board| {
            let squares: Vec<Square> = board.definition().shape.squares().collect();
            for target in &squares {
                for side in Color::BOTH {
                    let attackers = board.attackers(*target, side);
                    let expected = squares.iter().copied().filter(|from| {
                        board.piece_at(*from).is_some_and(|piece| piece.color == side)
                            && board.attacks_from(*from).contains(target)
                    });
                    assert_eq!(attackers, expected.collect::<Vec<_>>(), "{}", board.fen());
                }
            }
            assert_eq!(board.in_check(), !board.checkers().is_empty());
        });
    }

    #[test]
    fn a_mirror_image_of_a_mirror_image_is_the_position() {
        let mut kept = 0;
        in_random_positions(|board| {
            if let Ok(mirror) = board.mirrored() {
                let again = mirror.mirrored().expect("the position itself");
                assert_eq!(again.fen(), board.fen());
                assert_eq!(mirror.turns().len(), board.turns().len(), "{}", board.fen());
            }
        });
        for definition in Catalogue::built_in().iter() {
            kept += usize::from(Board::new(definition).mirrored().is_ok());
        }
        assert!(kept > 15, "{kept}");
    }

    #[test]
    fn pieces_are_put_and_taken() {
        let definition = Catalogue::built_in().get("chess").expect("chess");
        let mut board = Board::new(&definition);
        let square = |name: &str| definition.shape.parse(name).expect("a square");
        let (knight, king) = (square("g1"), square("e1"));
        let before = board.fen();
        board.put(knight, None).expect("a legal position");
        assert_eq!(board.piece_at(knight), None);
        assert!(board.put(king, None).is_err());
        let piece = board.piece_at(square("b1"));
        board.put(knight, piece).expect("a legal position");
        assert_eq!(board.fen(), before);
    }

    #[test]
    fn occurrences_are_counted() {
        let mut board = Board::new(&Catalogue::built_in().get("chess").expect("chess"));
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
            assert_eq!(board.occurrences(), 1);
            let turn = board.parse(text).expect("a legal move");
            board.play(&turn).expect("a legal move");
        }
        assert_eq!(board.occurrences(), 2);
        assert_eq!(board.root().occurrences(), 1);
    }
}

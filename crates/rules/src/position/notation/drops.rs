//! Drops in notation: the letter of the piece, `@` and the square. Coordinates and standard algebraic notation write them
//! in the same way.

use super::TurnError;
use crate::position::{Move, Position, Turn};

impl<const W: usize> Position<W> {
    /// Returns a drop as text, `P@e4`; `None` if the move is not a drop.
    pub(super) fn spell_drop(&self, m: Move) -> Option<String> {
        let definition = &self.variant.definition;
        let letter = definition.piece(m.dropped()?).letter;
        Some(format!("{letter}@{}", definition.shape.name(m.to())))
    }

    /// Parses a legal drop from the texts before and behind the `@`, in upper or lower case. Without a letter it is the
    /// drop of a pawn.
    ///
    /// # Errors
    /// Returns why the texts name no legal drop.
    pub(super) fn parse_drop(&self, piece: &str, square: &str) -> Result<Turn, TurnError> {
        let definition = &self.variant.definition;
        let mut letters = piece.chars();
        let piece_type = match (letters.next(), letters.next()) {
            (None, _) => self.unlettered(),
            (Some(letter), None) => definition.piece_of_letter(letter).map(|(piece_type, _)| piece_type),
            _ => return Err(TurnError::Syntax),
        };
        let piece_type = piece_type
            .filter(|piece_type| definition.may_be_held(*piece_type))
            .ok_or_else(|| TurnError::NoDrop(piece.to_ascii_uppercase()))?;
        let square = square.to_ascii_lowercase();
        let to = definition.shape.parse(&square).ok_or(TurnError::Square(square))?;
        if let Some(outcome) = self.outcome().filter(|_| self.variant_end().is_some()) {
            return Err(TurnError::Over(outcome));
        }
        let m = Move::drop(piece_type, to);
        let name = || definition.piece(piece_type).name.clone();
        match self.is_legal(m) {
            true => Ok(Turn::single(m)),
            false if self.held(self.side(), piece_type) == 0 => Err(TurnError::NotInHand(name())),
            false => Err(TurnError::Drop {
                piece: name(),
                square: definition.shape.name(to),
            }),
        }
    }
}

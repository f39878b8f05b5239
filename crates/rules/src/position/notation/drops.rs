//! The notation of drops: the letter of the piece, `@` and the square, both in coordinate notation and in standard
//! algebraic notation.

use super::TurnError;
use crate::position::{Move, Position, Turn};

impl<const W: usize> Position<W> {
    /// Returns a drop as text, `P@e4`, or `+P@e4` if the piece is dropped promoted; `None` if the move is not a drop.
    pub(super) fn spell_drop(&self, m: Move) -> Option<String> {
        let definition = &self.variant.definition;
        let piece = definition.spell_dropped(m.dropped()?);
        Some(format!("{piece}@{}", definition.shape.name(m.to())))
    }

    /// Parses a legal drop from the text before and after the `@`, in upper or lower case. If there is no letter, the
    /// piece is a pawn.
    ///
    /// # Errors
    /// Fails if the text names no legal drop; the error says why.
    pub(super) fn parse_drop(&self, piece: &str, square: &str) -> Result<Turn, TurnError> {
        let definition = &self.variant.definition;
        if piece.trim_start_matches('+').chars().count() > 1 {
            return Err(TurnError::Syntax);
        }
        let piece_type = match piece.is_empty() {
            true => self.unlettered().filter(|pawn| definition.may_be_held(*pawn)),
            false => definition.parse_dropped(piece),
        };
        let piece_type = piece_type.ok_or_else(|| TurnError::NoDrop(piece.to_ascii_uppercase()))?;
        let square = square.to_ascii_lowercase();
        let to = definition.shape.parse(&square).ok_or(TurnError::Square(square))?;
        if let Some(outcome) = self.outcome().filter(|_| self.variant_end().is_some()) {
            return Err(TurnError::Over(outcome));
        }
        let m = Move::drop(piece_type, to);
        let held = definition.held_as(piece_type);
        match self.is_legal(m) {
            true => Ok(Turn::single(m)),
            false if self.held(self.side(), held) == 0 => {
                Err(TurnError::NotInHand(definition.piece(held).name.clone()))
            }
            false => Err(TurnError::Drop {
                piece: definition.piece(piece_type).name.clone(),
                square: definition.shape.name(to),
            }),
        }
    }
}

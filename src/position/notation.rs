//! How moves are written: the squares in a row, the letter of the piece promoted to at the end.

use super::{Generate, Move, MoveKind, Position};
use crate::rules::RightKind;

/// The most turns that [`Position::turns`] lists. Real games have a few hundred at most; but a knight among forty men
/// could capture them in more orders than there is memory.
pub const MAX_TURNS: usize = 1 << 14;

impl<const W: usize> Position<W> {
    /// The spelling of a turn: one move, or the steps of a chain. Empty for an empty turn.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kurier::position::Position;
    /// use kurier::rules::{Catalogue, Variant};
    /// let definition = Catalogue::built_in().get("chess").unwrap();
    /// let position = Position::<1>::start(Arc::new(Variant::compile(definition)));
    /// let first: Vec<String> = position.turns().iter().map(|turn| position.spell(turn)).collect();
    /// assert!(first.contains(&"g1f3".to_string()));
    /// ```
    pub fn spell(&self, turn: &[Move]) -> String {
        let shape = &self.variant.definition.shape;
        let Some((first, last)) = turn.first().zip(turn.last()) else {
            return String::new();
        };
        let mut text = shape.name(first.from());
        for m in turn {
            let to = match (m.kind(), self.variant.rights.get(m.right()).map(|right| &right.kind)) {
                (MoveKind::Castling, Some(RightKind::Castling { written, .. })) => *written,
                _ => m.to(),
            };
            text.push_str(&shape.name(to));
        }
        if let Some(piece) = last.promoted() {
            text.push(
                self.variant.definition.pieces[piece.index()]
                    .letter
                    .to_ascii_lowercase(),
            );
        }
        text
    }

    /// All legal turns: single moves, or where captures are chained every route from beginning to end. At most
    /// [`MAX_TURNS`]. A position that is already decided has none.
    pub fn turns(&self) -> Vec<Vec<Move>> {
        if self.decided().is_some() {
            return Vec::new();
        }
        if !self.variant.definition.captures.chained {
            return self.legal_moves().into_iter().map(|m| vec![m]).collect();
        }
        let mut turns = Vec::new();
        self.clone().extend_turns(&mut Vec::new(), &mut turns);
        turns
    }

    fn extend_turns(&mut self, so_far: &mut Vec<Move>, turns: &mut Vec<Vec<Move>>) {
        let mut moves = Vec::new();
        self.generate(Generate::All, &mut moves);
        for m in moves {
            if turns.len() >= MAX_TURNS {
                return;
            }
            so_far.push(m);
            self.make(m);
            match self.chain() {
                Some(_) => self.extend_turns(so_far, turns),
                None => turns.push(so_far.clone()),
            }
            self.unmake();
            so_far.pop();
        }
    }
}

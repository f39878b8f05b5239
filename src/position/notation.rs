//! How moves are written: the squares in a row, the letter of the piece promoted to at the end.

use super::{Move, MoveKind, Position};
use crate::rules::RightKind;

/// The most turns that [`Position::turns`] lists. Real games have a few hundred at most; but a knight among forty pieces
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
        self.turns_that_go(|_| true)
    }

    /// The legal turns whose every beginning is admitted: for finding one turn among more than can be listed. At most
    /// [`MAX_TURNS`].
    pub fn turns_that_go(&self, mut admit: impl FnMut(&[Move]) -> bool) -> Vec<Vec<Move>> {
        let mut turns = Vec::new();
        if self.variant_end().is_none() {
            self.clone().extend_turns(&mut Vec::new(), &mut admit, &mut turns);
        }
        turns
    }

    fn extend_turns(
        &mut self,
        so_far: &mut Vec<Move>,
        admit: &mut impl FnMut(&[Move]) -> bool,
        turns: &mut Vec<Vec<Move>>,
    ) {
        for m in self.legal_moves() {
            if turns.len() >= MAX_TURNS {
                return;
            }
            so_far.push(m);
            let admitted = admit(so_far);
            if admitted && !self.variant.definition.captures.chained {
                turns.push(so_far.clone());
            } else if admitted {
                self.make(m);
                match self.chain() {
                    Some(_) => self.extend_turns(so_far, admit, turns),
                    None => turns.push(so_far.clone()),
                }
                self.unmake();
            }
            so_far.pop();
        }
    }
}

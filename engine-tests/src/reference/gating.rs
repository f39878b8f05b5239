//! Gating: putting a piece from the hand on the square that another piece leaves.

use std::collections::BTreeSet;

use kurier_rules::board::Square;
use kurier_rules::rules::{Captured, Color, Gating, PieceType};

use super::Reference;
use super::step::Step;

impl Reference {
    /// Returns the squares of the start position from which a piece's first move may gate another piece, with the
    /// piece's side.
    pub(super) fn all_gates(&self) -> Vec<(Color, Square)> {
        let gating = self.definition.hand.map_or(Gating::Never, |hand| hand.gating);
        let squares = self.definition.shape.squares().filter(|_| gating != Gating::Never);
        let gate = |square: Square| {
            let (piece, color) = self.definition.array[square.index()]?;
            let first = self.advance_for(color, square) == 0 && !self.piece_type(piece).pawn;
            first.then_some((color, square))
        };
        squares.filter_map(gate).collect()
    }

    /// Returns whether a player holds a piece, or may hold one later.
    fn may_have_in_hand(&self, color: Color) -> bool {
        let hand = self.definition.hand;
        hand.is_some_and(|hand| hand.captured == Captured::ChangesSides)
            || self.held.keys().any(|(owner, _)| *owner == color)
    }

    /// Returns the gates that the third field of a FEN names, either by their file or by a castling right of the piece
    /// there.
    pub(super) fn possible_gates(&self, field: &str) -> BTreeSet<(Color, Square)> {
        let named = |(color, square): &(Color, Square)| {
            let file = (b'A' + self.definition.shape.file(*square)) as char;
            let letter = if *color == Color::White {
                file
            } else {
                file.to_ascii_lowercase()
            };
            field.contains(letter) || self.castles_from(*color, *square)
        };
        let all = self.all_gates().into_iter();
        all.filter(|(color, square)| self.at(*square).is_some_and(|(owner, _)| owner == *color))
            .filter(named)
            .filter(|(color, _)| self.may_have_in_hand(*color))
            .collect()
    }

    /// Returns whether a player's piece on a square may still castle, as king or as rook.
    pub(super) fn castles_from(&self, color: Color, square: Square) -> bool {
        self.castlings.iter().any(|(owner, number)| {
            let castling = &self.known_castlings[*number];
            let homes = [castling.king.0, castling.rook.0];
            *owner == color && homes.iter().any(|home| self.relative_square(color, *home) == square)
        })
    }

    /// Returns every way to gate a piece with a step: copies of the step that also put a piece from the hand on the
    /// board.
    pub(super) fn with_gates(&self, step: &Step) -> Vec<Step> {
        let rook = step.castling.map(|number| self.known_castlings[number].rook);
        let rook = rook.map(|(from, to)| {
            (
                self.relative_square(self.side, from),
                self.relative_square(self.side, to),
            )
        });
        let mut places = vec![step.from];
        places.extend(rook.map(|(from, _)| from));
        let blocked = |square: &Square| rook.is_some_and(|(_, arrival)| *square == arrival || *square == step.to);
        places.retain(|square| self.gates.contains(&(self.side, *square)) && !blocked(square));
        if step.dropped.is_some() || step.promoted.is_some() {
            places.clear();
        }
        let own: Vec<PieceType> = self
            .held
            .keys()
            .filter(|(color, _)| *color == self.side)
            .map(|(_, piece)| *piece)
            .collect();
        let mut steps = Vec::new();
        for place in places {
            let fitting = own.iter().filter(|piece| self.is_open_to(**piece, place));
            steps.extend(fitting.map(|piece| step.clone().gating(*piece, place)));
        }
        steps
    }

    /// Puts a gated piece on the board, and takes away the gating rights of the side to move if it can have no more
    /// pieces in hand.
    pub(super) fn gate(&mut self, gated: Option<(PieceType, Square)>) {
        if let Some((piece, square)) = gated {
            self.take_out(piece);
            self.placement[square.index()] = Some((self.side, piece));
        }
        if !self.may_have_in_hand(self.side) {
            let us = self.side;
            self.gates.retain(|(color, _)| *color != us);
        }
    }
}

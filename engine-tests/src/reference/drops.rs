//! Drops, and captured pieces that go into the hand.

use kurier_rules::board::Square;
use kurier_rules::rules::{Captured, Color, Definition, Gating, PieceType, Promotion};

use super::Reference;
use super::step::{Step, drop_of};

impl Reference {
    /// Returns the drops of the side to move, whether or not they leave its king safe.
    pub(super) fn drops(&self) -> Vec<Step> {
        let own = self.held.keys().filter(|(color, _)| *color == self.side);
        let squares = || self.definition.shape.squares();
        own.flat_map(|(_, piece)| [Some(*piece), back_of(&self.definition, *piece)])
            .flatten()
            .flat_map(|piece| squares().map(move |to| drop_of(piece, to)))
            .filter(|step| {
                step.dropped
                    .is_some_and(|piece| self.may_hold(piece, step.to) && self.stays_even(piece, step.to))
            })
            .collect()
    }

    /// Returns the letter of a dropped piece in the notation of a drop, with a `+` if it is dropped promoted.
    pub(super) fn spell_dropped(&self, piece: PieceType) -> String {
        let front = front_of(&self.definition, piece);
        let plus = if front == piece { "" } else { "+" };
        format!("{plus}{}", self.piece_type(front).letter)
    }

    /// Returns whether the side to move may drop a piece on a square, judging only by the pieces on the board.
    fn may_hold(&self, piece: PieceType, to: Square) -> bool {
        let (us, definition) = (self.side, self.piece_type(piece));
        let shape = &self.definition.shape;
        let same_file = |square: Square| (shape.file(square), shape.level(square)) == (shape.file(to), shape.level(to));
        let doubled = self
            .pieces(us)
            .filter(|(square, other)| *other == piece && same_file(*square) && !self.origins.contains_key(square))
            .count();
        self.at(to).is_none()
            && self.is_open_to(piece, to)
            && self.definition.hand.is_some_and(|hand| hand.gating != Gating::Only)
            && definition.drops.per_file.is_none_or(|most| doubled < usize::from(most))
    }

    /// Returns whether a piece of the side to move may enter a square from the hand, ignoring what stands on the board.
    pub(super) fn is_open_to(&self, piece: PieceType, to: Square) -> bool {
        let (us, definition) = (self.side, self.piece_type(piece));
        let held = self.piece_type(front_of(&self.definition, piece));
        let region = held.drops.squares.as_ref().map(|squares| &squares[us as usize]);
        let home = definition.stays_in.map(|region| self.squares_of(region, us));
        region.is_none_or(|squares| squares.contains(&to))
            && home.is_none_or(|squares| squares.contains(&to))
            && (definition.must_promote_leaving || !self.must_promote(us, piece, to))
    }

    /// Returns whether a drop leaves it possible for the side to move to obey the rule that it must drop some pieces in
    /// equal numbers on light and on dark squares.
    fn stays_even(&self, piece: PieceType, to: Square) -> bool {
        let shape = &self.definition.shape;
        let shade = |square: Square| (shape.file(square) + shape.rank(square) + shape.level(square)) % 2;
        let us = self.side;
        let even = (0..)
            .map(PieceType)
            .zip(&self.definition.pieces)
            .filter(|(_, one)| one.drops.evenly);
        even.into_iter().all(|(one, _)| {
            let stands = |square: &Square| self.at(*square) == Some((us, one));
            let on_board = shape.squares().filter(stands).count();
            let all = on_board + self.held.get(&(us, one)).copied().unwrap_or(0);
            [0, 1].into_iter().all(|of| {
                let like = |square: &Square| shade(*square) == of;
                let standing = shape.squares().filter(stands).filter(like).count();
                if one == piece {
                    return shade(to) != of || standing < all.div_ceil(2);
                }
                let free = shape
                    .squares()
                    .filter(like)
                    .filter(|square| *square != to && self.may_hold(one, *square));
                standing + free.count() >= all / 2
            })
        })
    }

    /// Gives the side to move the castling rights that involve the piece just dropped on a square.
    fn gain_rights(&mut self, to: Square) {
        let side = self.side;
        for (number, castling) in self.known_castlings.iter().enumerate() {
            let own = |square| self.relative_square(side, square);
            let places = [
                (own(castling.king.0), castling.king_types[side as usize]),
                (own(castling.rook.0), castling.rook_types[side as usize]),
            ];
            let concerned = places.iter().any(|(square, _)| *square == to) && castling.is_for(side);
            if concerned
                && places
                    .iter()
                    .all(|(square, piece)| self.at(*square) == Some((side, *piece)))
            {
                self.castlings.insert((side, number));
            }
        }
    }

    /// Returns whether a step is allowed by the rules that forbid some drops from giving check or mate.
    pub(super) fn is_drop_allowed(&self, step: &Step, drops_may_mate: bool) -> bool {
        let (Some(piece), Some(hand)) = (step.dropped, self.definition.hand) else {
            return true;
        };
        let after = self.play(step).passed_on();
        let mates = || after.first_steps(true).is_empty();
        let no_mate = self.piece_type(piece).drops.mate_forbidden && !drops_may_mate;
        !after.in_check() || !(hand.checks_forbidden || no_mate && mates())
    }

    /// Puts a piece of the side to move from its hand on a square.
    pub(super) fn put_from_hand(&mut self, piece: PieceType, to: Square) {
        let front = front_of(&self.definition, piece);
        self.take_out(front);
        self.placement[to.index()] = Some((self.side, piece));
        if front != piece {
            self.origins.insert(to, front);
        }
        self.has_promoted = false;
        self.passed = Vec::new();
        self.halfmoves = 0;
        if self.definition.hand.is_some_and(|hand| hand.castles) {
            self.gain_rights(to);
        }
    }

    /// Takes a piece out of the hand of the side to move.
    pub(super) fn take_out(&mut self, piece: PieceType) {
        let key = (self.side, piece);
        match self.held.get_mut(&key) {
            Some(count) if *count > 1 => *count -= 1,
            _ => drop(self.held.remove(&key)),
        }
    }

    /// Puts a captured piece in the hand of the side to move, if the rules say so.
    pub(super) fn take_in_hand(&mut self, taken: Option<(Color, PieceType)>, square: Square) {
        let origin = self.origins.remove(&square);
        let (Some((_, piece)), Some(hand)) = (taken, self.definition.hand) else {
            return;
        };
        if hand.captured == Captured::ChangesSides && !self.piece_type(piece).royal {
            *self.held.entry((self.side, origin.unwrap_or(piece))).or_default() += 1;
        }
    }

    /// Records what a piece on a square was before its promotion, if the game's rules depend on it.
    pub(super) fn mark(&mut self, square: Square, before: PieceType, promoted: PieceType) {
        let matters = self
            .definition
            .hand
            .is_some_and(|hand| hand.captured == Captured::ChangesSides && !hand.keeps_promotion);
        if matters {
            let origin = *self.origins.entry(square).or_insert(before);
            if origin == promoted {
                self.origins.remove(&square);
            }
        }
    }
}

/// Returns the promoted form in which a piece in hand may also be dropped; `None` if it can only be dropped as it is.
fn back_of(definition: &Definition, piece: PieceType) -> Option<PieceType> {
    match &definition.pieces[piece.index()].promotion {
        Some(Promotion::Choice(choice)) if definition.hand.is_some_and(|hand| hand.drops_promoted) => {
            choice.first().copied().filter(|back| *back > piece)
        }
        _ => None,
    }
}

/// Returns the type that a piece has when it is held in hand: its unpromoted form if it can be dropped promoted.
pub(super) fn front_of(definition: &Definition, piece: PieceType) -> PieceType {
    let mut fronts = (0..piece.0).map(PieceType);
    fronts
        .find(|front| back_of(definition, *front) == Some(piece))
        .unwrap_or(piece)
}

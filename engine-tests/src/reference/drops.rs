//! Drops, and what goes into the hand.

use kurier_rules::board::Square;
use kurier_rules::rules::{Captured, Color, PieceType};

use super::Reference;
use super::turns::{Step, drop_of};

impl Reference {
    /// Returns the drops of the side to move, whether or not they leave its king safe.
    pub(super) fn drops(&self) -> Vec<Step> {
        let own = self.held.keys().filter(|(color, _)| *color == self.side);
        let squares = || self.definition.shape.squares();
        own.flat_map(|(_, piece)| squares().map(|to| drop_of(*piece, to)))
            .filter(|step| step.dropped.is_some_and(|piece| self.may_hold(piece, step.to)))
            .collect()
    }

    /// Returns whether the side to move may drop a piece on a square, as far as the pieces on the board tell.
    fn may_hold(&self, piece: PieceType, to: Square) -> bool {
        let (us, definition) = (self.side, self.piece_type(piece));
        let region = definition.drops.squares.as_ref().map(|squares| &squares[us as usize]);
        let home = definition.stays_in.map(|region| self.squares_of(region, us));
        let shape = &self.definition.shape;
        let same_file = |square: Square| (shape.file(square), shape.level(square)) == (shape.file(to), shape.level(to));
        let doubled = self
            .pieces(us)
            .filter(|(square, other)| *other == piece && same_file(*square) && !self.origins.contains_key(square))
            .count();
        self.at(to).is_none()
            && region.is_none_or(|squares| squares.contains(&to))
            && home.is_none_or(|squares| squares.contains(&to))
            && (definition.must_promote_leaving || !self.must_promote(us, piece, to))
            && definition.drops.per_file.is_none_or(|most| doubled < usize::from(most))
    }

    /// Returns whether a step is allowed by the rules that forbid some drops to give check or to mate.
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
        let key = (self.side, piece);
        match self.held.get_mut(&key) {
            Some(count) if *count > 1 => *count -= 1,
            _ => drop(self.held.remove(&key)),
        }
        self.placement[to.index()] = Some((self.side, piece));
        self.has_promoted = false;
        self.passed = Vec::new();
        self.halfmoves = 0;
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

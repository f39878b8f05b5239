//! Promotions that are separate moves of pieces that already stand in their promotion zone.

use kurier_rules::board::Square;
use kurier_rules::rules::{Color, Mode, PieceType};

use super::Reference;
use super::step::{Step, promotion_of};

impl Reference {
    /// Returns the promotions of the piece on a square, if it is of a type that is promoted where it stands.
    pub(super) fn standing_promotions(&self, from: Square, color: Color) -> Vec<Step> {
        let Some((_, piece)) = self.at(from) else {
            return Vec::new();
        };
        let definition = self.piece_type(piece);
        let alone = self.pieces(color).filter(|(_, other)| *other == piece).count() == 1;
        if !definition.promotes_standing || !(alone || self.in_zone(color, piece, from)) {
            return Vec::new();
        }
        let squares = self.definition.shape.squares();
        let steps = squares.flat_map(|to| {
            let choices = self.choices(color, definition, to).into_iter();
            choices.map(move |becomes| (to, becomes))
        });
        steps
            .filter(|(to, becomes)| {
                self.may_become(color, definition, *becomes) && self.steps_to(from, *to, color, *becomes)
            })
            .map(|(to, becomes)| promotion_of(from, to, becomes))
            .filter(|step| self.disturbs_nobody(step, color))
            .collect()
    }

    /// Returns whether a piece of type `piece` could move from one square to another without capturing. Staying on the
    /// square also counts.
    fn steps_to(&self, from: Square, to: Square, color: Color, piece: PieceType) -> bool {
        let quiet = self
            .piece_type(piece)
            .movements
            .iter()
            .filter(|movement| movement.mode != Mode::Capture);
        let mut ways = quiet.map(|movement| self.destinations(from, color, movement));
        to == from || self.at(to).is_none() && ways.any(|ends| ends.contains(&to))
    }

    /// Returns whether, after a promotion, the promoted piece attacks no enemy piece and the enemy king is not in
    /// check.
    fn disturbs_nobody(&self, step: &Step, color: Color) -> bool {
        let after = self.play(step);
        let Some((_, piece)) = after.at(step.to) else {
            return false;
        };
        let captures = self
            .piece_type(piece)
            .movements
            .iter()
            .filter(|movement| movement.mode != Mode::Quiet);
        let mut attacked = captures.flat_map(|movement| after.destinations(step.to, color, movement));
        !attacked.any(|square| after.at(square).is_some_and(|(owner, _)| owner != color))
            && !after.passed_on().in_check()
    }

    /// Returns whether the side to move has only a king and one piece that is promoted where it stands, is not in
    /// check, and can do nothing but promote.
    pub(super) fn can_only_promote(&self) -> bool {
        let own: Vec<PieceType> = self.pieces(self.side).map(|(_, piece)| piece).collect();
        let stands = |piece: &PieceType| self.piece_type(*piece).promotes_standing;
        if own.len() != 2 || !own.iter().any(stands) || self.in_check() {
            return false;
        }
        let steps = self.first_steps(false);
        !steps.is_empty() && steps.iter().all(|step| step.promoted.is_some())
    }
}

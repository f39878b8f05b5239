//! The prelude: prescribed moves at the beginning of a game, which the pieces need not be able to make otherwise.

use std::collections::BTreeSet;

use kurier_rules::board::Square;
use kurier_rules::rules::{Color, PieceType};

use super::Reference;
use super::step::{Step, plain};

impl Reference {
    /// Returns the moves of the prelude that a side may try next: none if it has made as many moves as its prelude has,
    /// or if no selection of these moves puts its pieces where they stand.
    pub(super) fn rest_of_prelude(&self, color: Color) -> Vec<(Square, Square)> {
        let Some(prelude) = &self.definition.prelude else {
            return Vec::new();
        };
        let moves = &prelude.moves[color as usize];
        let start = Reference::start(&self.definition);
        let first = start.number + u32::from(color == Color::White && start.side == Color::Black);
        if self.number >= first + moves.len() as u32 {
            return Vec::new();
        }
        let standing: BTreeSet<(Square, PieceType)> = self.pieces(color).collect();
        for selection in 0..1_u32 << moves.len() {
            let is_made = |number: usize| selection >> number & 1 != 0;
            let in_order = (1..moves.len()).all(|number| !is_made(number) || is_made(number - 1));
            if !prelude.any_order && !in_order {
                continue;
            }
            let mut men: BTreeSet<(Square, PieceType)> = start.pieces(color).collect();
            for (_, (from, to)) in moves.iter().enumerate().filter(|(number, _)| is_made(*number)) {
                if let Some(man) = men.iter().copied().find(|(square, _)| square == from) {
                    men.remove(&man);
                    men.insert((*to, man.1));
                }
            }
            if men == standing {
                let left = (0..moves.len())
                    .filter(|number| !is_made(*number))
                    .map(|number| moves[number]);
                return left.take(if prelude.any_order { moves.len() } else { 1 }).collect();
            }
        }
        Vec::new()
    }

    /// Returns the moves of the prelude that the side to move may play: those that neither capture nor give check nor
    /// leave a king attacked.
    fn prelude_steps(&self) -> Vec<Step> {
        let left = self.rest_of_prelude(self.side).into_iter();
        let steps = left
            .filter(|(_, to)| self.at(*to).is_none())
            .map(|(from, to)| plain(from, to));
        let allowed = |step: &Step| {
            let after = self.play(step);
            !after.is_illegal_for(self.side) && !after.passed_on().in_check()
        };
        steps.filter(allowed).collect()
    }

    /// Adds the moves of the prelude to the other legal moves if the prelude is optional; otherwise replaces the legal
    /// moves with the moves of the prelude, if any are left.
    pub(super) fn with_prelude(&self, steps: Vec<Step>) -> Vec<Step> {
        let mut prelude = self.prelude_steps();
        let optional = self.definition.prelude.as_ref().is_some_and(|prelude| prelude.optional);
        if !optional {
            return if prelude.is_empty() { steps } else { prelude };
        }
        let compulsory = |step: &Step| {
            let drops = self.definition.hand.is_some_and(|hand| hand.must_drop) && step.dropped.is_some();
            drops || self.definition.captures.mandatory && step.is_capture()
        };
        if steps.iter().any(compulsory) {
            return steps;
        }
        prelude.retain(|step| !steps.iter().any(|other| other.is_like(step)));
        prelude.extend(steps);
        prelude
    }
}

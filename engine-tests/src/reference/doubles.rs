//! Moves in two steps that capture where the first step ends, and passes in which a piece steps out and back.

use kurier_rules::board::{Square, Vector};
use kurier_rules::rules::{Color, Mode};

use super::Reference;
use super::step::{Step, plain};

impl Reference {
    /// Returns the pseudo-legal two-step moves of the piece on a square, and its pass.
    pub(super) fn double_moves(&self, from: Square, color: Color) -> Vec<Step> {
        let mut steps = Vec::new();
        let Some((_, piece)) = self.at(from) else {
            return steps;
        };
        let piece = self.piece_type(piece);
        let go = |at: Square, vector: Vector| {
            let to = self.definition.shape.step(at, self.relative_vector(vector, color))?;
            let allowed = piece
                .stays_in
                .is_none_or(|region| self.squares_of(region, color).contains(&to));
            allowed.then_some(to)
        };
        let is_enemy = |square: Square| self.at(square).is_some_and(|(owner, _)| owner != color);
        for double in &piece.doubles {
            let Some(middle) = go(from, double.first) else { continue };
            if double.passes {
                if self.at(middle).is_none() {
                    steps.push(plain(from, from));
                }
                continue;
            }
            let Some(end) = go(middle, double.second).filter(|_| is_enemy(middle)) else {
                continue;
            };
            let ends_empty = end == from || self.at(end).is_none();
            let allowed = match ends_empty {
                true => end == from || double.mode != Mode::Capture,
                false => is_enemy(end) && double.mode != Mode::Quiet,
            };
            if allowed {
                steps.push(plain(from, end).through(middle, !ends_empty));
            }
        }
        steps
    }
}

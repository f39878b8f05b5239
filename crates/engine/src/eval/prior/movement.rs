//! Weights that depend on movement: mobility, attacks on kings, and the expected gain from promotions.

use super::board_density::walk;
use super::coefficients::Coefficients;
use super::numbers::{Number, Place, Quantity};
use super::values::Values;
use crate::eval::tapered::Tapered;
use crate::eval::terms::TermWeights;
use crate::eval::weights::{FixedWeights, PieceWeights, Weights};
use kurier_rules::board::Square;
use kurier_rules::rules::{Color, Definition, Mode, PieceDefinition, PieceType, PromotesLeaving, Promotion};

/// The factor applied to the promotion value for each further step to the promotion square.
const STEP_DISCOUNT: f64 = 0.62;
/// The factor in place of [`STEP_DISCOUNT`] for a step that must be a capture.
const CAPTURE_DISCOUNT: f64 = 0.25;
/// The number of squares added to the usual mobility in the divisor of the mobility weight.
const MOBILITY_OFFSET: f64 = 3.0;
/// The usual fraction of attacked squares that are neither occupied by own pieces nor attacked by enemy pawns.
const USUALLY_FREE: f64 = 0.7;

/// The promotion squares that the evaluation assumes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PromotionSquares {
    /// The squares where the rules allow or demand promotion.
    OfRules,
    /// The last rank, regardless of the rules, as in earlier versions of the evaluation.
    LastRank,
}

impl PromotionSquares {
    /// Tests whether a white piece may be promoted on a square.
    fn allow(self, definition: &Definition, piece_type: PieceType, at: Square) -> bool {
        match self {
            Self::OfRules => definition.promotes_on(piece_type, Color::White, at),
            Self::LastRank => definition.shape.advance(at) == definition.shape.farthest(),
        }
    }

    /// Tests whether a white piece must be promoted on a square.
    fn demand(self, definition: &Definition, piece_type: PieceType, at: Square) -> bool {
        match self {
            Self::OfRules => definition.must_promote_on(piece_type, Color::White, at),
            Self::LastRank => self.allow(definition, piece_type, at),
        }
    }
}

impl Values {
    /// Returns the number of attacked squares for which the mobility of a piece type is neither good nor bad.
    fn usual_mobility(&self, piece_type: usize) -> f64 {
        self.mobility[piece_type].captures * USUALLY_FREE
    }

    /// Returns the numbers for the mobility and the king attack of a piece type.
    pub(super) fn activity(&self, piece_type: PieceType) -> [Number; 2] {
        let inverse = [1.0 / (self.usual_mobility(piece_type.index()) + MOBILITY_OFFSET), 1.0];
        let value = f64::from(self.average(piece_type.index()).min(1200) / 250);
        [
            Number::new(Place::Mobility(piece_type), Quantity::Mobility, [inverse; 2]),
            Number::new(Place::KingAttack(piece_type), Quantity::KingAttack, [[1.0, value]; 2]),
        ]
    }

    /// Returns weights without the numbers in [`numbers`](super::numbers::numbers), which must still be set.
    pub(super) fn without_numbers(&self, definition: &Definition, squares: PromotionSquares) -> Weights {
        let of_piece = |(piece_type, piece): (PieceType, &PieceDefinition)| {
            let index = piece_type.index();
            let active = !piece.royal && piece.promotion.is_none();
            // The evaluation does not use the mobility and the king attack of kings and of types that can be promoted,
            // but both numbers are part of the fingerprint in network files.
            let [mobility, king_attack] = self
                .activity(piece_type)
                .map(|number| Coefficients::first().number(&number));
            PieceWeights {
                value: Tapered::ZERO,
                psqt: vec![Tapered::ZERO; definition.shape.area()],
                mobility,
                usual_mobility: self.usual_mobility(index).round() as i32,
                king_attack: king_attack.mid,
                phase: if active { self.average(index) } else { 0 },
                promotion_value: self
                    .promotions(definition, piece_type, squares)
                    .iter()
                    .map(|gain| gain.round() as i32)
                    .collect(),
            }
        };
        Weights {
            pieces: definition.piece_types().map(of_piece).collect(),
            terms: TermWeights::default(),
            fixed: FixedWeights {
                mating_material: self.mating_material,
                ..FixedWeights::default()
            },
        }
    }

    /// Returns the gain from the best promotion in centipawns, by square as White sees the board, discounted for each
    /// step to the promotion square. The gain is 0 for piece types that cannot be promoted.
    pub(super) fn promotions(
        &self,
        definition: &Definition,
        piece_type: PieceType,
        squares: PromotionSquares,
    ) -> Vec<f64> {
        let shape = &definition.shape;
        let piece = definition.piece(piece_type);
        let mut promotion_value = vec![0.0; shape.area()];
        let Some(promotion) = &piece.promotion else {
            return promotion_value;
        };
        let gain = |to: &PieceType| (self.average(to.index()) - self.average(piece_type.index())).max(0) as f64;
        let gain_on = |at: Square| match promotion {
            Promotion::ByFile(piece_types) => piece_types.get(shape.file(at) as usize).map_or(0.0, gain),
            choice if piece.promotes_to_in.is_empty() => choice.all_types().iter().map(gain).fold(0.0, f64::max),
            _ => {
                let choices = piece.choices_on(shape, Color::White, at);
                choices.map(|piece_type| gain(&piece_type)).fold(0.0, f64::max)
            }
        };
        let promotes_on = |at| squares.allow(definition, piece_type, at);
        // If promotion is compulsory, only the promoted piece can stay on the square.
        let ends_on = |at| squares.demand(definition, piece_type, at);
        for at in shape.squares().filter(|at| ends_on(*at)) {
            promotion_value[at.index()] = gain_on(at);
        }
        // No shortest path has more steps than the board has squares. Pawns need one round for each rank.
        for _ in 0..shape.area() {
            let mut changed = false;
            for from in shape.squares().filter(|at| !ends_on(*at)) {
                let leaves = |mode: Mode| match piece.promotes_leaving {
                    PromotesLeaving::Never => false,
                    PromotesLeaving::Capturing => mode != Mode::Quiet && promotes_on(from),
                    PromotesLeaving::Always => promotes_on(from),
                };
                let mut best: f64 = promotion_value[from.index()];
                for movement in &piece.movements {
                    let discount = match movement.mode {
                        Mode::Capture => CAPTURE_DISCOUNT,
                        Mode::Quiet | Mode::Both => STEP_DISCOUNT,
                    };
                    walk(definition, movement, from, |to, _, _| {
                        let reached = match leaves(movement.mode) || promotes_on(to) {
                            true => gain_on(to).max(promotion_value[to.index()]),
                            false => promotion_value[to.index()],
                        };
                        best = best.max(discount * reached);
                    });
                }
                changed |= best > promotion_value[from.index()];
                promotion_value[from.index()] = best;
            }
            if !changed {
                break;
            }
        }
        promotion_value
    }
}

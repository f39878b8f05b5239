//! The prior: weights that follow from the rules alone, with piece values and piece-square tables derived from
//! movement.

mod board_density;
mod psqt;
mod values;

use super::tapered::Tapered;
use super::terms::TermWeights;
use super::weights::{FixedWeights, Weights};
use kurier_rules::rules::Definition;

pub(super) use values::KING;
pub(super) use values::Values;

impl Weights {
    /// Returns the weights that follow from the rules alone. (In statistics a *prior* is what is known before any data,
    /// here games, have been seen.)
    pub fn prior(definition: &Definition) -> Self {
        let values = Values::new(definition);
        let pieces = definition
            .pieces
            .iter()
            .enumerate()
            .map(|(piece_type, piece)| psqt::piece_weights(definition, &values, piece_type, piece))
            .collect();
        let mut terms = TermWeights::default();
        if definition.captures.mandatory {
            // Captures are mandatory, so an attack is often a burden, and an undefended piece can be bait.
            terms.stronger_attacked = Tapered::ZERO;
            terms.piece_attacked_by_pawn = Tapered::new(8, 8);
            terms.hanging = Tapered::new(8, 8);
        }
        if definition.captures.chained {
            // A capture may continue with further captures, so undefended pieces cost more.
            terms.hanging = Tapered::new(30, 30);
        }
        let fixed = FixedWeights {
            mating_material: values.mating_material,
            ..FixedWeights::default()
        };
        Self { pieces, terms, fixed }
    }
}

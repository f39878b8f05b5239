//! The weights that follow from the rules alone: what pieces are worth and where they stand well, from how they move.

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
    /// Returns the weights that follow from the rules alone. (*Prior*: what is known before any game has been seen.)
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
            // What can be taken must be taken: an attack is often a burden, and an undefended piece can be a lure.
            terms.stronger_attacked = Tapered::ZERO;
            terms.piece_attacked_by_pawn = Tapered::new(8, 8);
            terms.hanging = Tapered::new(8, 8);
        }
        if definition.captures.chained {
            // One capture leads to the next one.
            terms.hanging = Tapered::new(30, 30);
        }
        let fixed = FixedWeights {
            mating_material: values.mating_material,
            ..FixedWeights::default()
        };
        Self { pieces, terms, fixed }
    }
}

//! The prior: weights that follow from the rules alone. Piece values are derived from movement; every number of the
//! evaluation is a sum of features of the rules times [coefficients](Coefficients) that all games share.

mod board_density;
mod coefficients;
mod movement;
mod numbers;
mod values;

use self::movement::PromotionSquares;
use super::weights::Weights;
use kurier_rules::rules::Definition;

pub use coefficients::{Coefficients, CoefficientsError};
pub use numbers::{Number, Place, Quantity};
pub(super) use values::KING;
pub(super) use values::Values;

impl Weights {
    /// Returns the weights that follow from the rules alone. (In statistics a *prior* is what is known before any data,
    /// here games, have been seen.)
    pub fn prior(definition: &Definition) -> Self {
        Coefficients::built_in().weights(definition)
    }

    /// Returns the weights that followed from the rules in earlier versions, with the coefficients
    /// [`Coefficients::first`] and with promotion on the last rank in every game.
    pub(super) fn first(definition: &Definition) -> Self {
        Coefficients::first().weights_by(definition, PromotionSquares::LastRank)
    }
}

/// Returns all numbers of a variant's evaluation that are sums of features, each with its features.
pub fn numbers_of(definition: &Definition) -> Vec<Number> {
    numbers::numbers(definition, &Values::new(definition), PromotionSquares::OfRules)
}

//! Piece values derived from movement.

use super::board_density::ExpectedMobility;
use crate::eval::tapered::Tapered;
use crate::eval::weights::Weights;
use kurier_rules::rules::{Definition, PieceDefinition, Promotion};

/// The middlegame value of a pawn in centipawns. This value sets the scale in every variant that has pawns.
const PAWN: f64 = 100.0;
/// The value of a knight on 8x8 squares before scaling.
const KNIGHT: f64 = 325.0;
/// The weighted mobility of a knight on 8x8 squares.
const KNIGHT_MOBILITY: f64 = 5.512;
/// The exponent of mobility in values. The exponent is above 1, because one strong piece can do what two weak pieces
/// can only do together.
const GROWTH: f64 = 1.2;
/// The exponent of the reach `r`: the value of a piece confined to a fraction `r` of the board is multiplied by `r` to
/// this power.
const BOUND: f64 = 0.15;
/// The factor applied to the mobility of pawns, whose mobility understates their value: pawns defend each other, and
/// losing one costs little.
const PAWN_FACTOR: f64 = 1.36;
/// The fraction of the gain from promotion that is part of a piece's value on every square.
const PROMOTION_SHARE: f64 = 0.03;
/// The king's value in static exchange evaluation, more than any material that could be won in exchange.
pub(in crate::eval) const KING: i32 = 20_000;
/// The lowest and the highest value of a piece in centipawns, whatever its definition.
const LIMITS: (f64, f64) = (10.0, 6_000.0);

/// The values of the pieces of one variant, in centipawns.
pub(in crate::eval) struct Values {
    /// The expected mobility by piece type.
    pub(super) mobility: Vec<ExpectedMobility>,
    /// The value by piece type; the king's value is 0.
    pub pieces: Vec<Tapered>,
    /// The material up to which a side can hardly mate; see [`crate::eval::FixedWeights::mating_material`].
    pub mating_material: i32,
}

impl Values {
    /// Derives the values from the rules.
    pub fn new(definition: &Definition) -> Self {
        let pieces = || definition.pieces.iter();
        let mobility: Vec<ExpectedMobility> = pieces()
            .map(|piece| ExpectedMobility::new(definition, &piece.movements))
            .collect();
        let plain: Vec<[f64; 2]> = pieces()
            .zip(&mobility)
            .map(|(piece, mobility)| movement_value(definition, piece, mobility))
            .collect();
        let raw: Vec<[f64; 2]> = definition
            .pieces
            .iter()
            .zip(&plain)
            .map(|(piece, value)| [0, 1].map(|stage| with_promotion(piece, value[stage], |to| plain[to][stage])))
            .collect();
        let pawn = definition.pieces.iter().position(|piece| piece.pawn);
        let scale = pawn.map_or(1.0, |pawn| PAWN / raw[pawn][0].max(1.0));
        let scaled = |value: f64| (value * scale).clamp(LIMITS.0, LIMITS.1).round() as i32;
        let pieces = definition
            .pieces
            .iter()
            .zip(&raw)
            .map(|(piece, value)| match piece.royal {
                true => Tapered::ZERO,
                false => Tapered::new(scaled(value[0]), scaled(value[1])),
            })
            .collect();
        Self {
            mobility,
            pieces,
            mating_material: scaled(KNIGHT * 1.1),
        }
    }

    /// Returns [`FixedWeights::mating_material`](crate::eval::FixedWeights::mating_material) for weights with different
    /// piece values. It grows in proportion to the strongest piece type that is too weak to mate, so that this type
    /// stays too weak.
    pub fn mating_material_of(&self, weights: &Weights) -> i32 {
        let mating = self.mating_material;
        let weak: Vec<_> = std::iter::zip(&self.pieces, &weights.pieces)
            .map(|(old, new)| (old.average(), new.value.average()))
            .filter(|(old, _)| (1..=mating).contains(old))
            .collect();
        let old = weak.iter().map(|(old, _)| *old).max();
        let new = weak.iter().map(|(_, new)| *new).max();
        match (old, new) {
            (Some(old), Some(new)) => mating * new.max(1) / old,
            _ => mating,
        }
    }

    /// Returns the mean of the middlegame and the endgame value of a piece type.
    pub fn average(&self, piece_type: usize) -> i32 {
        self.pieces[piece_type].average()
    }
}

/// Returns the value of a piece's movement without promotion, for middlegame and endgame, before scaling.
fn movement_value(definition: &Definition, piece: &PieceDefinition, mobility: &ExpectedMobility) -> [f64; 2] {
    // A piece that can be promoted is not confined to the squares that it reaches before its promotion.
    let reach = if piece.promotion.is_some() { 1.0 } else { mobility.reach };
    let factor = if piece.pawn { PAWN_FACTOR } else { 1.0 };
    mobility
        .average(&definition.shape)
        .map(|mobility| KNIGHT * (mobility * factor / KNIGHT_MOBILITY).powf(GROWTH) * reach.powf(BOUND))
}

/// Adds a share of the expected gain from promotion to a piece's value. `other` returns the value of a piece type.
fn with_promotion(piece: &PieceDefinition, value: f64, other: impl Fn(usize) -> f64) -> f64 {
    let gain = |to: usize| (other(to) - value).max(0.0);
    let expected = match &piece.promotion {
        None => 0.0,
        Some(Promotion::ByFile(piece_types)) => {
            piece_types.iter().map(|to| gain(to.index())).sum::<f64>() / piece_types.len().max(1) as f64
        }
        Some(choice) => {
            let gains = choice.all_types().into_iter().map(|to| gain(to.index()));
            gains.fold(0.0, f64::max)
        }
    };
    value + PROMOTION_SHARE * expected
}

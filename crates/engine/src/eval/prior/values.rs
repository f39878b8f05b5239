//! What each piece type is worth, from how it moves.

use super::board_density::ExpectedMobility;
use crate::eval::tapered::Tapered;
use kurier_rules::rules::{Definition, PieceDefinition, Promotion};

/// The value of a pawn in centipawns, which fixes the scale in every game that has pawns.
const PAWN: f64 = 100.0;
/// The value of a knight on 64 squares before scaling.
const KNIGHT: f64 = 325.0;
/// The weighted mobility of that knight.
const KNIGHT_MOBILITY: f64 = 5.512;
/// Values grow faster than mobility: a strong piece does alone what two weak ones must do together.
const GROWTH: f64 = 1.2;
/// Pieces that see only part `r` of the board are worth `r` to this power of a piece of the same mobility that sees
/// it all.
const BOUND: f64 = 0.15;
/// Pawns are worth more than their moves: they guard each other, and losing one costs little.
const PAWN_FACTOR: f64 = 1.36;
/// The part of what a promotion gains that the piece is worth from the start.
const PROMOTION_SHARE: f64 = 0.03;
/// The king's value in exchanges, above everything that could be won for it.
pub(in crate::eval) const KING: i32 = 20_000;
/// No piece is worth less or more than this, whatever a definition says.
const LIMITS: (f64, f64) = (10.0, 6_000.0);

/// The values of the pieces of one game, in centipawns.
pub(in crate::eval) struct Values {
    /// By piece type.
    pub(super) mobility: Vec<ExpectedMobility>,
    /// By piece type; the king's is 0.
    pub pieces: Vec<Tapered>,
    /// See [`crate::eval::FixedWeights::mating_material`].
    pub mating_material: i32,
}

impl Values {
    /// Values from the rules.
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

    /// Returns one value for all stages of the game.
    pub fn average(&self, piece_type: usize) -> i32 {
        self.pieces[piece_type].average()
    }
}

/// Returns the value before scaling, in middlegame and endgame, of what the piece does as it is.
fn movement_value(definition: &Definition, piece: &PieceDefinition, mobility: &ExpectedMobility) -> [f64; 2] {
    // A piece that is promoted in the end is not bound to the squares it reaches before that.
    let reach = if piece.promotion.is_some() { 1.0 } else { mobility.reach };
    let factor = if piece.pawn { PAWN_FACTOR } else { 1.0 };
    mobility
        .average(&definition.shape)
        .map(|mobility| KNIGHT * (mobility * factor / KNIGHT_MOBILITY).powf(GROWTH) * reach.powf(BOUND))
}

/// Adds what the promotion to come is worth.
fn with_promotion(piece: &PieceDefinition, value: f64, other: impl Fn(usize) -> f64) -> f64 {
    let gain = |to: usize| (other(to) - value).max(0.0);
    let expected = match &piece.promotion {
        None => 0.0,
        Some(Promotion::Choice(piece_types)) => piece_types.iter().map(|to| gain(to.index())).fold(0.0, f64::max),
        Some(Promotion::ByFile(piece_types)) => {
            piece_types.iter().map(|to| gain(to.index())).sum::<f64>() / piece_types.len().max(1) as f64
        }
    };
    value + PROMOTION_SHARE * expected
}

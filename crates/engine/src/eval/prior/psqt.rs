//! Piece-square tables derived from movement, and the expected gain from promotions.

use super::board_density::{ExpectedMobility, walk};
use super::values::Values;
use crate::eval::geometry::{average, off_centre};
use crate::eval::tapered::Tapered;
use crate::eval::weights::PieceWeights;
use kurier_rules::board::{Shape, Square};
use kurier_rules::rules::{Definition, Mode, PieceDefinition, Promotion};

/// Centipawns for each reachable square above the average over the board.
const MOBILITY_FROM: Tapered = Tapered::new(5, 4);
/// The limit of the mobility part of a table entry, in centipawns.
const MOBILITY_FROM_LIMIT: f64 = 40.0;
/// Centipawns for each half step by which a square is nearer to the centre than the average square.
const CENTRE: Tapered = Tapered::new(1, 1);
/// Middlegame centipawns for a light piece on its own first rank, an incentive to develop it.
const UNDEVELOPED: i32 = -10;
/// The highest value of a light piece, in centipawns.
const LIGHT: i32 = 450;
/// Middlegame centipawns for each rank that the king has advanced, up to four.
const KING_FORWARD: i32 = -16;
/// Middlegame centipawns for each half step, up to six, by which the king is away from the centre of its rank.
const KING_ASIDE: i32 = 3;
/// Endgame centipawns for each half step by which the king's square is nearer to the centre than the average square.
const KING_CENTRE: i32 = 5;
/// Centipawns for each rank that a pawn has advanced.
const PAWN_FORWARD: Tapered = Tapered::new(2, 4);
/// Middlegame centipawns that a pawn loses for each half step by which it is away from the centre of its rank.
const PAWN_CENTRE: i32 = 1;
/// The fraction of a pawn's promotion value that is added to its table entry, in middlegame and endgame.
const PROMOTION_PART: (f64, f64) = (0.08, 0.16);
/// The factor on the promotion value for each further step to the promotion square.
const STEP_DISCOUNT: f64 = 0.62;
/// The factor on the promotion value, in place of [`STEP_DISCOUNT`], for a step that must be a capture.
const CAPTURE_DISCOUNT: f64 = 0.25;
/// The mobility weight of a piece, in centipawns, is `MOBILITY` divided by the sum of [`MOBILITY_OFFSET`] and the usual
/// number of free squares that the piece attacks.
const MOBILITY: Tapered = Tapered::new(32, 38);
/// The number of squares added in the divisor of [`MOBILITY`].
const MOBILITY_OFFSET: f64 = 3.0;
/// The usual fraction of attacked squares that are neither occupied by own pieces nor attacked by enemy pawns.
const USUALLY_FREE: f64 = 0.7;

/// Returns the weights of one piece type.
pub(super) fn piece_weights(
    definition: &Definition,
    values: &Values,
    piece_type: usize,
    piece: &PieceDefinition,
) -> PieceWeights {
    let shape = &definition.shape;
    let expected = &values.mobility[piece_type];
    let usual = expected.captures * USUALLY_FREE;
    let mobility = |weight: i32| (weight as f64 / (usual + MOBILITY_OFFSET)).round() as i32;
    let promotion_value = promotion_values(definition, values, piece_type, piece);
    let psqt = if piece.royal {
        king_psqt(shape)
    } else if piece.promotion.is_some() {
        pawn_psqt(shape, &promotion_value)
    } else {
        piece_psqt(shape, expected, values.average(piece_type) <= LIGHT)
    };
    PieceWeights {
        value: values.pieces[piece_type],
        psqt,
        mobility: Tapered::new(mobility(MOBILITY.mid), mobility(MOBILITY.end)),
        usual_mobility: usual.round() as i32,
        king_attack: 8 * (1 + values.average(piece_type).min(1200) / 250),
        phase: match piece.royal || piece.promotion.is_some() {
            true => 0,
            false => values.average(piece_type),
        },
        promotion_value: promotion_value.iter().map(|gain| gain.round() as i32).collect(),
    }
}

/// Creates a table with a score for each square; the score of holes is 0.
fn table(shape: &Shape, of: impl Fn(Square) -> Tapered) -> Vec<Tapered> {
    let mut table = vec![Tapered::ZERO; shape.area()];
    for square in shape.squares() {
        table[square.index()] = of(square);
    }
    table
}

fn piece_psqt(shape: &Shape, expected: &ExpectedMobility, light: bool) -> Vec<Tapered> {
    let usual = expected.average(shape);
    let usual_centre = average(shape, |at| off_centre(shape, at) as f64);
    let score = |at: Square, stage: usize, weight: i32, centre: i32| {
        let mobile = (expected.by_square[stage][at.index()] - usual[stage]) * weight as f64;
        let central = (usual_centre - off_centre(shape, at) as f64) * centre as f64;
        (mobile.clamp(-MOBILITY_FROM_LIMIT, MOBILITY_FROM_LIMIT) + central).round() as i32
    };
    table(shape, |at| {
        let undeveloped = if light && shape.rank(at) == 0 { UNDEVELOPED } else { 0 };
        Tapered::new(
            score(at, 0, MOBILITY_FROM.mid, CENTRE.mid) + undeveloped,
            score(at, 1, MOBILITY_FROM.end, CENTRE.end),
        )
    })
}

fn king_psqt(shape: &Shape) -> Vec<Tapered> {
    let usual = average(shape, |at| off_centre(shape, at) as f64);
    table(shape, |at| {
        let forward = shape.rank(at).min(4) as i32;
        let aside = (2 * shape.file(at)).abs_diff(shape.files() - 1).min(6) as i32;
        let central = (usual - off_centre(shape, at) as f64) * KING_CENTRE as f64;
        Tapered::new(KING_FORWARD * forward + KING_ASIDE * aside, central.round() as i32)
    })
}

fn pawn_psqt(shape: &Shape, promotion_value: &[f64]) -> Vec<Tapered> {
    table(shape, |at| {
        let promotion_value = promotion_value[at.index()];
        let aside = (2 * shape.file(at)).abs_diff(shape.files() - 1) as i32;
        let advance = shape.advance(at) as i32;
        Tapered::new(
            PAWN_FORWARD.mid * advance - PAWN_CENTRE * aside + (PROMOTION_PART.0 * promotion_value).round() as i32,
            PAWN_FORWARD.end * advance + (PROMOTION_PART.1 * promotion_value).round() as i32,
        )
    })
}

/// Returns the gain from the best promotion in centipawns, by square as White sees the board, discounted for each step
/// to the promotion square.
fn promotion_values(definition: &Definition, values: &Values, piece_type: usize, piece: &PieceDefinition) -> Vec<f64> {
    let shape = &definition.shape;
    let mut promotion_value = vec![0.0; shape.area()];
    let Some(promotion) = &piece.promotion else {
        return promotion_value;
    };
    let farthest = shape.farthest();
    let gain = |to: usize| (values.average(to) - values.average(piece_type)).max(0) as f64;
    for at in shape.squares().filter(|at| shape.advance(*at) == farthest) {
        promotion_value[at.index()] = match promotion {
            Promotion::Choice(piece_types) => piece_types.iter().map(|to| gain(to.index())).fold(0.0, f64::max),
            Promotion::ByFile(piece_types) => piece_types
                .get(shape.file(at) as usize)
                .map_or(0.0, |to| gain(to.index())),
        };
    }
    // No shortest path has more steps than the board has squares. Pawns need one round for each rank.
    for _ in 0..shape.area() {
        let mut changed = false;
        for from in shape.squares().filter(|at| shape.advance(*at) != farthest) {
            let mut best: f64 = promotion_value[from.index()];
            for movement in &piece.movements {
                let discount = match movement.mode {
                    Mode::Capture => CAPTURE_DISCOUNT,
                    Mode::Quiet | Mode::Both => STEP_DISCOUNT,
                };
                walk(definition, movement, from, |to, _, _| {
                    best = best.max(discount * promotion_value[to.index()])
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

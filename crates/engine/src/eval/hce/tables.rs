//! The tables of the hand-crafted evaluation, compiled once for each variant that is opened.

use std::cmp::Reverse;
use std::sync::Arc;

use super::endgame::fixed_scale;
use super::king_zones::KingZones;
use super::pawn_tables::Pawns;
use super::psqt_state::PsqtTable;
use crate::eval::prior::KING;
use crate::eval::tapered::Tapered;
use crate::eval::terms::TermWeights;
use crate::eval::weights::{FixedWeights, Weights};
use kurier_rules::board::{Bitboard, Square};
use kurier_rules::position::Position;
use kurier_rules::rules::{Color, PieceType, Variant};

/// The number of lines (directions and paths) of all sliders in the start position above which most sliders are
/// skipped. A 12x8 board with strong pieces has about 100 lines, a three-dimensional board about 400.
const MAX_LINES: usize = 200;

/// The hand-crafted evaluation of one variant.
#[derive(Clone, Debug)]
pub(in crate::eval) struct HandCrafted<const W: usize> {
    pub(super) variant: Arc<Variant<W>>,
    pub(super) terms: TermWeights,
    pub(super) fixed: FixedWeights,
    pub(super) psqt: PsqtTable,
    /// The phase of the start position. Higher phases, after promotions, count as this phase.
    pub(super) start_phase: i32,
    /// Whether the game begins with pieces in hand.
    pub(super) begins_in_hand: bool,
    /// The piece types that are not royal and cannot be promoted, the most valuable first.
    pub(super) pieces: Box<[ActivityWeights]>,
    /// Whether the sliders have more than [`MAX_LINES`] lines, so that most sliders are skipped.
    pub(super) skip_sliders: bool,
    /// The scale of all scores in 1/[`FULL_SCALE`](super::endgame::FULL_SCALE), if it does not depend on the material
    /// on the board: negative in games that a side wins by losing all its pieces, and the full scale in games with
    /// pieces in hand or with captures that blast. `None` in all other games.
    pub(super) fixed_scale: Option<i32>,
    /// Whether the score of a side depends on more than the pieces on the board; see [`HandCrafted::off_board`].
    pub(super) has_more_than_board: bool,
    /// The values of the piece types, without piece-square table entries.
    pub(super) material: Box<[Tapered]>,
    /// The promotion values by piece type and square; see [`crate::eval::PieceWeights::promotion_value`].
    promotion_values: Box<[i32]>,
    /// The mirror image of each square, for Black's point of view.
    black_view: Box<[Square]>,
    pub(super) pawns: Pawns<W>,
    pub(super) king_zones: KingZones<W>,
}

/// A piece type with the weights that depend on its attacks.
#[derive(Clone, Copy, Debug)]
pub(super) struct ActivityWeights {
    pub piece_type: PieceType,
    pub mobility: Tapered,
    pub usual_mobility: i32,
    pub king_attack: i32,
    /// Whether the piece type slides, hops or follows paths.
    pub slider: bool,
}

impl ActivityWeights {
    /// Sorts weights by the values of the piece types, the highest first. A generic caller that sorted with a closure
    /// would have the sort compiled for each board width.
    fn sort(weights: &mut [Self], values: &[i32]) {
        weights.sort_by_key(|weights| Reverse(values[weights.piece_type.index()]));
    }
}

impl<const W: usize> HandCrafted<W> {
    /// Creates the evaluation with the given weights.
    ///
    /// # Panics
    /// Panics if the weights do not have one entry for each piece type, or if a piece-square table does not have one
    /// entry for each square.
    pub fn new(variant: Arc<Variant<W>>, weights: &Weights) -> Self {
        let definition = &variant.definition;
        assert_eq!(weights.pieces.len(), definition.pieces.len(), "weights of another game");
        let values: Box<[i32]> = std::iter::zip(&weights.pieces, &definition.pieces)
            .map(|(weights, piece)| if piece.royal { KING } else { weights.value.average() })
            .collect();
        let mut pieces: Vec<ActivityWeights> = std::iter::zip(0.., &definition.pieces)
            .filter(|(_, piece)| !piece.royal && piece.promotion.is_none())
            .map(|(number, _)| {
                let piece_type = PieceType(number);
                let weights = &weights.pieces[piece_type.index()];
                ActivityWeights {
                    piece_type,
                    mobility: weights.mobility,
                    usual_mobility: weights.usual_mobility,
                    king_attack: weights.king_attack,
                    slider: variant.piece_tables[0][piece_type.index()]
                        .capture
                        .leaps_alone()
                        .is_none(),
                }
            })
            .collect();
        ActivityWeights::sort(&mut pieces, &values);
        let promotion_values = weights.pieces.iter().flat_map(|piece| &piece.promotion_value);
        let mut evaluation = Self {
            terms: weights.terms,
            fixed: weights.fixed,
            psqt: PsqtTable::new(&variant, weights, values),
            start_phase: 1,
            begins_in_hand: definition.held.iter().flatten().any(|count| *count > 0),
            pieces: pieces.into(),
            skip_sliders: false,
            fixed_scale: fixed_scale(definition),
            has_more_than_board: variant.special_ends || definition.hand.is_some(),
            material: weights.pieces.iter().map(|piece| piece.value).collect(),
            promotion_values: promotion_values.copied().collect(),
            black_view: definition.black_view(),
            pawns: Pawns::new(&variant),
            king_zones: KingZones::new(&definition.shape),
            variant,
        };
        let start = Position::start(evaluation.variant.clone());
        evaluation.start_phase = (evaluation.psqt.state(&start).phase + evaluation.phase_in_hand(&start)).max(1);
        evaluation.skip_sliders = evaluation.lines(&start) > MAX_LINES;
        evaluation
    }

    /// Returns the compiled variant.
    pub fn variant(&self) -> &Arc<Variant<W>> {
        &self.variant
    }

    /// Returns the values of all piece types in centipawns, for static exchange evaluation and pruning. The king's
    /// value is greater than any material that could be won in exchange.
    #[inline]
    pub fn values(&self) -> &[i32] {
        self.psqt.values()
    }

    /// Returns the number of directions and paths of all pieces in a position.
    fn lines(&self, position: &Position<W>) -> usize {
        let of_type = |ActivityWeights { piece_type, .. }: &ActivityWeights| {
            let capture = &self.variant.piece_tables[0][piece_type.index()].capture;
            let paths = capture.paths.iter().map(|paths| paths.len()).max().unwrap_or(0);
            (capture.directions.len() + paths) * position.of_type(*piece_type).count() as usize
        };
        self.pieces.iter().map(of_type).sum()
    }

    /// Returns the promotion value of a piece on a square in centipawns, discounted for each step by which the piece is
    /// away from its promotion.
    #[inline]
    pub(super) fn promotion_value(&self, color: Color, piece_type: PieceType, square: Square) -> i32 {
        self.promotion_values[piece_type.index() * self.black_view.len() + self.seen(color, square).index()]
    }

    /// Returns the square at which tables for White apply to a side's piece on `square`: `square` itself for White, its
    /// mirror image for Black.
    #[inline]
    pub(super) fn seen(&self, color: Color, square: Square) -> Square {
        match color {
            Color::White => square,
            Color::Black => self.black_view[square.index()],
        }
    }

    /// Returns the zone around a side's king, which is empty if the king has been captured.
    #[inline]
    pub(super) fn king_zone(&self, position: &Position<W>, color: Color) -> Bitboard<W> {
        match position.king(color) {
            Some(king) => self.king_zones.zone[color.index()][king.index()],
            None => Bitboard::EMPTY,
        }
    }
}

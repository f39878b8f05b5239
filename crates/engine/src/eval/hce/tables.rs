//! What the terms read, compiled once when a game is opened.

use std::sync::Arc;

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

/// Where the pieces look along more lines than this at the start, most sliders are skipped: on a 12x8 board with strong
/// pieces there are about a hundred, in three dimensions four times as many.
const MAX_LINES: usize = 200;

/// The hand-crafted evaluation of one game.
#[derive(Clone, Debug)]
pub(in crate::eval) struct HandCrafted<const W: usize> {
    pub(super) variant: Arc<Variant<W>>,
    pub(super) terms: TermWeights,
    pub(super) fixed: FixedWeights,
    pub(super) psqt: PsqtTable,
    /// The phase of the start position; more is not counted.
    pub(super) start_phase: i32,
    /// The piece types that are neither kings nor promoted on the last rank, the most valuable first.
    pub(super) pieces: Box<[Activity]>,
    /// Whether the armies have so many lines to look along that most sliders are skipped.
    pub(super) skip_sliders: bool,
    /// By piece type: its value alone.
    pub(super) material: Box<[Tapered]>,
    /// By piece type and square, see [`crate::eval::PieceWeights::promotion_value`].
    promotion_values: Box<[i32]>,
    /// By square: the square that Black sees as White sees this one.
    black_view: Box<[Square]>,
    pub(super) pawns: Pawns<W>,
    pub(super) king_zones: KingZones<W>,
}

/// A piece type, and its weights that are read for each of its pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Activity {
    pub piece_type: PieceType,
    pub mobility: Tapered,
    pub usual_mobility: i32,
    pub king_attack: i32,
    /// Whether it slides, hops or follows paths.
    pub slider: bool,
}

impl<const W: usize> HandCrafted<W> {
    /// Creates the evaluation with these weights: one entry for each piece type, tables with one entry for each square.
    ///
    /// # Panics
    /// If the tables have other sizes.
    pub fn new(variant: Arc<Variant<W>>, weights: &Weights) -> Self {
        let definition = &variant.definition;
        assert_eq!(weights.pieces.len(), definition.pieces.len(), "weights of another game");
        let values: Box<[i32]> = std::iter::zip(&weights.pieces, &definition.pieces)
            .map(|(weights, piece)| if piece.royal { KING } else { weights.value.average() })
            .collect();
        let mut pieces: Vec<Activity> = std::iter::zip(0.., &definition.pieces)
            .filter(|(_, piece)| !piece.royal && piece.promotion.is_none())
            .map(|(number, _)| {
                let piece_type = PieceType(number);
                let weights = &weights.pieces[piece_type.index()];
                Activity {
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
        pieces.sort_by_key(|weights| -values[weights.piece_type.index()]);
        let promotion_values = weights.pieces.iter().flat_map(|piece| &piece.promotion_value);
        let mut evaluation = Self {
            terms: weights.terms,
            fixed: weights.fixed,
            psqt: PsqtTable::new(&variant, weights, values),
            start_phase: 1,
            pieces: pieces.into(),
            skip_sliders: false,
            material: weights.pieces.iter().map(|piece| piece.value).collect(),
            promotion_values: promotion_values.copied().collect(),
            black_view: definition.black_view(),
            pawns: Pawns::new(&variant),
            king_zones: KingZones::new(&definition.shape),
            variant,
        };
        let start = Position::start(evaluation.variant.clone());
        evaluation.start_phase = evaluation.psqt.state(&start).phase.max(1);
        evaluation.skip_sliders = evaluation.lines(&start) > MAX_LINES;
        evaluation
    }

    /// Returns the game.
    pub fn variant(&self) -> &Arc<Variant<W>> {
        &self.variant
    }

    /// Values by piece type in centipawns, for exchanges and pruning; the king's is above everything else.
    #[inline]
    pub fn values(&self) -> &[i32] {
        self.psqt.values()
    }

    /// Returns the number of lines along which the pieces of both sides look.
    fn lines(&self, position: &Position<W>) -> usize {
        let of_type = |Activity { piece_type, .. }: &Activity| {
            let capture = &self.variant.piece_tables[0][piece_type.index()].capture;
            let paths = capture.paths.iter().map(|paths| paths.len()).max().unwrap_or(0);
            (capture.directions.len() + paths) * position.of_type(*piece_type).count() as usize
        };
        self.pieces.iter().map(of_type).sum()
    }

    /// Returns the promotion value of a piece, in centipawns, discounted by the steps to its promotion.
    #[inline]
    pub(super) fn promotion_value(&self, color: Color, piece_type: PieceType, square: Square) -> i32 {
        self.promotion_values[piece_type.index() * self.black_view.len() + self.seen(color, square).index()]
    }

    /// Returns a square as a side sees it: weights are written for White.
    #[inline]
    pub(super) fn seen(&self, color: Color, square: Square) -> Square {
        match color {
            Color::White => square,
            Color::Black => self.black_view[square.index()],
        }
    }

    /// Returns the squares around a king; none if it has been taken.
    #[inline]
    pub(super) fn king_zone(&self, position: &Position<W>, color: Color) -> Bitboard<W> {
        match position.king(color) {
            Some(king) => self.king_zones.zone[color.index()][king.index()],
            None => Bitboard::EMPTY,
        }
    }
}

//! Evaluation by hand-made terms, all derived from the definition of the game - no term knows a game by name -, and for
//! some games a network ([`nnue`]) that corrects them.
//!
//! What a piece is worth follows from how it moves (`values`, `board_density`), and so does where it stands well
//! (`psqt`); both are summed up move by move in the [`PsqtState`]. The rest is looked at anew in every
//! position: freedom of the pieces and threats (`attack_info`), the kings (`king`), pawns (`pawns`), and what finishes
//! or draws the game (`endgame`). [`Weights`] holds all numbers.

mod attack_info;
mod board_density;
mod endgame;
mod explain;
mod file;
mod fitted;
mod king;
pub mod nnue;
mod pawns;
mod psqt;
mod source;
mod tapered;
mod trace;
mod tracer;
mod values;
mod weights;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::board::Square;
use crate::position::{Change, Piece, Position};
use crate::rules::{Color, PieceType, Variant};

use endgame::FULL_SCALE;
use king::Surroundings;
use nnue::Network;
use pawns::Pawns;
use tracer::Sum;

pub use file::WeightsError;
pub use source::{EvaluationSource, SourceError};
pub use tapered::{MAX_PHASE, Tapered};
pub use trace::{Term, Trace};
pub use weights::{PieceWeights, TermWeights, Weights};

/// No evaluation is beyond this, in centipawns; forced wins are.
pub const LIMIT: i32 = 19_999;

/// Where the pieces look along more lines than this at the start, most sliders are passed over: on a 12x8 board with
/// strong pieces there are about a hundred, in three dimensions four times as many.
const MOST_LINES: usize = 200;

/// Weights of one game, made once when it is opened.
#[derive(Clone, Debug)]
pub struct Evaluation<const W: usize> {
    variant: Arc<Variant<W>>,
    weights: Weights,
    /// What corrects the hand-made terms.
    network: Option<Network>,
    /// By piece type, for exchanges and pruning.
    values: Box<[i32]>,
    /// By colour, piece type and square: value and placement, from White's side.
    table: Box<[Tapered]>,
    /// By piece type: what it adds to the phase.
    phases: Box<[i32]>,
    /// The phase of the start position; more is not counted.
    start_phase: i32,
    /// The piece types that are neither kings nor promoted on the last rank, the most valuable first.
    pieces: Box<[PieceType]>,
    /// Whether the armies have so many lines to look along that most sliders are passed over.
    skip_sliders: bool,
    /// By piece type: the small part of its weights that is read in every position.
    activity: Box<[Activity]>,
    pawns: Pawns<W>,
    surroundings: Surroundings<W>,
}

/// What the freedom of one kind of piece counts.
#[derive(Clone, Copy, Debug)]
struct Activity {
    mobility: Tapered,
    usual: i32,
    king_attack: i32,
    /// Whether it slides or follows paths.
    distant: bool,
}

/// What is kept up to date move by move, small enough to live by value on the search stack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PsqtState {
    /// Value and placement, from White's side.
    score: Tapered,
    /// By colour: values of the pieces, in centipawns.
    material: [i32; 2],
    /// How much of the middlegame is left.
    phase: i32,
}

/// The terms of one position, in centipawns, by colour where they are looked at for each side alone.
#[derive(Clone, Copy, Debug)]
struct Terms {
    psqt: Tapered,
    mobility: [Tapered; 2],
    threats: [Tapered; 2],
    king: [Tapered; 2],
    pawns: [Tapered; 2],
    mop_up: [i32; 2],
    set: [i32; 2],
}

impl<const W: usize> Evaluation<W> {
    /// Takes the best numbers there are for the game.
    pub fn new(variant: Arc<Variant<W>>) -> Self {
        Self::from_source(variant, &EvaluationSource::BuiltIn)
    }

    /// Takes the numbers of a source, or the best that the program itself has if they are not for this game.
    pub fn from_source(variant: Arc<Variant<W>>, source: &EvaluationSource) -> Self {
        let definition = &variant.definition;
        let loaded = source.load(definition);
        let (weights, network) = loaded.unwrap_or_else(|_| EvaluationSource::built_in(definition));
        Self {
            network,
            ..Self::with_weights(variant, weights)
        }
    }

    /// Takes weights as they are, and no network: one entry for each kind of piece, tables with one entry for each square.
    ///
    /// # Panics
    /// If the tables have other sizes.
    pub fn with_weights(variant: Arc<Variant<W>>, weights: Weights) -> Self {
        let definition = &variant.definition;
        let shape = &definition.shape;
        let squares = shape.area();
        assert_eq!(weights.pieces.len(), definition.pieces.len(), "weights of another game");
        let values: Box<[i32]> = std::iter::zip(&weights.pieces, &definition.pieces)
            .map(|(piece_type, piece)| {
                if piece.royal {
                    values::KING
                } else {
                    piece_type.value.average()
                }
            })
            .collect();
        let mut table = Vec::with_capacity(2 * weights.pieces.len() * squares);
        for color in Color::BOTH {
            for piece_type in &weights.pieces {
                assert_eq!(piece_type.psqt.len(), squares, "weights of another board");
                table.extend((0..squares).map(Square::new).map(|at| match color {
                    Color::White => piece_type.value + piece_type.psqt[at.index()],
                    Color::Black => -(piece_type.value + piece_type.psqt[shape.mirror(at).index()]),
                }));
            }
        }
        let officer = |piece_type: usize| {
            !definition.pieces[piece_type].royal && definition.pieces[piece_type].promotion.is_none()
        };
        let mut pieces: Vec<PieceType> = (0..definition.pieces.len())
            .filter(|piece_type| officer(*piece_type))
            .map(|piece_type| PieceType(piece_type as u8))
            .collect();
        pieces.sort_by_key(|piece_type| -values[piece_type.index()]);
        let mut evaluation = Self {
            pieces: pieces.into(),
            activity: std::iter::zip(&weights.pieces, &variant.piece_tables[0])
                .map(|(piece_type, mover)| Activity {
                    mobility: piece_type.mobility,
                    usual: piece_type.usual_mobility,
                    king_attack: piece_type.king_attack,
                    distant: [
                        mover.capture.directions.is_empty(),
                        mover.capture.paths.is_empty(),
                        mover.capture.hops.is_empty(),
                    ]
                    .contains(&false),
                })
                .collect(),
            pawns: Pawns::new(&variant),
            surroundings: Surroundings::new(shape),
            start_phase: 1,
            skip_sliders: false,
            table: table.into(),
            phases: weights.pieces.iter().map(|piece_type| piece_type.phase).collect(),
            values,
            network: None,
            weights,
            variant,
        };
        let start = Position::start(evaluation.variant.clone());
        evaluation.start_phase = evaluation.accumulate(&start).phase.max(1);
        evaluation.skip_sliders = evaluation.lines(&start) > MOST_LINES;
        evaluation
    }

    /// The number of lines along which the pieces of both sides look.
    fn lines(&self, position: &Position<W>) -> usize {
        let of_type = |piece_type: &PieceType| {
            let capture = &self.variant.piece_tables[0][piece_type.index()].capture;
            let paths = capture.paths.iter().map(|paths| paths.len()).max().unwrap_or(0);
            (capture.directions.len() + paths) * position.of_type(*piece_type).count() as usize
        };
        self.pieces.iter().map(of_type).sum()
    }

    /// The state of a position, from scratch.
    pub fn accumulate(&self, position: &Position<W>) -> PsqtState {
        let mut psqt = PsqtState::default();
        for square in position.occupied() {
            if let Some(piece) = position.piece_at(square) {
                self.add(&mut psqt, piece, square, 1);
            }
        }
        psqt
    }

    /// The state after a move, from the one before it and the squares it changed.
    #[inline]
    pub fn update(&self, before: PsqtState, changes: &[Change]) -> PsqtState {
        let mut after = before;
        for change in changes {
            self.add(
                &mut after,
                change.piece,
                change.square,
                if change.added { 1 } else { -1 },
            );
        }
        after
    }

    #[inline(always)]
    fn add(&self, psqt: &mut PsqtState, piece: Piece, square: Square, times: i32) {
        let (color, piece_type) = (piece.color.index(), piece.piece_type.index());
        psqt.score += self.placed(piece, square) * times;
        psqt.phase += self.phases[piece_type] * times;
        if piece.piece_type != self.variant.king {
            psqt.material[color] += self.values[piece_type] * times;
        }
    }

    #[inline(always)]
    fn placed(&self, piece: Piece, square: Square) -> Tapered {
        let row = piece.color.index() * self.values.len() + piece.piece_type.index();
        self.table[row * self.variant.definition.shape.area() + square.index()]
    }

    /// What the hand-made terms say, in centipawns from the side to move, within ±[`LIMIT`].
    pub fn evaluate(&self, position: &Position<W>, psqt: &PsqtState) -> i32 {
        let white = self.score(position, psqt, &self.terms(position, psqt));
        let score = match position.side() {
            Color::White => white,
            Color::Black => -white,
        };
        (score + self.weights.terms.tempo).clamp(-LIMIT, LIMIT)
    }

    /// How much of the middlegame is left, from 0 to [`MAX_PHASE`].
    #[inline]
    fn phase(&self, psqt: &PsqtState) -> i32 {
        psqt.phase.clamp(0, self.start_phase) * MAX_PHASE / self.start_phase
    }

    /// The sum of all terms, scaled, from White's side.
    fn score(&self, position: &Position<W>, psqt: &PsqtState, terms: &Terms) -> i32 {
        let sided = |by_color: &[Tapered; 2]| by_color[0] - by_color[1];
        let sum =
            terms.psqt + sided(&terms.mobility) + sided(&terms.threats) + sided(&terms.king) + sided(&terms.pawns);
        let score = sum.at(self.phase(psqt)) + terms.set[0] - terms.set[1];
        let winner = if score >= 0 { Color::White } else { Color::Black };
        // The hunt must show the way also where the rest has lost its weight.
        score * self.scale(position, psqt, winner) / FULL_SCALE + terms.mop_up[0] - terms.mop_up[1]
    }

    fn terms(&self, position: &Position<W>, psqt: &PsqtState) -> Terms {
        let [mut mobility, mut threats, mut king, mut pawns] = [Sum::default(); 4];
        let attack_info = self.attack_info(position, &mut mobility);
        for color in Color::BOTH {
            self.threats(position, &attack_info, color, &mut threats);
            self.shelter(position, color, &mut king);
            king.0[color.index()] -= self.danger(&attack_info, color);
            self.pawn_structure(position, attack_info.by_pawns[color.index()], color, &mut pawns);
        }
        Terms {
            psqt: psqt.score,
            mobility: mobility.0,
            threats: threats.0,
            king: king.0,
            pawns: pawns.0,
            mop_up: Color::BOTH.map(|color| self.mop_up(position, psqt, &attack_info, color)),
            set: Color::BOTH.map(|color| self.set_progress(position, color)),
        }
    }

    /// The promotion to come of a piece, in centipawns, discounted by the steps to it.
    #[inline]
    fn promotion_value(&self, color: Color, piece_type: PieceType, square: Square) -> i32 {
        let seen = match color {
            Color::White => square,
            Color::Black => self.variant.definition.shape.mirror(square),
        };
        self.weights.pieces[piece_type.index()].promotion_value[seen.index()]
    }

    /// Values by piece type in centipawns, for exchanges and pruning; the king's is above everything else.
    pub fn values(&self) -> &[i32] {
        &self.values
    }

    /// The value of one kind of piece in centipawns.
    #[inline]
    pub fn value(&self, piece_type: PieceType) -> i32 {
        self.values[piece_type.index()]
    }

    /// The game.
    pub fn variant(&self) -> &Arc<Variant<W>> {
        &self.variant
    }

    /// What corrects the hand-made terms, if anything does.
    #[inline(always)]
    pub fn network(&self) -> Option<&Network> {
        self.network.as_ref()
    }

    /// The network, where it may correct a position. With a lone king the hunt alone shows the way: the games that
    /// networks learn from are adjudicated before they come to it.
    #[inline]
    pub fn correcting(&self, position: &Position<W>) -> Option<&Network> {
        let several = Color::BOTH
            .iter()
            .all(|color| position.of_color(*color).more_than_one());
        self.network.as_ref().filter(|_| several)
    }

    /// The weights in use.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }
}

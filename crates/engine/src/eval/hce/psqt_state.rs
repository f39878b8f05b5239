//! The sum of piece values and piece-square tables, updated incrementally.

use crate::eval::tapered::Tapered;
use crate::eval::weights::Weights;
use kurier_rules::board::Square;
use kurier_rules::position::{Change, Piece, Position};
use kurier_rules::rules::{Color, PieceType, Variant};

/// The incremental part of the hand-crafted evaluation, small enough to be copied at every move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::eval) struct PsqtState {
    /// The sum of piece values and piece-square table entries, White's minus Black's.
    pub(super) score: Tapered,
    /// The material of each side in centipawns, without kings.
    pub(super) material: [i32; 2],
    /// The sum of the phases of all pieces; see [`PieceWeights::phase`](crate::eval::PieceWeights::phase).
    pub(in crate::eval) phase: i32,
}

/// The contributions of each piece, by square, to a [`PsqtState`].
#[derive(Clone, Debug)]
pub(super) struct PsqtTable {
    squares: usize,
    royal: u32,
    /// The values by piece type, for static exchange evaluation and pruning.
    values: Box<[i32]>,
    /// The phases by piece type.
    phases: Box<[i32]>,
    /// The value plus the piece-square table entry, by colour, piece type and square; negated for Black's pieces.
    scores: Box<[Tapered]>,
}

impl PsqtTable {
    /// Creates the table for the given weights. `values` are the values for static exchange evaluation.
    pub fn new<const W: usize>(variant: &Variant<W>, weights: &Weights, values: Box<[i32]>) -> Self {
        let squares = variant.definition.shape.area();
        let black_view = variant.definition.black_view();
        let mut scores = Vec::with_capacity(2 * weights.pieces.len() * squares);
        for color in Color::BOTH {
            for piece in &weights.pieces {
                assert_eq!(piece.psqt.len(), squares, "weights of another board");
                scores.extend((0..squares).map(Square::new).map(|at| match color {
                    Color::White => piece.value + piece.psqt[at.index()],
                    Color::Black => -(piece.value + piece.psqt[black_view[at.index()].index()]),
                }));
            }
        }
        Self {
            squares,
            royal: variant.royal_types,
            values,
            phases: weights.pieces.iter().map(|piece| piece.phase).collect(),
            scores: scores.into(),
        }
    }

    /// Returns the values by piece type, for static exchange evaluation and pruning.
    #[inline]
    pub fn values(&self) -> &[i32] {
        &self.values
    }

    /// Returns the phase of a piece type.
    #[inline]
    pub fn phase_of(&self, piece_type: PieceType) -> i32 {
        self.phases[piece_type.index()]
    }

    /// Returns the value of a piece plus its piece-square table entry, negated for Black's pieces.
    #[inline(always)]
    pub fn score(&self, piece: Piece, square: Square) -> Tapered {
        let row = piece.color.index() * self.values.len() + piece.piece_type.index();
        self.scores[row * self.squares + square.index()]
    }

    /// Computes the state of a position from scratch.
    pub fn state<const W: usize>(&self, position: &Position<W>) -> PsqtState {
        let mut state = PsqtState::default();
        for square in position.occupied() {
            if let Some(piece) = position.piece_at(square) {
                self.add(&mut state, piece, square, 1);
            }
        }
        state
    }

    /// Returns the state after a move, given the state before the move and the changes that the move made.
    #[inline]
    pub fn update(&self, before: PsqtState, changes: &[Change]) -> PsqtState {
        let mut after = before;
        for change in changes {
            let times = if change.added { 1 } else { -1 };
            self.add(&mut after, change.piece, change.square, times);
        }
        after
    }

    #[inline(always)]
    fn add(&self, state: &mut PsqtState, piece: Piece, square: Square, times: i32) {
        let (color, piece_type) = (piece.color.index(), piece.piece_type.index());
        state.score += self.score(piece, square) * times;
        state.phase += self.phases[piece_type] * times;
        if self.royal >> piece_type & 1 == 0 {
            state.material[color] += self.values[piece_type] * times;
        }
    }
}

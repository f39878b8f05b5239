//! Positions as planes and moves as numbers, for machine learning.

use kurier_engine::session::{Board, Step};
use kurier_rules::board::{Shape, Square};
use kurier_rules::rules::Color;
use numpy::{PyArray1, PyArray4, PyArrayMethods, ToPyArray};
use pyo3::prelude::*;

use crate::board::PyBoard;
use crate::errors::IllegalMoveError;
use crate::moves::PyMove;
use crate::piece::is_white;

/// The number of planes that do not stand for pieces; see `Board.planes`.
const EXTRA: usize = 6;

/// Returns the number of planes of a variant.
pub fn plane_count(board: &Board) -> usize {
    let hands = usize::from(board.definition().hand.is_some());
    2 * board.definition().pieces.len() * (1 + hands) + EXTRA
}

/// Sets all squares of one plane to a value. Squares are ordered by their numbers: by level, rank and file.
fn fill(planes: &mut [u8], plane: usize, shape: &Shape, value: u8) {
    planes[plane * shape.area()..(plane + 1) * shape.area()].fill(value);
}

/// Returns the planes of a position, one after the other.
pub fn planes(board: &Board) -> Vec<u8> {
    let mut planes = vec![0; plane_count(board) * board.definition().shape.area()];
    write_planes(board, &mut planes);
    planes
}

/// Writes the planes of a position, as `Board.planes` describes them. `planes` must be filled with zeros.
pub fn write_planes(board: &Board, planes: &mut [u8]) {
    let definition = board.definition();
    let shape = &definition.shape;
    let kinds = definition.pieces.len();
    let area = shape.area();
    let mut set = |plane: usize, square: Square| planes[plane * area + square.index()] = 1;
    let extra = plane_count(board) - EXTRA;
    let [rights, passed, real] = [extra, extra + 1, extra + 2];
    for square in shape.squares() {
        set(real, square);
        if let Some(piece) = board.piece_at(square) {
            let side = if piece.color == Color::White { 0 } else { kinds };
            set(side + piece.piece_type.index(), square);
        }
    }
    board.rights().into_iter().for_each(|square| set(rights, square));
    board.en_passant().into_iter().for_each(|square| set(passed, square));
    for (hand, held) in board.holdings().into_iter().flatten().enumerate() {
        for (piece, count) in held.into_iter().take(kinds).enumerate() {
            fill(planes, (2 + hand) * kinds + piece, shape, count);
        }
    }
    fill(planes, real + 1, shape, u8::from(is_white(board.side())));
    fill(planes, real + 2, shape, board.halfmoves().min(255) as u8);
    fill(planes, real + 3, shape, u8::from(board.is_repeated()));
}

#[pymethods]
impl PyBoard {
    /// Returns the position as an array, dtype uint8, shape (planes, levels, ranks, files), with 2 *
    /// len(variant.pieces) + 6 planes: one for each of White's piece types, one for each of Black's, the pieces with a
    /// right (a rook that may castle, a first-move leap), the target squares of en passant captures, and the squares
    /// that are not holes. The last three planes are filled with one number each: 1 if White is to move, the half-move
    /// clock (at most 255), 1 if the position has occurred before. Ranks are counted from White's side, levels from the
    /// top. In variants with pieces in hand, 2 * len(variant.pieces) further planes follow the planes of the pieces on
    /// the board, first for White's hand, then for Black's; each is filled with the number of pieces of one type.
    ///
    ///     >>> kurier.Board("courier").planes().shape
    ///     (24, 1, 8, 12)
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray4<u8>>> {
        let shape = &self.game.definition().shape;
        let [levels, ranks, files] = [shape.levels(), shape.ranks(), shape.files()].map(usize::from);
        let flat = planes(&self.at());
        flat.to_pyarray(py)
            .reshape([plane_count(&self.game.start), levels, ranks, files])
    }

    /// Returns which steps may come next, dtype bool, shape (variant.move_count,): the first steps of all legal moves,
    /// or, within a chain of captures, the steps that may follow the steps with the numbers `begun`.
    ///
    ///     >>> int(kurier.Board("courier").legal_mask().sum())
    ///     26
    #[pyo3(signature = (begun = Vec::new()))]
    fn legal_mask<'py>(&self, py: Python<'py>, begun: Vec<usize>) -> Bound<'py, PyArray1<bool>> {
        let numbering = self.game.numbering();
        let mut mask = vec![false; numbering.steps().len()];
        let turns = self.at().turns();
        for turn in turns {
            let steps = Step::of(&self.game.start, &turn);
            let mut numbers = steps.into_iter().filter_map(|step| numbering.number(step));
            if begun.iter().all(|number| numbers.next() == Some(*number))
                && let Some(next) = numbers.next()
            {
                mask[next] = true;
            }
        }
        mask.to_pyarray(py)
    }

    /// Returns the legal move whose steps have these numbers: the inverse of `Move.numbers`. Raises `IllegalMoveError`
    /// if there is no such move.
    ///
    ///     >>> board = kurier.Board("courier")
    ///     >>> board.move_of_numbers(board.parse_san("Nc3").numbers)
    ///     <Move b1c3>
    fn move_of_numbers(&self, numbers: Vec<usize>) -> PyResult<PyMove> {
        let numbering = self.game.numbering();
        let turns = self.at().turns();
        let found = turns.into_iter().find(|turn| {
            let steps = Step::of(&self.game.start, turn);
            let spelled = steps.into_iter().map(|step| numbering.number(step));
            spelled.eq(numbers.iter().copied().map(Some))
        });
        found
            .map(|turn| self.wrap(turn))
            .ok_or_else(|| IllegalMoveError::new_err(format!("no legal move has the numbers {numbers:?}")))
    }
}

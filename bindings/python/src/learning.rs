//! Positions as planes and moves as numbers, for machine learning.

use kurier_engine::session::{Board, Step};
use kurier_rules::board::{Shape, Square};
use kurier_rules::rules::Color;
use numpy::{PyArray1, PyArray4, PyArrayMethods, ToPyArray};
use pyo3::prelude::*;

use crate::board::{PyBoard, is_white};
use crate::errors::IllegalMoveError;
use crate::moves::PyMove;

/// The number of planes that are not planes of pieces: see `Board.planes` in the stubs.
const EXTRA: usize = 6;

/// Returns the number of planes of a variant.
pub fn plane_count(board: &Board) -> usize {
    2 * board.definition().pieces.len() + EXTRA
}

/// Sets all squares of one plane to a value. Squares are ordered by their numbers: by level, rank and file.
fn fill(planes: &mut [u8], plane: usize, shape: &Shape, value: u8) {
    planes[plane * shape.area()..(plane + 1) * shape.area()].fill(value);
}

/// Returns the planes of a position, one after the other. `Board.planes` in the stubs describes them.
pub fn planes(board: &Board) -> Vec<u8> {
    let definition = board.definition();
    let shape = &definition.shape;
    let kinds = definition.pieces.len();
    let area = shape.area();
    let mut planes = vec![0; plane_count(board) * area];
    let mut set = |plane: usize, square: Square| planes[plane * area + square.index()] = 1;
    let [rights, passed, real] = [2 * kinds, 2 * kinds + 1, 2 * kinds + 2];
    for square in shape.squares() {
        set(real, square);
        if let Some(piece) = board.piece_at(square) {
            let side = if piece.color == Color::White { 0 } else { kinds };
            set(side + piece.piece_type.index(), square);
        }
    }
    board.rights().into_iter().for_each(|square| set(rights, square));
    board.en_passant().into_iter().for_each(|square| set(passed, square));
    fill(&mut planes, real + 1, shape, u8::from(is_white(board.side())));
    fill(&mut planes, real + 2, shape, board.halfmoves().min(255) as u8);
    fill(&mut planes, real + 3, shape, u8::from(board.is_repeated()));
    planes
}

#[pymethods]
impl PyBoard {
    /// Returns the position as an array of planes, levels, ranks and files.
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray4<u8>>> {
        let shape = &self.game.definition().shape;
        let [levels, ranks, files] = [shape.levels(), shape.ranks(), shape.files()].map(usize::from);
        let flat = planes(&self.at());
        flat.to_pyarray(py)
            .reshape([plane_count(&self.game.start), levels, ranks, files])
    }

    /// Returns a mask over all steps: whether some legal move begins with the steps `begun` and then this step.
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

    /// Returns the legal move whose steps have these numbers.
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

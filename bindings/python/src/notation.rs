//! Reads and writes the moves of a position in coordinate notation and in algebraic notation.

use kurier_formats::pgn::Ply;
use kurier_rules::rules::Color;
use pyo3::prelude::*;

use crate::board::PyBoard;
use crate::errors;
use crate::moves::PyMove;

#[pymethods]
impl PyBoard {
    /// Returns a move in coordinate notation: `e2e4`, `e7e8q`, `c2e4g6`.
    ///
    ///     >>> board = kurier.Board("courier")
    ///     >>> board.uci(board.parse_san("Nc3"))
    ///     'b1c3'
    fn uci(&self, r#move: &Bound<'_, PyMove>) -> String {
        r#move.get().text().into_owned()
    }

    /// Returns a legal move in standard algebraic notation. Raises `IllegalMoveError` if it is not legal.
    ///
    ///     >>> board = kurier.Board("courier")
    ///     >>> board.san(board.parse("b1c3"))
    ///     'Nc3'
    fn san(&self, r#move: &Bound<'_, PyMove>) -> PyResult<String> {
        let board = self.at();
        Ok(board.san(&self.legal(&board, r#move.get())?))
    }

    /// Returns a legal move in long algebraic notation, which names the origin and marks captures. Raises
    /// `IllegalMoveError` if it is not legal.
    ///
    ///     >>> board = kurier.Board("chess")
    ///     >>> board.lan(kurier.Move.from_uci("g1f3"))
    ///     'Ng1-f3'
    fn lan(&self, r#move: &Bound<'_, PyMove>) -> PyResult<String> {
        let board = self.at();
        Ok(board.long_algebraic(&self.legal(&board, r#move.get())?))
    }

    /// Parses a legal move in coordinate notation. Raises `IllegalMoveError`, with the reason, if there is no such
    /// move.
    ///
    ///     >>> kurier.Board("chess").parse("e2e5")
    ///     Traceback (most recent call last):
    ///     ...
    ///     kurier.IllegalMoveError: 'e2e5' is not a legal move: the Pawn cannot go from e2 to e5
    fn parse(&self, text: &str) -> PyResult<PyMove> {
        Ok(self.wrap(self.at().parse(text).map_err(errors::illegal)?))
    }

    /// Parses a legal move in coordinate notation, as `parse` does.
    ///
    ///     >>> kurier.Board("chess").parse_uci("e2e4")
    ///     <Move e2e4>
    fn parse_uci(&self, uci: &str) -> PyResult<PyMove> {
        self.parse(uci)
    }

    /// Parses a legal move in algebraic notation, strict or sloppy, or in coordinate notation. Raises
    /// `IllegalMoveError`, with the reason, if there is no such move.
    ///
    ///     >>> kurier.Board("chess").parse_san("Ng1-f3!?")
    ///     <Move g1f3>
    fn parse_san(&self, san: &str) -> PyResult<PyMove> {
        Ok(self.wrap(self.at().parse_san(san).map_err(errors::illegal)?))
    }

    /// Formats consecutive moves from this position in algebraic notation, with move numbers. Raises `IllegalMoveError`
    /// if one of them is not legal.
    ///
    ///     >>> board = kurier.Board("chess")
    ///     >>> board.variation_san([kurier.Move.from_uci(text) for text in ("e2e4", "e7e5", "g1f3")])
    ///     '1. e4 e5 2. Nf3'
    fn variation_san(&self, moves: Vec<Bound<'_, PyMove>>) -> PyResult<String> {
        let mut board = self.at().clone();
        let mut words = Vec::new();
        for played in &moves {
            let turn = self.legal(&board, played.get())?;
            let ply = Ply::of(&board);
            if words.is_empty() || ply.side == Color::White {
                words.push(ply.to_string());
            }
            words.push(board.san(&turn));
            board.play(&turn).map_err(errors::illegal)?;
        }
        Ok(words.join(" "))
    }
}

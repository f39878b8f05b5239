//! The classes `Piece` and `Outcome`: what stands on a board, and how a game has ended.

use kurier_rules::position::{Outcome, Piece};
use kurier_rules::rules::Color;
use pyo3::prelude::*;

use crate::errors::refused;
use crate::game::{AnyGame, Game};

/// Converts a colour to Python: `True` is White, as in python-chess.
pub fn is_white(color: Color) -> bool {
    color == Color::White
}

/// Converts a colour from Python: `True` is White, as in python-chess.
pub fn color(white: bool) -> Color {
    if white { Color::White } else { Color::Black }
}

/// A piece on a board: `Piece(symbol, variant)`, with a symbol in upper case for White and in lower case for Black.
///
///     >>> kurier.Board("courier").piece_at("b1")
///     <Piece N Knight>
///     >>> kurier.Piece("n", "chess").color == kurier.BLACK
///     True
#[pyclass(name = "Piece", module = "kurier", frozen, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PyPiece {
    /// Returns the letter of the piece type, in upper case whatever the colour.
    ///
    ///     >>> kurier.Board("chess").piece_at("g8").letter
    ///     'N'
    #[pyo3(get)]
    letter: char,
    /// Returns the owner: `WHITE` (`True`) or `BLACK` (`False`).
    ///
    ///     >>> kurier.Board("chess").piece_at("g8").color == kurier.BLACK
    ///     True
    #[pyo3(get)]
    color: bool,
    /// Returns the display name of the piece type.
    ///
    ///     >>> kurier.Board("courier").piece_at("f1").name
    ///     'King'
    #[pyo3(get)]
    name: String,
}

#[pymethods]
impl PyPiece {
    #[new]
    fn new(symbol: char, variant: AnyGame<'_>) -> PyResult<Self> {
        let game = variant.open()?;
        Ok(Self::named(&game, piece_of_symbol(&game, symbol)?))
    }

    /// Returns the letter as a FEN writes it: upper case for White, lower case for Black.
    ///
    ///     >>> kurier.Board("chess").piece_at("g8").symbol()
    ///     'n'
    pub fn symbol(&self) -> char {
        if self.color {
            self.letter
        } else {
            self.letter.to_ascii_lowercase()
        }
    }

    fn __str__(&self) -> char {
        self.symbol()
    }

    fn __repr__(&self) -> String {
        format!("<Piece {} {}>", self.symbol(), self.name)
    }
}

impl PyPiece {
    /// Converts a piece of a variant to a `Piece` with its display name.
    pub fn named(game: &Game, piece: Piece) -> Self {
        let definition = game.definition().piece(piece.piece_type);
        Self {
            letter: definition.letter,
            color: is_white(piece.color),
            name: definition.name.clone(),
        }
    }
}

/// Looks up a piece by its letter in a FEN.
pub fn piece_of_symbol(game: &Game, symbol: char) -> PyResult<Piece> {
    let definition = game.definition();
    let (piece_type, _) = definition
        .piece_of_letter(symbol.to_ascii_uppercase())
        .ok_or_else(|| refused(format!("{} has no piece '{symbol}'", definition.name)))?;
    Ok(Piece {
        piece_type,
        color: color(!symbol.is_ascii_lowercase()),
    })
}

/// How a game has ended.
///
///     >>> board = kurier.Board("chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
///     >>> board.outcome()
///     <Outcome 1-0: checkmate>
#[pyclass(name = "Outcome", module = "kurier", frozen, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PyOutcome(pub Outcome);

#[pymethods]
impl PyOutcome {
    /// Returns the winner: `WHITE` (`True`), `BLACK` (`False`), or `None` for a draw.
    ///
    ///     >>> kurier.Board("chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").outcome().winner
    ///     True
    #[getter]
    fn winner(&self) -> Option<bool> {
        self.0.winner.map(is_white)
    }

    /// Returns the reason: `checkmate`, `stalemate`, `bare king`, `king taken`, `promoted set complete`,
    /// `goal reached`, `pieces extinct`, `checks given`, `pieces in a row`, `threefold repetition`, `repetition`,
    /// `perpetual check`, `move limit`, `count completed`, `both sides passed`, `kings face each other`,
    /// `king against king` or `insufficient material`.
    ///
    ///     >>> kurier.Board("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1").outcome().reason
    ///     'king against king'
    #[getter]
    fn reason(&self) -> &'static str {
        self.0.reason.text()
    }

    /// Returns the result as PGN writes it: `1-0`, `0-1` or `1/2-1/2`.
    ///
    ///     >>> kurier.Board("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1").outcome().result()
    ///     '1/2-1/2'
    fn result(&self) -> &'static str {
        self.0.result()
    }

    fn __repr__(&self) -> String {
        format!("<Outcome {}: {}>", self.result(), self.reason())
    }
}

/// An argument that is a piece, or the letter of one in a FEN.
#[derive(FromPyObject)]
pub enum AnyPiece<'py> {
    Piece(Bound<'py, PyPiece>),
    Symbol(char),
}

//! Queries about a position: attacks, checks and repetitions. Also reads and writes positions as EPD.

use kurier_engine::session::Board;
use kurier_formats::epd;
use kurier_rules::position::Turn;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyInt};

use crate::board::PyBoard;
use crate::errors::{self, refused};
use crate::moves::PyMove;
use crate::piece::color;
use crate::variant::AnySquare;

/// An operand of an EPD operation.
#[derive(FromPyObject)]
enum Operand<'py> {
    Move(Bound<'py, PyMove>),
    Moves(Vec<Bound<'py, PyMove>>),
    Integer(Bound<'py, PyInt>),
    Float(Bound<'py, PyFloat>),
    Text(String),
}

/// The EPD operations whose operands are alternative moves, each of them legal in the position.
const CHOICES: [&str; 2] = ["bm", "am"];
/// The EPD operation whose operands are consecutive moves.
const LINE: &str = "pv";

#[pymethods]
impl PyBoard {
    /// Returns the squares that the piece on a square attacks, whether they are occupied or empty, in ascending order;
    /// an empty list if there is no piece. In games with chains of captures, these are the targets of the first step.
    ///
    ///     >>> board = kurier.Board("courier")
    ///     >>> [board.variant.square_name(square) for square in board.attacks("b1")]
    ///     ['d2', 'a3', 'c3']
    fn attacks(&self, square: AnySquare) -> PyResult<Vec<usize>> {
        let square = square.resolve(self.game.definition())?;
        Ok(self
            .at()
            .attacks_from(square)
            .into_iter()
            .map(|square| square.index())
            .collect())
    }

    /// Returns the squares of a side's pieces that attack a square, pinned pieces included, in ascending order.
    ///
    ///     >>> board = kurier.Board("chess")
    ///     >>> [board.variant.square_name(square) for square in board.attackers(kurier.WHITE, "f3")]
    ///     ['g1', 'e2', 'g2']
    fn attackers(&self, color: bool, square: AnySquare) -> PyResult<Vec<usize>> {
        let square = square.resolve(self.game.definition())?;
        let found = self.at().attackers(square, self::color(color));
        Ok(found.into_iter().map(|square| square.index()).collect())
    }

    /// Tests whether a piece of a side attacks a square.
    ///
    ///     >>> kurier.Board("chess").is_attacked_by(kurier.WHITE, "e4")
    ///     False
    fn is_attacked_by(&self, color: bool, square: AnySquare) -> PyResult<bool> {
        Ok(!self.attackers(color, square)?.is_empty())
    }

    /// Returns the squares of the pieces that give check to the side to move, in ascending order.
    ///
    ///     >>> board = kurier.Board("chess", "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1")
    ///     >>> [board.variant.square_name(square) for square in board.checkers()]
    ///     ['e2']
    fn checkers(&self) -> Vec<usize> {
        self.at().checkers().into_iter().map(|square| square.index()).collect()
    }

    /// Tests whether a legal move gives check. Raises `IllegalMoveError` if it is not legal.
    ///
    ///     >>> board = kurier.Board("chess", "4k3/8/8/8/8/8/3R4/4K3 w - - 0 1")
    ///     >>> board.gives_check(board.parse_san("Rd8"))
    ///     True
    fn gives_check(&self, r#move: &Bound<'_, PyMove>) -> PyResult<bool> {
        let mut board = self.at().clone();
        let turn = self.legal(&board, r#move.get())?;
        board.play(&turn).map_err(errors::illegal)?;
        Ok(board.in_check())
    }

    /// Tests whether a legal move captures. Raises `IllegalMoveError` if it is not legal.
    ///
    ///     >>> board = kurier.Board("chess")
    ///     >>> board.is_capture(board.parse_san("e4"))
    ///     False
    fn is_capture(&self, r#move: &Bound<'_, PyMove>) -> PyResult<bool> {
        let board = self.at();
        Ok(self.legal(&board, r#move.get())?.is_capture())
    }

    /// Tests whether the position has occurred at least `count` times since the board was set up, this time included.
    ///
    ///     >>> board = kurier.Board("chess")
    ///     >>> for text in ("Nf3", "Nf6", "Ng1", "Ng8"):
    ///     ...     _ = board.push_san(text)
    ///     >>> board.is_repetition(2), board.is_repetition()
    ///     (True, False)
    #[pyo3(signature = (count = 3))]
    fn is_repetition(&self, count: usize) -> bool {
        self.at().occurrences() >= count
    }

    /// Returns the position as EPD: the first four fields of the FEN, and operations. Moves are written in algebraic
    /// notation, strings in quotes, numbers as they are. Raises `IllegalMoveError` if a move is not legal, and
    /// `KurierError` for a string with a quotation mark, which the format cannot express.
    ///
    ///     >>> board = kurier.Board("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    ///     >>> board.epd(bm=[board.parse_san("O-O")], id="castling", dm=12)
    ///     '4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id "castling"; dm 12;'
    #[pyo3(signature = (**operations))]
    fn epd(&self, operations: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        let board = self.at().clone();
        let fen = board.fen();
        let mut text = fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
        for (opcode, operand) in operations.into_iter().flatten() {
            let opcode: String = opcode.extract()?;
            text += &format!(" {opcode}");
            if !operand.is_none() {
                text += &format!(" {}", self.operand(&board, &opcode, operand.extract()?)?);
            }
            text.push(';');
        }
        Ok(text)
    }

    /// Sets up the position of a line of EPD, forgets the moves, and returns the operations: `bm` and `am` as lists of
    /// moves, `pv` as a line of moves, an integer as a number, an operation without operands as `None`, and all others
    /// as strings. If the line has a mistake, raises `FenError`, `IllegalMoveError` or `KurierError`, and leaves the
    /// board unchanged.
    ///
    ///     >>> board = kurier.Board("chess")
    ///     >>> board.set_epd("4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"castling\"; dm 12;")
    ///     {'bm': [<Move e1g1>], 'id': 'castling', 'dm': 12}
    fn set_epd<'py>(&self, py: Python<'py>, epd: &str) -> PyResult<Bound<'py, PyDict>> {
        let (fen, operations) = epd::split(epd).map_err(refused)?;
        let mut board = self.at().clone();
        board.set_up(Some(&fen)).map_err(errors::fen)?;
        let found = PyDict::new(py);
        for operation in operations {
            let Some((opcode, operands)) = operation.split_first() else {
                continue;
            };
            if CHOICES.contains(&opcode.as_str()) || opcode == LINE {
                found.set_item(opcode, self.moves_of(&board, opcode == LINE, operands)?)?;
            } else if let [number] = operands
                && let Ok(number) = number.parse::<i64>()
            {
                found.set_item(opcode, number)?;
            } else if operands.is_empty() {
                found.set_item(opcode, py.None())?;
            } else {
                found.set_item(opcode, operands.join(" "))?;
            }
        }
        *self.at() = board;
        Ok(found)
    }
}

impl PyBoard {
    /// Formats the operand of an EPD operation.
    fn operand(&self, board: &Board, opcode: &str, operand: Operand<'_>) -> PyResult<String> {
        let moves = match operand {
            Operand::Move(one) => vec![one],
            Operand::Moves(several) => several,
            Operand::Integer(number) => return Ok(number.to_string()),
            Operand::Float(number) => return Ok(number.to_string()),
            Operand::Text(text) if text.contains('"') => {
                return Err(refused(format!("EPD cannot express the quotation mark in '{text}'")));
            }
            Operand::Text(text) => return Ok(format!("\"{text}\"")),
        };
        let mut board = board.clone();
        let mut words = Vec::new();
        for played in &moves {
            let turn: Turn = self.legal(&board, played.get())?;
            words.push(board.san(&turn));
            if opcode == LINE {
                board.play(&turn).map_err(errors::illegal)?;
            }
        }
        Ok(words.join(" "))
    }

    /// Parses the moves of an EPD operation. If they are a line, each move is played before the next one is parsed.
    fn moves_of(&self, board: &Board, is_line: bool, words: &[String]) -> PyResult<Vec<PyMove>> {
        let mut board = board.clone();
        let mut moves = Vec::new();
        for word in words {
            let turn = board.parse_san(word).map_err(errors::illegal)?;
            if is_line {
                board.play(&turn).map_err(errors::illegal)?;
            }
            moves.push(self.wrap(turn));
        }
        Ok(moves)
    }
}

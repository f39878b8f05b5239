//! The class `Board`: a position and the moves that led to it.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use kurier_diagram::Diagram;
use kurier_engine::search::Signals;
use kurier_engine::session::{Board, Perft};
use kurier_formats::pgn::Ply;
use kurier_rules::board::Square;
use kurier_rules::position::{MAX_PERFT_DEPTH, Outcome, Piece, Reason, Turn};
use kurier_rules::rules::{Color, PieceType};
use pyo3::exceptions::{PyIndexError, PyOSError};
use pyo3::prelude::*;

use crate::errors::{self, refused};
use crate::game::{AnyGame, Game};
use crate::moves::PyMove;
use crate::variant::{AnySquare, PyVariant};
use crate::waiting;

/// The default side of a square in drawings, in pixels.
const CELL: u32 = 48;

/// Converts a colour to Python: `True` is White, as in python-chess.
pub fn is_white(color: Color) -> bool {
    color == Color::White
}

/// Converts a colour from Python: `True` is White, as in python-chess.
pub fn color(white: bool) -> Color {
    if white { Color::White } else { Color::Black }
}

/// The class `Piece`: a piece on a board.
#[pyclass(name = "Piece", module = "kurier", frozen, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PyPiece {
    /// The letter of the piece type, in upper case.
    #[pyo3(get)]
    letter: char,
    /// Whether the piece is White's.
    #[pyo3(get)]
    color: bool,
    /// The display name.
    #[pyo3(get)]
    name: String,
}

#[pymethods]
impl PyPiece {
    fn symbol(&self) -> char {
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

/// The class `Outcome`: how a game has ended.
#[pyclass(name = "Outcome", module = "kurier", frozen, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PyOutcome(pub Outcome);

#[pymethods]
impl PyOutcome {
    #[getter]
    fn winner(&self) -> Option<bool> {
        self.0.winner.map(is_white)
    }

    #[getter]
    fn reason(&self) -> &'static str {
        self.0.reason.text()
    }

    fn result(&self) -> &'static str {
        self.0.result()
    }

    fn __repr__(&self) -> String {
        format!("<Outcome {}: {}>", self.result(), self.reason())
    }
}

/// The class `Board`: a position of a variant, and the moves that led to it.
///
/// Python threads may share a board: each call locks it for one access, and calls no Python code while it holds the
/// lock.
#[pyclass(name = "Board", module = "kurier", frozen)]
pub struct PyBoard {
    board: Mutex<Board>,
    pub game: Arc<Game>,
}

/// The result of `__reduce__`: the function that `pickle` calls to restore a board, and its arguments.
type Reduced<'py> = (Bound<'py, PyAny>, (PyVariant, String, Vec<String>));

/// An argument that is a move, or the text of one.
#[derive(FromPyObject)]
pub enum AnyMove<'py> {
    Move(Bound<'py, PyMove>),
    Text(String),
}

impl PyBoard {
    /// Creates a board with the start position of a variant.
    pub fn start(game: &Arc<Game>) -> Self {
        Self::of(game, game.start.clone())
    }

    /// Wraps a board of a variant.
    pub fn of(game: &Arc<Game>, board: Board) -> Self {
        Self {
            board: Mutex::new(board),
            game: game.clone(),
        }
    }

    /// Locks the board. Hold the guard for one statement only: a second call by the thread that holds it deadlocks.
    pub fn at(&self) -> MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wraps a turn as a move of this board's variant.
    pub fn wrap(&self, turn: Turn) -> PyMove {
        PyMove::new(&self.game, turn)
    }

    /// Returns the turn of a move, after checking that the move is legal on `board`.
    ///
    /// # Errors
    /// `IllegalMoveError` if the move is of another variant, or not legal on `board`.
    pub fn legal(&self, board: &Board, turn: &Bound<'_, PyMove>) -> PyResult<Turn> {
        let turn = turn.get();
        match self.game.is(&turn.game) && board.is_legal(&turn.turn) {
            true => Ok(turn.turn.clone()),
            false => Err(errors::IllegalMoveError::new_err(format!(
                "illegal move: {} in {}",
                turn.game.spell(&turn.turn),
                board.fen()
            ))),
        }
    }

    /// Draws the position for a notebook, as SVG, with the last move highlighted.
    pub fn draw(&self) -> PyResult<String> {
        let board = self.at().clone();
        let mut diagram = self.diagram(&board)?;
        if let Some(last) = board.history().last() {
            diagram.highlight_turn(&self.game.spell(last));
        }
        Ok(diagram.svg(CELL))
    }

    /// Creates a diagram of a board, which the caller has locked or copied.
    fn diagram(&self, board: &Board) -> PyResult<Diagram> {
        Diagram::new(self.game.definition().clone(), &board.fen()).map_err(refused)
    }

    /// Converts a piece to Python's class, with its name.
    fn named(&self, piece: Piece) -> PyPiece {
        let definition = self.game.definition().piece(piece.piece_type);
        PyPiece {
            letter: definition.letter,
            color: is_white(piece.color),
            name: definition.name.clone(),
        }
    }

    /// Returns all pieces and their squares.
    fn piece_list(&self) -> Vec<(Square, Piece)> {
        let board = self.at();
        let squares = self.game.definition().shape.squares();
        squares
            .filter_map(|square| Some((square, board.piece_at(square)?)))
            .collect()
    }

    /// Tests whether the game has ended for a certain reason.
    fn ended_by(&self, reason: Reason) -> bool {
        self.at().outcome().is_some_and(|outcome| outcome.reason == reason)
    }

    /// Looks up a piece type by its letter, in upper or lower case.
    fn piece_type(&self, letter: char) -> PyResult<PieceType> {
        let definition = self.game.definition();
        let found = definition.piece_of_letter(letter.to_ascii_uppercase());
        let (piece_type, _) = found.ok_or_else(|| refused(format!("{} has no piece '{letter}'", definition.name)))?;
        Ok(piece_type)
    }
}

/// Counts move sequences (perft) in another thread, so that Ctrl-C can end the count. The count works on a copy: the
/// board may be changed meanwhile.
fn count(this: &Bound<'_, PyBoard>, depth: u32, threads: Option<NonZeroUsize>) -> PyResult<Perft> {
    if depth > MAX_PERFT_DEPTH {
        return Err(refused(format!(
            "a depth from 0 to {MAX_PERFT_DEPTH} is expected, not {depth}"
        )));
    }
    let signals = Arc::new(Signals::default());
    let (sender, mut receiver) = channel();
    let threads = threads.map_or(1, NonZeroUsize::get);
    let board = this.get().at().clone();
    let work = {
        let signals = signals.clone();
        move || {
            // After Ctrl-C the receiver no longer exists, which is not an error.
            let _ = sender.send(board.perft_until(depth, threads, &signals));
        }
    };
    thread::Builder::new()
        .spawn(work)
        .map_err(|error| PyOSError::new_err(error.to_string()))?;
    let counted = waiting::next(this.py(), &mut receiver).inspect_err(|_| signals.stop())?;
    counted.flatten().ok_or_else(|| refused("the count has failed"))
}

#[pymethods]
impl PyBoard {
    #[new]
    #[pyo3(signature = (variant, fen = None))]
    fn new(variant: AnyGame<'_>, fen: Option<&str>) -> PyResult<Self> {
        let board = Self::start(&variant.open()?);
        if fen.is_some() {
            board.at().set_up(fen).map_err(errors::fen)?;
        }
        Ok(board)
    }

    #[getter]
    fn variant(&self) -> PyVariant {
        PyVariant {
            game: self.game.clone(),
        }
    }

    #[getter]
    fn turn(&self) -> bool {
        is_white(self.at().side())
    }

    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.at().fullmove()
    }

    #[getter]
    fn halfmove_clock(&self) -> u32 {
        self.at().halfmoves()
    }

    #[getter]
    fn legal_moves(&self) -> Vec<PyMove> {
        self.at().turns().into_iter().map(|turn| self.wrap(turn)).collect()
    }

    #[getter]
    fn move_stack(&self) -> Vec<PyMove> {
        self.at().history().iter().map(|turn| self.wrap(turn.clone())).collect()
    }

    fn is_legal(&self, r#move: &Bound<'_, PyMove>) -> bool {
        self.legal(&self.at(), r#move).is_ok()
    }

    /// Plays a move. A text is parsed as by `parse_san`.
    fn push(&self, r#move: AnyMove<'_>) -> PyResult<PyMove> {
        let mut board = self.at();
        let turn = match r#move {
            AnyMove::Move(played) => self.legal(&board, &played)?,
            AnyMove::Text(text) => board.parse_san(&text).map_err(errors::illegal)?,
        };
        board.play(&turn).map_err(errors::illegal)?;
        Ok(self.wrap(turn))
    }

    fn push_san(&self, san: &str) -> PyResult<PyMove> {
        self.push(AnyMove::Text(san.to_owned()))
    }

    fn push_uci(&self, uci: &str) -> PyResult<PyMove> {
        let mut board = self.at();
        let turn = board.parse(uci).map_err(errors::illegal)?;
        board.play(&turn).map_err(errors::illegal)?;
        Ok(self.wrap(turn))
    }

    fn pop(&self) -> PyResult<PyMove> {
        let turn = self.at().undo();
        turn.map(|turn| self.wrap(turn))
            .ok_or_else(|| PyIndexError::new_err("there is no move to take back"))
    }

    fn copy(&self) -> Self {
        let board = self.at().clone();
        Self::of(&self.game, board)
    }

    fn reset(&self) -> PyResult<()> {
        self.at().set_up(None).map_err(errors::fen)
    }

    fn set_fen(&self, fen: &str) -> PyResult<()> {
        self.at().set_up(Some(fen)).map_err(errors::fen)
    }

    fn fen(&self) -> String {
        self.at().fen()
    }

    fn key(&self) -> u64 {
        self.at().key()
    }

    fn uci(&self, r#move: &Bound<'_, PyMove>) -> String {
        self.game.spell(&r#move.get().turn)
    }

    fn san(&self, r#move: &Bound<'_, PyMove>) -> PyResult<String> {
        let board = self.at();
        Ok(board.san(&self.legal(&board, r#move)?))
    }

    fn parse(&self, text: &str) -> PyResult<PyMove> {
        Ok(self.wrap(self.at().parse(text).map_err(errors::illegal)?))
    }

    fn parse_uci(&self, uci: &str) -> PyResult<PyMove> {
        self.parse(uci)
    }

    fn parse_san(&self, san: &str) -> PyResult<PyMove> {
        Ok(self.wrap(self.at().parse_san(san).map_err(errors::illegal)?))
    }

    /// Formats consecutive moves from this position in algebraic notation, with move numbers.
    fn variation_san(&self, moves: Vec<Bound<'_, PyMove>>) -> PyResult<String> {
        let mut board = self.at().clone();
        let mut words = Vec::new();
        for played in &moves {
            let turn = self.legal(&board, played)?;
            let ply = Ply::of(&board);
            if words.is_empty() || ply.side == Color::White {
                words.push(ply.to_string());
            }
            words.push(board.san(&turn));
            board.play(&turn).map_err(errors::illegal)?;
        }
        Ok(words.join(" "))
    }

    fn piece_at(&self, square: AnySquare) -> PyResult<Option<PyPiece>> {
        let square = square.resolve(self.game.definition())?;
        Ok(self.at().piece_at(square).map(|piece| self.named(piece)))
    }

    fn piece_map(&self) -> BTreeMap<usize, PyPiece> {
        self.piece_list()
            .into_iter()
            .map(|(square, piece)| (square.index(), self.named(piece)))
            .collect()
    }

    fn pieces(&self, letter: char, color: bool) -> PyResult<Vec<usize>> {
        let wanted = Piece {
            piece_type: self.piece_type(letter)?,
            color: self::color(color),
        };
        let found = self.piece_list().into_iter().filter(|(_, piece)| *piece == wanted);
        Ok(found.map(|(square, _)| square.index()).collect())
    }

    fn king(&self, color: bool) -> Option<usize> {
        let wanted = Piece {
            piece_type: self.game.definition().king(),
            color: self::color(color),
        };
        let mut found = self.piece_list().into_iter().filter(|(_, piece)| *piece == wanted);
        found.next().map(|(square, _)| square.index())
    }

    fn is_check(&self) -> bool {
        self.at().in_check()
    }

    fn is_checkmate(&self) -> bool {
        self.ended_by(Reason::Checkmate)
    }

    fn is_stalemate(&self) -> bool {
        self.ended_by(Reason::Stalemate)
    }

    fn is_game_over(&self) -> bool {
        self.at().outcome().is_some()
    }

    fn outcome(&self) -> Option<PyOutcome> {
        self.at().outcome().map(PyOutcome)
    }

    fn result(&self) -> &'static str {
        self.at().outcome().map_or("*", Outcome::result)
    }

    #[pyo3(signature = (depth, threads = None))]
    fn perft(this: &Bound<'_, Self>, depth: u32, threads: Option<NonZeroUsize>) -> PyResult<u64> {
        Ok(count(this, depth, threads)?.nodes)
    }

    #[pyo3(signature = (depth, threads = None))]
    fn divide(this: &Bound<'_, Self>, depth: u32, threads: Option<NonZeroUsize>) -> PyResult<Vec<(PyMove, u64)>> {
        let counted = count(this, depth, threads)?.divide;
        let this = this.get();
        Ok(counted
            .into_iter()
            .map(|(turn, nodes)| (this.wrap(turn), nodes))
            .collect())
    }

    /// Draws the position as SVG.
    #[pyo3(signature = (*, size = CELL, flipped = false, lastmove = None, arrows = Vec::new(), targets = None))]
    fn svg(
        &self,
        size: u32,
        flipped: bool,
        lastmove: Option<&Bound<'_, PyMove>>,
        arrows: Vec<Bound<'_, PyMove>>,
        targets: Option<AnySquare>,
    ) -> PyResult<String> {
        let board = self.at().clone();
        let mut diagram = self.diagram(&board)?;
        diagram.flip(flipped);
        if let Some(last) = lastmove {
            diagram.highlight_turn(&last.get().uci_text());
        }
        for arrow in &arrows {
            diagram.add_arrow(&arrow.get().uci_text()).map_err(refused)?;
        }
        if let Some(square) = targets {
            let definition = self.game.definition();
            let name = definition.shape.name(square.resolve(definition)?);
            diagram.mark_targets(&name, &board.spelled_turns()).map_err(refused)?;
        }
        Ok(diagram.svg(size.clamp(1, Diagram::LARGEST)))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.draw()
    }

    fn __str__(&self) -> String {
        self.at().to_string()
    }

    fn __repr__(&self) -> String {
        format!("Board('{}', '{}')", self.game.definition().name, self.at().fen())
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else {
            return false;
        };
        let position = |board: &Self| {
            let board = board.at();
            (board.key(), board.fen())
        };
        let other = other.get();
        self.game.is(&other.game) && position(self) == position(other)
    }

    /// Returns how `pickle` restores the board: from the start position and the moves in coordinates.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let mut board = self.at().clone();
        let moves = board.history().iter().map(|turn| self.game.spell(turn)).collect();
        while board.undo().is_some() {}
        let restore = py.import("kurier._kurier")?.getattr("_restore_board")?;
        Ok((restore, (self.variant(), board.fen(), moves)))
    }
}

/// Restores a board for `pickle` from its start position and its moves in coordinates.
#[pyfunction]
pub fn _restore_board(variant: AnyGame<'_>, fen: &str, moves: Vec<String>) -> PyResult<PyBoard> {
    let board = PyBoard::new(variant, Some(fen))?;
    for text in moves {
        board.push_uci(&text)?;
    }
    Ok(board)
}

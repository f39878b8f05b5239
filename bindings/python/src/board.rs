//! The class `Board`: a position and the moves that led to it.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use kurier_engine::search::Signals;
use kurier_engine::session::{Board, Perft};
use kurier_rules::board::Square;
use kurier_rules::position::{MAX_PERFT_DEPTH, Outcome, Piece, Reason, Turn};
use kurier_rules::rules::Color;
use pyo3::exceptions::{PyIndexError, PyOSError};
use pyo3::prelude::*;

use crate::errors::{self, refused};
use crate::game::{AnyGame, Game};
use crate::moves::PyMove;
use crate::piece::{AnyPiece, PyOutcome, PyPiece, is_white, piece_of_symbol};
use crate::subclass::{LEGAL_MOVES, wrapped};
use crate::variant::{AnySquare, PyVariant};
use crate::waiting;

/// A position of a variant, and the moves that led to it.
///
/// `Board(variant)` has the start position of a variant, given by its name or as a `Variant`. `Board(variant, fen)` has
/// the position of a FEN; it raises `FenError` if the position cannot occur in the variant. Boards are equal if variant
/// and position are equal. Threads may share a board: every call is atomic.
///
///     >>> board = kurier.Board("courier")
///     >>> board.push_san("Nc3")
///     <Move b1c3>
///     >>> board.legal_moves.count()
///     26
#[pyclass(name = "Board", module = "kurier", frozen)]
pub struct PyBoard {
    /// Locked for one access at a time; no Python code is called while it is locked.
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

    /// Returns the turn of a move after checking that it is legal on `board`. A move that was read without a position
    /// is parsed on `board`.
    ///
    /// # Errors
    /// Fails with `IllegalMoveError` if the move belongs to another variant or is not legal on `board`.
    pub fn legal(&self, board: &Board, played: &PyMove) -> PyResult<Turn> {
        let own = played.game().is_none_or(|game| self.game.is(game));
        match played.turn() {
            Some(turn) if own && board.is_legal(turn) => Ok(turn.clone()),
            None if own => board.parse(&played.text()).map_err(errors::illegal),
            _ => Err(errors::IllegalMoveError::new_err(format!(
                "illegal move: {} in {}",
                played.text(),
                board.fen()
            ))),
        }
    }

    /// Plays a turn on `board` and returns it as a move.
    fn play(&self, board: &mut Board, turn: &Turn) -> PyResult<PyMove> {
        board.play(turn).map_err(errors::illegal)?;
        Ok(self.wrap(turn.clone()))
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
}

/// Counts move sequences (perft) in another thread, so that Ctrl-C can end the count. The count works on a copy, so the
/// board may be changed during the count.
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

    /// Returns the variant that is played.
    ///
    ///     >>> kurier.Board("courier").variant.title
    ///     'Courier Chess'
    #[getter]
    fn variant(&self) -> PyVariant {
        PyVariant {
            game: self.game.clone(),
        }
    }

    /// Returns the side to move: `WHITE` (`True`) or `BLACK` (`False`).
    ///
    ///     >>> kurier.Board("chess").turn == kurier.WHITE
    ///     True
    #[getter]
    fn turn(&self) -> bool {
        is_white(self.at().side())
    }

    /// Returns the number of the full move: 1 at the start, incremented after each of Black's turns.
    ///
    ///     >>> board = kurier.Board("chess")
    ///     >>> for text in ("e4", "e5"):
    ///     ...     _ = board.push_san(text)
    ///     >>> board.fullmove_number
    ///     2
    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.at().fullmove()
    }

    /// Returns the number of turns, of both sides together, since the last capture or pawn move.
    ///
    ///     >>> kurier.Board("chess", "4k3/8/8/8/8/8/8/R3K3 w - - 7 30").halfmove_clock
    ///     7
    #[getter]
    fn halfmove_clock(&self) -> u32 {
        self.at().halfmoves()
    }

    /// Returns the number of turns, of both sides together, before this position, counted from the first full move.
    ///
    ///     >>> board = kurier.Board("chess")
    ///     >>> _ = board.push_san("e4")
    ///     >>> board.ply()
    ///     1
    fn ply(&self) -> u32 {
        let board = self.at();
        2 * (board.fullmove() - 1) + u32::from(board.side() == Color::Black)
    }

    /// Returns all legal moves, in no particular order. The list is empty if a rule of the variant has ended the game.
    /// It is a `LegalMoves`, whose method `count` returns the number of moves.
    ///
    ///     >>> board = kurier.Board("chess")
    ///     >>> board.legal_moves.count()
    ///     20
    ///     >>> kurier.Move.from_uci("g1f3") in board.legal_moves
    ///     True
    #[getter]
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let moves: Vec<PyMove> = self.at().turns().into_iter().map(|turn| self.wrap(turn)).collect();
        wrapped(py, &LEGAL_MOVES, "LegalMoves", moves)
    }

    /// Returns the moves since the position was set up, oldest first.
    ///
    ///     >>> board = kurier.Board("chess")
    ///     >>> _ = board.push_san("e4")
    ///     >>> board.move_stack
    ///     [<Move e2e4>]
    #[getter]
    fn move_stack(&self) -> Vec<PyMove> {
        self.at().history().iter().map(|turn| self.wrap(turn.clone())).collect()
    }

    /// Returns the last move. Raises `IndexError` if there is none.
    ///
    ///     >>> board = kurier.Board("chess")
    ///     >>> _ = board.push_san("e4")
    ///     >>> board.peek()
    ///     <Move e2e4>
    fn peek(&self) -> PyResult<PyMove> {
        let last = self.at().history().last().cloned();
        last.map(|turn| self.wrap(turn))
            .ok_or_else(|| PyIndexError::new_err("no move has been played"))
    }

    /// Returns a board with the position before the first move.
    ///
    ///     >>> board = kurier.Board("chess")
    ///     >>> _ = board.push_san("e4")
    ///     >>> board.root() == kurier.Board("chess")
    ///     True
    fn root(&self) -> Self {
        let root = self.at().root();
        Self::of(&self.game, root)
    }

    /// Tests whether a move is legal. A move of another variant is not.
    ///
    ///     >>> board = kurier.Board("chess")
    ///     >>> board.is_legal(kurier.Move.from_uci("e2e5"))
    ///     False
    fn is_legal(&self, r#move: &Bound<'_, PyMove>) -> bool {
        self.legal(&self.at(), r#move.get()).is_ok()
    }

    /// Plays a move and returns it. A string is parsed as by `parse_san`. Raises `IllegalMoveError`, and leaves the
    /// board unchanged, if the move is not legal.
    ///
    ///     >>> board = kurier.Board("chess")
    ///     >>> board.push(board.parse_san("e4"))
    ///     <Move e2e4>
    ///     >>> board.push("e5")
    ///     <Move e7e5>
    fn push(&self, r#move: AnyMove<'_>) -> PyResult<PyMove> {
        let mut board = self.at();
        let turn = match r#move {
            AnyMove::Move(played) => self.legal(&board, played.get())?,
            AnyMove::Text(text) => board.parse_san(&text).map_err(errors::illegal)?,
        };
        self.play(&mut board, &turn)
    }

    /// Plays a move in algebraic notation and returns it. Raises `IllegalMoveError` if there is no such move.
    ///
    ///     >>> kurier.Board("courier").push_san("Nc3")
    ///     <Move b1c3>
    fn push_san(&self, san: &str) -> PyResult<PyMove> {
        self.push(AnyMove::Text(san.to_owned()))
    }

    /// Plays a move in coordinate notation and returns it. Raises `IllegalMoveError` if there is no such move.
    ///
    ///     >>> kurier.Board("courier").push_uci("b1c3")
    ///     <Move b1c3>
    fn push_uci(&self, uci: &str) -> PyResult<PyMove> {
        let mut board = self.at();
        let turn = board.parse(uci).map_err(errors::illegal)?;
        self.play(&mut board, &turn)
    }

    /// Plays a legal move and returns it in algebraic notation. Raises `IllegalMoveError` if it is not legal.
    ///
    ///     >>> board = kurier.Board("chess")
    ///     >>> board.san_and_push(kurier.Move.from_uci("g1f3"))
    ///     'Nf3'
    fn san_and_push(&self, r#move: &Bound<'_, PyMove>) -> PyResult<String> {
        let mut board = self.at();
        let turn = self.legal(&board, r#move.get())?;
        let san = board.san(&turn);
        self.play(&mut board, &turn)?;
        Ok(san)
    }

    /// Takes the last move back and returns it. Raises `IndexError` if there is none.
    ///
    ///     >>> board = kurier.Board("chess")
    ///     >>> _ = board.push_san("e4")
    ///     >>> board.pop()
    ///     <Move e2e4>
    fn pop(&self) -> PyResult<PyMove> {
        let turn = self.at().undo();
        turn.map(|turn| self.wrap(turn))
            .ok_or_else(|| PyIndexError::new_err("there is no move to take back"))
    }

    /// Returns a copy of the board, including the moves that led to the position.
    ///
    ///     >>> board = kurier.Board("chess")
    ///     >>> other = board.copy()
    ///     >>> _ = other.push_san("e4")
    ///     >>> board == other
    ///     False
    fn copy(&self) -> Self {
        let board = self.at().clone();
        Self::of(&self.game, board)
    }

    /// Sets up the start position of the variant and forgets the moves.
    ///
    ///     >>> board = kurier.Board("chess")
    ///     >>> _ = board.push_san("e4")
    ///     >>> board.reset()
    ///     >>> board.ply()
    ///     0
    fn reset(&self) -> PyResult<()> {
        self.at().set_up(None).map_err(errors::fen)
    }

    /// Sets up a position and forgets the moves. Raises `FenError`, and leaves the board unchanged, if the position
    /// cannot occur in the variant.
    ///
    ///     >>> board = kurier.Board("chess")
    ///     >>> board.set_fen("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
    ///     >>> len(board.piece_map())
    ///     3
    fn set_fen(&self, fen: &str) -> PyResult<()> {
        self.at().set_up(Some(fen)).map_err(errors::fen)
    }

    /// Returns the position as FEN with all six fields.
    ///
    ///     >>> kurier.Board("chess").fen()
    ///     'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
    fn fen(&self) -> String {
        self.at().fen()
    }

    /// Returns a 64-bit hash of everything that matters for repetition. It does not change between runs.
    ///
    ///     >>> kurier.Board("chess").key() == kurier.Board("chess").key()
    ///     True
    fn key(&self) -> u64 {
        self.at().key()
    }

    /// Returns the piece on a square, given by its name or number; `None` if the square is empty. Raises `KurierError`
    /// if there is no such square.
    ///
    ///     >>> kurier.Board("chess").piece_at("g1")
    ///     <Piece N Knight>
    fn piece_at(&self, square: AnySquare) -> PyResult<Option<PyPiece>> {
        let square = square.resolve(self.game.definition())?;
        let piece = self.at().piece_at(square);
        Ok(piece.map(|piece| PyPiece::named(&self.game, piece)))
    }

    /// Puts a piece on a square, or empties the square if the piece is `None`, and forgets the moves. The piece may be
    /// a letter as in a FEN. Raises `FenError`, and leaves the board unchanged, if the position cannot occur in the
    /// variant, for instance without a king.
    ///
    ///     >>> board = kurier.Board("chess")
    ///     >>> board.set_piece_at("e4", "N")
    ///     >>> board.piece_at("e4")
    ///     <Piece N Knight>
    #[pyo3(signature = (square, piece))]
    fn set_piece_at(&self, square: AnySquare, piece: Option<AnyPiece<'_>>) -> PyResult<()> {
        let square = square.resolve(self.game.definition())?;
        let symbol = piece.map(|piece| match piece {
            AnyPiece::Piece(piece) => piece.get().symbol(),
            AnyPiece::Symbol(symbol) => symbol,
        });
        let piece = symbol.map(|symbol| piece_of_symbol(&self.game, symbol)).transpose()?;
        self.at().put(square, piece).map_err(errors::fen)
    }

    /// Removes the piece on a square and returns it; `None` if the square is empty. Forgets the moves. Raises
    /// `FenError` if the position cannot occur in the variant.
    ///
    ///     >>> board = kurier.Board("chess")
    ///     >>> board.remove_piece_at("b1")
    ///     <Piece N Knight>
    fn remove_piece_at(&self, square: AnySquare) -> PyResult<Option<PyPiece>> {
        let square = square.resolve(self.game.definition())?;
        let mut board = self.at();
        let piece = board.piece_at(square);
        board.put(square, None).map_err(errors::fen)?;
        Ok(piece.map(|piece| PyPiece::named(&self.game, piece)))
    }

    /// Returns all pieces by the numbers of their squares.
    ///
    ///     >>> len(kurier.Board("courier").piece_map())
    ///     48
    fn piece_map(&self) -> BTreeMap<usize, PyPiece> {
        self.piece_list()
            .into_iter()
            .map(|(square, piece)| (square.index(), PyPiece::named(&self.game, piece)))
            .collect()
    }

    /// Returns how many pieces of each type a player holds in hand, by letter; an empty dictionary in a variant without
    /// hands.
    ///
    ///     >>> kurier.Board("crazyhouse", "4k3/8/8/8/8/8/8/4K3[NPP] w - - 0 1").hand(kurier.WHITE)
    ///     {'N': 1, 'P': 2}
    fn hand(&self, color: bool) -> BTreeMap<char, u8> {
        let held = self.at().holdings();
        let held = held.map(|held| held[crate::piece::color(color).index()]);
        let kinds = self.game.definition().piece_types();
        let counts = kinds.zip(held.into_iter().flatten());
        counts
            .filter(|(_, count)| *count > 0)
            .map(|((_, kind), count)| (kind.letter, count))
            .collect()
    }

    /// Returns the squares of all pieces of a type and colour, in ascending order. Raises `KurierError` if there is no
    /// such piece type.
    ///
    ///     >>> kurier.Board("chess").pieces("N", kurier.WHITE)
    ///     [1, 6]
    fn pieces(&self, letter: char, color: bool) -> PyResult<Vec<usize>> {
        let wanted = Piece {
            color: crate::piece::color(color),
            ..piece_of_symbol(&self.game, letter)?
        };
        let found = self.piece_list().into_iter().filter(|(_, piece)| *piece == wanted);
        Ok(found.map(|(square, _)| square.index()).collect())
    }

    /// Returns the square of a side's king; `None` if a chain of captures has taken the king, or if the side has no
    /// king or several kings in this variant.
    ///
    ///     >>> board = kurier.Board("courier")
    ///     >>> board.variant.square_name(board.king(kurier.WHITE))
    ///     'f1'
    fn king(&self, color: bool) -> Option<usize> {
        let color = crate::piece::color(color);
        let piece_type = self.game.definition().king(color)?;
        let wanted = Piece { piece_type, color };
        let mut found = self.piece_list().into_iter().filter(|(_, piece)| *piece == wanted);
        found.next().map(|(square, _)| square.index())
    }

    /// Returns a board on which both sides have changed places: colours are exchanged and ranks reversed. The copy has
    /// no moves. Raises `FenError` if the variant is not symmetric and the mirror image cannot occur in it.
    ///
    ///     >>> board = kurier.Board("chess")
    ///     >>> _ = board.push_san("e4")
    ///     >>> board.mirror().fen()
    ///     'rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
    fn mirror(&self) -> PyResult<Self> {
        let mirror = self.at().mirrored().map_err(errors::fen)?;
        Ok(Self::of(&self.game, mirror))
    }

    /// Tests whether the side to move is in check.
    ///
    ///     >>> kurier.Board("chess", "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1").is_check()
    ///     True
    fn is_check(&self) -> bool {
        self.at().in_check()
    }

    /// Tests whether the game has ended by checkmate.
    ///
    ///     >>> kurier.Board("chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").is_checkmate()
    ///     True
    fn is_checkmate(&self) -> bool {
        self.ended_by(Reason::Checkmate)
    }

    /// Tests whether the game has ended by stalemate, whatever its result is.
    ///
    ///     >>> kurier.Board("chess", "7k/8/6QK/8/8/8/8/8 b - - 0 1").is_stalemate()
    ///     True
    fn is_stalemate(&self) -> bool {
        self.ended_by(Reason::Stalemate)
    }

    /// Tests whether the game has ended, for whatever reason.
    ///
    ///     >>> kurier.Board("chess").is_game_over()
    ///     False
    fn is_game_over(&self) -> bool {
        self.at().outcome().is_some()
    }

    /// Returns how the game has ended; `None` if it continues.
    ///
    ///     >>> kurier.Board("leap64", "4k3/8/8/8/8/8/8/R3K3 b - - 0 1").outcome()
    ///     <Outcome 1-0: bare king>
    fn outcome(&self) -> Option<PyOutcome> {
        self.at().outcome().map(PyOutcome)
    }

    /// Returns the result as PGN writes it: `1-0`, `0-1`, `1/2-1/2`, or `*` if the game continues.
    ///
    ///     >>> kurier.Board("chess").result()
    ///     '*'
    fn result(&self) -> &'static str {
        self.at().outcome().map_or("*", Outcome::result)
    }

    /// Counts the move sequences of `depth` turns (at most 255) with `threads` threads, by default one. Ctrl-C ends the
    /// count.
    ///
    ///     >>> kurier.Board("courier").perft(3)
    ///     18406
    #[pyo3(signature = (depth, threads = None))]
    fn perft(this: &Bound<'_, Self>, depth: u32, threads: Option<NonZeroUsize>) -> PyResult<u64> {
        Ok(count(this, depth, threads)?.nodes)
    }

    /// Counts as `perft` does and returns the count for each first move; empty at depth 0.
    ///
    ///     >>> sum(nodes for move, nodes in kurier.Board("chess").divide(2))
    ///     400
    #[pyo3(signature = (depth, threads = None))]
    fn divide(this: &Bound<'_, Self>, depth: u32, threads: Option<NonZeroUsize>) -> PyResult<Vec<(PyMove, u64)>> {
        let counted = count(this, depth, threads)?.divide;
        let this = this.get();
        Ok(counted
            .into_iter()
            .map(|(turn, nodes)| (this.wrap(turn), nodes))
            .collect())
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

    /// Returns how `pickle` restores the board: from the start position and the moves in coordinate notation.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let mut board = self.at().clone();
        let moves = board.history().iter().map(|turn| self.game.spell(turn)).collect();
        while board.undo().is_some() {}
        let restore = py.import("kurier._kurier")?.getattr("_restore_board")?;
        Ok((restore, (self.variant(), board.fen(), moves)))
    }
}

/// Restores a board for `pickle` from its start position and its moves in coordinate notation.
#[pyfunction]
pub fn _restore_board(variant: AnyGame<'_>, fen: &str, moves: Vec<String>) -> PyResult<PyBoard> {
    let board = PyBoard::new(variant, Some(fen))?;
    for text in moves {
        board.push_uci(&text)?;
    }
    Ok(board)
}

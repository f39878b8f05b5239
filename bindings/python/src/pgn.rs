//! The classes `Game` and `PgnReader`: played games, read from PGN and written as PGN.

use std::ffi::CString;
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use kurier_engine::session::Board;
use kurier_formats::pgn::{self, GameRecord, GameResult, MoveRecord, PgnError, Ply, Reader};
use kurier_rules::rules::Catalogue;
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;

use crate::board::PyBoard;
use crate::errors::{self, refused};
use crate::game::{AnyGame, Game};
use crate::moves::PyMove;
use crate::variant::PyVariant;

/// A played game with tags, comments and glyphs, as in a PGN file.
///
/// `Game(board)` is the record of the moves on a board. `tags` is a list of names and values. `comments` and `glyphs`
/// have an entry for each move; `variations` contains the alternatives to each move as text. `preamble` is the comment
/// before the first move, and `rest` the movetext that follows the moves. By default, `result` is the result on the
/// board. Raises `KurierError` if `result` is not a PGN result. `tree` returns the game as a tree in which variations
/// can be played and edited.
///
///     >>> board = kurier.Board("courier")
///     >>> _ = board.push_san("Nc3")
///     >>> kurier.Game(board, tags=[("White", "Me")])
///     <Game courier, 1 moves, *>
#[pyclass(name = "Game", module = "kurier", frozen)]
pub struct PyGame {
    pub game: Arc<Game>,
    pub record: GameRecord,
}

/// An iterator over the games of a PGN file, as `read_pgn` returns it. A faulty game raises `PgnError`; the next call
/// reads the game after it.
///
///     >>> reader = kurier.read_pgn(text="1. e4 e5 * 1. d4 *")
///     >>> [len(game.moves) for game in reader]
///     [2, 1]
#[pyclass(name = "PgnReader", module = "kurier", frozen)]
pub struct PyReader {
    reader: Mutex<Reader<Box<dyn BufRead + Send>>>,
    /// The user's own variants whose games the file may contain, in addition to the built-in variants.
    others: Vec<Arc<Game>>,
}

/// Reads games in PGN from a file or a string, one at a time, so that files may have any size. `variants` are your own
/// variants that may occur in the file. Raises `OSError` if the file cannot be opened, and `KurierError` unless either
/// `path` or `text` is given.
///
///     >>> [game] = kurier.read_pgn(text="1. e4 e5 *")
///     >>> game.moves
///     [<Move e2e4>, <Move e7e5>]
#[pyfunction]
#[pyo3(signature = (path = None, *, text = None, variants = Vec::new()))]
pub fn read_pgn(path: Option<PathBuf>, text: Option<String>, variants: Vec<AnyGame<'_>>) -> PyResult<PyReader> {
    let input: Box<dyn BufRead + Send> = match (path, text) {
        (Some(path), None) => Box::new(BufReader::new(File::open(path)?)),
        (None, Some(text)) => Box::new(Cursor::new(text.into_bytes())),
        _ => return Err(refused("expected either a path or a text")),
    };
    Ok(PyReader {
        reader: Mutex::new(Reader::new(input)),
        others: variants.into_iter().map(AnyGame::open).collect::<PyResult<_>>()?,
    })
}

impl PyReader {
    /// Reads the next game and returns it; returns `None` at the end of the file. No Python code runs while the reader
    /// is locked.
    fn read(&self) -> Option<Result<pgn::Game, PgnError>> {
        self.reader.lock().unwrap_or_else(PoisonError::into_inner).next()
    }
}

#[pymethods]
impl PyReader {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyGame>> {
        let Some(found) = self.read() else {
            return Ok(None);
        };
        let failed = |error| errors::pgn(py, &error);
        let found = found.map_err(failed)?;
        for warning in &found.warnings {
            let text = CString::new(warning.to_string())?;
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)?;
        }
        let other = found.tag("Variant").and_then(|tag| {
            let named = |game: &&Arc<Game>| game.definition().name.eq_ignore_ascii_case(tag.trim());
            self.others.iter().find(named).cloned()
        });
        let game = match other {
            Some(game) => game,
            None => {
                let definition = found.definition(&Catalogue::built_in()).map_err(failed)?;
                Game::named(&definition.name).map_err(|error| refused(error.to_string()))?
            }
        };
        let mut board = game.start.clone();
        let record = found.replay(&mut board).map_err(failed)?;
        Ok(Some(PyGame { game, record }))
    }
}

impl PyGame {
    /// Creates a board with the position before the first move.
    fn beginning(&self) -> PyResult<Board> {
        let mut board = self.game.start.clone();
        board.set_up(self.record.start_fen.as_deref()).map_err(errors::fen)?;
        Ok(board)
    }
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (
        board, *, tags = Vec::new(), comments = Vec::new(), glyphs = Vec::new(), variations = Vec::new(), result = None,
        preamble = String::new(), rest = String::new()
    ))]
    // Each argument is a keyword argument in Python.
    #[expect(clippy::too_many_arguments)]
    fn new(
        board: &Bound<'_, PyBoard>,
        tags: Vec<(String, String)>,
        comments: Vec<String>,
        glyphs: Vec<Vec<String>>,
        variations: Vec<Vec<String>>,
        result: Option<&str>,
        preamble: String,
        rest: String,
    ) -> PyResult<Self> {
        let game = board.get().game.clone();
        let board = board.get().at().clone();
        let result = match result {
            None => board.outcome().map_or(GameResult::Unfinished, GameResult::from),
            Some(text) => GameResult::parse(text)
                .ok_or_else(|| refused(format!("expected 1-0, 0-1, 1/2-1/2 or *, found '{text}'")))?,
        };
        let played = board.history().to_vec();
        let mut back = board.root();
        let fen = back.fen();
        let start_ply = Ply::of(&back);
        let mut comments = comments.into_iter();
        let mut glyphs = glyphs.into_iter();
        let mut variations = variations.into_iter();
        let mut moves = Vec::with_capacity(played.len());
        for turn in played {
            let san = back.san(&turn);
            back.play(&turn).map_err(errors::illegal)?;
            let mut record = MoveRecord::new(turn, san, comments.next().unwrap_or_default());
            record.annotations.glyphs = glyphs.next().unwrap_or_default();
            record.annotations.variations = variations.next().unwrap_or_default();
            moves.push(record);
        }
        let termination = tags.iter().find(|(name, _)| name == "Termination");
        Ok(Self {
            record: GameRecord {
                termination: termination.map(|(_, value)| value.clone()).unwrap_or_default(),
                tags,
                variant: game.definition().name.clone(),
                start_fen: (fen != game.start.fen()).then_some(fen),
                start_ply,
                preamble,
                moves,
                rest,
                result,
            },
            game,
        })
    }

    /// Returns the variant that is played.
    ///
    ///     >>> [game] = kurier.read_pgn(text='[White "A"]\n\n{Go} 1. e4! {best} (1. d4 d5) e5 1-0')
    ///     >>> game.variant.name
    ///     'chess'
    #[getter]
    fn variant(&self) -> PyVariant {
        PyVariant {
            game: self.game.clone(),
        }
    }

    /// Returns the names and values of the tags, in order.
    ///
    ///     >>> [game] = kurier.read_pgn(text='[White "A"]\n\n{Go} 1. e4! {best} (1. d4 d5) e5 1-0')
    ///     >>> game.tags[0]
    ///     ('White', 'A')
    #[getter]
    fn tags(&self) -> Vec<(String, String)> {
        self.record.tags.clone()
    }

    /// Returns the moves.
    ///
    ///     >>> [game] = kurier.read_pgn(text='[White "A"]\n\n{Go} 1. e4! {best} (1. d4 d5) e5 1-0')
    ///     >>> game.moves
    ///     [<Move e2e4>, <Move e7e5>]
    #[getter]
    fn moves(&self) -> Vec<PyMove> {
        let moves = self.record.moves.iter();
        moves
            .map(|played| PyMove::new(&self.game, played.turn.clone()))
            .collect()
    }

    /// Returns the comment of each move; empty for moves without a comment.
    ///
    ///     >>> [game] = kurier.read_pgn(text='[White "A"]\n\n{Go} 1. e4! {best} (1. d4 d5) e5 1-0')
    ///     >>> game.comments
    ///     ['best', '']
    #[getter]
    fn comments(&self) -> Vec<String> {
        self.record.moves.iter().map(|played| played.comment.clone()).collect()
    }

    /// Returns the comment before the first move.
    ///
    ///     >>> [game] = kurier.read_pgn(text='[White "A"]\n\n{Go} 1. e4! {best} (1. d4 d5) e5 1-0')
    ///     >>> game.preamble
    ///     'Go'
    #[getter]
    fn preamble(&self) -> &str {
        &self.record.preamble
    }

    /// Returns the glyphs of each move, such as `$14`; the first may be an annotation symbol such as `!`.
    ///
    ///     >>> [game] = kurier.read_pgn(text='[White "A"]\n\n{Go} 1. e4! {best} (1. d4 d5) e5 1-0')
    ///     >>> game.glyphs
    ///     [['!'], []]
    #[getter]
    fn glyphs(&self) -> Vec<Vec<String>> {
        let moves = self.record.moves.iter();
        moves.map(|played| played.annotations.glyphs.clone()).collect()
    }

    /// Returns the alternatives to each move, as text.
    ///
    ///     >>> [game] = kurier.read_pgn(text='[White "A"]\n\n{Go} 1. e4! {best} (1. d4 d5) e5 1-0')
    ///     >>> game.variations
    ///     [['1. d4 d5'], []]
    #[getter]
    fn variations(&self) -> Vec<Vec<String>> {
        let moves = self.record.moves.iter();
        moves.map(|played| played.annotations.variations.clone()).collect()
    }

    /// Returns the part of the game that cannot be replayed, as text: from a null move (`--`, `Z0`) on, or the moves
    /// after the game has ended by a rule such as the bare king. It is empty in most games.
    ///
    ///     >>> [game] = kurier.read_pgn(text='[White "A"]\n\n{Go} 1. e4! {best} (1. d4 d5) e5 1-0')
    ///     >>> game.rest
    ///     ''
    #[getter]
    fn rest(&self) -> &str {
        &self.record.rest
    }

    /// Returns the position before the first move as FEN; `None` if it is the start position of the variant.
    ///
    ///     >>> [game] = kurier.read_pgn(text='[White "A"]\n\n{Go} 1. e4! {best} (1. d4 d5) e5 1-0')
    ///     >>> game.start_fen is None
    ///     True
    #[getter]
    fn start_fen(&self) -> Option<&str> {
        self.record.start_fen.as_deref()
    }

    /// Returns the result: `1-0`, `0-1`, `1/2-1/2` or `*`.
    ///
    ///     >>> [game] = kurier.read_pgn(text='[White "A"]\n\n{Go} 1. e4! {best} (1. d4 d5) e5 1-0')
    ///     >>> game.result
    ///     '1-0'
    #[getter]
    fn result(&self) -> &'static str {
        self.record.result.text()
    }

    /// Creates a board with the position before the first move.
    ///
    ///     >>> [game] = kurier.read_pgn(text='[White "A"]\n\n{Go} 1. e4! {best} (1. d4 d5) e5 1-0')
    ///     >>> game.board().ply()
    ///     0
    fn board(&self) -> PyResult<PyBoard> {
        Ok(PyBoard::of(&self.game, self.beginning()?))
    }

    /// Creates a board on which all moves of the game are played.
    ///
    ///     >>> [game] = kurier.read_pgn(text='[White "A"]\n\n{Go} 1. e4! {best} (1. d4 d5) e5 1-0')
    ///     >>> game.end().ply()
    ///     2
    fn end(&self) -> PyResult<PyBoard> {
        let mut board = self.beginning()?;
        for played in &self.record.moves {
            board.play(&played.turn).map_err(errors::illegal)?;
        }
        Ok(PyBoard::of(&self.game, board))
    }

    /// Returns the game as PGN, with the empty line that separates games in a file.
    ///
    ///     >>> [game] = kurier.read_pgn(text='[White "A"]\n\n{Go} 1. e4! {best} (1. d4 d5) e5 1-0')
    ///     >>> print(game.pgn().splitlines()[-2])
    ///     {Go} 1. e4! {best} (1. d4 d5) 1... e5 1-0
    fn pgn(&self) -> String {
        pgn::text(&self.record)
    }

    /// Returns the game as a tree, `kurier.pgn.Game`, whose variations can be played and edited.
    ///
    ///     >>> [game] = kurier.read_pgn(text='[White "A"]\n\n{Go} 1. e4! {best} (1. d4 d5) e5 1-0')
    ///     >>> [node.san() for node in game.tree().variations]
    ///     ['e4', 'd4']
    fn tree<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let class = this.py().import("kurier.pgn")?.getattr("Game")?;
        class.call_method1("from_record", (this,))
    }

    fn __str__(&self) -> String {
        self.pgn()
    }

    fn __repr__(&self) -> String {
        let name = &self.game.definition().name;
        format!("<Game {name}, {} moves, {}>", self.record.moves.len(), self.result())
    }
}

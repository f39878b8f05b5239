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

/// The class `Game`: a played game.
#[pyclass(name = "Game", module = "kurier", frozen)]
pub struct PyGame {
    pub game: Arc<Game>,
    pub record: GameRecord,
}

/// The class `PgnReader`: an iterator over the games of a PGN file.
#[pyclass(name = "PgnReader", module = "kurier", frozen)]
pub struct PyReader {
    reader: Mutex<Reader<Box<dyn BufRead + Send>>>,
    /// The user's own variants whose games the file may contain, in addition to the built-in variants.
    others: Vec<Arc<Game>>,
}

/// Opens a PGN file for reading, or `text` in its place.
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
    /// Reads the next game; `None` at the end of the file. No Python code runs while the reader is locked.
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
                Game::named(&definition.name).ok_or_else(|| refused("a built-in game"))?
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
    /// Creates the record of the moves that were played on a board.
    #[new]
    #[pyo3(signature = (board, *, tags = Vec::new(), comments = Vec::new(), result = None, preamble = String::new()))]
    fn new(
        board: &Bound<'_, PyBoard>,
        tags: Vec<(String, String)>,
        comments: Vec<String>,
        result: Option<&str>,
        preamble: String,
    ) -> PyResult<Self> {
        let game = board.get().game.clone();
        let board = board.get().at().clone();
        let result = match result {
            None => board.outcome().map_or(GameResult::Unfinished, GameResult::from),
            Some(text) => GameResult::parse(text)
                .ok_or_else(|| refused(format!("expected 1-0, 0-1, 1/2-1/2 or *, found '{text}'")))?,
        };
        let played = board.history().to_vec();
        let mut back = board;
        while back.undo().is_some() {}
        let fen = back.fen();
        let start_ply = Ply::of(&back);
        let mut comments = comments.into_iter();
        let mut moves = Vec::with_capacity(played.len());
        for turn in played {
            let san = back.san(&turn);
            back.play(&turn).map_err(errors::illegal)?;
            let comment = comments.next().unwrap_or_default();
            moves.push(MoveRecord::new(turn, san, comment));
        }
        Ok(Self {
            record: GameRecord {
                tags,
                variant: game.definition().name.clone(),
                start_fen: (fen != game.start.fen()).then_some(fen),
                start_ply,
                preamble,
                moves,
                rest: String::new(),
                result,
                termination: String::new(),
            },
            game,
        })
    }

    #[getter]
    fn variant(&self) -> PyVariant {
        PyVariant {
            game: self.game.clone(),
        }
    }

    #[getter]
    fn tags(&self) -> Vec<(String, String)> {
        self.record.tags.clone()
    }

    #[getter]
    fn moves(&self) -> Vec<PyMove> {
        let moves = self.record.moves.iter();
        moves
            .map(|played| PyMove::new(&self.game, played.turn.clone()))
            .collect()
    }

    #[getter]
    fn comments(&self) -> Vec<String> {
        self.record.moves.iter().map(|played| played.comment.clone()).collect()
    }

    #[getter]
    fn preamble(&self) -> &str {
        &self.record.preamble
    }

    #[getter]
    fn glyphs(&self) -> Vec<Vec<String>> {
        let moves = self.record.moves.iter();
        moves.map(|played| played.annotations.glyphs.clone()).collect()
    }

    #[getter]
    fn variations(&self) -> Vec<Vec<String>> {
        let moves = self.record.moves.iter();
        moves.map(|played| played.annotations.variations.clone()).collect()
    }

    #[getter]
    fn rest(&self) -> &str {
        &self.record.rest
    }

    #[getter]
    fn start_fen(&self) -> Option<&str> {
        self.record.start_fen.as_deref()
    }

    #[getter]
    fn result(&self) -> &'static str {
        self.record.result.text()
    }

    /// Creates a board with the position before the first move.
    fn board(&self) -> PyResult<PyBoard> {
        Ok(PyBoard::of(&self.game, self.beginning()?))
    }

    /// Creates a board on which all moves of the game are played.
    fn end(&self) -> PyResult<PyBoard> {
        let mut board = self.beginning()?;
        for played in &self.record.moves {
            board.play(&played.turn).map_err(errors::illegal)?;
        }
        Ok(PyBoard::of(&self.game, board))
    }

    /// Returns the game as PGN.
    fn pgn(&self) -> String {
        pgn::text(&self.record)
    }

    fn __str__(&self) -> String {
        self.pgn()
    }

    fn __repr__(&self) -> String {
        let name = &self.game.definition().name;
        format!("<Game {name}, {} moves, {}>", self.record.moves.len(), self.result())
    }
}

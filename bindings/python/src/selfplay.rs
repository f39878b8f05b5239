//! The class `SelfPlay`: reads the files that `tuning datagen` writes (see `docs/formats.md`) as batches of positions.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use kurier_engine::session::{Board, Step};
use kurier_rules::rules::Color;
use numpy::{PyArray1, PyArray5, PyArrayMethods, ToPyArray};
use pyo3::prelude::*;
use serde::Deserialize;

use crate::errors::refused;
use crate::game::{AnyGame, Game};
use crate::learning::{plane_count, planes};

/// The version of the format that this package reads.
const FORMAT: u32 = 1;

/// The fields of the file's first line that are checked.
#[derive(Deserialize)]
struct Header {
    #[serde(rename = "kurier-games")]
    format: u32,
    variant: String,
    rules: String,
}

/// An iterator over batches of positions, each a tuple of arrays of length n:
///
/// - the positions as `Board.planes`, dtype uint8, shape (n, planes, levels, ranks, files);
/// - the scores of the search, dtype int32, in centipawns from White's point of view;
/// - White's results, dtype float32: 1, 0.5 or 0;
/// - the moves played, dtype int64: the number of the first step of each move, see `Move.numbers`.
///
/// Unfinished games are left out. A damaged line raises `KurierError`. Files may have any size: only one batch is in
/// memory. `read_selfplay` opens a file.
///
///     >>> for planes, scores, results, played in kurier.read_selfplay("courier.games"):  # doctest: +SKIP
///     ...     train(planes, scores)
#[pyclass(name = "SelfPlay", module = "kurier", frozen)]
pub struct PySelfPlay {
    game: Arc<Game>,
    path: PathBuf,
    batch: usize,
    lines: Mutex<Lines>,
}

/// The part of the file that has not been returned yet.
struct Lines {
    input: BufReader<File>,
    /// The number of the last line read, from 1.
    number: usize,
    /// Positions that were read but did not fit in the last batch.
    rest: Samples,
}

/// Positions as parallel vectors.
#[derive(Default)]
struct Samples {
    /// The planes of all positions, one position after the other.
    planes: Vec<u8>,
    /// Scores of the search in centipawns, from White's point of view.
    scores: Vec<i32>,
    /// White's results, from 0 to 1.
    results: Vec<f32>,
    /// The numbers of the first steps of the turns that were played.
    played: Vec<i64>,
}

/// A batch of positions as Python receives it: planes, scores, results, played steps.
type Batch<'py> = (
    Bound<'py, PyArray5<u8>>,
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray1<f32>>,
    Bound<'py, PyArray1<i64>>,
);

/// Opens a file that `tuning datagen` has written, and reads it in batches of `batch` positions. `variant` is needed
/// only for games of your own variant. Raises `OSError` if the file cannot be opened, and `KurierError` if it has a
/// different format, if its games follow different rules, or if `batch` is 0.
///
///     >>> for planes, scores, results, played in kurier.read_selfplay("chess.games"):  # doctest: +SKIP
///     ...     train(planes, scores)
#[pyfunction]
#[pyo3(signature = (path, variant = None, *, batch = 4096))]
pub fn read_selfplay(path: PathBuf, variant: Option<AnyGame<'_>>, batch: usize) -> PyResult<PySelfPlay> {
    let mut input = BufReader::new(File::open(&path)?);
    let mut first = String::new();
    input.read_line(&mut first)?;
    let faulty = |words: &str| refused(format!("{}: {words}", path.display()));
    let header: Header = serde_json::from_str(&first).map_err(|_| faulty("not a file of games"))?;
    if header.format != FORMAT {
        return Err(faulty(&format!(
            "format {} is unknown; this version reads {FORMAT}",
            header.format
        )));
    }
    let game = variant.unwrap_or(AnyGame::Name(header.variant)).open()?;
    if header.rules != format!("{:016x}", game.definition().rules_hash()) {
        return Err(faulty(&format!(
            "its games do not follow the rules of {}",
            game.definition().name
        )));
    }
    if batch == 0 {
        return Err(refused("expected a batch of one position or more"));
    }
    let lines = Lines {
        input,
        number: 1,
        rest: Samples::default(),
    };
    Ok(PySelfPlay {
        game,
        path,
        batch,
        lines: Mutex::new(lines),
    })
}

#[pymethods]
impl PySelfPlay {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Batch<'py>>> {
        let found = py.detach(|| {
            let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
            lines.batch(&self.game, &self.path, self.batch)
        })?;
        if found.scores.is_empty() {
            return Ok(None);
        }
        let shape = &self.game.definition().shape;
        let [levels, ranks, files] = [shape.levels(), shape.ranks(), shape.files()].map(usize::from);
        let count = plane_count(&self.game.start);
        let planes = found.planes.to_pyarray(py);
        Ok(Some((
            planes.reshape([found.scores.len(), count, levels, ranks, files])?,
            found.scores.to_pyarray(py),
            found.results.to_pyarray(py),
            found.played.to_pyarray(py),
        )))
    }
}

impl Lines {
    /// Reads the next `size` positions, or fewer at the end of the file.
    fn batch(&mut self, game: &Game, path: &Path, size: usize) -> PyResult<Samples> {
        let mut line = String::new();
        while self.rest.scores.len() < size {
            line.clear();
            self.input.read_line(&mut line)?;
            // A last line without a line feed is incomplete: the program that wrote it was interrupted.
            let Some(text) = line.strip_suffix('\n') else { break };
            self.number += 1;
            let samples = &mut self.rest;
            read_game(game, text, samples)
                .ok_or_else(|| refused(format!("{}:{}: damaged", path.display(), self.number)))?;
        }
        let size = size.min(self.rest.scores.len());
        let area = self.rest.planes.len() / self.rest.scores.len().max(1);
        let after = Samples {
            planes: self.rest.planes.split_off(size * area),
            scores: self.rest.scores.split_off(size),
            results: self.rest.results.split_off(size),
            played: self.rest.played.split_off(size),
        };
        Ok(std::mem::replace(&mut self.rest, after))
    }
}

/// Appends the positions of a game to `samples`, unless the game is unfinished. Returns `None` if the line is damaged.
fn read_game(game: &Game, line: &str, samples: &mut Samples) -> Option<()> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [_, fen, result, _, turns] = *fields.as_slice() else {
        return None;
    };
    let result = match result {
        "1-0" => 1.0,
        "0-1" => 0.0,
        "1/2-1/2" => 0.5,
        "*" => return Some(()),
        _ => return None,
    };
    let mut board: Board = game.start.clone();
    board.set_up(Some(fen)).ok()?;
    let words: Vec<&str> = turns.split_whitespace().collect();
    let (pairs, []) = words.as_chunks::<2>() else {
        return None;
    };
    for [text, score] in pairs {
        let turn = board.parse(text).ok()?;
        let score: i32 = score.parse().ok()?;
        let first = *Step::of(&board, &turn).first()?;
        samples.planes.extend(planes(&board));
        samples
            .scores
            .push(if board.side() == Color::White { score } else { -score });
        samples.results.push(result);
        samples.played.push(game.numbering().number(first)? as i64);
        board.play(&turn).ok()?;
    }
    Some(())
}

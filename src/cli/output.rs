//! What several commands print, and where they print it.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use serde_json::{Value as Json, json};

use super::error::CliError;
use crate::board::Shape;
use crate::position::Turn;
use crate::session::{Board, Value};

/// Stands for the standard output where a file is expected.
const STANDARD_OUTPUT: &str = "-";
/// The most turns of a line that are written in algebraic notation.
const LINE: usize = 20;

/// Writes a line to the standard error; not `eprintln!`, which panics where that is closed.
pub(super) fn to_stderr(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Writes a file; `-` is the standard output.
pub(super) fn write_file(out: &mut impl Write, path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    if path.as_os_str() == STANDARD_OUTPUT {
        return Ok(out.write_all(bytes)?);
    }
    fs::write(path, bytes).map_err(|source| CliError::File {
        path: path.to_owned(),
        source,
    })
}

/// The size of a board: `12x8`, `6x6x6`.
pub(super) fn board_size(shape: &Shape) -> String {
    let flat = format!("{}x{}", shape.files(), shape.ranks());
    match shape.levels() {
        1 => flat,
        levels => format!("{flat}x{levels}"),
    }
}

/// A score in JSON: `{"cp": 31}` or `{"mate": -2}`.
pub(super) fn score_in_json(value: Value) -> Json {
    match value {
        Value::Centipawns(score) => json!({ "cp": score }),
        Value::Mate(moves) => json!({ "mate": moves }),
    }
}

/// The beginning of a line in algebraic notation.
pub(super) fn san_line(board: &Board, line: &[Turn]) -> Vec<String> {
    board.san_line(&line[..line.len().min(LINE)])
}

//! Input and output that several commands share.

use std::io::{self, Write};
use std::path::Path;

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value as Json, json};

use super::error::CliError;
use kurier_engine::session::{Board, Value};
use kurier_rules::files;
use kurier_rules::position::Turn;
use kurier_rules::sanitize::strip_controls;

/// The file name that stands for the standard input or output.
pub(super) const STANDARD_STREAM: &str = "-";
/// The maximum number of moves of a variation that are written in algebraic notation.
const MAX_SAN_MOVES: usize = 20;

/// The maximum length of a message in characters; longer messages usually quote binary input.
const MAX_MESSAGE_LENGTH: usize = 2000;

/// Writes lines to the standard error, without control characters. Unlike `eprintln!`, does not panic if the stream is
/// closed.
pub(super) fn to_stderr(text: &str) {
    let lines: Vec<String> = text.lines().map(strip_controls).collect();
    let mut message = lines.join("\n");
    if let Some((end, _)) = message.char_indices().nth(MAX_MESSAGE_LENGTH) {
        message.truncate(end);
        message += "...";
    }
    let _ = writeln!(io::stderr(), "{message}");
}

/// Creates a progress bar of the given length. It is drawn on the standard error, and only if that is a terminal.
pub(super) fn progress_bar(template: &str, length: u64) -> ProgressBar {
    let style = ProgressStyle::with_template(template);
    ProgressBar::new(length).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Reads a file of at most `most` bytes; `-` is the standard input.
pub(super) fn read_file(path: &Path, most: u64) -> Result<Vec<u8>, CliError> {
    let read = match path.as_os_str() == STANDARD_STREAM {
        true => files::read_all(io::stdin().lock(), most),
        false => files::read(path, most),
    };
    read.map_err(|source| CliError::File {
        path: path.to_owned(),
        source,
    })
}

/// Writes a file; `-` is the standard output.
pub(super) fn write_file(out: &mut impl Write, path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    if path.as_os_str() == STANDARD_STREAM {
        return Ok(out.write_all(bytes)?);
    }
    files::write(path, bytes).map_err(|source| CliError::File {
        path: path.to_owned(),
        source,
    })
}

/// Returns a score in JSON: `{"cp": 31}` or `{"mate": -2}`.
pub(super) fn score_in_json(value: Value) -> Json {
    match value {
        Value::Centipawns(score) => json!({ "cp": score }),
        Value::Mate(moves) => json!({ "mate": moves }),
    }
}

/// Returns the first moves of a variation in algebraic notation.
pub(super) fn san_line(board: &Board, line: &[Turn]) -> Vec<String> {
    board.san_line(&line[..line.len().min(MAX_SAN_MOVES)])
}

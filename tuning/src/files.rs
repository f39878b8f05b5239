//! Reads and writes files. Errors contain the path of the file.

use std::path::{Path, PathBuf};

use kurier_rules::files;

use crate::Failure;

/// Reads a text file of at most `most` bytes.
pub fn read_text(path: &Path, most: u64) -> Result<String, Failure> {
    files::read_text(path, most).map_err(|error| named(path, &error))
}

/// Reads a file of at most `most` bytes.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    files::read(path, most).map_err(|error| named(path, &error))
}

/// Writes a file atomically: after an interruption the file is either complete or unchanged.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    files::write(path, bytes).map_err(|error| named(path, &error))
}

/// Returns an error whose message is the path of the file, followed by the reason.
fn named(path: &Path, error: &std::io::Error) -> Failure {
    format!("{}: {error}", path.display()).into()
}

/// Checks that no output overwrites another output or an input.
pub fn apart(outputs: &[&Path], inputs: &[PathBuf]) -> Result<(), Failure> {
    for (number, output) in outputs.iter().enumerate() {
        let others = outputs[..number]
            .iter()
            .copied()
            .chain(inputs.iter().map(PathBuf::as_path));
        if let Some(other) = others.into_iter().find(|other| files::is_same(output, other)) {
            return Err(format!("{} would be overwritten", other.display()).into());
        }
    }
    Ok(())
}

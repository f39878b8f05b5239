//! Files of users, with errors that name them.

use std::path::{Path, PathBuf};

use kurier_rules::files;

use crate::Failure;

/// Reads a text of at most so many bytes.
pub fn read_text(path: &Path, most: u64) -> Result<String, Failure> {
    files::read_text(path, most).map_err(|error| named(path, &error))
}

/// Reads a file of at most so many bytes.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    files::read(path, most).map_err(|error| named(path, &error))
}

/// Writes a file, which is whole or not there.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    files::write(path, bytes).map_err(|error| named(path, &error))
}

fn named(path: &Path, error: &std::io::Error) -> Failure {
    format!("{}: {error}", path.display()).into()
}

/// Refuses to write two things to one file, or over the games of an input.
pub fn apart(outputs: &[&Path], inputs: &[PathBuf]) -> Result<(), Failure> {
    for (number, output) in outputs.iter().enumerate() {
        let others = outputs[..number]
            .iter()
            .copied()
            .chain(inputs.iter().map(PathBuf::as_path));
        if let Some(other) = others.into_iter().find(|other| files::is_same(output, other)) {
            return Err(format!("{} would be written over", other.display()).into());
        }
    }
    Ok(())
}

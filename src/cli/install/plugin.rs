//! XBoard's registration files. There is one file for each engine; its second line is the command.

use std::fs;
use std::path::Path;

use super::{InstallError, failed, is_ours, read_text, write};

/// The name of Kurier's registration file.
pub const FILE: &str = "kurier.eng";

/// Writes the registration file. Fails if the file exists and registers another engine.
pub fn add(path: &Path, program: &Path) -> Result<(), InstallError> {
    if read_text(path)?.is_some_and(|text| !is_our_registration(&text, program)) {
        return Err(InstallError::Foreign(path.to_owned()));
    }
    let program = program.display().to_string();
    let command = shlex::try_quote(&program).unwrap_or(program.as_str().into());
    let text = format!("plugin spec 0.0\n{command}\nchess,shatranj,courier,capablanca,grand,fairychess\n");
    write(path, text.as_bytes())
}

/// Deletes the registration file. Fails if the file does not exist or registers another engine.
pub fn remove(path: &Path, program: &Path) -> Result<(), InstallError> {
    match read_text(path)? {
        None => Err(InstallError::NotInstalled(path.to_owned())),
        Some(text) if !is_our_registration(&text, program) => Err(InstallError::Foreign(path.to_owned())),
        Some(_) => fs::remove_file(path).map_err(|source| failed(path, source)),
    }
}

/// Returns whether the text of a registration file registers Kurier.
fn is_our_registration(text: &str, program: &Path) -> bool {
    let mut lines = text.lines();
    let registers = lines.next().is_some_and(|first| first.starts_with("plugin spec"));
    registers && lines.next().is_some_and(|command| is_ours(command, program))
}

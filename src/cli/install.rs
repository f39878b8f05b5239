//! `kurier install`: registers Kurier with GUIs, or removes it. Entries of other engines are never overwritten.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use super::error::CliError;
use crate::files;

/// Where XBoard looks for engines that the administrator adds.
const XBOARD_FOLDER: &str = "/usr/local/share/games/plugins/xboard";
const XBOARD_FILE: &str = "kurier.eng";
const CUTECHESS_FILE: &str = "engines.json";
/// The engine's name in Cute Chess.
const NAME: &str = "Kurier";
/// The name of our program without extension. An entry is ours if it starts a program of this name, or this one.
const PROGRAM: &str = "kurier";

#[derive(Args, Debug)]
#[group(required = true, multiple = true)]
struct Guis {
    /// XBoard: write a registration file
    #[arg(long)]
    xboard: bool,
    /// Cute Chess: add an entry to its list of engines
    #[arg(long)]
    cutechess: bool,
}

/// What to install, and where.
#[derive(Args, Debug)]
pub(super) struct Install {
    #[command(flatten)]
    guis: Guis,
    /// Remove it again
    #[arg(long)]
    undo: bool,
    /// Use the files in this folder rather than the GUI's own
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

/// Why nothing was installed or removed.
#[derive(Debug, thiserror::Error)]
enum InstallError {
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    #[error("{} is not Kurier's: left unchanged", .0.display())]
    Foreign(PathBuf),
    #[error("{} has another engine of the name {NAME}: left unchanged", .0.display())]
    NameTaken(PathBuf),
    #[error("{} is not a list of engines in JSON: left unchanged", .0.display())]
    NotAList(PathBuf),
    #[error("{}: Kurier is not installed there", .0.display())]
    NotInstalled(PathBuf),
    #[error("there is no home folder: give one with --folder")]
    NoHome,
}

impl From<InstallError> for CliError {
    fn from(error: InstallError) -> Self {
        Self::Other(error.into())
    }
}

/// Installs or removes; says what was written.
pub(super) fn install(out: &mut impl Write, arguments: &Install) -> Result<(), CliError> {
    let program = std::env::current_exe()?;
    if arguments.guis.xboard {
        let folder = arguments.folder.clone().unwrap_or_else(|| XBOARD_FOLDER.into());
        let path = folder.join(XBOARD_FILE);
        match arguments.undo {
            false => register_xboard(&path, &program)?,
            true => unregister_xboard(&path, &program)?,
        }
        report(out, arguments, &path)?;
    }
    if arguments.guis.cutechess {
        let folder = arguments.folder.clone().or_else(cutechess_folder);
        let path = folder.ok_or(InstallError::NoHome)?.join(CUTECHESS_FILE);
        match arguments.undo {
            false => add_to_cutechess(&path, &program)?,
            true => remove_from_cutechess(&path, &program)?,
        }
        report(out, arguments, &path)?;
    }
    Ok(())
}

fn report(out: &mut impl Write, arguments: &Install, path: &Path) -> io::Result<()> {
    let done = if arguments.undo { "removed from" } else { "installed in" };
    writeln!(out, "{done} {}", path.display())
}

fn cutechess_folder() -> Option<PathBuf> {
    let configuration = std::env::var_os("XDG_CONFIG_HOME").map(PathBuf::from);
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let base = configuration
        .filter(|path| path.is_absolute())
        .or_else(|| home.map(|home| home.join(".config")))?;
    Some(base.join("cutechess"))
}

/// The content of a file; `None` if there is no such file.
fn read(path: &Path) -> Result<Option<String>, InstallError> {
    match files::read_text(path, files::LIST) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(source) => Err(InstallError::File {
            path: path.to_owned(),
            source,
        }),
    }
}

/// Writes a file, and its folder if that is missing.
fn write(path: &Path, text: &str) -> Result<(), InstallError> {
    let failed = |source| InstallError::File {
        path: path.to_owned(),
        source,
    };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    files::write(path, text.as_bytes()).map_err(failed)
}

/// Whether a command line starts this program, or one of our name.
fn is_ours(command: &str, program: &Path) -> bool {
    let words = shlex::split(command).unwrap_or_default();
    let started = words.first().map(Path::new);
    started.is_some_and(|started| started == program || started.file_stem().is_some_and(|stem| stem == PROGRAM))
}

/// The second line of a registration file is the engine's command.
fn is_our_registration(text: &str, program: &Path) -> bool {
    let mut lines = text.lines();
    let registers = lines.next().is_some_and(|first| first.starts_with("plugin spec"));
    registers && lines.next().is_some_and(|command| is_ours(command, program))
}

fn register_xboard(path: &Path, program: &Path) -> Result<(), InstallError> {
    if read(path)?.is_some_and(|text| !is_our_registration(&text, program)) {
        return Err(InstallError::Foreign(path.to_owned()));
    }
    let program = program.display().to_string();
    let command = shlex::try_quote(&program).unwrap_or(program.as_str().into());
    write(
        path,
        &format!("plugin spec 0.0\n{command}\nchess,shatranj,courier,capablanca,grand,fairychess\n"),
    )
}

fn unregister_xboard(path: &Path, program: &Path) -> Result<(), InstallError> {
    match read(path)? {
        None => Err(InstallError::NotInstalled(path.to_owned())),
        Some(text) if !is_our_registration(&text, program) => Err(InstallError::Foreign(path.to_owned())),
        Some(_) => fs::remove_file(path).map_err(|source| InstallError::File {
            path: path.to_owned(),
            source,
        }),
    }
}

/// The list of engines; empty if there is no file.
fn engines(path: &Path) -> Result<Vec<Value>, InstallError> {
    let Some(text) = read(path)?.filter(|text| !text.trim().is_empty()) else {
        return Ok(Vec::new());
    };
    match serde_json::from_str(&text) {
        Ok(Value::Array(engines)) => Ok(engines),
        _ => Err(InstallError::NotAList(path.to_owned())),
    }
}

/// The index of Kurier in the list.
fn index_of_kurier(engines: &[Value], path: &Path, program: &Path) -> Result<Option<usize>, InstallError> {
    let Some(index) = engines.iter().position(|engine| engine["name"] == NAME) else {
        return Ok(None);
    };
    let command = engines[index]["command"].as_str();
    match command.is_some_and(|command| is_ours(command, program)) {
        true => Ok(Some(index)),
        false => Err(InstallError::NameTaken(path.to_owned())),
    }
}

fn write_engines(path: &Path, engines: Vec<Value>) -> Result<(), InstallError> {
    write(path, &format!("{:#}\n", Value::Array(engines)))
}

fn add_to_cutechess(path: &Path, program: &Path) -> Result<(), InstallError> {
    let mut engines = engines(path)?;
    let started = program.display().to_string();
    let command = shlex::try_quote(&started).unwrap_or(started.as_str().into());
    match index_of_kurier(&engines, path, program)? {
        // The user's other settings stay.
        Some(index) => engines[index]["command"] = json!(command),
        None => engines.push(json!({
            "name": NAME,
            "command": command,
            "workingDirectory": "",
            "protocol": "uci",
            "variants": ["standard", "courier", "shatranj", "capablanca", "grand"],
        })),
    }
    write_engines(path, engines)
}

fn remove_from_cutechess(path: &Path, program: &Path) -> Result<(), InstallError> {
    let mut engines = engines(path)?;
    let Some(index) = index_of_kurier(&engines, path, program)? else {
        return Err(InstallError::NotInstalled(path.to_owned()));
    };
    engines.remove(index);
    write_engines(path, engines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_ours_by_its_program() {
        let program = Path::new("/opt/kurier-2");
        for ours in [
            "/usr/games/kurier",
            "kurier --variants x.toml",
            "'/a b/kurier.exe'",
            "/opt/kurier-2",
        ] {
            assert!(is_ours(ours, program), "{ours}");
        }
        for other in [
            "/usr/games/fairymax",
            "",
            "/opt/kurier/other",
            "kurier-2",
            "'unfinished",
        ] {
            assert!(!is_ours(other, program), "{other}");
        }
    }
}

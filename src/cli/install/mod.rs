//! `kurier install`: registers Kurier with GUIs or removes it from them. Entries of other engines are never
//! overwritten.

mod created;
mod gui;
mod json_list;
mod plugin;
mod text_list;

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use self::created::CreatedFiles;
use self::gui::Gui;
use super::error::CliError;
use super::output::to_stderr;
use kurier_rules::files;

/// The name of the engine in the lists.
const NAME: &str = "Kurier";
/// The name of Kurier's program without extension. An entry belongs to Kurier if it starts the running program or a
/// program with this name.
const PROGRAM: &str = "kurier";

#[derive(Args, Debug)]
#[group(required = true, multiple = true)]
struct Guis {
    /// XBoard: write a registration file, which PyChess also reads
    #[arg(long)]
    xboard: bool,
    /// WinBoard: add a line to the list of engines in its winboard.ini, while it is not running
    #[arg(long)]
    winboard: bool,
    /// Cute Chess: add an entry to its list of engines
    #[arg(long)]
    cutechess: bool,
    /// PyChess: add an entry to its list of engines
    #[arg(long)]
    pychess: bool,
    /// GNOME Chess: add a section to your list of engines
    #[arg(long)]
    gnome_chess: bool,
    /// Scid: add an entry to its list of engines, while it is not running
    #[arg(long)]
    scid: bool,
    /// All GUIs that are installed or have been used
    #[arg(long, conflicts_with = "folder")]
    all: bool,
}

/// The arguments of `kurier install`.
#[derive(Args, Debug)]
pub(super) struct Install {
    #[command(flatten)]
    guis: Guis,
    /// Remove Kurier again, and the lists and folders that were created for it
    #[arg(long)]
    undo: bool,
    /// Use the files in this folder rather than the GUI's own
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

/// The reason why nothing was installed or removed.
#[derive(Debug, thiserror::Error)]
enum InstallError {
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    #[error("{} is not Kurier's: left unchanged", .0.display())]
    Foreign(PathBuf),
    #[error("{} has another engine with the name {NAME}: left unchanged", .0.display())]
    NameTaken(PathBuf),
    #[error("{} is not a list of engines in JSON: left unchanged", .0.display())]
    NotAList(PathBuf),
    #[error("there is no {}: name its folder with --folder", .0.display())]
    NoList(PathBuf),
    #[error("{}: Kurier is not installed there", .0.display())]
    NotInstalled(PathBuf),
    #[error("{}: {} cannot be written into this list; move the program", list.display(), program.display())]
    Unwritable { list: PathBuf, program: PathBuf },
    #[error("the folder with {0}'s list of engines is unknown: name it with --folder")]
    NoFolder(&'static str),
    #[error("no supported GUI was found: {0}")]
    NoGui(String),
    #[error("Kurier is installed in none of these: {0}")]
    Nowhere(String),
}

impl From<InstallError> for CliError {
    fn from(error: InstallError) -> Self {
        Self::Other(error.into())
    }
}

impl Guis {
    /// Returns the GUIs that the arguments name.
    fn chosen(&self) -> impl Iterator<Item = Gui> {
        let chosen = [
            (self.xboard, Gui::XBoard),
            (self.winboard, Gui::WinBoard),
            (self.cutechess, Gui::CuteChess),
            (self.pychess, Gui::PyChess),
            (self.gnome_chess, Gui::GnomeChess),
            (self.scid, Gui::Scid),
        ];
        chosen.into_iter().filter_map(|(chosen, gui)| chosen.then_some(gui))
    }
}

/// Adds Kurier to the lists of the GUIs that the arguments name, or removes it from them, and prints which files have
/// been changed.
pub(super) fn install(out: &mut impl Write, arguments: &Install) -> Result<(), CliError> {
    let program = std::env::current_exe()?;
    if arguments.guis.all {
        return install_all(out, &program, arguments.undo);
    }
    for gui in arguments.guis.chosen() {
        let folder = arguments.folder.clone().or_else(|| gui.folder());
        let path = folder.ok_or(InstallError::NoFolder(gui.name()))?.join(gui.file());
        change(gui, &path, &program, arguments.undo)?;
        report(out, arguments.undo, &path)?;
    }
    Ok(())
}

/// Adds Kurier to the lists of all available GUIs, or removes it from them if `undo` is set. An error in one GUI does
/// not affect the other GUIs.
fn install_all(out: &mut impl Write, program: &Path, undo: bool) -> Result<(), CliError> {
    let mut failed = None;
    let mut done = 0;
    for gui in Gui::ALL.into_iter().filter(|gui| gui.is_available()) {
        let Some(path) = gui.folder().map(|folder| folder.join(gui.file())) else {
            continue;
        };
        match change(gui, &path, program, undo) {
            Ok(()) => {
                report(out, undo, &path)?;
                done += 1;
            }
            Err(InstallError::NotInstalled(_)) => {}
            Err(error) => {
                // The last error ends the program if no GUI was changed; earlier errors are printed as warnings.
                let earlier = failed.replace(error);
                earlier.iter().for_each(|error| to_stderr(&format!("warning: {error}")));
            }
        }
    }
    match failed {
        Some(error) if done == 0 => Err(error.into()),
        Some(error) => {
            to_stderr(&format!("warning: {error}"));
            Ok(())
        }
        None if done > 0 => Ok(()),
        None => {
            let names = Gui::ALL.map(Gui::name).join(", ");
            Err(match undo {
                true => InstallError::Nowhere(names),
                false => InstallError::NoGui(names),
            }
            .into())
        }
    }
}

/// Adds Kurier to a GUI's list of engines at `path`, or removes it from the list if `undo` is set.
fn change(gui: Gui, path: &Path, program: &Path, undo: bool) -> Result<(), InstallError> {
    let created = CreatedFiles::read()?;
    match undo {
        false => created.note(path, || gui.add(path, program)),
        true => {
            gui.remove(path, program)?;
            created.clean(path, || gui.is_blank(path))
        }
    }
}

/// Prints which file has been changed.
fn report(out: &mut impl Write, undo: bool, path: &Path) -> io::Result<()> {
    let done = if undo { "removed from" } else { "installed in" };
    writeln!(out, "{done} {}", path.display())
}

/// Reads a file. Returns `None` if there is no such file.
fn read(path: &Path) -> Result<Option<Vec<u8>>, InstallError> {
    match files::read(path, files::LIST) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(source) => Err(failed(path, source)),
    }
}

/// Reads a file as UTF-8 text. Returns `None` if there is no such file.
fn read_text(path: &Path) -> Result<Option<String>, InstallError> {
    let not_text = |error| failed(path, io::Error::new(ErrorKind::InvalidData, error));
    read(path)?
        .map(|bytes| String::from_utf8(bytes).map_err(not_text))
        .transpose()
}

/// Writes a file and creates its folder if that is missing.
fn write(path: &Path, bytes: &[u8]) -> Result<(), InstallError> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|source| failed(path, source))?;
    }
    files::write(path, bytes).map_err(|source| failed(path, source))
}

/// Creates an error about a file.
fn failed(path: &Path, source: io::Error) -> InstallError {
    InstallError::File {
        path: path.to_owned(),
        source,
    }
}

/// Returns whether a command line starts `program` or a program with Kurier's name. The command line is a path, or
/// begins with a path, which may be in single or double quotes. A backslash belongs to the path, as on Windows.
fn is_ours(command: &str, program: &Path) -> bool {
    let command = command.trim();
    let first = match command.chars().next() {
        Some(quote @ ('"' | '\'')) => command[1..].split_once(quote).map(|(first, _)| first),
        _ => command.split_whitespace().next(),
    };
    let starts_ours = |started: &str| {
        let file = started.rsplit(['/', '\\']).next().unwrap_or_default();
        Path::new(started) == program || file.strip_suffix(".exe").unwrap_or(file) == PROGRAM
    };
    starts_ours(command) || first.is_some_and(starts_ours)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_of_kurier_are_recognised() {
        let program = Path::new("/opt/my engines/kurier-2");
        for ours in [
            "/usr/games/kurier",
            "kurier --variants x.toml",
            "'/a b/kurier.exe'",
            r#""C:\Spiele zu Hause\kurier.exe" -fd "." -fn "Kurier""#,
            "/opt/my engines/kurier-2",
            "/home/me/my engines/kurier",
        ] {
            assert!(is_ours(ours, program), "{ours}");
        }
        for other in [
            "/usr/games/fairymax",
            "",
            "/opt/kurier/other",
            r"C:\kurier\other.exe",
            "kurier-2",
            "'unfinished",
        ] {
            assert!(!is_ours(other, program), "{other}");
        }
    }
}

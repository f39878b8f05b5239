//! The supported GUIs: where each keeps its list of engines, and in which format.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use super::{InstallError, json_list, plugin, text_list};

/// The folder in which XBoard looks for engines that an administrator has added.
const PLUGINS: &str = "/usr/local/share/games/plugins/xboard";

/// A GUI with which engines can be registered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gui {
    XBoard,
    WinBoard,
    CuteChess,
    PyChess,
    GnomeChess,
    Scid,
}

impl Gui {
    pub const ALL: [Self; 6] = [
        Self::XBoard,
        Self::WinBoard,
        Self::CuteChess,
        Self::PyChess,
        Self::GnomeChess,
        Self::Scid,
    ];

    /// Returns the name of the GUI.
    pub fn name(self) -> &'static str {
        match self {
            Self::XBoard => "XBoard",
            Self::WinBoard => "WinBoard",
            Self::CuteChess => "Cute Chess",
            Self::PyChess => "PyChess",
            Self::GnomeChess => "GNOME Chess",
            Self::Scid => "Scid",
        }
    }

    /// Returns the file name of the list of engines.
    pub fn file(self) -> &'static str {
        match self {
            Self::XBoard => plugin::FILE,
            Self::WinBoard => "winboard.ini",
            Self::CuteChess | Self::PyChess => "engines.json",
            Self::GnomeChess => "engines.conf",
            Self::Scid => "engines.dat",
        }
    }

    /// Returns the folder of the list of engines; `None` if it cannot be determined.
    pub fn folder(self) -> Option<PathBuf> {
        match self {
            Self::XBoard => cfg!(not(windows)).then(|| PLUGINS.into()),
            Self::WinBoard => winboard(),
            Self::CuteChess => Some(configuration()?.join("cutechess")),
            Self::PyChess => Some(configuration()?.join("pychess")),
            Self::GnomeChess => Some(configuration()?.join("gnome-chess")),
            Self::Scid => scid(),
        }
    }

    /// Returns whether the GUI is installed or has been used.
    pub fn is_available(self) -> bool {
        let program = match self {
            Self::XBoard => "xboard",
            Self::CuteChess => "cutechess",
            Self::PyChess => "pychess",
            Self::GnomeChess => "gnome-chess",
            // WinBoard and Scid are found by their folders, which exist only after installation or first use.
            Self::WinBoard | Self::Scid => return self.folder().is_some(),
        };
        let used = self != Self::XBoard && self.folder().is_some_and(|folder| folder.is_dir());
        used || in_path(program)
    }

    /// Adds the program to the list at `path`.
    pub fn add(self, path: &Path, program: &Path) -> Result<(), InstallError> {
        match self {
            Self::XBoard => plugin::add(path, program),
            Self::CuteChess => json_list::add(path, program, &json_list::CUTE_CHESS),
            Self::PyChess => json_list::add(path, program, &json_list::PYCHESS),
            Self::WinBoard => text_list::add(path, program, &text_list::WINBOARD),
            Self::GnomeChess => text_list::add(path, program, &text_list::GNOME_CHESS),
            Self::Scid => text_list::add(path, program, &text_list::SCID),
        }
    }

    /// Removes the program from the list at `path`.
    pub fn remove(self, path: &Path, program: &Path) -> Result<(), InstallError> {
        match self {
            Self::XBoard => plugin::remove(path, program),
            Self::CuteChess | Self::PyChess => json_list::remove(path, program),
            Self::WinBoard => text_list::remove(path, program, &text_list::WINBOARD),
            Self::GnomeChess => text_list::remove(path, program, &text_list::GNOME_CHESS),
            Self::Scid => text_list::remove(path, program, &text_list::SCID),
        }
    }

    /// Returns whether the list at `path`, from which Kurier has been removed, equals a new list.
    pub fn is_blank(self, path: &Path) -> Result<bool, InstallError> {
        match self {
            // The registration file is the entry itself; `remove` has deleted it.
            Self::XBoard => Ok(false),
            Self::CuteChess | Self::PyChess => json_list::is_blank(path),
            Self::WinBoard => text_list::is_blank(path, &text_list::WINBOARD),
            Self::GnomeChess => text_list::is_blank(path, &text_list::GNOME_CHESS),
            Self::Scid => text_list::is_blank(path, &text_list::SCID),
        }
    }
}

/// Returns whether a program is in one of the folders of `PATH`.
fn in_path(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path)
        .any(|folder| folder.join(program).is_file() || folder.join(format!("{program}.exe")).is_file())
}

/// Returns the home folder of the user.
fn home() -> Option<PathBuf> {
    env::var_os("HOME").map(PathBuf::from)
}

/// Returns the folder for the user's configuration files.
fn configuration() -> Option<PathBuf> {
    if cfg!(windows) {
        return env::var_os("APPDATA").map(PathBuf::from);
    }
    let named = env::var_os("XDG_CONFIG_HOME").map(PathBuf::from);
    named
        .filter(|path| path.is_absolute())
        .or_else(|| Some(home()?.join(".config")))
}

/// Returns the entries of a folder whose names in lower case begin with `beginning`, in reverse alphabetical order, so
/// that the newest version comes first. A folder that cannot be read has no entries, so its GUI counts as missing.
fn versions(folder: &Path, beginning: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = entries
        .filter(|entry| {
            entry
                .file_name()
                .to_string_lossy()
                .to_lowercase()
                .starts_with(beginning)
        })
        .map(|entry| entry.path())
        .collect();
    found.sort();
    found.reverse();
    found
}

/// Finds the folder of WinBoard, which contains the program and its settings. The installer creates
/// `C:\WinBoard-4.9.1\WinBoard` or a folder inside the system's folder for programs.
fn winboard() -> Option<PathBuf> {
    let drive = env::var_os("SystemDrive").map(|drive| PathBuf::from(format!("{}\\", drive.to_string_lossy())));
    let programs = ["ProgramFiles(x86)", "ProgramFiles"].map(|name| env::var_os(name).map(PathBuf::from));
    drive
        .into_iter()
        .chain(programs.into_iter().flatten())
        .flat_map(|folder| versions(&folder, "winboard"))
        .flat_map(|folder| [folder.join("WinBoard"), folder])
        .find(|folder| folder.join(Gui::WinBoard.file()).is_file())
}

/// Finds the configuration folder of the newest version of Scid, for example `.scid4.7/config`.
fn scid() -> Option<PathBuf> {
    let found = versions(&home()?, ".scid");
    found
        .into_iter()
        .map(|folder| folder.join("config"))
        .find(|folder| folder.is_dir())
}

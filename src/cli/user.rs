//! The user's folder, `~/.config/kurier` (`$XDG_CONFIG_HOME/kurier`, on Windows `%APPDATA%\kurier`), with the user's
//! own variants and settings, and the files in which Kurier keeps data between runs.

use std::env;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::output::to_stderr;
use kurier_engine::search::Settings;
use kurier_engine::session::Level;
use kurier_formats::import;
use kurier_rules::files;
use kurier_rules::rules::Catalogue;
use kurier_rules::rules::parser::explain;

/// The name of Kurier's folders in the system's folders for configuration, data and state.
const NAME: &str = "kurier";
/// The name of the settings file.
const SETTINGS: &str = "settings.toml";
/// The name of the folder with the user's own variants.
const VARIANTS: &str = "variants";
/// The name of the file with the last game of `kurier play`.
const AUTOSAVE: &str = "autosave.pgn";
/// The name of the folder with the endgame tables.
const TABLES: &str = "tables";
/// The name of the file with the secret key by which `kurier serve` recognises its own pages.
#[cfg(feature = "serve")]
const BOARD_KEY: &str = "board.key";
/// The name of the file with the page that redirects the browser to the board.
#[cfg(feature = "serve")]
const BOARD_PAGE: &str = "board.html";

/// The name of the folder in which the board in the browser learns games.
#[cfg(feature = "serve")]
const LEARNED: &str = "learned";

/// The user's folder and settings.
#[derive(Default, Debug)]
pub(super) struct User {
    folder: Option<PathBuf>,
    settings: SettingsFile,
}

/// The content of `settings.toml`.
#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct SettingsFile {
    threads: Option<usize>,
    hash: Option<usize>,
    level: Option<u8>,
}

/// The reason why the settings file is refused.
#[derive(Debug, thiserror::Error)]
enum SettingsError {
    #[error(transparent)]
    File(#[from] std::io::Error),
    #[error("{0}")]
    Syntax(String),
    #[error("{0} is out of range")]
    Range(&'static str),
}

impl User {
    /// Reads the settings. If the file has an error, warns the user and returns the defaults.
    pub fn read() -> Self {
        let Some(folder) = folder("XDG_CONFIG_HOME", ".config", "APPDATA") else {
            return Self::default();
        };
        let path = folder.join(SETTINGS);
        let settings = match path.exists() {
            true => settings(&path).unwrap_or_else(|error| {
                to_stderr(&format!("warning: {}: {error}", path.display()));
                SettingsFile::default()
            }),
            false => SettingsFile::default(),
        };
        Self {
            folder: Some(folder),
            settings,
        }
    }

    /// Adds the user's variants to the catalogue, sorted by file name. Warns about variants that are refused, and about
    /// a folder that cannot be read.
    pub fn add_variants(&self, catalogue: &mut Catalogue) {
        let Some(folder) = self.folder.as_ref().map(|folder| folder.join(VARIANTS)) else {
            return;
        };
        let paths = |entries: fs::ReadDir| entries.map(|entry| Ok(entry?.path())).collect();
        let mut paths: Vec<PathBuf> = match fs::read_dir(&folder).and_then(paths) {
            Ok(paths) => paths,
            Err(error) if error.kind() == ErrorKind::NotFound => return,
            Err(error) => return to_stderr(&format!("warning: {}: {error}", folder.display())),
        };
        paths.retain(|path| {
            path.extension()
                .is_some_and(|extension| extension == "toml" || extension == "ini")
        });
        paths.sort();
        for path in paths {
            let refused = match import::add_file(catalogue, &path) {
                Ok(added) => added.refused,
                Err(error) => vec![error.to_string()],
            };
            refused.iter().for_each(|error| to_stderr(&format!("warning: {error}")));
        }
    }

    /// Returns the settings of the search that apply until a GUI changes them.
    pub fn search_settings(&self) -> Settings {
        let default = Settings::default();
        Settings {
            threads: self.settings.threads.unwrap_or(default.threads),
            hash: self.settings.hash.unwrap_or(default.hash),
            ..default
        }
    }

    /// Returns the level of `kurier play`; `None` if it is not set.
    pub fn level(&self) -> Option<Level> {
        self.settings.level.and_then(Level::new)
    }
}

/// Reads and checks the settings file.
fn settings(path: &Path) -> Result<SettingsFile, SettingsError> {
    let text = files::read_text(path, files::DEFINITION)?;
    let settings: SettingsFile =
        toml::from_str(&text).map_err(|error| SettingsError::Syntax(explain(&text, &error).1))?;
    let within =
        |number: Option<usize>, range: std::ops::RangeInclusive<usize>| number.is_none_or(|n| range.contains(&n));
    if !within(settings.threads, Settings::THREADS) || !within(settings.hash, Settings::HASH) {
        return Err(SettingsError::Range("`threads` or `hash`"));
    }
    if settings.level.is_some_and(|level| Level::new(level).is_none()) {
        return Err(SettingsError::Range("`level`"));
    }
    Ok(settings)
}

/// Returns the path of the last game of `kurier play`; `None` if the user has no home folder.
pub(super) fn autosave() -> Option<PathBuf> {
    data_file(AUTOSAVE)
}

/// Returns the path of the folder of endgame tables; `None` if the user has no home folder.
pub(super) fn tables() -> Option<PathBuf> {
    data_file(TABLES)
}

/// Returns the path of a file or folder with data that the user keeps; `None` if the user has no home folder.
fn data_file(file: &str) -> Option<PathBuf> {
    Some(folder("XDG_DATA_HOME", ".local/share", "LOCALAPPDATA")?.join(file))
}

/// Returns the path of the key of `kurier serve`; `None` if the user has no home folder.
#[cfg(feature = "serve")]
pub(super) fn board_key() -> Option<PathBuf> {
    state_file(BOARD_KEY)
}

/// Returns the path of the page that redirects the browser to the board; `None` if the user has no home folder.
#[cfg(feature = "serve")]
pub(super) fn board_page() -> Option<PathBuf> {
    state_file(BOARD_PAGE)
}

/// Returns the folder in which the board in the browser learns games; `None` if the user has no home folder.
#[cfg(feature = "serve")]
pub(super) fn learned() -> Option<PathBuf> {
    state_file(LEARNED)
}

/// Returns the path of a file with internal state of the program; `None` if the user has no home folder.
pub(super) fn state_file(file: &str) -> Option<PathBuf> {
    Some(folder("XDG_STATE_HOME", ".local/state", "LOCALAPPDATA")?.join(file))
}

/// Returns Kurier's folder: in the folder that the environment variable `variable` names, otherwise in the folder that
/// `windows_variable` names, otherwise in `usual` below the home folder. The home folder comes last because some
/// programs on Windows set `HOME` too.
fn folder(variable: &str, usual: &str, windows_variable: &str) -> Option<PathBuf> {
    let named = env::var_os(variable)
        .map(PathBuf::from)
        .filter(|path| path.is_absolute());
    let home = || env::var_os("HOME").map(|home| PathBuf::from(home).join(usual));
    let windows_variable = || env::var_os(windows_variable).map(PathBuf::from);
    Some(named.or_else(windows_variable).or_else(home)?.join(NAME))
}

//! The user's folder, `~/.config/kurier` (`$XDG_CONFIG_HOME/kurier`, on Windows `%APPDATA%\kurier`): games of one's own, and
//! settings.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::output::to_stderr;
use kurier_engine::search::Settings;
use kurier_engine::session::Level;
use kurier_formats::import;
use kurier_rules::files;
use kurier_rules::rules::Catalogue;
use kurier_rules::rules::parser::explain;

/// The folder's name, in the folders for configuration and for data.
const NAME: &str = "kurier";
/// The file of settings.
const SETTINGS: &str = "settings.toml";
/// The folder of games.
const VARIANTS: &str = "variants";
/// The game of `kurier play` that was left last.
const AUTOSAVE: &str = "autosave.pgn";
/// What `kurier serve` and its pages know of each other.
#[cfg(feature = "serve")]
const BOARD_KEY: &str = "board.key";
/// The page that leads the browser to the board.
#[cfg(feature = "serve")]
const BOARD_PAGE: &str = "board.html";

/// What the user has set.
#[derive(Default, Debug)]
pub(super) struct User {
    folder: Option<PathBuf>,
    settings: SettingsFile,
}

/// `settings.toml`.
#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct SettingsFile {
    threads: Option<usize>,
    hash: Option<usize>,
    level: Option<u8>,
}

impl User {
    /// Reads the folder; what is wrong in it is told and left out.
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

    /// Adds the games of the folder, in the order of their files' names.
    pub fn add_variants(&self, catalogue: &mut Catalogue) {
        let entries = self
            .folder
            .as_ref()
            .and_then(|folder| fs::read_dir(folder.join(VARIANTS)).ok());
        let mut paths: Vec<PathBuf> = entries
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .collect();
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

    /// Returns the settings that a GUI finds.
    pub fn search_settings(&self) -> Settings {
        let default = Settings::default();
        Settings {
            threads: self.settings.threads.unwrap_or(default.threads),
            hash: self.settings.hash.unwrap_or(default.hash),
            ..default
        }
    }

    /// Returns the level of `kurier play`.
    pub fn level(&self) -> Option<Level> {
        self.settings.level.and_then(Level::new)
    }
}

fn settings(path: &Path) -> Result<SettingsFile, String> {
    let text = files::read_text(path, files::DEFINITION).map_err(|error| error.to_string())?;
    let settings: SettingsFile = toml::from_str(&text).map_err(|error| explain(&text, &error).1)?;
    let within =
        |number: Option<usize>, range: std::ops::RangeInclusive<usize>| number.is_none_or(|n| range.contains(&n));
    if !within(settings.threads, Settings::THREADS) || !within(settings.hash, Settings::HASH) {
        return Err("`threads` or `hash` is out of range".into());
    }
    if settings.level.is_some_and(|level| Level::new(level).is_none()) {
        return Err("`level` is out of range".into());
    }
    Ok(settings)
}

/// Returns where the game of `kurier play` is kept that was left last.
pub(super) fn autosave() -> Option<PathBuf> {
    Some(folder("XDG_DATA_HOME", ".local/share", "LOCALAPPDATA")?.join(AUTOSAVE))
}

/// Returns where the key of `kurier serve` is kept.
#[cfg(feature = "serve")]
pub(super) fn board_key() -> Option<PathBuf> {
    state(BOARD_KEY)
}

/// Returns where the page is that leads the browser to the board.
#[cfg(feature = "serve")]
pub(super) fn board_page() -> Option<PathBuf> {
    state(BOARD_PAGE)
}

/// Returns where a file is kept that the program needs and the user does not.
pub(super) fn state(file: &str) -> Option<PathBuf> {
    Some(folder("XDG_STATE_HOME", ".local/state", "LOCALAPPDATA")?.join(file))
}

/// Our folder in one that the environment names, in the one that Windows names, or in its usual place at home. (Some
/// programs for Windows set a home as well.)
fn folder(variable: &str, usual: &str, of_windows: &str) -> Option<PathBuf> {
    let named = env::var_os(variable)
        .map(PathBuf::from)
        .filter(|path| path.is_absolute());
    let home = || env::var_os("HOME").map(|home| PathBuf::from(home).join(usual));
    let of_windows = || env::var_os(of_windows).map(PathBuf::from);
    Some(named.or_else(of_windows).or_else(home)?.join(NAME))
}

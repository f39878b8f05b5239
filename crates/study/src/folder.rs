//! The folder of a study: its games, and the settings with which they are played.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kurier_engine::session::{Board, Endgames};
use kurier_formats::pgn::{self, Game, Reader};
use kurier_rules::files;
use kurier_rules::rules::Definition;
use kurier_series::shard::Shard;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::counts::GameCount;
use crate::error::StudyError;
use crate::settings::{Settings, rules};

/// The name of the file with the settings.
const SETTINGS: &str = "settings.json";
/// The name of the file with the games.
const GAMES: &str = "games.pgn";
/// The name of the file with the games of a shard; `{part}` stands for the number of the shard.
const SHARD: &str = "games-{part}.pgn";
/// The number of nodes for each turn, if none is given.
const NODES: u64 = 500;
/// The seed, if none is given.
const SEED: u64 = 1;

/// The content of the file with the settings.
#[derive(Serialize, Deserialize)]
struct SettingsFile {
    game: String,
    /// The fingerprint of the rules.
    rules: String,
    #[serde(flatten)]
    settings: Settings,
}

/// The folder of a study of one game.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    definition: Arc<Definition>,
    settings: Settings,
    shard: Option<Shard>,
}

impl Folder {
    /// Opens the folder of a study, or begins a study in a new or empty folder. If `nodes` or `seed` is `None`, the
    /// value of the study in the folder is used, or a default for a new study. Games are appended to the file of
    /// `shard`. An incomplete game at the end of this file, which an interrupted run may have left, is removed.
    ///
    /// # Errors
    /// Fails if the folder cannot be read or written, contains other files, or contains a study of a different game or
    /// with different settings.
    pub fn open(
        path: &Path,
        definition: &Arc<Definition>,
        nodes: Option<u64>,
        seed: Option<u64>,
        shard: Option<Shard>,
    ) -> Result<Self, StudyError> {
        fs::create_dir_all(path).map_err(failed(path))?;
        let file = path.join(SETTINGS);
        let settings = match file.exists() {
            true => resumed(path, definition, nodes, seed)?,
            false => begun(path, definition, nodes, seed)?,
        };
        let folder = Self {
            path: path.to_owned(),
            definition: definition.clone(),
            settings,
            shard,
        };
        folder.remove_part()?;
        Ok(folder)
    }

    /// Returns the settings of the study.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// Returns the game that is studied.
    pub fn definition(&self) -> &Arc<Definition> {
        &self.definition
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the numbers of the stored games of all shards.
    ///
    /// # Errors
    /// Fails if a file of games cannot be read, or if a game in it has no number.
    pub fn numbers(&self) -> Result<BTreeSet<u64>, StudyError> {
        Ok(self.games()?.into_keys().collect())
    }

    /// Counts what happens in the stored games, sorted by number. `tables` are the endgame tables by which endings are
    /// judged.
    ///
    /// # Errors
    /// Fails if a file of games cannot be read, or if a game breaks the rules.
    pub fn counts(&self, tables: Option<&Endgames>) -> Result<Vec<GameCount>, StudyError> {
        let games: Vec<(PathBuf, Game)> = self.games()?.into_values().collect();
        let counted = games.into_par_iter().map_init(
            || Board::new(&self.definition),
            |board, (path, game)| {
                let record = game.replay(board).map_err(|source| StudyError::Game { path, source })?;
                Ok(GameCount::of(&self.definition, &record, tables))
            },
        );
        counted.collect()
    }

    /// Appends games to the file of the shard.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn append(&self, games: &[pgn::GameRecord]) -> Result<(), StudyError> {
        let path = self.own_games();
        let text: String = games.iter().map(pgn::text).collect();
        let mut file = files::append(&path).map_err(failed(&path))?;
        let written = file.write_all(text.as_bytes()).and_then(|()| file.flush());
        written.map_err(failed(&path))
    }

    /// Writes `text` to the file `name` in the folder.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn write(&self, name: &str, text: &str) -> Result<(), StudyError> {
        let path = self.path.join(name);
        files::write(&path, text.as_bytes()).map_err(failed(&path))
    }

    /// Returns the file to which games are appended.
    fn own_games(&self) -> PathBuf {
        match self.shard {
            None => self.path.join(GAMES),
            Some(shard) => self.path.join(shard.path(Path::new(SHARD))),
        }
    }

    /// Removes an incomplete game from the end of the file to which games are appended.
    fn remove_part(&self) -> Result<(), StudyError> {
        let path = self.own_games();
        if !path.exists() {
            return Ok(());
        }
        let cut = || {
            let length = pgn::length_of_whole_games(io::BufReader::new(files::open(&path)?))?;
            OpenOptions::new().write(true).open(&path)?.set_len(length)
        };
        cut().map_err(failed(&path))
    }

    /// Reads the complete games of all files, sorted by number. If several games share a number, the first one counts.
    fn games(&self) -> Result<BTreeMap<u64, (PathBuf, Game)>, StudyError> {
        let mut games = BTreeMap::new();
        for path in self.files()? {
            let text = files::read_text(&path, files::LARGE).map_err(failed(&path))?;
            // Another shard may be writing its last game.
            for game in Reader::new(pgn::whole_games(&text).as_bytes()) {
                let game = game.map_err(|source| StudyError::Game {
                    path: path.clone(),
                    source,
                })?;
                let number = game.tag("Round").and_then(|round| round.parse().ok());
                let number: u64 = number.ok_or(StudyError::Number {
                    path: path.clone(),
                    number: game.number,
                })?;
                games.entry(number).or_insert((path.clone(), game));
            }
        }
        Ok(games)
    }

    /// Returns the files of games, sorted by name.
    fn files(&self) -> Result<Vec<PathBuf>, StudyError> {
        let is_of_games = |name: &String| name == GAMES || name.starts_with("games-") && name.ends_with(".pgn");
        let mut names = names(&self.path)?;
        names.retain(is_of_games);
        names.sort();
        Ok(names.into_iter().map(|name| self.path.join(name)).collect())
    }
}

/// Returns the names of all files in a folder. Invalid Unicode is replaced by U+FFFD.
fn names(folder: &Path) -> Result<Vec<String>, StudyError> {
    let name = |entry: io::Result<fs::DirEntry>| Ok(entry?.file_name().to_string_lossy().into_owned());
    let names = fs::read_dir(folder).and_then(|entries| entries.map(name).collect());
    names.map_err(failed(folder))
}

/// Begins a study: writes the settings to a folder, which must contain no other files.
fn begun(
    folder: &Path,
    definition: &Definition,
    nodes: Option<u64>,
    seed: Option<u64>,
) -> Result<Settings, StudyError> {
    // Hidden files are allowed, because another process may be writing the settings.
    let foreign = names(folder)?.into_iter().find(|name| !name.starts_with('.'));
    if let Some(file) = foreign {
        return Err(StudyError::Occupied {
            path: folder.to_owned(),
            file,
        });
    }
    let settings = Settings {
        nodes: nodes.unwrap_or(NODES),
        seed: seed.unwrap_or(SEED),
    };
    let content = SettingsFile {
        game: definition.name.clone(),
        rules: rules(definition),
        settings,
    };
    let path = folder.join(SETTINGS);
    let text = serde_json::to_string_pretty(&content).map_err(|_| StudyError::Settings(path.clone()))?;
    files::write(&path, format!("{text}\n").as_bytes()).map_err(failed(&path))?;
    Ok(settings)
}

/// Reads the settings of a study, and checks that they match the request.
fn resumed(
    folder: &Path,
    definition: &Definition,
    nodes: Option<u64>,
    seed: Option<u64>,
) -> Result<Settings, StudyError> {
    let path = folder.join(SETTINGS);
    let text = files::read_text(&path, files::DEFINITION).map_err(failed(&path))?;
    let found: SettingsFile = serde_json::from_str(&text).map_err(|_| StudyError::Settings(path))?;
    let check = |what, found: String, wanted: Option<String>| match wanted {
        Some(wanted) if wanted != found => Err(StudyError::Other {
            path: folder.to_owned(),
            what,
            found,
            wanted,
        }),
        _ => Ok(()),
    };
    check("game", found.game, Some(definition.name.clone()))?;
    check("rules", found.rules, Some(rules(definition)))?;
    check(
        "number of nodes",
        found.settings.nodes.to_string(),
        nodes.map(|nodes| nodes.to_string()),
    )?;
    check(
        "seed",
        found.settings.seed.to_string(),
        seed.map(|seed| seed.to_string()),
    )?;
    Ok(found.settings)
}

/// Returns a function that turns an error of the operating system into an error that names the file.
fn failed(path: &Path) -> impl Fn(io::Error) -> StudyError {
    let path = path.to_owned();
    move |source| StudyError::File {
        path: path.clone(),
        source,
    }
}

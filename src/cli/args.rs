//! Arguments that several commands share.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use super::error::BoxError;
use super::output::to_stderr;
use super::user;
use kurier_engine::search::{Limits, Settings};
use kurier_engine::session::{EndgameLibrary, Endgames};
use kurier_rules::rules::Definition;

/// A position of a variant.
#[derive(Args, Clone, Debug)]
pub(super) struct PositionArgs {
    /// The variant, as listed by 'kurier variants'
    pub variant: String,
    /// The position as FEN [default: the start position]
    #[arg(long)]
    pub fen: Option<String>,
    /// Moves to play from the position
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    pub moves: Vec<String>,
}

impl PositionArgs {
    /// Returns the moves one by one; a quoted argument may contain several.
    pub(super) fn turns(&self) -> Vec<&str> {
        self.moves.iter().flat_map(|moves| moves.split_whitespace()).collect()
    }
}

/// Limits and settings for searching many positions. If no limit is given, each search takes `SECONDS` seconds.
#[derive(Args, Debug)]
pub(super) struct SearchArgs<const SECONDS: u64> {
    /// Search every position to this depth, in turns
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Search every position for this many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    #[arg(
        long,
        value_name = "SECONDS",
        value_parser = seconds,
        help = format!("Search every position for this many seconds; {SECONDS} if no limit is given")
    )]
    time: Option<Duration>,
    /// Number of search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    threads: usize,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = Settings::default().hash, value_parser = hash)]
    hash: usize,
}

impl<const SECONDS: u64> SearchArgs<SECONDS> {
    /// Returns the settings of the engine.
    pub(super) fn settings(&self) -> Settings {
        Settings {
            hash: self.hash,
            threads: self.threads,
            overhead: Duration::ZERO,
            ..Settings::default()
        }
    }

    /// Returns the limits of each search.
    pub(super) fn limits(&self) -> Limits {
        limited(self.depth, self.nodes, self.time, Duration::from_secs(SECONDS))
    }
}

/// The endgame tables that a search uses.
#[derive(Args, Clone, Debug)]
pub(super) struct TableArgs {
    /// Use the endgame tables in FOLDER, or without FOLDER in the folder of 'kurier tables make'
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    tables: Option<PathBuf>,
}

impl TableArgs {
    /// Opens the tables of a game. Returns `None` if the user has not asked for tables.
    ///
    /// # Errors
    /// Fails if there are no tables for the game.
    pub(super) fn open(&self, definition: &Arc<Definition>) -> Result<Option<Endgames>, BoxError> {
        open_tables(definition, self.tables.as_deref())
    }

    /// Returns the tables of all games in the folder; `None` if the user has not asked for tables. The tables of a game
    /// are opened at its first position, with a warning about each table that is refused.
    ///
    /// # Errors
    /// Fails if there is no such folder.
    pub(super) fn library(&self) -> Result<Option<EndgameLibrary>, BoxError> {
        let Some(folder) = &self.tables else { return Ok(None) };
        let folder = table_folder(folder)?;
        if !folder.is_dir() {
            return Err(format!("there is no folder {}", folder.display()).into());
        }
        Ok(Some(EndgameLibrary::new(move |definition| {
            existing(definition, &folder)
        })))
    }
}

/// The endgame tables by which the referee ends games.
#[derive(Args, Clone, Debug)]
pub(super) struct AdjudicateTablesArgs {
    /// End a game as soon as its position is in the endgame tables in FOLDER, or without FOLDER in the folder of
    /// 'kurier tables make'
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    adjudicate_tables: Option<PathBuf>,
}

impl AdjudicateTablesArgs {
    /// Opens the tables of a game. Returns `None` if the user has not asked for tables.
    ///
    /// # Errors
    /// Fails if there are no tables for the game.
    pub(super) fn open(&self, definition: &Arc<Definition>) -> Result<Option<Endgames>, BoxError> {
        open_tables(definition, self.adjudicate_tables.as_deref())
    }
}

/// Returns a folder of tables; an empty path stands for Kurier's own folder.
fn table_folder(folder: &Path) -> Result<PathBuf, BoxError> {
    match folder.as_os_str().is_empty() {
        true => user::tables().ok_or_else(|| "there is no home folder for endgame tables: name a folder".into()),
        false => Ok(folder.to_owned()),
    }
}

/// Opens the tables of a game in a folder; an empty path stands for Kurier's own folder. Returns `None` if `folder` is
/// `None`.
///
/// # Errors
/// Fails if there are no tables for the game in the folder.
fn open_tables(definition: &Arc<Definition>, folder: Option<&Path>) -> Result<Option<Endgames>, BoxError> {
    let Some(folder) = folder else { return Ok(None) };
    let folder = table_folder(folder)?;
    let missing = || {
        format!(
            "there are no endgame tables for {} in {}",
            definition.name,
            folder.display()
        )
    };
    Ok(Some(existing(definition, &folder).ok_or_else(missing)?))
}

/// Opens the tables of a game in a folder. Returns `None` if there are none. Prints a warning for each table that is
/// refused.
fn existing(definition: &Arc<Definition>, folder: &Path) -> Option<Endgames> {
    let (tables, refused) = kurier_tables::open_shared(definition, folder);
    refused.iter().for_each(|error| to_stderr(&format!("warning: {error}")));
    tables.map(|tables| Endgames::new(definition, tables))
}

/// Returns the limits of a search. If no limit is given, the search takes the time `otherwise`.
pub(super) fn limited(depth: Option<u32>, nodes: Option<u64>, time: Option<Duration>, otherwise: Duration) -> Limits {
    let unlimited = depth.is_none() && nodes.is_none();
    Limits {
        depth,
        nodes,
        move_time: time.or(unlimited.then_some(otherwise)),
        ..Limits::default()
    }
}

/// The reason why the value of an option is refused.
#[derive(Debug, thiserror::Error)]
pub(super) enum ArgumentError {
    /// The value is not a number from the first to the second of these numbers, inclusive.
    #[error("a number from {0} to {1} is expected")]
    Number(usize, usize),
    /// The value is not a number of seconds.
    #[error("a number of seconds is expected")]
    Seconds,
}

/// Parses a number of threads.
pub(super) fn threads(text: &str) -> Result<usize, ArgumentError> {
    number(text, Settings::THREADS)
}

/// Parses a number of principal variations.
pub(super) fn multipv(text: &str) -> Result<usize, ArgumentError> {
    number(text, Settings::MULTIPV)
}

/// Parses the size of the transposition table in MiB.
pub(super) fn hash(text: &str) -> Result<usize, ArgumentError> {
    number(text, Settings::HASH)
}

/// Parses a number and checks its range.
fn number(text: &str, range: RangeInclusive<usize>) -> Result<usize, ArgumentError> {
    match text.parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(ArgumentError::Number(*range.start(), *range.end())),
    }
}

/// Parses a number of seconds, with or without decimals.
pub(super) fn seconds(text: &str) -> Result<Duration, ArgumentError> {
    let seconds = text
        .parse()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or(ArgumentError::Seconds)
}

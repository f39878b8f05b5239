//! Arguments that several commands share.

use std::ops::RangeInclusive;
use std::time::Duration;

use clap::Args;

use kurier_engine::search::{Limits, Settings};

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
    /// A value that is not a number, or is not between the two given numbers, both included.
    #[error("a number from {0} to {1} is expected")]
    Number(usize, usize),
    /// A value that is not a number of seconds.
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

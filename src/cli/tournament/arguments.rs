//! The command line of `kurier match`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::super::args::AdjudicateTablesArgs;
use super::super::openings::OpeningArgs;
use kurier_referee::limits::{TimeControl, seconds_of};
use kurier_series::shard::Shard;

/// The arguments of `kurier match`.
#[derive(Args, Debug)]
pub(in crate::cli) struct Match {
    /// An engine, as 'cmd=PROGRAM proto=uci|xboard name=NAME dir=DIR option.NAME=VALUE tc=.. st=.. nodes=.. depth=..
    /// ponder=on pace=MS'; the program 'self' is Kurier (give this option once for every engine)
    #[arg(short, long = "engine", value_name = "SPEC", required = true)]
    pub(super) engines: Vec<String>,
    /// Settings for all engines; an engine's own settings take precedence
    #[arg(long, value_name = "SPEC", default_value = "")]
    pub(super) each: String,
    /// Variants to play, as listed by 'kurier variants'
    #[arg(long = "variant", value_name = "NAME", required = true, value_delimiter = ',')]
    pub(super) variants: Vec<String>,
    /// Games between every two engines that meet, per variant; an odd number is rounded up
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) games: u32,
    /// Tournament format: which engines play each other
    #[arg(long, value_enum, default_value_t = Pairing::RoundRobin)]
    pub(super) format: Pairing,
    /// Rounds of a Swiss tournament [default: as many as in a knockout]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) rounds: Option<u16>,
    /// Maximum number of additional pairs of games in a level duel of a knockout; if it stays level, the engine that
    /// entered first advances [default: 4]
    #[arg(long, value_name = "N")]
    pub(super) deciders: Option<u16>,
    /// Time control: seconds, seconds+increment, or moves/seconds+increment; seconds may be written as H:MM:SS;
    /// sessions follow each other, as in 40/5400+30:1800+30
    #[arg(long, value_name = "TIME")]
    pub(super) tc: Option<TimeControl>,
    /// Seconds per move
    #[arg(long, value_name = "SECONDS", value_parser = seconds, conflicts_with = "tc")]
    pub(super) st: Option<Duration>,
    /// Nodes per move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) nodes: Option<u64>,
    /// Plies per move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) depth: Option<u32>,
    /// Milliseconds by which a move may be late
    #[arg(long, value_name = "MS", default_value_t = 50)]
    pub(super) margin: u64,
    /// Seconds that an engine may take to start, to become ready, or to move when told to move at once
    #[arg(long, alias = "patience", value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    pub(super) timeout: Duration,
    /// Seconds that an engine may take for a move when it plays without a time control
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "120")]
    pub(super) move_limit: Duration,
    /// Let all engines ponder: think on their opponents' time
    #[arg(long)]
    pub(super) ponder: bool,
    #[command(flatten)]
    pub(super) openings: OpeningArgs,
    /// Games to play at the same time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) concurrency: Option<u16>,
    /// End lost games when both engines agree for some moves, as in 'moves=4 score=900'
    #[arg(long, value_name = "RULE", num_args = 1..)]
    pub(super) resign: Vec<String>,
    /// End drawn games when both engines agree for some moves, as in 'from=40 moves=8 score=10'
    #[arg(long, value_name = "RULE", num_args = 1..)]
    pub(super) draw: Vec<String>,
    #[command(flatten)]
    pub(super) tables: AdjudicateTablesArgs,
    /// End a game as a draw once each engine has made this many moves
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) max_moves: u32,
    /// Stop a match of two engines when a sequential test (SPRT) is decided, as in
    /// 'elo0=0 elo1=10 alpha=0.05 beta=0.05'
    #[arg(long, value_name = "TEST", num_args = 1..)]
    pub(super) sprt: Vec<String>,
    /// Write all games to this file; '{part}' in its name stands for the number of the part that --shard plays
    #[arg(long, value_name = "FILE")]
    pub(super) pgn: Option<PathBuf>,
    /// Resume the tournament whose games are in the PGN file
    #[arg(long, requires = "pgn")]
    pub(super) resume: bool,
    /// Play only part I of N of the tournament; --merge joins the parts. With --pgn part-{part}.pgn each part also
    /// reads the games of the other parts, so that an SPRT on all games stops every part
    #[arg(long, value_name = "I/N", conflicts_with = "merge")]
    pub(super) shard: Option<Shard>,
    /// Play nothing; show the standings and the SPRT for the games in these files, which are parts of this tournament
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "pgn")]
    pub(super) merge: Vec<PathBuf>,
    /// Write the results of the engines against each other (Swiss: cross tables; knockout: duels) to this CSV file
    #[arg(long, value_name = "FILE")]
    pub(super) csv: Option<PathBuf>,
    /// Write the standings, cross tables and brackets to this HTML file
    #[arg(long, value_name = "FILE")]
    pub(super) html: Option<PathBuf>,
    /// Show the running tournament on a page in the browser, on this machine only. With FOLDER, also write the page and
    /// its data there, for any web server
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, conflicts_with = "merge")]
    pub(super) live: Option<Option<PathBuf>>,
    /// Read arguments from this TOML file, as in 'games = 100', 'engine = ["self", "cmd=..."]'; the command line takes
    /// precedence
    // `super::config` has inserted the settings of the file into the arguments before they are parsed.
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    /// The name of the tournament
    #[arg(long, value_name = "NAME", default_value = "Kurier match")]
    pub(super) event: String,
    /// Folder for the protocol logs of games that end by a fault
    #[arg(long, value_name = "DIR", default_value = "kurier-faults")]
    pub(super) faults: PathBuf,
    /// Show the standings after every N games
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) report: u32,
    /// Print JSON, one object per line
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(super) enum Pairing {
    /// Every engine plays every other engine
    RoundRobin,
    /// The first engine plays every other engine
    Gauntlet,
    /// In every round, engines with similar scores meet, if possible without repeated duels
    Swiss,
    /// The loser of a duel is out; the order of the engines is the seeding
    Knockout,
}

/// Parses a number of seconds above zero.
fn seconds(text: &str) -> Result<Duration, ArgumentError> {
    let seconds = seconds_of(text).filter(|time| !time.is_zero());
    seconds.ok_or(ArgumentError::Seconds)
}

/// The reason why an argument is not valid, alone or together with another argument.
#[derive(Debug, thiserror::Error)]
pub(super) enum ArgumentError {
    #[error("--rounds requires --format swiss")]
    Rounds,
    #[error("--deciders requires --format knockout")]
    Deciders,
    #[error("--shard: pairings that depend on results cannot be divided")]
    Shard,
    #[error("{0} is named twice")]
    RepeatedVariant(String),
    #[error("a number of seconds is expected")]
    Seconds,
}

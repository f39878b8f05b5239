//! The arguments of the command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

use super::annotate::Annotate;
use super::board::Board;
use super::epd::Epd;
use super::install::Install;
use super::manual::{Completions, Man};
use super::openings::Openings;
use super::play::Play;
use super::tournament::Match;
use crate::search::Settings;
use crate::session::{HASH, MULTIPV, Request, THREADS};

/// Kurier plays Courier Chess and its relatives
///
/// Without a command it speaks UCI or the XBoard protocol, whichever it is addressed in.
#[derive(Parser, Debug)]
#[command(name = "kurier", version)]
pub(super) struct Arguments {
    /// Add the game of this file (may be given several times)
    #[arg(long = "variants", value_name = "FILE", global = true)]
    pub files: Vec<PathBuf>,
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Subcommand, Debug)]
pub(super) enum Command {
    /// List the games
    Variants,
    /// Show a position, as text or as a picture
    Board(Box<Board>),
    /// List the legal moves, one a line
    Moves(PositionArgs),
    /// Count the ways to play some turns
    Perft(Perft),
    /// Search for the best move
    Analyze(Analyze),
    /// Give games scores, best lines and marks for mistakes, as PGN and as a page for the browser
    Annotate(Annotate),
    /// Solve positions and compare: best and bad moves, mates, scores
    Epd(Epd),
    /// Play against Kurier in the terminal
    Play(Play),
    /// Tell whether the game is over, and why
    Status(PositionArgs),
    /// Do a fixed piece of work and tell the speed
    Bench {
        /// The game; without it, all
        variant: Option<String>,
        /// Search to this depth, in turns; without it, to one that suits the game
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
        depth: Option<u32>,
    },
    /// Let engines play against each other, in any of the games
    Match(Box<Match>),
    /// Make openings for tournaments: different, balanced positions
    Openings(Openings),
    /// Check the file of a game, and show its pieces' moves
    Check {
        /// The file
        file: PathBuf,
    },
    /// Translate a game of Fairy-Stockfish's variants.ini
    Import(Import),
    /// Make Kurier known to XBoard or Cute Chess
    Install(Install),
    /// Print the man page
    Man(Man),
    /// Print completions for a shell
    Completions(Completions),
}

#[derive(Args, Debug)]
pub(super) struct Import {
    /// The variants.ini
    pub file: PathBuf,
    /// The game; without it, all that are in the file are listed
    pub name: Option<String>,
}

/// A position of a game.
#[derive(Args, Clone, Debug)]
pub(super) struct PositionArgs {
    /// The game, as 'kurier variants' lists it
    pub variant: String,
    /// The position as FEN; without it, the start
    #[arg(long)]
    pub fen: Option<String>,
    /// Moves to play from there
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    pub moves: Vec<String>,
}

impl PositionArgs {
    /// The moves one by one: several may come in one quoted argument.
    pub(super) fn turns(&self) -> Vec<&str> {
        self.moves.iter().flat_map(|moves| moves.split_whitespace()).collect()
    }
}

#[derive(Args, Debug)]
pub(super) struct Perft {
    #[command(flatten)]
    pub position: PositionArgs,
    /// The number of turns
    pub depth: u32,
    /// Show the count of every first turn
    #[arg(long)]
    pub divide: bool,
    /// Threads to count in
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    pub threads: usize,
}

#[derive(Args, Debug)]
pub(super) struct Analyze {
    #[command(flatten)]
    pub position: PositionArgs,
    /// Stop after this depth, in turns
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Stop after this many nodes
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Stop after this many seconds; 5 if no limit is given
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// The number of best moves to show
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = multipv)]
    multipv: usize,
    /// Threads to search in
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    threads: usize,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = Settings::default().hash, value_parser = hash)]
    hash: usize,
    /// Print JSON, one object a line
    #[arg(long)]
    pub json: bool,
    /// Print one line after the other, also on a terminal
    #[arg(long)]
    pub plain: bool,
}

/// How long to think about each of many positions: `SECONDS` if nothing is said.
#[derive(Args, Debug)]
pub(super) struct SearchArgs<const SECONDS: u64> {
    /// Think about every position to this depth, in turns
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Think about every position for this many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    #[arg(
        long,
        value_name = "SECONDS",
        value_parser = seconds,
        help = format!("Think about every position for this many seconds; {SECONDS} if no limit is given")
    )]
    time: Option<Duration>,
    /// Threads to search in
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    threads: usize,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = Settings::default().hash, value_parser = hash)]
    hash: usize,
}

impl<const SECONDS: u64> SearchArgs<SECONDS> {
    pub(super) fn settings(&self) -> Settings {
        Settings {
            hash: self.hash,
            threads: self.threads,
            overhead: Duration::ZERO,
            ..Settings::default()
        }
    }

    pub(super) fn request(&self) -> Request {
        limited(self.depth, self.nodes, self.time, Duration::from_secs(SECONDS))
    }
}

/// A search within the limits that are given, or else for some time.
fn limited(depth: Option<u32>, nodes: Option<u64>, time: Option<Duration>, otherwise: Duration) -> Request {
    let unlimited = depth.is_none() && nodes.is_none();
    Request {
        depth,
        nodes,
        move_time: time.or(unlimited.then_some(otherwise)),
        ..Request::default()
    }
}

impl Analyze {
    /// What is thought when no limit is given.
    const TIME: Duration = Duration::from_secs(5);

    pub(super) fn settings(&self) -> Settings {
        Settings {
            hash: self.hash,
            threads: self.threads,
            multipv: self.multipv,
            overhead: Duration::ZERO,
            ..Settings::default()
        }
    }

    pub(super) fn request(&self) -> Request {
        limited(self.depth, self.nodes, self.time, Self::TIME)
    }
}

pub(super) fn threads(text: &str) -> Result<usize, String> {
    number(text, THREADS)
}

fn multipv(text: &str) -> Result<usize, String> {
    number(text, MULTIPV)
}

pub(super) fn hash(text: &str) -> Result<usize, String> {
    number(text, HASH)
}

fn number(text: &str, range: std::ops::RangeInclusive<usize>) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(format!(
            "a number from {} to {} is expected",
            range.start(),
            range.end()
        )),
    }
}

pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text
        .parse()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| "a number of seconds is expected".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn arguments_are_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn analysis_ends_by_itself() {
        let request =
            |arguments: &[&str]| match Arguments::parse_from([&["kurier", "analyze", "x"], arguments].concat()).command
            {
                Some(Command::Analyze(analyze)) => analyze.request(),
                other => panic!("{other:?}"),
            };
        assert_eq!(request(&[]).move_time, Some(Analyze::TIME));
        assert_eq!(request(&["--depth", "7"]).move_time, None);
        assert_eq!(request(&["--time", "0.25"]).move_time, Some(Duration::from_millis(250)));
    }
}

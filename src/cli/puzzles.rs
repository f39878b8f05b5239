//! `kurier puzzles`: finds puzzles in games of Kurier against itself.

use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use clap::Args;
use rayon::prelude::*;

use super::args::threads;
use super::error::BoxError;
use super::games::evaluation;
use super::interrupt::interrupt_flag;
use super::output::{progress_bar, to_stderr};
use kurier_puzzles::{Effort, Kind, Maker, PuzzleSet, pgn_text};
use kurier_rules::files;
use kurier_rules::rules::{Catalogue, Definition};

/// The number of games that each thread plays between two saves of the file.
const GAMES_AT_ONCE: u64 = 4;
/// The size of the largest file that is read, in bytes.
const LONGEST_FILE: u64 = 64 << 20;

/// The arguments of `kurier puzzles`.
#[derive(Args, Debug)]
pub(super) struct Puzzles {
    /// The variant, as listed by 'kurier variants'
    variant: String,
    /// The number of puzzles
    #[arg(short = 'n', long = "count", value_name = "N", default_value_t = 200)]
    count: usize,
    /// The file of the puzzles, in JSON; if it exists, puzzles are added until there are enough [default:
    /// VARIANT-puzzles.json]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Also write the puzzles as PGN to this file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Search each move of the games for this many nodes
    #[arg(long, value_name = "N", default_value_t = Effort::default().play, value_parser = clap::value_parser!(u64).range(1..))]
    play_nodes: u64,
    /// Search for this many nodes to prove that a move wins, and that no other one does
    #[arg(long, value_name = "N", default_value_t = Effort::default().prove, value_parser = clap::value_parser!(u64).range(100..))]
    prove_nodes: u64,
    /// Search at most this many games for puzzles, counted from the first one
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Games to search at the same time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
}

/// Finds puzzles and writes them after every few games, so that an interrupted run can be continued.
pub(super) fn run(catalogue: &Catalogue, arguments: &Puzzles) -> Result<(), BoxError> {
    let definition = catalogue.find(&arguments.variant)?;
    let path = arguments.output.clone();
    let path = path.unwrap_or_else(|| PathBuf::from(format!("{}-puzzles.json", definition.name)));
    let mut set = read(&path, &definition)?;
    let interrupted = interrupt_flag()?;
    let params = evaluation(&definition);
    let effort = Effort {
        play: arguments.play_nodes,
        prove: arguments.prove_nodes,
    };
    let threads = arguments.threads.unwrap_or_else(num_cpus::get_physical);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let template = "{bar:30} {pos} of {len} puzzles, {msg}, {elapsed} gone, {eta} left";
    let bar = progress_bar(template, arguments.count as u64).with_position(set.puzzles.len() as u64);
    let last = arguments.games.unwrap_or(u64::MAX);
    while set.puzzles.len() < arguments.count && set.games < last && !interrupted.load(Ordering::Relaxed) {
        let end = last.min(set.games + GAMES_AT_ONCE * threads as u64);
        let found = pool.install(|| {
            let games = (set.games..end).into_par_iter();
            let maker = || Maker::new(&definition, &params, effort);
            let is_full = |kind: &Kind| set.is_full(kind, arguments.count);
            let games = games.map_init(maker, |maker, number| maker.game(number, &is_full));
            games.collect::<Result<Vec<_>, _>>()
        })?;
        // Add all puzzles of a game or none, so that the set does not depend on the number of threads.
        for game in found {
            if set.puzzles.len() < arguments.count {
                set.games += 1;
                for puzzle in game {
                    set.add(puzzle, &definition, arguments.count);
                }
            }
        }
        bar.set_position(set.puzzles.len() as u64);
        bar.set_message(format!("{} games", set.games));
        files::write(&path, set.text().as_bytes()).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    bar.finish_and_clear();
    if let Some(pgn) = &arguments.pgn {
        let text = pgn_text(&set, &definition)?;
        files::write(pgn, text.as_bytes()).map_err(|error| format!("{}: {error}", pgn.display()))?;
    }
    let (puzzles, games) = (set.puzzles.len(), set.games);
    to_stderr(&format!("{}: {puzzles} puzzles from {games} games", path.display()));
    match interrupted.load(Ordering::Relaxed) && puzzles < arguments.count {
        true => Err("interrupted: run the same command again to continue".into()),
        false => Ok(()),
    }
}

/// Reads the existing puzzles. Returns an empty set if there is no file.
fn read(path: &PathBuf, definition: &Arc<Definition>) -> Result<PuzzleSet, BoxError> {
    match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(PuzzleSet::new(definition)),
        _ => {}
    }
    let told = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let text = files::read_text(path, LONGEST_FILE).map_err(|error| told(&error))?;
    Ok(PuzzleSet::parse(&text, definition).map_err(|error| told(&error))?)
}

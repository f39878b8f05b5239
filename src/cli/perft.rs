//! `kurier perft`: counts the move sequences of a given length.

use std::io::Write;
use std::time::Instant;

use clap::Args;

use super::args::{PositionArgs, threads};
use super::error::CliError;
use super::games::set_up;
use super::output::to_stderr;
use kurier_engine::search::nps;
use kurier_rules::position::MAX_PERFT_DEPTH;
use kurier_rules::rules::Catalogue;

/// The arguments of `kurier perft`.
#[derive(Args, Debug)]
pub(super) struct Perft {
    #[command(flatten)]
    position: PositionArgs,
    /// The number of turns
    #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_PERFT_DEPTH)))]
    depth: u32,
    /// Show the count of every first turn
    #[arg(long)]
    divide: bool,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    threads: usize,
}

/// Counts the move sequences and prints the result. Prints the time to the standard error, so that the standard output
/// is reproducible.
pub(super) fn perft(out: &mut impl Write, catalogue: &Catalogue, arguments: &Perft) -> Result<(), CliError> {
    let board = set_up(catalogue, &arguments.position)?;
    let start = Instant::now();
    let count = board.perft(arguments.depth, arguments.threads);
    let elapsed = start.elapsed();
    if arguments.divide {
        for (turn, nodes) in count.spelled(&board) {
            writeln!(out, "{turn}: {nodes}")?;
        }
        if count.is_undivided(arguments.depth) {
            to_stderr("there are too many first turns to list them");
        }
    }
    writeln!(out, "nodes: {}", count.nodes)?;
    let speed = nps(count.nodes, elapsed);
    to_stderr(&format!("time: {:.3} s, speed: {speed} nodes/s", elapsed.as_secs_f64()));
    Ok(())
}

//! `kurier bench`: searches fixed positions to measure the speed and to compare the number of nodes between versions.

use std::io::Write;
use std::sync::mpsc::channel;
use std::time::Duration;

use clap::Args;

use super::error::CliError;
use kurier_engine::search::{Settings, nps};
use kurier_engine::session::{self, Board, Engine};
use kurier_rules::rules::Catalogue;

/// The arguments of `kurier bench`.
#[derive(Args, Debug)]
pub(super) struct Bench {
    /// The variant [default: all core variants]
    variant: Option<String>,
    /// Search to this depth, in turns [default: a depth that suits the variant]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
}

/// Runs the benchmark of one variant or of all core variants, and prints node counts and speed.
pub(super) fn bench(out: &mut impl Write, catalogue: &Catalogue, arguments: &Bench) -> Result<(), CliError> {
    let games = match &arguments.variant {
        Some(name) => vec![catalogue.find(name)?],
        None => catalogue.core().cloned().collect(),
    };
    let mut total = session::Bench {
        nodes: 0,
        elapsed: Duration::ZERO,
    };
    for game in games {
        let (sender, receiver) = channel();
        // The benchmark allocates its own table.
        let settings = Settings {
            hash: 1,
            ..Settings::default()
        };
        let mut engine = Engine::new(&Board::new(&game), settings);
        engine.start_bench(arguments.depth, move |bench| _ = sender.send(bench))?;
        for bench in receiver {
            let session::Bench { nodes, elapsed } = bench;
            writeln!(out, "{:<16} {nodes:>9} nodes {:>9} nps", game.name, nps(nodes, elapsed))?;
            out.flush()?;
            total.nodes += nodes;
            total.elapsed += elapsed;
        }
    }
    writeln!(out, "{} nodes {} nps", total.nodes, nps(total.nodes, total.elapsed))?;
    Ok(())
}

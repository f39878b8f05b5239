//! `kurier bench`: a fixed amount of search, for its speed and its node count.

use std::io::Write;
use std::sync::mpsc::channel;
use std::time::Duration;

use clap::Args;

use super::error::CliError;
use super::games::{find, without_search};
use crate::rules::Catalogue;
use crate::session::{self, open, speed};

/// The arguments of `kurier bench`.
#[derive(Args, Debug)]
pub(super) struct Bench {
    /// The game; without it, all
    variant: Option<String>,
    /// Search to this depth, in turns; without it, to one that suits the game
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
}

/// Searches and prints the node counts.
pub(super) fn bench(out: &mut impl Write, catalogue: &Catalogue, arguments: &Bench) -> Result<(), CliError> {
    let games = match &arguments.variant {
        Some(name) => vec![find(catalogue, name)?],
        None => catalogue.core().cloned().collect(),
    };
    let mut total = session::Bench {
        nodes: 0,
        elapsed: Duration::ZERO,
    };
    for game in games {
        let (sender, receiver) = channel();
        let mut session = open(game.clone(), without_search());
        session.start_bench(arguments.depth, Box::new(move |bench| _ = sender.send(bench)))?;
        for bench in receiver {
            let session::Bench { nodes, elapsed } = bench;
            writeln!(
                out,
                "{:<16} {nodes:>9} nodes {:>9} nps",
                game.name,
                speed(nodes, elapsed)
            )?;
            out.flush()?;
            total.nodes += nodes;
            total.elapsed += elapsed;
        }
    }
    writeln!(out, "{} nodes {} nps", total.nodes, speed(total.nodes, total.elapsed))?;
    Ok(())
}

//! The commands that answer at once.

use std::io::Write;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use super::arguments::Perft;
use super::{CliError, small, to_stderr};
use crate::board::Shape;
use crate::rules::{Catalogue, Definition};
use crate::session::{Bench, Session, open, speed};

/// Lists the games.
pub(super) fn variants(out: &mut impl Write, catalogue: &Catalogue) -> Result<(), CliError> {
    let width = catalogue
        .iter()
        .map(|definition| definition.name.len())
        .max()
        .unwrap_or(0);
    for definition in catalogue.iter() {
        let Definition {
            name, title, summary, ..
        } = &**definition;
        writeln!(
            out,
            "{name:<width$}  {:<5}  {title}. {summary}",
            size(&definition.shape)
        )?;
    }
    Ok(())
}

/// Lists the legal moves.
pub(super) fn moves(out: &mut impl Write, session: &dyn Session) -> Result<(), CliError> {
    for turn in session.turns() {
        writeln!(out, "{turn}")?;
    }
    Ok(())
}

/// Tells whether the game is over.
pub(super) fn status(out: &mut impl Write, session: &dyn Session) -> Result<(), CliError> {
    if let Some(outcome) = session.outcome() {
        writeln!(out, "{} ({})", outcome.result(), outcome.reason.text())?;
        return Ok(());
    }
    let side = session.side().name();
    let check = if session.in_check() { ", in check" } else { "" };
    writeln!(
        out,
        "ongoing\n{side} to move{check}, {} legal moves",
        session.turns().len()
    )?;
    Ok(())
}

/// Counts the ways to play on; the time goes to the standard error, so that the output is always the same.
pub(super) fn perft(out: &mut impl Write, session: &dyn Session, arguments: &Perft) -> Result<(), CliError> {
    let start = Instant::now();
    let count = session.perft(arguments.depth, arguments.threads);
    let elapsed = start.elapsed();
    if arguments.divide {
        for (turn, nodes) in &count.divide {
            writeln!(out, "{turn}: {nodes}")?;
        }
    }
    writeln!(out, "nodes: {}", count.nodes)?;
    let speed = speed(count.nodes, elapsed);
    to_stderr(&format!("time: {:.3} s, speed: {speed} nodes/s", elapsed.as_secs_f64()));
    Ok(())
}

/// Does the bench of some games.
pub(super) fn bench(out: &mut impl Write, games: &[Arc<Definition>], depth: Option<u32>) -> Result<(), CliError> {
    let mut total = Bench {
        nodes: 0,
        elapsed: Duration::ZERO,
    };
    for game in games {
        let (sender, receiver) = channel();
        let mut session = open(game.clone(), small());
        session.start_bench(depth, Box::new(move |bench| _ = sender.send(bench)))?;
        for bench in receiver {
            let Bench { nodes, elapsed } = bench;
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

/// The sides of a board: `12x8`.
pub(super) fn size(shape: &Shape) -> String {
    let flat = format!("{}x{}", shape.files(), shape.ranks());
    match shape.levels() {
        1 => flat,
        levels => format!("{flat}x{levels}"),
    }
}

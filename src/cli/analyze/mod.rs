//! `kurier analyze`: searches a position and shows the search as a live display, as text or as JSON.

mod live;
mod text;

use std::io::Write;
use std::path::PathBuf;
use std::sync::mpsc::channel;
use std::time::Duration;

use clap::Args;
use console::Term;
use serde_json::json;

use self::text::{best_in_json, best_in_words, report_in_json, report_in_words};
use super::args::{PositionArgs, TableArgs, hash, limited, multipv, seconds, threads};
use super::book;
use super::error::{BoxError, CliError};
use super::games::{evaluation, set_up};
use kurier_books::Book;
use kurier_engine::search::{Limits, Settings};
use kurier_engine::session::{Engine, Event};
use kurier_rules::rules::Catalogue;

/// The arguments of `kurier analyze`.
#[derive(Args, Debug)]
pub(super) struct Analyze {
    #[command(flatten)]
    position: PositionArgs,
    /// Stop at this depth, in turns
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Stop after this many nodes
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Stop after this many seconds; 5 if no limit is given
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Only search for the shortest mate in at most this many moves; the time is unlimited unless --time is given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100), conflicts_with = "multipv")]
    mate: Option<u32>,
    /// The number of best moves to show
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = multipv)]
    multipv: usize,
    /// Number of search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    threads: usize,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = Settings::default().hash, value_parser = hash)]
    hash: usize,
    #[command(flatten)]
    tables: TableArgs,
    /// Show first what an opening book knows: moves, games, results, scores; without a file, the book that Kurier ships
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    book: Option<Option<PathBuf>>,
    /// Print JSON, one object per line
    #[arg(long)]
    json: bool,
    /// Print line by line, even on a terminal
    #[arg(long)]
    plain: bool,
}

impl Analyze {
    /// The search time if no limit is given.
    const TIME: Duration = Duration::from_secs(5);

    /// Returns the settings of the engine.
    fn settings(&self) -> Settings {
        Settings {
            hash: self.hash,
            threads: self.threads,
            multipv: self.multipv,
            overhead: Duration::ZERO,
            ..Settings::default()
        }
    }

    /// Returns the limits of the search.
    fn limits(&self) -> Limits {
        match self.mate {
            None => limited(self.depth, self.nodes, self.time, Self::TIME),
            mate => Limits {
                depth: self.depth,
                nodes: self.nodes,
                move_time: self.time,
                mate,
                ..Limits::default()
            },
        }
    }
}

/// Searches a position. On a terminal, shows the search in a live display, unless `--json` or `--plain` is given.
/// Otherwise, prints a line for every report, and then the best move.
pub(super) fn analyze(out: &mut impl Write, catalogue: &Catalogue, arguments: &Analyze) -> Result<(), CliError> {
    let board = &set_up(catalogue, &arguments.position)?;
    if let Some(file) = &arguments.book {
        let book = match file {
            Some(path) => Book::read(path, board.definition()).map_err(BoxError::from)?,
            None => book::shipped_book(board.definition())?,
        };
        let moves = book.moves(board);
        match arguments.json {
            true => writeln!(out, "{}", json!({ "book": book::in_json(board, &moves) }))?,
            false => writeln!(out, "{}\n", book::in_words(board, &moves))?,
        }
        out.flush()?;
    }
    let endgames = arguments.tables.open(board.definition())?;
    let terminal = Term::stdout();
    let mut engine = Engine::with_evaluation(board, evaluation(board.definition()), arguments.settings());
    engine.set_endgames(endgames.as_ref());
    if let Some(verdict) = endgames.and_then(|tables| tables.probe(board)) {
        match arguments.json {
            true => writeln!(out, "{}", json!({ "table": verdict.to_string() }))?,
            false => writeln!(out, "table: {verdict}")?,
        }
        out.flush()?;
    }
    if terminal.is_term() && !arguments.json && !arguments.plain {
        return live::show(&terminal, board, engine, &arguments.limits());
    }
    let (sender, receiver) = channel();
    engine.start(board, &arguments.limits(), move |event| _ = sender.send(event))?;
    for event in receiver {
        let text = match (event, arguments.json) {
            (Event::Report(report), true) => report_in_json(&report, board).to_string(),
            (Event::Report(report), false) => report_in_words(&report, board, engine.settings().multipv),
            (Event::Best(best), true) => best_in_json(&best, board).to_string(),
            (Event::Best(best), false) => best_in_words(&best, board),
        };
        writeln!(out, "{text}")?;
        out.flush()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct CommandLine {
        #[command(flatten)]
        analyze: Analyze,
    }

    #[test]
    fn analysis_ends_by_itself() {
        let limits = |arguments: &[&str]| {
            let line = CommandLine::parse_from([&["analyze", "x"], arguments].concat());
            line.analyze.limits()
        };
        assert_eq!(limits(&[]).move_time, Some(Analyze::TIME));
        assert_eq!(limits(&["--depth", "7"]).move_time, None);
        assert_eq!(limits(&["--time", "0.25"]).move_time, Some(Duration::from_millis(250)));
        let mate = limits(&["--mate", "3"]);
        assert_eq!((mate.mate, mate.move_time), (Some(3), None));
    }
}

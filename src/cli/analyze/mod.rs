//! `kurier analyze`: a search, its lines for people or programs.

mod live;
mod text;

use std::io::Write;
use std::sync::mpsc::channel;
use std::time::Duration;

use clap::Args;
use console::Term;

use self::text::{in_json, in_words};
use super::args::{PositionArgs, hash, limited, multipv, seconds, threads};
use super::error::CliError;
use super::games::open_position;
use crate::rules::Catalogue;
use crate::search::Settings;
use crate::session::Request;

/// The arguments of `kurier analyze`.
#[derive(Args, Debug)]
pub(super) struct Analyze {
    #[command(flatten)]
    position: PositionArgs,
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
    json: bool,
    /// Print one line after the other, also on a terminal
    #[arg(long)]
    plain: bool,
}

impl Analyze {
    /// The time without a limit.
    const TIME: Duration = Duration::from_secs(5);

    fn settings(&self) -> Settings {
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

/// Searches. On a terminal that is a live display, else (and with `--json`) every line of thinking is printed, at last
/// the best move.
pub(super) fn analyze(out: &mut impl Write, catalogue: &Catalogue, arguments: &Analyze) -> Result<(), CliError> {
    let mut session = open_position(catalogue, &arguments.position, arguments.settings())?;
    let terminal = Term::stdout();
    if terminal.is_term() && !arguments.json && !arguments.plain {
        return live::show(&terminal, session, &arguments.request());
    }
    let (sender, receiver) = channel();
    session.start(&arguments.request(), Box::new(move |event| _ = sender.send(event)))?;
    for event in receiver {
        let text = match arguments.json {
            true => in_json(&event, &*session).to_string(),
            false => in_words(&event, &*session),
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
        let request = |arguments: &[&str]| {
            let line = CommandLine::parse_from([&["analyze", "x"], arguments].concat());
            line.analyze.request()
        };
        assert_eq!(request(&[]).move_time, Some(Analyze::TIME));
        assert_eq!(request(&["--depth", "7"]).move_time, None);
        assert_eq!(request(&["--time", "0.25"]).move_time, Some(Duration::from_millis(250)));
    }
}

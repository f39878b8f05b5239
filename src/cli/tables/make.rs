//! `kurier tables make`: makes endgame tables, with a progress bar on a terminal.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::ProgressBar;

use super::FolderArgs;
use super::show::{boxed, in_json, longest_win, percent};
use crate::cli::args::threads;
use crate::cli::error::CliError;
use crate::cli::interrupt::interrupt_flag;
use crate::cli::output::{progress_bar, to_stderr};
use kurier_rules::files;
use kurier_rules::rules::{Catalogue, Color};
use kurier_rules::with_width;
use kurier_tables::{Event, Game, MAX_PIECES, Plan, Planned, Statistics, TableInfo, Wanted};

/// The arguments of `kurier tables make`.
#[derive(Args, Debug)]
pub(super) struct Make {
    /// The variant, as listed by 'kurier variants'
    variant: String,
    /// Make the tables of all endings with at most this many pieces, kings included
    #[arg(long, value_name = "N", required_unless_present = "only", value_parser = pieces)]
    pieces: Option<usize>,
    /// Make the tables of these classes of endings, such as KRvKN, and all tables that they need
    #[arg(long, value_name = "CLASS", value_delimiter = ',', conflicts_with = "pieces")]
    only: Vec<String>,
    #[command(flatten)]
    folder: FolderArgs,
    /// The number of threads [default: the number of physical cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
    /// The maximum amount of memory, in MiB; if a table needs more, no table is made
    #[arg(long, value_name = "MIB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(1..1 << 30))]
    memory: u64,
    /// Append a line of JSON to this file for each finished table: what it says, its size, and the time that it took
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Only print which tables would be made
    #[arg(long)]
    dry_run: bool,
}

/// Parses a number of pieces.
fn pieces(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if (2..=MAX_PIECES).contains(&number) => Ok(number),
        _ => Err(format!("a number from 2 to {MAX_PIECES} is expected")),
    }
}

/// Makes the tables, or only prints which ones are missing.
pub(super) fn make(out: &mut impl Write, catalogue: &Catalogue, arguments: &Make) -> Result<(), CliError> {
    let definition = catalogue.find(&arguments.variant)?;
    let folder = arguments.folder.folder()?;
    with_width!(definition.shape, W => {
        let game = Game::<W>::compile(definition.clone());
        let wanted = match arguments.pieces {
            Some(pieces) => Wanted::Pieces(pieces),
            None => {
                let classes = arguments.only.iter().map(|name| game.parse(name)).collect::<Result<_, _>>();
                Wanted::Only(classes.map_err(boxed)?)
            }
        };
        let plan = Plan::new(&game, &folder, &wanted, arguments.folder.distance()).map_err(boxed)?;
        plan.refused().iter().for_each(|refused| to_stderr(&format!("warning: {refused}")));
        let threads = arguments.threads.unwrap_or_else(num_cpus::get_physical);
        to_stderr(&summary(&plan, threads));
        if arguments.dry_run {
            for table in plan.missing() {
                writeln!(out, "{:<10} {:>14} entries {:>8} MiB", table.name, table.entries, mib(table.memory))?;
            }
            return Ok(());
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| CliError::Other(Box::new(error)))?;
        let stop = interrupt_flag()?;
        let display = Display::new(&plan);
        let log = arguments.log.as_deref().map(Log::open).transpose()?;
        let distance = arguments.folder.distance();
        let on_event = |event: Event<'_>| {
            if let (Event::Finished { table, length, statistics }, Some(log)) = (&event, &log) {
                let info = TableInfo { class: table.name.clone(), length: *length, statistics: **statistics };
                let mut line = in_json(&game, &info, distance);
                line["entries"] = table.entries.into();
                line["seconds"] = ((display.elapsed().as_secs_f64() * 10.0).round() / 10.0).into();
                line["threads"] = threads.into();
                log.add(&line.to_string());
            }
            display.show(&event);
        };
        let made = pool.install(|| plan.run(&game, arguments.memory << 20, &stop, &on_event));
        display.bar.finish_and_clear();
        made.map_err(boxed)?;
        log.map_or(Ok(()), Log::finish)
    })
}

/// Describes what will be made, where, and with how much memory.
fn summary(plan: &Plan, threads: usize) -> String {
    let (all, missing) = (plan.tables().len(), plan.missing().count());
    let game = plan.game_name();
    if missing == 0 {
        return format!("{game}: all {all} tables are in {}", plan.folder().display());
    }
    let largest = plan.missing().map(|table| table.memory).max().unwrap_or(0);
    let entries: u64 = plan.missing().map(|table| table.entries).sum();
    format!(
        "{game}: {missing} of {all} tables to make in {}, {} million entries, {} MiB of memory, {threads} threads",
        plan.folder().display(),
        entries.div_ceil(1_000_000),
        mib(largest),
    )
}

fn mib(bytes: u64) -> u64 {
    bytes.div_ceil(1 << 20)
}

/// The log file, to which a line is written for each finished table.
struct Log {
    path: PathBuf,
    file: Mutex<File>,
    /// The first error in writing the file. It does not stop the making of tables.
    failed: Mutex<Option<io::Error>>,
}

impl Log {
    /// Opens the file for appending.
    fn open(path: &Path) -> Result<Self, CliError> {
        let file = files::append(path).map_err(|source| CliError::File {
            path: path.to_owned(),
            source,
        })?;
        Ok(Self {
            path: path.to_owned(),
            file: Mutex::new(file),
            failed: Mutex::default(),
        })
    }

    fn add(&self, line: &str) {
        let written = writeln!(self.file.lock().unwrap_or_else(PoisonError::into_inner), "{line}");
        if let Err(error) = written {
            self.failed
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .get_or_insert(error);
        }
    }

    /// Reports the first error in writing the file, if there was one.
    fn finish(self) -> Result<(), CliError> {
        match self.failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            None => Ok(()),
            Some(source) => Err(CliError::File {
                path: self.path,
                source,
            }),
        }
    }
}

/// The display of tables that are being made.
struct Display {
    bar: ProgressBar,
    begun: Mutex<Instant>,
}

impl Display {
    fn new(plan: &Plan) -> Self {
        let entries = plan.missing().map(|table| table.entries).sum();
        let bar = progress_bar("{bar:30} {percent} % {elapsed} gone, {eta} left  {msg}", entries);
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_secs(1));
        }
        Self {
            bar,
            begun: Mutex::new(Instant::now()),
        }
    }

    /// Returns the time since the computation of the current table began.
    fn elapsed(&self) -> Duration {
        self.begun.lock().unwrap_or_else(PoisonError::into_inner).elapsed()
    }

    /// Shows an event on the progress bar, or prints it.
    fn show(&self, event: &Event<'_>) {
        match event {
            Event::Begun(table) => {
                *self.begun.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
                self.bar.set_message(table.name.clone());
            }
            Event::Advanced(entries) => self.bar.inc(*entries),
            Event::Finished {
                table,
                length,
                statistics,
            } => {
                self.print(&finished(table, *length, statistics, self.elapsed()));
            }
        }
    }

    /// Prints a line above the progress bar. Errors are ignored, so that tables are made even if nobody reads the line.
    fn print(&self, line: &str) {
        self.bar.suspend(|| {
            let _ = writeln!(io::stderr(), "{line}");
        });
    }
}

/// Describes a table that is finished.
fn finished(table: &Planned, length: u64, statistics: &Statistics, elapsed: Duration) -> String {
    let white = statistics.side(Color::White);
    format!(
        "{:<10} {:>9} kB {:>7.1} s  white to move wins {}, {}",
        table.name,
        length.div_ceil(1000),
        elapsed.as_secs_f64(),
        percent(white.wins, white.positions),
        longest_win(statistics),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_pieces_are_limited() {
        assert_eq!(pieces("4"), Ok(4));
        for text in ["", "1", "8", "x", "-3"] {
            assert!(pieces(text).is_err(), "{text}");
        }
    }
}

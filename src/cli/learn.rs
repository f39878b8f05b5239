//! `kurier learn`: learns a game by self-play.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use kurier_engine::eval::EvaluationSource;
use kurier_learning::learn::{
    self, Budget, Event, Generation, Help, LearnConfig, Progress, Stage, Summary, WorkerConfig, evaluation_key,
};
use kurier_rules::files;
use kurier_rules::rules::{Catalogue, Definition};

use super::args::threads;
use super::error::BoxError;
use super::games::{find, is_definition, text_of};
use super::interrupt::interrupt_flag;
use super::output::{progress_bar, to_stderr};

/// The size of each player's transposition table, in MiB.
const HASH: usize = 4;
/// The time for which a worker waits for a finished run to be continued. The tasks of a cluster job do not all start at
/// once, so a worker may start before the task that continues the run.
const PATIENCE: Duration = Duration::from_secs(10);

/// The arguments of `kurier learn`.
#[derive(Args, Debug)]
pub(super) struct Learn {
    /// The variant, as listed by 'kurier variants', or the file of a variant
    variant: String,
    /// The time of the whole run, such as 3m, 1h or 8h; earlier parts of a resumed run count
    #[arg(long, value_name = "TIME", default_value = "1h", value_parser = humantime::parse_duration)]
    time: Duration,
    /// The folder of the run; if it holds a run, that run is resumed [default: VARIANT-learned]
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// Number of nodes to search for each move, in self-play and in matches [default: 500]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Begin with this file of weights or network, with 'classical' or with 'prior', the evaluation from the rules
    /// [default: the present evaluation of the game]
    #[arg(long, value_name = "FILE")]
    eval_file: Option<String>,
    /// Number of concurrent games [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
    /// Name the best evaluation in the file of the variant
    #[arg(long)]
    write: bool,
    /// Play games for the run in the folder, as worker N (from 1), until the run is over; the machines of the run and
    /// of its workers share the folder
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..),
          conflicts_with_all = ["time", "nodes", "eval_file", "write"])]
    worker: Option<u32>,
}

/// Learns a game, or resumes a run, until the time is up.
pub(super) fn run(
    out: &mut impl Write,
    catalogue: &mut Catalogue,
    added: &[PathBuf],
    arguments: &Learn,
) -> Result<(), BoxError> {
    let (definition, file) = find(catalogue, added, &arguments.variant)?;
    let text = file.as_deref().map(|file| text_of(&definition, file)).transpose()?;
    if arguments.write && !file.as_deref().is_some_and(is_definition) {
        return Err("--write needs a game of your own, in Kurier's format: name its file".into());
    }
    let folder = arguments.folder.clone();
    let folder = folder.unwrap_or_else(|| PathBuf::from(format!("{}-learned", definition.name)));
    let threads = arguments.threads.unwrap_or_else(num_cpus::get_physical);
    if let Some(number) = arguments.worker {
        let config = WorkerConfig {
            folder,
            number,
            threads,
            hash: HASH,
            patience: PATIENCE,
        };
        return help(out, &definition, &config);
    }
    let config = LearnConfig {
        folder,
        budget: Budget::Time(arguments.time),
        nodes: arguments.nodes,
        evaluation: arguments.eval_file.as_deref().map(named).transpose()?,
        threads,
        hash: HASH,
        definition: text,
    };
    let interrupted = interrupt_flag()?;
    let bar = progress_bar("{spinner} {msg}", 0);
    let mut written: io::Result<()> = Ok(());
    let summary = learn::learn(&definition, &config, &interrupted, |event| match event {
        Event::Progress(progress) => {
            bar.set_message(progress_line(&progress));
            bar.tick();
        }
        Event::Finished(number, generation) => bar.suspend(|| {
            let line = writeln!(out, "{}", generation_line(number, &generation)).and_then(|()| out.flush());
            written = std::mem::replace(&mut written, Ok(())).and(line);
        }),
    });
    bar.finish_and_clear();
    let summary = summary?;
    // A closed output does not interrupt the run, but is reported after the run like any other output error.
    written?;
    tell(out, &summary, &config.folder)?;
    if let Some(best) = &summary.best {
        name_evaluation(out, file.as_deref(), best, arguments.write)?;
    }
    match summary.finished {
        true => Ok(()),
        false => Err("interrupted: run the same command again to continue".into()),
    }
}

/// Plays games for a run until the run is over.
fn help(out: &mut impl Write, definition: &Arc<Definition>, config: &WorkerConfig) -> Result<(), BoxError> {
    let interrupted = interrupt_flag()?;
    let bar = progress_bar("{spinner} {msg}", 0);
    let (mut games, mut pairs) = (0, 0);
    let helped = learn::help(definition, config, &interrupted, |event| {
        let what = match event {
            Help::Waiting => "waiting for the run".into(),
            Help::Game(generation) => {
                games += 1;
                format!("generation {generation}: {games} games")
            }
            Help::Pair(generation) => {
                pairs += 1;
                format!("generation {generation}: match, {} games", 2 * pairs)
            }
        };
        bar.set_message(format!("worker {}: {what}", config.number));
        bar.tick();
    });
    bar.finish_and_clear();
    let helped = helped?;
    let end = if helped.finished { "the run is over" } else { "stopped" };
    writeln!(
        out,
        "worker {}: {} games of self-play, {} games of matches; {end}",
        config.number,
        helped.games,
        2 * helped.pairs
    )?;
    match helped.finished {
        true => Ok(()),
        false => Err("interrupted: run the same command again to continue".into()),
    }
}

/// Returns the evaluation with a name given by the user.
fn named(name: &str) -> Result<EvaluationSource, BoxError> {
    EvaluationSource::named(name).map_err(|error| format!("{name}: {error}").into())
}

/// Returns the line that shows the progress.
fn progress_line(progress: &Progress) -> String {
    let stage = match progress.stage {
        Stage::Games => format!("{} games", progress.games),
        Stage::Learning => format!("learning {}", progress.kind.word()),
        Stage::Match => format!("match, {} games", progress.games),
    };
    let left = progress.left.map_or_else(String::new, |left| {
        format!(
            ", {} left",
            humantime::format_duration(Duration::from_secs(left.as_secs()))
        )
    });
    format!(
        "generation {}: {stage}, {} so far{left}",
        progress.generation, progress.elo
    )
}

/// Returns the line that describes a finished generation.
fn generation_line(number: usize, generation: &Generation) -> String {
    let Generation { kind, games, taken, .. } = generation;
    let result = match generation.elo() {
        Some(elo) => {
            let pairs: u32 = generation.pairs.iter().sum();
            let verdict = if *taken { "taken" } else { "not taken" };
            format!("{elo} in {} games, {verdict}", 2 * pairs)
        }
        None => "too few games to learn from".into(),
    };
    format!("generation {number}: {} from {games} games: {result}", kind.word())
}

/// Prints the results of a run.
fn tell(out: &mut impl Write, summary: &Summary, folder: &Path) -> io::Result<()> {
    let generations = summary.state.generations.len();
    writeln!(
        out,
        "{} over the start after {generations} generations; {} has a report, a plot and all games",
        summary.state.elo(),
        folder.display()
    )
}

/// Names the best evaluation in the user's file if `write` is set; otherwise says how to do so.
fn name_evaluation(out: &mut impl Write, file: Option<&Path>, best: &Path, write: bool) -> Result<(), BoxError> {
    let Some(file) = file.filter(|file| is_definition(file)) else {
        return Ok(writeln!(
            out,
            "--eval-file and the option EvalFile take {}",
            best.display()
        )?);
    };
    let path = evaluation_key::path_in(file, best)?;
    if !write {
        let line = evaluation_key::line(&path);
        return Ok(writeln!(
            out,
            "to use it always, run the command with --write, or put this line into {}:\n{line}",
            file.display()
        )?);
    }
    let named = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let text = fs::read_to_string(file).map_err(|error| named(&error))?;
    let text = evaluation_key::with_evaluation(&text, &path).map_err(|error| named(&error))?;
    files::write(file, text.as_bytes()).map_err(|error| named(&error))?;
    to_stderr(&format!("{} names {path} now", file.display()));
    Ok(())
}

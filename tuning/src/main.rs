//! `tuning`: see the library.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{Args, Parser, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use kurier::eval::Weights;
use kurier::eval::nnue::Network;
use kurier::referee::openings::read_positions;
use kurier::rules::{Catalogue, Definition};
use kurier::search::Settings;
use kurier::session::open;
use tuning::archive;
use tuning::datagen::{self, Openings, Recipe};
use tuning::fit::{self, Method, report};
use tuning::spsa::{self, Plan, Run};
use tuning::statistics::Statistics;
use tuning::train;

type Refusal = Box<dyn std::error::Error>;

/// Exit code where the input was at fault.
const BAD_INPUT: u8 = 2;

/// Plays games for fitting Kurier's evaluation, fits it, and trains its networks.
#[derive(Parser, Debug)]
#[command(name = "tuning", version)]
struct Arguments {
    /// Add the game of this file (may be given several times)
    #[arg(long = "variants", value_name = "FILE", global = true)]
    files: Vec<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Play games of the engine against itself and add them to a file
    Datagen(Datagen),
    /// Put the games of several files into one, each once
    Merge {
        /// The game, as 'kurier variants' lists it
        variant: String,
        /// Files of games, made in the same way
        #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
        data: Vec<PathBuf>,
        /// The file; what it has already stays
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// Tell how games go: who wins, why, and after how long
    Stats {
        /// The game, as 'kurier variants' lists it
        variant: String,
        /// Files of games
        #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
        data: Vec<PathBuf>,
    },
    /// Fit the weights of the evaluation to games
    Fit(Fitting),
    /// Train a network that corrects the evaluation
    Train(Training),
    /// Tune parameters of the search by games (simultaneous perturbation)
    Spsa(Perturbing),
}

#[derive(Args, Debug)]
struct Datagen {
    /// The game, as 'kurier variants' lists it
    variant: String,
    /// The number of games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The number of the first one: several machines can each play a range
    #[arg(long, value_name = "N", default_value_t = 0)]
    first: u64,
    /// Nodes for every turn
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Turns drawn by lot at the beginning, at least
    #[arg(long, value_name = "N", default_value_t = Openings::default().least)]
    least_plies: u32,
    /// Turns drawn by lot at the beginning, at most
    #[arg(long, value_name = "N", default_value_t = Openings::default().most)]
    most_plies: u32,
    /// Part of the games that begin with changed material, from 0 to 1
    #[arg(long, value_name = "PART", default_value_t = Openings::default().changed)]
    changed: f64,
    /// Random choices: the same number gives the same games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games at the same time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Transposition table of every game, MiB
    #[arg(long, value_name = "MIB", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..))]
    hash: u16,
    /// The file; what it has already is not played again
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

#[derive(Args, Debug)]
struct Fitting {
    /// The game, as 'kurier variants' lists it
    variant: String,
    /// Files of games
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    data: Vec<PathBuf>,
    /// Begin with the weights of this file instead of those that follow from the rules
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Write the weights to this file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Positions of a game, at most
    #[arg(long, value_name = "N", default_value_t = Method::default().per_game)]
    per_game: usize,
    /// Independent observations that a game is worth against the prior
    #[arg(long, value_name = "N", default_value_t = Method::default().evidence)]
    evidence: f32,
    /// Part of the search's scores, beside the results, in what is fitted to
    #[arg(long, value_name = "PART", default_value_t = Method::default().blend)]
    blend: f32,
    /// Steps of the descent
    #[arg(long, value_name = "N", default_value_t = Method::default().steps)]
    steps: u32,
    /// Fits to games drawn anew, for error bars
    #[arg(long, value_name = "N", default_value_t = 0)]
    bootstraps: u32,
}

#[derive(Args, Debug)]
struct Training {
    /// The game, as 'kurier variants' lists it
    variant: String,
    /// Files of games
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    data: Vec<PathBuf>,
    /// Begin with this network instead of random numbers
    #[arg(long, value_name = "FILE", conflicts_with_all = ["hidden", "buckets"])]
    from: Option<PathBuf>,
    /// That network is of this game, which has the same board; men of the same letter are the same
    #[arg(long, value_name = "NAME", requires = "from")]
    from_game: Option<String>,
    /// Write the network to this file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Draw the course of the training to this file (SVG)
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Hidden neurons of either view
    #[arg(long, value_name = "N", default_value_t = train::Method::default().hidden)]
    hidden: usize,
    /// Sets of output weights, by number of men
    #[arg(long, value_name = "N", default_value_t = train::Method::default().buckets)]
    buckets: usize,
    /// Times that all positions are looked at
    #[arg(long, value_name = "N", default_value_t = train::Method::default().epochs, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// Positions for a step
    #[arg(long, value_name = "N", default_value_t = train::Method::default().batch, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    batch: usize,
    /// Size of the first steps
    #[arg(long, value_name = "RATE", default_value_t = train::Method::default().rate)]
    rate: f32,
    /// Part of every number that is lost in a step, times the step's size
    #[arg(long, value_name = "PART", default_value_t = train::Method::default().decay)]
    decay: f32,
    /// What later searches count against earlier ones, from 0 (only the position's own) to 1 (only the result)
    #[arg(long, value_name = "LAMBDA", default_value_t = train::Method::default().lambda)]
    lambda: f32,
    /// Positions of a game, at most
    #[arg(long, value_name = "N", default_value_t = train::Method::default().per_game)]
    per_game: usize,
    /// Random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

#[derive(Args, Debug)]
struct Perturbing {
    /// The game, as 'kurier variants' lists it
    variant: String,
    /// Kurier, built with --features tunable
    #[arg(long, value_name = "PROGRAM")]
    engine: PathBuf,
    /// The parameters, as the engine names them among its UCI options [default: all]
    #[arg(long = "parameter", value_name = "NAME", value_delimiter = ',')]
    parameters: Vec<String>,
    /// Iterations
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    iterations: u32,
    /// Pairs of games in every iteration
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..))]
    pairs: u16,
    /// Nodes for every turn
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How boldly results are followed
    #[arg(long, value_name = "RATE", default_value_t = 0.006)]
    rate: f64,
    /// Openings: a file with FEN or EPD lines, as 'kurier openings' makes them
    #[arg(long, value_name = "FILE")]
    openings: PathBuf,
    /// Games at the same time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Transposition table of every engine, MiB
    #[arg(long, value_name = "MIB", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..))]
    hash: u16,
    /// Random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The state of the run (JSON), written after every iteration; if it is there, the run goes on
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

fn main() -> ExitCode {
    match obey(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            ExitCode::from(BAD_INPUT)
        }
    }
}

fn obey(arguments: Arguments) -> Result<(), Refusal> {
    let mut catalogue = Catalogue::built_in();
    for path in &arguments.files {
        catalogue.add_file(path)?;
    }
    match arguments.command {
        Command::Datagen(command) => generate(&find(&catalogue, &command.variant)?, &command),
        Command::Merge { variant, data, out } => {
            archive::read_all(&data, &*find(&catalogue, &variant)?)?;
            let written = archive::merge(&data, &out)?;
            Ok(writeln!(std::io::stdout(), "{written} games written")?)
        }
        Command::Stats { variant, data } => {
            let games = archive::read_all(&data, &*find(&catalogue, &variant)?)?;
            Ok(write!(std::io::stdout(), "{}", Statistics::new(&games))?)
        }
        Command::Fit(command) => fit_weights(&find(&catalogue, &command.variant)?, &command),
        Command::Train(command) => train_network(&catalogue, &command),
        Command::Spsa(command) => tune(&find(&catalogue, &command.variant)?, &command),
    }
}

fn find(catalogue: &Catalogue, name: &str) -> Result<Arc<Definition>, Refusal> {
    let unknown = || format!("there is no game '{name}'; 'kurier variants' lists them");
    Ok(catalogue.get(name).ok_or_else(unknown)?)
}

/// A flag that Ctrl-C raises.
fn interruption() -> Result<Arc<AtomicBool>, ctrlc::Error> {
    let cancelled = Arc::new(AtomicBool::new(false));
    let raised = cancelled.clone();
    ctrlc::set_handler(move || raised.store(true, Ordering::Relaxed))?;
    Ok(cancelled)
}

fn generate(definition: &Arc<Definition>, command: &Datagen) -> Result<(), Refusal> {
    let cancelled = interruption()?;
    let recipe = Recipe {
        games: command.first..command.first.saturating_add(command.games),
        openings: Openings {
            least: command.least_plies,
            most: command.most_plies,
            changed: command.changed,
        },
        nodes: command.nodes,
        seed: command.seed,
        threads: command.threads.map_or_else(num_cpus::get, usize::from),
        hash: command.hash.into(),
        out: command.out.clone(),
    };
    let harvest = datagen::generate(definition, &recipe, &cancelled)?;
    let mut out = std::io::stdout();
    writeln!(
        out,
        "{} games, {} turns, {} quiet positions in {:.0} s: {:.0} games/h, {:.0} quiet positions/h",
        harvest.games,
        harvest.turns,
        harvest.quiet,
        harvest.elapsed.as_secs_f64(),
        harvest.hourly(harvest.games),
        harvest.hourly(harvest.quiet)
    )?;
    Ok(())
}

fn fit_weights(definition: &Arc<Definition>, command: &Fitting) -> Result<(), Refusal> {
    let base = match &command.from {
        None => Weights::prior(definition),
        Some(path) => Weights::parse(&std::fs::read_to_string(path)?, definition)?,
    };
    let games = archive::read_all(&command.data, definition)?;
    let method = Method {
        per_game: command.per_game,
        evidence: command.evidence,
        blend: command.blend,
        steps: command.steps,
        bootstraps: command.bootstraps,
        ..Method::default()
    };
    let bar = ProgressBar::new(command.steps.into());
    let found = fit::fit(definition, base, &games, &method, |_, _| bar.inc(1));
    bar.abandon();
    let text = report::report(definition, &found);
    let comment = format!(
        "Weights of {}, fitted to games of the engine against itself.\n{text}",
        definition.name
    );
    std::fs::write(&command.out, found.weights.write(definition, &comment))?;
    write!(std::io::stdout(), "{text}")?;
    Ok(())
}

fn train_network(catalogue: &Catalogue, command: &Training) -> Result<(), Refusal> {
    let definition = find(catalogue, &command.variant)?;
    let from = match &command.from {
        None => None,
        Some(path) => {
            let bytes = std::fs::read(path)?;
            Some(match &command.from_game {
                None => Network::from_bytes(&bytes, &definition)?,
                Some(name) => {
                    let sibling = find(catalogue, name)?;
                    train::sibling::adopt(&sibling, &Network::from_bytes(&bytes, &sibling)?, &definition)?
                }
            })
        }
    };
    let games = archive::read_all(&command.data, &definition)?;
    let method = train::Method {
        hidden: command.hidden,
        buckets: command.buckets,
        epochs: command.epochs,
        batch: command.batch,
        rate: command.rate,
        decay: command.decay,
        lambda: command.lambda,
        per_game: command.per_game,
        seed: command.seed,
        ..train::Method::default()
    };
    let bar = ProgressBar::new(command.epochs.into()).with_style(ProgressStyle::with_template(
        "{bar:30} {pos}/{len} epochs, {msg}, {eta_precise} left",
    )?);
    let trained = train::train(&definition, from.as_ref(), &games, &method, |epoch| {
        bar.inc(1);
        let line = format!("loss {:.5}, held out {:.5}", epoch.trained, epoch.held_out);
        // One line an epoch stays, also in a file.
        let number = bar.position();
        bar.suspend(|| _ = writeln!(std::io::stdout(), "epoch {number:3}: {line}"));
        bar.set_message(line);
    })?;
    bar.abandon();
    std::fs::write(&command.out, trained.network.to_bytes(&definition))?;
    if let Some(path) = &command.plot {
        std::fs::write(path, train::plot::plot(&trained)?)?;
    }
    let (games, positions) = trained.size;
    let last = trained.epochs.last().map_or(f64::NAN, |epoch| epoch.held_out);
    writeln!(
        std::io::stdout(),
        "{games} games, {positions} positions; winning chances e:1 at {:.0} centipawns\n\
         held out: loss {:.5} by hand, {last:.5} with the network; of results {:.5} and {:.5}",
        trained.unit,
        trained.by_hand,
        trained.results[0],
        trained.results[1],
    )?;
    Ok(())
}

fn tune(definition: &Arc<Definition>, command: &Perturbing) -> Result<(), Refusal> {
    let cancelled = interruption()?;
    let mut session = open(
        definition.clone(),
        Settings {
            hash: 1,
            ..Settings::default()
        },
    );
    let book = std::fs::read_to_string(&command.openings)?;
    let openings = read_positions(&book, &command.openings.display().to_string(), &mut *session)?;
    if openings.is_empty() {
        return Err(format!("{} holds no openings", command.openings.display()).into());
    }
    let mut run = if command.out.exists() {
        serde_json::from_str(&std::fs::read_to_string(&command.out)?)?
    } else {
        Run {
            done: 0,
            planned: command.iterations,
            rate: command.rate,
            parameters: spsa::declared(&command.engine, &command.parameters)?,
        }
    };
    let plan = Plan {
        engine: command.engine.clone(),
        definition: definition.clone(),
        openings,
        nodes: command.nodes,
        pairs: command.pairs.into(),
        concurrency: command.threads.map_or_else(num_cpus::get_physical, usize::from),
        hash: command.hash.into(),
        seed: command.seed,
    };
    let bar = ProgressBar::new(run.planned.into());
    let mut kept = Ok(());
    spsa::tune(&mut run, &plan, &cancelled, |run| {
        bar.set_position(run.done.into());
        if kept.is_ok() {
            kept = keep(run, &command.out);
        }
    })?;
    bar.abandon();
    kept?;
    let mut out = std::io::stdout();
    writeln!(out, "{} of {} iterations", run.done, run.planned)?;
    for tuned in &run.parameters {
        writeln!(out, "{:24} {:6} -> {:.1}", tuned.name, tuned.start, tuned.value)?;
    }
    Ok(())
}

/// Writes the state of a run so that an interruption leaves the old one or the new one.
fn keep(run: &Run, path: &Path) -> Result<(), Refusal> {
    let beside = path.with_extension("new");
    std::fs::write(&beside, serde_json::to_string_pretty(run)?)?;
    std::fs::rename(&beside, path)?;
    Ok(())
}

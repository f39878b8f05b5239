//! `tuning`: see the library.

mod arguments;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use kurier::eval::nnue::Network;
use kurier::eval::{EvaluationSource, Weights};
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

use arguments::{Arguments, Command, Datagen, Fitting, Perturbing, Training};

type Refusal = Box<dyn std::error::Error>;

/// Exit code where the input was at fault.
const BAD_INPUT: u8 = 2;

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
            let written = archive::merge(&data, &*find(&catalogue, &variant)?, &out)?;
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
        evaluation: EvaluationSource::named(&command.eval_file)
            .map_err(|error| format!("{}: {error}", command.eval_file))?,
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
    let weights = match &command.weights {
        None => EvaluationSource::BuiltIn.load(&definition)?.0,
        Some(path) => Weights::parse(&std::fs::read_to_string(path)?, &definition)?,
    };
    for path in archive::with_other_weights(&command.data, &weights, &definition)? {
        writeln!(
            std::io::stderr(),
            "warning: {} does not say that it was played with these weights; see --weights",
            path.display()
        )?;
    }
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
    let trained = train::train(&definition, from.as_ref(), &weights, &games, &method, |epoch| {
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
        "{games} games, {positions} positions, {} of them images of others; winning chances e:1 at {:.0} centipawns\n\
         held out: loss {:.5} by hand, {last:.5} with the network; of results {:.5} and {:.5}",
        trained.images,
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

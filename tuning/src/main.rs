//! The `tuning` program: a command-line interface to the library of this crate.

mod arguments;
mod files;
mod output;

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use kurier_engine::eval::nnue::{Architecture, Network};
use kurier_engine::eval::prior::Coefficients;
use kurier_engine::eval::{EvaluationSource, Weights};
use kurier_engine::session::Board;
use kurier_manual as manual;
use kurier_referee::openings::read_positions;
use kurier_referee::tournament::VariantSpec;
use kurier_rules::files::{LARGE, LIST};
use kurier_rules::rules::{Catalogue, Definition};
use tuning::archive;
use tuning::datagen::{self, DatagenConfig, Openings};
use tuning::fit::{self, FitConfig, report};
use tuning::gauge::gauge;
use tuning::rules;
use tuning::search::SearchConfig;
use tuning::siblings::{self, SiblingsConfig};
use tuning::spsa::{self, Plan, Run};
use tuning::statistics::Statistics;
use tuning::train::{self, TrainConfig};
use tuning::win_rate;

use arguments::{
    Arguments, Command, DatagenArguments, FitArguments, RulesArguments, SearchArguments, SiblingsArguments,
    SpsaArguments, TrainArguments,
};
use output::output;

type Failure = Box<dyn std::error::Error>;

/// The exit code for bad input.
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            ExitCode::from(BAD_INPUT)
        }
    }
}

fn run(arguments: Arguments) -> Result<(), Failure> {
    let mut catalogue = Catalogue::built_in();
    for path in &arguments.files {
        catalogue.add_file(path)?;
    }
    match arguments.command {
        Command::Datagen(command) => generate(&find(&catalogue, &command.variant)?, &command),
        Command::Siblings(command) => score_siblings(&find(&catalogue, &command.variant)?, &command),
        Command::Gauge {
            variant,
            data,
            eval_file,
        } => compare(&find(&catalogue, &variant)?, &data, &eval_file),
        Command::Merge { variant, data, out } => {
            let written = archive::merge(&data, &*find(&catalogue, &variant)?, &out)?;
            Ok(writeln!(output(), "{written} games written")?)
        }
        Command::Stats { variant, data } => {
            let games = archive::read_all(&data, &*find(&catalogue, &variant)?)?;
            Ok(write!(output(), "{}", Statistics::new(&games))?)
        }
        Command::WinRate { variant, data } => {
            let definition = find(&catalogue, &variant)?;
            let games = archive::read_all(&data, &definition)?;
            Ok(write!(output(), "{}", win_rate::fit(&definition, &games))?)
        }
        Command::Fit(command) => fit_weights(&find(&catalogue, &command.variant)?, &command),
        Command::Rules(command) => fit_rules(&catalogue, &command),
        Command::Train(command) => train_network(&catalogue, &command),
        Command::Spsa(command) => tune(&catalogue, &command),
        Command::Man(command) => Ok(manual::man(&mut output(), Arguments::for_manual(), &command)?),
        Command::Completions(command) => Ok(manual::completions(
            &mut output(),
            Arguments::for_manual(),
            &catalogue,
            &command,
        )?),
    }
}

fn find(catalogue: &Catalogue, name: &str) -> Result<Arc<Definition>, Failure> {
    let found = catalogue.find(name);
    Ok(found.map_err(|error| format!("{error} ('kurier variants' lists them)"))?)
}

/// Installs a handler for Ctrl-C and returns the flag that it sets.
fn interruption() -> Result<Arc<AtomicBool>, ctrlc::Error> {
    let cancelled = Arc::new(AtomicBool::new(false));
    let raised = cancelled.clone();
    ctrlc::set_handler(move || raised.store(true, Ordering::Relaxed))?;
    Ok(cancelled)
}

fn generate(definition: &Arc<Definition>, command: &DatagenArguments) -> Result<(), Failure> {
    let cancelled = interruption()?;
    let config = DatagenConfig {
        games: command.first..command.first.saturating_add(command.games),
        openings: Openings {
            min_plies: command.min_plies,
            max_plies: command.max_plies,
            changed: command.changed,
            endgames: command.endgames,
        },
        search: search_config(&command.search, command.nodes)?,
    };
    let bar = ProgressBar::new(0).with_style(ProgressStyle::with_template(
        "{bar:30} {pos}/{len} games, {msg} {eta_precise} left",
    )?);
    let played = datagen::generate(definition, &config, &cancelled, |progress| {
        bar.set_length(progress.missing as u64);
        bar.inc(1);
        bar.set_message(format!(
            "{:.0} games/h, {:.2} M quiet positions/h,",
            progress.hourly(progress.games),
            progress.hourly(progress.quiet) / 1e6
        ));
        ControlFlow::Continue(())
    })?;
    bar.abandon();
    let mut out = output();
    writeln!(
        out,
        "{} games, {} turns, {} quiet positions in {:.0} s: {:.0} games/h, {:.0} quiet positions/h",
        played.games,
        played.turns,
        played.quiet,
        played.elapsed.as_secs_f64(),
        played.hourly(played.games),
        played.hourly(played.quiet)
    )?;
    Ok(())
}

fn score_siblings(definition: &Arc<Definition>, command: &SiblingsArguments) -> Result<(), Failure> {
    let cancelled = interruption()?;
    let config = SiblingsConfig {
        data: command.data.clone(),
        per_game: command.per_game.into(),
        siblings: command.siblings.into(),
        search: search_config(&command.search, command.nodes)?,
    };
    let written = siblings::generate(definition, &config, &cancelled)?;
    Ok(writeln!(output(), "{written} positions written")?)
}

fn compare(definition: &Arc<Definition>, data: &[PathBuf], eval_files: &[String]) -> Result<(), Failure> {
    let siblings = archive::read_all(data, definition)?;
    for name in std::iter::once("").chain(eval_files.iter().map(String::as_str)) {
        let params = Arc::new(named(name)?.load(definition)?);
        let found = gauge(definition, &params, &siblings).ok_or("there are no positions with several siblings")?;
        let shown = if name.is_empty() { "built in" } else { name };
        writeln!(output(), "{shown}: {found}")?;
    }
    Ok(())
}

fn search_config(arguments: &SearchArguments, nodes: u64) -> Result<SearchConfig, String> {
    Ok(SearchConfig {
        evaluation: named(&arguments.eval_file)?,
        nodes,
        seed: arguments.seed,
        threads: arguments.threads.map_or_else(num_cpus::get, usize::from),
        hash: arguments.hash.into(),
        out: arguments.out.clone(),
    })
}

/// Returns the evaluation source named by an option: a file, `classical`, `prior`, or the built-in evaluation if the
/// option is empty. The error contains the name.
fn named(eval_file: &str) -> Result<EvaluationSource, String> {
    EvaluationSource::named(eval_file).map_err(|error| format!("{eval_file}: {error}"))
}

fn fit_weights(definition: &Arc<Definition>, command: &FitArguments) -> Result<(), Failure> {
    files::apart(&[&command.out], &command.data)?;
    let base = match &command.from {
        None => Weights::prior(definition),
        Some(path) => Weights::parse(&files::read_text(path, LARGE)?, definition)?,
    };
    let games = archive::read_all(&command.data, definition)?;
    let config = FitConfig {
        per_game: command.per_game,
        evidence: command.evidence,
        blend: command.blend,
        steps: command.steps,
        bootstraps: command.bootstraps,
        ..FitConfig::default()
    };
    let bar = ProgressBar::new(command.steps.into());
    let cancelled = interruption()?;
    let found = fit::fit(definition, base, &games, &config, &cancelled, |_, _| bar.inc(1));
    bar.abandon();
    let found = found.ok_or("the fit was cancelled")?;
    let text = report::report(definition, &found);
    let comment = format!("Weights of {}, fitted to self-play games.\n{text}", definition.name);
    files::write(&command.out, found.weights.write(definition, &comment).as_bytes())?;
    write!(output(), "{text}")?;
    Ok(())
}

fn fit_rules(catalogue: &Catalogue, command: &RulesArguments) -> Result<(), Failure> {
    let write = |definition: &Arc<Definition>, coefficients: &Coefficients, comment: &str| {
        let text = coefficients.weights(definition).write(definition, comment);
        files::write(&command.out, text.as_bytes())
    };
    if let Some(name) = &command.by_hand {
        let comment = format!("Weights of {name} from its rules, by coefficients set by hand.");
        return write(&find(catalogue, name)?, Coefficients::first(), &comment);
    }
    files::apart(&[&command.out], command.families.as_slice())?;
    let text: String = command
        .families
        .iter()
        .map(|path| files::read_text(path, LARGE))
        .collect::<Result<_, _>>()?;
    let mut families: Vec<Vec<Arc<Definition>>> = rules::families(&text)
        .map(|names| names.map(|name| find(catalogue, name)).collect())
        .collect::<Result<_, _>>()?;
    let without = command.without.as_ref().map(|name| find(catalogue, name)).transpose()?;
    if let Some(left_out) = &without {
        families.retain(|family| family.iter().all(|game| game.rules_hash() != left_out.rules_hash()));
    }
    let found = rules::fit(&families)?;
    match &without {
        Some(game) => {
            let comment = format!(
                "Weights of {} from its rules, without the fits of its family.",
                game.name
            );
            write(game, &found.coefficients, &comment)?;
        }
        None => {
            let head = "# What `tuning rules` found: the coefficients of the evaluation from the rules, for middlegame and endgame.";
            let text = format!("{head}\n{}", found.coefficients.write());
            files::write(&command.out, text.as_bytes())?;
        }
    }
    Ok(write!(output(), "{}", found.report)?)
}

fn train_network(catalogue: &Catalogue, command: &TrainArguments) -> Result<(), Failure> {
    let outputs: Vec<&Path> = [&command.out]
        .into_iter()
        .chain(&command.plot)
        .map(PathBuf::as_path)
        .collect();
    files::apart(&outputs, &command.data)?;
    let definition = find(catalogue, &command.variant)?;
    let from = match &command.from {
        None => None,
        Some(path) => {
            let bytes = files::read(path, LARGE)?;
            Some(match &command.from_game {
                None => Network::from_bytes(&bytes, &definition)?.0,
                Some(name) => {
                    let other = find(catalogue, name)?;
                    train::warm_start::warm_start(&other, &Network::from_bytes(&bytes, &other)?.0, &definition)?
                }
            })
        }
    };
    let weights = match &command.weights {
        None => EvaluationSource::BuiltIn.load(&definition)?.weights,
        Some(path) => Weights::parse(&files::read_text(path, LARGE)?, &definition)?,
    };
    for path in archive::with_other_weights(&command.data, &weights)? {
        writeln!(
            std::io::stderr(),
            "warning: {} does not say that its games were played with these weights; see --weights",
            path.display()
        )?;
    }
    let games = archive::read_all(&command.data, &definition)?;
    let config = TrainConfig {
        architecture: Architecture {
            hidden: command.hidden,
            buckets: command.buckets,
            king_buckets: command.king_buckets,
            pawnless_buckets: command.pawnless_buckets,
        },
        epochs: command.epochs,
        batch: command.batch,
        lr: command.lr,
        weight_decay: command.weight_decay,
        lambda: command.lambda,
        results: command.results,
        k: command.k,
        per_game: command.per_game,
        noisy: command.noisy,
        seed: command.seed,
        ..TrainConfig::default()
    };
    let bar = ProgressBar::new(command.epochs.into()).with_style(ProgressStyle::with_template(
        "{bar:30} {pos}/{len} epochs, {msg}, {eta_precise} left",
    )?);
    let cancelled = interruption()?;
    let trained = train::train(
        &definition,
        from.as_ref(),
        &weights,
        &games,
        &config,
        &cancelled,
        |epoch| {
            bar.inc(1);
            let line = format!(
                "training loss {:.5}, validation loss {:.5}",
                epoch.training, epoch.validation
            );
            // The bar is not drawn if the output is a file, but the log of epochs is wanted there too.
            let number = bar.position();
            bar.suspend(|| _ = writeln!(output(), "epoch {number:3}: {line}"));
            bar.set_message(line);
        },
    )?;
    bar.abandon();
    files::write(&command.out, &trained.network.to_bytes(&weights, &definition))?;
    if let Some(path) = &command.plot {
        files::write(path, train::plot::plot(&trained)?.as_bytes())?;
    }
    let (games, positions) = trained.size;
    let last = trained.epochs.last().map_or(f64::NAN, |epoch| epoch.validation);
    writeln!(
        output(),
        "{games} games, {positions} positions, {} of them augmentations; odds of e to 1 at {:.0} centipawns\n\
         validation loss {:.5} classically, {last:.5} with the network; of results {:.5} and {:.5}",
        trained.augmented,
        trained.k,
        trained.classical,
        trained.results[0],
        trained.results[1],
    )?;
    Ok(())
}

fn tune(catalogue: &Catalogue, command: &SpsaArguments) -> Result<(), Failure> {
    let cancelled = interruption()?;
    if command.openings.len() != command.variants.len() {
        return Err("each game needs a file of openings, in the same order".into());
    }
    let mut variants = Vec::new();
    for (name, path) in command.variants.iter().zip(&command.openings) {
        let definition = find(catalogue, name)?;
        let book = files::read_text(path, LIST)?;
        let openings = read_positions(&book, &path.display().to_string(), &mut Board::new(&definition))?.openings;
        if openings.is_empty() {
            return Err(format!("{} has no openings", path.display()).into());
        }
        variants.push(VariantSpec {
            definition,
            openings,
            endgames: None,
        });
    }
    let mut run = if command.out.exists() {
        serde_json::from_str(&files::read_text(&command.out, LIST)?)?
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
        variants,
        nodes: command.nodes,
        pairs: command.pairs.into(),
        concurrency: command.threads.map_or_else(num_cpus::get_physical, usize::from),
        hash: command.hash.into(),
        seed: command.seed,
    };
    let bar = ProgressBar::new(run.planned.into());
    let mut saved = Ok(());
    spsa::tune(&mut run, &plan, &cancelled, |run| {
        bar.set_position(run.done.into());
        if saved.is_ok() {
            saved = save(run, &command.out);
        }
    })?;
    bar.abandon();
    saved?;
    let mut out = output();
    writeln!(out, "{} of {} iterations", run.done, run.planned)?;
    for parameter in &run.parameters {
        writeln!(
            out,
            "{:24} {:6} -> {:.1}",
            parameter.name, parameter.start, parameter.value
        )?;
    }
    Ok(())
}

/// Writes the state of a run. The file is replaced atomically: an interruption leaves either the old or the new state.
fn save(run: &Run, path: &Path) -> Result<(), Failure> {
    files::write(path, serde_json::to_string_pretty(run)?.as_bytes())
}

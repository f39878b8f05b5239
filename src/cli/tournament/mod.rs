//! Tournaments between engines: `kurier match`.

mod arguments;
mod display;
mod live;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

pub(super) use self::arguments::Match;
use self::arguments::{ArgumentError, Pairing};
use self::display::Display;
use self::live::Show;
use super::error::{BoxError, CliError};
use super::interrupt::interrupt_flag;
use super::output::to_stderr;
use kurier_referee::adjudication::{AdjudicationRules, DrawRule, ResignRule};
use kurier_referee::engine::{EngineSpec, Timeouts};
use kurier_referee::limits::{Limits, TimeControl};
use kurier_referee::report::Report;
use kurier_referee::run::{Run, RunConfig, RunError};
use kurier_referee::schedule::Format;
use kurier_referee::swiss::default_rounds;
use kurier_referee::tournament::{Participant, Tournament, TournamentError, VariantSpec};
use kurier_rules::files;
use kurier_rules::rules::{Catalogue, Definition};
use kurier_series::sprt::Sprt;

/// Plays a tournament, or counts its recorded games if `--merge` is given. `files` are the user's variant files, which
/// are passed on to Kurier if it is one of the engines.
pub(super) fn run(arguments: &Match, catalogue: &Catalogue, files: &[PathBuf]) -> Result<(), BoxError> {
    check_files(arguments)?;
    let cancelled = interrupt_flag()?;
    let sprt: Option<Sprt> = parse_words(&arguments.sprt)?;
    let tournament = tournament(arguments, catalogue, files, &cancelled)?;
    if !arguments.merge.is_empty() {
        let run = Run::merge(&tournament, sprt, &arguments.merge)?;
        Display::new(arguments, run.resumed()).end(&run.report())?;
        return Ok(write_tables(arguments, &run.report())?);
    }
    let config = RunConfig {
        sprt,
        pgn: arguments.pgn.clone(),
        resume: arguments.resume,
        shard: arguments.shard,
        logs: arguments.faults.clone(),
    };
    let mut run = Run::open(&tournament, config)?;
    let mut display = Display::new(arguments, run.resumed());
    let mut show = match &arguments.live {
        Some(folder) => Some(Show::begin(&tournament, folder.as_deref(), &run.report())?),
        None => None,
    };
    let played = run.play(&cancelled, |game, progress| {
        if let Some(show) = &mut show {
            show.game(game, progress);
        }
        if progress.is_log_dropped {
            to_stderr(&format!(
                "{} is full: the log of this game is not kept",
                arguments.faults.display()
            ));
        }
        display.game(game, progress.total, &progress.report)
    });
    display.end(&run.report())?;
    if let Some(show) = show {
        show.end(&run.report())?;
    }
    write_tables(arguments, &run.report())?;
    if let Some(note) = run.repetitions().note() {
        to_stderr(&note);
    }
    played.map_err(|error| match error {
        // Output errors are passed on unchanged, so that a closed pipe is recognised.
        RunError::Io(error) => error.into(),
        error => error.into(),
    })
}

/// Creates the tournament that the arguments describe, and prepares it. Prints warnings.
fn tournament(
    arguments: &Match,
    catalogue: &Catalogue,
    files: &[PathBuf],
    cancelled: &Arc<AtomicBool>,
) -> Result<Tournament, BoxError> {
    let pairs = arguments.games.div_ceil(2) as usize;
    let participants = participants(arguments, files)?;
    let format = format(arguments, participants.len())?;
    // The number of games is checked first, because generating openings may take long.
    if !format.is_within_bounds(participants.len(), arguments.variants.len(), pairs) {
        return Err(TournamentError::TooLarge.into());
    }
    let openings = format.openings(participants.len(), pairs);
    let mut tournament = Tournament {
        event: arguments.event.clone(),
        participants,
        variants: variants(arguments, catalogue, openings, cancelled)?,
        format,
        pairs,
        adjudication: AdjudicationRules {
            resign: parse_words::<ResignRule>(&arguments.resign)?,
            draw: parse_words::<DrawRule>(&arguments.draw)?,
            max_moves: Some(arguments.max_moves),
        },
        timeouts: Timeouts {
            answer: arguments.timeout,
            unlimited: arguments.move_limit,
            margin: Duration::from_millis(arguments.margin),
        },
        concurrency: arguments.concurrency.map_or_else(num_cpus::get_physical, usize::from),
        openings: arguments.openings.in_words(),
        live: arguments.live.is_some().then(Arc::default),
    };
    for remark in tournament.prepare(cancelled)? {
        to_stderr(&format!("warning: {remark}"));
    }
    for (engine, variant) in tournament.absences() {
        to_stderr(&format!(
            "{engine} does not play {variant} and is left out of its games"
        ));
    }
    for (name, count) in tournament.scarce_openings() {
        to_stderr(&format!(
            "warning: {name} has {count} openings for {openings} pairs: they are used again"
        ));
    }
    Ok(tournament)
}

/// Returns the format of a tournament of `engines` engines.
fn format(arguments: &Match, engines: usize) -> Result<Format, ArgumentError> {
    let format = match arguments.format {
        Pairing::RoundRobin => Format::RoundRobin,
        Pairing::Gauntlet => Format::Gauntlet,
        Pairing::Swiss => Format::Swiss {
            rounds: arguments.rounds.map_or_else(|| default_rounds(engines), usize::from),
        },
        Pairing::Knockout => Format::Knockout {
            deciders: arguments.deciders.map_or(4, usize::from),
        },
    };
    let is_swiss = arguments.format == Pairing::Swiss;
    let is_knockout = arguments.format == Pairing::Knockout;
    if arguments.rounds.is_some() && !is_swiss {
        return Err(ArgumentError::Rounds);
    }
    if arguments.deciders.is_some() && !is_knockout {
        return Err(ArgumentError::Deciders);
    }
    if arguments.shard.is_some() && (is_swiss || is_knockout) {
        return Err(ArgumentError::Shard);
    }
    Ok(format)
}

/// Checks that no file is named twice, because one use of the file would overwrite the other.
fn check_files(arguments: &Match) -> Result<(), CliError> {
    let mut places: Vec<&PathBuf> = [&arguments.pgn, &arguments.csv, &arguments.html]
        .into_iter()
        .flatten()
        .collect();
    places.extend(&arguments.merge);
    for (index, place) in places.iter().enumerate() {
        if places[..index].iter().any(|other| files::is_same(other, place)) {
            return Err(CliError::SamePlace((*place).clone()));
        }
    }
    Ok(())
}

/// Writes the files of `--csv` and `--html`.
fn write_tables(arguments: &Match, report: &Report) -> Result<(), CliError> {
    let write = |path: &Option<PathBuf>, text: &dyn Fn() -> String| match path {
        Some(path) => files::write(path, text().as_bytes()).map_err(|source| CliError::File {
            path: path.clone(),
            source,
        }),
        None => Ok(()),
    };
    write(&arguments.csv, &|| report.csv())?;
    write(&arguments.html, &|| report.html())
}

/// Parses a setting that may be spread over several arguments. Returns `None` if there are no arguments.
fn parse_words<T: std::str::FromStr>(words: &[String]) -> Result<Option<T>, T::Err> {
    match words {
        [] => Ok(None),
        words => words.join(" ").parse().map(Some),
    }
}

/// Parses the descriptions of the engines. `files` are the user's variant files, which become arguments of Kurier, as
/// do the variants of the tournament.
fn participants(arguments: &Match, files: &[PathBuf]) -> Result<Vec<Participant>, BoxError> {
    let common = Limits {
        time: arguments.tc.clone().or(arguments.st.map(TimeControl::PerMove)),
        nodes: arguments.nodes,
        depth: arguments.depth,
    };
    let participant = |text: &String| {
        let mut spec = EngineSpec::parse(text, &arguments.each)?;
        spec.ponder |= arguments.ponder;
        if spec.own {
            // By default, Kurier does not offer every variant that the tournament may play.
            let offered = ["--only".to_owned(), arguments.variants.join(",")];
            let files = files
                .iter()
                .flat_map(|file| ["--variants".to_owned(), file.display().to_string()]);
            spec.arguments.splice(0..0, files.chain(offered));
        }
        let limits = if spec.limits.is_empty() { &common } else { &spec.limits }.clone();
        Ok(Participant {
            name: String::new(),
            spec,
            limits,
            unsupported: Vec::new(),
        })
    };
    arguments.engines.iter().map(participant).collect()
}

/// Finds the variants that the arguments name, and reads their openings or generates up to `count` openings for each.
fn variants(
    arguments: &Match,
    catalogue: &Catalogue,
    count: usize,
    cancelled: &Arc<AtomicBool>,
) -> Result<Vec<VariantSpec>, BoxError> {
    let mut variants: Vec<VariantSpec> = Vec::new();
    let mut definitions: Vec<Arc<Definition>> = Vec::new();
    for name in &arguments.variants {
        let definition = catalogue.find(name)?;
        if definitions.contains(&definition) {
            return Err(ArgumentError::RepeatedVariant(name.clone()).into());
        }
        definitions.push(definition);
    }
    arguments.openings.check(&definitions)?;
    for definition in definitions {
        let openings = arguments.openings.openings(&definition, catalogue, count, cancelled)?;
        let endgames = arguments.tables.open(&definition)?;
        variants.push(VariantSpec {
            definition,
            openings,
            endgames,
        });
    }
    if cancelled.load(Ordering::Relaxed) {
        return Err(TournamentError::Cancelled.into());
    }
    Ok(variants)
}

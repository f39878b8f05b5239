//! `kurier study`: studies a game in games of Kurier against itself.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::ProgressBar;
use rayon::ThreadPool;
use rayon::prelude::*;

use super::args::{TableArgs, threads};
use super::error::BoxError;
use super::games::{evaluation, find, text_of};
use super::interrupt::interrupt_flag;
use super::output::{progress_bar, to_stderr};
use kurier_engine::eval::EvalParams;
use kurier_engine::session::EngineError;
use kurier_formats::pgn::GameRecord;
use kurier_rules::files;
use kurier_rules::rules::{Catalogue, Definition};
use kurier_series::shard::Shard;
use kurier_study::{Comparison, Folder, Player, Study as Numbers, Variation, page};

/// The number of games, if neither a number nor a time is given.
const GAMES: u64 = 200;
/// The number of games that each thread plays between two saves.
const GAMES_AT_ONCE: usize = 4;
/// The file name of the page.
const PAGE: &str = "study.html";
/// The name of the file with the numbers of a study.
const NUMBERS: &str = "study.json";
/// The file name of the page with a comparison.
const COMPARISON: &str = "comparison.html";
/// The name of the file with the numbers of a comparison.
const COMPARED_NUMBERS: &str = "comparison.json";

/// The arguments of `kurier study`.
#[derive(Args, Debug)]
pub(super) struct Study {
    /// The variant, as listed by 'kurier variants', or the file of a variant
    variant: String,
    /// The number of games, including the games of earlier runs [default: 200, if there is no --time]
    #[arg(short = 'n', long, value_name = "N")]
    games: Option<u64>,
    /// Play for this time, such as 10m or 1h
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    time: Option<Duration>,
    /// Number of nodes to search for each move [default: 500]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The seed of the random choices in the opening [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Number of concurrent games [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    concurrency: Option<usize>,
    /// The folder of the study; if it holds a study, games are added to it [default: VARIANT-study]
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// Play only this part of the games, for example 2/8 for the second of eight parts; a run without --shard makes the
    /// study from the games of all parts in the folder
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    #[command(flatten)]
    tables: TableArgs,
    /// Compare with another variant, or the file of a variant
    #[arg(long, value_name = "VARIANT")]
    against: Option<String>,
    /// Compare values of a key of the variant's file, such as ends.move-limit=30,50,100
    #[arg(long, value_name = "KEY=VALUE,VALUE,...", conflicts_with = "against")]
    vary: Option<Variation>,
}

/// A game that is studied.
struct Subject {
    /// The name of the game in a comparison: the game's own name, or the value of the varied key.
    label: String,
    folder: Folder,
}

/// Plays games and writes the studies. An interruption ends only the play: the studies are made from the games played
/// so far.
pub(super) fn run(
    out: &mut impl Write,
    catalogue: &mut Catalogue,
    added: &[PathBuf],
    arguments: &Study,
) -> Result<(), BoxError> {
    let path = match &arguments.folder {
        Some(folder) => folder.clone(),
        None => PathBuf::from(format!("{}-study", name_of(&arguments.variant))),
    };
    let subjects = subjects(catalogue, added, arguments, &path)?;
    let interrupted = interrupt_flag()?;
    let threads = arguments.concurrency.unwrap_or_else(num_cpus::get_physical);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    play(&subjects, arguments, &pool, &interrupted)?;
    let mut studies = Vec::new();
    for Subject { label, folder } in &subjects {
        if arguments.shard.is_some() {
            to_stderr(&format!(
                "{}: {} games",
                folder.path().display(),
                folder.numbers()?.len()
            ));
            continue;
        }
        let definition = folder.definition();
        let tables = arguments.tables.open(definition)?;
        let counts = pool.install(|| folder.counts(tables.as_ref()))?;
        let study = Numbers::of(definition, folder.settings(), &counts, tables.is_some());
        folder.write(NUMBERS, &study.json())?;
        folder.write(PAGE, &page::study(&study, definition)?)?;
        studies.push((label.clone(), study));
    }
    match studies.as_slice() {
        [] => {}
        [(_, study)] => tell(out, study, &path.join(PAGE))?,
        _ => {
            let key = arguments.vary.as_ref().map(|variation| variation.key.as_str());
            let comparison = Comparison::of(key, &studies);
            let write = |name: &str, text: &str| {
                let file = path.join(name);
                files::write(&file, text.as_bytes()).map_err(|error| format!("{}: {error}", file.display()))
            };
            write(COMPARED_NUMBERS, &comparison.json())?;
            write(COMPARISON, &page::comparison(&comparison)?)?;
            for remark in &comparison.verdict {
                writeln!(out, "- {remark}")?;
            }
            writeln!(out, "{} shows more", path.join(COMPARISON).display())?;
        }
    }
    match interrupted.load(Ordering::Relaxed) {
        true => Err("interrupted: run the same command again to continue".into()),
        false => Ok(()),
    }
}

/// Returns the games to study, each with its folder. A single game has the folder `path`; games to compare have folders
/// inside `path`.
fn subjects(
    catalogue: &mut Catalogue,
    added: &[PathBuf],
    arguments: &Study,
    path: &Path,
) -> Result<Vec<Subject>, BoxError> {
    let (definition, file) = find(catalogue, added, &arguments.variant)?;
    let open = |label: String, definition: &Arc<Definition>, path: &Path| -> Result<Subject, BoxError> {
        let folder = Folder::open(path, definition, arguments.nodes, arguments.seed, arguments.shard)?;
        Ok(Subject { label, folder })
    };
    let mut compared = Vec::new();
    if let Some(other) = &arguments.against {
        compared.push((name_of(&arguments.variant), definition.clone()));
        compared.push((name_of(other), find(catalogue, added, other)?.0));
    }
    if let Some(variation) = &arguments.vary {
        let text = match (&file, Catalogue::file_of(&definition.name)) {
            (Some(file), _) => text_of(&definition, file)?,
            (None, text) => text.unwrap_or_default().to_owned(),
        };
        for value in &variation.values {
            let varied = variation.apply(&text, &definition.name, value)?;
            compared.push((value.clone(), Arc::new(varied)));
        }
    }
    if compared.is_empty() {
        return Ok(vec![open(definition.name.clone(), &definition, path)?]);
    }
    let mut subjects = Vec::new();
    let mut names: Vec<String> = Vec::new();
    for (label, definition) in compared {
        let name = folder_name(&label);
        if names.contains(&name) {
            return Err(format!("{label} is named twice").into());
        }
        subjects.push(open(label, &definition, &path.join(&name))?);
        names.push(name);
    }
    Ok(subjects)
}

/// Returns the name of a game that is given by its name or by its file.
fn name_of(variant: &str) -> String {
    let path = Path::new(variant);
    match path.is_file().then(|| path.file_stem()).flatten() {
        Some(stem) => stem.to_string_lossy().into_owned(),
        None => variant.to_owned(),
    }
}

/// Converts a label to the name of a folder.
fn folder_name(label: &str) -> String {
    let name: String = label
        .chars()
        .map(|letter| {
            if letter.is_alphanumeric() || "+-_".contains(letter) {
                letter
            } else {
                '_'
            }
        })
        .collect();
    if name.is_empty() { "_".into() } else { name }
}

/// Plays the missing games of all folders, a batch for each folder in turn, until the time is up or the program is
/// interrupted.
fn play(subjects: &[Subject], arguments: &Study, pool: &ThreadPool, interrupted: &AtomicBool) -> Result<(), BoxError> {
    let at_once = GAMES_AT_ONCE * pool.current_num_threads();
    let most = match (arguments.games, arguments.time) {
        (Some(games), _) => games,
        (None, Some(_)) => u64::MAX,
        (None, None) => GAMES,
    };
    let shard = arguments.shard.unwrap_or_default();
    let is_own = |number: &u64| usize::try_from(*number).is_ok_and(|number| shard.includes(number));
    let mut missing = Vec::new();
    let mut there = 0;
    for Subject { folder, .. } in subjects {
        let played = folder.numbers()?;
        there += played.len() as u64;
        let numbers = (0..most).filter(is_own).filter(move |number| !played.contains(number));
        missing.push((folder, evaluation(folder.definition()), numbers));
    }
    let clock = Clock::new(arguments.time, most.saturating_mul(subjects.len() as u64));
    clock.show(there);
    loop {
        let mut played = 0;
        for (folder, params, numbers) in &mut missing {
            let batch: Vec<u64> = numbers.by_ref().take(at_once).collect();
            if interrupted.load(Ordering::Relaxed) || clock.is_over() || batch.is_empty() {
                continue;
            }
            let games = pool.install(|| play_batch(folder, params, &batch, interrupted))?;
            folder.append(&games)?;
            played += games.len() as u64;
            clock.show(there + played);
        }
        there += played;
        if played == 0 {
            break;
        }
    }
    clock.bar.finish_and_clear();
    Ok(())
}

/// Plays the games with the given numbers in parallel. Games that an interruption cuts short are left out.
fn play_batch(
    folder: &Folder,
    params: &Arc<EvalParams>,
    numbers: &[u64],
    interrupted: &AtomicBool,
) -> Result<Vec<GameRecord>, EngineError> {
    let player = || Player::new(folder.definition(), params, folder.settings());
    let games = numbers.par_iter().with_max_len(1);
    let games = games.map_init(player, |player, number| player.game(*number, interrupted));
    let games: Vec<Option<GameRecord>> = games.collect::<Result<_, _>>()?;
    Ok(games.into_iter().flatten().collect())
}

/// The time that is left to play, and the bar that shows it.
struct Clock {
    end: Option<(Instant, Duration)>,
    bar: ProgressBar,
}

impl Clock {
    /// Creates a clock. Without a time limit, the bar shows how many of `games` games have been played.
    fn new(time: Option<Duration>, games: u64) -> Self {
        let end = time.and_then(|time| Some((Instant::now().checked_add(time)?, time)));
        let length = end.map_or(games, |(_, time)| time.as_secs());
        Self {
            end,
            bar: progress_bar("{bar:30} {msg} games, {elapsed} gone, {eta} left", length),
        }
    }

    /// Returns whether the time is up.
    fn is_over(&self) -> bool {
        self.end.is_some_and(|(end, _)| Instant::now() >= end)
    }

    /// Updates the bar after a total of `games` games.
    fn show(&self, games: u64) {
        let gone = self
            .end
            .map(|(end, time)| time.saturating_sub(end.saturating_duration_since(Instant::now())));
        self.bar.set_position(gone.map_or(games, |gone| gone.as_secs()));
        self.bar.set_message(games.to_string());
    }
}

/// Prints the verdict of a study, and where its page is.
fn tell(out: &mut impl Write, study: &Numbers, page: &Path) -> io::Result<()> {
    writeln!(
        out,
        "{}, {} games at {} nodes a move:",
        study.title, study.games, study.settings.nodes
    )?;
    for remark in &study.verdict {
        writeln!(out, "- {}", remark.text)?;
    }
    writeln!(out, "{} shows more", page.display())
}

//! Tournaments between engines: `kurier match`.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::error::{BoxError, CliError};
use super::games::find;
use super::interrupt::interrupt_flag;
use super::openings::OpeningArgs;
use super::output::to_stderr;
use crate::files;
use crate::referee::adjudication::{AdjudicationRules, DrawRule, ResignRule};
use crate::referee::engine::{EngineSpec, Timeouts};
use crate::referee::journal::{self, Journal};
use crate::referee::limits::{Limits, TimeControl, seconds_of};
use crate::referee::report::Report;
use crate::referee::schedule::Format;
use crate::referee::sprt::Sprt;
use crate::referee::standings::Standings;
use crate::referee::tournament::{FinishedGame, Participant, Tournament, VariantSpec};
use crate::rules::{Catalogue, Definition};

/// Arguments of `kurier match`.
#[derive(Args, Debug)]
pub(super) struct Match {
    /// An engine, as 'cmd=PROGRAM proto=uci|xboard name=NAME dir=DIR option.NAME=VALUE tc=.. st=.. nodes=.. depth=.. ponder=on pace=MS';
    /// the program 'self' is Kurier (give this several times)
    #[arg(short, long = "engine", value_name = "SPEC", required = true)]
    engines: Vec<String>,
    /// Settings for all engines; an engine's own take precedence
    #[arg(long, value_name = "SPEC", default_value = "")]
    each: String,
    /// The games to play, as 'kurier variants' lists them
    #[arg(long = "variant", value_name = "NAME", required = true, value_delimiter = ',')]
    variants: Vec<String>,
    /// Games between every two engines in every variant; an odd number is rounded up
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Who plays whom
    #[arg(long, value_enum, default_value_t = Pairing::RoundRobin)]
    format: Pairing,
    /// Time: seconds, seconds+increment, or moves/seconds+increment
    #[arg(long, value_name = "TIME")]
    tc: Option<TimeControl>,
    /// Seconds per move
    #[arg(long, value_name = "SECONDS", value_parser = seconds, conflicts_with = "tc")]
    st: Option<Duration>,
    /// Nodes per move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Plies per move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Milliseconds that a move may be late
    #[arg(long, value_name = "MS", default_value_t = 50)]
    margin: u64,
    /// Seconds that an engine may take to start, to get ready, or to move when told to at once
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    patience: Duration,
    /// Seconds that an engine may take for a move when it plays without a clock
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "120")]
    move_limit: Duration,
    /// Let all engines ponder: think on their opponents' time
    #[arg(long)]
    ponder: bool,
    #[command(flatten)]
    openings: OpeningArgs,
    /// Games at the same time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: Option<u16>,
    /// End lost games when both engines agree for some moves, as in 'moves=4 score=900'
    #[arg(long, value_name = "RULE", num_args = 1..)]
    resign: Vec<String>,
    /// End drawn games when both engines agree for some moves, as in 'from=40 moves=8 score=10'
    #[arg(long, value_name = "RULE", num_args = 1..)]
    draw: Vec<String>,
    /// Draw a game when it reaches this move
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..))]
    max_moves: u32,
    /// Stop a match of two engines when a sequential test (SPRT) decides it, as in 'elo0=0 elo1=10 alpha=0.05 beta=0.05'
    #[arg(long, value_name = "TEST", num_args = 1..)]
    sprt: Vec<String>,
    /// Write all games to this file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Resume the tournament whose games are in the PGN file
    #[arg(long, requires = "pgn")]
    resume: bool,
    /// Play only part I of N, on this machine; --merge joins the parts
    #[arg(long, value_name = "I/N", value_parser = shard, conflicts_with = "merge")]
    shard: Option<(usize, usize)>,
    /// Play nothing: the standings (and the SPRT) of the games in these files, the parts of this tournament
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "pgn")]
    merge: Vec<PathBuf>,
    /// Write the results of all against all into this file, for spreadsheets
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write cross tables into this file, for the browser
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Take arguments from this TOML file: 'games = 100', 'engine = ["self", "cmd=..."]'; those given here take precedence
    // Its keys are among the arguments already, see `super::config`.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The name of the tournament
    #[arg(long, value_name = "NAME", default_value = "Kurier match")]
    event: String,
    /// Folder for the protocol logs of games that end by a fault
    #[arg(long, value_name = "DIR", default_value = "kurier-faults")]
    faults: PathBuf,
    /// Show the standings after every N games
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    report: u32,
    /// Print JSON, one object a line
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum Pairing {
    /// Every engine plays every other one
    RoundRobin,
    /// The first engine plays every other one
    Gauntlet,
}

/// Reads `2/8`: the number of the part, from 1, and how many there are.
fn shard(text: &str) -> Result<(usize, usize), String> {
    let read = || {
        let (part, parts) = text.split_once('/')?;
        Some((part.parse().ok()?, parts.parse().ok()?))
    };
    read()
        .filter(|(part, parts)| (1..=*parts).contains(part))
        .ok_or_else(|| "a part like 2/8 is expected".into())
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = seconds_of(text).filter(|time| !time.is_zero());
    seconds.ok_or_else(|| "a number of seconds is expected".into())
}

/// Plays a tournament. `files` are the user's variants, which Kurier as an engine needs as well.
pub(super) fn run(arguments: &Match, catalogue: &Catalogue, files: &[PathBuf]) -> Result<(), BoxError> {
    check_places(arguments)?;
    let cancelled = interrupt_flag()?;
    let rounds = arguments.games.div_ceil(2) as usize;
    let sprt: Option<Sprt> = parse_words(&arguments.sprt)?;
    let mut tournament = Tournament {
        event: arguments.event.clone(),
        participants: participants(arguments, files)?,
        variants: variants(arguments, catalogue, rounds, &cancelled)?,
        format: match arguments.format {
            Pairing::RoundRobin => Format::RoundRobin,
            Pairing::Gauntlet => Format::Gauntlet,
        },
        rounds,
        adjudication: AdjudicationRules {
            resign: parse_words::<ResignRule>(&arguments.resign)?,
            draw: parse_words::<DrawRule>(&arguments.draw)?,
            max_moves: Some(arguments.max_moves),
        },
        timeouts: Timeouts {
            answer: arguments.patience,
            unlimited: arguments.move_limit,
            margin: Duration::from_millis(arguments.margin),
        },
        concurrency: arguments.concurrency.map_or_else(num_cpus::get_physical, usize::from),
        openings: arguments.openings.in_words(),
    };
    if sprt.is_some() && tournament.participants.len() != 2 {
        return Err("an SPRT is for two engines".into());
    }
    for remark in tournament.prepare(&cancelled)? {
        to_stderr(&format!("warning: {remark}"));
    }
    for participant in &tournament.participants {
        for variant in &participant.unsupported {
            let variant = &tournament.variants[*variant].definition.name;
            to_stderr(&format!(
                "{} does not play {variant} and sits out there",
                participant.name
            ));
        }
    }
    for variant in &tournament.variants {
        let count = variant.openings.len();
        if (2..rounds).contains(&count) {
            let name = &variant.definition.name;
            to_stderr(&format!(
                "warning: {name} has {count} openings for {rounds} pairs: they are used again"
            ));
        }
    }
    let mut standings = Standings::default();
    let mut finished = HashSet::new();
    if !arguments.merge.is_empty() {
        for path in &arguments.merge {
            for outcome in journal::read(path, &tournament)? {
                if !finished.insert(outcome.slot.index) {
                    return Err(format!("{}: a game of it is in another file too", path.display()).into());
                }
                standings.add(outcome);
            }
        }
        let report = Report {
            tournament: &tournament,
            standings: &standings,
            sprt,
        };
        Display::new(arguments, tournament.schedule().len(), finished.len()).end(&report)?;
        return Ok(write_tables(arguments, &report)?);
    }
    // A part cannot decide the test for all.
    let stops = arguments.shard.is_none();
    let mut journal = match &arguments.pgn {
        Some(path) => {
            let (journal, outcomes) = Journal::open(path, arguments.resume, &tournament)?;
            for outcome in outcomes {
                finished.insert(outcome.slot.index);
                standings.add(outcome);
            }
            Some(journal)
        }
        None => None,
    };
    let schedule = tournament.schedule();
    let (part, parts) = arguments.shard.unwrap_or((1, 1));
    let others = schedule.iter().filter(|slot| slot.pair() % parts != part - 1);
    let others: HashSet<usize> = others.map(|slot| slot.index).collect();
    let mut display = Display::new(arguments, schedule.len() - others.len(), finished.len());
    finished.extend(others);
    let mut failure = None;
    let mut played = Repetitions::default();
    let already_decided = stops
        && Report {
            tournament: &tournament,
            standings: &standings,
            sprt,
        }
        .verdict()
        .is_some();
    if !already_decided {
        tournament.run(&finished, &cancelled, |game| {
            standings.add(game.outcome());
            played.add(&game);
            let written = match &mut journal {
                Some(journal) => journal.add(&game.record),
                None => Ok(()),
            };
            let report = Report {
                tournament: &tournament,
                standings: &standings,
                sprt,
            };
            let shown = written
                .and_then(|()| save_traffic(&arguments.faults, &game))
                .and_then(|()| display.game(&game, &report));
            match shown {
                Err(error) => {
                    failure = Some(error);
                    ControlFlow::Break(())
                }
                Ok(()) if stops && report.verdict().is_some() => ControlFlow::Break(()),
                Ok(()) => ControlFlow::Continue(()),
            }
        });
    }
    let report = Report {
        tournament: &tournament,
        standings: &standings,
        sprt,
    };
    display.end(&report)?;
    write_tables(arguments, &report)?;
    if played.repeated > 0 {
        let Repetitions { repeated, known } = &played;
        let all = repeated + known.len();
        to_stderr(&format!(
            "note: {repeated} of {all} games repeat another one move by move; more openings make more different games"
        ));
    }
    match failure {
        Some(error) => Err(error.into()),
        None => Ok(()),
    }
}

/// Games that are the same, move by move, whoever played them.
#[derive(Default)]
struct Repetitions {
    known: HashSet<u64>,
    repeated: usize,
}

impl Repetitions {
    fn add(&mut self, game: &FinishedGame) {
        let mut hasher = DefaultHasher::new();
        let record = &game.record;
        (&record.variant, &record.start_fen).hash(&mut hasher);
        record.moves.iter().for_each(|played| played.turn.hash(&mut hasher));
        if !self.known.insert(hasher.finish()) {
            self.repeated += 1;
        }
    }
}

/// One file must not be two things.
fn check_places(arguments: &Match) -> Result<(), CliError> {
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

/// Reads a setting that may be spread over several arguments.
fn parse_words<T: std::str::FromStr>(words: &[String]) -> Result<Option<T>, T::Err> {
    match words {
        [] => Ok(None),
        words => words.join(" ").parse().map(Some),
    }
}

fn participants(arguments: &Match, files: &[PathBuf]) -> Result<Vec<Participant>, BoxError> {
    let common = Limits {
        time: arguments.tc.or(arguments.st.map(TimeControl::PerMove)),
        nodes: arguments.nodes,
        depth: arguments.depth,
    };
    let participant = |text: &String| {
        let mut spec = EngineSpec::parse(text, &arguments.each)?;
        spec.ponder |= arguments.ponder;
        if spec.own {
            let arguments = files
                .iter()
                .flat_map(|file| ["--variants".to_owned(), file.display().to_string()]);
            spec.arguments.splice(0..0, arguments);
        }
        let limits = if spec.limits.is_empty() { common } else { spec.limits };
        Ok(Participant {
            name: String::new(),
            spec,
            limits,
            unsupported: Vec::new(),
        })
    };
    arguments.engines.iter().map(participant).collect()
}

fn variants(
    arguments: &Match,
    catalogue: &Catalogue,
    rounds: usize,
    cancelled: &Arc<AtomicBool>,
) -> Result<Vec<VariantSpec>, BoxError> {
    let mut variants: Vec<VariantSpec> = Vec::new();
    let mut definitions: Vec<Arc<Definition>> = Vec::new();
    for name in &arguments.variants {
        let definition = find(catalogue, name)?;
        if definitions.contains(&definition) {
            return Err(format!("{name} is named twice").into());
        }
        definitions.push(definition);
    }
    arguments.openings.check(&definitions)?;
    for definition in definitions {
        let openings = arguments.openings.openings(&definition, catalogue, rounds, cancelled)?;
        variants.push(VariantSpec { definition, openings });
    }
    if cancelled.load(Ordering::Relaxed) {
        return Err("interrupted".into());
    }
    Ok(variants)
}

/// The most bytes of all logs together.
const ALL_LOGS: u64 = 256 << 20;

/// Writes the protocol log of a game that ended by a fault, unless there is plenty already.
fn save_traffic(directory: &Path, game: &FinishedGame) -> io::Result<()> {
    let Some(traffic) = &game.traffic else { return Ok(()) };
    std::fs::create_dir_all(directory)?;
    let sizes = std::fs::read_dir(directory)?
        .flatten()
        .filter_map(|entry| entry.metadata().ok());
    if sizes.map(|metadata| metadata.len()).sum::<u64>() + traffic.len() as u64 > ALL_LOGS {
        to_stderr(&format!(
            "{} is full: the log of this game is not kept",
            directory.display()
        ));
        return Ok(());
    }
    let tags: HashMap<&str, &str> = game
        .record
        .tags
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    let tag = |name: &str| tags.get(name).copied().unwrap_or("?");
    let head = format!(
        "{} {}: {} - {} {} ({})\n",
        game.record.variant,
        tag("Round"),
        tag("White"),
        tag("Black"),
        game.record.result,
        game.ending
    );
    let fen = game.record.start_fen.as_deref().unwrap_or("start position");
    let path = directory.join(format!("game-{}.log", tag("Round")));
    files::write(&path, format!("{head}{fen}\n{traffic}").as_bytes())
}

/// Shows how the games go: lines or JSON, with a progress bar on a terminal.
struct Display {
    bar: Option<ProgressBar>,
    json: bool,
    every: usize,
    done: usize,
    total: usize,
}

impl Display {
    fn new(arguments: &Match, total: usize, done: usize) -> Self {
        let template = "{bar:30} {pos}/{len} {elapsed} gone, {eta} left  {msg}";
        let bar = (io::stderr().is_terminal() && !arguments.json).then(|| {
            let bar = ProgressBar::new(total as u64).with_position(done as u64);
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            bar.reset_eta();
            bar.enable_steady_tick(Duration::from_secs(1));
            bar
        });
        Self {
            bar,
            json: arguments.json,
            every: arguments.report as usize,
            done,
            total,
        }
    }

    fn print(&self, text: &str) -> io::Result<()> {
        let print = || writeln!(io::stdout(), "{text}");
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    fn game(&mut self, game: &FinishedGame, report: &Report) -> io::Result<()> {
        self.done += 1;
        let [white, black] =
            [game.slot.white, game.slot.black].map(|number| &report.tournament.participants[number].name);
        if self.json {
            self.print(
                &json!({
                    "event": "game",
                    "game": game.slot.index,
                    "variant": game.record.variant,
                    "white": white,
                    "black": black,
                    "result": game.record.result.text(),
                    "termination": game.record.termination,
                    "ending": game.ending.to_string(),
                    "plies": game.record.moves.len(),
                    "seconds": game.elapsed.as_secs_f64(),
                })
                .to_string(),
            )?;
        } else {
            self.print(&format!(
                "{:>width$}/{} {}: {white} - {black} {} ({}, {} plies, {:.1} s)",
                self.done,
                self.total,
                game.record.variant,
                game.record.result,
                game.ending,
                game.record.moves.len(),
                game.elapsed.as_secs_f64(),
                width = self.total.to_string().len(),
            ))?;
        }
        if let Some(bar) = &self.bar {
            bar.set_message(report.brief());
            bar.inc(1);
        }
        if self.done.is_multiple_of(self.every) && self.done < self.total {
            self.standings("standings", report)?;
        }
        Ok(())
    }

    fn standings(&self, event: &str, report: &Report) -> io::Result<()> {
        if self.json {
            self.print(&json!({ "event": event, "standings": report.summary() }).to_string())
        } else {
            self.print(&format!("\n{}", report.text()))
        }
    }

    fn end(self, report: &Report) -> io::Result<()> {
        if let Some(bar) = &self.bar {
            bar.abandon();
        }
        self.standings("end", report)
    }
}

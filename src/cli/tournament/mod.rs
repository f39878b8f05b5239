//! Tournaments between engines: `kurier match`.

mod display;

use std::collections::HashMap;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};

use self::display::{Display, Repetitions};
use super::error::{BoxError, CliError};
use super::interrupt::interrupt_flag;
use super::openings::OpeningArgs;
use super::output::to_stderr;
use kurier_referee::adjudication::{AdjudicationRules, DrawRule, ResignRule};
use kurier_referee::engine::{EngineSpec, Timeouts};
use kurier_referee::journal::{Journal, JournalError, Part};
use kurier_referee::limits::{Limits, TimeControl, seconds_of};
use kurier_referee::pairing::{Outcome, Slot};
use kurier_referee::report::Report;
use kurier_referee::schedule::{Format, Schedule};
use kurier_referee::sprt::Sprt;
use kurier_referee::standings::Standings;
use kurier_referee::swiss::default_rounds;
use kurier_referee::tournament::{FinishedGame, Participant, Tournament, TournamentError, VariantSpec};
use kurier_rules::files;
use kurier_rules::rules::{Catalogue, Definition};

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
    /// Games between every two engines that meet, in every variant; an odd number is rounded up
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Who plays whom
    #[arg(long, value_enum, default_value_t = Pairing::RoundRobin)]
    format: Pairing,
    /// Rounds of a Swiss tournament [default: as many as knockout would take]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    rounds: Option<u16>,
    /// Most pairs of games that prolong a level duel of a knockout, before the engine that entered first goes on [default: 4]
    #[arg(long, value_name = "N")]
    deciders: Option<u16>,
    /// Time: seconds, seconds+increment, or moves/seconds+increment; H:MM:SS for seconds; sessions as in 40/5400+30:1800+30
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
    #[arg(long, alias = "patience", value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    timeout: Duration,
    /// Seconds that an engine may take for a move when it plays without a clock
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "120")]
    move_limit: Duration,
    /// Let all engines ponder: think on their opponents' time
    #[arg(long)]
    ponder: bool,
    #[command(flatten)]
    openings: OpeningArgs,
    /// Games at the same time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// End lost games when both engines agree for some moves, as in 'moves=4 score=900'
    #[arg(long, value_name = "RULE", num_args = 1..)]
    resign: Vec<String>,
    /// End drawn games when both engines agree for some moves, as in 'from=40 moves=8 score=10'
    #[arg(long, value_name = "RULE", num_args = 1..)]
    draw: Vec<String>,
    /// Draw a game in which each engine has made so many moves
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..))]
    max_moves: u32,
    /// Stop a match of two engines when a sequential test (SPRT) decides it, as in 'elo0=0 elo1=10 alpha=0.05 beta=0.05'
    #[arg(long, value_name = "TEST", num_args = 1..)]
    sprt: Vec<String>,
    /// Write all games to this file; '{part}' in its name is the number of the part that --shard plays
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Resume the tournament whose games are in the PGN file
    #[arg(long, requires = "pgn")]
    resume: bool,
    /// Play only part I of N, on this machine; --merge joins the parts. With --pgn part-{part}.pgn the parts see each other's
    /// games, and an SPRT on all of them stops all
    #[arg(long, value_name = "I/N", value_parser = shard, conflicts_with = "merge")]
    shard: Option<(usize, usize)>,
    /// Play nothing: the standings (and the SPRT) of the games in these files, the parts of this tournament
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "pgn")]
    merge: Vec<PathBuf>,
    /// Write the results of all against all (Swiss: cross tables; knockout: duels) into this file, for spreadsheets
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write cross tables and brackets into this file, for the browser
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
    /// In every round engines with like scores meet, nobody twice if possible
    Swiss,
    /// Who loses is out; the order of the engines is the seeding
    Knockout,
}

/// The most parts of a tournament, each on a machine.
const MOST_PARTS: usize = 1000;

/// Reads `2/8`: the number of the part, from 1, and how many there are.
fn shard(text: &str) -> Result<(usize, usize), String> {
    let read = || {
        let (part, parts) = text.split_once('/')?;
        Some((part.parse().ok()?, parts.parse().ok()?))
    };
    read()
        .filter(|(part, parts)| *parts <= MOST_PARTS && (1..=*parts).contains(part))
        .ok_or_else(|| format!("a part like 2/8, of at most {MOST_PARTS}, is expected"))
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = seconds_of(text).filter(|time| !time.is_zero());
    seconds.ok_or_else(|| "a number of seconds is expected".into())
}

/// Plays a tournament. `files` are the user's variants, which Kurier as an engine needs as well.
pub(super) fn run(arguments: &Match, catalogue: &Catalogue, files: &[PathBuf]) -> Result<(), BoxError> {
    check_places(arguments)?;
    let cancelled = interrupt_flag()?;
    let sprt: Option<Sprt> = parse_words(&arguments.sprt)?;
    let tournament = tournament(arguments, catalogue, files, &cancelled)?;
    if sprt.is_some() && tournament.participants.len() != 2 {
        return Err("an SPRT is for two engines".into());
    }
    let mut standings = Standings::default();
    let mut schedule = tournament.schedule();
    if !arguments.merge.is_empty() {
        for path in &arguments.merge {
            let outcomes = Part::new(path.clone()).read(&tournament, &mut schedule)?;
            outcomes.into_iter().for_each(|outcome| standings.add(outcome));
        }
        let report = Report {
            tournament: &tournament,
            standings: &standings,
            schedule: &schedule,
            sprt,
        };
        Display::new(arguments, standings.games()).end(&report)?;
        return Ok(write_tables(arguments, &report)?);
    }
    let (part, parts) = arguments.shard.unwrap_or((1, 1));
    let wanted = |slot: &Slot| slot.pair() % parts == part - 1;
    let mut journal = match &arguments.pgn {
        Some(path) => {
            let path = of_part(path, part);
            let (journal, outcomes) = Journal::open(&path, arguments.resume, &tournament, &mut schedule)?;
            outcomes.into_iter().for_each(|outcome| standings.add(outcome));
            Some(journal)
        }
        None => None,
    };
    let mut display = Display::new(arguments, standings.games());
    let mut siblings = Siblings::of(arguments);
    for outcome in siblings.news(&tournament, &mut schedule)? {
        standings.add(outcome);
    }
    // A part cannot decide the test for all, unless it sees them.
    let stops = arguments.shard.is_none() || !siblings.parts.is_empty();
    let mut failure: Option<BoxError> = None;
    let mut played = Repetitions::default();
    let already_decided = stops
        && Report {
            tournament: &tournament,
            standings: &standings,
            schedule: &schedule,
            sprt,
        }
        .verdict()
        .is_some();
    if !already_decided {
        tournament.run(&mut schedule, wanted, &cancelled, |game, schedule| {
            standings.add(game.outcome());
            played.add(&game);
            let mut taken = || -> Result<ControlFlow<()>, BoxError> {
                if let Some(journal) = &mut journal {
                    journal.add(&game.record)?;
                }
                if siblings.are_due() {
                    for outcome in siblings.news(&tournament, schedule)? {
                        standings.add(outcome);
                    }
                }
                save_traffic(&arguments.faults, &game)?;
                let report = Report {
                    tournament: &tournament,
                    standings: &standings,
                    schedule,
                    sprt,
                };
                let total = match arguments.shard {
                    Some(_) => schedule.slots().iter().filter(|slot| wanted(slot)).count(),
                    None => schedule.planned(),
                };
                display.game(&game, total, &report)?;
                Ok(match stops && report.verdict().is_some() {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                })
            };
            taken().unwrap_or_else(|error| {
                failure = Some(error);
                ControlFlow::Break(())
            })
        });
    }
    let report = Report {
        tournament: &tournament,
        standings: &standings,
        schedule: &schedule,
        sprt,
    };
    display.end(&report)?;
    write_tables(arguments, &report)?;
    if let Some(note) = played.note() {
        to_stderr(&note);
    }
    failure.map_or(Ok(()), Err)
}

/// Returns the tournament that the arguments ask for, ready to begin. Tells what its user should know.
fn tournament(
    arguments: &Match,
    catalogue: &Catalogue,
    files: &[PathBuf],
    cancelled: &Arc<AtomicBool>,
) -> Result<Tournament, BoxError> {
    let pairs = arguments.games.div_ceil(2) as usize;
    let participants = participants(arguments, files)?;
    let format = format(arguments, participants.len())?;
    // Before openings are made for them.
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
    };
    for remark in tournament.prepare(cancelled)? {
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
        if (2..openings).contains(&count) {
            let name = &variant.definition.name;
            to_stderr(&format!(
                "warning: {name} has {count} openings for {openings} pairs: they are used again"
            ));
        }
    }
    Ok(tournament)
}

/// Returns who plays whom among so many engines.
fn format(arguments: &Match, engines: usize) -> Result<Format, BoxError> {
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
    for (given, meant, text) in [
        (arguments.rounds.is_some(), is_swiss, "--rounds is for --format swiss"),
        (
            arguments.deciders.is_some(),
            is_knockout,
            "--deciders is for --format knockout",
        ),
        (
            is_swiss || is_knockout,
            arguments.shard.is_none(),
            "--shard: pairings that depend on results cannot be divided",
        ),
    ] {
        if given && !meant {
            return Err(text.into());
        }
    }
    Ok(format)
}

/// Stands for the number of the part in the name of a file.
const PART: &str = "{part}";
/// How often a part looks for the games of the others.
const LOOK: Duration = Duration::from_secs(5);

/// Returns the file of a part of the tournament.
fn of_part(path: &Path, part: usize) -> PathBuf {
    match path.to_str() {
        Some(text) => text.replace(PART, &part.to_string()).into(),
        None => path.to_owned(),
    }
}

/// The other parts of the tournament, which may be played elsewhere at the same time.
struct Siblings {
    parts: Vec<Part>,
    looked: Instant,
}

impl Siblings {
    /// There are some if the name of the file says where.
    fn of(arguments: &Match) -> Self {
        let mut parts = Vec::new();
        if let (Some((own, count)), Some(path)) = (arguments.shard, &arguments.pgn)
            && path.to_str().is_some_and(|text| text.contains(PART))
        {
            parts = (1..=count)
                .filter(|part| *part != own)
                .map(|part| Part::new(of_part(path, part)))
                .collect();
        }
        Self {
            parts,
            looked: Instant::now(),
        }
    }

    fn are_due(&self) -> bool {
        !self.parts.is_empty() && self.looked.elapsed() >= LOOK
    }

    /// Returns the games since the last look.
    fn news(&mut self, tournament: &Tournament, schedule: &mut Schedule) -> Result<Vec<Outcome>, JournalError> {
        self.looked = Instant::now();
        let mut news = Vec::new();
        for part in &mut self.parts {
            news.extend(part.read_if_there(tournament, schedule)?);
        }
        Ok(news)
    }
}

/// Returns one file must not be two things.
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
        time: arguments.tc.clone().or(arguments.st.map(TimeControl::PerMove)),
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
            return Err(format!("{name} is named twice").into());
        }
        definitions.push(definition);
    }
    arguments.openings.check(&definitions)?;
    for definition in definitions {
        let openings = arguments.openings.openings(&definition, catalogue, count, cancelled)?;
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

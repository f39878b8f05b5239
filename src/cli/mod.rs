//! The command line: arguments are parsed, resolved to an opened game, and carried out.

mod analyze;
mod annotate;
mod arguments;
mod board;
mod check;
mod commands;
mod epd;
mod import;
mod install;
mod manual;
mod openings;
mod play;
mod tournament;

use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Parser;

use self::arguments::{Arguments, Command, PositionArgs};
use crate::diagram::DiagramError;
use crate::eval::EvaluationSource;
use crate::pgn::PgnError;
use crate::protocol::{self, Context};
use crate::rules::{Catalogue, Definition, LoadError};
use crate::search::Settings;
use crate::session::{PositionError, Session, open};

/// The exit code for bad input.
const BAD_INPUT: u8 = 2;

/// Why a command was not carried out.
#[derive(Debug, thiserror::Error)]
enum CliError {
    #[error("there is no game '{0}' ('kurier variants' lists them)")]
    UnknownGame(String),
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error(transparent)]
    Diagram(#[from] DiagramError),
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    #[error(transparent)]
    Pgn(#[from] PgnError),
    #[error("{}: there is no game in it", .0.display())]
    NoGames(PathBuf),
    #[error("{}:{line}: {problem}", path.display())]
    Line {
        path: PathBuf,
        line: usize,
        problem: String,
    },
    #[error(transparent)]
    Interruption(#[from] ctrlc::Error),
    #[error(transparent)]
    Output(#[from] io::Error),
    #[error(transparent)]
    Install(#[from] install::InstallError),
    #[error(transparent)]
    Import(#[from] import::ImportError),
    #[error("{0}")]
    Tournament(Box<dyn std::error::Error>),
}

impl CliError {
    /// An error of a tournament; a broken pipe stays recognisable.
    fn of_tournament(error: Box<dyn std::error::Error>) -> Self {
        match error.downcast::<io::Error>() {
            Ok(error) => Self::Output(*error),
            Err(error) => Self::Tournament(error),
        }
    }
}

/// Runs the program with the arguments of the process, on its standard streams.
pub fn run() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return refuse(&error),
    };
    match handle(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of our output has closed it.
        Err(CliError::Output(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            to_stderr(&format!("error: {error}"));
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// Help and version are shown as clap has them, errors in one line.
fn refuse(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.render().to_string();
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.is_empty())
        .collect();
    to_stderr(&lines.join(" "));
    ExitCode::from(BAD_INPUT)
}

/// A line on the standard error; not `eprintln!`, which panics where that is closed.
fn to_stderr(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

fn handle(arguments: Arguments) -> Result<(), CliError> {
    let mut catalogue = Catalogue::built_in();
    for path in &arguments.files {
        check_evaluation(&*catalogue.add_file(path)?);
    }
    let Some(command) = arguments.command else {
        if io::stdin().is_terminal() {
            to_stderr("Kurier waits for commands of UCI or the XBoard protocol: try 'help', or 'kurier --help'.");
        }
        let settings = Settings::default();
        protocol::run(Context { catalogue, settings }, io::stdin(), io::stdout());
        return Ok(());
    };
    let mut output = BufWriter::new(io::stdout().lock());
    let out = &mut output;
    match command {
        Command::Variants => commands::variants(out, &catalogue),
        Command::Board(command) => {
            let session = visit(&catalogue, &command.position, small())?;
            board::board(out, &*session, &command)
        }
        Command::Moves(position) => commands::moves(out, &*visit(&catalogue, &position, small())?),
        Command::Status(position) => commands::status(out, &*visit(&catalogue, &position, small())?),
        Command::Perft(perft) => {
            let session = visit(&catalogue, &perft.position, small())?;
            commands::perft(out, &*session, &perft)
        }
        Command::Analyze(analyze) => {
            let session = visit(&catalogue, &analyze.position, analyze.settings())?;
            analyze::analyze(out, session, &analyze)
        }
        Command::Annotate(command) => annotate::run(out, &catalogue, &command),
        Command::Epd(command) => epd::run(out, &catalogue, &command),
        Command::Play(command) => play::run(out, &mut io::stdin().lock(), &catalogue, &command),
        Command::Bench { variant, depth } => {
            let games = match variant {
                Some(name) => vec![find(&catalogue, &name)?],
                None => catalogue.core().cloned().collect(),
            };
            commands::bench(out, &games, depth)
        }
        Command::Match(command) => {
            tournament::run(&command, &catalogue, &arguments.files).map_err(CliError::of_tournament)
        }
        Command::Openings(command) => openings::run(&command, &catalogue).map_err(CliError::of_tournament),
        Command::Import(arguments) => import::import(out, &arguments),
        Command::Install(arguments) => install::install(out, &arguments),
        Command::Man(arguments) => manual::man(out, &arguments),
        Command::Completions(arguments) => manual::completions(out, &arguments),
        Command::Check { file } => {
            // Its name may be that of a known one.
            let definition = Definition::read(&file)?;
            check_evaluation(&definition);
            check::check(out, &*open(Arc::new(definition), small()))
        }
    }?;
    Ok(output.flush()?)
}

/// Warns of a game that names a file for its evaluation which is no good: it can be played all the same.
fn check_evaluation(definition: &Definition) {
    if let Some(error) = EvaluationSource::BuiltIn.fault(definition) {
        to_stderr(&format!("warning: {}", error.told()));
    }
}

fn find(catalogue: &Catalogue, name: &str) -> Result<Arc<Definition>, CliError> {
    catalogue.get(name).ok_or_else(|| CliError::UnknownGame(name.into()))
}

/// Opens a game and goes to a position of it.
fn visit(catalogue: &Catalogue, position: &PositionArgs, settings: Settings) -> Result<Box<dyn Session>, CliError> {
    let mut session = open(find(catalogue, &position.variant)?, settings);
    session.set_position(position.fen.as_deref(), &position.turns())?;
    Ok(session)
}

/// A flag that is set when the user interrupts the program or the system ends it. To be asked for once.
fn interruption() -> Result<Arc<AtomicBool>, ctrlc::Error> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = flag.clone();
    ctrlc::set_handler(move || raised.store(true, Ordering::Relaxed))?;
    Ok(flag)
}

/// Settings for commands that do not search: no memory is needed.
fn small() -> Settings {
    Settings {
        hash: 1,
        ..Settings::default()
    }
}

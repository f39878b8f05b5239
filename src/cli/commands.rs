//! The definition of all commands and their dispatch.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::PathBuf;

use clap::{CommandFactory, Parser, Subcommand};

use super::analyze::{self, Analyze};
use super::annotate::{self, Annotate};
use super::bench::{self, Bench};
use super::board::{self, Board};
use super::book::{self, BookCommand};
use super::check;
use super::epd::{self, Epd};
use super::error::CliError;
use super::export::Export;
use super::games::set_up;
use super::import::Import;
use super::info::{self, PositionQuery, Variants};
use super::install::{self, Install};
use super::learn::{self, Learn};
use super::openings::{self, Openings};
use super::output::to_stderr;
use super::perft::{self, Perft};
use super::play::{self, Play};
use super::puzzles::{self, Puzzles};
#[cfg(feature = "serve")]
use super::serve::{self, Serve};
use super::study::{self, Study};
use super::tables::{self, Tables};
use super::tournament::{self, Match};
use super::user::User;
use kurier_formats::import;
use kurier_manual::{self as manual, Completions, Man};
use kurier_protocol::{self as protocol, Context};
use kurier_rules::rules::Catalogue;

/// Kurier plays Courier Chess and its relatives
///
/// Without a command, Kurier speaks UCI or the XBoard protocol, whichever the GUI uses.
#[derive(Parser, Debug)]
#[command(name = "kurier", version)]
pub(super) struct Arguments {
    /// Add the variants in this file (may be given several times)
    #[arg(long = "variants", value_name = "FILE", global = true)]
    files: Vec<PathBuf>,
    /// Offer only these variants, for GUIs and adapters that cannot handle the whole list
    #[arg(long, value_name = "GAME", value_delimiter = ',')]
    only: Vec<String>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// List the variants, or describe one
    Variants(Variants),
    /// Show a position, as text or as a picture
    Board(Box<Board>),
    /// List the legal moves, one per line
    Moves(PositionQuery),
    /// Count the move sequences of a given length
    Perft(Perft),
    /// Search for the best move
    Analyze(Analyze),
    /// Annotate games with scores, best lines and mistakes, as PGN and as a page for the browser
    Annotate(Annotate),
    /// Solve test positions: best moves, moves to avoid, mates, scores
    Epd(Epd),
    /// Play against Kurier in the terminal
    Play(Play),
    /// Play, analyse and invent games on a board in the browser
    #[cfg(feature = "serve")]
    Serve(Serve),
    /// Show whether the game is over, and why
    Status(PositionQuery),
    /// Search a fixed set of positions and report nodes and speed
    Bench(Bench),
    /// Play matches and tournaments between engines, in any variants
    #[command(args_override_self = true)]
    Match(Box<Match>),
    /// Generate openings for tournaments: distinct, balanced positions
    Openings(Openings),
    /// Make, list and probe endgame tables
    Tables(Tables),
    /// Grow, show, import and export opening books
    Book(BookCommand),
    /// Find puzzles: positions with one winning move, proven and rated
    Puzzles(Puzzles),
    /// Study a game in self-play: balance, draws, length, what each piece does and is worth, as a page and as JSON
    Study(Study),
    /// Learn a game by self-play: fit an evaluation to its games, train a network, keep what wins
    Learn(Learn),
    /// Check a variant file, show its rules and the moves of its pieces, and run its tests
    Check {
        /// The variant file
        file: PathBuf,
    },
    /// Translate a variant from Fairy-Stockfish's variants.ini or from an Interactive Diagram
    Import(Import),
    /// Write a variant as an Interactive Diagram or as a section of Fairy-Stockfish's variants.ini
    Export(Export),
    /// Register Kurier with GUIs: XBoard, WinBoard, Cute Chess, PyChess, GNOME Chess, Scid
    Install(Install),
    /// Print the man page
    Man(Man),
    /// Print completions for a shell
    Completions(Completions),
}

impl Arguments {
    /// Returns the definition of the command line for the man page and for completions.
    fn for_manual() -> clap::Command {
        Self::command().disable_help_subcommand(true)
    }
}

/// Runs the command that the arguments name; without a command, speaks UCI or the XBoard protocol.
pub(super) fn handle(arguments: Arguments) -> Result<(), CliError> {
    let mut catalogue = Catalogue::built_in();
    let user = User::read();
    user.add_variants(&mut catalogue);
    for path in &arguments.files {
        let added = import::add_file(&mut catalogue, path)?;
        added
            .refused
            .iter()
            .for_each(|error| to_stderr(&format!("warning: {error}")));
    }
    if !arguments.only.is_empty() {
        catalogue = catalogue.only(&arguments.only)?;
    }
    let Some(command) = arguments.command else {
        if io::stdin().is_terminal() {
            to_stderr("Kurier waits for commands of UCI or the XBoard protocol: try 'help', or 'kurier --help'.");
        }
        let settings = user.search_settings();
        protocol::run(Context { catalogue, settings }, io::stdin(), io::stdout());
        return Ok(());
    };
    let mut output = BufWriter::new(io::stdout().lock());
    let out = &mut output;
    match command {
        Command::Variants(arguments) => info::variants(out, &catalogue, &arguments),
        Command::Board(arguments) => board::board(out, &catalogue, &arguments),
        Command::Moves(arguments) => info::moves(out, &set_up(&catalogue, &arguments.position)?, arguments.json),
        Command::Status(arguments) => info::status(out, &set_up(&catalogue, &arguments.position)?, arguments.json),
        Command::Perft(arguments) => perft::perft(out, &catalogue, &arguments),
        Command::Analyze(arguments) => analyze::analyze(out, &catalogue, &arguments),
        Command::Annotate(arguments) => annotate::run(out, &catalogue, &arguments),
        Command::Epd(arguments) => epd::run(out, &catalogue, &arguments),
        Command::Play(arguments) => play::run(out, &catalogue, &user, &arguments),
        #[cfg(feature = "serve")]
        Command::Serve(arguments) => serve::run(out, catalogue, &arguments),
        Command::Bench(arguments) => bench::bench(out, &catalogue, &arguments),
        Command::Match(command) => Ok(tournament::run(&command, &catalogue, &arguments.files)?),
        Command::Openings(arguments) => Ok(openings::run(&arguments, &catalogue)?),
        Command::Tables(arguments) => tables::run(out, &catalogue, &arguments),
        Command::Book(arguments) => book::run(out, &catalogue, &arguments),
        Command::Puzzles(arguments) => Ok(puzzles::run(&catalogue, &arguments)?),
        Command::Study(command) => Ok(study::run(out, &mut catalogue, &arguments.files, &command)?),
        Command::Learn(command) => Ok(learn::run(out, &mut catalogue, &arguments.files, &command)?),
        Command::Export(arguments) => super::export::export(out, &catalogue, &arguments),
        Command::Import(arguments) => super::import::import(out, &arguments),
        Command::Install(arguments) => install::install(out, &arguments),
        Command::Man(arguments) => Ok(manual::man(out, Arguments::for_manual(), &arguments)?),
        Command::Completions(arguments) => Ok(manual::completions(
            out,
            Arguments::for_manual(),
            &catalogue,
            &arguments,
        )?),
        Command::Check { file } => check::check(out, &file),
    }?;
    Ok(output.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clap_accepts_the_definition() {
        Arguments::command().debug_assert();
    }
}

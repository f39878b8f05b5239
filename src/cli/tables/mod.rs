//! `kurier tables`: makes, lists, shows, probes and checks endgame tables.

mod make;
mod show;

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use self::make::Make;
use self::show::{Check, List, Probe, Show};
use super::error::{BoxError, CliError};
use super::user;
use kurier_rules::rules::Catalogue;
use kurier_tables::Distance;

/// The arguments of `kurier tables`.
#[derive(Args, Debug)]
pub(super) struct Tables {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Make tables; the same command continues an interrupted run
    Make(Make),
    /// List the existing tables
    List(List),
    /// Show how often each side wins in a table, and the longest wins
    Show(Show),
    /// Show who wins a position, and the result of each turn
    Probe(Probe),
    /// Read all tables of a variant and compare their checksums
    Check(Check),
}

/// The arguments that choose the folder and the kind of the tables.
#[derive(Args, Debug)]
struct FolderArgs {
    /// The folder that holds a folder of tables for each variant [default: Kurier's folder for data]
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
    /// Use tables that count plies to the end of the game, without a move limit, not to the next capture or pawn move
    #[arg(long)]
    mate: bool,
}

impl FolderArgs {
    /// Returns the folder with the tables of all games.
    fn folder(&self) -> Result<PathBuf, BoxError> {
        let found = self.tables.clone().or_else(user::tables);
        found.ok_or_else(|| "there is no home folder: name a folder with --tables".into())
    }

    fn distance(&self) -> Distance {
        if self.mate { Distance::End } else { Distance::Zeroing }
    }
}

/// Runs the command.
pub(super) fn run(out: &mut impl Write, catalogue: &Catalogue, arguments: &Tables) -> Result<(), CliError> {
    match &arguments.command {
        Command::Make(arguments) => make::make(out, catalogue, arguments),
        Command::List(arguments) => show::list(out, catalogue, arguments),
        Command::Show(arguments) => show::show(out, catalogue, arguments),
        Command::Probe(arguments) => show::probe(out, catalogue, arguments),
        Command::Check(arguments) => show::check(out, catalogue, arguments),
    }
}

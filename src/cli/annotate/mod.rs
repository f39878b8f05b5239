//! `kurier annotate`: games with scores, best lines and mistakes, as PGN and as a page to click through.

mod annotated;
mod judge;
mod page;

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::PathBuf;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use self::annotated::AnnotatedGame;
use self::judge::judge;
use super::args::SearchArgs;
use super::error::CliError;
use super::games::Evaluations;
use super::output::write_file;
use crate::pgn::{self, Reader};
use crate::rules::Catalogue;
use crate::session::{Board, Engine};

/// The arguments of `kurier annotate`.
#[derive(Args, Debug)]
pub(super) struct Annotate {
    /// The games
    file: PathBuf,
    /// Write the games with comments into this file; without --pgn and --html, to the standard output
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Write a page for the browser, in one file, to click through the games
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    search: SearchArgs<1>,
}

/// Annotates all games of a file.
pub(super) fn run(out: &mut impl Write, catalogue: &Catalogue, arguments: &Annotate) -> Result<(), CliError> {
    let file = File::open(&arguments.file).map_err(|source| CliError::File {
        path: arguments.file.clone(),
        source,
    })?;
    let mut games = Vec::new();
    let mut evaluations = Evaluations::default();
    for game in Reader::new(BufReader::new(file)) {
        let game = game?;
        let mut board = Board::new(&game.definition(catalogue)?);
        let record = game.replay(&mut board)?;
        let params = evaluations.get(board.definition());
        let mut engine = Engine::with_evaluation(&board, params, arguments.search.settings());
        let progress = progress(games.len() + 1, record.moves.len() + 1);
        let judgements = judge(&mut board, &mut engine, &record, &arguments.search.limits(), &|| {
            progress.inc(1);
        })?;
        progress.finish_and_clear();
        games.push(AnnotatedGame { record, judgements });
    }
    if games.is_empty() {
        return Err(CliError::NoGames(arguments.file.clone()));
    }
    if let Some(path) = &arguments.html {
        write_file(out, path, page::page(catalogue, &games)?.as_bytes())?;
    }
    let text: String = games.iter().map(|game| pgn::text(&game.commented())).collect();
    match (&arguments.pgn, &arguments.html) {
        (Some(path), _) => write_file(out, path, text.as_bytes()),
        (None, None) => Ok(out.write_all(text.as_bytes())?),
        (None, Some(_)) => Ok(()),
    }
}

/// The progress bar of a game.
fn progress(game: usize, positions: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("game {msg}: {bar:40} {pos}/{len} positions, {eta} left");
    let bar = ProgressBar::new(positions as u64).with_message(game.to_string());
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

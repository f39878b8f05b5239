//! `kurier play`: a game against a person, in the terminal.

mod command;
mod game;

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use self::game::{KURIER, TerminalGame};
use super::args::seconds;
use super::error::CliError;
use super::games::find;
use crate::files;
use crate::pgn::{Game, GameRecord, Ply, Reader};
use crate::rules::{Catalogue, Color};
use crate::session::{Board, Level};

/// The arguments of `kurier play`.
#[derive(Args, Debug)]
pub(super) struct Play {
    /// The game, as 'kurier variants' lists it
    #[arg(required_unless_present = "resume")]
    variant: Option<String>,
    /// Play White [default: as in the file to resume, else White]
    #[arg(long)]
    white: bool,
    /// Play Black
    #[arg(long, conflicts_with = "white")]
    black: bool,
    /// How strongly Kurier plays: 1 is for beginners, 10 is full strength
    #[arg(long, value_name = "N", default_value = "5", value_parser = Level::parse)]
    level: Level,
    /// The most seconds that Kurier thinks about a move
    #[arg(long, value_name = "SECONDS", default_value = "3", value_parser = seconds)]
    time: Duration,
    /// Start from this position
    #[arg(long, conflicts_with = "resume")]
    fen: Option<String>,
    /// Continue the last game of this file
    #[arg(long, value_name = "FILE", conflicts_with = "variant")]
    resume: Option<PathBuf>,
}

/// Plays a game on the standard streams.
pub(super) fn run(
    out: &mut impl Write,
    input: &mut impl BufRead,
    catalogue: &Catalogue,
    arguments: &Play,
) -> Result<(), CliError> {
    let asked = match (arguments.white, arguments.black) {
        (true, _) => Some(Color::White),
        (_, true) => Some(Color::Black),
        _ => None,
    };
    // A file with several games must not be overwritten with this one.
    let mut own = None;
    let (board, record, human) = match (&arguments.resume, &arguments.variant) {
        (Some(file), _) => {
            let game = last_game(file)?;
            own = (game.number == 1).then_some(file);
            let mut board = Board::new(&game.definition(catalogue)?);
            let record = game.replay(&mut board)?;
            let black = record.tag("White").is_some_and(|white| white.starts_with(KURIER));
            (board, record, if black { Color::Black } else { Color::White })
        }
        (None, variant) => {
            let definition = find(catalogue, variant.as_deref().unwrap_or_default())?;
            let mut board = Board::new(&definition);
            board.set_up(arguments.fen.as_deref())?;
            let record = GameRecord {
                start_fen: arguments.fen.clone(),
                start_ply: Ply::of(&board),
                ..GameRecord::default()
            };
            (board, record, Color::White)
        }
    };
    let mut game = TerminalGame::new(board, asked.unwrap_or(human), arguments.level, arguments.time, record);
    if let Some(file) = own {
        game.allow_overwrite(file);
    }
    game.play(out, input)
}

/// The last game of a file.
fn last_game(path: &Path) -> Result<Game, CliError> {
    let file = files::open(path).map_err(|source| CliError::File {
        path: path.to_owned(),
        source,
    })?;
    let mut last = None;
    for game in Reader::new(BufReader::new(file)) {
        last = Some(game?);
    }
    last.ok_or_else(|| CliError::NoGames(path.to_owned()))
}

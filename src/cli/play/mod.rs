//! `kurier play`: plays against a person in the terminal.

mod command;
mod game;
mod lines;

use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use self::game::{KURIER, LEVEL, TerminalGame};
use self::lines::LineReader;
use super::args::seconds;
use super::error::CliError;
use super::output::to_stderr;
use super::user::{self, User};
use kurier_engine::session::{Board, Level};
use kurier_formats::pgn::{Game, GameRecord, Ply, Reader};
use kurier_rules::files;
use kurier_rules::rules::{Catalogue, Color};

/// The level if none is named by the arguments, the resumed game or the settings.
const DEFAULT_LEVEL: u8 = 5;

/// The arguments of `kurier play`.
#[derive(Args, Debug)]
pub(super) struct Play {
    /// The variant, as listed by 'kurier variants'
    #[arg(required_unless_present = "resume")]
    variant: Option<String>,
    /// Play White [default: the side in the resumed game, else White]
    #[arg(long)]
    white: bool,
    /// Play Black
    #[arg(long, conflicts_with = "white")]
    black: bool,
    /// How strongly Kurier plays: 1 is for beginners, 10 is full strength
    /// [default: the level of the resumed game, else of settings.toml, else 5]
    #[arg(long, value_name = "N", value_parser = Level::parse)]
    level: Option<Level>,
    /// The maximum thinking time for each move of Kurier, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "3", value_parser = seconds)]
    time: Duration,
    /// Start from this position, given as FEN
    #[arg(long, conflicts_with = "resume")]
    fen: Option<String>,
    /// Continue the last game of this file; without a file, the last game in the terminal
    #[arg(long, value_name = "FILE", conflicts_with = "variant", num_args = 0..=1)]
    resume: Option<Option<PathBuf>>,
}

/// Plays a game on the standard input and output.
pub(super) fn run(out: &mut impl Write, catalogue: &Catalogue, user: &User, arguments: &Play) -> Result<(), CliError> {
    let asked = match (arguments.white, arguments.black) {
        (true, _) => Some(Color::White),
        (_, true) => Some(Color::Black),
        _ => None,
    };
    // The resumed file may be overwritten only if it contains no other games.
    let mut own = None;
    let resumed = match &arguments.resume {
        Some(Some(file)) => Some(file.clone()),
        Some(None) => Some(user::autosave().ok_or_else(|| CliError::Other("there is no home folder".into()))?),
        None => None,
    };
    let (board, record, human) = match (&resumed, &arguments.variant) {
        (Some(file), _) => {
            let game = last_game(file)?;
            game.warnings
                .iter()
                .for_each(|warning| to_stderr(&format!("warning: {warning}")));
            own = (game.number == 1).then_some(file);
            let mut board = Board::new(&game.definition(catalogue)?);
            let record = game.replay(&mut board)?;
            let black = record.tag("White").is_some_and(|white| white.starts_with(KURIER));
            (board, record, if black { Color::Black } else { Color::White })
        }
        (None, variant) => {
            let definition = catalogue.find(variant.as_deref().unwrap_or_default())?;
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
    let level = arguments.level.or_else(|| level_of(&record)).or(user.level());
    let level = level
        .or(Level::new(DEFAULT_LEVEL))
        .unwrap_or_else(|| unreachable!("it is a level"));
    let mut game = TerminalGame::new(board, asked.unwrap_or(human), level, arguments.time, record);
    if let Some(file) = own {
        game.allow_overwrite(file);
    }
    game.play(out, &mut LineReader::open())
}

/// Returns the level of Kurier in a saved game; `None` if the tags of the game do not contain a level.
fn level_of(record: &GameRecord) -> Option<Level> {
    let names = ["White", "Black"].into_iter().filter_map(|tag| record.tag(tag));
    let mut levels = names.filter_map(|name| name.strip_prefix(KURIER)?.trim_start().strip_prefix(LEVEL));
    Level::parse(levels.next()?.trim_end_matches(')')).ok()
}

/// Reads the last game of a PGN file.
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

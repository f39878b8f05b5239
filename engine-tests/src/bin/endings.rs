//! Generates `docs/data/endings.tsv`, from which the tables of `docs/endings.md` are made, from the logs of
//! `kurier tables make`.
//!
//! ```text
//! kurier tables make chess --pieces 3 --log log
//! cargo run -p engine-tests --bin endings -- three=log > docs/data/endings.tsv
//! cargo run -p engine-tests --bin tables
//! ```
//!
//! Each argument is `SECTION=FILE`: the name of a section of the page, and the log file of the tables in this section.

use std::error::Error;
use std::fs;
use std::process::ExitCode;
use std::sync::Arc;

use engine_tests::tables;
use kurier_engine::session::Board;
use kurier_rules::position::FenError;
use kurier_rules::rules::{Catalogue, Definition};
use serde::Deserialize;

/// The columns of the file. `longest` is a number of moves, and `kB` is the size of the table in units of 1024 bytes.
const COLUMNS: [&str; 10] = [
    "section",
    "game",
    "ending",
    "pieces",
    "white_to_move_wins",
    "white_to_move_loses",
    "black_to_move_loses",
    "longest",
    "position",
    "kB",
];

/// A line of a log, which describes a table that was made.
#[derive(Deserialize)]
struct Made {
    game: String,
    class: String,
    bytes: u64,
    #[serde(rename = "white-to-move")]
    white: Side,
    #[serde(rename = "black-to-move")]
    black: Side,
}

/// The positions of a table in which one side is to move, from this side's view.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Side {
    positions: u64,
    wins: u64,
    losses: u64,
    longest_win: Option<u32>,
    longest_win_fen: Option<String>,
}

fn main() -> ExitCode {
    tables::print(rows)
}

impl Made {
    /// Returns the table with the colours exchanged, if Black wins more often than White.
    ///
    /// # Errors
    /// Fails if the sides of the game do not mirror each other.
    fn led_by_white(self, game: &Arc<Definition>) -> Result<Self, FenError> {
        if self.white.wins >= self.black.wins {
            return Ok(self);
        }
        let (white, black) = self.class.split_once('v').unwrap_or((&self.class, ""));
        Ok(Self {
            class: format!("{black}v{white}"),
            white: self.black.exchanged(game)?,
            black: self.white.exchanged(game)?,
            ..self
        })
    }
}

impl Side {
    /// Returns the positions with the colours exchanged.
    fn exchanged(self, game: &Arc<Definition>) -> Result<Self, FenError> {
        let mirrored = |fen: String| Ok(Board::from_fen(game, &fen)?.mirrored()?.fen());
        Ok(Self {
            longest_win_fen: self.longest_win_fen.map(mirrored).transpose()?,
            ..self
        })
    }
}

/// Returns the heading and a row for each table, except tables with bare kings and tables in which the game is already
/// over. Each argument has the form `section=file`.
fn rows(arguments: &[String]) -> Result<String, Box<dyn Error>> {
    let catalogue = Catalogue::built_in();
    let mut text = COLUMNS.join("\t") + "\n";
    for argument in arguments {
        let (section, file) = argument
            .split_once('=')
            .ok_or_else(|| format!("expected section=file, found {argument}"))?;
        for line in fs::read_to_string(file)?.lines() {
            let made: Made = serde_json::from_str(line)?;
            let game = catalogue.find(&made.game)?;
            let made = made.led_by_white(&game)?;
            // Skip classes with a bare king in games where a bare king has already lost: there is nothing to report.
            let over = made.white.wins == made.white.positions && made.white.longest_win == Some(0);
            if made.class == "KvK" || over {
                continue;
            }
            let (position, longest) = match (&made.white.longest_win_fen, made.white.longest_win) {
                // A win that needs no move is the end of the game: the opponent's king was already bare.
                (Some(fen), Some(plies @ 1..)) => (format!("`{fen}`"), plies.div_ceil(2).to_string()),
                _ => (String::new(), String::new()),
            };
            text += &format!(
                "{section}\t{}\t{}\t{}\t{}\t{}\t{}\t{longest}\t{position}\t{}\n",
                made.game,
                made.class,
                names(&game, &made.class),
                share(made.white.wins, made.white.positions),
                share(made.white.losses, made.white.positions),
                share(made.black.losses, made.black.positions),
                made.bytes.div_ceil(1024),
            );
        }
    }
    Ok(text)
}

/// Returns the names of White's pieces and, after "against", of Black's, without the kings.
fn names(game: &Definition, class: &str) -> String {
    let sides = class.split('v').map(|letters| {
        let pieces = letters.chars().filter_map(|letter| game.piece_of_letter(letter));
        let names = pieces.filter(|(piece_type, _)| !game.piece(*piece_type).royal);
        let names: Vec<&str> = names
            .map(|(piece_type, _)| game.piece(piece_type).name.as_str())
            .collect();
        names.join(", ")
    });
    let sides: Vec<String> = sides.filter(|side| !side.is_empty()).collect();
    sides.join(" against ")
}

/// Returns a share in per cent. A share that is not zero or one is never rounded to it.
fn share(part: u64, all: u64) -> String {
    match part as f64 / all.max(1) as f64 * 100.0 {
        _ if part == 0 => "never".into(),
        _ if part == all => "always".into(),
        percent if percent < 0.1 => "< 0.1 %".into(),
        percent if percent > 99.9 => "> 99.9 %".into(),
        percent => format!("{percent:.1} %"),
    }
}

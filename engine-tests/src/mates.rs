//! Forced wins from games of the engine against itself, kept in `data/mates`: one file per variant, one position per
//! line in the style of EPD. A line has the first four fields of a FEN, then `bm` with all turns that win soonest (in
//! coordinate notation), and `dm` with the number of moves.

use std::fmt;
use std::fs;
use std::path::PathBuf;

use kurier_engine::search::{Best, Limits};
use kurier_engine::session::{Board, Engine, Value};
use kurier_formats::epd::Record;

use crate::games::search;

/// The lengths of the wins, in moves of the winner.
pub const MOVES: std::ops::RangeInclusive<u32> = 2..=4;

/// A position with a forced win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mate {
    /// The position as a FEN of six fields, with the counters of a new game.
    pub fen: String,
    /// The number of moves of the quickest win, including the last one.
    pub moves: u32,
    /// All turns that win in `moves` moves.
    pub best: Vec<String>,
}

impl Mate {
    /// Parses a line; `None` if a field is missing or malformed.
    pub fn parse(line: &str) -> Option<Self> {
        let record = Record::parse(line).ok()?;
        Some(Self {
            fen: record.fen,
            moves: record.mate?.try_into().ok()?,
            best: record.best,
        })
    }

    /// Proves the quickest win of a position, if it takes a number of moves in [`MOVES`]. Returns `None` if there is no
    /// such win, if more than `most` turns win soonest, or if a search would visit more than `nodes` positions.
    pub fn prove(engine: &mut Engine, board: &Board, most: usize, nodes: u64) -> Option<Self> {
        let mut limits = Limits {
            mate: Some(*MOVES.end()),
            nodes: Some(nodes),
            ..Limits::default()
        };
        let turns = board.turns().len();
        let mut moves = None;
        while limits.except.len() < turns.min(most + 1) {
            let best = search(engine, board, &limits);
            let Some(found) = won_in(&best, &limits).ok()? else {
                break;
            };
            limits.except.extend(best.turn);
            moves = Some(found);
            limits.mate = moves;
        }
        let moves = moves.filter(|moves| MOVES.contains(moves) && limits.except.len() <= most)?;
        Some(Self {
            fen: board.fen(),
            moves,
            best: limits.except.iter().map(|turn| board.spell(turn)).collect(),
        })
    }

    /// Returns two flags for a normal search of the position with a limit of `nodes`: whether it chooses a turn that
    /// wins soonest, and whether it also announces the exact number of moves.
    pub fn solve(&self, engine: &mut Engine, board: &Board, nodes: u64) -> [bool; 2] {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        engine.new_game();
        let best = search(engine, board, &limits);
        let found = best.turn.is_some_and(|turn| self.best.contains(&board.spell(&turn)));
        let announced = Value::from_score(best.score) == Value::Mate(self.moves as i32);
        [found, found && announced]
    }
}

impl fmt::Display for Mate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.fen.strip_suffix(" 0 1").unwrap_or(&self.fen);
        write!(f, "{position} bm {}; dm {};", self.best.join(" "), self.moves)
    }
}

/// The error for a proof that would visit more positions than its limits allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

/// Returns the number of moves of the shortest win that a search for mates has found; `None` if it has proven that
/// there is none within its limits.
///
/// # Errors
/// Returns [`TooLarge`] if the search ended without a proof.
pub fn won_in(best: &Best, limits: &Limits) -> Result<Option<u32>, TooLarge> {
    let held = best.no_win.unwrap_or_default();
    match Value::from_score(best.score) {
        _ if Some(held) == limits.mate => Ok(None),
        Value::Mate(moves) if moves > 0 && moves as u32 == held + 1 => Ok(Some(held + 1)),
        _ => Err(TooLarge),
    }
}

/// Returns the names of the variants that have a file in `data/mates`, in alphabetical order.
///
/// # Panics
/// Panics if the folder cannot be read.
pub fn games() -> Vec<String> {
    let files = fs::read_dir(folder()).unwrap_or_else(|error| panic!("{}: {error}", folder().display()));
    let names = files.filter_map(|file| Some(file.ok()?.file_name().to_str()?.strip_suffix(".epd")?.to_owned()));
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// Returns the positions of a variant.
///
/// # Panics
/// Panics if the file is missing or damaged.
pub fn mates(game: &str) -> Vec<Mate> {
    let path = folder().join(format!("{game}.epd"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let parsed = text
        .lines()
        .map(|line| Mate::parse(line).unwrap_or_else(|| panic!("{game}: {line}")));
    parsed.collect()
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/mates")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{definition, engine};

    #[test]
    fn lines_are_read_as_they_are_written() {
        let line = "7k/8/8/8/8/8/R7/1R2K3 w - - bm b1b7 a2a7; dm 2;";
        let mate = Mate::parse(line).expect("a position");
        assert_eq!(mate.to_string(), line);
        assert_eq!((mate.moves, mate.best.len()), (2, 2));
        assert_eq!(Mate::parse("7k/8/8/8/8/8/R7/1R2K3 w - - bm b1b7;"), None);
    }

    #[test]
    fn a_ladder_is_proven_with_all_its_solutions() {
        let fen = "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1";
        let board = Board::from_fen(&definition("chess"), fen).expect("the FEN is good");
        let mut engine = engine(&board);
        let mate = Mate::prove(&mut engine, &board, 3, 100_000).expect("a mate in two");
        let mut best = mate.best.clone();
        best.sort();
        assert_eq!((mate.moves, best), (2, vec!["a2a7".to_owned(), "b1b7".to_owned()]));
        assert_eq!(mate.solve(&mut engine, &board, 100_000), [true, true]);
        assert_eq!(Mate::prove(&mut engine, &board, 1, 100_000), None);
        assert_eq!(Mate::prove(&mut engine, &board, 3, 10), None);
    }
}

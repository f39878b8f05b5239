//! Positions with a proven forced win, kept in `data/tactics`: one file per variant, one position per line in the style
//! of EPD. A line has the first four fields of a FEN, then `bm` with all turns that win soonest (in coordinate
//! notation), `dm` with the number of moves, `acn` with the number of nodes within which the engine must find one of
//! the turns, and `c0` with the end of the game against the longest defence.

use std::fmt;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use kurier_rules::rules::Definition;

use crate::games::definitions;

/// A position with a proven forced win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The position as a FEN of six fields, with the counters of a new game.
    pub fen: String,
    /// The number of moves of the quickest win, including the last one.
    pub moves: u32,
    /// All turns that win in `moves` moves.
    pub best: Vec<String>,
    /// The number of nodes within which the engine must find one of the turns in `best`.
    pub nodes: u64,
    /// How the game ends against the longest defence.
    pub end: String,
}

impl Problem {
    /// Parses a line; `None` if a field is missing or malformed.
    pub fn parse(line: &str) -> Option<Self> {
        let blank = line.match_indices(' ').nth(3)?.0;
        let (position, operations) = line.split_at(blank);
        let operation = |code: &str| {
            let mut operations = operations.split(';').filter_map(|text| text.trim().split_once(' '));
            operations.find(|(found, _)| *found == code).map(|(_, operand)| operand)
        };
        Some(Self {
            fen: format!("{position} 0 1"),
            moves: operation("dm")?.parse().ok()?,
            best: operation("bm")?.split(' ').map(str::to_owned).collect(),
            nodes: operation("acn")?.parse().ok()?,
            end: operation("c0")?.trim_matches('"').to_owned(),
        })
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.fen.strip_suffix(" 0 1").unwrap_or(&self.fen);
        let (best, moves, nodes, end) = (self.best.join(" "), self.moves, self.nodes, &self.end);
        write!(f, "{position} bm {best}; dm {moves}; acn {nodes}; c0 \"{end}\";")
    }
}

/// Returns the path of the file of a variant.
pub fn path(game: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/tactics");
    folder.join(format!("{game}.epd"))
}

/// Returns the built-in variants that have a file of positions in `data/tactics`.
pub fn games() -> Vec<Arc<Definition>> {
    let mut games = definitions();
    games.retain(|game| path(&game.name).exists());
    games
}

/// Returns the positions with forced wins of a variant.
///
/// # Panics
/// Panics if the file is missing or damaged.
pub fn problems(game: &str) -> Vec<Problem> {
    let path = path(game);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let parsed = text
        .lines()
        .map(|line| Problem::parse(line).unwrap_or_else(|| panic!("{game}: {line}")));
    parsed.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_they_are_written() {
        let line = "*3k*/6/6/6/6/6/2Q3/*2K1* w - - bm c2e4g6 d1d2; dm 3; acn 5000; c0 \"bare king\";";
        let problem = Problem::parse(line).expect("a problem");
        assert_eq!(problem.to_string(), line);
        assert_eq!(problem.best, ["c2e4g6", "d1d2"]);
        assert_eq!(problem.fen, "*3k*/6/6/6/6/6/2Q3/*2K1* w - - 0 1");
        assert_eq!(Problem::parse("8/8 w - - bm a1a2;"), None);
    }
}

//! The puzzles of a game, no two alike, and their file.

use std::sync::Arc;

use kurier_engine::session::Board;
use kurier_rules::position::Piece;
use kurier_rules::rules::Definition;
use serde::{Deserialize, Serialize};

/// The version of the format.
const FORMAT: u32 = 1;
/// Two positions that differ on fewer squares than this count as alike. If a position has fewer pieces than this, the
/// number of its pieces is the limit instead.
const DIFFERENT_SQUARES: usize = 10;
/// The divisor that limits puzzles of one [`Kind`] to a fraction of the set: a quarter.
const SHARE: usize = 4;

/// A puzzle.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Puzzle {
    /// The name of the puzzle: the game and a number.
    pub id: String,
    /// The position as FEN.
    pub fen: String,
    /// What the side to move achieves, such as `mate in 3`, or `win`.
    pub goal: String,
    /// The turns of the solution in coordinate notation: the solver's turns alternate with the replies, and the last
    /// turn is the solver's.
    pub solution: Vec<String>,
    /// The turns of the solution in algebraic notation.
    pub san: Vec<String>,
    /// The themes, such as `sacrifice`.
    pub themes: Vec<String>,
    /// How hard the puzzle is: 400 for the easiest puzzles, and about 130 more for each doubling of `nodes`.
    pub rating: u32,
    /// The number of nodes after which a search finds the first turn.
    pub nodes: u64,
}

/// The goal of a puzzle and the length of its solution. Puzzles of one kind make up at most a quarter of a set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kind {
    /// The goal of the puzzle; see [`Puzzle::goal`].
    pub goal: String,
    /// The number of turns of the solution, with the replies.
    pub turns: usize,
}

impl Puzzle {
    /// Returns the kind of the puzzle.
    pub fn kind(&self) -> Kind {
        Kind {
            goal: self.goal.clone(),
            turns: self.solution.len(),
        }
    }
}

/// The puzzles of a game.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct PuzzleSet {
    /// The version of the format.
    pub format: u32,
    /// The name of the game.
    pub game: String,
    /// The hash of the game's rules, in hexadecimal.
    pub rules: String,
    /// The number of games that were searched for puzzles. The next run continues with the game after them.
    pub games: u64,
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
}

/// Why a set cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SetError {
    /// The text is not a set of puzzles.
    #[error("not a set of puzzles: {0}")]
    Text(#[from] serde_json::Error),
    /// The set was written in a different version of the format.
    #[error("the format of the puzzles is {0}, expected {FORMAT}")]
    Format(u32),
    /// The set is for another game, or for different rules of its game.
    #[error("the puzzles do not match the rules of {0}")]
    OtherRules(String),
    /// The position or the solution of a puzzle is not legal.
    #[error("puzzle {0} is not legal")]
    Puzzle(String),
}

impl PuzzleSet {
    /// Creates an empty set.
    pub fn new(definition: &Definition) -> Self {
        Self {
            format: FORMAT,
            game: definition.name.clone(),
            rules: format!("{:016x}", definition.rules_hash()),
            games: 0,
            puzzles: Vec::new(),
        }
    }

    /// Parses the text of a file and checks that it belongs to a game.
    ///
    /// # Errors
    /// Fails if the text is not a set, or if the set is for another game, for different rules, or in a different
    /// version of the format.
    pub fn parse(text: &str, definition: &Definition) -> Result<Self, SetError> {
        let set: Self = serde_json::from_str(text)?;
        let empty = Self::new(definition);
        if set.format != FORMAT {
            return Err(SetError::Format(set.format));
        }
        if (&set.game, &set.rules) != (&empty.game, &empty.rules) {
            return Err(SetError::OtherRules(definition.name.clone()));
        }
        Ok(set)
    }

    /// Returns the text of the file, with one puzzle per line.
    pub fn text(&self) -> String {
        let head = serde_json::json!({
            "format": self.format, "game": self.game, "rules": self.rules, "games": self.games,
        });
        let lines = self.puzzles.iter().map(|puzzle| serde_json::json!(puzzle).to_string());
        let lines: Vec<String> = lines.collect();
        let head = head.to_string();
        let head = head.trim_end_matches('}');
        format!("{head},\"puzzles\":[\n{}\n]}}\n", lines.join(",\n"))
    }

    /// Returns whether a set of `wanted` puzzles has enough of a kind.
    pub fn is_full(&self, kind: &Kind, wanted: usize) -> bool {
        let of_kind = self.puzzles.iter().filter(|puzzle| puzzle.kind() == *kind).count();
        of_kind >= wanted.div_ceil(SHARE)
    }

    /// Adds a puzzle unless it resembles another one, or a set of `wanted` puzzles already has enough of its kind.
    /// Returns whether it was added.
    pub fn add(&mut self, mut puzzle: Puzzle, definition: &Arc<Definition>, wanted: usize) -> bool {
        let mut board = Board::new(definition);
        let new = pieces(&mut board, &puzzle.fen);
        let alike = |known: &Puzzle| alike(&new, &pieces(&mut board, &known.fen));
        if self.is_full(&puzzle.kind(), wanted) || self.puzzles.iter().any(alike) {
            return false;
        }
        puzzle.id = format!("{}-{}", self.game, self.puzzles.len() + 1);
        self.puzzles.push(puzzle);
        true
    }
}

/// Sets up a position on a board and returns the content of all squares; empty if the position is not legal.
fn pieces(board: &mut Board, fen: &str) -> Vec<Option<Piece>> {
    match board.set_up(Some(fen)) {
        Ok(()) => {
            let squares = board.definition().shape.squares();
            squares.map(|square| board.piece_at(square)).collect()
        }
        Err(_) => Vec::new(),
    }
}

/// Tests whether two positions differ on few squares.
fn alike(one: &[Option<Piece>], other: &[Option<Piece>]) -> bool {
    let different = one.iter().zip(other).filter(|(one, other)| one != other).count();
    let count = one.iter().flatten().count();
    different < DIFFERENT_SQUARES.min(count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurier_rules::rules::Catalogue;

    fn puzzle(fen: &str) -> Puzzle {
        Puzzle {
            id: String::new(),
            fen: fen.into(),
            goal: "mate in 1".into(),
            solution: vec!["a1a8".into()],
            san: vec!["Ra8#".into()],
            themes: vec!["mate".into()],
            rating: 400,
            nodes: 3,
        }
    }

    #[test]
    fn puzzles_that_are_alike_are_refused_and_sets_are_read_back() {
        let chess = Catalogue::built_in().get("chess").expect("a built-in game");
        let mut set = PuzzleSet::new(&chess);
        assert!(set.add(puzzle("7k/8/6K1/8/8/8/8/R7 w - - 0 1"), &chess, 10));
        assert!(
            !set.add(puzzle("7k/8/6K1/8/8/8/R7/8 w - - 0 1"), &chess, 10),
            "one rook differs"
        );
        assert!(set.add(puzzle("k7/8/1K6/8/8/8/8/7R w - - 0 1"), &chess, 10));
        assert_eq!(set.puzzles[1].id, "chess-2");
        assert!(set.add(puzzle("8/8/8/8/8/5k2/7r/5K2 b - - 0 1"), &chess, 10));
        assert!(
            !set.add(puzzle("8/8/8/8/R7/5K2/8/5k2 w - - 0 1"), &chess, 10),
            "enough of a kind"
        );
        assert_eq!(PuzzleSet::parse(&set.text(), &chess).expect("a set"), set);
        let shatranj = Catalogue::built_in().get("shatranj").expect("a built-in game");
        assert!(matches!(
            PuzzleSet::parse(&set.text(), &shatranj),
            Err(SetError::OtherRules(_))
        ));
        assert!(PuzzleSet::parse("{}", &chess).is_err());
    }
}

//! What is kept of a game: enough to write it down and to play it again.

use std::fmt;

use crate::position::Turn;
use crate::rules::Color;
use crate::session::Board;

/// The result of a game as PGN writes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: not finished, or nobody's fault.
    #[default]
    Unfinished,
}

impl GameResult {
    /// The PGN text.
    pub const fn text(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unfinished => "*",
        }
    }

    /// Reads the PGN text.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::WhiteWins, Self::BlackWins, Self::Draw, Self::Unfinished]
            .into_iter()
            .find(|result| result.text() == text)
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

/// One turn of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveRecord {
    /// What was played.
    pub turn: Turn,
    /// The same in standard algebraic notation: `e8=Q`.
    pub san: String,
    /// What is written in braces after it, without them: `+0.31/14 0.20s`. Empty: nothing.
    pub comment: String,
}

/// A turn's place in a game: `12.` or `12...`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// Whose turn it is.
    pub side: Color,
    /// The number of the full move, from 1.
    pub number: u32,
}

impl Ply {
    /// That of the next turn on a board.
    pub fn of(board: &Board) -> Self {
        Self {
            side: board.side(),
            number: board.fullmove(),
        }
    }

    /// The place of the turn after it.
    pub fn next(self) -> Self {
        Self {
            side: !self.side,
            number: self.number + u32::from(self.side == Color::Black),
        }
    }
}

/// White's first move.
impl Default for Ply {
    fn default() -> Self {
        Self {
            side: Color::White,
            number: 1,
        }
    }
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.side {
            Color::White => write!(f, "{}.", self.number),
            Color::Black => write!(f, "{}...", self.number),
        }
    }
}

/// A whole game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameRecord {
    /// Name and value of the tags, in the order in which they are written. `Variant`, `SetUp`, `FEN`, `Result`,
    /// `PlyCount` and `Termination` are not among them when a game is to be written: they follow from the other fields.
    /// After reading, all tags of the file are here.
    pub tags: Vec<(String, String)>,
    /// The name of the game that is played.
    pub variant: String,
    /// The position that the game began with; `None`: the start position of the variant.
    pub start_fen: Option<String>,
    /// Whose turn it was there, and the number of that move.
    pub start_ply: Ply,
    /// The turns, from there.
    pub moves: Vec<MoveRecord>,
    /// How it ended.
    pub result: GameResult,
    /// Why, in the words of the PGN standard or freer ones: `normal`, `adjudication`, `time forfeit`.
    pub termination: String,
}

impl GameRecord {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(tag, _)| tag == name);
        found.map(|(_, value)| value.as_str())
    }
}

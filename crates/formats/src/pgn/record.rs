//! The record of a game: what it takes to write it and to replay it.

use std::fmt;

use kurier_engine::session::Board;
use kurier_rules::position::{Outcome, Turn};
use kurier_rules::rules::Color;

/// The result of a game as PGN writes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: not finished.
    #[default]
    Unfinished,
}

impl GameResult {
    /// Returns the PGN text.
    pub const fn text(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unfinished => "*",
        }
    }

    /// Creates a win of this side.
    pub const fn won_by(side: Color) -> Self {
        match side {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// Reads the PGN text.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::WhiteWins, Self::BlackWins, Self::Draw, Self::Unfinished]
            .into_iter()
            .find(|result| result.text() == text)
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        outcome.winner.map_or(Self::Draw, Self::won_by)
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

/// A turn of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveRecord {
    /// The turn.
    pub turn: Turn,
    /// The same in standard algebraic notation: `e8=Q`.
    pub san: String,
    /// The comment after it, without braces: `+0.31/14 0.20s`; empty: none.
    pub comment: String,
    /// Glyphs and variations after it.
    pub annotations: Annotations,
}

impl MoveRecord {
    /// Creates a turn with a comment, perhaps empty, and nothing else.
    pub fn new(turn: Turn, san: String, comment: String) -> Self {
        Self {
            turn,
            san,
            comment,
            annotations: Annotations::default(),
        }
    }
}

/// What others have said of a turn beside the comment: kept as it is, to be written again.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Annotations {
    /// Numeric annotation glyphs: `$14`. The first may be a sign that is attached to the move instead: `!?`.
    pub glyphs: Vec<String>,
    /// Other turns instead of this one, as text, without the outer parentheses: `2... Nc6 3. d4 {better}`.
    pub variations: Vec<String>,
}

/// The number of a turn in its game: `12.` or `12...`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The side to move.
    pub side: Color,
    /// The number of the full move, from 1.
    pub number: u32,
}

impl Ply {
    /// Returns the number of the next turn on a board.
    pub fn of(board: &Board) -> Self {
        Self {
            side: board.side(),
            number: board.fullmove(),
        }
    }

    /// Returns the number of the turn after it.
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

/// A game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameRecord {
    /// Names and values of the tags, in order. The writer ignores `Variant`, `SetUp`, `FEN`, `Result`, `PlyCount` and
    /// `Termination`, which follow from the other fields; the reader keeps all tags of the file.
    pub tags: Vec<(String, String)>,
    /// The name of the variant.
    pub variant: String,
    /// The position that the game began with; `None`: the start position of the variant.
    pub start_fen: Option<String>,
    /// The side and number of the first turn.
    pub start_ply: Ply,
    /// The comment before the first turn, without braces; empty: none.
    pub preamble: String,
    /// The turns, from there.
    pub moves: Vec<MoveRecord>,
    /// Turns after them that the rules do not know, as movetext; mostly none.
    pub rest: String,
    /// How it ended.
    pub result: GameResult,
    /// Why it ended, as in PGN's tag `Termination`: `normal`, `adjudication`, `time forfeit`.
    pub termination: String,
}

impl GameRecord {
    /// Returns the value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(tag, _)| tag == name);
        found.map(|(_, value)| value.as_str())
    }
}

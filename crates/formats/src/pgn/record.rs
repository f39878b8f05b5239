//! Records of games: the data that is needed to write a game and to replay it.

use std::fmt;

use kurier_engine::session::Board;
use kurier_rules::position::{Outcome, Turn};
use kurier_rules::rules::Color;

/// The result of a game as PGN writes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum GameResult {
    /// `1-0`: White wins.
    WhiteWins,
    /// `0-1`: Black wins.
    BlackWins,
    /// `1/2-1/2`: a draw.
    Draw,
    /// `*`: the game is not finished.
    #[default]
    Unfinished,
}

impl GameResult {
    /// Returns the result as PGN writes it.
    pub const fn text(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unfinished => "*",
        }
    }

    /// Returns the result of a game that `side` has won.
    pub const fn won_by(side: Color) -> Self {
        match side {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// Parses a result as PGN writes it; `None` for any other text.
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
    /// The turn in standard algebraic notation, such as `e8=Q`.
    pub san: String,
    /// The comment after the turn, without braces: `+0.31/14 0.20s`. Empty if there is none.
    pub comment: String,
    /// The glyphs and variations after the turn.
    pub annotations: Annotations,
}

impl MoveRecord {
    /// Creates a turn with a comment, which may be empty, and no other annotations.
    pub fn new(turn: Turn, san: String, comment: String) -> Self {
        Self {
            turn,
            san,
            comment,
            annotations: Annotations::default(),
        }
    }
}

/// Annotations of a turn apart from its comment. The annotations are kept as read, so that they can be written again.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Annotations {
    /// Numeric annotation glyphs such as `$14`. Instead of a number, the first glyph may be an annotation symbol such
    /// as `!?`, which is attached to the move.
    pub glyphs: Vec<String>,
    /// Alternatives to the turn as movetext, without the outer parentheses: `2... Nc6 3. d4 {better}`.
    pub variations: Vec<String>,
}

/// The number of a turn in its game: `12.` for White, `12...` for Black.
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

    /// Returns the number of the turn after this one.
    pub fn next(self) -> Self {
        Self {
            side: !self.side,
            number: self.number + u32::from(self.side == Color::Black),
        }
    }
}

impl Default for Ply {
    /// Returns the number of White's first move.
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

/// A game with its tags, turns and result.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameRecord {
    /// The names and values of the tags, in order. The writer ignores `Variant`, `SetUp`, `FEN`, `Result`, `PlyCount`
    /// and `Termination`, which follow from the other fields; the reader keeps all tags of the file.
    pub tags: Vec<(String, String)>,
    /// The name of the variant.
    pub variant: String,
    /// The position in which the game began, as FEN; `None` for the start position of the variant.
    pub start_fen: Option<String>,
    /// The side and number of the first turn.
    pub start_ply: Ply,
    /// The comment before the first turn, without braces. Empty if there is none.
    pub preamble: String,
    /// The turns from the start position on.
    pub moves: Vec<MoveRecord>,
    /// The turns after `moves` that [`Game::replay`](super::Game::replay) has not played, as movetext; usually empty.
    pub rest: String,
    /// The result.
    pub result: GameResult,
    /// Why the game ended, as in PGN's tag `Termination`: `normal`, `adjudication`, `time forfeit`.
    pub termination: String,
}

impl GameRecord {
    /// Returns the value of the first tag with a name; `None` if there is no such tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(tag, _)| tag == name);
        found.map(|(_, value)| value.as_str())
    }
}

//! What can be asked.

use serde::{Deserialize, Serialize};

use super::review::Next;

/// A position: a game, where it began, the turns since.
#[derive(Deserialize, Clone, PartialEq, Eq, Debug, Default)]
pub struct PositionRef {
    /// The name of the game.
    pub game: String,
    /// Where it began; `None`: at the game's start.
    #[serde(default)]
    pub fen: Option<String>,
    /// The turns since, in coordinates.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// When a search ends; without any limit, when it is stopped.
#[derive(Deserialize, Clone, PartialEq, Eq, Debug, Default)]
#[serde(default)]
pub struct SearchLimits {
    /// Turns.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Milliseconds.
    pub time: Option<u64>,
    /// Milliseconds on the clocks, White's first.
    pub clock: Option<[u64; 2]>,
    /// Milliseconds gained with every move.
    pub increment: u64,
}

/// How to search.
#[derive(Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(default)]
pub struct SearchSettings {
    /// The strength, 1 to 10; `None`: full.
    pub level: Option<u8>,
    /// The number of best lines.
    pub lines: usize,
    /// Threads, as far as the desk may have them.
    pub threads: usize,
    /// MiB of the transposition table, as far as the desk may have them.
    pub hash: usize,
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self {
            level: None,
            lines: 1,
            threads: 1,
            hash: 32,
        }
    }
}

/// A turn of a record, with the variations from the position before it.
#[derive(Deserialize, Clone, PartialEq, Eq, Debug, Default)]
#[serde(default)]
pub struct RecordTurn {
    /// In coordinates.
    pub text: String,
    /// Glyphs: `$14`; the first may be a sign such as `!`.
    pub glyphs: Vec<String>,
    /// Words before it. They are written where it begins a variation.
    pub before: String,
    /// Words after it.
    pub comment: String,
    /// Other turns instead of this one, with what follows them.
    pub variations: Vec<Vec<RecordTurn>>,
}

/// A game to write.
#[derive(Deserialize, Clone, PartialEq, Eq, Debug, Default)]
#[serde(default)]
pub struct Record {
    /// The name of the game.
    pub game: String,
    /// Where it began; `None`: at the game's start.
    pub fen: Option<String>,
    /// Names and values of the tags.
    pub tags: Vec<(String, String)>,
    /// Words before the first turn.
    pub preamble: String,
    /// The turns.
    pub moves: Vec<RecordTurn>,
    /// As in PGN: `1-0`.
    pub result: String,
    /// Why it ended.
    pub termination: String,
}

/// A place in a file of games.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// The number of games before it.
    pub games: usize,
    /// The number of line ends before it.
    pub lines: usize,
}

/// A request.
#[derive(Deserialize, Clone, PartialEq, Debug)]
#[serde(tag = "request", rename_all = "kebab-case")]
pub enum Request {
    /// The games: [`Reply::Games`](super::Reply::Games).
    Games,
    /// All about a game: [`Reply::Game`](super::Reply::Game).
    Game {
        /// Its name.
        game: String,
    },
    /// Where a piece alone on the board can go: [`Reply::Reach`](super::Reply::Reach).
    Reach {
        /// The name of the game.
        game: String,
        /// Its letter, a small one for Black's.
        piece: char,
        /// Where it stands; `None`: near the middle.
        #[serde(default)]
        square: Option<String>,
    },
    /// All about a position: [`Reply::Position`](super::Reply::Position).
    Position {
        /// The position.
        position: PositionRef,
    },
    /// The position after one more turn, in any notation: [`Reply::Position`](super::Reply::Position).
    Play {
        /// The position before.
        position: PositionRef,
        /// The turn, in algebraic notation or in coordinates.
        text: String,
    },
    /// A picture: [`Reply::Picture`](super::Reply::Picture).
    Picture {
        /// The position.
        position: PositionRef,
        /// Whether Black is below.
        #[serde(default)]
        flipped: bool,
        /// Turns in coordinates, shown as arrows.
        #[serde(default)]
        arrows: Vec<String>,
        /// The side of a square in pixels.
        size: u32,
    },
    /// The best turn: [`Reply::Line`](super::Reply::Line) again and again, [`Reply::Best`](super::Reply::Best) at the end. A
    /// search that the same engine does ends first.
    Search {
        /// The position.
        position: PositionRef,
        /// When it ends.
        #[serde(default)]
        limits: SearchLimits,
        /// How to search.
        #[serde(default)]
        settings: SearchSettings,
        /// Which engine, below [`Desk::ENGINES`](super::Desk::ENGINES).
        #[serde(default)]
        engine: usize,
    },
    /// What a position of a game is worth, and whether the turn that follows was a mistake:
    /// [`Reply::Judged`](super::Reply::Judged).
    Judge {
        /// The position.
        position: PositionRef,
        /// When the search ends.
        limits: SearchLimits,
        /// Which engine.
        #[serde(default)]
        engine: usize,
        /// The turn that follows in the game, if there is one, and what its position is worth.
        #[serde(default)]
        next: Option<Next>,
    },
    /// The static evaluation of a position, term by term: [`Reply::Explained`](super::Reply::Explained).
    Explain {
        /// The position.
        position: PositionRef,
    },
    /// Ends a search; its last reply comes before this one's, [`Reply::Done`](super::Reply::Done).
    Stop {
        /// Which engine.
        #[serde(default)]
        engine: usize,
    },
    /// The games of a PGN: [`Reply::Records`](super::Reply::Records). A large one is read in pieces, so that whoever asks
    /// sees how far it is, and can leave it.
    ReadPgn {
        /// The text, from where the pieces so far have been read to.
        text: String,
        /// What came before the text.
        #[serde(default)]
        before: Place,
        /// Whether something comes after the text: a game that reaches its end is left for the next piece.
        #[serde(default)]
        more: bool,
    },
    /// A game as PGN, with its variations: [`Reply::Text`](super::Reply::Text).
    WritePgn {
        /// The game.
        record: Record,
    },
    /// Reads the draft of a game of the user's own: [`Reply::Checked`](super::Reply::Checked). If it is correct, the game can
    /// be played by its name until the next draft.
    Check {
        /// The text.
        text: String,
    },
    /// The same, and if it is correct the game is known from then on.
    Define {
        /// The text.
        text: String,
    },
    /// The file of a game that is built in, to begin one's own from: [`Reply::Text`](super::Reply::Text).
    Template {
        /// Its name.
        game: String,
    },
    /// Translates Fairy-Stockfish's `variants.ini`: [`Reply::Imported`](super::Reply::Imported).
    Import {
        /// The text.
        text: String,
    },
}

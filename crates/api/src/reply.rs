//! What is answered.

use serde::{Deserialize, Serialize};

use super::games::{GameSummary, GameView};
use super::position::{PositionView, TurnView};
use super::records::RecordView;
use super::request::Place;
use super::review::Judged;
use super::workshop::{Checked, Imported};
use kurier_diagram::Mark;
use kurier_engine::eval::Explanation;
use kurier_engine::session::{Board, Value};
use kurier_rules::position::Outcome;
use kurier_rules::rules::Color;

/// A request or a reply with its number: replies have that of their request.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Message<T> {
    /// The number, chosen by whoever asks.
    pub id: u32,
    /// What is asked or answered.
    #[serde(flatten)]
    pub body: T,
}

/// A score from White's side.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct Score {
    /// For people: `+0.31`, `mate -3`.
    pub text: String,
    /// Centipawns, if it is no mate.
    pub cp: Option<i32>,
    /// Full moves to the forced end; negative: Black wins.
    pub mate: Option<i32>,
    /// White's expected points, 0 to 1.
    pub expectation: f64,
}

impl Score {
    /// Creates the score of a value for the side to move on a board.
    pub(super) fn new(value: Value, board: &Board) -> Self {
        let value = match board.side() {
            Color::White => value,
            Color::Black => -value,
        };
        let (cp, mate) = match value {
            Value::Centipawns(score) => (Some(score), None),
            Value::Mate(moves) => (None, Some(moves)),
        };
        Self {
            text: value.to_string(),
            cp,
            mate,
            expectation: value.expectation(board.win_rate()),
        }
    }

    /// Returns the score of a game that is over.
    pub(super) fn of_outcome(outcome: Outcome) -> Self {
        Self {
            text: outcome.result().to_owned(),
            cp: None,
            mate: None,
            expectation: outcome.points(Color::White),
        }
    }
}

/// A line of a running search.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct LineView {
    /// 1 for the best.
    pub line: usize,
    /// Turns.
    pub depth: u32,
    /// The deepest turn reached.
    pub selective_depth: u32,
    /// What it is worth.
    pub score: Score,
    /// Whether the score is exact; else a bound.
    pub exact: bool,
    /// Nodes so far.
    pub nodes: u64,
    /// Nodes per second.
    pub nps: u64,
    /// Milliseconds so far.
    pub time: u64,
    /// The part of the table in use, permille.
    pub hash_full: u32,
    /// The turns in coordinates.
    pub moves: Vec<String>,
    /// The same in algebraic notation.
    pub san: Vec<String>,
}

/// The end of a search.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct BestView {
    /// The best turn; none where there is no legal one.
    pub turn: Option<TurnView>,
    /// The answer that it expects, in coordinates.
    pub ponder: Option<String>,
    /// What the position is worth.
    pub score: Score,
    /// The deepest finished iteration.
    pub depth: u32,
    /// Nodes.
    pub nodes: u64,
    /// Milliseconds.
    pub time: u64,
}

/// The end of a game.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct OutcomeView {
    /// `1-0`, `0-1`, `1/2-1/2`.
    pub result: &'static str,
    /// Who has won, if somebody has.
    pub winner: Option<&'static str>,
    /// Why: `bare king`.
    pub reason: &'static str,
}

impl From<Outcome> for OutcomeView {
    fn from(outcome: Outcome) -> Self {
        Self {
            result: outcome.result(),
            winner: outcome.winner.map(Color::name),
            reason: outcome.reason.text(),
        }
    }
}

/// A reply.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(tag = "reply", rename_all = "kebab-case")]
pub enum Reply {
    /// The games.
    Games {
        /// In the order in which they are listed.
        games: Vec<GameSummary>,
    },
    /// A game.
    Game(Box<GameView>),
    /// Where a piece can go.
    Reach {
        /// Where it stands.
        square: String,
        /// Squares and how it gets there.
        marks: Vec<(String, Mark)>,
    },
    /// A position.
    Position(Box<PositionView>),
    /// A picture.
    Picture {
        /// As SVG.
        svg: String,
    },
    /// A line of a running search.
    Line(LineView),
    /// The end of a search.
    Best(BestView),
    /// A position of a game was judged.
    Judged(Judged),
    /// The static evaluation of a position.
    Explained(Explanation),
    /// The games of a PGN.
    Records {
        /// In the order of the file.
        records: Vec<RecordView>,
        /// How much of the text has been read, in UTF-16 code units: as JavaScript counts.
        read: usize,
        /// Where in the file that is.
        place: Place,
    },
    /// A text.
    Text {
        /// The text.
        text: String,
    },
    /// What is wrong or right with a game of one's own.
    Checked(Box<Checked>),
    /// Games translated.
    Imported {
        /// In the order of the file.
        games: Vec<Imported>,
    },
    /// It is done.
    Done,
    /// The request is refused.
    Error {
        /// Why, for people.
        message: String,
    },
}

impl Reply {
    pub(super) fn error(message: String) -> Option<Self> {
        Some(Self::Error { message })
    }
}

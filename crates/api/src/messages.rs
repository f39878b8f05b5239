//! All messages: requests, replies and their envelope. `web/page/messages.d.ts` declares them for TypeScript.

use serde::{Deserialize, Serialize};

use super::book::BookView;
use super::games::{GameSummary, GameView, ReachView};
use super::import::Imported;
use super::learning::{LearnRequest, LearnedRequest, LearnedView, LearningView};
use super::lesson::{LessonStep, MeritView};
use super::own_games::Checked;
use super::position::{PositionRef, PositionView};
use super::read_pgn::{Place, RecordsView};
use super::review::{Judged, NextTurn};
use super::search::{BestView, LineView, SearchLimits, SearchSettings};
use super::study::{PlayedView, SelfPlayRequest, StudyRequest, StudyView};
use super::write_pgn::Record;
use kurier_engine::eval::Explanation;

/// A request or a reply, with an identifier: a reply has the identifier of its request.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Message<T> {
    /// The identifier, chosen by the client.
    pub id: u32,
    /// The request or reply itself.
    #[serde(flatten)]
    pub body: T,
}

impl Message<Request> {
    /// Reads a message in JSON.
    ///
    /// # Errors
    /// Fails if the text is not a message.
    pub fn from_json(text: &str) -> serde_json::Result<Self> {
        serde_json::from_str(text)
    }
}

impl Message<Reply> {
    /// Writes the message in JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|_| unreachable!("messages are plain data"))
    }
}

/// A request from a client. In the description of each request, its reply follows the colon. The desk may refuse any
/// request with [`Reply::Error`].
#[derive(Deserialize, Clone, PartialEq, Debug)]
#[serde(tag = "request", rename_all = "kebab-case")]
pub enum Request {
    /// Asks which optional requests the desk supports: [`Reply::Abilities`].
    Abilities,
    /// Lists the games: [`Reply::Games`].
    Games,
    /// Describes a game: [`Reply::Game`].
    Game {
        /// The name of the game.
        game: String,
    },
    /// Shows where a piece alone on the board can go: [`Reply::Reach`].
    Reach {
        /// The name of the game.
        game: String,
        /// The letter of the piece; lower case for Black.
        piece: char,
        /// The square of the piece; `None` for a square near the middle.
        #[serde(default)]
        square: Option<String>,
    },
    /// Describes a position: [`Reply::Position`].
    Position {
        /// The position to describe.
        position: PositionRef,
    },
    /// Asks for the opening book's statistics for a position: [`Reply::Book`].
    Book {
        /// The position to look up.
        position: PositionRef,
    },
    /// Plays a turn and describes the position after it: [`Reply::Position`].
    Play {
        /// The position before the turn.
        position: PositionRef,
        /// The turn, in algebraic or coordinate notation.
        text: String,
    },
    /// Returns the lesson for a game, which is derived from its rules: [`Reply::Lesson`].
    Lesson {
        /// The name of the game.
        game: String,
    },
    /// Plays a turn in a position of a lesson and describes the position after it, in which the same player is to move:
    /// [`Reply::Position`]. The opponent moves only in reply to a check.
    Practise {
        /// The name of the game.
        game: String,
        /// The position before the turn, as FEN.
        fen: String,
        /// The turn, in algebraic or coordinate notation.
        text: String,
    },
    /// Says what a turn is good for: [`Reply::Why`].
    Why {
        /// The position before the turn.
        position: PositionRef,
        /// The turn, in algebraic or coordinate notation.
        text: String,
    },
    /// Draws a position: [`Reply::Picture`].
    Picture {
        /// The position to draw.
        position: PositionRef,
        /// Whether the board is drawn from Black's side.
        #[serde(default)]
        flipped: bool,
        /// The turns to show as arrows, in coordinate notation.
        #[serde(default)]
        arrows: Vec<String>,
        /// The side of a square in pixels, clamped to the range 8..=512.
        size: u32,
    },
    /// Searches for the best turn: [`Reply::Line`] repeatedly, [`Reply::Best`] at the end. If the engine is still
    /// searching for an earlier request, that search ends first.
    Search {
        /// The position to search.
        position: PositionRef,
        /// The limits of the search.
        #[serde(default)]
        limits: SearchLimits,
        /// The settings of the search: strength, lines, threads and memory.
        #[serde(default)]
        settings: SearchSettings,
        /// The index of the engine that searches, less than [`Desk::ENGINES`](super::Desk::ENGINES).
        #[serde(default)]
        engine: usize,
    },
    /// Judges a position of a game and the turn that was played in it: [`Reply::Judged`].
    Judge {
        /// The position to judge.
        position: PositionRef,
        /// The limits of the search that judges the position.
        limits: SearchLimits,
        /// The index of the engine that searches, less than [`Desk::ENGINES`](super::Desk::ENGINES).
        #[serde(default)]
        engine: usize,
        /// The turn that was played in the position; `None` at the end of the game.
        #[serde(default)]
        next: Option<NextTurn>,
    },
    /// Lets Kurier play games against itself, several at once: [`Reply::Played`] for each game, in any order, and
    /// [`Reply::Done`] at the end. If the engine is still working for an earlier request, that work ends first.
    /// [`Request::Stop`] cancels the games that have not ended.
    SelfPlay(SelfPlayRequest),
    /// Asks what games that Kurier played against itself show about the rules: [`Reply::Studied`].
    Study(StudyRequest),
    /// Learns a game, or resumes an earlier run for it: [`Reply::Learning`] repeatedly, [`Reply::Learned`] at the end.
    /// If the engine is still working for an earlier request, that work ends first. [`Request::Stop`] ends the run at
    /// any moment; only the games in progress are lost.
    Learn(LearnRequest),
    /// Returns what has been learned about a game so far: [`Reply::Learned`]. From then on, the engines of the desk use
    /// it, as they do after [`Request::Define`].
    Learned(LearnedRequest),
    /// Deletes what was learned about a game, so that the engines of the desk play without it: [`Reply::Learned`] with
    /// `None`. The request is refused while the game is being learned.
    Forget(LearnedRequest),
    /// Explains the static evaluation of a position, term by term: [`Reply::Explained`].
    Explain {
        /// The position to evaluate.
        position: PositionRef,
    },
    /// Ends the search or other work of an engine, if any: [`Reply::Done`]. The last reply of the search or work comes
    /// before the reply to this request.
    Stop {
        /// The index of the engine to stop, less than [`Desk::ENGINES`](super::Desk::ENGINES).
        #[serde(default)]
        engine: usize,
    },
    /// Reads the games of a PGN: [`Reply::Records`]. A client may send a large file in pieces, to show its progress and
    /// to let the user cancel.
    ReadPgn {
        /// The text to read, from the first character that no earlier reply counted as read.
        text: String,
        /// The position in the file where the text begins: [`RecordsView::place`](super::RecordsView::place) of the
        /// previous reply, or the default for the first piece of the file.
        #[serde(default)]
        before: Place,
        /// Whether more text follows. If so, a game that reaches the end of this piece is left unread, and the next
        /// piece must begin with that game.
        #[serde(default)]
        more: bool,
    },
    /// Writes a game with its variations as PGN: [`Reply::Text`].
    WritePgn {
        /// The game to write.
        record: Record,
    },
    /// Reads the draft of a user's own game: [`Reply::Checked`]. A correct draft can be played by its name until
    /// another correct draft replaces it.
    Check {
        /// The text of the game's file.
        text: String,
    },
    /// Reads a user's own game and, if the game is correct, adds it to the known games for as long as the desk exists:
    /// [`Reply::Checked`].
    Define {
        /// The text of the game's file.
        text: String,
    },
    /// Returns the file of a built-in game, as a starting point for the user's own game: [`Reply::Text`].
    Template {
        /// The name of the game.
        game: String,
    },
    /// Translates another program's file, a `variants.ini` for Fairy-Stockfish or a page with Interactive Diagrams:
    /// [`Reply::Imported`].
    Import {
        /// The text of the file.
        text: String,
    },
}

/// A reply to a request. [`Request::Search`], [`Request::SelfPlay`] and [`Request::Learn`] have several replies; every
/// other request has one.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(tag = "reply", rename_all = "kebab-case")]
pub enum Reply {
    /// The optional requests that the desk supports.
    Abilities {
        /// Whether the desk supports [`Request::SelfPlay`] and [`Request::Study`].
        study: bool,
        /// Whether the desk supports [`Request::Learn`], [`Request::Learned`] and [`Request::Forget`].
        learn: bool,
    },
    /// The known games.
    Games {
        /// The games, in the order in which a menu lists them.
        games: Vec<GameSummary>,
    },
    /// The description of a game.
    Game(Box<GameView>),
    /// The squares to which a piece can go.
    Reach(ReachView),
    /// The description of a position.
    Position(Box<PositionView>),
    /// The opening book's statistics for a position.
    Book(BookView),
    /// The lesson for a game.
    Lesson {
        /// The steps of the lesson, in order.
        steps: Vec<LessonStep>,
    },
    /// What a turn is good for.
    Why {
        /// The effects of the turn, the most important first; empty if no [`Merit`](super::Merit) describes the turn.
        merits: Vec<MeritView>,
    },
    /// The picture of a position.
    Picture {
        /// The picture as SVG.
        svg: String,
    },
    /// A line of a running search.
    Line(LineView),
    /// The result of a search.
    Best(BestView),
    /// The judgement of a position of a game.
    Judged(Judged),
    /// A game of self-play.
    Played(PlayedView),
    /// The progress of learning.
    Learning(LearningView),
    /// What has been learned about a game.
    Learned {
        /// What has been learned; `None` if nothing has been learned yet.
        learned: Option<LearnedView>,
    },
    /// What the games of a study show about the rules.
    Studied(StudyView),
    /// The static evaluation of a position.
    Explained(Explanation),
    /// The games of a PGN.
    Records(RecordsView),
    /// A file: a PGN, or the rules of a game.
    Text {
        /// The text of the file.
        text: String,
    },
    /// The description of a user's own game, or the first mistake in its file.
    Checked(Box<Checked>),
    /// The translated games of another program's file.
    Imported {
        /// The games, in the order of the file.
        games: Vec<Imported>,
    },
    /// The request was carried out and has no result.
    Done,
    /// The request was refused.
    Error {
        /// The reason, as text for the user.
        message: String,
    },
}

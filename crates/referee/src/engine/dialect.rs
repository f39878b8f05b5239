//! The trait that UCI and the XBoard protocol implement, and the types that it exchanges with the referee.

use std::sync::Arc;

use super::connection::Connection;
use super::fault::Failure;
use super::spec::EngineSpec;
use super::wait::Wait;
use crate::clock::Clock;
use crate::limits::Limits;
use kurier_engine::session::Value;
use kurier_rules::rules::{Color, Definition};

/// The data that an engine is sent at the start of a game.
#[derive(Clone, Debug)]
pub struct GameStart {
    /// The rules of the variant.
    pub definition: Arc<Definition>,
    /// The FEN of the first position.
    pub fen: String,
    /// The side to move in the first position.
    pub side: Color,
    /// A legal move in XBoard's standard start position of the variant, in UCI's notation. Engines without `setboard`
    /// are sent this move if Black is to move in the first position.
    pub first_turn: String,
    /// The limits of the engine.
    pub limits: Limits,
    /// Whether the engine may ponder.
    pub ponder: bool,
}

/// A request for a move: the game so far, and the clocks.
#[derive(Clone, Copy, Debug)]
pub struct SearchRequest<'a> {
    /// The start of the game.
    pub start: &'a GameStart,
    /// All moves of the game so far, in UCI's notation.
    pub turns: &'a [String],
    /// The side to move, which the engine plays.
    pub side: Color,
    /// The clocks of White and Black.
    pub clocks: &'a [Clock; 2],
    /// Whether the opponent offered a draw with its last move.
    pub draw_offered: bool,
}

impl SearchRequest<'_> {
    /// Returns the clock of the side to move.
    pub(super) fn own_clock(&self) -> &Clock {
        &self.clocks[self.side.index()]
    }
}

/// The search results that an engine reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Thinking {
    /// The score from the engine's point of view.
    pub value: Option<Value>,
    /// The search depth in plies.
    pub depth: Option<u32>,
    /// The number of searched nodes.
    pub nodes: Option<u64>,
}

impl Thinking {
    /// Replaces every value for which a later report has a value.
    pub(super) fn update(&mut self, later: Self) {
        self.value = later.value.or(self.value);
        self.depth = later.depth.or(self.depth);
        self.nodes = later.nodes.or(self.nodes);
    }
}

/// The meaning of a line from an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Message {
    Thinking(Thinking),
    BestMove {
        turn: String,
        ponder: Option<String>,
    },
    Resign,
    DrawOffer,
    /// A claim that the game is over: the result in PGN's notation, and the engine's reason.
    ResultClaim(String),
    /// A complaint by the engine that a move or position from the referee is illegal.
    Rejected(String),
    /// The reply to the last `isready` or `ping`.
    Ready,
}

/// A limit that a protocol cannot express.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnsupportedLimit {
    #[error("the XBoard protocol cannot express a time control whose sessions differ")]
    Sessions,
    #[error("the engine does not support nps, so the XBoard protocol cannot limit its nodes")]
    Nodes,
}

/// The GUI's side of a protocol.
pub(super) trait Dialect: Send {
    /// Performs the handshake: greets the engine, reads its features and sets its options. In UCI, selects the variant
    /// `game` first if the engine supports it, because some options apply to one variant only. Returns the engine's
    /// name, and adds the lines that seem to report a problem to `remarks`.
    fn handshake(
        &mut self,
        engine: &mut Connection,
        spec: &EngineSpec,
        game: &Definition,
        wait: &Wait,
        remarks: &mut Vec<String>,
    ) -> Result<String, Failure>;
    /// Returns whether the engine plays the variant.
    fn plays(&self, definition: &Definition) -> bool;
    /// Checks that the protocol can express `limits`.
    fn check(&self, limits: &Limits) -> Result<(), UnsupportedLimit>;
    /// Sends the commands that start a new game, followed by `isready` or `ping`.
    fn new_game(&mut self, engine: &mut Connection, start: &GameStart);
    /// Starts a search for a move.
    fn think(&mut self, engine: &mut Connection, request: &SearchRequest);
    /// Lets the engine ponder on the opponent's expected reply.
    fn ponder(&mut self, engine: &mut Connection, request: &SearchRequest, expected: &str);
    /// Tells the engine to move at once.
    fn move_now(&mut self, engine: &mut Connection);
    /// Tells the engine that the game is over. `result` is in PGN's notation.
    fn end_game(&mut self, engine: &mut Connection, result: &str);
    /// Parses a line. Returns `None` if the referee can ignore it. May send the engine an answer.
    fn parse_line(&mut self, engine: &mut Connection, line: &str) -> Option<Message>;
    /// Returns whether the engine replies to `isready` or `ping`.
    fn confirms_readiness(&self) -> bool;
    /// Returns whether one process can play several games.
    fn is_reusable(&self) -> bool;
}

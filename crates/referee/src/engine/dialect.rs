//! A protocol as the GUI speaks it: what UCI and XBoard have in common.

use std::sync::Arc;

use super::connection::Connection;
use super::fault::Failure;
use super::spec::EngineSpec;
use super::wait::Wait;
use crate::clock::Clock;
use crate::limits::Limits;
use kurier_engine::session::Value;
use kurier_rules::rules::{Color, Definition};

/// What an engine is told of a game before it begins.
#[derive(Clone, Debug)]
pub struct GameStart {
    /// The rules.
    pub definition: Arc<Definition>,
    /// The position that the game begins with.
    pub fen: String,
    /// Who moves first there.
    pub side: Color,
    /// A legal turn of the position that XBoard starts the game with: how engines without `setboard` are told that
    /// Black is to move.
    pub first_turn: String,
    /// The engine's own limits.
    pub limits: Limits,
    /// Whether the engine may ponder.
    pub ponder: bool,
}

/// A position in which an engine is to move.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    /// How the game began.
    pub start: &'a GameStart,
    /// The turns since.
    pub turns: &'a [String],
    /// Who is to move: the engine.
    pub side: Color,
    /// The clocks, White's first.
    pub clocks: &'a [Clock; 2],
    /// Whether the opponent offered a draw with its last move.
    pub draw_offered: bool,
}

impl Situation<'_> {
    /// Returns the clock of the side to move.
    pub(super) fn own_clock(&self) -> &Clock {
        &self.clocks[self.side.index()]
    }
}

/// What an engine reports about its search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Thinking {
    /// What the position is worth to it.
    pub value: Option<Value>,
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
}

impl Thinking {
    /// Takes over what a later report knows.
    pub(super) fn update(&mut self, later: Self) {
        self.value = later.value.or(self.value);
        self.depth = later.depth.or(self.depth);
        self.nodes = later.nodes.or(self.nodes);
    }
}

/// What a line from an engine means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Message {
    Thinking(Thinking),
    BestMove {
        turn: String,
        ponder: Option<String>,
    },
    Resign,
    DrawOffer,
    /// The game is over: the result as PGN writes it, and the engine's reason.
    ResultClaim(String),
    /// The engine calls something illegal that it was sent.
    Rejected(String),
    /// The reply to the latest `isready` or `ping`.
    Ready,
}

/// A limit to which a protocol cannot hold an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnsupportedLimit {
    #[error("the XBoard protocol has no sessions that differ from each other")]
    Sessions,
    #[error("its nodes cannot be limited in the XBoard protocol (it has no nps)")]
    Nodes,
}

/// One protocol.
pub(super) trait Dialect: Send {
    /// Greets the engine, reads its features, sets its options, after the game where it knows it: some options are about
    /// one game only. Returns its name; what sounds like trouble is added to `remarks`.
    fn handshake(
        &mut self,
        engine: &mut Connection,
        spec: &EngineSpec,
        game: &Definition,
        wait: &Wait,
        remarks: &mut Vec<String>,
    ) -> Result<String, Failure>;
    /// Returns whether the engine knows the game.
    fn plays(&self, definition: &Definition) -> bool;
    /// Checks that the protocol can hold the engine to these limits.
    fn check(&self, limits: &Limits) -> Result<(), UnsupportedLimit>;
    /// Sends everything that a new game needs, and `isready` or `ping`.
    fn new_game(&mut self, engine: &mut Connection, start: &GameStart);
    /// Starts a search for a move.
    fn think(&mut self, engine: &mut Connection, situation: &Situation);
    /// Lets the engine ponder, after its own move, about the expected reply.
    fn ponder(&mut self, engine: &mut Connection, situation: &Situation, expected: &str);
    /// Tells the engine to move at once.
    fn move_now(&mut self, engine: &mut Connection);
    /// Tells the engine that the game is over.
    fn end_game(&mut self, engine: &mut Connection, result: &str);
    /// Returns what a line means; `None`: nothing to us.
    fn parse_line(&mut self, engine: &mut Connection, line: &str) -> Option<Message>;
    /// Returns whether the engine replies to `isready` or `ping`.
    fn confirms_readiness(&self) -> bool;
    /// Returns whether one process can play several games.
    fn is_reusable(&self) -> bool;
}

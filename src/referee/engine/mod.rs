//! Engines as processes: one interface for both protocols, and everything that can go wrong with them.

mod connection;
mod fault;
mod spec;
mod traffic;
mod uci;
mod xboard;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

pub use connection::{Connection, Received};
pub use fault::{Fault, FaultKind};
pub use spec::{EngineOption, EngineSpec, Protocol, SpecError};
pub use traffic::{Traffic, transcript};

use crate::referee::limits::{Clock, Limits};
use crate::rules::{Color, Definition};
use crate::session::Value;

/// Lines that an engine may write while it thinks about one move, or KiB. Ten times what talkative engines need.
const MAX_LINES: usize = 100_000;

/// How long engines are waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// To start, to get ready, to move when told to at once, to quit.
    pub answer: Duration,
    /// To move where there is no clock.
    pub unlimited: Duration,
    /// Time that a move may be late by without being lost on time: the referee's own delays.
    pub margin: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            answer: Duration::from_secs(10),
            unlimited: Duration::from_secs(120),
            margin: Duration::from_millis(50),
        }
    }
}

/// What an engine is told of a game before it begins.
#[derive(Clone, Debug)]
pub struct GameStart {
    /// The rules.
    pub definition: Arc<Definition>,
    /// The position that the game begins with.
    pub fen: String,
    /// A legal turn of the position that XBoard starts the game with: how engines without `setboard` are told that
    /// Black is to move.
    pub first_turn: String,
    /// The engine's own limits.
    pub limits: Limits,
    /// Whether it may think on its opponent's time.
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
    /// Whether the opponent has offered a draw with its last move.
    pub draw_offered: bool,
}

impl Situation<'_> {
    fn own_clock(&self) -> &Clock {
        &self.clocks[self.side.index()]
    }
}

/// What an engine says about its thinking.
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
    /// Takes over what is known in a later report.
    fn update(&mut self, later: Self) {
        self.value = later.value.or(self.value);
        self.depth = later.depth.or(self.depth);
        self.nodes = later.nodes.or(self.nodes);
    }
}

/// What a line from an engine means.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Message {
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

/// How an engine has used its turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// It plays.
    Move(String),
    /// It gives up.
    Resign,
    /// It says that the game is over; the engine's words.
    Claim(String),
}

/// An engine's turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// What it does.
    pub action: Action,
    /// What it expects the opponent to play.
    pub ponder: Option<String>,
    /// Whether it offers a draw.
    pub offers_draw: bool,
    /// How long it took.
    pub elapsed: Duration,
    /// What it said meanwhile.
    pub thinking: Thinking,
}

/// Why an engine gives no reply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// It has done something wrong.
    Fault(Fault),
    /// The tournament is to end.
    Cancelled,
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// A protocol, from the side of the GUI.
trait Dialect: Send {
    /// Introduces itself, learns the engine's features and sets its options; answers its name.
    fn handshake(&mut self, engine: &mut Connection, spec: &EngineSpec, wait: &Wait) -> Result<String, Failure>;
    /// Whether the engine knows the game.
    fn plays(&self, definition: &Definition) -> bool;
    /// Whether the engine can be held to these limits; if not, why.
    fn check(&self, limits: &Limits) -> Result<(), String>;
    /// Sends everything that a new game needs, up to the question whether the engine is ready.
    fn new_game(&mut self, engine: &mut Connection, start: &GameStart);
    /// Makes the engine think.
    fn think(&mut self, engine: &mut Connection, situation: &Situation);
    /// Lets it think on the opponent's time, after its own move, about the answer that it expects.
    fn ponder(&mut self, engine: &mut Connection, situation: &Situation, expected: &str);
    /// Tells it to move at once.
    fn move_now(&mut self, engine: &mut Connection);
    /// Tells it that the game is over.
    fn end_game(&mut self, engine: &mut Connection, result: &str);
    /// What a line means; `None`: nothing.
    fn parse_line(&mut self, engine: &mut Connection, line: &str) -> Option<Message>;
    /// Whether the engine answers the question whether it is ready.
    fn confirms_readiness(&self) -> bool;
    /// Whether one process can play several games.
    fn is_reusable(&self) -> bool;
}

/// The limits of every wait.
struct Wait<'a> {
    timeouts: Timeouts,
    cancelled: &'a AtomicBool,
}

impl Wait<'_> {
    /// Reads lines until one is accepted.
    fn until<T>(
        &self,
        engine: &mut Connection,
        what: &str,
        mut accept: impl FnMut(&mut Connection, &str) -> Option<T>,
    ) -> Result<T, Failure> {
        let deadline = Instant::now() + self.timeouts.answer;
        let mut lines = 0;
        loop {
            match engine.receive(deadline, self.cancelled)? {
                Received::Line(line, at) if at <= deadline => {
                    lines += weight(&line);
                    if let Some(answer) = accept(engine, &line) {
                        return Ok(answer);
                    }
                }
                Received::Line(..) | Received::Nothing => {
                    return Err(Fault::new(FaultKind::Hang, format!("no {what}")).into());
                }
                Received::Cancelled => return Err(Failure::Cancelled),
            }
            if lines > MAX_LINES {
                return Err(Fault::new(FaultKind::Flood, format!("{lines} lines and no {what}")).into());
            }
        }
    }
}

/// What a line counts for when lines are counted: long ones for several.
fn weight(line: &str) -> usize {
    1 + line.len() / 1024
}

/// A running engine.
pub struct Engine {
    connection: Connection,
    dialect: Box<dyn Dialect>,
    name: String,
    timeouts: Timeouts,
}

impl Engine {
    /// Starts an engine and sets its options.
    ///
    /// # Errors
    /// If it does not start or answer, or has no such option.
    pub fn start(spec: &EngineSpec, timeouts: Timeouts, cancelled: &AtomicBool) -> Result<Self, Failure> {
        let mut connection = Connection::open(spec)?;
        let mut dialect: Box<dyn Dialect> = match spec.protocol {
            Protocol::Uci => Box::new(uci::Uci::default()),
            Protocol::XBoard => Box::new(xboard::XBoard::default()),
        };
        let name = dialect.handshake(&mut connection, spec, &Wait { timeouts, cancelled })?;
        Ok(Self {
            connection,
            dialect,
            name,
            timeouts,
        })
    }

    /// What the engine calls itself; empty if it does not say.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it knows the game.
    pub fn plays(&self, definition: &Definition) -> bool {
        self.dialect.plays(definition)
    }

    /// Whether it can be held to these limits.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, limits: &Limits) -> Result<(), String> {
        self.dialect.check(limits)
    }

    /// Whether one process can play several games.
    pub fn is_reusable(&self) -> bool {
        self.dialect.is_reusable()
    }

    /// What was said since the game began.
    pub fn traffic(&self) -> &Traffic {
        &self.connection.traffic
    }

    /// Prepares for a game and waits until the engine is ready.
    ///
    /// # Errors
    /// If it is not, or refuses the position.
    pub fn new_game(&mut self, start: &GameStart, cancelled: &AtomicBool) -> Result<(), Failure> {
        self.connection.traffic.clear();
        self.dialect.new_game(&mut self.connection, start);
        if !self.dialect.confirms_readiness() {
            return Ok(());
        }
        let (dialect, timeouts) = (&mut self.dialect, self.timeouts);
        let answer = Wait { timeouts, cancelled }.until(&mut self.connection, "readiness", |engine, line| {
            let message = dialect.parse_line(engine, line)?;
            matches!(message, Message::Ready | Message::Rejected(_)).then_some(message)
        })?;
        match answer {
            Message::Rejected(what) => Err(Fault::new(FaultKind::Refusal, what).into()),
            _ => Ok(()),
        }
    }

    /// Lets the engine make its move.
    ///
    /// # Errors
    /// If it does not within its time and the margin, or does something wrong.
    pub fn think(&mut self, situation: &Situation, cancelled: &AtomicBool) -> Result<Reply, Failure> {
        let budget = situation.own_clock().remaining();
        self.dialect.think(&mut self.connection, situation);
        let started = Instant::now();
        let limit = budget.map_or(self.timeouts.unlimited, |budget| budget + self.timeouts.margin);
        let mut reply = Reply {
            action: Action::Resign,
            ponder: None,
            offers_draw: false,
            elapsed: Duration::ZERO,
            thinking: Thinking::default(),
        };
        let mut lines = 0;
        while lines < MAX_LINES {
            let (line, at) = match self.connection.receive(started + limit, cancelled)? {
                Received::Line(line, at) if at <= started + limit => (line, at),
                Received::Line(..) | Received::Nothing => return Err(self.late(budget, cancelled)),
                Received::Cancelled => return Err(Failure::Cancelled),
            };
            lines += weight(&line);
            reply.elapsed = at.saturating_duration_since(started);
            reply.action = match self.dialect.parse_line(&mut self.connection, &line) {
                Some(Message::BestMove { turn, ponder }) => {
                    reply.ponder = ponder;
                    Action::Move(turn)
                }
                Some(Message::Resign) => Action::Resign,
                Some(Message::ResultClaim(words)) => Action::Claim(words),
                Some(Message::Rejected(what)) => return Err(Fault::new(FaultKind::Refusal, what).into()),
                Some(Message::Thinking(thinking)) => {
                    reply.thinking.update(thinking);
                    continue;
                }
                Some(Message::DrawOffer) => {
                    reply.offers_draw = true;
                    continue;
                }
                Some(Message::Ready) | None => continue,
            };
            return Ok(reply);
        }
        Err(Fault::new(FaultKind::Flood, format!("{lines} lines and no move")).into())
    }

    /// The time is over: finds out whether the engine is slow or dead.
    fn late(&mut self, budget: Option<Duration>, cancelled: &AtomicBool) -> Failure {
        self.dialect.move_now(&mut self.connection);
        let (dialect, timeouts) = (&mut self.dialect, self.timeouts);
        let answer = Wait { timeouts, cancelled }.until(&mut self.connection, "move", |engine, line| {
            matches!(dialect.parse_line(engine, line), Some(Message::BestMove { .. })).then_some(())
        });
        match (answer, budget) {
            (Ok(()), Some(budget)) => {
                let detail = format!("no move within {:.3} s", budget.as_secs_f64());
                Fault::new(FaultKind::TimeLoss, detail).into()
            }
            (Ok(()), None) => {
                let detail = format!("no move within {:.0} s", timeouts.unlimited.as_secs_f64());
                Fault::new(FaultKind::Hang, detail).into()
            }
            (Err(failure), _) => failure,
        }
    }

    /// Lets the engine think on the opponent's time, after its own move, about the answer that it expects.
    pub fn ponder(&mut self, situation: &Situation, expected: &str) {
        self.dialect.ponder(&mut self.connection, situation, expected);
    }

    /// Tells the engine that the game is over.
    pub fn end_game(&mut self, result: &str) {
        self.dialect.end_game(&mut self.connection, result);
    }

    /// Ends the engine, by force if it does not go by itself.
    pub fn quit(mut self) {
        self.connection.send("quit");
        self.connection.close(self.timeouts.answer.min(Duration::from_secs(2)));
    }
}

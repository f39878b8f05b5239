//! Engines as processes: one interface for both protocols, and everything that can go wrong with them.

mod connection;
mod dialect;
mod fault;
mod spec;
mod strays;
mod traffic;
mod trouble;
mod uci;
mod wait;
mod xboard;

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use self::connection::{Connection, Received};
use self::dialect::{Dialect, Message, Thinking, UnsupportedLimit};
use self::traffic::Traffic;
use self::wait::{MAX_LINES, Wait, weight};
use super::limits::Limits;
use kurier_rules::rules::Definition;

pub(super) use dialect::{GameStart, Situation};
pub(super) use fault::Failure;
pub use fault::{Fault, FaultKind};
pub use spec::{EngineOption, EngineSpec, Protocol, SpecError};
pub(super) use strays::Strays;
pub(super) use traffic::transcript;
pub use wait::Timeouts;

/// What an engine does with its turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Action {
    /// It moves.
    Move(String),
    /// It resigns.
    Resign,
    /// It claims that the game is over, in these words.
    Claim(String),
}

/// An engine's turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Reply {
    /// What it does.
    pub action: Action,
    /// The reply that it expects.
    pub ponder: Option<String>,
    /// Whether it offers a draw.
    pub offers_draw: bool,
    /// The time it took.
    pub elapsed: Duration,
    /// What it reported meanwhile.
    pub thinking: Thinking,
}

/// A running engine.
pub(super) struct Engine {
    connection: Connection,
    dialect: Box<dyn Dialect>,
    name: String,
    timeouts: Timeouts,
    remarks: Vec<String>,
}

impl Engine {
    /// Starts an engine and sets its options; it is told the game first, if it knows it. What it starts is ended with it, and what
    /// gets away from it with `strays`.
    ///
    /// # Errors
    /// If it does not start or answer, or lacks a required option, or refuses a value.
    pub fn start(
        spec: &EngineSpec,
        game: &Definition,
        timeouts: Timeouts,
        cancelled: &AtomicBool,
        strays: &Strays,
    ) -> Result<Self, Failure> {
        Self::greet(Connection::open(spec, strays)?, spec, game, timeouts, cancelled)
    }

    /// Creates an engine that says this, whatever it is sent.
    ///
    /// # Errors
    /// As [`Engine::start`].
    pub fn recorded(
        output: &[u8],
        spec: &EngineSpec,
        game: &Definition,
        cancelled: &AtomicBool,
    ) -> Result<Self, Failure> {
        Self::greet(Connection::recorded(output), spec, game, Timeouts::default(), cancelled)
    }

    fn greet(
        mut connection: Connection,
        spec: &EngineSpec,
        game: &Definition,
        timeouts: Timeouts,
        cancelled: &AtomicBool,
    ) -> Result<Self, Failure> {
        let mut dialect: Box<dyn Dialect> = match spec.protocol {
            Protocol::Uci => Box::new(uci::Uci::default()),
            Protocol::XBoard => Box::new(xboard::XBoard::default()),
        };
        let mut remarks = Vec::new();
        let wait = Wait { timeouts, cancelled };
        let name = dialect.handshake(&mut connection, spec, game, &wait, &mut remarks)?;
        Ok(Self {
            connection,
            dialect,
            name,
            timeouts,
            remarks,
        })
    }

    /// Returns what it has said that sounds like trouble.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// Starts a game that is not played, to hear whether the engine refuses anything.
    ///
    /// # Errors
    /// It does, or does not get ready.
    pub fn try_game(&mut self, start: &GameStart, cancelled: &AtomicBool) -> Result<(), Failure> {
        self.dialect.new_game(&mut self.connection, start);
        if !self.dialect.confirms_readiness() {
            return Ok(());
        }
        let (dialect, timeouts, remarks) = (&mut self.dialect, self.timeouts, &mut self.remarks);
        let wait = Wait { timeouts, cancelled };
        let engine = &mut self.connection;
        let answer = wait.until_unless_refused(engine, "readiness", remarks, |engine, line| {
            match dialect.parse_line(engine, line)? {
                Message::Ready => Some(Ok(())),
                Message::Rejected(what) => Some(Err(what)),
                _ => None,
            }
        })?;
        answer.map_err(|what| Fault::new(FaultKind::Refusal, what).into())
    }

    /// Returns the name that the engine gives itself; empty: none.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether it plays the variant.
    pub fn plays(&self, definition: &Definition) -> bool {
        self.dialect.plays(definition)
    }

    /// Checks that its protocol can hold it to these limits.
    ///
    /// # Errors
    /// The limit that the protocol lacks.
    pub fn check(&self, limits: &Limits) -> Result<(), UnsupportedLimit> {
        self.dialect.check(limits)
    }

    /// Returns whether one process can play several games.
    pub fn is_reusable(&self) -> bool {
        self.dialect.is_reusable()
    }

    /// Returns the protocol log since the game began.
    pub fn traffic(&self) -> &Traffic {
        &self.connection.traffic
    }

    /// Starts a game and waits until the engine is ready.
    ///
    /// # Errors
    /// If it does not get ready, or rejects the position.
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

    /// Waits for the engine's move.
    ///
    /// # Errors
    /// If none comes within its time and the margin, or the engine does something wrong.
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
                Received::Line(line, _) => {
                    let message = self.dialect.parse_line(&mut self.connection, &line);
                    // It has moved, if too late: there is nothing to wait for.
                    return Err(match message {
                        Some(Message::BestMove { .. }) => self.too_late(budget).into(),
                        _ => self.late(budget, cancelled),
                    });
                }
                Received::Nothing => return Err(self.late(budget, cancelled)),
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

    /// Returns the time is over: finds out whether the engine is slow or hangs.
    fn late(&mut self, budget: Option<Duration>, cancelled: &AtomicBool) -> Failure {
        self.dialect.move_now(&mut self.connection);
        let (dialect, timeouts) = (&mut self.dialect, self.timeouts);
        let answer = Wait { timeouts, cancelled }.until(&mut self.connection, "move", |engine, line| {
            matches!(dialect.parse_line(engine, line), Some(Message::BestMove { .. })).then_some(())
        });
        match answer {
            Ok(()) => self.too_late(budget).into(),
            Err(failure) => failure,
        }
    }

    /// Returns what a move is that came after its time.
    fn too_late(&self, budget: Option<Duration>) -> Fault {
        match budget {
            Some(budget) => {
                let detail = format!("no move within {:.3} s", budget.as_secs_f64());
                Fault::new(FaultKind::TimeLoss, detail)
            }
            None => {
                let detail = format!("no move within {:.0} s", self.timeouts.unlimited.as_secs_f64());
                Fault::new(FaultKind::Hang, detail)
            }
        }
    }

    /// Lets the engine ponder, after its own move, about the expected reply.
    pub fn ponder(&mut self, situation: &Situation, expected: &str) {
        self.dialect.ponder(&mut self.connection, situation, expected);
    }

    /// Tells the engine that the game is over.
    pub fn end_game(&mut self, result: &str) {
        self.dialect.end_game(&mut self.connection, result);
    }

    /// Quits the engine; kills it if it does not quit by itself.
    pub fn quit(mut self) {
        self.connection.send("quit");
        self.connection.close(self.timeouts.answer.min(Duration::from_secs(2)));
    }
}

//! Engines as processes: one interface for both protocols, and the faults that engines can commit.

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

pub(super) use dialect::{GameStart, SearchRequest};
pub(super) use fault::Failure;
pub use fault::{Fault, FaultKind};
pub use spec::{EngineOption, EngineSpec, Protocol, SpecError};
pub(super) use traffic::transcript;
pub use wait::Timeouts;

/// An engine's decision when it is to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Action {
    /// Plays a move, in the notation of the protocol.
    Move(String),
    /// Resigns the game.
    Resign,
    /// Claims that the game is over. The text is the result, followed by the engine's reason.
    Claim(String),
}

/// An engine's reply to the request for a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Reply {
    /// The move, resignation or claim.
    pub action: Action,
    /// The opponent's move that the engine expects, and on which it wants to ponder; `None` if it names none.
    pub ponder: Option<String>,
    /// Whether the engine offers a draw.
    pub offers_draw: bool,
    /// The time that the engine took.
    pub elapsed: Duration,
    /// The search results that the engine reported during the search.
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
    /// Starts an engine and sets its options. In UCI, selects the variant `game` first if the engine supports it.
    ///
    /// Dropping the engine kills its process and the processes that it has started.
    ///
    /// # Errors
    /// Fails if the engine does not start or does not answer, lacks a required option, or refuses a value, or if
    /// `cancelled` is set.
    pub fn start(
        spec: &EngineSpec,
        game: &Definition,
        timeouts: Timeouts,
        cancelled: &AtomicBool,
    ) -> Result<Self, Failure> {
        Self::greet(Connection::open(spec)?, spec, game, timeouts, cancelled)
    }

    /// Creates an engine without a process. Its output is `output`, whatever the referee sends.
    ///
    /// # Errors
    /// Fails if the greeting in `output` fails for one of the reasons that [`Engine::start`] lists.
    pub fn recorded(
        output: &[u8],
        spec: &EngineSpec,
        game: &Definition,
        cancelled: &AtomicBool,
    ) -> Result<Self, Failure> {
        Self::greet(Connection::recorded(output), spec, game, Timeouts::default(), cancelled)
    }

    /// Performs the handshake of the protocol.
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

    /// Returns the lines in which the engine seems to report a problem.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// Starts a game that is not played, to find out whether the engine refuses the variant, the position or an option.
    ///
    /// # Errors
    /// Fails if the engine refuses something, or does not become ready.
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

    /// Returns the name that the engine gives itself; empty if it gives none.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether the engine plays the variant.
    pub fn plays(&self, definition: &Definition) -> bool {
        self.dialect.plays(definition)
    }

    /// Checks that the engine's protocol can express `limits`.
    ///
    /// # Errors
    /// Fails if there is a limit that the protocol cannot express.
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
    /// Fails if the engine does not become ready, or rejects the position.
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

    /// Starts a search and waits for the engine's move.
    ///
    /// # Errors
    /// Fails if no move arrives within the engine's time and the margin, or if the engine commits another fault.
    pub fn think(&mut self, request: &SearchRequest, cancelled: &AtomicBool) -> Result<Reply, Failure> {
        let budget = request.own_clock().remaining();
        self.dialect.think(&mut self.connection, request);
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
                    // A move that arrives late is a time loss. If another line arrives late, `late` finds out whether
                    // the engine hangs.
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

    /// Tells an engine whose time is up to move at once, to find out whether it is merely slow or hangs. Returns the
    /// failure.
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

    /// Returns the fault of an engine that moves too late: a time loss, or a hang if there is no time limit (`budget`
    /// is `None`).
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

    /// Lets the engine ponder on the opponent's expected reply.
    pub fn ponder(&mut self, request: &SearchRequest, expected: &str) {
        self.dialect.ponder(&mut self.connection, request, expected);
    }

    /// Tells the engine that the game is over.
    pub fn end_game(&mut self, result: &str) {
        self.dialect.end_game(&mut self.connection, result);
    }

    /// Sends `quit` to the engine, and kills it if it does not end within 2 seconds, or within the time for an answer
    /// if that is shorter.
    pub fn quit(mut self) {
        self.connection.send("quit");
        self.connection.close(self.timeouts.answer.min(Duration::from_secs(2)));
    }
}

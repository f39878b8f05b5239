//! The GUI's side of the XBoard protocol (CECP), version 2, and the parts of version 1 that engines still use.
//!
//! <https://www.gnu.org/software/xboard/engine-intf.html>

mod edit;
mod features;
mod lines;

use std::time::Instant;

use self::edit::edit;
use self::features::Features;
use self::lines::{level, old_move, thinking};
use crate::engine::connection::{Connection, Received};
use crate::engine::dialect::{Dialect, GameStart, Message, SearchRequest, UnsupportedLimit};
use crate::engine::fault::{Failure, Fault, FaultKind};
use crate::engine::spec::EngineSpec;
use crate::engine::wait::Wait;
use crate::limits::{Limits, TimeControl};
use kurier_rules::rules::{Color, Definition};
use kurier_series::settings::quoted_settings;

/// The XBoard protocol's name for orthodox chess, which engines play after `new`.
const ORTHODOX: &str = "normal";

/// The state of a connection to an XBoard engine.
#[derive(Debug)]
pub(super) struct XBoard {
    features: Features,
    /// The number of pings sent. The engine is ready when it answers the last of them.
    pings: u32,
    /// Whether the engine is in force mode, in which it is sent all moves and then `go`.
    forced: bool,
    /// Whether the engine has ever been sent the command `variant`.
    variant_sent: bool,
    /// The number of the current game's moves that the engine knows.
    known: usize,
    /// The first steps of an unfinished move of several steps. Each step ends with a comma.
    legs: String,
}

impl Default for XBoard {
    fn default() -> Self {
        Self {
            features: Features::default(),
            pings: 0,
            forced: true,
            variant_sent: false,
            known: 0,
            legs: String::new(),
        }
    }
}

impl XBoard {
    /// Reads features until `done=1`. An engine that sends no `done` before the timeout is assumed to speak version 1
    /// of the protocol, which has no features.
    fn read_features(&mut self, engine: &mut Connection, wait: &Wait) -> Result<(), Failure> {
        let mut deadline = Instant::now() + wait.timeouts.answer;
        while self.features.done != Some(true) {
            match engine.receive(deadline, wait.cancelled)? {
                Received::Line(line, _) => {
                    self.on_feature_line(engine, &line);
                    if self.features.done == Some(false) {
                        deadline = Instant::now() + wait.timeouts.answer;
                    }
                }
                Received::Nothing if self.features.done.is_none() => return Ok(()),
                Received::Nothing => {
                    return Err(Fault::new(FaultKind::Hang, "no feature done=1").into());
                }
                Received::Cancelled => return Err(Failure::Cancelled),
            }
        }
        Ok(())
    }

    /// Handles a line `feature ...` and accepts or rejects its features. Ignores other lines.
    fn on_feature_line(&mut self, engine: &mut Connection, line: &str) {
        let Some(text) = line.trim_start().strip_prefix("feature ") else {
            return;
        };
        for (name, value) in quoted_settings(text) {
            let answer = if self.features.set(name, value) {
                "accepted"
            } else {
                "rejected"
            };
            engine.send(&format!("{answer} {name}"));
        }
    }

    /// Sets an option, or sends the equivalent command for hash or threads. Returns `false` if the engine supports
    /// neither.
    fn set_option(&self, engine: &mut Connection, name: &str, value: &str) -> bool {
        if let Some(known) = self
            .features
            .options
            .iter()
            .find(|known| known.eq_ignore_ascii_case(name))
        {
            engine.send(&format!("option {known}={value}"));
        } else if name.eq_ignore_ascii_case("hash") && self.features.memory {
            engine.send(&format!("memory {value}"));
        } else if name.eq_ignore_ascii_case("threads") && self.features.smp {
            engine.send(&format!("cores {value}"));
        } else {
            return false;
        }
        true
    }

    /// Sends `ping` if the engine supports it.
    fn ping(&mut self, engine: &mut Connection) {
        if self.features.ping {
            self.pings += 1;
            engine.send(&format!("ping {}", self.pings));
        }
    }

    /// Sends a move.
    fn send_move(&self, engine: &mut Connection, turn: &str) {
        let command = if self.features.usermove { "usermove " } else { "" };
        engine.send(&format!("{command}{turn}"));
    }

    /// Sets up the board with `setboard`, or with `edit` if the engine does not support `setboard`. XBoard's standard
    /// start position needs no `edit`.
    fn set_board(&self, engine: &mut Connection, start: &GameStart) {
        if self.features.setboard {
            return engine.send(&format!("setboard {}", start.fen));
        }
        let native = &start.definition.xboard.start;
        if native.as_ref().unwrap_or(&start.definition.start) == &start.fen {
            return;
        }
        let placement = start.fen.split_whitespace().next().unwrap_or_default();
        if start.side == Color::Black {
            // `edit` keeps the side to move, so a move of White is played first to give Black the move.
            self.send_move(engine, &start.first_turn);
        }
        engine.send("edit");
        engine.send("#");
        for color in Color::BOTH {
            for line in edit(placement, color) {
                engine.send(&line);
            }
            engine.send(if color == Color::White { "c" } else { "." });
        }
    }
}

impl Dialect for XBoard {
    fn handshake(
        &mut self,
        engine: &mut Connection,
        spec: &EngineSpec,
        _: &Definition,
        wait: &Wait,
        remarks: &mut Vec<String>,
    ) -> Result<String, Failure> {
        engine.send("xboard");
        engine.send("protover 2");
        self.read_features(engine, wait)?;
        for option in &spec.options {
            if !self.set_option(engine, &option.name, &option.value) && option.required {
                return Err(Fault::new(FaultKind::Refusal, format!("it has no option '{}'", option.name)).into());
            }
        }
        // An option such as `VariantPath` makes the engine send its list of variants again; the reply to the ping
        // follows that list.
        self.ping(engine);
        if self.features.ping {
            let pong = format!("pong {}", self.pings);
            wait.until_unless_refused(engine, &pong, remarks, |engine, line| {
                self.on_feature_line(engine, line);
                (line.trim() == pong).then_some(())
            })?;
        }
        Ok(self.features.name.clone())
    }

    fn plays(&self, definition: &Definition) -> bool {
        self.features.variants.contains(&definition.xboard.name)
    }

    fn check(&self, limits: &Limits) -> Result<(), UnsupportedLimit> {
        if let Some(TimeControl::Clock(sessions)) = &limits.time
            && sessions.only().is_none()
        {
            return Err(UnsupportedLimit::Sessions);
        }
        if limits.nodes.is_some() && !self.features.nps {
            return Err(UnsupportedLimit::Nodes);
        }
        Ok(())
    }

    fn new_game(&mut self, engine: &mut Connection, start: &GameStart) {
        engine.send("new");
        // According to the protocol, `new` selects orthodox chess, but Fairy-Stockfish keeps the previous variant.
        let variant = &start.definition.xboard.name;
        self.variant_sent |= variant != ORTHODOX;
        if self.variant_sent {
            engine.send(&format!("variant {variant}"));
        }
        let limits = &start.limits;
        match &limits.time {
            Some(TimeControl::Clock(sessions)) => {
                if let Some(session) = sessions.only() {
                    engine.send(&level(session));
                }
            }
            Some(TimeControl::PerMove(time)) => engine.send(&format!("st {}", time.as_secs_f64())),
            None => {}
        }
        if let Some(nodes) = limits.nodes {
            // With `nps 1`, one node counts as a second, so the limit in seconds that follows limits the nodes.
            engine.send("nps 1");
            engine.send(&format!("st {nodes}"));
        }
        if let Some(depth) = limits.depth {
            engine.send(&format!("sd {depth}"));
            if limits.time.is_none() && limits.nodes.is_none() {
                engine.send("st 100000");
            }
        }
        engine.send("post");
        engine.send(if start.ponder { "hard" } else { "easy" });
        engine.send("force");
        self.set_board(engine, start);
        self.forced = true;
        self.known = 0;
        self.legs.clear();
        self.ping(engine);
    }

    fn think(&mut self, engine: &mut Connection, request: &SearchRequest) {
        let news = request.turns.get(self.known..).unwrap_or_default();
        if self.forced {
            news.iter().for_each(|turn| self.send_move(engine, turn));
        }
        if request.draw_offered && self.features.draw {
            engine.send("draw");
        }
        if self.features.time {
            let own = request.own_clock();
            let other = &request.clocks[(!request.side).index()];
            for (command, clock) in [("time", own), ("otim", other)] {
                if let Some(left) = clock.remaining() {
                    engine.send(&format!("{command} {}", left.as_millis() / 10));
                }
            }
        }
        if self.forced {
            engine.send("go");
        } else {
            news.iter().for_each(|turn| self.send_move(engine, turn));
        }
        self.forced = false;
        // The engine also knows the move that it is about to play.
        self.known = request.turns.len() + 1;
    }

    fn ponder(&mut self, _: &mut Connection, _: &SearchRequest, _: &str) {
        // After the command `hard`, engines start to ponder without being told.
    }

    fn move_now(&mut self, engine: &mut Connection) {
        engine.send("?");
    }

    fn end_game(&mut self, engine: &mut Connection, result: &str) {
        engine.send(&format!("result {result} {{}}"));
        engine.send("force");
        self.forced = true;
    }

    fn parse_line(&mut self, engine: &mut Connection, line: &str) -> Option<Message> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "pong" => (rest.trim() == self.pings.to_string()).then_some(Message::Ready),
            "move" => {
                self.legs += rest.trim();
                (!self.legs.ends_with(',')).then(|| Message::BestMove {
                    turn: std::mem::take(&mut self.legs),
                    ponder: None,
                })
            }
            "resign" => Some(Message::Resign),
            "offer" if rest.trim() == "draw" => Some(Message::DrawOffer),
            "1-0" | "0-1" | "1/2-1/2" => Some(Message::ResultClaim(line.to_owned())),
            "Illegal" if rest.starts_with("move") => Some(Message::Rejected(line.to_owned())),
            "tellusererror" if rest.contains("llegal position") => Some(Message::Rejected(line.to_owned())),
            "My" => old_move(rest),
            "feature" => {
                // Some engines send features only after the handshake.
                self.on_feature_line(engine, line);
                None
            }
            _ => thinking(line).map(Message::Thinking),
        }
    }

    fn confirms_readiness(&self) -> bool {
        self.features.ping
    }

    fn is_reusable(&self) -> bool {
        self.features.reuse
    }
}

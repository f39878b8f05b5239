//! The GUI's side of the Universal Chess Interface (UCI).

mod option;

use std::time::Duration;

use self::option::AdvertisedOption;
use crate::engine::connection::Connection;
use crate::engine::dialect::{Dialect, GameStart, Message, SearchRequest, Thinking, UnsupportedLimit};
use crate::engine::fault::{Failure, Fault, FaultKind};
use crate::engine::spec::EngineSpec;
use crate::engine::wait::Wait;
use crate::limits::{Limits, TimeControl};
use kurier_engine::session::Value;
use kurier_rules::rules::Definition;
use kurier_rules::sanitize::excerpt;

/// The option that selects the variant.
const VARIANT: &str = "UCI_Variant";
/// The XBoard protocol's name for orthodox chess, the only variant that engines without the option [`VARIANT`] play.
const ORTHODOX: &str = "normal";
/// The XBoard protocol's name for Chess960, which engines with the option [`CHESS960`] play.
const FISCHER_RANDOM: &str = "fischerandom";
/// The option that turns orthodox chess into Chess960.
const CHESS960: &str = "UCI_Chess960";
/// The name of orthodox chess as a value of the option [`VARIANT`].
const CHESS: &str = "chess";

/// The state of a connection to a UCI engine.
#[derive(Debug, Default)]
pub(super) struct Uci {
    /// The options that the engine declares.
    options: Vec<AdvertisedOption>,
    /// The variants that the engine plays; empty if it plays orthodox chess only.
    variants: Vec<String>,
    /// Whether the option [`CHESS960`] is set.
    chess960: bool,
    /// All moves of the game up to the position that the engine is pondering, including the expected reply; `None` if
    /// the engine is not pondering.
    pondered: Option<Vec<String>>,
    /// The commands to send after the `bestmove` of a ponder search that was stopped.
    after_stop: Option<Vec<String>>,
}

impl Uci {
    /// Returns whether the engine declares an option.
    fn has(&self, option: &str) -> bool {
        self.advertised(option).is_some()
    }

    /// Returns the engine's declaration of an option. Case does not matter.
    fn advertised(&self, option: &str) -> Option<&AdvertisedOption> {
        self.options
            .iter()
            .find(|known| known.name.eq_ignore_ascii_case(option))
    }

    /// Sends `uci` and reads the options. Returns the engine's name, or an empty string if the engine does not send its
    /// name.
    fn identify(&mut self, engine: &mut Connection, wait: &Wait, remarks: &mut Vec<String>) -> Result<String, Failure> {
        let mut name = String::new();
        self.options.clear();
        self.variants.clear();
        engine.send("uci");
        wait.until_unless_refused(engine, "uciok", remarks, |_, line| {
            if let Some(text) = line.strip_prefix("id name ") {
                name = excerpt(text.trim());
            } else if let Some(text) = line.strip_prefix("option name ") {
                self.add_option(text);
            }
            (line.trim() == "uciok").then_some(())
        })?;
        Ok(name)
    }

    /// Adds an option that the engine declares.
    fn add_option(&mut self, text: &str) {
        let option = AdvertisedOption::parse(text);
        if option.name.eq_ignore_ascii_case(VARIANT) {
            self.variants.clone_from(&option.values);
        }
        self.options.push(option);
    }

    /// Returns whether the engine plays the game with the option [`CHESS960`] instead of a variant of its own.
    fn plays_as_chess960(&self, definition: &Definition) -> bool {
        definition.xboard.name == FISCHER_RANDOM
            && self.has(CHESS960)
            && !self.variants.contains(&definition.name)
            && (self.variants.is_empty() || self.variants.iter().any(|variant| variant == CHESS))
    }

    /// Sends the options that select a game. An engine without the game is told its name all the same if it has a
    /// choice of variants: it may know the name from a file.
    fn select(&mut self, engine: &mut Connection, definition: &Definition) {
        let fischer_random = self.plays_as_chess960(definition);
        if fischer_random != self.chess960 {
            engine.send(&format!("setoption name {CHESS960} value {fischer_random}"));
            self.chess960 = fischer_random;
        }
        if !self.variants.is_empty() {
            let name = if fischer_random { CHESS } else { &definition.name };
            engine.send(&format!("setoption name {VARIANT} value {name}"));
        }
    }
}

impl Dialect for Uci {
    fn handshake(
        &mut self,
        engine: &mut Connection,
        spec: &EngineSpec,
        game: &Definition,
        wait: &Wait,
        remarks: &mut Vec<String>,
    ) -> Result<String, Failure> {
        let name = self.identify(engine, wait, remarks)?;
        if self.plays(game) {
            self.select(engine, game);
        }
        let refused = |text: String| Failure::from(Fault::new(FaultKind::Refusal, text));
        for option in &spec.options {
            if let Some(advertised) = self.advertised(&option.name) {
                if let Some(objection) = advertised.objection(&option.value) {
                    return Err(refused(objection));
                }
                let value = if option.value.is_empty() {
                    "<empty>"
                } else {
                    &option.value
                };
                engine.send(&format!("setoption name {} value {value}", option.name));
            } else if option.required {
                return Err(refused(format!("it has no option '{}'", option.name)));
            }
        }
        if spec.ponder && self.has("Ponder") {
            engine.send("setoption name Ponder value true");
        }
        if spec.options.iter().any(|option| self.has(&option.name)) {
            // An option such as `VariantPath` may have added variants, so ask for the options again.
            self.identify(engine, wait, remarks)?;
        }
        engine.send("isready");
        let is_ready = |_: &mut Connection, line: &str| (line.trim() == "readyok").then_some(());
        wait.until_unless_refused(engine, "readyok", remarks, is_ready)?;
        Ok(name)
    }

    fn plays(&self, definition: &Definition) -> bool {
        if self.variants.is_empty() {
            definition.xboard.name == ORTHODOX || self.plays_as_chess960(definition)
        } else {
            self.variants.contains(&definition.name) || self.plays_as_chess960(definition)
        }
    }

    fn check(&self, _: &Limits) -> Result<(), UnsupportedLimit> {
        Ok(())
    }

    fn new_game(&mut self, engine: &mut Connection, start: &GameStart) {
        self.pondered = None;
        self.after_stop = None;
        self.select(engine, &start.definition);
        engine.send("ucinewgame");
        engine.send("isready");
    }

    fn think(&mut self, engine: &mut Connection, request: &SearchRequest) {
        let lines = [position(request, None), go(request, "")];
        match self.pondered.take() {
            Some(turns) if turns == request.turns => engine.send("ponderhit"),
            Some(_) => {
                engine.send("stop");
                self.after_stop = Some(lines.to_vec());
            }
            None => lines.iter().for_each(|line| engine.send(line)),
        }
    }

    fn ponder(&mut self, engine: &mut Connection, request: &SearchRequest, expected: &str) {
        engine.send(&position(request, Some(expected)));
        engine.send(&go(request, " ponder"));
        let expected = std::iter::once(expected.to_owned());
        self.pondered = Some(request.turns.iter().cloned().chain(expected).collect());
    }

    fn move_now(&mut self, engine: &mut Connection) {
        engine.send("stop");
    }

    fn end_game(&mut self, engine: &mut Connection, _: &str) {
        if self.pondered.take().is_some() || self.after_stop.take().is_some() {
            engine.send("stop");
        }
    }

    fn parse_line(&mut self, engine: &mut Connection, line: &str) -> Option<Message> {
        let mut words = line.split_whitespace();
        match words.next()? {
            "readyok" => Some(Message::Ready),
            "bestmove" => {
                if let Some(lines) = self.after_stop.take() {
                    lines.iter().for_each(|line| engine.send(line));
                    return None;
                }
                let turn = words.next().unwrap_or_default().to_owned();
                let ponder = words.skip_while(|word| *word != "ponder").nth(1).map(str::to_owned);
                Some(Message::BestMove { turn, ponder })
            }
            "info" if self.after_stop.is_none() => info(words).map(Message::Thinking),
            _ => None,
        }
    }

    fn confirms_readiness(&self) -> bool {
        true
    }

    fn is_reusable(&self) -> bool {
        true
    }
}

/// Returns the command `position`. `expected` is the opponent's reply on which to ponder, if any.
fn position(request: &SearchRequest, expected: Option<&str>) -> String {
    let mut line = format!("position fen {}", request.start.fen);
    let turns = request.turns.iter().map(String::as_str).chain(expected);
    for (index, turn) in turns.enumerate() {
        line += if index == 0 { " moves " } else { " " };
        line += turn;
    }
    line
}

/// Returns the command `go` with the limits of the request. `ponder` is ` ponder` or empty, and follows the word `go`.
fn go(request: &SearchRequest, ponder: &str) -> String {
    let mut line = format!("go{ponder}");
    let limits = &request.start.limits;
    match &limits.time {
        Some(TimeControl::PerMove(time)) => line += &format!(" movetime {}", millis(*time)),
        Some(TimeControl::Clock(_)) => {
            for (side, clock) in ["w", "b"].iter().zip(request.clocks) {
                if let Some(left) = clock.remaining() {
                    line += &format!(" {side}time {}", millis(left));
                }
            }
            for (side, clock) in ["w", "b"].iter().zip(request.clocks) {
                if !clock.increment().is_zero() {
                    line += &format!(" {side}inc {}", clock.increment().as_millis());
                }
            }
            if let Some(moves) = request.own_clock().moves_to_go() {
                line += &format!(" movestogo {moves}");
            }
        }
        None => {}
    }
    if let Some(nodes) = limits.nodes {
        line += &format!(" nodes {nodes}");
    }
    if let Some(depth) = limits.depth {
        line += &format!(" depth {depth}");
    }
    line
}

/// Returns a time in milliseconds, at least one, because some engines interpret zero as "no limit".
fn millis(time: Duration) -> u128 {
    time.as_millis().max(1)
}

/// Parses the words after `info`. Returns `None` for a line without depth, nodes and score, and for every line of a
/// multi-PV search except the best. A bound counts as a score.
fn info<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<Thinking> {
    let mut thinking = Thinking::default();
    while let Some(word) = words.next() {
        match word {
            "string" | "pv" | "currmove" | "refutation" | "currline" => break,
            "depth" => thinking.depth = words.next()?.parse().ok(),
            "nodes" => thinking.nodes = words.next()?.parse().ok(),
            "multipv" if words.next()? != "1" => return None,
            "score" => {
                let value: fn(i32) -> Value = match words.next()? {
                    "cp" => Value::Centipawns,
                    "mate" => Value::Mate,
                    _ => continue,
                };
                thinking.value = words.next()?.parse().ok().map(value);
            }
            _ => {}
        }
    }
    (thinking != Thinking::default()).then_some(thinking)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Option<Thinking> {
        info(line.split_whitespace())
    }

    #[test]
    fn info_lines_are_read() {
        let thinking =
            read("depth 14 seldepth 20 multipv 1 score cp -31 lowerbound nodes 99 nps 7 time 1 pv a2a3 depth 3");
        let expected = Thinking {
            value: Some(Value::Centipawns(-31)),
            depth: Some(14),
            nodes: Some(99),
        };
        assert_eq!(thinking, Some(expected));
        assert_eq!(
            read("score mate -3").and_then(|thinking| thinking.value),
            Some(Value::Mate(-3))
        );
        assert_eq!(read("depth 9 multipv 2 score cp 5"), None);
        assert_eq!(read("string depth 9"), None);
        assert_eq!(read("score cp"), None);
        assert_eq!(read("depth x"), None);
    }

    #[test]
    fn options_and_variants_are_read() {
        let mut uci = Uci::default();
        uci.add_option("Clear Hash type button");
        uci.add_option("UCI_Variant type combo default chess var chess var de-la-dama var courier");
        uci.add_option("Hash type spin default 16 min 1 max 64");
        uci.add_option("Ponder type check default false");
        let names: Vec<&str> = uci.options.iter().map(|option| option.name.as_str()).collect();
        assert_eq!(names, ["Clear Hash", "UCI_Variant", "Hash", "Ponder"]);
        let objection = |name: &str, value: &str| uci.advertised(name).and_then(|option| option.objection(value));
        for (name, good, bad) in [
            ("Hash", "64", "65"),
            ("Hash", "1", "abc"),
            ("ponder", "true", "on"),
            ("UCI_Variant", "Chess", "go"),
        ] {
            assert_eq!(objection(name, good), None, "{name}");
            assert!(objection(name, bad).is_some(), "{name} {bad}");
        }
        assert_eq!(uci.variants, ["chess", "de-la-dama", "courier"]);
        assert!(uci.has("clear hash") && !uci.has("threads"));
    }
}

//! An engine that misbehaves on demand, for testing the referee.
//!
//! `faulty-engine FAULT [TAG]` speaks both protocols and plays the first legal move, in every variant that Kurier
//! knows, until it commits the fault at its third move. Tests find its processes by the tag on their command line.

use std::io::{self, BufRead, Write};
use std::process::{Command, exit};
use std::thread::sleep;
use std::time::Duration;

use kurier_engine::session::Board;
use kurier_rules::rules::{Catalogue, Color};

/// The number of the move at which the fault occurs.
const FATAL: u32 = 3;
/// A pause that is longer than any test.
const ETERNITY: Duration = Duration::from_secs(1000);

struct Engine {
    fault: String,
    tag: String,
    xboard: bool,
    board: Board,
    /// Whether the engine is in force mode of the XBoard protocol.
    forced: bool,
    moves: u32,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let fault = arguments.next().unwrap_or_default();
    let tag = arguments.next().unwrap_or_default();
    let mut engine = Engine {
        fault,
        tag,
        xboard: false,
        board: board("chess"),
        forced: true,
        moves: 0,
    };
    if engine.fault == "does-not-start" {
        exit(1);
    }
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        engine.handle(&line);
    }
    if engine.fault == "ignores-quit" {
        sleep(ETERNITY);
    }
}

fn board(variant: &str) -> Board {
    let catalogue = Catalogue::built_in();
    let definition = catalogue.get(variant).or_else(|| catalogue.get("chess"));
    Board::new(&definition.expect("chess is built in"))
}

/// Writes a line to standard output. Exits if the output is closed.
fn say(line: &str) {
    let mut out = io::stdout().lock();
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        exit(0);
    }
}

fn names() -> Vec<String> {
    Catalogue::built_in()
        .iter()
        .map(|definition| definition.name.clone())
        .collect()
}

impl Engine {
    fn handle(&mut self, line: &str) {
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        match command {
            "uci" if self.fault == "says-nothing" => sleep(ETERNITY),
            "uci" => {
                say("id name Faulty");
                say("option name Speed type spin default 5 min 1 max 9");
                say(&format!(
                    "option name UCI_Variant type combo default chess var {}",
                    names().join(" var ")
                ));
                say("uciok");
            }
            "isready" => say("readyok"),
            "setoption" if self.fault == "refuses-options" => say("info string error: I do not like it"),
            "setoption" => {
                if let Some(variant) = rest.strip_prefix("name UCI_Variant value ") {
                    self.board = board(variant);
                }
            }
            "ucinewgame" => self.moves = 0,
            "position" => self.set_up(rest),
            "go" if !self.xboard => self.think(),
            "xboard" => self.xboard = true,
            "protover" => {
                if self.fault == "greets-late" {
                    sleep(Duration::from_millis(2500));
                }
                let variants = names().join(",").replace("chess", "normal");
                say(&format!(
                    "feature myname=\"Faulty\" ping=1 setboard=1 usermove=1 variants=\"{variants}\" done=1"
                ));
            }
            "new" => {
                self.board = board("chess");
                self.moves = 0;
            }
            "variant" => self.board = board(rest),
            "force" => self.forced = true,
            "setboard" => {
                let _ = self.board.set_up(Some(rest));
            }
            "ping" => say(&format!("pong {rest}")),
            "usermove" => {
                self.make(rest);
                if !self.forced {
                    self.think();
                }
            }
            "go" => {
                self.forced = false;
                self.think();
            }
            "quit" if self.fault != "ignores-quit" => exit(0),
            _ => {}
        }
    }

    /// Sets up a position from the arguments of UCI's `position` command: `fen ... moves ...`.
    fn set_up(&mut self, text: &str) {
        let (start, turns) = text.split_once(" moves ").unwrap_or((text, ""));
        let turns: Vec<&str> = turns.split_whitespace().collect();
        if self.board.set_up(start.strip_prefix("fen ")).is_ok() {
            turns.into_iter().for_each(|turn| self.make(turn));
        }
    }

    /// Plays a move on the board. Ignores illegal moves.
    fn make(&mut self, text: &str) {
        if let Ok(turn) = self.board.parse(text) {
            let _ = self.board.play(&turn);
        }
    }

    fn think(&mut self) {
        self.moves += 1;
        if self.moves == FATAL {
            self.misbehave();
        }
        if self.fault == "wants-a-draw" {
            say("offer draw");
        }
        let Some(turn) = self.board.spelled_turns().first().cloned() else {
            return;
        };
        self.play(&turn);
        self.make(&turn);
    }

    fn play(&self, turn: &str) {
        say(&format!("{} {turn}", if self.xboard { "move" } else { "bestmove" }));
    }

    fn misbehave(&self) {
        match self.fault.as_str() {
            "crashes" => exit(3),
            "hangs" => sleep(ETERNITY),
            "floods" => loop {
                say("info string I have a lot to tell");
            },
            "floods-without-lines" => loop {
                if io::stdout().write_all(&[b'x'; 4096]).is_err() {
                    exit(0);
                }
            },
            "is-late" => sleep(Duration::from_secs(2)),
            // A little more than the sum of the time control and the margin of the test that requests this fault.
            "is-late-by-a-tick" => sleep(Duration::from_millis(552)),
            "talks-nonsense" => {
                say("\u{1f600} \0 info depth \u{fffd} score cp lots");
                self.play("xyzzy");
            }
            "plays-illegally" => self.play("a1a1"),
            "closes-its-output" => self.become_a_shell("exec 1>&- 2>&-; sleep 1000"),
            "refuses" => say("Illegal move: e2e4"),
            "claims" => say(match self.board.side() {
                Color::White => "1-0 {I have won}",
                Color::Black => "0-1 {I have won}",
            }),
            "resigns" => say("resign"),
            // The engine plays correctly, but starts a child in a new session, which a signal to its process group does
            // not reach.
            "leaves-a-stray" => {
                let script = format!("sleep 1000; : {}", self.tag);
                let _ = Command::new("setsid").args(["sh", "-c", &script]).spawn();
            }
            "has-children" => {
                // The child outlives its parent unless the whole process group is killed.
                let script = format!("sleep 1000; : {}", self.tag);
                let _ = Command::new("sh").args(["-c", &script]).spawn();
                exit(0);
            }
            _ => {}
        }
    }

    #[cfg(unix)]
    fn become_a_shell(&self, script: &str) {
        use std::os::unix::process::CommandExt;
        let _ = Command::new("sh")
            .args(["-c", &format!("{script}; : {}", self.tag)])
            .exec();
    }

    #[cfg(not(unix))]
    fn become_a_shell(&self, _: &str) {
        exit(0);
    }
}

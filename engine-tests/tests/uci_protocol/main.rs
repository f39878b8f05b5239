//! Tests of conversations in the UCI protocol.

mod commands;
mod options;
mod searches;

use engine_tests::Process;
use engine_tests::games::{definition, play};
use kurier_engine::session::Board;

/// Starts an engine and waits until it has said `uciok`.
fn engine() -> Process {
    let mut engine = Process::kurier();
    engine.send("uci");
    engine.read_until("uciok");
    engine
}

/// Starts an engine and selects a variant.
fn engine_for(variant: &str) -> Process {
    let mut engine = engine();
    engine.send(&format!("setoption name UCI_Variant value {variant}"));
    ready(&mut engine);
    engine
}

/// Waits until the engine answers `isready`, and returns all lines up to the answer.
fn ready(engine: &mut Process) -> Vec<String> {
    engine.send("isready");
    engine.read_until("readyok")
}

fn quit(mut engine: Process) {
    engine.send("quit");
    engine.expect_clean_end();
}

/// Returns the move of a `bestmove` line.
fn best_move(line: &str) -> &str {
    line.split_whitespace().nth(1).unwrap_or_default()
}

/// Returns the word after a key in an `info` line.
fn value<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let mut words = line.split_whitespace();
    words.find(|word| *word == key)?;
    words.next()
}

/// Returns the legal turns after some turns from the start position, computed with the library.
fn legal(variant: &str, turns: &[&str]) -> Vec<String> {
    let mut board = Board::new(&definition(variant));
    for turn in turns {
        play(&mut board, turn).expect("legal turns");
    }
    board.spelled_turns()
}

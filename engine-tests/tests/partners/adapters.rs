//! Adapters through which XBoard talks to UCI engines. Kurier needs no adapter, but people use it with adapters.

use std::path::{Path, PathBuf};
use std::process::Command;

use engine_tests::{Process, kurier_binary, partners};
use libtest_mimic::Trial;

pub fn tests() -> Vec<Trial> {
    vec![
        partners::test("uci2wb_offers_the_games_that_it_is_told", &["uci2wb"], uci2wb),
        partners::test("polyglot_plays_chess", &["polyglot"], polyglot),
    ]
}

/// Starts an adapter and greets it as XBoard does. Returns the adapter and the features that it announces.
fn greet(command: Command) -> (Process, String) {
    let mut adapter = Process::spawn(command);
    adapter.send("xboard");
    adapter.send("protover 2");
    let features = adapter.read_until_within(Process::TIMEOUT, |line| line.ends_with("done=1"));
    (adapter, features.join("\n"))
}

fn uci2wb(programs: &[PathBuf]) {
    let mut command = Command::new(&programs[0]);
    command.arg(format!("{} --only chess,courier,shatranj", kurier_binary().display()));
    let (mut adapter, features) = greet(command);
    // The adapter adds Chess960, because Kurier has the option for it.
    assert!(
        features.contains("variants=\"normal,courier,shatranj,normal,fischerandom\""),
        "{features}"
    );
    assert!(!features.contains("var "), "an option of scraps: {features}");
    for line in ["new", "variant courier", "st 1", "usermove b1c3"] {
        adapter.send(line);
    }
    // The adapter sends XBoard Kurier's start position, which is the position after the four prescribed moves.
    adapter.expect("setup (-) 12x8+0_courier rnebmk1wbenr/");
    let answer = adapter.expect("move ");
    assert!(answer.len() >= "move a1a2".len(), "{answer}");
    adapter.send("quit");
}

fn polyglot(programs: &[PathBuf]) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("polyglot.ini"), settings(&kurier_binary())).expect("a file");
    let mut command = Command::new(&programs[0]);
    command.arg("polyglot.ini").current_dir(folder.path());
    let (mut adapter, features) = greet(command);
    assert!(features.contains("Kurier"), "{features}");
    for line in ["new", "level 40 5 0", "sd 4", "usermove e2e4"] {
        adapter.send(line);
    }
    let answer = adapter.expect("move ");
    assert_eq!(answer.len(), "move e7e5".len(), "{answer}");
    adapter.send("quit");
}

fn settings(kurier: &Path) -> String {
    let command = kurier.display();
    format!("[PolyGlot]\nEngineDir = .\nEngineCommand = {command}\nLog = false\n[Engine]\nHash = 16\n")
}

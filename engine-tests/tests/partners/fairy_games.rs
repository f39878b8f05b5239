//! Random games in Fairy-Stockfish's format: their translations must play as in the Python package pyffish.

use std::env;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

use engine_tests::fairy::{Account, compare, invent, translated};
use engine_tests::partners;
use kurier_formats::import::FairyGames;
use libtest_mimic::{Completion, Trial};

/// The environment variable with the number of games; if it is set, different games are tested every day.
const MANY: &str = "KURIER_FAIRY";
const FEW: u64 = 10;

pub fn tests() -> Vec<Trial> {
    vec![Trial::ignorable_test("random_games_agree_with_pyffish", || {
        let Some(python) = partners::find("python3").filter(|python| has_pyffish(python)) else {
            return Ok(Completion::ignored_with("not installed: pyffish"));
        };
        agree(&python);
        Ok(Completion::Completed)
    })]
}

fn has_pyffish(python: &Path) -> bool {
    let mut command = Command::new(python);
    command.args(["-c", "import pyffish"]).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn agree(python: &Path) {
    let many: Option<u64> = env::var(MANY).ok().and_then(|number| number.parse().ok());
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let first = if many.is_some() {
        since.as_secs() / 86_400 * 10_000
    } else {
        1_000
    };
    let mut file = String::new();
    let mut names = Vec::new();
    let games = |text: &str| FairyGames::read(text, "random.ini").expect("a correct file");
    for seed in first.. {
        if names.len() as u64 == many.unwrap_or(FEW) {
            break;
        }
        let (text, name) = (invent(seed), format!("random-{seed}"));
        if translated(&games(&text), &name).is_ok() {
            file += &text;
            names.push(name);
        }
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("fairy.py");
    let mut command = Command::new(python);
    command.arg(script).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("python3");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(file.as_bytes()).expect("the games are taken");
    drop(input);
    let output = child.wait_with_output().expect("an answer");
    let answer = String::from_utf8_lossy(&output.stdout);
    let games = games(&file);
    let mut compared = 0;
    for line in answer.lines() {
        let account: Account = serde_json::from_str(line).expect("an account");
        let definition = translated(&games, &account.name).expect("it was translated before");
        compared += compare(&definition, &account);
    }
    assert_eq!(answer.lines().count(), names.len());
    assert!(compared > names.len(), "{compared} positions");
}

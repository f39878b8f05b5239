//! Generates random variants in Fairy-Stockfish's format, or compares variants with recordings of how Fairy-Stockfish
//! plays them (accounts).
//!
//! `fairy-games COUNT [FIRST SEED]` prints `COUNT` random variants that Kurier can translate. `fairy-games GAMES.ini
//! ACCOUNTS.ndjson` compares variants with the accounts that `fairy.py` has recorded.

use std::env;
use std::fs;
use std::panic::catch_unwind;
use std::process::ExitCode;

use engine_tests::fairy::{Account, compare, invent, translated};
use kurier_formats::import::FairyGames;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let [games, accounts] = &arguments[..]
        && let (Ok(games), Ok(accounts)) = (fs::read_to_string(games), fs::read_to_string(accounts))
    {
        return compare_all(&games, &accounts);
    }
    let numbers: Vec<u64> = env::args()
        .skip(1)
        .filter_map(|argument| argument.parse().ok())
        .collect();
    let (count, first) = match numbers[..] {
        [count] => (count, 0),
        [count, first] => (count, first),
        _ => {
            eprintln!("usage: fairy-games COUNT [FIRST SEED]");
            return ExitCode::from(2);
        }
    };
    let mut found = 0;
    for seed in first.. {
        if found == count {
            break;
        }
        let text = invent(seed);
        let games = FairyGames::read(&text, "random.ini");
        match games
            .map_err(|_| "an incorrect file".to_owned())
            .and_then(|games| translated(&games, &format!("random-{seed}")).map(|_| ()))
        {
            Ok(()) => {
                println!("{text}");
                found += 1;
            }
            Err(error) => eprint!("{seed}: {error}"),
        }
    }
    ExitCode::SUCCESS
}

/// Compares the variants in the file `games` with Fairy-Stockfish's accounts of them in the file `accounts`. Prints how
/// many positions were compared and how many variants differ.
fn compare_all(games: &str, accounts: &str) -> ExitCode {
    let Ok(games) = FairyGames::read(games, "games.ini") else {
        eprintln!("an incorrect file of games");
        return ExitCode::from(2);
    };
    let (mut compared, mut wrong) = (0, 0);
    for line in accounts.lines() {
        // The panic message has already shown the difference.
        let found = catch_unwind(|| {
            let account: Account = serde_json::from_str(line).expect("an account");
            let definition =
                translated(&games, &account.name).unwrap_or_else(|error| panic!("{}: {error}", account.name));
            compare(&definition, &account)
        });
        match found {
            Ok(positions) => compared += positions,
            Err(_) => wrong += 1,
        }
    }
    println!("{compared} positions compared, {wrong} games differ");
    ExitCode::from(u8::from(wrong > 0))
}

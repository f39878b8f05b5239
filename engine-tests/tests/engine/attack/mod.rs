//! Robustness against files and conversations that are damaged, by accident or on purpose: they are read or refused,
//! but nothing crashes.
//!
//! `KURIER_ATTACK=100 cargo test --release -p engine-tests --test engine attack` runs a hundred times as many attempts.

mod conversations;
mod mates;

use std::fs;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use engine_tests::Process;
use engine_tests::long_form;
use engine_tests::parallel::check_all;
use engine_tests::svg::assert_harmless;
use engine_tests::tournament::{Tournament, match_command};
use kurier_diagram::Diagram;
use kurier_engine::eval::EvaluationSource;
use kurier_engine::search::{Limits, Settings};
use kurier_engine::session::{Board, Engine};
use kurier_formats::import::FairyGames;
use kurier_formats::pgn::Reader;
use kurier_rules::rules::{Catalogue, Definition};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tempfile::TempDir;

/// Returns the factor by which `KURIER_ATTACK` multiplies the number of attempts; 1 if it is not set.
fn times() -> u64 {
    long_form::number("KURIER_ATTACK").unwrap_or(1)
}

/// Fragments that have a meaning in some format, or that often break parsers.
const SPLINTERS: [&str; 36] = [
    "= ",
    "\"",
    "[",
    "]",
    "{",
    "}",
    "\n",
    "true",
    "-1",
    "0",
    "99999999999999999999",
    "1e308",
    "nan",
    "\0",
    "\u{1b}[2J",
    "</script><script>",
    "<svg onload=x>",
    "&amp;",
    "..",
    "mandatory = true\nchained = true\n",
    "royal = true",
    "a1",
    "z26",
    "K",
    "N0",
    "gQ",
    "t[RB]",
    "afsafF",
    "promotes-to = \"Q\"",
    "(",
    ")",
    ";",
    "$999",
    "1-0",
    "bm Qh7",
    "\u{202e}",
];

/// Returns a randomly damaged copy of some text.
fn damaged(random: &mut ChaCha8Rng, text: &[u8]) -> Vec<u8> {
    let mut bytes = text.to_vec();
    for _ in 0..random.random_range(1..=6) {
        let at = random.random_range(0..=bytes.len());
        let end = (at + random.random_range(0..40)).min(bytes.len());
        match random.random_range(0..5) {
            0 => drop(bytes.drain(at..end)),
            1 => {
                let piece = bytes[at..end].to_vec();
                let to = random.random_range(0..=bytes.len());
                bytes.splice(to..to, piece);
            }
            2 if at < bytes.len() => bytes[at] = random.random(),
            3 => bytes.truncate(at.max(1)),
            _ => {
                let splinter = SPLINTERS.choose(random).expect("there are some").bytes();
                bytes.splice(at..at, splinter);
            }
        }
    }
    bytes
}

/// Calls `check` with damaged copies of the texts: `count` copies, multiplied by [`times`], each with its own random
/// generator.
fn attack(count: u64, texts: &[Vec<u8>], check: impl Fn(&[u8], &mut ChaCha8Rng) + Sync) {
    let seeds: Vec<u64> = (0..count * times()).collect();
    check_all(&seeds, |seed| {
        let random = &mut ChaCha8Rng::seed_from_u64(*seed);
        let text = texts.choose(random).expect("there are some");
        let text = damaged(random, text);
        check(&text, random);
    });
}

fn definitions() -> Vec<Vec<u8>> {
    let catalogue = Catalogue::built_in();
    let text = |definition: &Arc<Definition>| Catalogue::file_of(&definition.name).expect("it is built in").into();
    catalogue.iter().map(text).collect()
}

#[test]
fn damaged_definitions_are_refused_or_played() {
    attack(300, &definitions(), |text, random| {
        let text = String::from_utf8_lossy(text);
        let definition = match Definition::parse(&text, "damaged.toml") {
            Ok(definition) => Arc::new(definition),
            Err(error) => return assert!(error.to_string().starts_with("damaged.toml:"), "{error}"),
        };
        let mut board = Board::new(&definition);
        for _ in 0..6 {
            let turns = board.turns();
            let Some(turn) = turns.choose(random) else { break };
            assert_eq!(board.parse(&board.spell(turn)).as_ref(), Ok(turn), "{text}");
            board.play(turn).expect("a legal turn");
            let again = Board::from_fen(&definition, &board.fen()).map(|again| again.fen());
            assert_eq!(again.as_ref(), Ok(&board.fen()), "{text}");
        }
        let settings = Settings {
            hash: 1,
            ..Settings::default()
        };
        let limits = Limits {
            nodes: Some(300),
            ..Limits::default()
        };
        let best = Engine::new(&board, settings)
            .search(&board, &limits, |_| ())
            .expect("the same game");
        assert_eq!(best.turn.is_some(), board.has_turns(), "{text}");
        assert_harmless(&Diagram::new(definition, &board.fen()).expect("the board's own").svg(32));
    });
}

#[test]
fn damaged_evaluations_are_refused_or_used() {
    let definition = Catalogue::built_in().get("leap").expect("a built-in game");
    let texts = [
        include_bytes!("../../../../crates/engine/src/eval/fitted/leap.toml").to_vec(),
        include_bytes!("../../../../crates/networks/leap/leap.net").to_vec(),
    ];
    let board = Board::new(&definition);
    attack(200, &texts, |text, _| {
        let mut sealed = text.to_vec();
        // The last four bytes of a network file are a checksum. Correct it, so that absurd parameters are tested too.
        if let Some(body) = text.len().checked_sub(4).filter(|body| *body > 64) {
            let sum = crc32fast::hash(&text[..body]);
            sealed[body..].copy_from_slice(&sum.to_le_bytes());
        }
        for bytes in [text.to_vec(), sealed] {
            let Ok(source) = EvaluationSource::from_file(bytes) else {
                continue;
            };
            let Ok(params) = source.load(&definition) else { continue };
            let settings = Settings {
                hash: 1,
                ..Settings::default()
            };
            let mut engine = Engine::with_evaluation(&board, params.into(), settings);
            let limits = Limits {
                nodes: Some(300),
                ..Limits::default()
            };
            let best = engine.search(&board, &limits, |_| ()).expect("the same game");
            assert!(best.turn.is_some());
        }
    });
}

#[test]
fn damaged_games_and_lists_are_refused_or_read() {
    let pgn = include_bytes!("../../../data/xboard.pgn");
    let whole = kurier_formats::pgn::whole_games(std::str::from_utf8(pgn).expect("UTF-8"));
    let catalogue = Catalogue::built_in();
    attack(100, &[whole.as_bytes()[..whole.len().min(6000)].to_vec()], |text, _| {
        for game in Reader::new(text).flatten() {
            if let Ok(definition) = game.definition(&catalogue) {
                let mut board = Board::new(&definition);
                if let Ok(record) = game.replay(&mut board) {
                    let written = kurier_formats::pgn::text(&record);
                    let again = Reader::new(written.as_bytes())
                        .next()
                        .expect("a game")
                        .expect("it is read back");
                    let again = again.replay(&mut board).expect("it is as legal as before");
                    assert_eq!(again.moves, record.moves, "{written}");
                    assert_eq!(
                        (again.preamble, again.rest),
                        (record.preamble, record.rest),
                        "{written}"
                    );
                    assert!(!written.contains('\u{1b}'), "{written}");
                }
            }
        }
    });
    attack(
        300,
        &[include_bytes!("../../../data/variants.ini").to_vec()],
        |text, _| {
            let Ok(games) = FairyGames::read(&String::from_utf8_lossy(text), "v.ini") else {
                return;
            };
            for name in games.names() {
                if let Some(Ok(file)) = games.translate(name) {
                    Definition::parse(&file, "v.toml").expect("what is translated is correct");
                }
            }
        },
    );
}

#[test]
fn damaged_positions_never_end_the_program() {
    let folder = TempDir::new().expect("a folder");
    let epd = include_bytes!("../../../data/tactics/courier.epd");
    attack(6, &[epd[..epd.len().min(1500)].to_vec()], |text, random| {
        let path = folder.path().join(format!("{}.epd", random.random::<u64>()));
        fs::write(&path, text).expect("a file");
        let path = path.to_str().expect("UTF-8");
        let output = engine_tests::command::run(&["epd", path, "--variant", "courier", "--depth", "1"], "");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(0 | 2)), "{errors}");
        assert!(!errors.contains("panicked") && !errors.contains('\u{1b}'), "{errors}");
    });
}

/// Checks that a tournament that is repeatedly killed and resumed has the results of an undisturbed tournament.
#[test]
fn killed_tournaments_lose_nothing() {
    const MATCH: [&str; 12] = [
        "-e",
        "self name=A",
        "-e",
        "self name=B option.Hash=1",
        "--variant",
        "leap",
        "--nodes",
        "60",
        "--random-plies",
        "4",
        "--games",
        "12",
    ];
    let folder = TempDir::new().expect("a folder");
    for kill in 0..2 * times() {
        let mut child = match_command(folder.path())
            .args(MATCH)
            .args(["--pgn", "games.pgn", "--resume"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs");
        thread::sleep(Duration::from_millis(200 + 60 * (kill % 10)));
        // Ignore errors: the process may have exited by itself.
        let _ = child.kill();
        child.wait().expect("it ends");
    }
    let resumed = Tournament::play_in(folder, &[&MATCH[..], &["--pgn", "games.pgn", "--resume"]].concat());
    assert_eq!(resumed.standings, Tournament::play(&MATCH).standings);
}

/// Returns the resident memory of a process in KiB; `None` on systems that do not report it.
fn memory_of(id: u32) -> Option<u64> {
    let output = Command::new("ps")
        .args(["-o", "rss=", "-p", &id.to_string()])
        .output()
        .ok()?;
    String::from_utf8_lossy(&output.stdout).trim().parse().ok()
}

#[test]
fn memory_stays_flat_from_game_to_game() {
    let mut engine = Process::kurier();
    engine.send("setoption name Hash value 4");
    let mut play = |games: u64| {
        for game in 0..games {
            let variant = ["courier", "leap-multi", "courierleapale"][game as usize % 3];
            engine.send(&format!("setoption name UCI_Variant value {variant}"));
            engine.send("ucinewgame");
            engine.send("position startpos");
            engine.send("go nodes 2000");
            engine.read_until("bestmove");
        }
        memory_of(engine.id())
    };
    let (before, after) = (play(9), play(9 + 3 * times()));
    if let (Some(before), Some(after)) = (before, after) {
        println!("{before} KiB, then {after} KiB");
        assert!(after < before + 16 * 1024, "{before} KiB, then {after} KiB");
    }
}

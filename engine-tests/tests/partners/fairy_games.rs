//! Variants in Fairy-Stockfish's format: Kurier must play the translations of random variants and one-sided pieces as
//! the Python package pyffish plays the originals, and its own variants as pyffish plays the exported ones.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use engine_tests::fairy::{Account, compare, invent, translated};
use engine_tests::{long_form, one_sided, partners};
use kurier_engine::session::Board;
use kurier_formats::export::{Format, export};
use kurier_formats::import::FairyGames;
use kurier_rules::rules::{Catalogue, Definition};
use libtest_mimic::{Completion, Trial};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// The environment variable with the number of variants. If it is set, different variants are tested every day.
const MANY: &str = "KURIER_FAIRY";
const FEW: u64 = 10;

pub fn tests() -> Vec<Trial> {
    vec![
        test("random_games_agree_with_pyffish", games_agree),
        test("one_sided_pieces_agree_with_pyffish", one_sided_pieces_agree),
        test("exported_games_agree_with_pyffish", exported_games_agree),
    ]
}

/// Returns a test that is ignored without pyffish.
fn test(name: &str, run: fn(&Path)) -> Trial {
    Trial::ignorable_test(name, move || {
        let Some(python) = partners::find("python3").filter(|python| has_pyffish(python)) else {
            return Ok(Completion::ignored_with("not installed: pyffish"));
        };
        run(&python);
        Ok(Completion::Completed)
    })
}

fn has_pyffish(python: &Path) -> bool {
    let mut command = Command::new(python);
    command.args(["-c", "import pyffish"]).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn games_agree(python: &Path) {
    let many: Option<u64> = long_form::number(MANY);
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
    let answer = ask(python, &[], &file);
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

/// Checks a random game of every built-in variant that `variants.ini` can express: pyffish plays what Kurier exports.
fn exported_games_agree(python: &Path) {
    let catalogue = Catalogue::built_in();
    let mut file = String::new();
    let mut games: BTreeMap<String, Arc<Definition>> = BTreeMap::new();
    for definition in catalogue.names().filter_map(|name| catalogue.get(name)) {
        let Ok(text) = export(&definition, Format::VariantsIni) else {
            continue;
        };
        // Fairy-Stockfish has variants of its own under some of the names.
        let name = format!("exported-{}", definition.name);
        file += &text.replacen(&format!("[{}]", definition.name), &format!("[{name}]"), 1);
        games.insert(name, definition);
    }
    let answer = ask(python, &[], &file);
    let mut compared = 0;
    for line in answer.lines() {
        let account: Account = serde_json::from_str(line).expect("an account");
        compared += compare(&games[&account.name], &account);
    }
    assert_eq!(answer.lines().count(), games.len());
    assert!(games.len() > 60 && compared > 10 * games.len(), "{compared} positions");
}

/// Runs `fairy.py` with the text of a `variants.ini` and returns its answer.
fn ask(python: &Path, arguments: &[&str], file: &str) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("fairy.py");
    let mut command = Command::new(python);
    command
        .arg(script)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut child = command.spawn().expect("python3");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(file.as_bytes()).expect("the games are taken");
    drop(input);
    let output = child.wait_with_output().expect("an answer");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Checks random one-sided pieces: translated from a `variants.ini`, and exported from Kurier's definition files.
fn one_sided_pieces_agree(python: &Path) {
    let random = &mut ChaCha8Rng::seed_from_u64(13);
    let (mut sections, mut positions) = (String::new(), String::new());
    let mut ours: Vec<BTreeMap<String, u64>> = Vec::new();
    for number in 0..60 {
        let (name, piece) = (format!("one-sided{number}"), one_sided::piece(random));
        let (text, section) = if number % 2 == 0 {
            let section = one_sided::section(&name, &piece);
            let games = FairyGames::read(&section, "variants.ini").expect("a correct file");
            let text = games.translate(&name).expect("it is there");
            (text.expect("all keys are known"), section)
        } else {
            let text = one_sided::file(&name, &piece);
            let definition = Definition::parse(&text, "ours.toml").expect("a correct file");
            (text, one_sided::section(&name, &one_sided::exported(&definition)))
        };
        sections += &section;
        let definition = Arc::new(Definition::parse(&text, &name).expect("a correct file"));
        let mut board = Board::new(&definition);
        for fen in (0..8).map(|_| one_sided::position(random)) {
            if board.set_up(Some(&fen)).is_ok() {
                positions += &format!("{name} {fen}\n");
                ours.push(board.perft(2, 1).spelled(&board).into_iter().collect());
            }
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("positions");
    std::fs::write(&path, &positions).expect("it can be written");
    let path = path.to_str().expect("plain letters");
    let answer = ask(python, &["--divide", path], &sections);
    assert!(ours.len() > 100, "{}", ours.len());
    assert_eq!(answer.lines().count(), ours.len());
    for ((line, ours), position) in answer.lines().zip(ours).zip(positions.lines()) {
        let theirs: BTreeMap<String, u64> = serde_json::from_str(line).expect("counts");
        assert_eq!(ours, theirs, "{position}");
    }
}

//! Perft counts of variants translated from Fairy-Stockfish's format, and of the built-in variants that this format can
//! express, compared with Fairy-Stockfish's counts.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine_tests::fairy::{Account, compare, translated};
use engine_tests::games::{definition, definitions};
use engine_tests::parallel::check_all;
use kurier_engine::session::Board;
use kurier_formats::import::FairyGames;
use kurier_rules::rules::Definition;

const GAMES: &str = include_str!("../data/variants.ini");
const COUNTS: &str = include_str!("../data/fairy-counts.json");
/// Random variants in Fairy-Stockfish's format, and Fairy-Stockfish's accounts of them, which `engine-tests/fairy.py`
/// has recorded.
const RANDOM: &str = include_str!("../data/fairy-random.ini");
const ACCOUNTS: &str = include_str!("../data/fairy-random.ndjson");
/// Fairy-Stockfish's accounts of its base variants.
const BASES: &str = include_str!("../data/fairy-bases.ndjson");
/// The keys of Fairy-Stockfish's format with their defaults, one per line, such as `king = k`.
const KEYS: &str = include_str!("../data/fairy-keys.txt");

fn counts() -> BTreeMap<String, [u64; 3]> {
    serde_json::from_str(COUNTS).expect("counts by name")
}

fn assert_counts(definition: Arc<Definition>, expected: [u64; 3]) {
    let game = Board::new(&definition);
    let counted = [1, 2, 3].map(|depth| game.perft(depth, 1).nodes);
    assert_eq!(counted, expected, "{}", definition.name);
}

#[test]
fn translated_games_have_the_same_counts() {
    let games = FairyGames::read(GAMES, "variants.ini").expect("a correct file");
    let names: Vec<&str> = games.names().collect();
    let counts = counts();
    assert_eq!(names.len(), counts.len());
    check_all(&names, |name| {
        let text = games.translate(name).expect("it is there");
        let text = text.unwrap_or_else(|errors| panic!("{errors:?}"));
        let definition = Definition::parse(&text, name).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_counts(Arc::new(definition), counts[*name]);
    });
}

#[test]
fn built_in_games_have_the_counts_of_their_translations() {
    let counts = counts();
    let pairs = [
        ("chess", "plain"),
        ("capablanca", "plain-capablanca"),
        ("chaturanga", "plain-chaturanga"),
        ("grand", "plain-grand"),
        ("armies-clobberers", "armies"),
        ("armies-nutters", "nutters"),
        ("armies-rookies", "rookies"),
    ];
    check_all(&pairs, |(ours, theirs)| {
        assert_counts(definition(ours), counts[*theirs])
    });
}

#[test]
fn base_games_are_played_alike() {
    let accounts: Vec<Account> = BASES
        .lines()
        .map(|line| serde_json::from_str(line).expect("an account"))
        .collect();
    check_all(&accounts, |account| {
        let text = format!("[x:{}]\n", account.name);
        let games = FairyGames::read(&text, "bases.ini").expect("a correct file");
        let definition = translated(&games, "x").unwrap_or_else(|error| panic!("{}: {error}", account.name));
        compare(&definition, account);
        if let Some(ours) = definitions().iter().find(|ours| ours.name == account.name) {
            assert_eq!(ours.ends, definition.ends, "{}", account.name);
        }
    });
}

#[test]
fn random_games_are_played_alike() {
    let games = FairyGames::read(RANDOM, "random.ini").expect("a correct file");
    let accounts: Vec<Account> = ACCOUNTS
        .lines()
        .map(|line| serde_json::from_str(line).expect("an account"))
        .collect();
    assert_eq!(accounts.len(), games.names().count());
    assert!(accounts.len() >= 100);
    check_all(&accounts, |account| {
        let definition = translated(&games, &account.name).unwrap_or_else(|error| panic!("{error}"));
        compare(&definition, account);
    });
}

#[test]
fn every_key_is_known_and_its_default_changes_nothing() {
    let translate = |text: &str| {
        let games = FairyGames::read(text, "f.ini").expect("a correct file");
        games.translate("x").expect("it is there")
    };
    let chess = translate("[x:chess]\n").expect("chess");
    let keys: Vec<&str> = KEYS.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(keys.len() > 190, "{}", keys.len());
    for line in keys {
        // A piece that is defined again is removed from the promotions until a later setting lists it.
        let key = line.split(" = ").next().unwrap_or_default();
        let promotions = match ["knight", "bishop", "rook", "queen"].contains(&key) {
            true => "promotionPieceTypes = qrbn\n",
            false => "",
        };
        let with = translate(&format!("[x:chess]\n{line}\n{promotions}"));
        assert_eq!(with.as_ref(), Ok(&chess), "{line}");
    }
    let errors = translate("[x:chess]\npromotionPieceTipes = q\n").expect_err("no such key");
    assert!(errors[0].message.contains("is not a key"), "{errors:?}");
}

#[test]
fn promotion_is_limited_by_what_there_is() {
    let promotions = |limits: &str, fen: &str| {
        let text = format!("[x:chess]\npromotionLimit = {limits}\n");
        let games = FairyGames::read(&text, "f.ini").expect("a correct file");
        let definition = translated(&games, "x").expect("a translation");
        let board = Board::from_fen(&definition, fen).expect("a position");
        let mut turns = board.spelled_turns();
        turns.retain(|turn| turn.starts_with("a7a8"));
        turns.sort_unstable();
        turns
    };
    let fen = "4k3/P7/8/8/8/8/8/QRBNK3 w - - 0 1";
    assert_eq!(promotions("q:1 n:3", fen), ["a7a8b", "a7a8n", "a7a8r"]);
    assert_eq!(promotions("q:1 r:1 b:1 n:1", fen), [""; 0]);
}

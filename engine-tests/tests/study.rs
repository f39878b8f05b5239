//! Studies: every number agrees with a recount of the stored games, and interruptions do not change the result.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use engine_tests::command;
use engine_tests::games::definition;
use kurier_engine::session::Board;
use kurier_formats::pgn::{Game, Reader};
use serde_json::Value;

/// Runs `kurier study` on a game with few nodes and returns what it prints.
fn study(game: &str, folder: &Path, more: &[&str]) -> String {
    let folder = folder.to_str().expect("UTF-8");
    let fixed = ["study", game, "--folder", folder];
    String::from_utf8(command::output(&[&fixed[..], more].concat(), "")).expect("UTF-8")
}

/// Returns the numbers of the study in a folder.
fn numbers(folder: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(folder.join("study.json")).expect("a file")).expect("JSON")
}

/// Returns the stored games of a folder.
fn games(folder: &Path) -> Vec<Game> {
    let text = fs::read(folder.join("games.pgn")).expect("a file");
    Reader::new(&text[..]).map(|game| game.expect("a game")).collect()
}

/// The counts of a piece type, in the order of [`KEYS`].
type Counts = [u64; 8];

/// The keys of the counts of a piece type.
const KEYS: [&str; 8] = [
    "moves",
    "captures",
    "checks",
    "promotions",
    "captured",
    "at-start",
    "stayed",
    "survived",
];

/// A piece that is followed through a game: its letter at the start, whose case tells its side, and whether it has
/// moved.
#[derive(Clone)]
struct Follower {
    letter: char,
    moved: bool,
}

/// Returns the pieces of a position by the names of their squares, from the first field of its FEN.
fn placed(board: &Board) -> BTreeMap<String, char> {
    let shape = &board.definition().shape;
    let letter = |square| {
        let piece = board.piece_at(square)?;
        Some((
            shape.name(square),
            board.definition().letter(piece.piece_type, piece.color),
        ))
    };
    shape.squares().filter_map(letter).collect()
}

/// Replays a game from its text, and compares the boards before and after each move. Adds what
/// the pieces did to `counts`, by letter, and returns the numbers of legal moves and whether a move captured or gave
/// check.
fn recount(game: &Game, counts: &mut BTreeMap<char, Counts>, board: &mut Board) -> Vec<(u64, bool, bool)> {
    board.set_up(None).expect("a start position");
    let mut followers: BTreeMap<String, Follower> = BTreeMap::new();
    let mut add = |letter: char, key: &str, number: u64| {
        let place = KEYS.iter().position(|known| *known == key).expect("a key");
        counts.entry(letter.to_ascii_uppercase()).or_default()[place] += number;
    };
    for (square, letter) in placed(board) {
        add(letter, "at-start", 1);
        followers.insert(square, Follower { letter, moved: false });
    }
    let mut turns = Vec::new();
    for played in &game.moves {
        let before = placed(board);
        let legal = board.spelled_turns().len() as u64;
        let turn = board.parse_san(played.plain()).expect("a legal move");
        let route = board.route(&turn);
        let shape = board.definition().shape.clone();
        let (from, to) = (shape.name(route[0]), shape.name(route[route.len() - 1]));
        let text = board.spell(&turn);
        board.play(&turn).expect("a legal move");
        let after = placed(board);
        let mover = before[&from];
        add(mover, "moves", 1);
        if text.ends_with(char::is_alphabetic) {
            add(after[&to], "promotions", 1);
        }
        let white = mover.is_ascii_uppercase();
        let count = |pieces: &BTreeMap<String, char>, of_white: bool| {
            pieces
                .values()
                .filter(|letter| letter.is_ascii_uppercase() == of_white)
                .count() as u64
        };
        let captures = count(&before, !white) - count(&after, !white);
        add(mover, "captures", captures);
        add(mover, "checks", board.in_check().into());
        let moving = followers.remove(&from);
        let gone: Vec<String> = before
            .iter()
            .filter(|(square, letter)| {
                letter.is_ascii_uppercase() != white && after.get(*square).copied() != Some(**letter)
            })
            .map(|(square, _)| square.clone())
            .collect();
        for square in &gone {
            add(before[square], "captured", 1);
            if let Some(follower) = followers.remove(square) {
                add(follower.letter, "stayed", (!follower.moved).into());
            }
        }
        assert_eq!(gone.len() as u64, captures);
        // A castling rook is the only other piece of the mover that changes its square.
        let left: Vec<String> = followers
            .iter()
            .filter(|(square, _)| {
                before[*square].is_ascii_uppercase() == white && after.get(*square) != before.get(*square)
            })
            .map(|(square, _)| square.clone())
            .collect();
        let came = after.iter().find(|(square, letter)| {
            **square != to && letter.is_ascii_uppercase() == white && before.get(*square) != Some(letter)
        });
        for square in left {
            let rook = followers.remove(&square).expect("it is there");
            let (target, _) = came.expect("it arrives");
            followers.insert(target.clone(), Follower { moved: true, ..rook });
        }
        if let Some(follower) = moving {
            followers.insert(
                to,
                Follower {
                    moved: true,
                    ..follower
                },
            );
        }
        turns.push((legal, captures > 0, board.in_check()));
    }
    for follower in followers.values() {
        add(follower.letter, "survived", 1);
        add(follower.letter, "stayed", (!follower.moved).into());
    }
    turns
}

/// Asserts that a number of a study has the expected value. `what` names the number in the error message.
fn assert_near(found: &Value, expected: f64, what: &str) {
    let found = found.as_f64().unwrap_or_else(|| panic!("{what} is no number"));
    assert!((found - expected).abs() < 1e-9, "{what}: {found} instead of {expected}");
}

/// Makes a study of a game and compares the numbers with a recount of the stored games.
fn assert_recounted(name: &str, number: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("study");
    study(name, &path, &["--games", &number.to_string(), "--nodes", "40"]);
    let (study, games) = (numbers(&path), games(&path));
    assert_eq!(games.len(), number);
    let tagged = |name: &str, value: &str| {
        let has = |game: &&Game| game.tag(name) == Some(value);
        games.iter().filter(has).count()
    };
    for (key, result) in [
        ("white", "1-0"),
        ("draws", "1/2-1/2"),
        ("black", "0-1"),
        ("unfinished", "*"),
    ] {
        assert_eq!(study["results"][key], tagged("Result", result), "{name}: {key}");
    }
    for end in study["ends"].as_array().expect("a list") {
        let reason = match end["reason"].as_str().expect("a text") {
            "stopped" => "turn limit",
            reason => reason,
        };
        let sum: u64 = ["white", "draws", "black", "unfinished"]
            .map(|key| end[key].as_u64().expect("a number"))
            .iter()
            .sum();
        assert_eq!(sum as usize, tagged("Termination", reason), "{name}: {reason}");
    }
    let mut counts = BTreeMap::new();
    let mut board = Board::new(&definition(name));
    let turns: Vec<_> = games
        .iter()
        .map(|game| recount(game, &mut counts, &mut board))
        .collect();
    let all: Vec<_> = turns.concat();
    let total = all.len() as f64;
    assert_eq!(study["turns"], all.len(), "{name}");
    assert_near(
        &study["branching"]["value"],
        all.iter().map(|turn| turn.0).sum::<u64>() as f64 / total,
        name,
    );
    assert_near(
        &study["captures"]["value"],
        all.iter().filter(|turn| turn.1).count() as f64 / total,
        name,
    );
    assert_near(
        &study["checks"]["value"],
        all.iter().filter(|turn| turn.2).count() as f64 / total,
        name,
    );
    let lengths: Vec<usize> = turns.iter().map(Vec::len).collect();
    assert_near(
        &study["length"]["least"],
        *lengths.iter().min().expect("a game") as f64,
        name,
    );
    assert_near(
        &study["length"]["most"],
        *lengths.iter().max().expect("a game") as f64,
        name,
    );
    assert_near(&study["mean-length"]["value"], total / number as f64, name);
    assert_near(&study["branching-by-ply"][0], turns[0][0].0 as f64, name);
    for piece in study["pieces"].as_array().expect("a list") {
        let letter = piece["letter"]
            .as_str()
            .and_then(|text| text.chars().next())
            .expect("a letter");
        let found = KEYS.map(|key| piece[key].as_u64().expect("a number"));
        assert_eq!(
            found,
            counts.get(&letter).copied().unwrap_or_default(),
            "{name}: {letter}, {KEYS:?}"
        );
    }
    for first in study["first-turns"].as_array().expect("a list") {
        let begun = games
            .iter()
            .filter(|game| game.moves[0].plain() == first["san"].as_str().expect("a text"));
        let sum: u64 = ["white", "draws", "black", "unfinished"]
            .map(|key| first[key].as_u64().expect("a number"))
            .iter()
            .sum();
        assert_eq!(begun.count() as u64, sum, "{name}: {}", first["san"]);
    }
    let page = fs::read_to_string(path.join("study.html")).expect("a page");
    assert!(
        page.contains("</html>") && !page.contains("http://") && !page.contains("https://")
            || page.contains("www.w3.org")
    );
}

#[test]
fn numbers_equal_a_recount_of_the_games() {
    // The games have castling, chains of captures, forced captures without kings, three dimensions, and a goal other
    // than mate.
    for name in ["chess", "leap64-multi", "antichess", "raumschach", "breakthrough"] {
        assert_recounted(name, 6);
    }
}

#[test]
fn an_interrupted_study_is_that_of_a_single_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let [whole, parts, shards] = ["whole", "parts", "shards"].map(|name| folder.path().join(name));
    let nodes = ["--nodes", "60"];
    let run = |path: &Path, more: &[&str]| study("los-alamos", path, &[&nodes[..], more].concat());
    let printed = run(&whole, &["--games", "8", "--concurrency", "1"]);
    assert!(
        printed.contains("- ") && printed.contains("study.html shows more"),
        "{printed}"
    );
    run(&parts, &["--games", "3"]);
    assert_eq!(numbers(&parts)["games"], 3);
    // A killed run leaves a part of a game.
    let text = fs::read_to_string(parts.join("games.pgn")).expect("a file");
    fs::write(parts.join("games.pgn"), format!("{text}[Event \"Study of\"]\n\n1. a3")).expect("it is written");
    run(&parts, &["--games", "8", "--concurrency", "2"]);
    assert_eq!(numbers(&parts), numbers(&whole));
    run(&shards, &["--games", "8", "--shard", "2/2"]);
    assert!(!shards.join("study.json").exists());
    assert_eq!(
        fs::read_to_string(shards.join("games-2.pgn"))
            .expect("a file")
            .matches("[Event")
            .count(),
        4
    );
    run(&shards, &["--games", "8", "--shard", "1/2"]);
    // The shards already contain all games, so this run plays none and only counts.
    run(&shards, &["--games", "8"]);
    assert_eq!(numbers(&shards), numbers(&whole));
    assert!(!shards.join("games.pgn").exists());
    let before = fs::read_to_string(whole.join("study.html")).expect("a page");
    run(&whole, &["--games", "8"]);
    assert_eq!(fs::read_to_string(whole.join("study.html")).expect("a page"), before);
}

#[test]
fn other_studies_and_damage_are_refused_in_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("study");
    study("breakthrough", &path, &["--games", "1", "--nodes", "20"]);
    let refused = |arguments: &[&str], words: &str| {
        let folder = ["--folder", path.to_str().expect("UTF-8"), "--games", "1"];
        let message = command::refusal(&[&["study"], arguments, &folder[..]].concat(), "");
        assert!(
            message.contains(words) && message.trim().lines().count() == 1,
            "{message}"
        );
    };
    refused(&["chess"], "the study has the game breakthrough, not chess");
    refused(
        &["breakthrough", "--nodes", "30"],
        "the study has the number of nodes 20, not 30",
    );
    refused(&["breakthrough", "--seed", "2"], "the study has the seed 1, not 2");
    refused(&["breakthrough", "--shard", "3/2"], "expected a part such as 2/8");
    refused(&["nogame"], "there is no game 'nogame'");
    fs::write(path.join("games-2.pgn"), "[Round \"5\"]\n\n1. a9 *\n\n").expect("it is written");
    refused(&["breakthrough"], "games-2.pgn: game 1, line 3");
    fs::write(path.join("games-2.pgn"), "[Round \"-\"]\n\n1. a3 *\n\n").expect("it is written");
    refused(&["breakthrough"], "game 1 has no number in its tag Round");
    fs::remove_file(path.join("games-2.pgn")).expect("it is there");
    fs::write(path.join("settings.json"), "{}").expect("it is written");
    refused(&["breakthrough"], "not the settings of a study");
    fs::remove_file(path.join("settings.json")).expect("it is there");
    refused(&["breakthrough"], "the folder has no study, but other files");
}

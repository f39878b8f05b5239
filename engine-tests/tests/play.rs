//! `kurier play`: a game at the terminal, typed by a script.

use engine_tests::command;
use kurier::pgn::Reader;
use tempfile::TempDir;

fn play(arguments: &[&str], lines: &[&str]) -> String {
    let arguments = [&["play"], arguments, &["--level", "1", "--time", "5"]].concat();
    command::text(&arguments, &lines.join("\n"))
}

fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).to_str().expect("UTF-8").to_owned()
}

/// The answers to `fen`.
fn fens(text: &str) -> Vec<&str> {
    let fen = |line: &&str| line.matches('/').count() >= 5;
    let clean = |line| str::trim_start_matches(line, "White> ").trim_start_matches("Black> ");
    text.lines().filter(fen).map(clean).collect()
}

#[test]
fn moves_are_answered_and_taken_back() {
    let text = play(
        &["chess"],
        &["fen", "e4", "fen", "undo", "fen", "g1f3", "undo", "undo", "fen", "quit"],
    );
    let fens = fens(&text);
    assert_eq!(fens.len(), 4, "{text}");
    assert!(
        fens[1].contains(" w ") && fens[1] != fens[0],
        "Kurier has answered: {text}"
    );
    assert_eq!([fens[2], fens[3]], [fens[0], fens[0]], "{text}");
    assert!(
        text.contains("Kurier plays 1... ") && text.contains("no move of yours to take back"),
        "{text}"
    );
}

#[test]
fn every_board_can_be_played_on() {
    for (game, turn) in [
        ("courierleapale", "wd2wd3"),
        ("leap-multi", "c3c4"),
        ("courier", "b2b3"),
    ] {
        let text = play(&[game], &[turn, "moves", "hint", "flip", "quit"]);
        assert!(
            text.contains("Kurier plays 1... ") && text.contains("Kurier would play "),
            "{game}: {text}"
        );
    }
}

#[test]
fn black_waits_for_white_and_sees_the_board_from_black() {
    let text = play(&["leap", "--black"], &["moves", "help", "quit"]);
    let kurier = text.find("Kurier plays 1. ").expect("Kurier begins");
    assert!(text.find("Black> ").is_some_and(|prompt| kurier < prompt), "{text}");
    assert!(
        text.lines()
            .any(|line| line.split_whitespace().eq(["f", "e", "d", "c", "b", "a"])),
        "{text}"
    );
    assert!(text.contains("resign"), "{text}");
}

#[test]
fn impossible_commands_are_reported_and_the_game_continues() {
    let lines = ["e5", "Nf6 now", "level 11", "moves z9", "save", "", "moves e2", "quit"];
    let text = play(&["chess"], &lines);
    for wanted in [
        "illegal move",
        "expected a level",
        "no such square",
        "name of a file",
        "e3  e4",
    ] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
}

#[test]
fn games_are_ended_saved_and_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let (saved, other) = (path(&folder, "game.pgn"), path(&folder, "other.pgn"));
    std::fs::write(&other, "mine").expect("a file can be written");
    // White mates at once.
    let start = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";
    let lines = ["Ra8", "e4", &format!("save {other}"), &format!("save {saved}"), "quit"];
    let text = play(&["chess", "--fen", start], &lines);
    assert!(
        text.contains("1-0 (checkmate)") && text.contains("The game is over"),
        "{text}"
    );
    assert!(text.contains("exists already"), "{text}");
    assert_eq!(std::fs::read_to_string(&other).expect("it is there"), "mine");
    let file = std::fs::read_to_string(&saved).expect("it was written");
    let game = Reader::new(file.as_bytes())
        .next()
        .expect("a game")
        .expect("it is read");
    assert_eq!(
        (game.tag("FEN"), game.tag("Result"), game.moves.len()),
        (Some(start), Some("1-0"), 1)
    );

    let lines = ["undo", "fen", "Kf7", &format!("save {saved}"), "resign", "quit"];
    let text = play(&["--resume", &saved], &lines);
    assert_eq!(fens(&text), [start], "{text}");
    assert!(
        text.contains("You are White") && text.contains("0-1 (White resigns)"),
        "{text}"
    );
    let file = std::fs::read_to_string(&saved).expect("it was written again");
    assert!(file.contains("1. Kf7 Kh7"), "{file}");
}

#[test]
fn a_game_played_as_black_is_resumed_as_black() {
    let folder = tempfile::tempdir().expect("a folder");
    let saved = path(&folder, "game.pgn");
    play(&["shatranj", "--black"], &[&format!("save {saved}"), "quit"]);
    let text = play(&["--resume", &saved], &["quit"]);
    assert!(
        text.contains("You are Black") && !text.contains("Kurier plays"),
        "{text}"
    );
}

#[test]
fn bad_arguments_are_refused() {
    for (arguments, wanted) in [
        (&["play"][..], "VARIANT"),
        (&["play", "ludo"], "'ludo'"),
        (&["play", "chess", "--level", "0"], "from 1 (beginner)"),
        (&["play", "--resume", "no/such.pgn"], "no/such.pgn"),
        (&["play", "chess", "--white", "--black"], "--black"),
    ] {
        let complaint = command::refusal(arguments, "");
        assert!(complaint.contains(wanted), "{complaint}");
    }
}

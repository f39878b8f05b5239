//! `kurier play`: games at the terminal, with scripted input.

use std::io::Write;
use std::process::{Command, Stdio};

use engine_tests::{command, kurier_binary};
use kurier_formats::pgn::Reader;
use tempfile::TempDir;

fn play(arguments: &[&str], lines: &[&str]) -> String {
    let arguments = [&["play"], arguments, &["--level", "1", "--time", "5"]].concat();
    command::text(&arguments, &lines.join("\n"))
}

fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).to_str().expect("UTF-8").to_owned()
}

/// Returns the FENs that the program printed in answer to `fen`.
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
    // White can mate in one move.
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

/// Runs `kurier play` with a temporary home folder and arbitrary bytes as input, and returns its output.
fn play_at_home(home: &TempDir, arguments: &[&str], input: &[u8]) -> String {
    let mut command = Command::new(kurier_binary());
    command
        .env("XDG_CONFIG_HOME", home.path().join("config"))
        .env("XDG_DATA_HOME", home.path().join("data"));
    play_with(command, arguments, input)
}

fn play_with(mut command: Command, arguments: &[&str], input: &[u8]) -> String {
    let mut child = command
        .arg("play")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    child
        .stdin
        .take()
        .expect("input is piped")
        .write_all(input)
        .expect("it is read");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn refused_moves_have_a_reason() {
    // Captures are mandatory, and White has one.
    let fen = "*1k2*/6/6/6/2p3/6/2R3/*K3* w - - 0 1";
    let text = play(&["leap", "--fen", fen], &["Ra2", "quit"]);
    assert!(text.contains("a capture is obligatory"), "{text}");
    let pinned = "4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1";
    let text = play(&["chess", "--fen", pinned], &["Bd3", "Bh9", "1. Kd2!", "quit"]);
    assert!(text.contains("leave the king in check"), "{text}");
    assert!(
        text.contains("Kurier plays 1... "),
        "a number and marks do no harm: {text}"
    );
}

#[test]
fn the_game_explains_itself_and_begins_again() {
    let text = play(&["leap"], &["pieces", "rules", "c4", "new", "fen", "quit"]);
    for wanted in ["  R  Dabbabah", "Who can capture must capture.", "leap-chess.html"] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    assert_eq!(
        fens(&text),
        ["*nqkn*/rpbbpr/pppppp/6/6/PPPPPP/RPBBPR/*NQKN* w KQkq - 0 1"],
        "{text}"
    );
}

#[test]
fn the_last_game_goes_on_at_its_level() {
    let home = tempfile::tempdir().expect("a folder");
    let text = play_at_home(&home, &["chess", "--level", "2"], b"e4\nquit\n");
    assert!(text.contains("Kurier plays 1... "), "{text}");
    let text = play_at_home(&home, &["--resume"], b"level 3\nfen\nd4\n\xff\xfe\nquit\n");
    assert!(fens(&text)[0].contains("4P3"), "{text}");
    assert!(
        text.contains("Kurier plays 2... ") && text.contains("not text in UTF-8"),
        "{text}"
    );
    let saved = std::fs::read_to_string(home.path().join("data/kurier/autosave.pgn")).expect("it is there");
    assert!(saved.contains("(level 3)"), "{saved}");
    // Changing the level saves a resumed game even without another move, but a game without moves is not saved.
    play_at_home(&home, &["--resume"], b"level 4\nquit\n");
    play_at_home(&home, &["leap", "--level", "1"], b"level 5\nquit\n");
    let saved = std::fs::read_to_string(home.path().join("data/kurier/autosave.pgn")).expect("it is there");
    assert!(saved.contains("(level 4)") && saved.contains("2. d4"), "{saved}");
}

#[test]
fn the_folders_of_windows_come_before_a_home() {
    let roaming = tempfile::tempdir().expect("a folder");
    let local = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(roaming.path().join("kurier")).expect("a folder");
    std::fs::write(roaming.path().join("kurier/settings.toml"), "level = 1\n").expect("a file");
    let mut command = Command::new(kurier_binary());
    command
        .env("HOME", "/nonexistent")
        .env_remove("XDG_CONFIG_HOME")
        .env_remove("XDG_DATA_HOME")
        .env("APPDATA", roaming.path())
        .env("LOCALAPPDATA", local.path());
    play_with(command, &["chess"], b"e4\nquit\n");
    let saved = std::fs::read_to_string(local.path().join("kurier/autosave.pgn")).expect("it is there");
    assert!(saved.contains("(level 1)"), "{saved}");
}

#[test]
fn what_was_taken_back_does_not_come_again() {
    let home = tempfile::tempdir().expect("a folder");
    play_at_home(&home, &["chess", "--level", "1"], b"e4\nd4\nundo\nundo\nquit\n");
    let text = play_at_home(&home, &["--resume"], b"fen\nresign\nquit\n");
    assert!(
        fens(&text)[0].starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"),
        "{text}"
    );
    let saved = std::fs::read_to_string(home.path().join("data/kurier/autosave.pgn")).expect("it is there");
    assert!(saved.contains("[Result \"0-1\"]"), "{saved}");
}

#[test]
fn the_users_folder_has_games_and_settings() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("config/kurier/variants");
    std::fs::create_dir_all(&folder).expect("a folder");
    let own = include_str!("../../variants/chess.toml").replace("name = \"chess\"", "name = \"house-chess\"");
    std::fs::write(folder.join("house.toml"), own).expect("a file");
    std::fs::write(folder.join("bad.toml"), "name = 3").expect("a file");
    std::fs::write(
        home.path().join("config/kurier/settings.toml"),
        "level = 1\nhash = 3\nthreads = 2\n",
    )
    .expect("a file");
    play_at_home(&home, &["house-chess"], b"e4\nquit\n");
    let saved = std::fs::read_to_string(home.path().join("data/kurier/autosave.pgn")).expect("it is there");
    assert!(saved.contains("house-chess") && saved.contains("(level 1)"), "{saved}");
    // The user's own variants are offered to GUIs too.
    let mut gui = Command::new(kurier_binary());
    let mut gui = gui
        .env("XDG_CONFIG_HOME", home.path().join("config"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    gui.stdin
        .take()
        .expect("input is piped")
        .write_all(b"uci\nquit\n")
        .expect("it is read");
    let output = gui.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        said.contains("var house-chess") && said.contains("Hash type spin default 3 "),
        "{said}"
    );
    assert!(said.contains("Threads type spin default 2 "), "{said}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("bad.toml"));
}

/// Checks drawings next to a user's own variant file: they appear in diagrams, but an SVG file that could do anything
/// except draw is refused.
#[test]
fn own_drawings_lie_beside_own_games() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("config/kurier/variants");
    std::fs::create_dir_all(&folder).expect("a folder");
    let text = include_str!("../../variants/chess.toml")
        .replacen("\"chess\"", "\"mine\"", 1)
        .replacen("move = \"B\"", "move = \"B\", drawing = \"wyvern.svg\"", 1);
    std::fs::write(folder.join("mine.toml"), text).expect("a file");
    let board = |drawing: &str| {
        std::fs::write(folder.join("wyvern.svg"), drawing).expect("a file");
        let output = Command::new(kurier_binary())
            .args(["board", "mine", "--svg", "-"])
            .env("XDG_CONFIG_HOME", home.path().join("config"))
            .output()
            .expect("the program runs");
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    };
    let [picture, _] = board("<svg viewBox=\"0 0 100 100\"><path d=\"M1 2 3 4z\"/></svg>");
    assert!(picture.contains("<path d=\"M1 2 3 4z\"/>"), "{picture}");
    let [picture, errors] = board("<svg><script>alert(1)</script></svg>");
    assert!(
        picture.is_empty() && errors.contains("wyvern.svg: <script> is none of"),
        "{errors}"
    );
}

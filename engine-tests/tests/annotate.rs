//! `kurier annotate`: adds scores, lines and marks to games, and reports mistakes in the files.

use std::fs;
#[cfg(unix)]
use std::process::{Command, Stdio};
#[cfg(unix)]
use std::time::{Duration, Instant};

use engine_tests::command;
#[cfg(unix)]
use engine_tests::{Process, kurier_binary};
use kurier_formats::pgn::Reader;
use tempfile::TempDir;

const SHORT: &str = "[White \"A <b>\"]\n[Black \"B\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 {oops} 4. Qxf7# 1-0\n";

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn file(folder: &TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    fs::write(&path, text).expect("a file can be written");
    path.to_str().expect("UTF-8").to_owned()
}

#[test]
fn a_blunder_is_marked_and_what_was_there_stays() {
    let folder = folder();
    let path = file(&folder, "short.pgn", SHORT);
    let text = command::text(&["annotate", &path, "--depth", "4"], "");
    let game = Reader::new(text.as_bytes())
        .next()
        .expect("a game")
        .expect("it is read back");
    let moves: Vec<&str> = game.moves.iter().map(|turn| turn.text.as_str()).collect();
    assert_eq!(moves.len(), 7);
    assert_eq!(moves[5], "Nf6??");
    let comment = &game.moves[5].comment;
    assert!(
        comment.starts_with("oops [%eval #1,") && comment.ends_with("Blunder"),
        "{comment}"
    );
    let variation = &game.moves[5].annotations.variations[0];
    assert!(variation.starts_with("3... ") && variation.contains('{'), "{variation}");
    assert!(game.moves[..5].iter().all(|turn| turn.comment.contains("[%eval ")));
    assert_eq!((game.moves[6].comment.as_str(), moves[6]), ("", "Qxf7#"));
    assert!(
        game.tag("Annotator")
            .is_some_and(|annotator| annotator.starts_with("Kurier"))
    );
}

#[test]
fn a_missed_mate_by_a_quiet_sacrifice_is_shown() {
    let folder = folder();
    let fen = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1";
    let path = file(
        &folder,
        "missed.pgn",
        &format!("[FEN \"{fen}\"]\n[SetUp \"1\"]\n\n1. a3 gxf6 *\n"),
    );
    let text = command::text(&["annotate", &path, "--depth", "2"], "");
    let mut reader = Reader::new(text.as_bytes());
    let game = reader.next().expect("a game").expect("it is read back");
    assert_eq!(game.moves[0].text, "a3??");
    let variation = &game.moves[0].annotations.variations[0];
    assert!(
        variation.starts_with("1. Qg6") && variation.ends_with("{mate 2}"),
        "{variation}"
    );
}

#[test]
fn broken_games_are_copied_and_their_place_is_told() {
    let folder = folder();
    for (name, text, wanted) in [
        ("illegal.pgn", "1. e4 e5 2. Ke3 *", "game 1, line 1: move 3"),
        ("unknown.pgn", "[Variant \"ludo\"]\n\n1. e4 *", "unknown variant 'ludo'"),
        ("bracket.pgn", "[Site a]\n[Event \"b\"]\n\n1. e4 *", "expected a tag"),
        ("latin-1.pgn", "[White \"M\u{fc}ller\"]\n\n1. e5 *", "move 1"),
    ] {
        let bytes: Vec<u8> = text
            .chars()
            .map(|letter| u8::try_from(u32::from(letter)).expect("Latin-1"))
            .collect();
        let path = file(&folder, name, "");
        fs::write(&path, &bytes).expect("a file");
        let out = format!("{path}.out");
        let output = command::run(&["annotate", &path, "--pgn", &out], "");
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{complaint}");
        assert!(
            complaint.contains(wanted) && complaint.contains("none of 1 games"),
            "{complaint}"
        );
        assert_eq!(fs::read(&out).expect("it is copied").trim_ascii(), bytes, "{name}");
        assert!(!fs::exists(format!("{out}.part")).expect("a folder"));
    }
    let empty = file(&folder, "empty.pgn", "");
    let wide: Vec<u8> = SHORT.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let path = file(&folder, "wide.pgn", "");
    fs::write(&path, wide).expect("a file");
    for (path, wanted) in [(&empty, "there is no game in it"), (&path, "UTF-16")] {
        let out = format!("{path}.out");
        let complaint = command::refusal(&["annotate", path, "--pgn", &out], "");
        assert!(complaint.contains(wanted), "{complaint}");
        assert!(!fs::exists(&out).expect("a folder") && !fs::exists(format!("{out}.part")).expect("a folder"));
    }
    assert!(command::refusal(&["annotate", "no/such.pgn"], "").contains("no/such.pgn"));
}

/// Checks that each game is annotated before the next one is read, so that files of any size fit into memory.
#[cfg(unix)]
#[test]
fn games_are_streamed() {
    use std::io::{BufRead, BufReader, Write};
    let mut child = Command::new(kurier_binary())
        .args(["annotate", "-", "--depth", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    let mut input = child.stdin.take().expect("input is piped");
    let output = child.stdout.take().expect("output is piped");
    let (sender, lines) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    for game in 1..=3 {
        writeln!(input, "[Round \"{game}\"]\n\n1. e4 *\n").expect("it is read");
        input.flush().expect("it is read");
        let next = || lines.recv_timeout(Process::TIMEOUT).expect("the game is done");
        let round = format!("[Round \"{game}\"]");
        while next() != round {}
        while !next().contains("[%eval") {}
    }
    drop(input);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn what_a_game_has_twice_is_written_once() {
    let folder = folder();
    let text = "[White \"A\"]\n\n{Before} 1. e4! {[%eval 9.99,1] fine [%clk 0:10]} e5?! $14 2. Bc4 Nc6 3. Qh5 Nf6 {oops} \
        (3... Qe7) 4. Qxf7# 1-0\n";
    let path = file(&folder, "game.pgn", text);
    let annotate = |from: &str, depth: &str| command::text(&["annotate", from, "--depth", depth], "");
    let once = annotate(&path, "4");
    let flat = once.split_whitespace().collect::<Vec<_>>().join(" ");
    for kept in [
        "{Before} 1. e4! {fine [%clk 0:10] [%eval",
        "e5?! $14",
        "Nf6?? {oops [%eval",
        "(3... Qe7)",
    ] {
        assert!(flat.contains(kept), "{kept}: {once}");
    }
    assert!(!once.contains("9.99"), "{once}");
    let again = file(&folder, "once.pgn", &once);
    assert_eq!(annotate(&again, "4"), once);
    // Annotating again at another depth replaces the earlier lines.
    let deeper = annotate(&again, "5");
    assert_eq!(
        deeper.matches("[%eval").count(),
        once.matches("[%eval").count(),
        "{deeper}"
    );
    let variations = |text: &str| -> usize {
        let games = Reader::new(text.as_bytes());
        games
            .map(|game| {
                game.expect("it is read")
                    .moves
                    .iter()
                    .map(|turn| turn.annotations.variations.len())
                    .max()
            })
            .map(Option::unwrap_or_default)
            .sum()
    };
    assert_eq!(variations(&deeper), 2, "{deeper}");
}

const DEPTH: [&str; 2] = ["--depth", "2"];

#[test]
fn what_others_have_said_survives() {
    let folder = folder();
    let text = "[White \"A\"]\n\n1. e4 $1 (1. d4 d5 (1... Nf6 {a \u{1b}[31mjoke}) 2. c4) e5 $10 {solid} 2. Nf3 *\n";
    let path = file(&folder, "said.pgn", text);
    let out = folder.path().join("out.pgn");
    command::text(
        &[&["annotate", &path, "--pgn", out.to_str().expect("UTF-8")], &DEPTH[..]].concat(),
        "",
    );
    let text = fs::read_to_string(&out).expect("it is written");
    assert!(!text.contains('\u{1b}'));
    let game = Reader::new(text.as_bytes())
        .next()
        .expect("a game")
        .expect("it is read back");
    let [first, second, ..] = &game.moves[..] else {
        panic!("{game:?}")
    };
    assert_eq!(first.annotations.glyphs, ["$1"]);
    let variations = &first.annotations.variations;
    assert!(
        variations
            .iter()
            .any(|text| text == "1. d4 d5 (1... Nf6 {a [31mjoke}) 2. c4"),
        "{variations:?}"
    );
    assert_eq!(second.annotations.glyphs, ["$10"]);
    assert!(second.comment.starts_with("solid [%eval "));
    // No line break may split a score.
    for line in text.lines() {
        let opened: Vec<&str> = line.split("[%eval").skip(1).collect();
        assert!(opened.iter().all(|rest| rest.contains(']')), "{line}");
    }
}

#[test]
fn no_file_is_two_things() {
    let folder = folder();
    let path = file(&folder, "short.pgn", SHORT);
    let other = folder.path().join("other");
    let other = other.to_str().expect("UTF-8");
    for places in [
        vec!["--pgn", &path],
        vec!["--html", &path],
        vec!["--pgn", other, "--html", other],
    ] {
        let refusal = command::refusal(&[&["annotate", &path], &places[..]].concat(), "");
        assert!(refusal.contains("named twice"), "{refusal}");
    }
    assert_eq!(fs::read_to_string(&path).expect("it is there"), SHORT);
}

#[cfg(unix)]
#[test]
fn a_full_disk_costs_nothing() {
    let folder = folder();
    let path = file(&folder, "short.pgn", SHORT);
    let refusal = command::refusal(&[&["annotate", &path, "--html", "/dev/full"], &DEPTH[..]].concat(), "");
    assert!(refusal.contains("/dev/full"), "{refusal}");
    let refusal = command::refusal(&[&["annotate", &path, "--pgn", "/dev/full"], &DEPTH[..]].concat(), "");
    assert!(refusal.contains("/dev/full"), "{refusal}");
    assert_eq!(fs::read_to_string(&path).expect("it is there"), SHORT);
}

#[test]
fn bad_games_are_copied_and_good_ones_annotated() {
    let bad = "[White \"Bad\"]\n\n1. e4 e5 2. Ke3 {illegal} *\n\n";
    let text = format!("{bad}[White \"Good\"]\n\n1. d4 *\n\n{bad}");
    let output = command::run(&[&["annotate", "-"], &DEPTH[..]].concat(), &text);
    let warnings = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{warnings}");
    assert_eq!(warnings.matches("copied as it is").count(), 2, "{warnings}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(text.matches("2. Ke3 {illegal} *").count(), 2, "{text}");
    assert_eq!(text.matches("[%eval").count(), 1, "{text}");
}

#[test]
fn interrupted_runs_are_resumed() {
    let folder = folder();
    let path = file(&folder, "three.pgn", &SHORT.repeat(3).replace("1-0\n", "1-0\n\n"));
    let whole = folder.path().join("whole.pgn");
    let part = folder.path().join("part.pgn");
    let annotate = |out: &std::path::Path, more: &[&str]| {
        let out = out.to_str().expect("UTF-8");
        command::text(&[&["annotate", &path, "--pgn", out], &DEPTH[..], more].concat(), "")
    };
    annotate(&whole, &[]);
    let text = fs::read_to_string(&whole).expect("it is written");
    let first = kurier_formats::pgn::whole_games(&text[..text.len() / 2]);
    assert!(first.len() > 100);
    // A killed run leaves a partial file with one whole game and the beginning of another.
    fs::write(folder.path().join("part.pgn.part"), &text[..first.len() + 60]).expect("a file");
    annotate(&part, &["--resume"]);
    assert_eq!(fs::read_to_string(&part).expect("it is written"), text);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 3);
}

/// Checks that Ctrl-C keeps the games that are already annotated.
#[cfg(unix)]
#[test]
fn an_interruption_keeps_what_is_done() {
    let folder = folder();
    // Half a second per position is too long for the second game to be finished before the interruption.
    let path = file(
        &folder,
        "games.pgn",
        &format!(
            "[White \"A\"]\n\n1. e4 *\n\n{}",
            SHORT.repeat(1000).replace("1-0\n", "1-0\n\n")
        ),
    );
    let (out, part) = (folder.path().join("out.pgn"), folder.path().join("out.pgn.part"));
    let mut child = Command::new(kurier_binary())
        .args(["annotate", &path, "--time", "0.5", "--pgn"])
        .arg(&out)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let begun = Instant::now();
    while fs::read_to_string(&part).map_or(true, |text| !text.contains("[%eval")) {
        assert!(begun.elapsed() < Process::TIMEOUT, "no game is done");
        std::thread::sleep(Duration::from_millis(20));
    }
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(2));
    let text = fs::read_to_string(&part).expect("what is done stays");
    let whole = kurier_formats::pgn::whole_games(&text);
    assert!(whole.contains("1. e4 {[%eval"), "{text}");
    assert!(!out.exists(), "it is not finished");
}

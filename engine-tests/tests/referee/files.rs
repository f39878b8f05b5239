//! The referee's files of games, openings and arguments, and interrupted tournaments.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

use engine_tests::tournament::{Tournament, match_command};
use tempfile::TempDir;

use super::{FAULTY, SELF_MATCH, SOUND, assert_nothing_runs};

/// Returns the `Round` tags of the games in the tournament's PGN file, sorted.
fn rounds(tournament: &Tournament) -> Vec<String> {
    let text = fs::read_to_string(tournament.path("games.pgn")).expect("the games are written");
    let mut rounds: Vec<String> = text
        .lines()
        .filter(|line| line.starts_with("[Round "))
        .map(str::to_owned)
        .collect();
    rounds.sort();
    rounds
}

/// Checks that a deterministic tournament always consists of identical games, even if it is resumed or the end of its
/// file is lost.
#[test]
fn interrupted_tournaments_are_resumed() {
    let play = |folder: Option<TempDir>, games: &str, resume: &[&str]| {
        let arguments = [&SELF_MATCH, ["--pgn", "games.pgn", "--games", games].as_slice(), resume].concat();
        match folder {
            Some(folder) => Tournament::play_in(folder, &arguments),
            None => Tournament::play(&arguments),
        }
    };
    let whole = play(None, "6", &[]);
    assert_eq!(whole.games.len(), 12);
    assert_eq!(rounds(&whole).len(), 12);

    let part = play(None, "2", &[]);
    let resumed = play(Some(part.into_folder()), "6", &["--resume"]);
    assert_eq!(resumed.games.len(), 8, "four were played before");
    assert_eq!(resumed.standings, whole.standings);

    // Truncate the file as a power cut might.
    let path = resumed.path("games.pgn");
    let text = fs::read_to_string(&path).expect("the games are written");
    fs::write(&path, &text[..text.len() - 40]).expect("the file can be cut");
    let mended = play(Some(resumed.into_folder()), "6", &["--resume"]);
    assert_eq!(mended.games.len(), 1);
    assert_eq!(mended.standings, whole.standings);
    assert_eq!(rounds(&mended), rounds(&whole));
}

/// Checks that a tournament does not overwrite a file with games of another tournament.
#[test]
fn files_of_other_tournaments_are_left_alone() {
    let first = Tournament::play(&[&SELF_MATCH, ["--pgn", "games.pgn"].as_slice()].concat());
    let text = fs::read_to_string(first.path("games.pgn")).expect("the games are written");
    let folder = first.into_folder();
    fs::write(folder.path().join("notes.txt"), "Milk, eggs, bread.\n").expect("a file");
    for (arguments, reason) in [
        (["--pgn", "games.pgn", "--seed", "1"].as_slice(), "--resume"),
        (&["--pgn", "games.pgn", "--seed", "2", "--resume"], "does not belong"),
        (&["--pgn", "games.pgn", "--order", "file", "--resume"], "Conditions"),
        (&["--pgn", "games.pgn", "--ponder", "--resume"], "Conditions"),
        (&["--pgn", "notes.txt", "--resume"], "not a file of games"),
    ] {
        let output = match_command(folder.path())
            .args(SELF_MATCH)
            .args(arguments)
            .output()
            .expect("the program runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && errors.contains(reason), "{errors}");
    }
    assert_eq!(fs::read_to_string(folder.path().join("games.pgn")).ok(), Some(text));
}

#[test]
fn a_file_holds_a_tournament() {
    let folder = TempDir::new().expect("a temporary folder");
    let text =
        "engine = [\"self name=A\", \"self name=B\"]\nvariant = \"leap\"\nnodes = 30\ngames = 4\npgn = \"games.pgn\"\n";
    fs::write(folder.path().join("t.toml"), text).expect("a file");
    let tournament = Tournament::play_in(folder, &["--config", "t.toml", "--games", "2"]);
    assert_eq!(tournament.games.len(), 2, "the command line takes precedence");
    assert!(tournament.path("games.pgn").exists());
    let standings = tournament.standings.clone();
    let folder = tournament.into_folder();
    // The configuration file can also be used to merge parts, whose PGN files are named on the command line.
    let arguments = ["--config", "t.toml", "--games", "2", "--merge", "games.pgn"];
    let merged = Tournament::play_in(folder, &arguments);
    assert_eq!((merged.games.len(), &merged.standings), (0, &standings));
    let other = [
        "--config",
        "t.toml",
        "--games",
        "2",
        "--variant",
        "leap64",
        "--pgn",
        "other.pgn",
    ];
    let other = Tournament::play_in(merged.into_folder(), &other);
    assert!(
        other.games.iter().all(|game| game["variant"] == "leap64"),
        "not both variants"
    );
    let folder = other.into_folder();
    fs::write(folder.path().join("t.toml"), "engine = 3 = 4\n").expect("a file");
    let output = match_command(folder.path())
        .args(["--config", "t.toml"])
        .output()
        .expect("the program runs");
    assert!(String::from_utf8_lossy(&output.stderr).contains("t.toml"), "{output:?}");
}

/// Checks that a referee refuses to use a file that another referee is writing; otherwise every round would be written
/// twice.
#[test]
fn a_file_has_one_referee() {
    let folder = TempDir::new().expect("a temporary folder");
    let file = fs::File::create(folder.path().join("games.pgn")).expect("a file");
    file.lock().expect("the file can be locked");
    let run = || {
        let output = match_command(folder.path())
            .args(SELF_MATCH)
            .args(["--pgn", "games.pgn"])
            .output();
        output.expect("the program runs")
    };
    let refused = run();
    let errors = String::from_utf8_lossy(&refused.stderr);
    assert!(errors.contains("another tournament is writing"), "{errors}");
    drop(file);
    assert!(run().status.success());
}

/// Checks that an interrupted tournament shows its standings, loses no finished game and leaves no engine running.
#[cfg(unix)]
#[test]
fn interruptions_lose_nothing() {
    let folder = TempDir::new().expect("a temporary folder");
    let tag = format!("tag-interrupted-{}", std::process::id());
    let tagged = format!("cmd='{FAULTY} nothing {tag}' name=Slow");
    let arguments = [
        "-e",
        SOUND,
        "-e",
        &tagged,
        "--variant",
        "courierviii",
        "--st",
        "60",
        "--games",
        "100000",
        "--pgn",
        "games.pgn",
    ];
    let mut child = match_command(folder.path())
        .args(arguments)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let output = child.stdout.take().expect("the output is piped");
    let mut lines = BufReader::new(output).lines().map_while(Result::ok);
    // Wait until two games are finished.
    let mut games: Vec<String> = lines.by_ref().take(2).collect();
    let status = std::process::Command::new("kill")
        .arg(child.id().to_string())
        .status()
        .expect("kill runs");
    assert!(status.success());
    let rest: Vec<String> = lines.collect();
    games.extend(rest.iter().filter(|line| line.contains("/100000 ")).cloned());
    assert!(child.wait().expect("the program ends").success());
    assert!(
        rest.iter().any(|line| line.starts_with("Faults")),
        "the standings are shown: {rest:?}"
    );
    let text = fs::read_to_string(folder.path().join("games.pgn")).expect("the games are written");
    assert_eq!(text.matches("[Event ").count(), games.len());
    assert_nothing_runs(&tag);
}

/// Checks that each opening of a file is played with both colours.
#[test]
fn openings_are_played_with_both_colours() {
    let folder = TempDir::new().expect("a temporary folder");
    let output = std::process::Command::new(engine_tests::kurier_binary())
        .args([
            "openings", "courier", "-n", "3", "--plies", "5", "--nodes", "50", "--band", "100",
        ])
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.stdout.iter().filter(|byte| **byte == b'\n').count(), 3);
    fs::write(folder.path().join("book.epd"), &output.stdout).expect("the book is written");
    let arguments = [
        "-e",
        "self name=A",
        "-e",
        "self name=B",
        "--variant",
        "courier",
        "--openings",
        "courier=book.epd",
    ];
    let arguments = [
        &arguments,
        ["--games", "6", "--nodes", "20", "--pgn", "games.pgn"].as_slice(),
    ]
    .concat();
    let tournament = Tournament::play_in(folder, &arguments);
    tournament.assert_faultless();
    let text = fs::read_to_string(tournament.path("games.pgn")).expect("the games are written");
    let mut starts: Vec<&str> = text.lines().filter(|line| line.starts_with("[FEN ")).collect();
    starts.sort_unstable();
    assert_eq!(starts.len(), 6);
    assert!(starts.chunks(2).all(|pair| pair[0] == pair[1]) && starts[1] != starts[2] && starts[3] != starts[4]);
    // The games just played can also serve as openings, up to their third move.
    let folder = tournament.into_folder();
    fs::rename(folder.path().join("games.pgn"), folder.path().join("book.pgn")).expect("the file is there");
    let arguments = [
        "-e",
        "self name=A",
        "-e",
        "self name=B",
        "--variant",
        "courier",
        "--openings",
        "book.pgn",
    ];
    let arguments = [
        &arguments,
        [
            "--book-plies",
            "6",
            "--games",
            "4",
            "--nodes",
            "20",
            "--pgn",
            "games.pgn",
        ]
        .as_slice(),
    ]
    .concat();
    let tournament = Tournament::play_in(folder, &arguments);
    tournament.assert_faultless();
    let text = fs::read_to_string(tournament.path("games.pgn")).expect("the games are written");
    assert_eq!(text.matches("{book}").count(), 4 * 6);
}

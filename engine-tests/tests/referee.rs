//! The referee: engines that misbehave, files, interruptions, and statistics.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::time::{Duration, Instant};

use engine_tests::tournament::{Tournament, match_command};
use tempfile::TempDir;

const FAULTY: &str = env!("CARGO_BIN_EXE_faulty-engine");
/// Far more than an answer takes on a busy machine, and not too long to wait for those that never come.
const PATIENCE: &str = "4";

/// A sound opponent that cannot lose on time: it has no clock.
const SOUND: &str = "self name=Sound nodes=50 option.Hash=1";

/// Plays four games between a sound and a faulty engine; all must be lost by the expected fault.
fn four_games(fault: &str, protocol: &str, expected: &str) {
    let tag = format!("tag-{fault}-{protocol}-{}", std::process::id());
    let faulty = format!("cmd='{FAULTY} {fault} {tag}' proto={protocol} name=Faulty st=0.5");
    let arguments = [
        "-e",
        SOUND,
        "-e",
        &faulty,
        "--variant",
        "leap,chess",
        "--patience",
        PATIENCE,
        "--concurrency",
        "2",
    ];
    let tournament = Tournament::play(&arguments);
    assert_eq!(tournament.games.len(), 4, "{fault}");
    assert_eq!(tournament.tally("Sound"), [4, 0, 0], "{fault}: {:?}", tournament.games);
    assert_eq!(
        tournament.faults("Faulty"),
        [(expected.to_owned(), 4)],
        "{:?}",
        tournament.games
    );
    assert_eq!(tournament.faults("Sound"), []);
    assert!(tournament.games.iter().all(|game| game["termination"] == expected));
    let logs = fs::read_dir(tournament.path("kurier-faults")).expect("the traffic is kept");
    let logs: Vec<String> = logs
        .map(|log| fs::read_to_string(log.expect("a file").path()).expect("the log is readable"))
        .collect();
    assert_eq!(logs.len(), 4);
    assert!(
        logs.iter()
            .all(|log| log.contains("Faulty <") && log.contains("Sound >")),
        "{logs:?}"
    );
    assert_nothing_runs(&tag);
}

/// No process may be left that has the tag on its command line.
fn assert_nothing_runs(tag: &str) {
    let deadline = Instant::now() + Duration::from_secs(20);
    loop {
        let left = processes_with(tag);
        if left.is_empty() {
            return;
        }
        // The system may take a moment to reap processes.
        assert!(Instant::now() < deadline, "left behind: {left:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The command lines of the processes that have the tag on them; none where the system does not show them.
fn processes_with(tag: &str) -> Vec<String> {
    let Ok(entries) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    let own = std::process::id().to_string();
    let lines = entries
        .flatten()
        .filter(|entry| entry.file_name().to_string_lossy() != own.as_str());
    let lines = lines.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    let lines = lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
    // The referee has the tag among its own arguments.
    lines
        .filter(|line| line.contains(tag) && !line.contains("match"))
        .collect()
}

#[test]
fn engines_that_crash() {
    four_games("crashes", "uci", "crash");
    four_games("crashes", "xboard", "crash");
}

#[test]
fn engines_that_close_their_output() {
    four_games("closes-its-output", "uci", "crash");
}

#[test]
fn engines_that_leave_children() {
    four_games("has-children", "uci", "crash");
}

#[test]
fn engines_that_hang() {
    four_games("hangs", "uci", "hang");
}

#[test]
fn engines_that_hang_in_xboard_mode() {
    four_games("hangs", "xboard", "hang");
}

#[test]
fn engines_that_flood() {
    four_games("floods", "uci", "flood");
}

#[test]
fn engines_that_flood_without_lines() {
    four_games("floods-without-lines", "xboard", "flood");
}

#[test]
fn engines_that_are_late() {
    four_games("is-late", "uci", "time forfeit");
}

/// A move that arrives between the deadline and the look at the clock is late, and nothing is waited for.
#[test]
fn engines_that_are_late_by_a_tick() {
    four_games("is-late-by-a-tick", "uci", "time forfeit");
}

#[test]
fn engines_that_are_late_in_xboard_mode() {
    four_games("is-late", "xboard", "time forfeit");
}

#[test]
fn engines_that_talk_nonsense() {
    four_games("talks-nonsense", "uci", "illegal move");
    four_games("talks-nonsense", "xboard", "illegal move");
}

#[test]
fn engines_that_play_illegal_moves() {
    four_games("plays-illegally", "uci", "illegal move");
    four_games("plays-illegally", "xboard", "illegal move");
}

#[test]
fn engines_that_refuse_legal_moves() {
    four_games("refuses", "xboard", "refusal");
}

#[test]
fn engines_that_make_false_claims() {
    four_games("claims", "xboard", "false claim");
}

/// Resigning is no fault, and an engine that ignores `quit` is not waited for.
#[test]
fn engines_that_resign_and_engines_that_do_not_quit() {
    let tag = format!("tag-quit-{}", std::process::id());
    let stubborn = format!("cmd='{FAULTY} ignores-quit {tag}' name=Stubborn");
    let weak = format!("cmd='{FAULTY} resigns {tag}' proto=xboard name=Weak");
    let arguments = [
        "-e",
        &stubborn,
        "-e",
        &weak,
        "--variant",
        "courier",
        "--st",
        "20",
        "--patience",
        PATIENCE,
    ];
    let tournament = Tournament::play(&arguments);
    assert_eq!(tournament.tally("Stubborn"), [2, 0, 0]);
    tournament.assert_faultless();
    assert!(
        tournament
            .games
            .iter()
            .all(|game| game["ending"].as_str().is_some_and(|end| end.contains("resigns")))
    );
    assert_nothing_runs(&tag);
}

/// A draw is agreed when one side offers it and the other one answers with its own offer, and not before.
#[test]
fn draws_are_agreed_by_both() {
    let peaceful = |name: &str| format!("cmd='{FAULTY} wants-a-draw' proto=xboard name={name}");
    let fierce = format!("cmd='{FAULTY} nothing' proto=xboard name=Fierce");
    let play = |other: &str| {
        let arguments = [
            "-e",
            &peaceful("Peaceful"),
            "-e",
            other,
            "--variant",
            "leap",
            "--st",
            "20",
        ];
        Tournament::play(&arguments)
    };
    let tournament = play(&peaceful("Quiet"));
    assert_eq!(tournament.tally("Quiet"), [0, 2, 0]);
    assert!(
        tournament
            .games
            .iter()
            .all(|game| game["ending"] == "draw agreed" && game["plies"] == 2)
    );
    let tournament = play(&fierce);
    assert!(tournament.games.iter().all(|game| game["ending"] != "draw agreed"));
    tournament.assert_faultless();
}

/// Impossible tournaments are refused before the first game, in one line.
#[test]
fn impossible_tournaments_are_refused() {
    let folder = TempDir::new().expect("a temporary folder");
    let dead = format!("cmd='{FAULTY} does-not-start'");
    let silent = format!("cmd='{FAULTY} says-nothing'");
    let cases: [(&[&str], &str); 12] = [
        (
            &["-e", "self", "-e", "no-such-program", "--variant", "leap"],
            "cannot start no-such-program",
        ),
        (&["-e", "self", "-e", &dead, "--variant", "leap"], "crash"),
        (
            &["-e", "self", "-e", &silent, "--variant", "leap", "--patience", "0.5"],
            "hang",
        ),
        (&["-e", "self", "--variant", "leap"], "at least two engines"),
        (&["-e", "self", "-e", "self", "--variant", "ludo"], "no game 'ludo'"),
        (
            &["-e", "self", "-e", "self option.Contempt=3", "--variant", "leap"],
            "no option 'Contempt'",
        ),
        (
            &["-e", "self", "-e", "self proto=usi", "--variant", "leap"],
            "proto=usi",
        ),
        (
            &[
                "-e",
                "self",
                "-e",
                "self",
                "--variant",
                "leap",
                "--sprt",
                "elo0=5",
                "elo1=1",
            ],
            "elo0 < elo1",
        ),
        (
            &[
                "-e",
                "self",
                "-e",
                "self",
                "-e",
                "self",
                "--variant",
                "leap",
                "--sprt",
                "elo1=9",
            ],
            "two engines",
        ),
        (
            &[
                "-e",
                "self",
                "-e",
                "self",
                "--variant",
                "leap",
                "--openings",
                "none.epd",
            ],
            "none.epd",
        ),
        (
            &["-e", "self", "-e", "self proto=xboard", "--variant", "courierleapale"],
            "does not play courierleapale",
        ),
        (
            &["-e", "self", "-e", "self", "--variant", "leap", "--resign", "moves=3"],
            "moves=4 score=900",
        ),
    ];
    for (arguments, reason) in cases {
        let output = match_command(folder.path())
            .args(arguments)
            .args(["--depth", "1"])
            .output()
            .expect("the program runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
        assert!(
            errors.contains(reason) && errors.lines().count() == 1,
            "{arguments:?}: {errors}"
        );
    }
    let output = match_command(folder.path())
        .args(["-e", "self", "-e", "self", "--variant", "leap"])
        .output();
    let errors = String::from_utf8(output.expect("the program runs").stderr).expect("text");
    assert!(errors.contains("give --tc"), "{errors}");
}

const SELF_MATCH: [&str; 12] = [
    "-e",
    "self name=A",
    "-e",
    "self name=B option.Hash=1",
    "--variant",
    "leap,courierleapale",
    "--nodes",
    "60",
    "--random-plies",
    "4",
    "--each",
    "option.Hash=2",
];

/// The games in a PGN file.
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

/// The same tournament gives the same games; one that is resumed, or has lost the end of its file, ends like one that was
/// never interrupted.
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

    // The file as a power cut might leave it.
    let path = resumed.path("games.pgn");
    let text = fs::read_to_string(&path).expect("the games are written");
    fs::write(&path, &text[..text.len() - 40]).expect("the file can be cut");
    let mended = play(Some(resumed.into_folder()), "6", &["--resume"]);
    assert_eq!(mended.games.len(), 1);
    assert_eq!(mended.standings, whole.standings);
    assert_eq!(rounds(&mended), rounds(&whole));
}

/// Games of another tournament are not touched.
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

/// Runs a match that must not begin, and returns why.
fn refused(arguments: &[&str]) -> String {
    let folder = TempDir::new().expect("a temporary folder");
    let output = match_command(folder.path())
        .args(arguments)
        .output()
        .expect("the program runs");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
    errors
}

/// A clean result of engines that do not play as they were told would be worth nothing.
#[test]
fn refusals_of_options_end_the_start() {
    let faulty = format!("cmd='{FAULTY} refuses-options x' option.Speed=7");
    let slow = format!("cmd='{FAULTY} nothing x' option.Speed=77");
    for (engine, reason) in [
        ("self option.EvalFile=nope.net", "nope.net"),
        ("self option.Hash=abc", "a number from"),
        ("self option.Threads=0", "a number from"),
        ("self option.UCI_ShowWDL=yes", "true or false"),
        ("self option.Nonsense=1", "no option 'Nonsense'"),
        ("self proto=xboard option.Elo=99999", "bad option"),
        (faulty.as_str(), "I do not like it"),
        (slow.as_str(), "from 1 to 9"),
    ] {
        let errors = refused(&["-e", engine, "-e", "self", "--variant", "leap", "--nodes", "9"]);
        assert!(errors.contains(reason), "{engine}: {errors}");
    }
    // A file for one game is good where only that is played, and not where another is.
    let folder = TempDir::new().expect("a temporary folder");
    let weights = concat!(env!("CARGO_MANIFEST_DIR"), "/../src/eval/fitted/leap.toml");
    let own = format!("self option.EvalFile={weights}");
    let play = |variants: &str| {
        let arguments = ["-e", &own, "-e", "self", "--nodes", "9", "--variant", variants];
        match_command(folder.path())
            .args(arguments)
            .output()
            .expect("the program runs")
    };
    let good = play("leap");
    assert!(good.status.success(), "{}", String::from_utf8_lossy(&good.stderr));
    let bad = play("leap,courierviii");
    assert!(String::from_utf8_lossy(&bad.stderr).contains("EvalFile"), "{bad:?}");
}

#[test]
fn what_was_not_meant_is_refused() {
    let folder = TempDir::new().expect("a temporary folder");
    let book = folder.path().join("book.epd");
    fs::write(&book, "").expect("a file");
    let books = format!("courier={}", book.display());
    for (arguments, reason) in [
        (&["--variant", "leap,chess,leap"][..], "leap is named twice"),
        (&["--variant", "leap", "--openings", &books], "courier is not played"),
        (&["--variant", "leap", "--shard", "3/2"], "2/8"),
        (&["--variant", "leap", "--csv", "x", "--html", "./x"], "used twice"),
    ] {
        let errors = refused(&[&["-e", "self", "-e", "self", "--nodes", "9"], arguments].concat());
        assert!(errors.contains(reason), "{errors}");
    }
}

#[test]
fn engines_that_greet_late_are_waited_for() {
    let faulty = format!("cmd='{FAULTY} greets-late x' proto=xboard name=Late depth=1");
    let arguments = [
        "-e",
        SOUND,
        "-e",
        &faulty,
        "--variant",
        "leap",
        "--patience",
        "30",
        "--max-moves",
        "4",
    ];
    let tournament = Tournament::play(&arguments);
    assert_eq!((tournament.games.len(), tournament.faults("Late")), (2, vec![]));
}

/// Parts of a tournament, played apart and put together, are the tournament.
#[test]
fn parts_make_a_whole() {
    let whole = Tournament::play(&[&SELF_MATCH, ["--games", "6", "--sprt", "elo1=30"].as_slice()].concat());
    let mut folder = TempDir::new().expect("a temporary folder");
    let mut games = 0;
    for part in 1..=3 {
        let (part, file) = (format!("{part}/3"), format!("part-{part}.pgn"));
        let arguments = ["--games", "6", "--sprt", "elo1=30", "--shard", &part, "--pgn", &file];
        let played = Tournament::play_in(folder, &[&SELF_MATCH, arguments.as_slice()].concat());
        games += played.games.len();
        folder = played.into_folder();
    }
    assert_eq!(games, whole.games.len());
    let files = [
        "--games",
        "6",
        "--sprt",
        "elo1=30",
        "--csv",
        "all.csv",
        "--html",
        "all.html",
        "--merge",
        "part-1.pgn",
        "part-2.pgn",
        "part-3.pgn",
    ];
    let merged = Tournament::play_in(folder, &[&SELF_MATCH, files.as_slice()].concat());
    assert_eq!((merged.games.len(), &merged.standings), (0, &whole.standings));
    let csv = fs::read_to_string(merged.path("all.csv")).expect("it is written");
    assert!(
        csv.starts_with("engine,opponent,variant,games") && csv.contains("\nA,B,leap,6,"),
        "{csv}"
    );
    let html = fs::read_to_string(merged.path("all.html")).expect("it is written");
    assert!(
        html.contains("<h2>courierleapale</h2>") && html.ends_with("</html>\n"),
        "{html}"
    );
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
    let folder = tournament.into_folder();
    fs::write(folder.path().join("t.toml"), "engine = 3 = 4\n").expect("a file");
    let output = match_command(folder.path())
        .args(["--config", "t.toml"])
        .output()
        .expect("the program runs");
    assert!(String::from_utf8_lossy(&output.stderr).contains("t.toml"), "{output:?}");
}

/// Two referees would write every round twice.
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

/// An interrupted tournament shows its standings, loses no finished game and leaves no engine running.
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
    // Two games are finished.
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

/// A player against one with a thousand times the nodes: the test ends early, and on the right side.
#[test]
fn a_test_stops_the_match() {
    let arguments = [
        "-e",
        "self name=Strong nodes=2000",
        "-e",
        "self name=Weak nodes=2",
        "--variant",
        "leap64-optional",
        "--games",
        "2000",
        "--random-plies",
        "4",
        "--sprt",
        "elo0=0",
        "elo1=100",
    ];
    let tournament = Tournament::play(&arguments);
    let sprt = &tournament.standings["sprt"];
    assert_eq!(sprt["verdict"], "H1", "{}", tournament.standings);
    assert!(sprt["llr"].as_f64() >= sprt["bounds"][1].as_f64());
    assert!(tournament.games.len() < 200, "{}", tournament.games.len());
}

/// Openings from a file: each is played with both colours.
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
    // And from the games just played, to their third move.
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

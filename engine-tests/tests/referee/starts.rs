//! Tournaments that the referee must refuse to begin, and warnings before the first game.

use std::fs;

use engine_tests::games::{definition, play};
use engine_tests::tournament::match_command;
use kurier_engine::session::Board;
use tempfile::TempDir;

use super::FAULTY;

/// Checks that impossible tournaments are refused before the first game, with an error message of one line.
#[test]
fn impossible_tournaments_are_refused() {
    let folder = TempDir::new().expect("a temporary folder");
    let dead = format!("cmd='{FAULTY} does-not-start'");
    let silent = format!("cmd='{FAULTY} says-nothing'");
    let cases: [(&[&str], &str); 13] = [
        (
            &["-e", "self", "-e", "no-such-program", "--variant", "leap"],
            "cannot start no-such-program",
        ),
        (&["-e", "self", "-e", &dead, "--variant", "leap"], "crash"),
        (
            &["-e", "self", "-e", &silent, "--variant", "leap", "--timeout", "0.5"],
            "hang",
        ),
        (&["-e", "self", "--variant", "leap"], "at least two engines"),
        (
            &[
                "-e",
                "self",
                "-e",
                "self proto=xboard",
                "--variant",
                "leap",
                "--tc",
                "40/60+1:30+1",
            ],
            "the XBoard protocol cannot express a time control whose sessions differ",
        ),
        (&["-e", "self", "-e", "self", "--variant", "ludo"], "no game 'ludo'"),
        (
            &["-e", "self", "-e", "self option.Temper=3", "--variant", "leap"],
            "no option 'Temper'",
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
    assert!(errors.contains("use --tc"), "{errors}");
}

/// Runs a match that must be refused, and returns the error message.
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

/// Checks that a match does not start if an engine refuses an option, because its result would be worthless.
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
        ("self name=Mine option.Nonsense=1", "engine Mine ("),
        ("self proto=xboard option.Elo=99999", "bad option"),
        (faulty.as_str(), "I do not like it"),
        (slow.as_str(), "from 1 to 9"),
    ] {
        let errors = refused(&["-e", engine, "-e", "self", "--variant", "leap", "--nodes", "9"]);
        assert!(errors.contains(reason), "{engine}: {errors}");
    }
    // A file of weights for one variant is accepted in a match that has only this variant, and refused in a match that
    // also has other variants.
    let folder = TempDir::new().expect("a temporary folder");
    let weights = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../crates/engine/src/eval/fitted/leap.toml"
    );
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
        (
            &["--variant", "leap", "--format", "swiss", "--shard", "1/2"],
            "cannot be divided",
        ),
        (&["--variant", "leap", "--rounds", "3"], "--format swiss"),
        (&["--variant", "leap", "--deciders", "3"], "--format knockout"),
        (&["--variant", "leap", "--csv", "x", "--html", "./x"], "named twice"),
    ] {
        let errors = refused(&[&["-e", "self", "-e", "self", "--nodes", "9"], arguments].concat());
        assert!(errors.contains(reason), "{errors}");
    }
}

/// Checks the warnings about repeated games: before the match if there are too few openings, and after the match with
/// the number of games that repeat another game.
#[test]
fn repetitions_are_told() {
    let folder = TempDir::new().expect("a temporary folder");
    let position = |turn: &str| {
        let mut board = Board::new(&definition("leap"));
        play(&mut board, turn).expect("a legal turn");
        board.fen()
    };
    fs::write(
        folder.path().join("book.epd"),
        [position("b3b4"), position("c3c4")].join("\n"),
    )
    .expect("a file");
    let output = match_command(folder.path())
        .args("-e self -e self --variant leap --nodes 9 --games 8 --openings book.epd".split(' '))
        .output()
        .expect("it runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert!(
        errors.contains("leap has 2 openings for 4 pairs: they are used again"),
        "{errors}"
    );
    let all = String::from_utf8_lossy(&output.stdout) + errors;
    // The engines are identical, so all four games from an opening are identical, and three of them are repeats.
    assert!(all.contains("6 of 8 games repeat another one"), "{all}");
}

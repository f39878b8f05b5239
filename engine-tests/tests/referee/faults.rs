//! Engines that misbehave, and how the referee handles them.

use std::fs;

use engine_tests::tournament::Tournament;

use super::{FAULTY, SOUND, TIMEOUT, assert_nothing_runs};

/// Plays four games between a correct and a faulty engine, and asserts that the faulty engine loses every game by the
/// expected fault.
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
        "--timeout",
        TIMEOUT,
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

/// Checks that the referee also ends child processes that have left the engine's process group for a new session.
#[test]
#[cfg(target_os = "linux")]
fn what_engines_leave_behind_is_ended() {
    let tag = format!("tag-stray-{}", std::process::id());
    let leaving = format!("cmd='{FAULTY} leaves-a-stray {tag}' name=Leaving nodes=1");
    let tournament = Tournament::play(&["-e", SOUND, "-e", &leaving, "--variant", "leap", "--max-moves", "8"]);
    assert_eq!(tournament.games.len(), 2);
    assert_eq!(tournament.faults("Leaving"), []);
    assert_nothing_runs(&tag);
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

/// Checks that a move that arrives just after the deadline loses on time, even if the referee has not yet noticed that
/// the time is up.
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
        "--timeout",
        "30",
        "--max-moves",
        "4",
    ];
    let tournament = Tournament::play(&arguments);
    assert_eq!((tournament.games.len(), tournament.faults("Late")), (2, vec![]));
}

/// Checks that resigning is not a fault, and that the referee does not wait for an engine that ignores `quit`.
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
        "--timeout",
        TIMEOUT,
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

/// Checks that a draw is agreed only if one side offers it and the other side answers by offering a draw too.
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

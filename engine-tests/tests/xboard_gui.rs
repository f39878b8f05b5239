//! Complete games through the real XBoard: against other programs, and of Kurier with itself in games that XBoard knows
//! from Kurier only. A test whose programs are not installed says so and does nothing.

use std::path::PathBuf;

use engine_tests::kurier_binary;
use engine_tests::xboard::{Verdict, XBoardMatch, require};

/// The position after the four moves with which a game of courier begins.
const AFTER_THE_CEREMONY: &str = "rnebmk1wbenr/1ppppp1pppp1/6f5/p5p4p/P5P4P/6F5/1PPPPP1PPPP1/RNEBMK1WBENR w - - 0 1";

fn against(partner: &str, variant: &str, position: Option<&str>) -> Option<Verdict> {
    let programs = require(&["xboard", "Xvfb", partner])?;
    let verdict = XBoardMatch {
        variant,
        first: &kurier_binary(),
        second: &programs[2],
        position,
        options: &[],
    }
    .play();
    assert!(verdict.plies > 20, "{}", verdict.pgn);
    Some(verdict)
}

/// A game of Kurier with itself. XBoard learns the game from the first and tells the second the position.
fn with_itself(variant: &str, options: &[&str]) -> Option<Verdict> {
    require(&["xboard", "Xvfb"])?;
    let kurier: PathBuf = kurier_binary();
    let verdict = XBoardMatch {
        variant,
        first: &kurier,
        second: &kurier,
        position: None,
        options,
    }
    .play();
    assert!(
        verdict.pgn.contains(&format!("[Variant \"{variant}\"]")),
        "{}",
        verdict.pgn
    );
    println!(
        "{variant}: {} after {} plies: {}",
        verdict.result, verdict.plies, verdict.reason
    );
    Some(verdict)
}

#[test]
fn courier_from_the_array_against_fairy_max() {
    against("fairymax", "courier", None);
}

#[test]
fn courier_after_the_ceremony_against_fairy_stockfish() {
    if let Some(verdict) = against("fairy-stockfish", "courier", Some(AFTER_THE_CEREMONY)) {
        assert!(
            verdict
                .pgn
                .contains(AFTER_THE_CEREMONY.split(' ').next().expect("a board")),
            "{}",
            verdict.pgn
        );
    }
}

#[test]
fn shatranj_against_fairy_stockfish() {
    against("fairy-stockfish", "shatranj", None);
}

#[test]
fn column_courier() {
    with_itself("column-courier", &[]);
}

#[test]
fn de_la_dama() {
    with_itself("de-la-dama", &[]);
}

#[test]
fn furious_courier() {
    with_itself("furious-courier", &[]);
}

#[test]
fn courier_viii() {
    with_itself("courierviii", &[]);
}

#[test]
fn leap() {
    with_itself("leap", &[]);
}

#[test]
fn leap_optional() {
    with_itself("leap-optional", &[]);
}

#[test]
fn leap_64() {
    with_itself("leap64", &[]);
}

#[test]
fn leap_64_optional() {
    with_itself("leap64-optional", &[]);
}

/// XBoard shows chains of up to three captures; it cannot check them, so it is told not to. Where the rules demand a
/// longer one, the engine that has to make it resigns.
#[test]
fn multiple_captures_as_far_as_xboard_goes() {
    for variant in ["leap-multi", "leap64-multi"] {
        let Some(verdict) = with_itself(variant, &["-testLegality", "false"]) else {
            return;
        };
        // Such a chain may come as early as the third move.
        let resigned = verdict.pgn.contains("there is no move that XBoard can show");
        assert!(verdict.plies > if resigned { 2 } else { 4 }, "{}", verdict.pgn);
    }
}

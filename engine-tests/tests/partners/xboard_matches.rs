//! Complete games through the real XBoard: against other programs, and of Kurier against itself in variants that XBoard
//! learns from Kurier.

use std::path::PathBuf;

use engine_tests::games::definition;
use engine_tests::xboard::{End, Verdict, XBoardMatch, moves_with_second};
use engine_tests::{kurier_binary, partners};
use kurier_engine::session::Board;
use libtest_mimic::Trial;

/// The position after the four prescribed moves at the beginning of a game of Courier Chess.
const AFTER_THE_CEREMONY: &str = "rnebmk1wbenr/1ppppp1pppp1/6f5/p5p4p/P5P4P/6F5/1PPPPP1PPPP1/RNEBMK1WBENR w - - 0 1";

/// Variants that XBoard does not know but learns from the engine.
const TAUGHT: [&str; 10] = [
    "column-courier",
    "de-la-dama",
    "furious-courier",
    "courierviii",
    "leap",
    "leap-optional",
    "leap64",
    "leap64-optional",
    "modern-courier",
    "armies-nutters",
];

pub fn tests() -> Vec<Trial> {
    const XBOARD: &[&str] = &["xboard", "Xvfb"];
    const FAIRY_MAX: &[&str] = &["xboard", "Xvfb", "fairymax"];
    const FAIRY_STOCKFISH: &[&str] = &["xboard", "Xvfb", "fairy-stockfish"];
    let mut tests = vec![
        partners::test("xboard_courier_from_the_array", FAIRY_MAX, |programs| {
            assert_played_out(&against(programs, "courier", None));
        }),
        partners::test(
            "xboard_courier_after_the_ceremony",
            FAIRY_STOCKFISH,
            courier_after_the_ceremony,
        ),
        partners::test("xboard_shatranj", FAIRY_STOCKFISH, |programs| {
            assert_played_out(&against(programs, "shatranj", None));
        }),
        partners::test("xboard_capablanca", FAIRY_STOCKFISH, |programs| {
            assert_played_out(&against(programs, "capablanca", None));
        }),
        partners::test("xboard_grand", XBOARD, grand),
        partners::test("xboard_multiple_captures", XBOARD, multiple_captures),
        partners::test("xboard_limits_nodes", XBOARD, limited_nodes),
    ];
    tests.extend(TAUGHT.map(|variant| {
        partners::test(&format!("xboard_{variant}"), XBOARD, move |programs| {
            with_itself(programs, variant, None, &[]);
        })
    }));
    tests
}

fn against(programs: &[PathBuf], variant: &str, position: Option<&str>) -> Verdict {
    XBoardMatch {
        programs,
        variant,
        first: &kurier_binary(),
        second: &programs[2],
        position,
        options: &[],
    }
    .play()
}

/// Asserts that a game was long, unless it ended with checkmate. With little time to think, an engine may be mated
/// within a few moves.
///
/// # Panics
/// Panics with the game as PGN if a short game ended in another way.
fn assert_played_out(verdict: &Verdict) {
    let End::Over(reason) = &verdict.end else {
        panic!("the second engine refused a move\n{}", verdict.log);
    };
    assert!(verdict.plies > 20 || reason.contains("heckmate"), "{}", verdict.pgn);
}

/// Plays a game of Kurier against itself. XBoard learns the variant and its start position from the first engine, and
/// sends the position to the second engine.
fn with_itself(programs: &[PathBuf], variant: &str, position: Option<&str>, options: &[&str]) -> Verdict {
    let kurier: PathBuf = kurier_binary();
    let verdict = XBoardMatch {
        programs,
        variant,
        first: &kurier,
        second: &kurier,
        position,
        options,
    }
    .play();
    assert!(
        verdict.pgn.contains(&format!("[Variant \"{variant}\"]")),
        "{}",
        verdict.pgn
    );
    verdict
}

/// Plays Courier Chess from a given position. XBoard lets a bare king play on. Fairy-Stockfish does not, but ends the
/// game at a bare king without a word to XBoard.
fn courier_after_the_ceremony(programs: &[PathBuf]) {
    let verdict = against(programs, "courier", Some(AFTER_THE_CEREMONY));
    let placement = AFTER_THE_CEREMONY.split(' ').next().expect("a board");
    assert!(
        verdict.log.contains(&format!("setboard {placement}")),
        "{}",
        verdict.log
    );
    if let End::Over(_) = verdict.end {
        assert_played_out(&verdict);
        assert!(verdict.pgn.contains(placement), "{}", verdict.pgn);
        return;
    }
    let mut board = Board::from_fen(&definition("courier"), AFTER_THE_CEREMONY).expect("a position");
    for text in &moves_with_second(&verdict.log)[..verdict.plies] {
        let turn = board
            .parse(text)
            .unwrap_or_else(|error| panic!("{error}\n{}", verdict.log));
        board
            .play(&turn)
            .unwrap_or_else(|error| panic!("{error}\n{}", verdict.log));
    }
    assert!(board.outcome().is_some(), "{}", verdict.log);
}

/// Plays grand chess, in which pawns may remain pawns on the ranks of promotion. XBoard turns a plain move to a rank of
/// promotion into a promotion to a queen. Kurier prevents that and Fairy-Stockfish does not, so Kurier plays against
/// itself.
fn grand(programs: &[PathBuf]) {
    assert_played_out(&with_itself(programs, "grand", None, &[]));
    // White has lost no piece to which its pawn could promote, and mates with the unpromoted pawn.
    let mate = "6rbr1/6pkp1/7pp1/5PP3/10/10/10/PPPPP2PPP/1NBQKCABN1/R8R w - - 0 1";
    let verdict = with_itself(programs, "grand", Some(mate), &[]);
    assert!(verdict.log.contains("<first : move g6g7p"), "{}", verdict.log);
    assert!(
        verdict.plies == 1 && verdict.pgn.contains("1. g7=P#"),
        "{}",
        verdict.pgn
    );
}

/// Plays a game with chains of captures. XBoard can show chains of up to three captures but cannot check their
/// legality, so its checks are turned off. An engine that must make a longer chain resigns.
fn multiple_captures(programs: &[PathBuf]) {
    for variant in ["leap-multi", "leap64-multi"] {
        let verdict = with_itself(programs, variant, None, &["-testLegality", "false"]);
        // A chain too long for XBoard may come as early as the third move.
        let resigned = verdict.pgn.contains("there is no move that XBoard can show");
        assert!(verdict.plies > if resigned { 2 } else { 4 }, "{}", verdict.pgn);
    }
}

/// Plays a game with a rate of nodes per second, which XBoard passes to engines that support it and uses for its own
/// clocks.
fn limited_nodes(programs: &[PathBuf]) {
    let verdict = with_itself(programs, "leap", None, &["-firstNPS", "9000", "-secondNPS", "9000"]);
    assert!(verdict.log.matches(": nps 9000").count() >= 2, "{}", verdict.log);
}

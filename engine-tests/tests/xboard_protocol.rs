//! Conversations in the XBoard protocol: how variants are selected, and how positions and moves are refused.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use engine_tests::gui::{cute_chess, new_game, ready, xboard};
use engine_tests::{Process, kurier_binary};

#[test]
fn features_are_announced_before_anything_else() {
    let mut engine = Process::kurier();
    engine.send("xboard");
    engine.send("protover 2");
    let features = engine.read_until("feature done=1").join(" ");
    for feature in [
        "ping=1",
        "setboard=1",
        "usermove=1",
        "san=0",
        "time=1",
        "draw=1",
        "analyze=1",
        "reuse=1",
        "colors=0",
        "playother=1",
        "memory=1",
        "smp=1",
        "nps=1",
        "name=1",
        "sigint=0",
        "sigterm=0",
        "debug=1",
        "exclude=1",
        "highlight=1",
        "pause=1",
        "myname=\"Kurier",
        "option=\"MultiPV -spin",
        "courier,",
        "normal",
    ] {
        assert!(features.contains(feature), "{feature} in {features}");
    }
    assert!(!features.contains("leapale"), "XBoard has no board with levels");
    engine.send("quit");
    engine.expect_clean_end();
}

/// Checks both variants that GUIs call `courier`. The engine recognises the GUI's variant by the replies to its
/// features.
#[test]
fn courier_begins_as_the_gui_expects() {
    // In XBoard's variant a pawn may go to a3. In Cute Chess's variant, four opening moves have already been made: the
    // pawn is on a4, and the Ferz on g3.
    for (mut engine, legal, illegal) in [(xboard(), "a2a3", "g3f4"), (cute_chess(), "g3f4", "a2a3")] {
        new_game(&mut engine, "courier");
        engine.send("force");
        // The illegal move is not the first move of the game, because first moves of Cute Chess may be dummies.
        engine.send("usermove b2b3");
        engine.send("usermove b7b6");
        engine.send(&format!("usermove {legal}"));
        engine.send("undo");
        assert_eq!(ready(&mut engine), [""; 0]);
        engine.send(&format!("usermove {illegal}"));
        assert!(ready(&mut engine)[0].starts_with("Illegal move ("));
    }
}

#[test]
fn cute_chess_moves_a_dummy_pawn_before_it_sets_up_black_to_move() {
    let mut engine = cute_chess();
    new_game(&mut engine, "courier");
    engine.send("force");
    engine.send("usermove b2b3");
    engine.send("setboard rnebmk1wbenr/1ppppp1pppp1/6f5/p5p4p/P5P4P/6F5/1PPPPP1PPPP1/RNEBMK1WBENR b - - 0 1");
    engine.send("usermove b7b6");
    engine.send("level 0 1 0");
    assert_eq!(ready(&mut engine), [""; 0]);
    engine.send("go");
    engine.expect("move ");
    // b2b3 is illegal in this position, but must not be refused, because Cute Chess may send it as a dummy move.
    new_game(&mut engine, "normal");
    engine.send("setboard 4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    engine.send("force");
    engine.send("usermove b2b3");
    assert_eq!(ready(&mut engine), [""; 0]);
}

#[test]
fn games_unknown_to_xboard_are_defined() {
    let mut engine = xboard();
    engine.send("new");
    engine.send("variant furious-courier");
    let lines = ready(&mut engine);
    assert_eq!(
        lines[0],
        "setup (PNCRQ.....G..Z........Kpncrq.....g..z........k) 12x8+0_shatranj \
         rnzcgkqgcznr/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/RNZCGKQGCZNR w Ff - 0 1"
    );
    assert!(
        lines[1..]
            .iter()
            .all(|line| line.starts_with("piece ") && line.contains("& "))
    );
    assert_eq!(lines.len(), 1 + 8, "{lines:?}");
    assert!(lines.contains(&"piece K& KiNiAiD".to_owned()));
    for known in ["courier", "shatranj"] {
        engine.send(&format!("variant {known}"));
        assert_eq!(ready(&mut engine), [""; 0]);
    }
    engine.send("variant bughouse");
    assert_eq!(ready(&mut engine), ["Error (unknown variant): variant bughouse"]);
}

#[test]
fn positions_are_read_with_any_trailing_fields() {
    let mut engine = xboard();
    for (variant, board, rights) in [
        (
            "courier",
            "rnebmkfwbenr/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/RNEBMKFWBENR",
            "GFgf",
        ),
        (
            "de-la-dama",
            "rnbcskqfcbnr/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/RNBCSKQFCBNR",
            "JFCjfc",
        ),
        ("leap", "*nqkn*/rpbbpr/pppppp/6/6/PPPPPP/RPBBPR/*NQKN*", "KQkq"),
    ] {
        new_game(&mut engine, variant);
        engine.send("force");
        for tail in ["w", "b", "w 0 1", "b - - 0 1", "w RIGHTS - 0 1", "w RIGHTS 0 1"] {
            let tail = tail.replace("RIGHTS", rights);
            engine.send(&format!("setboard {board} {tail}"));
            assert_eq!(ready(&mut engine), [""; 0], "{variant} {tail}");
        }
    }
}

#[test]
fn bad_positions_make_all_moves_illegal() {
    let mut engine = xboard();
    new_game(&mut engine, "normal");
    engine.send("force");
    engine.send("setboard 8/8/8/8/8/8/8/8 w - - 0 1");
    let lines = ready(&mut engine);
    assert!(lines[0].starts_with("tellusererror Illegal position"), "{lines:?}");
    engine.send("usermove e2e4");
    assert!(ready(&mut engine)[0].starts_with("Illegal move ("));
    engine.send("go");
    assert_eq!(ready(&mut engine), [""; 0]);
    new_game(&mut engine, "normal");
    engine.send("usermove e2e4");
    engine.expect("move ");
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let mut engine = xboard();
    new_game(&mut engine, "leap");
    engine.send("force");
    engine.send("usermove a1a2");
    engine.send("usermove xyz");
    engine.send("usermove d1d9");
    let lines = ready(&mut engine);
    for (line, text) in lines.iter().zip(["a1a2", "xyz", "d1d9"]) {
        assert!(
            line.starts_with("Illegal move (") && line.ends_with(&format!("): {text}")),
            "{line}"
        );
    }
    // Captures are mandatory: after b3b4 the only legal turn is a5xb4.
    for text in ["c3c4", "b6b5"] {
        engine.send(&format!("usermove {text}"));
    }
    assert_eq!(ready(&mut engine), [""; 0]);
    engine.send("usermove a3a4");
    let lines = ready(&mut engine);
    assert!(lines[0].contains("capture"), "{lines:?}");
}

#[test]
fn chains_and_castlings_in_legs() {
    let mut engine = xboard();
    new_game(&mut engine, "leap-multi");
    engine.send("force");
    // The piece on c2 can continue its chain of captures from e4 to c6.
    engine.send("setboard *3k*/6/2p3/6/4p1/6/2Q3/*2K1* w - - 0 1");
    engine.send("usermove c2e4");
    engine.send("usermove c2e4,e4c6");
    let lines = ready(&mut engine);
    assert!(lines.len() == 1 && lines[0].starts_with("Illegal move ("), "{lines:?}");
    engine.send("undo");
    engine.send("go");
    let lines = engine.read_until("move ");
    assert_eq!(lines.last().map(String::as_str), Some("move c2e4,"));
    assert_eq!(engine.expect("move "), "move e4c6");
    new_game(&mut engine, "leap");
    engine.send("force");
    engine.send("setboard *2k1*/p5/6/6/6/6/6/*1QKN* w K - 0 1");
    engine.send("usermove d1e1,e1d1");
    engine.send("undo");
    engine.send("setboard *2k1*/p5/6/6/6/6/6/*N1KN* w 0 1");
    engine.send("usermove d1c1,b1d1");
    assert_eq!(ready(&mut engine), [""; 0]);
}

#[test]
fn settings_come_at_any_time() {
    let mut engine = xboard();
    for line in [
        "option MultiPV=2",
        "option Move Overhead=50",
        "option Limit Strength=1",
        "option Elo=1200",
    ] {
        engine.send(line);
    }
    new_game(&mut engine, "normal");
    engine.send("option Limit Strength=0");
    engine.send("usermove e2e4");
    for line in ["memory 16", "cores 2", "option Clear Hash", "nopost", "post"] {
        engine.send(line);
    }
    engine.expect("move ");
    for line in ["option MultiPV=0", "option Nonsense=1", "option Elo=99999", "memory -1"] {
        engine.send(line);
    }
    let lines = ready(&mut engine);
    assert!(
        lines.len() == 4 && lines.iter().all(|line| line.starts_with("Error (bad ")),
        "{lines:?}"
    );
}

#[test]
fn analysis_goes_on_with_the_game_that_new_begins() {
    let mut engine = xboard();
    new_game(&mut engine, "courier");
    engine.send("post");
    engine.send("analyze");
    let is_chess = |line: &str| -> bool {
        let turn = line.split_whitespace().nth(4).unwrap_or_default();
        // None of these is a legal first move in Courier Chess.
        ["e2e4", "d2d4", "c2c4"].contains(&turn)
    };
    engine.read_until_within(Process::TIMEOUT, |line| line.split_whitespace().nth(4).is_some());
    engine.send("new");
    engine.read_until_within(Process::TIMEOUT, is_chess);
    engine.send("exit");
}

#[test]
fn unknown_words_are_errors() {
    let mut engine = xboard();
    for line in [
        "foo", "e2", "isready", "level", "usermove", "edit", "c", "#", ".", "#comment",
    ] {
        engine.send(line);
    }
    let lines = ready(&mut engine);
    assert_eq!(
        lines,
        [
            "Error (unknown command): foo",
            "Error (unknown command): e2",
            "Error (unknown command): isready",
            "Error (too few parameters): level",
            "Error (too few parameters): usermove",
            "Error (use setboard): edit",
            "Error (unknown command): #comment",
        ]
    );
}

#[test]
fn the_end_of_the_input_and_a_closed_pipe_end_it() {
    let mut engine = xboard();
    new_game(&mut engine, "courier");
    engine.send("sd 60");
    engine.send("hard");
    engine.send("usermove a2a3");
    engine.close_input();
    engine.expect_clean_end();

    let mut child = Command::new(kurier_binary())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    drop(child.stdout.take());
    let input = child.stdin.as_mut().expect("input is piped");
    use std::io::Write;
    // Ignore write errors: the engine may exit before it reads the second line.
    let _ = input.write_all(b"xboard\nprotover 2\nanalyze\n");
    let end = Instant::now() + Process::TIMEOUT;
    while child.try_wait().expect("a child can be waited for").is_none() {
        assert!(Instant::now() < end, "the engine talks to nobody");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn the_opening_book_is_shown_and_is_played_if_wanted() {
    let mut engine = xboard();
    new_game(&mut engine, "normal");
    engine.send("force");
    engine.send("bk");
    let shown = ready(&mut engine);
    assert!(
        shown.len() > 2 && shown.last().is_some_and(String::is_empty),
        "{shown:?}"
    );
    assert!(
        shown
            .iter()
            .any(|line| line.starts_with(' ') && line.contains(" games ") && line.contains('%')),
        "{shown:?}"
    );
    engine.send("post");
    engine.send("sd 3");
    let thinks = |engine: &mut Process, first: &str| {
        new_game(engine, "normal");
        engine.send("force");
        engine.send(&format!("usermove {first}"));
        engine.send("go");
        let lines = engine.read_until("move ");
        lines
            .iter()
            .any(|line| line.starts_with(|first: char| first.is_ascii_digit()))
    };
    assert!(thinks(&mut engine, "e2e4"), "no book is used unless the user wants it");
    engine.send("option OwnBook=1");
    assert!(!thinks(&mut engine, "e2e4"));
    assert!(thinks(&mut engine, "g2g4"), "the book does not know it");
    engine.send("option BookVariety=101");
    assert!(ready(&mut engine).iter().any(|line| line.contains("bad option")));
    engine.send("option BookFile=no/such.book");
    let said = ready(&mut engine);
    assert!(
        said.iter().any(|line| line.starts_with("tellusererror no/such.book")),
        "{said:?}"
    );
    engine.send("quit");
    engine.expect_clean_end();
}

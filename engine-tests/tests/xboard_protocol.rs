//! Conversations by the XBoard protocol, as GUIs really lead them.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use engine_tests::{Process, kurier_binary};

/// What XBoard 4.9 sends to a new engine, features answered.
fn xboard() -> Process {
    let mut engine = greeted();
    for feature in [
        "ping",
        "setboard",
        "usermove",
        "memory",
        "smp",
        "exclude",
        "highlight",
        "pause",
        "variants",
        "done",
    ] {
        engine.send(&format!("accepted {feature}"));
    }
    engine.send("memory 32");
    engine.send("cores 1");
    engine
}

/// What Cute Chess 1.5 sends.
fn cute_chess() -> Process {
    let mut engine = greeted();
    for feature in ["ping", "setboard", "usermove", "memory", "smp", "variants", "done"] {
        engine.send(&format!("accepted {feature}"));
    }
    for feature in [
        "colors",
        "draw",
        "highlight",
        "sigint",
        "sigterm",
        "debug",
        "analyze",
        "exclude",
        "playother",
    ] {
        engine.send(&format!("rejected {feature}"));
    }
    engine
}

fn greeted() -> Process {
    let mut engine = Process::kurier();
    engine.send("xboard");
    engine.send("protover 2");
    let features = engine.read_until("feature done=1");
    assert_eq!(features[0], "feature done=0");
    assert!(features.iter().all(|line| line.starts_with("feature ")), "{features:?}");
    engine
}

/// A new game of a variant, searches short and always the same.
fn new_game(engine: &mut Process, variant: &str) {
    engine.send("new");
    engine.send("random");
    if variant != "normal" {
        engine.send(&format!("variant {variant}"));
    }
    engine.send("level 0 1 0");
    engine.send("sd 3");
    engine.send("post");
    engine.send("easy");
    ready(engine);
}

/// Everything that the engine says until it has dealt with all commands so far.
fn ready(engine: &mut Process) -> Vec<String> {
    engine.send("ping 77");
    let mut lines = engine.read_until("pong 77");
    lines.pop();
    lines
}

fn move_of(line: &str) -> &str {
    line.strip_prefix("move ")
        .unwrap_or_else(|| panic!("{line} is no move"))
}

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
        "nps=0",
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

#[test]
fn a_game_with_xboard() {
    let mut engine = xboard();
    new_game(&mut engine, "normal");
    engine.send("time 6000");
    engine.send("otim 6000");
    engine.send("usermove e2e4");
    let lines = engine.read_until("move ");
    let thinking = &lines[lines.len() - 2];
    let numbers: Vec<i64> = thinking
        .split(' ')
        .take(4)
        .map(|word| word.parse().expect("a number"))
        .collect();
    assert!(
        numbers[0] == 3 && numbers[1].abs() < 300 && numbers[3] > 0,
        "{thinking}"
    );
    engine.send("nopost");
    engine.send("usermove a2a3");
    assert_eq!(engine.read_until("move ").len(), 1, "thinking is not shown any more");
    engine.send("result 1/2-1/2 {Draw agreed}");
    engine.send("quit");
    engine.expect_clean_end();
}

/// `courier` is two games of one name: the replies to the features tell which one is meant.
#[test]
fn courier_begins_as_the_gui_expects() {
    // From the array a pawn may go to a3; after the ceremony it is on a4 already, and the Ferz on g3.
    for (mut engine, legal, illegal) in [(xboard(), "a2a3", "g3f4"), (cute_chess(), "g3f4", "a2a3")] {
        new_game(&mut engine, "courier");
        engine.send("force");
        // Not as the very first move: those of Cute Chess may be dummies.
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
    // In chess after 1. b3 it would not be legal a second time; still no complaint is wanted.
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
fn positions_come_with_all_kinds_of_tails() {
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
    // Captures are mandatory: after b3b4 a5xb4 must be played.
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
    // A Sail on c2 takes e4 and then g-file has none: takes c6 in the end.
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
fn pings_wait_for_the_move() {
    let mut engine = xboard();
    new_game(&mut engine, "courier");
    engine.send("sd 60");
    engine.send("usermove a2a3");
    engine.send("ping 5");
    engine.send("?");
    let lines = engine.read_until("pong 5");
    assert!(lines[lines.len() - 2].starts_with("move "), "{lines:?}");
}

#[test]
fn stopping_is_a_matter_of_milliseconds() {
    let mut engine = xboard();
    new_game(&mut engine, "courier");
    engine.send("sd 60");
    engine.send("level 0 60 0");
    let mut turn = "a2a3".to_owned();
    for _ in 0..3 {
        engine.send(&format!("usermove {turn}"));
        std::thread::sleep(Duration::from_millis(100));
        let asked = Instant::now();
        engine.send("?");
        engine.expect("move ");
        // Ten milliseconds is usual; a busy machine may need more.
        assert!(asked.elapsed() < Duration::from_secs(2), "{:?}", asked.elapsed());
        engine.send("force");
        engine.send("undo");
        engine.send("hint");
        let hint = engine.expect("Hint: ");
        engine.send("undo");
        engine.send("undo");
        assert!(hint.len() > 8, "{hint}");
        turn = if turn == "a2a3" { "b2b3".into() } else { "a2a3".into() };
        engine.send("new");
        engine.send("variant courier");
        engine.send("level 0 60 0");
    }
    engine.send("usermove c2c3");
    std::thread::sleep(Duration::from_millis(50));
    engine.send("quit");
    engine.expect_clean_end();
}

#[test]
fn analysis_follows_the_board() {
    let mut engine = xboard();
    new_game(&mut engine, "normal");
    engine.send("sd 0");
    engine.send("force");
    engine.send("analyze");
    engine.expect("5 ");
    engine.send(".");
    let state = engine.expect("stat01: ");
    let words: Vec<&str> = state.split(' ').collect();
    assert_eq!((words.len(), words[5]), (7, "20"), "{state}");
    engine.send("usermove e2e4");
    engine.send("usermove e7e5");
    engine.send("usermove f1c4");
    engine.send("usermove a7a6");
    engine.send("usermove d1h5");
    engine.send("usermove a6a5");
    let mate = engine.read_until_within(Process::PATIENCE, |line| line.contains(" 100001 "));
    assert!(mate.last().is_some_and(|line| line.contains("h5f7")), "{mate:?}");
    engine.send("exclude h5f7");
    engine.read_until_within(Process::PATIENCE, |line| !line.contains(" 100001 "));
    engine.send("include all");
    engine.read_until_within(Process::PATIENCE, |line| line.contains(" 100001 "));
    engine.send("exclude all");
    engine.send("include h5f7");
    engine.read_until_within(Process::PATIENCE, |line| line.contains(" 100001 "));
    engine.send("hint");
    assert_eq!(engine.expect("Hint: "), "Hint: h5f7");
    engine.send("usermove h5f7");
    ready(&mut engine);
    engine.send("undo");
    engine.read_until_within(Process::PATIENCE, |line| line.contains(" 100001 "));
    engine.send("exit");
    engine.send("undo");
    ready(&mut engine);
    engine.send(".");
    assert_eq!(ready(&mut engine), [""; 0], "no analysis, no answer");
}

#[test]
fn moves_are_taken_back() {
    let mut engine = xboard();
    new_game(&mut engine, "normal");
    engine.send("usermove e2e4");
    engine.expect("move ");
    engine.send("remove");
    engine.send("usermove e2e4");
    engine.expect("move ");
    engine.send("force");
    engine.send("undo");
    engine.send("undo");
    engine.send("usermove d2d4");
    assert_eq!(ready(&mut engine), [""; 0]);
    engine.send("undo");
    engine.send("undo");
    engine.send("remove");
    let lines = ready(&mut engine);
    assert!(
        lines.len() == 2 && lines.iter().all(|line| line.starts_with("Error (")),
        "{lines:?}"
    );
}

#[test]
fn the_engine_ponders_and_changes_its_mind() {
    let mut engine = xboard();
    new_game(&mut engine, "courier");
    engine.send("hard");
    engine.send("sd 6");
    engine.send("usermove a2a3");
    engine.expect("move ");
    engine.send("hint");
    let expected = engine.expect("Hint: ")["Hint: ".len()..].to_owned();
    // The user sees the board before that turn, whatever the engine thinks about.
    engine.send(&format!("lift {}", &expected[..2]));
    let highlight = engine.expect("highlight ");
    assert!(highlight.contains(['Y', 'R']), "{expected}: {highlight}");
    engine.send(&format!("usermove {expected}"));
    engine.expect("move ");
    // Now something that nobody expects.
    engine.send("hint");
    let expected = engine.expect("Hint: ")["Hint: ".len()..].to_owned();
    let other = if expected == "b2b3" { "k2k3" } else { "b2b3" };
    engine.send(&format!("usermove {other}"));
    let lines = engine.read_until("move ");
    assert!(lines.iter().all(|line| !line.starts_with("Illegal")), "{lines:?}");
    engine.send("easy");
    engine.send("remove");
    assert_eq!(
        ready(&mut engine)
            .iter()
            .filter(|line| line.starts_with("Error"))
            .count(),
        0
    );
}

#[test]
fn both_sides_can_be_taken() {
    let mut engine = xboard();
    new_game(&mut engine, "normal");
    engine.send("go");
    let first = engine.expect("move ");
    engine.send("usermove e7e5");
    engine.expect("move ");
    engine.send("playother");
    assert_eq!(
        ready(&mut engine)
            .iter()
            .filter(|line| line.starts_with("move"))
            .count(),
        0
    );
    engine.send("force");
    engine.send("playother");
    // Black is to move, so the engine has White now and waits.
    engine.send("usermove a7a6");
    engine.expect("move ");
    assert!(!move_of(&first).is_empty());
}

#[test]
fn own_losses_are_announced() {
    let mut engine = xboard();
    new_game(&mut engine, "normal");
    engine.send("computer");
    engine.send("force");
    for text in ["f2f3", "e7e5", "g2g4"] {
        engine.send(&format!("usermove {text}"));
    }
    engine.send("playother");
    engine.send("usermove d8h4");
    assert_eq!(engine.expect("0-1"), "0-1 {Black wins: checkmate}");
    // Won by a rule that XBoard does not know: the loser says so, the winner keeps quiet before the referee.
    new_game(&mut engine, "leap");
    engine.send("computer");
    engine.send("force");
    engine.send("setboard *2k1*/6/6/6/p1R3/6/6/*2K1* w - - 0 1");
    engine.send("go");
    let lines = engine.read_until("move ");
    assert_eq!(lines.last().map(String::as_str), Some("move c4a4"));
    assert_eq!(ready(&mut engine), [""; 0]);
    engine.send("force");
    engine.send("undo");
    engine.send("playother");
    engine.send("usermove c4a4");
    assert_eq!(engine.expect("1-0"), "1-0 {White wins: bare king}");
}

#[test]
fn draws_are_offered_before_a_referee_and_claimed_from_people() {
    let repeat = |engine: &mut Process| {
        engine.send("force");
        engine.send("setboard 7k/8/8/8/8/8/q7/7K w - - 0 1");
        for text in ["h1g1", "a2b2", "g1h1", "b2a2", "h1g1", "a2b2", "g1h1"] {
            engine.send(&format!("usermove {text}"));
        }
        engine.send("playother");
        ready(engine);
        engine.send("usermove b2a2");
    };
    let mut engine = xboard();
    new_game(&mut engine, "normal");
    repeat(&mut engine);
    assert_eq!(engine.expect("1/2-1/2"), "1/2-1/2 {Draw: threefold repetition}");
    new_game(&mut engine, "normal");
    engine.send("computer");
    repeat(&mut engine);
    let lines = engine.read_until("move ");
    assert!(lines.contains(&"offer draw".to_owned()), "{lines:?}");
    assert!(lines.iter().all(|line| !line.starts_with("1/2")), "{lines:?}");
}

#[test]
fn lifted_pieces_show_where_they_may_go() {
    let mut engine = xboard();
    new_game(&mut engine, "leap-multi");
    engine.send("force");
    engine.send("setboard *3k*/6/2p3/6/4p1/6/2Q3/*2K1* w - - 0 1");
    engine.send("lift c2");
    assert_eq!(engine.expect("highlight"), "highlight 6/6/6/6/4C1/6/6/6");
    engine.send("put e4");
    engine.send("lift e4");
    assert_eq!(engine.expect("highlight"), "highlight 6/6/2R3/6/6/6/6/6");
    engine.send("put c6");
    engine.send("lift d1");
    assert_eq!(
        engine.expect("highlight"),
        "highlight 6/6/6/6/6/6/6/6",
        "a capture is to be made"
    );
    new_game(&mut engine, "normal");
    engine.send("lift e2");
    assert_eq!(engine.expect("highlight"), "highlight 8/8/8/8/4Y3/4Y3/8/8");
    engine.send("force");
    engine.send("setboard 8/P7/8/8/8/8/8/k6K w - - 0 1");
    engine.send("lift a7");
    assert_eq!(engine.expect("highlight"), "highlight M7/8/8/8/8/8/8/8");
    engine.send("put a8");
    let choice = engine.expect("choice ");
    assert!(
        ["Q", "R", "B", "N"]
            .iter()
            .all(|letter| choice["choice ".len()..].contains(letter)),
        "{choice}"
    );
}

#[test]
fn pauses_stop_thinking() {
    let mut engine = xboard();
    new_game(&mut engine, "normal");
    engine.send("sd 60");
    engine.send("usermove e2e4");
    engine.send("pause");
    engine.send("?");
    let lines = ready(&mut engine);
    assert!(lines.iter().all(|line| !line.starts_with("move")), "{lines:?}");
    engine.send("resume");
    engine.send("?");
    engine.expect("move ");
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
fn clocks_of_all_kinds_lead_to_moves() {
    let mut engine = xboard();
    for control in [
        "level 40 0:02 0",
        "level 0 0:01 0.1",
        "st 0.1",
        "st 1\nnps 2000",
        "nps 100",
    ] {
        engine.send("new");
        control.lines().for_each(|line| engine.send(line));
        engine.send("easy");
        engine.send("time 150");
        engine.send("otim 100");
        engine.send("usermove d2d4");
        engine.expect("move ");
    }
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
    // Whether the second line still finds a reader does not matter.
    let _ = input.write_all(b"xboard\nprotover 2\nanalyze\n");
    let end = Instant::now() + Process::PATIENCE;
    while child.try_wait().expect("a child can be waited for").is_none() {
        assert!(Instant::now() < end, "the engine talks to nobody");
        std::thread::sleep(Duration::from_millis(5));
    }
}

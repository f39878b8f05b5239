//! Playing, pondering and analysing in the XBoard protocol.

use std::time::Duration;

use engine_tests::Process;
use engine_tests::gui::{new_game, ready, xboard};

fn move_of(line: &str) -> &str {
    line.strip_prefix("move ")
        .unwrap_or_else(|| panic!("{line} is not a move"))
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
fn stopping_takes_milliseconds_of_a_processor() {
    let mut engine = xboard();
    new_game(&mut engine, "courier");
    engine.send("sd 60");
    engine.send("level 0 60 0");
    let mut turn = "a2a3".to_owned();
    for _ in 0..3 {
        engine.send(&format!("usermove {turn}"));
        std::thread::sleep(Duration::from_millis(100));
        let before = engine.processor_time();
        engine.send("?");
        engine.expect("move ");
        // The answer usually takes 10 ms.
        let spent = engine.processor_time() - before;
        assert!(spent < Duration::from_millis(500), "{spent:?}");
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
    // The reported counts grow while one depth is being searched.
    let mut last = [0; 2];
    let within = (0..100).any(|_| {
        std::thread::sleep(Duration::from_millis(150));
        engine.send(".");
        let state = engine.expect("stat01: ");
        let number = |index| state.split(' ').nth(index).and_then(|word| word.parse().ok());
        let [nodes, depth] = [2, 3].map(|index| number(index).expect("a number"));
        let left: u64 = number(4).expect("a number");
        assert!(left < 20 && nodes >= last[0], "{state}");
        let grown = depth == last[1] && nodes > last[0];
        last = [nodes, depth];
        grown
    });
    assert!(within, "{last:?}");
    engine.send("usermove e2e4");
    engine.send("usermove e7e5");
    engine.send("usermove f1c4");
    engine.send("usermove a7a6");
    engine.send("usermove d1h5");
    engine.send("usermove a6a5");
    let mate = engine.read_until_within(Process::TIMEOUT, |line| line.contains(" 100001 "));
    assert!(mate.last().is_some_and(|line| line.contains("h5f7")), "{mate:?}");
    engine.send("exclude h5f7");
    engine.read_until_within(Process::TIMEOUT, |line| !line.contains(" 100001 "));
    engine.send("include all");
    engine.read_until_within(Process::TIMEOUT, |line| line.contains(" 100001 "));
    engine.send("exclude all");
    engine.send("include h5f7");
    engine.read_until_within(Process::TIMEOUT, |line| line.contains(" 100001 "));
    engine.send("hint");
    assert_eq!(engine.expect("Hint: "), "Hint: h5f7");
    engine.send("usermove h5f7");
    ready(&mut engine);
    engine.send("undo");
    engine.read_until_within(Process::TIMEOUT, |line| line.contains(" 100001 "));
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
fn pondering_hits_and_misses() {
    let mut engine = xboard();
    new_game(&mut engine, "courier");
    engine.send("hard");
    engine.send("sd 6");
    engine.send("usermove a2a3");
    engine.expect("move ");
    engine.send("hint");
    let expected = engine.expect("Hint: ")["Hint: ".len()..].to_owned();
    // While the engine ponders on an expected turn, the user still sees the board before that turn.
    engine.send(&format!("lift {}", &expected[..2]));
    let highlight = engine.expect("highlight ");
    assert!(highlight.contains(['Y', 'R']), "{expected}: {highlight}");
    engine.send(&format!("usermove {expected}"));
    engine.expect("move ");
    // The user plays a move other than the expected one.
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
    // Black is to move, so the engine now plays White and waits.
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
    // The game is won by a rule that XBoard does not know: a losing engine announces the result, a winning engine
    // leaves it to the referee.
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
fn all_time_controls_lead_to_moves() {
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

/// Checks that the time of later sessions is added. Black begins, so White's fourth move has the number 5, at which
/// XBoard adds the time of the next session. The engine counts a hundred nodes as a second.
#[test]
fn sessions_are_counted_by_the_numbers_of_moves() {
    let mut engine = xboard();
    new_game(&mut engine, "normal");
    engine.send("sd 0");
    engine.send("level 5 0:10 0");
    engine.send("nps 100");
    engine.send("force");
    engine.send("setboard 4k3/8/8/p7/P7/8/8/4K3 b - - 0 1");
    let mut nodes = 0;
    for (index, (turn, left)) in [
        ("e8f8", 1000),
        ("f8g8", 800),
        ("g8h8", 600),
        ("h8h7", 400),
        ("h7h6", 1366),
    ]
    .into_iter()
    .enumerate()
    {
        if index > 0 {
            engine.send(&format!("time {left}"));
            engine.send("otim 1000");
        }
        engine.send(&format!("usermove {turn}"));
        if index == 0 {
            engine.send("go");
        }
        let lines = engine.read_until("move ");
        let last = &lines[lines.len() - 2];
        nodes = last
            .split_whitespace()
            .nth(3)
            .and_then(|word| word.parse().ok())
            .expect("nodes");
    }
    assert!(nodes <= 1366 / 5, "{nodes} nodes of 1366 for the first of five moves");
}

#[test]
fn draws_are_agreed_to_late_in_the_game_not_late_in_the_session() {
    let agreed = |number: u32| {
        let mut engine = xboard();
        new_game(&mut engine, "normal");
        engine.send(&format!("setboard 4k3/8/8/8/8/8/3Q4/4K3 w - - 0 {number}"));
        engine.send("usermove d2d3");
        engine.expect("move ");
        engine.send("draw");
        ready(&mut engine).contains(&"offer draw".to_owned())
    };
    assert!(!agreed(1));
    assert!(agreed(60));
}

#[test]
fn castling_is_read_in_all_spellings() {
    for text in ["e1g1", "usermove O-O", "O-O", "0-0", "usermove e1h1"] {
        let mut engine = xboard();
        new_game(&mut engine, "normal");
        engine.send("force");
        engine.send("setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        engine.send(text);
        assert_eq!(ready(&mut engine), [""; 0], "{text}");
        engine.send("usermove e8d7");
        engine.send("usermove f1f7");
        assert_eq!(ready(&mut engine), [""; 0], "{text}");
    }
}

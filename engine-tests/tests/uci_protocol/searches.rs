//! UCI searches: their limits, their output, and how they end.

use std::thread;
use std::time::{Duration, Instant};

use engine_tests::Process;

use super::{best_move, engine, engine_for, legal, quit, ready, value};

/// Checks every kind of `go` command that must end by itself, including commands that are known to break engines.
#[test]
fn every_limit_ends_with_a_legal_move() {
    let mut engine = engine_for("courier");
    let legal = legal("courier", &["e2e3"]);
    for go in [
        "go depth 3",
        "go  depth   3 ",
        "go nodes 3000",
        "go movetime 60",
        "go movetime 0",
        "go wtime 400 btime 400",
        "go wtime 400 btime 400 winc 20 binc 20",
        "go wtime 2000 btime 2000 movestogo 40",
        "go wtime 2000 btime 2000 movestogo 400",
        "go wtime 2000 btime 2000 movestogo 0",
        "go wtime 100 btime 1 winc 0 binc 0 movestogo 1",
        "go wtime -100 btime -100",
        "go wtime 400 btime 400 depth 2 nodes 4000",
        "go btime 300",
        "go depth 300 movetime 60",
        "go depth 99999999999999999999 nodes 2000",
        "go mate 300 nodes 2000",
        "go mate 1 movetime 100",
        "go depth 0 nodes 1000",
        "go nodes 0 movetime 50",
        "go what depth 2 ever",
        "go searchmoves e7e6 nodes 1000",
        "go depth 2 searchmoves e7e6",
    ] {
        engine.send("position startpos moves e2e3");
        engine.send(go);
        let best = engine.expect("bestmove ");
        let turn = best_move(&best).to_owned();
        if !legal.contains(&turn) {
            engine.fail(&format!("{turn} is not legal"));
        }
        if go.contains("searchmoves") {
            assert_eq!(turn, "e7e6");
        }
        ready(&mut engine);
    }
    quit(engine);
}

/// Checks that searches without a limit continue until `stop`, and then end.
#[test]
fn open_searches_end_on_stop() {
    for (variant, threads) in [("courier", 1), ("courier", 2), ("leap-multi", 1), ("courierleapale", 2)] {
        let mut engine = engine_for(variant);
        engine.send(&format!("setoption name Threads value {threads}"));
        for go in [
            "go infinite",
            "go",
            "go depth 300",
            "go mate 300",
            "go ponder wtime 50 btime 50",
            "go ponder movetime 1",
        ] {
            engine.send("position startpos");
            engine.send(go);
            // While the engine thinks, it must answer `isready` at once but not send a move.
            thread::sleep(Duration::from_millis(150));
            let said = ready(&mut engine);
            assert!(
                !said.iter().any(|line| line.starts_with("bestmove")),
                "{variant}: {go}: {said:?}"
            );
            engine.send("stop");
            engine.read_until("bestmove ");
        }
        quit(engine);
    }
}

#[test]
fn a_ponder_hit_starts_the_clock() {
    let mut engine = engine_for("courier");
    engine.send("setoption name Ponder value true");
    engine.send("position startpos moves e2e3 e7e6");
    engine.send("go ponder wtime 600 btime 600 winc 0 binc 0");
    thread::sleep(Duration::from_millis(1000));
    let said = ready(&mut engine);
    assert!(!said.iter().any(|line| line.starts_with("bestmove")), "{said:?}");
    engine.send("ponderhit");
    let best = engine.expect("bestmove ");
    assert!(
        legal("courier", &["e2e3", "e7e6"]).contains(&best_move(&best).to_owned()),
        "{best}"
    );
    if let Some(expected) = value(&best, "ponder") {
        assert!(
            legal("courier", &["e2e3", "e7e6", best_move(&best)]).contains(&expected.to_owned()),
            "{best}"
        );
    }
    quit(engine);
}

#[test]
fn several_lines_are_different_and_in_order() {
    let mut engine = engine_for("courier");
    engine.send("setoption name MultiPV value 3");
    engine.send("setoption name UCI_ShowWDL value true");
    engine.send("position startpos");
    engine.send("go depth 5");
    let said = engine.read_until("bestmove ");
    let best = said.last().map(|line| best_move(line).to_owned()).unwrap_or_default();
    let last: Vec<&String> = (1..=3)
        .map(|line| {
            let key = line.to_string();
            let found = said.iter().rev().find(|said| value(said, "multipv") == Some(&key));
            found.unwrap_or_else(|| engine.fail(&format!("line {line} is missing")))
        })
        .collect();
    let firsts: std::collections::BTreeSet<_> = last.iter().filter_map(|line| value(line, "pv")).collect();
    assert_eq!(firsts.len(), 3, "{last:?}");
    assert_eq!(value(last[0], "pv"), Some(best.as_str()));
    for line in &last {
        for key in ["depth", "seldepth", "score", "wdl", "nodes", "nps", "hashfull", "time"] {
            assert!(value(line, key).is_some(), "{key} is missing: {line}");
        }
        let wdl: Vec<u32> = line
            .split_whitespace()
            .skip_while(|word| *word != "wdl")
            .skip(1)
            .take(3)
            .flat_map(str::parse)
            .collect();
        assert_eq!(wdl.iter().sum::<u32>(), 1000, "{line}");
    }
    let score = |line: &str| value(line, "cp").and_then(|cp| cp.parse::<i32>().ok());
    assert!(
        score(last[0]) >= score(last[1]) && score(last[1]) >= score(last[2]),
        "{last:?}"
    );
    quit(engine);
}

#[test]
fn mates_are_found_announced_and_counted_in_moves() {
    let mut engine = engine_for("chess");
    for (fen, mate, turn) in [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "1", Some("a1a8")),
        ("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "2", None),
        ("k7/8/1K6/8/8/8/8/7R b - - 0 1", "-1", Some("a8b8")),
    ] {
        engine.send(&format!("position fen {fen}"));
        engine.send("go depth 8");
        let said = engine.read_until("bestmove ");
        let last = said.iter().rev().find(|line| line.contains(" score "));
        assert_eq!(last.and_then(|line| value(line, "mate")), Some(mate), "{fen}: {said:?}");
        if let Some(turn) = turn {
            assert_eq!(said.last().map(|line| best_move(line)), Some(turn), "{fen}");
        }
    }
    quit(engine);
}

#[test]
fn a_game_that_is_over_has_no_best_move() {
    let mut engine = engine_for("chess");
    engine.send("position startpos moves f2f3 e7e5 g2g4 d8h4");
    engine.send("go depth 3");
    let best = engine.expect("bestmove ");
    assert!(["(none)", "0000"].contains(&best_move(&best)), "{best}");
    quit(engine);
}

#[test]
fn every_go_has_its_move() {
    let mut engine = engine();
    for (line, told) in [
        ("go depth", true),
        ("go depth nodes 500", true),
        ("go movetime x wtime abc btime 100 winc y", true),
        ("go nodes -x depth 2", true),
        ("go ponderous depth 2", false),
    ] {
        engine.send("position startpos");
        engine.send(line);
        let said = engine.read_until("bestmove");
        assert_eq!(
            said.iter().any(|line| line.contains("error: go: ")),
            told,
            "{line}: {said:?}"
        );
    }
    // The position is the one after the last legal turn before the illegal turn, and the engine reports the illegal
    // turn.
    engine.send("position startpos moves e2e4 e7e5 e1e3 g8f6");
    engine.send("go depth 1");
    let said = engine.read_until("bestmove");
    assert!(
        said.iter().any(|line| line.contains("the last position was refused")),
        "{said:?}"
    );
    assert!(legal("chess", &["e2e4", "e7e5"]).contains(&best_move(&said[said.len() - 1]).to_owned()));
    engine.send("position startpos");
    engine.send("go depth 1");
    let said = engine.read_until("bestmove");
    assert!(!said.iter().any(|line| line.contains("refused")), "{said:?}");
    quit(engine);
}

#[test]
fn a_search_ends_with_its_totals() {
    let mut engine = engine();
    engine.send("go nodes 3000");
    let said = engine.read_until("bestmove");
    let last = &said[said.len() - 2];
    let nodes: u64 = value(last, "nodes")
        .and_then(|nodes| nodes.parse().ok())
        .expect("nodes");
    assert!(
        last.starts_with("info depth ") && (2500..=3500).contains(&nodes),
        "{last}"
    );
    quit(engine);
}

/// Returns the median CPU time that nine searches without a limit take after `stop`.
fn after_stop(engine: &mut Process, threads: u32) -> Duration {
    engine.send(&format!("setoption name Threads value {threads}"));
    let mut processors: Vec<Duration> = (0..9)
        .map(|_| {
            engine.send("go infinite");
            thread::sleep(Duration::from_millis(100));
            let before = engine.processor_time();
            engine.send("stop");
            engine.read_until("bestmove");
            engine.processor_time() - before
        })
        .collect();
    processors.sort();
    println!("{threads} threads: {:?}", processors[4]);
    processors[4]
}

/// Checks that all threads react to `stop`. On an idle machine with two cores the median is below 20 ms with 64 threads
/// and below 1 ms with one thread. On a busy machine the engine has to wait longer but uses no more CPU time, so the
/// limits are on CPU time.
#[test]
fn stop_is_heard_by_all_threads() {
    let mut engine = engine();
    for (threads, limit) in [(1, 20), (64, 200)] {
        let processors = after_stop(&mut engine, threads);
        assert!(
            processors < Duration::from_millis(limit),
            "{threads} threads: {processors:?}"
        );
    }
    quit(engine);
}

/// Checks that a long search reports the move that it is searching, but not too often.
#[test]
fn long_searches_tell_their_moves() {
    let mut engine = engine();
    let begun = Instant::now();
    engine.send("go infinite");
    let mut said = engine.read_until_within(Process::TIMEOUT, |line| line.contains(" currmove "));
    thread::sleep(Duration::from_millis(500));
    engine.send("stop");
    said.extend(engine.read_until("bestmove"));
    let current: Vec<&String> = said.iter().filter(|line| line.contains(" currmove ")).collect();
    // Current moves are reported after the first three seconds, at most ten times a second; less often on a busy
    // machine.
    let most = 1.0 + 10.0 * (begun.elapsed().as_secs_f64() - 3.0);
    assert!(current.len() as f64 <= most, "{current:?}");
    let legal = legal("chess", &[]);
    for line in current {
        let (turn, number) = (value(line, "currmove"), value(line, "currmovenumber"));
        assert!(
            turn.is_some_and(|turn| legal.iter().any(|known| known == turn)),
            "{line}"
        );
        assert!(
            number
                .and_then(|number| number.parse().ok())
                .is_some_and(|number: u32| (1..=20).contains(&number))
        );
        assert!(value(line, "depth").is_some(), "{line}");
    }
    quit(engine);
}

/// Checks that with `nodestime` a game does not depend on the speed of the machine: equal times result in equal node
/// counts.
#[test]
fn nodes_can_stand_for_time() {
    let mut engine = engine();
    let mut nodes = |lines: &[&str]| -> u64 {
        lines.iter().for_each(|line| engine.send(line));
        let said = engine.read_until("bestmove");
        let last = value(&said[said.len() - 2], "nodes").and_then(|nodes| nodes.parse().ok());
        last.expect("nodes")
    };
    // The limit is 200 ms minus the overhead of 30 ms, at 100 nodes per millisecond. The engine may exceed it by the
    // nodes searched between two checks of the limit.
    let exact = nodes(&["setoption name nodestime value 100", "go movetime 200"]);
    assert!((17_000..17_600).contains(&exact), "{exact}");
    // The engine keeps its own clock in nodes, which runs down even if the times from the GUI do not.
    let go = "go wtime 2000 btime 2000";
    let first = nodes(&["ucinewgame", go]);
    let later = (0..20).map(|_| nodes(&[go])).last().expect("there are some");
    assert!(later < first, "{later} after {first}");
    let again = nodes(&["ucinewgame", go]);
    assert_eq!(again, first);
    quit(engine);
}

/// Checks that `ucinewgame` and the button `Clear Hash` both reset the engine: the next search has the result of the
/// first search.
#[test]
fn a_new_game_forgets_what_clear_hash_forgets() {
    let mut engine = engine_for("courier");
    let mut search = |before: &str| -> (Option<String>, Vec<String>) {
        engine.send(before);
        engine.send("position startpos");
        engine.send("go depth 7");
        let said = engine.read_until("bestmove ");
        let last = said.iter().rev().find(|line| line.contains(" pv ")).expect("a line");
        let line = last.split(" pv ").skip(1).map(str::to_owned).collect();
        (value(last, "nodes").map(str::to_owned), line)
    };
    let first = search("isready");
    for forgets in ["ucinewgame", "setoption name Clear Hash"] {
        assert_ne!(search("isready"), first, "the table is not empty now");
        assert_eq!(search(forgets), first, "{forgets}");
    }
    quit(engine);
}

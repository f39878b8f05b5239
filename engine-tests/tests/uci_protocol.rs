//! Conversations in the UCI protocol: every command, the traps that GUIs set, and the end however it comes.

use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use engine_tests::games::{definition, definitions, play};
use engine_tests::{Process, kurier_binary};
use kurier::session::Board;

/// A started engine that has said `uciok`.
fn engine() -> Process {
    let mut engine = Process::kurier();
    engine.send("uci");
    engine.read_until("uciok");
    engine
}

/// A started engine with a game chosen.
fn engine_for(variant: &str) -> Process {
    let mut engine = engine();
    engine.send(&format!("setoption name UCI_Variant value {variant}"));
    ready(&mut engine);
    engine
}

/// The engine still answers; what it said before.
fn ready(engine: &mut Process) -> Vec<String> {
    engine.send("isready");
    engine.read_until("readyok")
}

fn quit(mut engine: Process) {
    engine.send("quit");
    engine.expect_clean_end();
}

/// The move of a `bestmove` line.
fn best_move(line: &str) -> &str {
    line.split_whitespace().nth(1).unwrap_or_default()
}

/// The word after a key in an `info` line.
fn value<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let mut words = line.split_whitespace();
    words.find(|word| *word == key)?;
    words.next()
}

/// Legal turns after some turns from the start, by the library.
fn legal(variant: &str, turns: &[&str]) -> Vec<String> {
    let mut board = Board::new(&definition(variant));
    for turn in turns {
        play(&mut board, turn).expect("legal turns");
    }
    board.spelled_turns()
}

#[test]
fn uci_announces_all_options() {
    let mut engine = Process::kurier();
    engine.send("uci");
    let lines = engine.read_until("uciok");
    assert!(lines.iter().any(|line| line.starts_with("id name Kurier")), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("id author ")), "{lines:?}");
    let option = |name: &str| {
        let start = format!("option name {name} type ");
        let found = lines.iter().find(|line| line.starts_with(&start));
        found.unwrap_or_else(|| panic!("no option {name}: {lines:?}"))[start.len()..].to_owned()
    };
    for name in ["Hash", "Threads", "MultiPV", "Move Overhead"] {
        assert!(option(name).starts_with("spin default "), "{name}");
    }
    for name in ["Ponder", "UCI_ShowWDL", "UCI_LimitStrength"] {
        assert!(option(name).starts_with("check default "), "{name}");
    }
    assert!(option("Clear Hash").starts_with("button"));
    assert!(option("VariantPath").starts_with("string default"));
    assert!(option("EvalFile").starts_with("string default"));
    assert!(option("UCI_Elo").starts_with("spin default "));
    let variants = option("UCI_Variant");
    assert!(variants.starts_with("combo default chess "), "{variants}");
    for definition in definitions() {
        assert!(
            format!("{variants} ").contains(&format!(" var {} ", definition.name)),
            "{variants}"
        );
    }
    quit(engine);
}

#[test]
fn every_game_is_chosen_announced_and_played() {
    for definition in definitions() {
        let name = &definition.name;
        let mut engine = engine();
        engine.send(&format!("setoption name UCI_Variant value {name}"));
        let said = ready(&mut engine);
        let (files, ranks) = (definition.shape.files(), definition.shape.ranks());
        let announced = format!("info string variant {name} files {files} ranks {ranks} pocket 0 template ");
        let line = said.iter().find(|line| line.starts_with(&announced));
        let line = line.unwrap_or_else(|| engine.fail("the variant is not announced"));
        assert!(line.ends_with(&format!(" startpos {}", definition.start)), "{line}");
        engine.send("ucinewgame");
        let mut board = Board::new(&definition);
        let mut played: Vec<String> = Vec::new();
        for _ in 0..4 {
            let moves = if played.is_empty() {
                String::new()
            } else {
                format!(" moves {}", played.join(" "))
            };
            engine.send(&format!("position startpos{moves}"));
            engine.send("go nodes 2000");
            let best = engine.expect("bestmove ");
            let turn = best_move(&best).to_owned();
            assert!(board.spelled_turns().contains(&turn), "{name}: {turn} after {played:?}");
            play(&mut board, &turn).expect("a legal turn is taken");
            played.push(turn);
        }
        engine.send(&format!("position fen {} moves {}", definition.start, played.join(" ")));
        engine.send("d");
        let shown = ready(&mut engine).join("\n");
        assert!(shown.contains(&board.fen()), "{name}: {shown}");
        quit(engine);
    }
}

/// Every `go` command that must end by itself, including those that have broken parsers.
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

/// Searches that go on until they are told to end, and how soon they do.
#[test]
fn open_searches_end_on_stop() {
    let mut slowest = Duration::ZERO;
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
            // Still thinking: an answer to `isready` comes at once, a move does not.
            thread::sleep(Duration::from_millis(150));
            let said = ready(&mut engine);
            assert!(
                !said.iter().any(|line| line.starts_with("bestmove")),
                "{variant}: {go}: {said:?}"
            );
            let stopped = Instant::now();
            engine.send("stop");
            engine.read_until("bestmove ");
            slowest = slowest.max(stopped.elapsed());
        }
        quit(engine);
    }
    println!("the slowest answer to stop took {slowest:?}");
    assert!(slowest < Duration::from_secs(5));
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
fn positions_are_read_with_any_blanks_and_bad_ones_are_refused() {
    let mut engine = engine_for("courier");
    engine.send("position   startpos   moves  l4l5   a5a4 ");
    // Refused: a wrong move, a wrong FEN. The position stays legal, and the engine alive.
    engine.send("d");
    let mut board = Board::new(&definition("courier"));
    let shown = ready(&mut engine).join("\n");
    if ["l4l5", "a5a4"].iter().all(|turn| play(&mut board, turn).is_ok()) {
        assert!(shown.contains(&board.fen()), "{shown}");
    }
    for position in [
        "position startpos moves e2e9",
        "position startpos moves e2e3 e2e3",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen",
        "position",
        "position startpos moves",
        "position fen rnebmk1wbenr/1ppppp1pppp1/6f5/p5p4p/P5P4P/6F5/1PPPPP1PPPP1/RNEBMK1WBENR w 0 1 moves e2e3",
        "position nonsense moves e2e3",
        "position startpos moves \u{e9}2e4 \u{1f600}",
    ] {
        engine.send(position);
        engine.send("go nodes 200");
        engine.read_until("bestmove ");
        ready(&mut engine);
    }
    quit(engine);
}

#[test]
fn wrong_commands_at_wrong_times_do_no_harm() {
    let mut engine = Process::kurier();
    for line in [
        "",
        "   ",
        "isready",
        "stop",
        "ponderhit",
        "uci",
        "uci",
        "go infinite",
        "position startpos moves e2e4",
        "isready",
        "go nodes 500",
        "ucinewgame",
        "setoption name Hash value 8",
        "debug on",
        "register later",
        "go infinite",
        "setoption name UCI_Variant value leap64",
        "setoption name UCI_Variant value nothing",
        "setoption",
        "setoption name",
        "setoption name Hash",
        "setoption name Hash value",
        "setoption name Hash value many",
        "setoption name Hash value -1",
        "setoption name Threads value 0",
        "setoption name MultiPV value 0",
        "setoption name Nonsense value 3",
        "setoption name Clear Hash",
        "setoption name VariantPath value /no/such/file",
        "setoption name EvalFile value /no/such/file",
        "setoption name EvalFile value prior",
        "setoption name UCI_Elo value 99999999999",
        "go infinite",
        "go infinite",
        "stop",
        "stop",
        "stop",
        "xboard",
        "perft",
        "go perft",
        "go perft two",
        "go searchmoves",
        "go searchmoves z9z9 nodes 100",
        "go depth two",
        "stop",
        "eval",
        "d",
        "joho debug on",
        "\u{0}\u{1}\u{7f}",
        "uci\u{0}",
    ] {
        engine.send(line);
    }
    engine.send_bytes(b"\xff\xfe position \x80\n\r\n\r\r\n");
    engine.send("stop");
    engine.send("setoption name UCI_Variant value chess");
    engine.send("position startpos");
    engine.send("isready");
    // Those among the lines have been answered too.
    (0..3).for_each(|_| drop(engine.read_until("readyok")));
    engine.send("go nodes 500");
    let best = engine.expect("bestmove ");
    assert!(legal("chess", &[]).contains(&best_move(&best).to_owned()), "{best}");
    quit(engine);
}

#[test]
fn perft_counts_and_divides() {
    let mut engine = engine_for("shatranj");
    engine.send("position startpos");
    engine.send("go perft 4");
    let said = engine.read_until("Nodes searched: ");
    assert_eq!(
        said.last().map(String::as_str),
        Some("Nodes searched: 68122"),
        "{said:?}"
    );
    let parts = said
        .iter()
        .filter_map(|line| line.split_once(": ").filter(|(turn, _)| turn.len() == 4));
    assert_eq!(
        parts.filter_map(|(_, count)| count.parse::<u64>().ok()).sum::<u64>(),
        68122
    );
    quit(engine);
}

#[test]
fn unavailable_memory_is_refused() {
    let mut engine = engine_for("courier");
    engine.send("setoption name Hash value 99999999999999999999");
    ready(&mut engine);
    engine.send("position startpos");
    engine.send("go nodes 1000");
    engine.read_until("bestmove ");
    quit(engine);
}

#[test]
fn long_games_are_accepted() {
    let mut engine = engine_for("chess");
    let there_and_back = ["b1c3", "b8c6", "c3b1", "c6b8"];
    let turns: Vec<_> = there_and_back.iter().cycle().take(20_000).copied().collect();
    engine.send("position fen 4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    ready(&mut engine);
    let begun = Instant::now();
    engine.send(&format!("position startpos moves {}", turns.join(" ")));
    ready(&mut engine);
    // 20 ms for each thousand; it takes one.
    assert!(begun.elapsed() < Duration::from_millis(400), "{:?}", begun.elapsed());
    engine.send("go nodes 500");
    engine.read_until("bestmove ");
    quit(engine);
}

#[test]
fn quit_and_the_end_of_input_end_a_search() {
    for variant in ["chess", "courierleapale"] {
        let mut engine = engine_for(variant);
        engine.send("go infinite");
        engine.read_until("info ");
        let told = Instant::now();
        engine.send("quit");
        engine.expect_clean_end();
        println!("{variant}: quit took {:?}", told.elapsed());

        let mut engine = engine_for(variant);
        engine.send("go infinite");
        engine.read_until("info ");
        let told = Instant::now();
        engine.close_input();
        engine.expect_clean_end();
        println!("{variant}: the end of input took {:?}", told.elapsed());
    }
}

/// A GUI that has crashed no longer reads: the engine notices and ends.
#[test]
fn a_closed_output_ends_the_engine() {
    let mut command = Command::new(kurier_binary());
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("input is piped");
    input.write_all(b"uci\ngo infinite\n").expect("it reads");
    let patience = Instant::now() + Process::PATIENCE;
    let status = loop {
        if let Some(status) = child.try_wait().expect("it can be waited for") {
            break status;
        }
        if Instant::now() > patience {
            child.kill().expect("it can be killed");
            panic!("the engine goes on though nobody reads");
        }
        thread::sleep(Duration::from_millis(5));
    };
    assert!(status.success(), "{status}");
    let errors = child.wait_with_output().expect("its errors can be read").stderr;
    assert!(errors.is_empty(), "{}", String::from_utf8_lossy(&errors));
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
    // The position is left at the last legal turn, and the GUI is told.
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

/// Helpers look at the signal themselves: on an idle machine of two cores the median is below 20 ms with 64 threads.
#[test]
fn stop_is_heard_by_all_threads() {
    let mut engine = engine();
    engine.send("setoption name Threads value 64");
    let mut times: Vec<Duration> = (0..9)
        .map(|_| {
            engine.send("go infinite");
            thread::sleep(Duration::from_millis(150));
            let begun = Instant::now();
            engine.send("stop");
            engine.read_until("bestmove");
            begun.elapsed()
        })
        .collect();
    times.sort();
    println!("median {:?}, longest {:?}", times[4], times[8]);
    // Far more than it takes, for busy machines.
    assert!(times[4] < Duration::from_millis(300), "{times:?}");
    quit(engine);
}

#[test]
fn perft_ends_at_once_where_chains_explode() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("explosion.toml");
    // A leaper among forty pieces that it can capture in nearly any order.
    let text = "name = \"explosion\"\nstart = \"k7/pppppppp/pppppppp/pppppppp/pppppppp/pppppppp/8/N6K w - - 0 1\"\n\
                [board]\nfiles = 8\nranks = 8\n[captures]\nmandatory = true\nchained = true\n[pieces]\n\
                K = { name = \"King\", move = \"K\", royal = true }\nN = { name = \"Knight\", move = \"NDAWF\" }\n\
                P = { name = \"Stone\", move = \"bW\" }\n";
    std::fs::write(&path, text).expect("a file");
    let mut engine = engine();
    engine.send(&format!("setoption name VariantPath value {}", path.display()));
    engine.send("setoption name UCI_Variant value explosion");
    for end in ["stop", "quit"] {
        engine.send("position startpos");
        engine.send("go perft 3");
        thread::sleep(Duration::from_millis(300));
        let begun = Instant::now();
        engine.send(end);
        if end == "stop" {
            engine.read_until("info string perft stopped");
        } else {
            engine.expect_clean_end();
        }
        assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
        if end == "quit" {
            return;
        }
    }
}

#[test]
fn logs_and_other_programs_files_are_options() {
    let folder = tempfile::tempdir().expect("a folder");
    let (log, ini) = (folder.path().join("log.txt"), folder.path().join("variants.ini"));
    std::fs::write(
        &ini,
        "[mine:chess]\nstalemateValue = loss\n[other:chess]\npieceDrops = true\n",
    )
    .expect("a file");
    let mut engine = engine();
    engine.send(&format!("setoption name Debug Log File value {}", log.display()));
    engine.send("setoption name UCI_Opponent value GM 2800 human Somebody");
    engine.send("setoption name MoveOverhead value 20");
    engine.send(&format!("setoption name VariantPath value {}", ini.display()));
    let said = ready(&mut engine);
    assert!(said.iter().any(|line| line.contains("mine can be chosen")), "{said:?}");
    assert!(said.iter().any(|line| line.contains("pieceDrops")), "{said:?}");
    assert!(!said.iter().any(|line| line.contains("error")), "{said:?}");
    engine.send("setoption name UCI_Variant value mine");
    engine.send("go depth 1");
    engine.read_until("bestmove");
    quit(engine);
    let log = std::fs::read_to_string(log).expect("the log is there");
    assert!(log.contains(">> go depth 1\n") && log.contains("<< bestmove "), "{log}");
}

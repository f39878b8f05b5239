//! UCI commands other than `go`, unusual input from real GUIs, and all ways in which the engine exits.

use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use engine_tests::games::{definition, play};
use engine_tests::{Process, kurier_binary};
use kurier_engine::session::Board;

use super::{best_move, engine, engine_for, legal, quit, ready};

#[test]
fn positions_are_read_with_any_blanks_and_bad_ones_are_refused() {
    let mut engine = engine_for("courier");
    engine.send("position   startpos   moves  l4l5   a5a4 ");
    // After a refused move or FEN the position must still be legal, and the engine must still answer.
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
    // The `isready` commands among the lines must have been answered too.
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
fn perft_ends_at_once_where_chains_explode() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("explosion.toml");
    // A leaper stands among forty pieces, which it can capture in almost any order.
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
        // The count would take years.
        engine.send(end);
        if end == "stop" {
            engine.read_until("info string perft stopped");
        } else {
            engine.expect_clean_end();
        }
        if end == "quit" {
            return;
        }
    }
}

#[test]
fn long_games_are_accepted() {
    let mut engine = engine_for("chess");
    let there_and_back = ["b1c3", "b8c6", "c3b1", "c6b8"];
    let turns: Vec<_> = there_and_back.iter().cycle().take(20_000).copied().collect();
    engine.send("position fen 4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    ready(&mut engine);
    let before = engine.processor_time();
    engine.send(&format!("position startpos moves {}", turns.join(" ")));
    ready(&mut engine);
    let spent = engine.processor_time() - before;
    // The limit allows 20 ms per thousand moves; the engine needs about 1 ms.
    assert!(spent < Duration::from_millis(400), "{spent:?}");
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
        let sent = Instant::now();
        engine.send("quit");
        engine.expect_clean_end();
        println!("{variant}: quit took {:?}", sent.elapsed());

        let mut engine = engine_for(variant);
        engine.send("go infinite");
        engine.read_until("info ");
        let sent = Instant::now();
        engine.close_input();
        engine.expect_clean_end();
        println!("{variant}: the end of input took {:?}", sent.elapsed());
    }
}

/// Checks that the engine exits if its output is closed, as after a crash of the GUI.
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
    let deadline = Instant::now() + Process::TIMEOUT;
    let status = loop {
        if let Some(status) = child.try_wait().expect("it can be waited for") {
            break status;
        }
        if Instant::now() > deadline {
            child.kill().expect("it can be killed");
            panic!("the engine goes on though nobody reads");
        }
        thread::sleep(Duration::from_millis(5));
    };
    assert!(status.success(), "{status}");
    let errors = child.wait_with_output().expect("its errors can be read").stderr;
    assert!(errors.is_empty(), "{}", String::from_utf8_lossy(&errors));
}

/// Checks a position with more turns than the engine lists: perft counts all turns and explains why it prints no list.
#[test]
fn perft_counts_more_turns_than_it_lists() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rank.toml");
    std::fs::write(&path, engine_tests::games::STONES).expect("a file");
    let mut engine = engine();
    engine.send(&format!("setoption name VariantPath value {}", path.display()));
    engine.send("setoption name UCI_Variant value stones");
    // The leaper takes the eight stones of its rank in any order: 8! turns. Then Black's king has three moves.
    for (depth, count) in [(1, 40_320), (2, 3 * 40_320)] {
        engine.send("position startpos");
        engine.send(&format!("go perft {depth}"));
        let said = engine.read_until("Nodes searched: ");
        assert_eq!(said.last(), Some(&format!("Nodes searched: {count}")));
        assert!(
            said.iter().any(|line| line.contains("too many first turns")),
            "{said:?}"
        );
        assert!(said.len() < 10, "{} lines", said.len());
    }
    quit(engine);
}

#[test]
fn castling_is_read_in_all_spellings() {
    let mut engine = engine();
    for text in ["e1g1", "e1h1", "O-O", "0-0"] {
        engine.send(&format!("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves {text}"));
        engine.send("d");
        engine.expect("Fen: 4k3/8/8/8/8/8/8/5RK1 b");
        assert_eq!(
            ready(&mut engine).iter().filter(|line| line.contains("error")).count(),
            0,
            "{text}"
        );
    }
    quit(engine);
}

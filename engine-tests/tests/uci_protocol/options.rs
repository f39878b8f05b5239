//! UCI options and their effects.

use std::process::Command;

use engine_tests::games::{definition, definitions, play};
use engine_tests::{Process, kurier_binary};
use kurier_books::Book;
use kurier_engine::session::Board;
use kurier_formats::pgn::GameResult;

use super::{best_move, engine, engine_for, quit, ready};

/// Checks that a game can be requested by the name that another program gives it, and that it is then listed and opened
/// by that name.
#[test]
fn games_are_offered_by_the_names_of_other_programs() {
    let mut command = Command::new(kurier_binary());
    command.args(["--only", "kingofthehill,3check"]);
    let mut engine = Process::spawn(command);
    engine.send("uci");
    let lines = engine.read_until("uciok");
    let variants = "option name UCI_Variant type combo default kingofthehill var kingofthehill var 3check";
    assert!(lines.iter().any(|line| line == variants), "{lines:?}");
    engine.send("setoption name UCI_Variant value 3check");
    let lines = ready(&mut engine);
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("info string variant three-check ")),
        "{lines:?}"
    );
    quit(engine);
}

#[test]
fn games_with_a_chosen_start_position_are_played() {
    let mut command = Command::new(kurier_binary());
    command.args(["--only", "janggi@bnnb-nbbn,chess"]);
    let mut engine = Process::spawn(command);
    engine.send("uci");
    let lines = engine.read_until("uciok");
    let variants = "option name UCI_Variant type combo default chess var janggi@bnnb-nbbn var chess";
    assert!(lines.iter().any(|line| line == variants), "{lines:?}");
    engine.send("setoption name UCI_Variant value janggi@bnnb-nbbn");
    ready(&mut engine);
    engine.send("position startpos");
    engine.send("d");
    let lines = ready(&mut engine);
    let fen = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RBNA1ANBR w - - 0 1";
    assert!(lines.iter().any(|line| line.contains(fen)), "{lines:?}");
    quit(engine);
    let mut engine = Process::kurier();
    engine.send("setoption name UCI_Variant value janggi@nothing");
    let lines = ready(&mut engine);
    assert!(
        lines.iter().any(|line| line.contains("there is no array 'nothing'")),
        "{lines:?}"
    );
    quit(engine);
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
    assert!(option("UCI_EngineAbout").starts_with("string default Kurier, by "));
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
fn logs_and_other_programs_files_are_options() {
    let folder = tempfile::tempdir().expect("a folder");
    let (log, ini) = (folder.path().join("log.txt"), folder.path().join("variants.ini"));
    std::fs::write(
        &ini,
        "[mine:chess]\nstalemateValue = loss\n[other:chess]\ngating = true\n",
    )
    .expect("a file");
    let mut engine = engine();
    engine.send(&format!("setoption name Debug Log File value {}", log.display()));
    engine.send("setoption name UCI_Opponent value GM 2800 human Somebody");
    engine.send("setoption name UCI_EngineAbout value another");
    engine.send("setoption name MoveOverhead value 20");
    engine.send(&format!("setoption name VariantPath value {}", ini.display()));
    let said = ready(&mut engine);
    assert!(said.iter().any(|line| line.contains("mine can be chosen")), "{said:?}");
    assert!(said.iter().any(|line| line.contains("gating")), "{said:?}");
    assert!(!said.iter().any(|line| line.contains("error")), "{said:?}");
    engine.send("setoption name UCI_Variant value mine");
    engine.send("go depth 1");
    engine.read_until("bestmove");
    quit(engine);
    let log = std::fs::read_to_string(log).expect("the log is there");
    assert!(log.contains(">> go depth 1\n") && log.contains("<< bestmove "), "{log}");
}

#[test]
fn moves_of_the_opening_book_are_played_if_wanted() {
    let folder = tempfile::tempdir().expect("a folder");
    let chess = definition("chess");
    let mut board = Board::new(&chess);
    let turn = board.parse("a2a4").expect("legal");
    board.play(&turn).expect("legal");
    let mut book = Book::new(&chess);
    for _ in 0..3 {
        assert!(book.count(&board, GameResult::WhiteWins, 1));
    }
    let path = folder.path().join("chess.book");
    book.write(&path, &chess).expect("it is written");
    let mut engine = engine_for("chess");
    let mut ask = |commands: &[&str]| {
        commands.iter().for_each(|command| engine.send(command));
        ready(&mut engine);
        engine.send("go nodes 50");
        let lines = engine.read_until("bestmove");
        let searched = lines.iter().any(|line| line.contains(" depth "));
        (best_move(lines.last().expect("a line")).to_owned(), searched)
    };
    let file = format!("setoption name BookFile value {}", path.display());
    // Setting only `BookFile` does not make the engine play from the book.
    assert!(ask(&[&file, "position startpos"]).1);
    assert_eq!(ask(&["setoption name OwnBook value true"]), ("a2a4".into(), false));
    assert!(ask(&["position startpos moves a2a4"]).1, "the book ends");
    assert!(ask(&["position startpos", "setoption name OwnBook value false"]).1);
    engine.send("setoption name UCI_Variant value leap");
    let said = ready(&mut engine);
    assert!(
        said.iter()
            .any(|line| line.contains("does not match the rules of leap")),
        "{said:?}"
    );
    quit(engine);
}

#[test]
fn the_shipped_book_is_used_without_a_file_only_if_wanted() {
    let mut engine = engine_for("courier");
    let searched = |engine: &mut Process| {
        engine.send("position startpos");
        engine.send("go nodes 50");
        engine
            .read_until("bestmove")
            .iter()
            .any(|line| line.contains(" depth "))
    };
    assert!(searched(&mut engine));
    engine.send("setoption name OwnBook value true");
    let said = ready(&mut engine).join("\n");
    assert!(said.contains("the opening book of courier: "), "{said}");
    assert!(!searched(&mut engine));
    // Analysis always searches, even if the position is in the book.
    engine.send("go infinite");
    engine.send("stop");
    let lines = engine.read_until("bestmove");
    assert!(lines.iter().any(|line| line.contains(" nodes ")), "{lines:?}");
    engine.send("setoption name UCI_Variant value raumschach");
    let said = ready(&mut engine).join("\n");
    assert!(said.contains("there is no opening book of raumschach"), "{said}");
    assert!(searched(&mut engine));
    quit(engine);
}

#[test]
fn uci_chess960_opens_the_form_with_castling_from_anywhere() {
    let mut engine = engine();
    engine.send("setoption name UCI_Chess960 value true");
    assert!(ready(&mut engine)[0].contains("variant fischer-random "));
    engine.send("position fen 4k3/8/8/8/8/8/8/R3K2R w HA - 0 1");
    engine.send("go nodes 200 searchmoves e1h1");
    let lines = engine.read_until("bestmove");
    assert_eq!(lines.last().map(|line| best_move(line)), Some("e1h1"));
    engine.send("setoption name UCI_Variant value courier");
    let lines = ready(&mut engine);
    assert!(
        lines[0].contains("UCI_Chess960 changes nothing in courier"),
        "{lines:?}"
    );
    engine.send("setoption name UCI_Variant value chess");
    assert!(ready(&mut engine)[0].contains("variant fischer-random "));
    engine.send("setoption name UCI_Chess960 value false");
    assert!(ready(&mut engine)[0].contains("variant chess "));
    quit(engine);
}

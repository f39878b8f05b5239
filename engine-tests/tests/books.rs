//! Opening books on the command line: made, continued, shown, imported, exported and refused.

use std::collections::BTreeSet;
use std::fs;

use engine_tests::command;
use engine_tests::games::definition;
use kurier_books::Book;
use kurier_engine::session::Board;
use kurier_formats::pgn::Reader;
use serde_json::Value;

const GAMES: &str = r#"
[Event "one"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 1-0

[Event "two"]
[Result "0-1"]

1. e4 c5 0-1

[Event "three"]
[Result "*"]

1. d4 d5 *

[Event "four"]
[Variant "courier"]
[Result "1-0"]

1. e3 1-0
"#;

#[test]
fn a_continued_run_gives_the_book_of_one_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let make = |name: &str, positions: &str, threads: &str| {
        let effort = ["--nodes", "300", "--play-nodes", "5", "--lines", "3"];
        let fixed = [
            "book",
            "make",
            "leap",
            "--output",
            name,
            "-n",
            positions,
            "--threads",
            threads,
        ];
        command::output(&[&fixed[..], &effort].concat(), "");
        fs::read(name).expect("a book")
    };
    let whole = make(&path("whole.book"), "150", "1");
    let parts = path("parts.book");
    assert_ne!(make(&parts, "40", "2"), whole);
    assert_eq!(make(&parts, "150", "2"), whole);
    let leap = definition("leap");
    let book = Book::decode(&whole, "whole.book", &leap).expect("a book");
    assert!(book.len() >= 150, "{} positions", book.len());
    let refused = command::refusal(&["book", "show", "chess", "--book", &parts], "");
    assert!(refused.contains("does not match the rules of chess"), "{refused}");
    fs::write(&parts, &whole[..whole.len() / 2]).expect("it is written");
    assert!(command::refusal(&["book", "make", "leap", "--output", &parts], "").contains("damaged"));
}

#[test]
fn games_are_imported_shown_and_exported() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (pgn, book, polyglot) = (path("games.pgn"), path("chess.book"), path("chess.bin"));
    fs::write(&pgn, GAMES).expect("it is written");
    let imported = command::run(&["book", "import", "chess", &pgn, "--output", &book], "");
    let told = String::from_utf8(imported.stderr).expect("UTF-8");
    assert!(
        told.contains("6 positions, 2 games; added: 2; left out, without a result or of other variants: 2"),
        "{told}"
    );
    let shown = command::text(&["book", "show", "chess", "--book", &book, "--json"], "");
    let shown: Value = serde_json::from_str(&shown).expect("JSON");
    assert_eq!(shown["games"], 2);
    let first = &shown["moves"][0];
    assert_eq!((&first["move"], &first["san"]), (&"e2e4".into(), &"e4".into()));
    assert_eq!(
        (&first["wins"], &first["draws"], &first["losses"]),
        (&1.into(), &0.into(), &1.into())
    );
    assert_eq!(first["score"], Value::Null);
    assert_eq!(
        shown["moves"].as_array().map(Vec::len),
        Some(1),
        "games without a result do not count"
    );
    let text = command::text(&["book", "show", "chess", "--book", &book, "--moves", "e4"], "");
    assert!(
        text.contains("c5         1       1       0       0   100 %       -"),
        "{text}"
    );
    let lines = command::text(&["book", "export", "chess", "--book", &book], "");
    assert!(lines.contains("1. e4 {+1 =0 -1} 1... c5 {+1 =0 -0} *"), "{lines}");
    command::output(&["book", "export", "chess", "--book", &book, "--output", &polyglot], "");
    let copy = command::text(&["book", "show", "chess", "--book", &polyglot, "--json"], "");
    let copy: Value = serde_json::from_str(&copy).expect("JSON");
    assert_eq!(copy["moves"][0]["move"], "e2e4");
    assert_eq!(copy["positions"], shown["positions"]);
    let refused = command::refusal(&["book", "show", "leap", "--book", &polyglot], "");
    assert!(refused.contains("for chess only"), "{refused}");
    let before = fs::read(&polyglot).expect("a book");
    let refused = command::refusal(&["book", "make", "chess", "--output", &polyglot], "");
    assert!(refused.contains("no scores"), "{refused}");
    assert_eq!(fs::read(&polyglot).expect("a book"), before);
}

/// Returns the moves that the shipped book of a game has for the start position, in algebraic notation.
fn shipped_moves(game: &str) -> Vec<String> {
    let definition = definition(game);
    let board = Board::new(&definition);
    let book = Book::shipped(&definition).expect("a shipped book");
    book.moves(&board).iter().map(|known| board.san(&known.turn)).collect()
}

#[test]
fn shipped_books_are_shown_where_no_file_is_named() {
    let shown = command::run(&["book", "show", "courier"], "");
    let text = String::from_utf8(shown.stdout).expect("UTF-8");
    assert!(text.contains("the book that Kurier ships: "), "{text}");
    assert!(shipped_moves("courier").iter().all(|san| text.contains(san)), "{text}");
    let analysed = command::text(&["analyze", "courier", "--depth", "1", "--book"], "");
    assert!(analysed.contains("points") && analysed.contains(&shipped_moves("courier")[0]));
    for arguments in [
        &["book", "show", "raumschach"][..],
        &["analyze", "raumschach", "--book"],
    ] {
        let refused = command::refusal(arguments, "");
        assert!(refused.contains("ships no opening book of raumschach"), "{refused}");
    }
    let refused = command::refusal(&["book", "show", "courier", "--book", "no/such.book"], "");
    assert!(refused.contains("no/such.book"), "{refused}");
}

#[test]
fn levels_play_from_the_shipped_book_with_variety() {
    let known = shipped_moves("courier");
    let chosen: BTreeSet<String> = (0..60)
        .map(|_| {
            let text = command::text(&["play", "courier", "--black", "--level", "1"], "quit\n");
            let (_, rest) = text.split_once("Kurier plays 1. ").expect("a move");
            rest.split_whitespace().next().unwrap_or_default().to_owned()
        })
        .collect();
    assert!(chosen.iter().all(|san| known.contains(san)), "{chosen:?} of {known:?}");
    assert!(chosen.len() > 1, "always {chosen:?}");
}

#[test]
fn matches_take_openings_from_the_shipped_book_if_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let pgn = folder.path().join("games.pgn");
    let pgn = pgn.to_str().expect("UTF-8");
    let engines = [
        "match",
        "-e",
        "self",
        "-e",
        "self",
        "--nodes",
        "5",
        "--games",
        "8",
        "--max-moves",
        "20",
    ];
    let openings = ["--openings", "book", "--book-plies", "4", "--pgn", pgn, "--variant"];
    command::output(&[&engines[..], &openings, &["courier"]].concat(), "");
    let courier = definition("courier");
    let book = Book::shipped(&courier).expect("a shipped book");
    let text = fs::read(pgn).expect("the games");
    let mut lines = BTreeSet::new();
    for game in Reader::new(&text[..]) {
        let game = game.expect("a game");
        let mut end = Board::new(&courier);
        game.replay(&mut end).expect("legal");
        let mut board = Board::new(&courier);
        let opening: Vec<_> = end.history().iter().take(4).cloned().collect();
        for turn in &opening {
            board.play(turn).expect("legal");
            assert!(book.entry(&board).is_some(), "{} is not in the book", board.fen());
        }
        lines.insert(board.fen());
    }
    assert!(lines.len() >= 3, "{lines:?}");
    let refused = command::refusal(
        &[&engines[..], &["--openings", "book", "--variant", "raumschach"]].concat(),
        "",
    );
    assert!(refused.contains("ships no opening book of raumschach"), "{refused}");
}

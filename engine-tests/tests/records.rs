//! Round trips of game records through the library, `kurier annotate` and the board in the browser, with real-world
//! files and with random games.

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use engine_tests::command;
use kurier_api::{Desk, Message, Place, Record, RecordTurn, RecordView, RecordsView, Reply, Request, WrittenTurn};
use kurier_engine::search::{Limits, Settings};
use kurier_engine::session::{Board, Engine};
use kurier_formats::annotate::{AnnotatedGame, judge};
use kurier_formats::pgn::{Game, GameRecord, PgnError, Reader, text};
use kurier_rules::rules::Catalogue;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::Config;

/// The parts of a game that must survive reading and writing.
#[derive(Clone, PartialEq, Debug)]
struct Kept {
    record: GameRecord,
    tags: Vec<(String, String)>,
}

/// Tags that are derived from the game, and therefore not compared.
const DERIVED: [&str; 6] = ["Result", "Variant", "SetUp", "FEN", "PlyCount", "Termination"];

impl Kept {
    fn of(record: &GameRecord) -> Self {
        let told = |(name, value): &&(String, String)| {
            !DERIVED.contains(&name.as_str()) && !value.trim_matches(['?', '.', ' ']).is_empty()
        };
        let mut tags: Vec<_> = record.tags.iter().filter(told).cloned().collect();
        tags.sort();
        let record = GameRecord {
            tags: Vec::new(),
            ..record.clone()
        };
        Self { record, tags }
    }
}

fn read(bytes: &[u8]) -> Vec<Result<Game, PgnError>> {
    Reader::new(bytes).collect()
}

fn replayed(game: &Game) -> Result<GameRecord, PgnError> {
    let definition = game.definition(&Catalogue::built_in())?;
    game.replay(&mut Board::new(&definition))
}

/// Returns the games of a file that can be replayed.
fn records(bytes: &[u8]) -> Vec<GameRecord> {
    let games = read(bytes).into_iter().filter_map(Result::ok);
    games.filter_map(|game| replayed(&game).ok()).collect()
}

fn corpus() -> Vec<(String, Vec<u8>)> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/data/records"));
    let entries = fs::read_dir(folder).expect("the files are there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let named = |path: PathBuf| {
        let bytes = fs::read(&path).expect("a file");
        (path.file_name().expect("a name").to_string_lossy().into_owned(), bytes)
    };
    paths.into_iter().map(named).collect()
}

fn file(name: &str) -> Vec<u8> {
    let found = corpus().into_iter().find(|(known, _)| known == name);
    found.expect("it is there").1
}

/// Returns the games of a PGN as the board in the browser receives them.
fn seen_by_the_page(text: &str) -> Vec<RecordView> {
    let request = Request::ReadPgn {
        text: text.to_owned(),
        before: Place::default(),
        more: false,
    };
    match ask(request) {
        Reply::Records(RecordsView { records, .. }) => records,
        other => panic!("{other:?}"),
    }
}

fn ask(request: Request) -> Reply {
    let replies = Arc::new(Mutex::new(Vec::new()));
    let outbox = {
        let replies = replies.clone();
        Arc::new(move |message: Message<Reply>| replies.lock().expect("a list").push(message.body))
    };
    Desk::new(Catalogue::built_in(), outbox).handle(Message { id: 1, body: request });
    let reply = replies.lock().expect("a list").pop();
    reply.expect("a reply")
}

/// Returns the record that the page sends when the game of `view` is to be written as PGN.
fn to_write(view: &RecordView) -> Record {
    Record {
        game: view.game.clone(),
        fen: view.fen.clone(),
        tags: view.tags.clone(),
        preamble: view.preamble.clone(),
        moves: turns_to_write(&view.moves),
        result: view.result.to_owned(),
        ..Record::default()
    }
}

fn turns_to_write(turns: &[WrittenTurn]) -> Vec<RecordTurn> {
    let turn = |turn: &WrittenTurn| RecordTurn {
        text: turn.text.clone(),
        glyphs: turn.glyphs.clone(),
        before: turn.before.clone(),
        comment: turn.comment.clone(),
        variations: turn.variations.iter().map(|line| turns_to_write(line)).collect(),
    };
    turns.iter().map(turn).collect()
}

fn written_by_the_page(view: &RecordView) -> String {
    match ask(Request::WritePgn { record: to_write(view) }) {
        Reply::Text { text } => text,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_files_are_read_as_they_are_meant() {
    let games = |name: &str| {
        read(&file(name))
            .into_iter()
            .map(|game| game.expect("it is read"))
            .collect::<Vec<_>>()
    };
    let summary = |name: &str| -> Vec<(String, usize)> {
        let of = |game: &Game| (game.tag("Event").unwrap_or_default().to_owned(), game.moves.len());
        games(name).iter().map(of).collect()
    };
    let pairs = |list: &[(&str, usize)]| {
        list.iter()
            .map(|(name, moves)| ((*name).to_owned(), *moves))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        summary("tags.pgn"),
        pairs(&[
            ("Tags in any order", 3),
            ("Tags with an empty line between them", 2),
            ("Without moves", 0),
            ("Without a result", 2),
            ("The last", 1),
            ("", 2),
            ("", 1),
        ])
    );
    let [glyphs, first, empty] = records(&file("glyphs.pgn")).try_into().expect("three games");
    let said: Vec<String> = glyphs
        .moves
        .iter()
        .map(|turn| turn.annotations.glyphs.join(" "))
        .collect();
    let wanted = [
        "!",
        "?! $14",
        "!!",
        "??",
        "!? $146 $36",
        "!",
        "? $1",
        "$14",
        "$16",
        "$10",
        "",
        "$18",
        "$19",
        "$13",
        "?",
    ];
    assert_eq!(said, wanted);
    assert_eq!(
        (glyphs.preamble.as_str(), glyphs.moves[0].comment.as_str()),
        ("Before", "after")
    );
    assert_eq!(first.preamble, "$13 1. d4 (was possible)");
    assert_eq!(empty.preamble, "Nobody came.");
    let [comments] = records(&file("comments.pgn")).try_into().expect("a game");
    assert!(
        comments.preamble.ends_with("before the first move and another one"),
        "{}",
        comments.preamble
    );
    assert_eq!(comments.moves[0].comment, "a semicolon ( with ) braces");
    assert_eq!(comments.moves[2].comment, "a brace ( in it after a variation");
    let [variations] = records(&file("variations.pgn")).try_into().expect("a game");
    assert_eq!(
        variations
            .moves
            .iter()
            .map(|turn| turn.annotations.variations.len())
            .sum::<usize>(),
        8
    );
    assert_eq!(variations.moves[3].comment, "(only words)");
    assert_eq!(
        variations.moves[1].annotations.variations[0],
        "{with words first} 1... c5 {Sicilian (open)} 2. Nf3 d6 3. d4"
    );
    let [latin] = records(&file("latin-1.pgn")).try_into().expect("a game");
    assert_eq!(
        (latin.tag("White"), latin.preamble.as_str()),
        (Some("Müller, Jörg"), "Geärgert")
    );
    assert_eq!(
        summary("crlf.pgn"),
        pairs(&[("Lines of Windows", 4), ("The second", 1)])
    );
}

#[test]
fn what_the_format_does_not_have_is_read_with_a_warning() {
    let bytes = file("odd.pgn");
    let games: Vec<Game> = read(&bytes).into_iter().map(|game| game.expect("it is read")).collect();
    assert_eq!(games[0].tag("Event"), Some("\"Quoted\" event"));
    assert_eq!(games[0].tag("White"), Some("The \"A\" Team"));
    assert_eq!(games[0].tag("Black"), Some("C:\\games\\"));
    assert_eq!(games[0].tag("Site"), Some("a \"b\" \\ c"));
    let warnings: Vec<(usize, usize)> = games
        .iter()
        .flat_map(|game| game.warnings.iter().map(|warning| (warning.game, warning.line)))
        .collect();
    assert_eq!(warnings, [(1, 1), (1, 2), (1, 3), (1, 6), (2, 10)]);
    let records = records(&bytes);
    assert_eq!(records.len(), games.len());
    assert_eq!(
        (records[0].moves.len(), records[0].rest.as_str()),
        (1, "1... -- 2. d4 {passes} 2... Z0! (2... d5) 3. c4 $1")
    );
    assert_eq!(
        (records[1].moves.len(), records[1].rest.as_str()),
        (0, "1. -- e5 {and on} 2. d4")
    );
    assert!(
        text(&records[0]).contains("1. e4 1... -- 2. d4 {passes} 2... Z0!"),
        "{}",
        text(&records[0])
    );
    // The second game ends with a bare king by the rules of its variant, so its last move remains unread.
    let played = records_of("variants.pgn");
    assert_eq!(played[1].rest, "2. Ra7+");
    let error = read(&file("utf-16.pgn"))
        .pop()
        .expect("it is refused")
        .expect_err("it is refused");
    assert_eq!(
        error.to_string(),
        "game 1, line 1: the text is UTF-16; save it as UTF-8"
    );
    assert_eq!(read(&file("utf-16.pgn")).len(), 1);
}

fn records_of(name: &str) -> Vec<GameRecord> {
    records(&file(name))
}

#[test]
fn the_library_writes_what_it_reads() {
    let mut seen = 0;
    for (name, bytes) in corpus() {
        for record in records(&bytes) {
            let again = records(text(&record).as_bytes());
            let [again] = again.try_into().unwrap_or_else(|all| panic!("{name}: {all:?}"));
            assert_eq!(Kept::of(&again), Kept::of(&record), "{name}");
            assert_eq!(text(&again), text(&record), "{name}");
            seen += 1;
        }
    }
    assert!(seen >= 20, "{seen}");
}

#[test]
fn the_page_writes_what_it_reads() {
    let mut seen = 0;
    for (name, bytes) in corpus() {
        // The page receives characters, not bytes, and must recognise the encoding itself.
        let text = String::from_utf8(bytes)
            .unwrap_or_else(|error| error.as_bytes().iter().map(|byte| char::from(*byte)).collect());
        if name == "utf-16.pgn" {
            assert!(
                seen_by_the_page(&text)[0]
                    .error
                    .as_ref()
                    .is_some_and(|error| error.contains("UTF-16"))
            );
            continue;
        }
        for view in seen_by_the_page(&text).iter().filter(|view| view.error.is_none()) {
            let written = written_by_the_page(view);
            let [again] = seen_by_the_page(&written).try_into().expect("a game");
            assert_eq!(again.moves, view.moves, "{name}\n{written}");
            assert_eq!(
                (&again.preamble, again.result, &again.game),
                (&view.preamble, view.result, &view.game),
                "{name}"
            );
            for (tag, value) in view
                .tags
                .iter()
                .filter(|(tag, value)| !value.is_empty() && !DERIVED.contains(&tag.as_str()))
            {
                assert!(again.tags.contains(&(tag.clone(), value.clone())), "{name}: {tag}");
            }
            seen += 1;
        }
    }
    assert!(seen >= 20, "{seen}");
    let glyphs = &seen_by_the_page(&String::from_utf8(file("glyphs.pgn")).expect("UTF-8"))[0];
    assert_eq!(
        (glyphs.preamble.as_str(), &glyphs.moves[1].glyphs[..]),
        ("Before", &["?!".to_owned(), "$14".to_owned()][..])
    );
    let odd = &seen_by_the_page(&String::from_utf8(file("odd.pgn")).expect("UTF-8"))[0];
    assert_eq!(
        odd.moves[0].comment,
        "1... -- 2. d4 (passes) 2... Z0! (2... d5) 3. c4 $1"
    );
    assert_eq!(odd.warnings.len(), 4);
}

#[test]
fn the_command_line_writes_what_it_reads() {
    let mut seen = 0;
    for (name, bytes) in corpus().into_iter().filter(|(name, _)| name != "utf-16.pgn") {
        let folder = tempfile::tempdir().expect("a folder");
        let (first, second) = (folder.path().join("first.pgn"), folder.path().join("second.pgn"));
        let source = folder.path().join(&name);
        fs::write(&source, &bytes).expect("a file");
        for (from, to) in [(&source, &first), (&first, &second)] {
            let paths = [from, to].map(|path| path.to_str().expect("UTF-8"));
            command::output(&["annotate", paths[0], "--pgn", paths[1], "--depth", "1"], "");
        }
        let (first, second) = (fs::read(first).expect("a file"), fs::read(second).expect("a file"));
        assert_eq!(read(&first).len(), read(&bytes).len(), "{name}");
        // Annotating a second time replaces evaluations and does not repeat lines.
        assert_eq!(
            String::from_utf8_lossy(&second),
            String::from_utf8_lossy(&first),
            "{name}"
        );
        for (before, after) in records(&bytes).iter().zip(records(&first)) {
            assert_eq!(after.preamble, before.preamble, "{name}");
            assert_eq!((&after.rest, after.result), (&before.rest, before.result), "{name}");
            assert_eq!(after.moves.len(), before.moves.len(), "{name}");
            for (before, after) in before.moves.iter().zip(&after.moves) {
                assert_eq!(after.turn, before.turn, "{name}");
                let glyphs = &after.annotations.glyphs;
                assert!(
                    before.annotations.glyphs.iter().all(|glyph| glyphs.contains(glyph)),
                    "{name}: {glyphs:?}"
                );
                let variations = &after.annotations.variations;
                assert!(
                    before
                        .annotations
                        .variations
                        .iter()
                        .all(|text| variations.contains(text)),
                    "{name}"
                );
                assert!(
                    after.comment.matches("[%eval").count() <= 1,
                    "{name}: {}",
                    after.comment
                );
                let words = before
                    .comment
                    .split_whitespace()
                    .filter(|word| !word.starts_with("[%eval"));
                let kept = words
                    .filter(|word| *word != "0.31,18]")
                    .all(|word| after.comment.contains(word));
                assert!(kept, "{name}: {} {}", before.comment, after.comment);
            }
            seen += 1;
        }
    }
    assert!(seen >= 20, "{seen}");
}

#[test]
fn moves_after_a_draw_that_nobody_claimed_are_judged() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/records/draws.pgn");
    let text = command::text(&["annotate", path, "--depth", "3"], "");
    let [record] = records(text.as_bytes()).try_into().expect("a game");
    for (turn, san) in record.moves.iter().zip(1..) {
        assert!(turn.comment.contains("[%eval"), "{san}: {text}");
        for variation in &turn.annotations.variations {
            assert!(variation.contains(char::is_alphabetic), "{san}: {text}");
        }
    }
    assert_eq!(record.moves.len(), 10);
}

/// A random turn with random annotations.
#[derive(Clone, Debug)]
struct Made {
    choice: usize,
    sign: &'static str,
    glyphs: Vec<u8>,
    comment: String,
    variations: Vec<(String, Vec<Made>)>,
}

fn line() -> impl Strategy<Value = Vec<Made>> {
    let comment = || prop_oneof![3 => Just(String::new()), 2 => "[ -|~äß♔\u{1b}]{0,90}"];
    let sign = prop::sample::select(vec!["", "", "", "!", "?", "!!", "??", "!?", "?!"]);
    let glyphs = prop_oneof![3 => Just(Vec::new()), 1 => vec(1..200_u8, 1..3)];
    let turn = (0..1000_usize, sign, glyphs, comment());
    let plain = turn.clone().prop_map(|(choice, sign, glyphs, comment)| Made {
        choice,
        sign,
        glyphs,
        comment,
        variations: Vec::new(),
    });
    let leaf = vec(plain, 1..6);
    leaf.prop_recursive(3, 40, 6, move |inner| {
        let variations = prop_oneof![2 => Just(Vec::new()), 1 => vec((comment(), inner), 1..3)];
        let turn = (turn.clone(), variations);
        let turn = turn.prop_map(|((choice, sign, glyphs, comment), variations)| Made {
            choice,
            sign,
            glyphs,
            comment,
            variations,
        });
        vec(turn, 1..8)
    })
}

/// The style in which a random file is written.
#[derive(Clone, Copy, Debug)]
struct Style {
    /// Whether comments begin with `;` and reach to the end of the line, instead of being enclosed in braces.
    semicolons: bool,
    /// Whether there is no space after a move number.
    tight: bool,
    end: &'static str,
}

fn style() -> impl Strategy<Value = Style> {
    (any::<bool>(), any::<bool>(), prop::sample::select(vec!["\n", "\r\n"]))
        .prop_map(|(semicolons, tight, end)| Style { semicolons, tight, end })
}

impl Style {
    fn comment(self, text: &str) -> String {
        match text {
            "" => String::new(),
            text if self.semicolons => format!("; {text}{}", self.end),
            text => format!("{{{text}}} "),
        }
    }

    /// Returns the text of a line of play from a position.
    fn line(self, board: &Board, line: &[Made]) -> String {
        let mut board = board.clone();
        let mut text = String::new();
        for made in line {
            let turns = board.turns();
            let Some(turn) = turns.get(made.choice % turns.len().max(1)) else {
                break;
            };
            let gap = if self.tight { "" } else { " " };
            let dots = if board.side().name() == "White" { "." } else { "..." };
            text += &format!("{}{dots}{gap}{}{} ", board.fullmove(), board.san(turn), made.sign);
            made.glyphs.iter().for_each(|glyph| text += &format!("${glyph} "));
            text += &self.comment(&made.comment);
            for (before, variation) in &made.variations {
                let inside = self.line(&board, variation);
                if !inside.is_empty() {
                    text += &format!("({}{inside}) ", self.comment(before));
                }
            }
            board.play(turn).expect("it is legal");
            if board.outcome().is_some() {
                break;
            }
        }
        text
    }
}

const GAMES: [&str; 4] = ["chess", "courier", "leap-multi", "shatranj"];

fn words(text: &str) -> String {
    let words = text
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ").replace('{', "(").replace('}', ")")
}

proptest! {
    #![proptest_config(Config { cases: 96, failure_persistence: None, ..Config::default() })]

    #[test]
    fn games_made_up_are_written_as_they_are_read(
        game in prop::sample::select(&GAMES[..]),
        preamble in "[ -|~ä]{0,90}",
        line in line(),
        style in style(),
        value in "[ -~é]{0,30}",
    ) {
        let definition = Catalogue::built_in().get(game).expect("a game");
        let escaped = value.replace('\\', "\\\\").replace('"', "\\\"");
        let head = format!("[White \"{escaped}\"]\n[Variant \"{game}\"]\n\n").replace('\n', style.end);
        let board = Board::new(&definition);
        let file = format!("{head}{}{}*\n", style.comment(&preamble), style.line(&board, &line));
        let read = records(file.as_bytes());
        prop_assert_eq!(read.len(), 1, "{}", file);
        let record = &read[0];
        // Reading the file loses nothing.
        prop_assert_eq!(record.tag("White"), Some(value.as_str()));
        prop_assert_eq!(&record.preamble, &words(&preamble));
        prop_assert_eq!(record.moves.is_empty(), line.is_empty());
        for (made, turn) in line.iter().zip(&record.moves) {
            let numbers = made.glyphs.iter().map(|glyph| format!("${glyph}"));
            let glyphs: Vec<String> = Some(made.sign.to_owned()).filter(|sign| !sign.is_empty()).into_iter().chain(numbers).collect();
            prop_assert_eq!(&turn.annotations.glyphs, &glyphs);
            prop_assert_eq!(&turn.comment, &words(&made.comment), "{}", &file);
        }
        // Writing the record loses nothing.
        let written = text(record);
        let again = records(written.as_bytes());
        prop_assert_eq!(again.len(), 1, "{}", written);
        prop_assert_eq!(Kept::of(&again[0]), Kept::of(record), "{}", written);
        // The page reads the variations of the file too.
        let seen = seen_by_the_page(&file);
        let returned = seen_by_the_page(&written_by_the_page(&seen[0]));
        prop_assert_eq!(&returned[0].moves, &seen[0].moves, "{}", file);
        prop_assert_eq!(&returned[0].preamble, &seen[0].preamble);
        prop_assert_eq!(seen[0].moves.len(), record.moves.len());
        // Annotating an annotated game again changes nothing.
        let mut board = Board::new(&definition);
        let mut engine = Engine::new(&board, Settings { hash: 1, ..Settings::default() });
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let mut annotate = |record: &GameRecord| {
            engine.new_game();
            let judgements = judge(&mut board, &mut engine, record, &limits, None, &|| true);
            let judgements = judgements.expect("it is legal").expect("nobody interrupts");
            AnnotatedGame { record: record.clone(), judgements }.commented()
        };
        let once = annotate(record);
        let reread = records(text(&once).as_bytes());
        prop_assert_eq!(Kept::of(&reread[0]), Kept::of(&once), "{}", text(&once));
        let twice = annotate(&reread[0]);
        prop_assert_eq!(text(&twice), text(&reread[0]));
        prop_assert_eq!(once.preamble, record.preamble.clone());
    }
}

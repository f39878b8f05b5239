//! Tests of reading and writing: games of all variants are written and read back, and files with other programs'
//! deviations from the standard are read.

use std::sync::Arc;

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Game, GameRecord, GameResult, MoveRecord, PgnError, Ply, Problem, Reader, text};
use kurier_engine::session::Board;
use kurier_rules::rules::{Catalogue, Color, Definition};

/// Reads all games of a file without errors.
fn games(file: &str) -> Vec<Game> {
    Reader::new(file.as_bytes()).map(|game| game.unwrap()).collect()
}

/// Replays the only game of a file.
fn replay(file: &str) -> Result<GameRecord, PgnError> {
    let [game] = games(file).try_into().unwrap();
    let definition = game.definition(&Catalogue::built_in()).unwrap();
    game.replay(&mut Board::new(&definition))
}

/// Replays the only game of a file, which must be legal.
fn replayed(file: &str) -> GameRecord {
    replay(file).unwrap()
}

/// Returns the moves of a game in algebraic notation.
fn sans(record: &GameRecord) -> Vec<&str> {
    record.moves.iter().map(|turn| turn.san.as_str()).collect()
}

/// Returns the first error of a file: its game, its line and its text.
fn error(file: &str) -> (usize, usize, String) {
    let error = Reader::new(file.as_bytes()).find_map(Result::err).unwrap();
    (error.game, error.line, error.problem.to_string())
}

/// Plays a random game of at most 60 turns, with random comments.
fn random_game(definition: &Arc<Definition>, random: &mut ChaCha8Rng) -> GameRecord {
    let mut board = Board::new(definition);
    let mut record = GameRecord {
        tags: vec![
            ("Event".into(), "A \"test\" \\ {of} [all]".into()),
            ("White".into(), "Älfil".into()),
            ("Date".into(), "2026.01.31".into()),
            ("TimeControl".into(), "10+0.1".into()),
        ],
        variant: definition.name.clone(),
        termination: "normal".into(),
        ..GameRecord::default()
    };
    // Three out of four games drop their first turns and begin with a later position, in some games with Black to move.
    let skipped = random.random_range(0..4);
    for ply in 0..60 {
        if ply == skipped && ply > 0 {
            record.start_fen = Some(board.fen());
            record.start_ply = Ply::of(&board);
        }
        let Some(turn) = board.turns().choose(random).cloned() else {
            break;
        };
        let san = board.san(&turn);
        board.play(&turn).unwrap();
        let comment = match random.random_range(0..4) {
            0 => "book".into(),
            1 => format!("+0.{ply}/{ply} 0.20s"),
            2 => "100 % of a very long comment; with (everything) in it $1 1-0 e4 \\ \"".into(),
            _ => String::new(),
        };
        if ply >= skipped {
            record.moves.push(MoveRecord::new(turn, san, comment));
        }
    }
    record.result = board
        .outcome()
        .and_then(|outcome| GameResult::parse(outcome.result()))
        .unwrap_or_default();
    record
}

#[test]
fn written_games_are_read_back_in_all_variants() {
    let catalogue = Catalogue::built_in();
    let random = &mut ChaCha8Rng::seed_from_u64(3);
    let mut file = String::new();
    let mut records = Vec::new();
    for definition in catalogue.iter() {
        for _ in 0..3 {
            let record = random_game(definition, random);
            let text = text(&record);
            assert!(
                text.lines().all(|line| line.len() < 80 || line.starts_with('[')),
                "{text}"
            );
            file += &text;
            records.push(record);
        }
    }
    let games = games(&file);
    assert_eq!(games.len(), records.len());
    for (game, record) in games.iter().zip(&records) {
        let definition = game.definition(&catalogue).unwrap();
        assert_eq!(definition.name, record.variant);
        let read = game.replay(&mut Board::new(&definition)).unwrap();
        for (name, value) in &record.tags {
            assert_eq!(read.tag(name), Some(value.as_str()));
        }
        assert_eq!(read.tag("PlyCount"), Some(record.moves.len().to_string().as_str()));
        assert_eq!(read.tag("Result"), Some(record.result.text()));
        let without_tags = |record: &GameRecord| GameRecord {
            tags: Vec::new(),
            ..record.clone()
        };
        assert_eq!(without_tags(&read), without_tags(record));
        // Writing the game that was read changes nothing, not even the order of the tags.
        assert_eq!(
            text(&read),
            text(&GameRecord {
                tags: read.tags.clone(),
                ..record.clone()
            })
        );
    }
}

#[test]
fn writer_uses_the_export_format() {
    let start = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let chess = Catalogue::built_in().get("chess").unwrap();
    let mut board = Board::from_fen(&chess, start).unwrap();
    let moves = ["e5", "Nf3", "Nc6"].map(|san| {
        let turn = board.parse_san(san).unwrap();
        board.play(&turn).unwrap();
        let comment = if san == "Nf3" { "{a}  b\nc" } else { "" };
        MoveRecord::new(turn, san.into(), comment.into())
    });
    let record = GameRecord {
        tags: vec![("Black".into(), "B".into()), ("Bad name".into(), "x\ny".into())],
        variant: "chess".into(),
        start_fen: Some(start.into()),
        start_ply: Ply {
            side: Color::Black,
            number: 1,
        },
        moves: moves.into(),
        result: GameResult::BlackWins,
        termination: "adjudication".into(),
        ..GameRecord::default()
    };
    let expected = r#"[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "B"]
[Result "0-1"]
[Variant "chess"]
[SetUp "1"]
[FEN "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"]
[Badname "x y"]
[PlyCount "3"]
[Termination "adjudication"]

1... e5 2. Nf3 {(a) b c} 2... Nc6 0-1

"#;
    assert_eq!(text(&record), expected);
}

#[test]
fn quirks_of_other_writers_are_read() {
    let file = "\u{feff}% made by hand\r\n\
        [Event \"Quirks\"] [Site \"a \\\"b\\\" \\\\ c\"]\r\n\
        [ Round  \"1\" ]\r\n\
        [Result \"1/2-1/2\"]\r\n\
        \r\n\
        {before the\r\n first move} 1.e4!? $1 e5 $139 ; the rest of the line\r\n\
        2 . Ng1-f3 (2. f4 exf4 {a ) in a comment} (2... d5)) 2. ... Nb8-c6 {[%clk 0:01]} {two}\r\n\
        %3. this is not read\r\n\
        3.Bb5 a6?! += 4.Bxc6 dc6 5. 0-0 Bd6 \u{b1} 6 d4 exd4 <reserved> 7.Qxd4 f6\r\n";
    let [game] = games(file).try_into().unwrap();
    assert_eq!(game.tag("Site"), Some("a \"b\" \\ c"));
    assert_eq!(game.tag("Round"), Some("1"));
    assert_eq!(game.preamble, "before the first move");
    assert_eq!(game.moves[1].comment, "the rest of the line");
    assert_eq!(game.moves[3].comment, "[%clk 0:01] two");
    assert_eq!(game.moves[4].line, 10);
    assert_eq!(game.result, GameResult::Draw);
    let record = replayed(file);
    assert_eq!(
        sans(&record).join(" "),
        "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O Bd6 d4 exd4 Qxd4 f6"
    );
}

#[test]
fn games_of_a_file_are_separated() {
    let file = "1. e4 e5 1-0 1. d4 *\n[Event \"no moves\"]\n\n[Event \"no result\"]\n1. c4 (1. e4\n)\n\n\
        [White \"no event\"]\n\n1. b3 \u{bd}-\u{bd} {what follows is no game}\n";
    let games = games(file);
    let summary: Vec<_> = games
        .iter()
        .map(|game| (game.number, game.line, game.moves.len(), game.result))
        .collect();
    assert_eq!(
        summary,
        [
            (1, 1, 2, GameResult::WhiteWins),
            (2, 1, 1, GameResult::Unfinished),
            (3, 2, 0, GameResult::Unfinished),
            (4, 4, 1, GameResult::Unfinished),
            (5, 8, 1, GameResult::Draw),
        ]
    );
    assert_eq!(Reader::new(&b""[..]).count(), 0);
    assert_eq!(Reader::new(&b"\n{nothing}\n"[..]).count(), 0);
}

#[test]
fn tags_begin_a_game_after_moves_or_a_repeated_tag() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let head = [
        "[Termination \"x\"]",
        "[Event \"E\"]",
        &format!("[FEN \"{fen}\"]"),
        "[Event \"again\"]",
    ];
    for gap in ["\n", " ", "\r\n"] {
        let [game] = games(&format!("{}{gap}\n1. e4 Kd7 *", head.join(gap)))
            .try_into()
            .unwrap();
        assert_eq!((game.tags.len(), game.moves.len()), (4, 2), "{gap:?}");
        assert_eq!(game.tag("Event"), Some("E"));
    }
    // An empty line between tags begins a new game only if a tag is repeated.
    assert_eq!(games("[White \"A\"]\n\n[Event \"E\"]\n\n1. e4 *").len(), 1);
    assert_eq!(games("[White \"A\"]\n\n[White \"B\"]\n\n1. e4 *").len(), 2);
    // A broken tag is an error of its game, whose other tags are skipped as well.
    let broken = "[Site a]\n[Event \"a\"]\n[White \"A\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n";
    let results: Vec<_> = Reader::new(broken.as_bytes()).collect();
    assert_eq!(results.len(), 2, "{results:?}");
    assert!(results[0].is_err());
    assert_eq!(results[1].as_ref().unwrap().tag("Event"), Some("b"));
}

#[test]
fn reader_keeps_the_source_of_each_game() {
    let file = b"\xef\xbb\xbf[White \"A\"]\n\n1. e4 {\xfc} * 1. d4 e5 ) *\n\n[Event \"M\xfcller\"]\n1. c4 [Event \"x\"] 1. e4\n\nrest".as_slice();
    let mut reader = Reader::with_source(file);
    let mut texts = Vec::new();
    while let Some(game) = reader.next() {
        texts.push((game.is_ok(), reader.take_source()));
    }
    let parts: [(bool, &[u8]); 4] = [
        (true, b"[White \"A\"]\n\n1. e4 {\xfc} *"),
        (false, b" 1. d4 e5 ) *\n\n"),
        (true, b"[Event \"M\xfcller\"]\n1. c4 "),
        (true, b"[Event \"x\"] 1. e4\n\nrest"),
    ];
    assert_eq!(texts.len(), parts.len());
    for ((good, text), (wanted, part)) in texts.iter().zip(parts) {
        assert_eq!(
            (*good, text.escape_ascii().to_string()),
            (wanted, part.escape_ascii().to_string())
        );
    }
    // Without `with_source` nothing is kept.
    let mut plain = Reader::new(file);
    assert!(plain.next().is_some());
    assert!(plain.take_source().is_empty());
}

#[test]
fn utf_16_is_refused() {
    for big in [false, true] {
        for mark in ["\u{feff}", ""] {
            let units = format!("{mark}[Event \"x\"]\n\n1. e4 *\n");
            let bytes: Vec<u8> = units
                .encode_utf16()
                .flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() })
                .collect();
            // A browser may have decoded the file as UTF-8 before; this is recognised as well.
            for bytes in [String::from_utf8_lossy(&bytes).into_owned().into_bytes(), bytes] {
                let results: Vec<_> = Reader::new(&bytes[..]).collect();
                assert!(
                    matches!(&results[..], [Err(error)] if matches!(error.problem, Problem::Utf16)),
                    "{results:?}"
                );
            }
        }
    }
}

#[test]
fn text_that_is_not_utf_8_is_read_as_latin_1() {
    let games: Vec<_> = Reader::new(&b"[White \"M\xfcller\"]\n\n*\n"[..]).collect();
    assert_eq!(games[0].as_ref().unwrap().tag("White"), Some("Müller"));
}

#[test]
fn errors_have_a_place() {
    let end = "[Event \"b\"]\n\n1. e4 *\n";
    let broken = [
        (
            "[Event \"a\"]\n[Site a]\n\n1. e4 *\n\n",
            (1, 2, "expected a tag like [Event \"...\"]"),
        ),
        (
            "1. e4 e5 *\n\n1. d4\n{never\nclosed *\n\n",
            (2, 4, "the comment has no end"),
        ),
        ("1. e4 (1. d4\n\n", (1, 1, "the variation has no end")),
        ("1. e4) e5 *\n\n", (1, 1, "the variation has no beginning")),
        ("1. e4 } e5 *\n\n", (1, 1, "unexpected '}'")),
    ];
    for (start, (game, line, problem)) in broken {
        let file = format!("{start}{end}");
        assert_eq!(error(&file), (game, line, problem.to_owned()), "{file}");
        // The reader continues with the game after the error.
        let last = Reader::new(file.as_bytes()).last().unwrap().unwrap();
        assert_eq!((last.tag("Event"), last.number), (Some("b"), game + 1), "{file}");
    }
}

#[test]
fn illegal_games_are_refused() {
    let catalogue = Catalogue::built_in();
    let problem = |file: &str| {
        let [game] = games(file).try_into().unwrap();
        let result = game
            .definition(&catalogue)
            .and_then(|definition| game.replay(&mut Board::new(&definition)));
        let error = result.unwrap_err();
        (error.line, error.problem.to_string())
    };
    let (line, text) = problem("1. e4 e5\n2. Nf4 *");
    assert_eq!(
        (line, text.as_str()),
        (2, "move 3: illegal move (it is not legal): Nf4")
    );
    assert_eq!(problem("[Variant \"xyz\"]\n\n*"), (1, "unknown variant 'xyz'".into()));
    assert!(problem("[FEN \"8/8\"]\n\n*").1.starts_with("FEN: "));
    // The moves before a null move must be legal.
    assert_eq!(problem("1. e4 Ke3 -- *").0, 1);
}

#[test]
fn variants_are_found_by_all_their_names() {
    let catalogue = Catalogue::built_in();
    let name = |variant: &str| {
        let [game] = games(&format!("[Variant \"{variant}\"]\n\n*")).try_into().unwrap();
        game.definition(&catalogue)
            .map(|definition| definition.name.clone())
            .ok()
    };
    for (written, name_of) in [
        ("normal", "chess"),
        ("Standard", "chess"),
        ("From Position", "chess"),
        ("courier", "courier"),
        ("Shatranj", "shatranj"),
        ("12x8_de-la-dama", "de-la-dama"),
        ("6x8+0_leap", "leap"),
        ("", "chess"),
        ("?", "chess"),
        (" ? ", "chess"),
    ] {
        assert_eq!(name(written).as_deref(), Some(name_of), "{written}");
    }
    assert_eq!(name("no_such"), None);
}

#[test]
fn games_from_xboards_start_position_are_read() {
    // XBoard begins the game before courier chess's opening ceremony, and does not write a FEN that shows this
    // position.
    let file = "[Variant \"courier\"]\n\n{--------------\n r n e b\n--------------}\n1. a3 {+0.10/5} h6\n\
        2. Nc3 e6 {+0.10/9 7} *";
    let record = replayed(file);
    assert_eq!(record.moves.len(), 4);
    assert!(record.start_fen.is_some());
    assert_eq!(sans(&record)[0], "a3");
}

#[test]
fn grand_chess_games_of_xboard_are_read() {
    // XBoard counts the ranks from 0, lists the pieces in hand in the FEN, and writes `=P` if a pawn is not promoted.
    let file = "[Variant \"grand\"]\n[FEN \"9k/10/10/5QP3/10/3b6/10/10/10/K9[RRNNBBACrrnnbacq-] w - 0 1\"]\n\n\
        1. g7=P Bxf6 2. Kb0 Ki9\n*";
    assert_eq!(sans(&replayed(file)), ["g8", "Bxf7", "Kb1", "Ki10"]);
    let array = replayed("[Variant \"grand\"]\n\n1. Nc3 b6 2. g3 *");
    assert_eq!(sans(&array), ["Nc4", "b7", "g4"]);
    // The error comes from the numbering with which more turns are legal.
    let error = replay("[Variant \"grand\"]\n\n1. Nc3 b6 2. g9 *").unwrap_err();
    assert!(error.problem.to_string().contains("move 3"), "{error}");
}

#[test]
fn random_files_end_without_panic() {
    let random = &mut ChaCha8Rng::seed_from_u64(4);
    let words: [&[u8]; 24] = [
        b"[",
        b"]",
        b"\"",
        b"{",
        b"}",
        b"(",
        b")",
        b";",
        b"$",
        b"\n",
        b" ",
        b"\\",
        b"%",
        b"1.",
        b"e4",
        b"O-O",
        b"*",
        b"1-0",
        b"[Event \"x\"]\n",
        b"\n\n[",
        b"\xff",
        b"\xc3\xa9",
        b"<",
        b"e8(Q)",
    ];
    for _ in 0..3_000 {
        let mut file = Vec::new();
        for _ in 0..random.random_range(0..40) {
            match random.random_range(0..8) {
                0 => file.push(random.random()),
                _ => file.extend_from_slice(words.choose(random).unwrap()),
            }
        }
        let lines = file.split(|byte| *byte == b'\n').count();
        let results: Vec<_> = Reader::new(file.as_slice()).take(1000).collect();
        assert!(results.len() < 200, "it ends");
        for (i, result) in results.iter().enumerate() {
            let (number, line) = match result {
                Ok(game) => (game.number, game.line),
                Err(error) => (error.game, error.line),
            };
            assert_eq!(number, i + 1);
            assert!((1..=lines).contains(&line));
        }
    }
}

#[test]
fn reading_stops_when_the_file_cannot_be_read() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("gone"))
        }
    }
    let mut reader = Reader::new(std::io::BufReader::new(Broken));
    assert!(matches!(reader.next(), Some(Err(error)) if matches!(error.problem, Problem::Read(_))));
    assert!(reader.next().is_none());
}

//! Tests of the replies of a desk.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::*;
use kurier_diagram::Mark;
#[cfg(feature = "networks")]
use kurier_engine::eval::Weights;
use kurier_engine::session::Board;
use kurier_formats::annotate::Verdict;
use kurier_rules::rules::Catalogue;

#[cfg(feature = "learning")]
mod learning;
#[cfg(feature = "study")]
mod study;

/// Creates a request to read a piece of a PGN.
fn pgn(text: &str, before: Place, more: bool) -> Request {
    let text = text.to_owned();
    Request::ReadPgn { text, before, more }
}

/// Returns whether more replies to a request follow after this reply.
fn is_passing(reply: &Reply) -> bool {
    matches!(reply, Reply::Line(_) | Reply::Played(_) | Reply::Learning(_))
}

/// A desk that keeps its replies.
struct TestDesk {
    desk: Desk,
    replies: Arc<Mutex<Vec<Message<Reply>>>>,
    asked: u32,
}

impl TestDesk {
    /// Creates a desk with the built-in games.
    fn new() -> Self {
        let replies = Arc::new(Mutex::new(Vec::new()));
        let kept = replies.clone();
        let outbox: Outbox = Arc::new(move |message| kept.lock().expect("no panic").push(message));
        Self {
            desk: Desk::new(Catalogue::built_in(), outbox),
            replies,
            asked: 0,
        }
    }

    /// Sends a request and waits up to a minute for its last reply.
    fn ask(&mut self, body: Request) -> Reply {
        self.asked += 1;
        let id = self.asked;
        self.desk.handle(Message { id, body });
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(60) {
            let replies = self.replies.lock().expect("no panic");
            let last = replies.iter().find(|reply| reply.id == id && !is_passing(&reply.body));
            if let Some(reply) = last {
                return reply.body.clone();
            }
            drop(replies);
            std::thread::sleep(Duration::from_millis(2));
        }
        panic!("no reply")
    }

    /// Reads the games of a PGN with one request.
    fn games(&mut self, text: &str) -> Vec<RecordView> {
        match self.ask(pgn(text, Place::default(), false)) {
            Reply::Records(RecordsView { records, .. }) => records,
            other => panic!("{other:?}"),
        }
    }

    /// Reads the games of a PGN in pieces of about `bytes` bytes that end after white space. If a game is longer, its
    /// piece grows.
    fn games_in_pieces(&mut self, text: &str, bytes: usize) -> Vec<RecordView> {
        let (mut all, mut before) = (Vec::new(), Place::default());
        let (mut at, mut length) = (0, bytes);
        loop {
            let after_space = |from: usize| {
                text.get(from..)?
                    .find(char::is_whitespace)
                    .map(|found| from + found + 1)
            };
            let end = (at + length..at + length + 4)
                .find_map(after_space)
                .unwrap_or(text.len());
            match self.ask(pgn(&text[at..end], before, end < text.len())) {
                Reply::Records(RecordsView { records, read, place }) => {
                    length = if read == 0 { 2 * length } else { bytes };
                    at += text[at..]
                        .char_indices()
                        .nth(read)
                        .map_or(text.len() - at, |(byte, _)| byte);
                    all.extend(records);
                    before = place;
                }
                other => panic!("{other:?}"),
            }
            if end == text.len() {
                assert_eq!(at, end, "all has been read");
                return all;
            }
        }
    }

    /// Requests the description of a position.
    fn position(&mut self, game: &str, fen: Option<&str>, moves: &[&str]) -> PositionView {
        match self.ask(Request::Position {
            position: position(game, fen, moves),
        }) {
            Reply::Position(view) => *view,
            other => panic!("{other:?}"),
        }
    }
}

/// Returns the score of the position after 1. e4, in centipawns, from a search of depth 1.
#[cfg(feature = "networks")]
fn score_after_e4(client: &mut TestDesk, game: &str) -> Option<i32> {
    let search = Request::Search {
        position: position(game, None, &["e2e4"]),
        limits: SearchLimits {
            depth: Some(1),
            ..SearchLimits::default()
        },
        settings: SearchSettings::default(),
        engine: 0,
    };
    match client.ask(search) {
        Reply::Best(best) => best.score.cp,
        other => panic!("{other:?}"),
    }
}

/// Creates the reference to a position.
fn position(game: &str, fen: Option<&str>, moves: &[&str]) -> PositionRef {
    PositionRef {
        game: game.into(),
        fen: fen.map(str::to_owned),
        moves: moves.iter().map(|text| (*text).to_owned()).collect(),
    }
}

#[test]
fn every_game_and_its_start_are_described() {
    let mut client = TestDesk::new();
    for game in Catalogue::built_in().menu() {
        let Reply::Game(view) = client.ask(Request::Game {
            game: game.name.clone(),
        }) else {
            panic!("{}", game.name)
        };
        assert!(view.pieces.iter().all(|piece| !piece.words.is_empty()), "{}", game.name);
        assert!(
            view.pieces.iter().all(|piece| piece.royal || piece.value > 0),
            "{}",
            game.name
        );
        let start = client.position(&game.name, None, &[]);
        assert_eq!(start.pieces.len(), view.squares.len());
        assert_eq!(start.turns.len(), Board::new(game).turns().len());
    }
}

#[test]
fn board_cache_moves_forwards_and_backwards() {
    let mut client = TestDesk::new();
    let two = client.position("chess", None, &["e2e4", "e7e5"]);
    assert_eq!(two.last.as_ref().map(|turn| turn.san.as_str()), Some("e5"));
    let one = client.position("chess", None, &["e2e4"]);
    assert_eq!((one.side, one.number), ("Black", 1));
    let other = client.position("chess", None, &["d2d4", "e7e5"]);
    assert_eq!(
        other.fen,
        "rnbqkbnr/pppp1ppp/8/4p3/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2"
    );
    assert_eq!(client.position("chess", None, &["e2e4", "e7e5"]), two);
}

#[test]
fn captures_castling_and_first_moves_have_marks_of_their_own() {
    let mut client = TestDesk::new();
    let mark = |view: &PositionView, text: &str| view.turns.iter().find(|turn| turn.text == text).map(|turn| turn.mark);
    let chess = client.position("chess", Some("4k3/8/8/8/8/3p4/4P3/4K2R w K - 0 1"), &[]);
    assert_eq!(mark(&chess, "e2d3"), Some(Mark::Capture));
    assert_eq!(mark(&chess, "e2e4"), Some(Mark::Quiet));
    assert_eq!(mark(&chess, "e1g1"), Some(Mark::First));
    assert_eq!(mark(&chess, "h1h8"), Some(Mark::Both));
    let dama = client.position("de-la-dama", None, &[]);
    assert_eq!(mark(&dama, "c1e3"), Some(Mark::First));
}

#[test]
fn chain_of_captures_lists_every_square() {
    let mut client = TestDesk::new();
    let view = client.position("leap64-multi", Some("4k3/8/8/1p6/8/1p6/8/1R3K2 w - - 0 1"), &[]);
    let chain = view.turns.iter().find(|turn| turn.squares.len() == 3);
    assert_eq!(chain.map(|turn| turn.squares.concat()).as_deref(), Some("b1b3b5"));
}

#[test]
fn refused_requests_return_a_reason() {
    let mut client = TestDesk::new();
    let mut refused = |request: Request| match client.ask(request) {
        Reply::Error { message } => message,
        other => panic!("{other:?}"),
    };
    let at = |fen: Option<&str>, moves: &[&str]| Request::Position {
        position: position("chess", fen, moves),
    };
    assert_eq!(
        refused(at(Some("8/8/8/8/8/8/8/K7 w - - 0 1"), &[])),
        "Black has 0 kings instead of one"
    );
    assert!(refused(at(None, &["e2e5"])).contains("cannot go from e2 to e5"));
    assert!(refused(Request::Game { game: "go".into() }).contains("no game"));
    assert!(refused(Request::Stop { engine: 9 }).contains("no such engine"));
    assert!(refused(pgn("", Place::default(), false)).contains("no game"));
}

#[test]
fn search_sends_lines_and_best_turn_and_can_be_stopped() {
    let mut client = TestDesk::new();
    let request = Request::Search {
        position: position("courier", None, &["b1c3"]),
        limits: SearchLimits::default(),
        settings: SearchSettings {
            lines: 3,
            hash: 1,
            ..SearchSettings::default()
        },
        engine: 0,
    };
    client.desk.handle(Message { id: 77, body: request });
    std::thread::sleep(Duration::from_millis(200));
    assert!(client.desk.searching());
    assert_eq!(client.ask(Request::Stop { engine: 0 }), Reply::Done);
    let replies = client.replies.lock().expect("no panic");
    let lines = replies.iter().filter_map(|reply| match &reply.body {
        Reply::Line(line) => Some(line.line),
        _ => None,
    });
    assert_eq!(lines.max(), Some(3));
    assert!(matches!(&replies[replies.len() - 2], Message { id: 77, body: Reply::Best(best) } if best.turn.is_some()));
}

#[test]
fn missing_a_queen_is_judged_a_blunder() {
    let mut client = TestDesk::new();
    let limits = SearchLimits {
        nodes: Some(20_000),
        ..SearchLimits::default()
    };
    // The pawn can capture the queen, but the king moves instead.
    let Reply::Judged(judged) = client.ask(Request::Judge {
        position: position("chess", Some("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"), &[]),
        limits,
        engine: 1,
        next: Some(NextTurn {
            text: "e1e2".into(),
            expectation: 0.01,
        }),
    }) else {
        panic!("not judged")
    };
    assert_eq!(judged.verdict, Some(Verdict::Blunder));
    assert_eq!(judged.best.map(|turn| turn.san).as_deref(), Some("exd5"));
}

#[test]
fn own_games_are_checked_and_played() {
    let mut client = TestDesk::new();
    let text = include_str!("../../../variants/shatranj.toml").replacen("\"shatranj\"", "\"mine\"", 1);
    let Reply::Checked(wrong) = client.ask(Request::Check {
        text: text.replacen("\"N\"", "\"NX\"", 1),
    }) else {
        panic!("not checked")
    };
    assert!(
        wrong
            .mistake
            .is_some_and(|mistake| mistake.line > 8 && mistake.column > 1)
    );
    for name in ["mine", "yours"] {
        let text = text.replacen("mine", name, 1);
        let Reply::Checked(right) = client.ask(Request::Check { text }) else {
            panic!("not checked")
        };
        assert_eq!(right.mistake, None);
        assert!(!client.position(name, None, &[]).turns.is_empty());
    }
    assert!(client.desk.games.find("mine").is_err(), "only the last draft is known");
    client.ask(Request::Define { text });
    client.ask(Request::Check { text: String::new() });
    assert!(client.desk.games.find("mine").is_ok());
}

#[test]
fn written_pgn_is_read_back_with_variations() {
    let mut client = TestDesk::new();
    let turn = |text: &str, variations: &[&[RecordTurn]]| RecordTurn {
        text: text.into(),
        variations: variations.iter().map(|line| line.to_vec()).collect(),
        ..RecordTurn::default()
    };
    let nested = turn("k8j6", &[&[turn("h7h6", &[]), turn("h2h3", &[])]]);
    let Reply::Text { text } = client.ask(Request::WritePgn {
        record: Record {
            game: "courier".into(),
            tags: vec![("White".into(), "A".into())],
            moves: vec![turn("b1c3", &[&[turn("k1j3", &[]), nested]]), turn("b8c6", &[])],
            result: "1-0".into(),
            ..Record::default()
        },
    }) else {
        panic!("not written")
    };
    let moves = "1. Nc3 (1. Nj3 Nj6 (1... h6 2. h3)) 1... Nc6 1-0";
    assert!(text.contains(moves), "{text}");
    let records = client.games(&(text.replace("Nc6", "Nc6 Qh5") + &text.replace("Nc6", "Nc6)") + &text));
    assert!(records[0].error.is_some() && records[1].error.is_some());
    assert_eq!((records[2].game.as_str(), records[2].moves.len()), ("courier", 2));
    let variation = &records[2].moves[0].variations[0];
    assert_eq!(variation.len(), 2);
    assert_eq!(variation[1].variations[0][1].san, "h3");
}

#[test]
fn reading_a_file_in_pieces_gives_the_same_games() {
    let file = "\u{feff}[Event \"A 1-0\"]\n[White \"M\u{fc}ller\"]\n\n1. e4 {won 1-0 \u{2013} or\n\n[White \"no\"]\n} e5 (1... c5 {b} (1... c6)) 1-0\n\n\
        {Before} 1. d4 d5 *\n1. e4 e5 1/2-1/2 1. c4 * 1. d4 *\n\n\
        [White \"without a result\"]\n\n1. e4 e5\n\n\
        [Event \"of another game\"]\n[Variant \"courier\"]\n\n1. Nc3 ; a comment 0-1\nNc6 0-1\n\n\
        [White \"\"unescaped\"\"]\n\n1. e4 -- *\n\n\
        [Event \"illegal\"]\n\n1. e4 e5 2. Qh9 *\n\n\
        [Event \"broken\n\n1. e4 ) *\n\n\
        [Event \"a stray bracket\"]\n\n1. e4 ) e5 *\n\n\
        % skipped 1-0\n[Event \"last\"]\n\n1. e4 e5 2. Nf3";
    let mut client = TestDesk::new();
    let whole = client.games(file);
    assert!(whole.len() >= 11, "{whole:?}");
    assert!(whole.iter().filter(|record| record.error.is_some()).count() >= 2);
    for bytes in (1..file.len()).step_by(7) {
        assert_eq!(client.games_in_pieces(file, bytes), whole, "pieces of {bytes} bytes");
    }
}

#[test]
fn unfinished_game_is_left_for_the_next_piece() {
    let mut client = TestDesk::new();
    let Reply::Records(RecordsView { records, read, place }) =
        client.ask(pgn("1. e4 *\n1. d4 d5 ", Place::default(), true))
    else {
        panic!("not read")
    };
    assert_eq!((records.len(), read), (1, "1. e4 *".len()));
    let number = |place: Place| (place.games, place.lines);
    assert_eq!(number(place), (1, 0));
    let rest = client.ask(pgn("\n1. d4 d5 2. Qh9 *", place, false));
    let Reply::Records(RecordsView { records, place, .. }) = rest else {
        panic!("not read")
    };
    let error = records[0].error.as_deref().unwrap_or_default();
    assert!(error.starts_with("game 2, line 2: "), "{error}");
    assert_eq!((records[0].number, number(place)), (2, (2, 1)));
}

#[test]
fn games_with_too_many_turns_are_refused() {
    let mut client = TestDesk::new();
    let turns = "Nf3 Nf6 Ng1 Ng8 ".repeat(6000);
    let records = client.games(&format!("{turns}*\n\n1. e4 ({turns}) *\n\n1. e4 e5 *\n"));
    let refused = |record: &RecordView| {
        record
            .error
            .as_ref()
            .is_some_and(|error| error.contains("more than 20000 turns"))
    };
    assert_eq!(records.iter().map(refused).collect::<Vec<_>>(), [true, true, false]);
    assert_eq!(records[2].moves.len(), 2);
}

#[test]
fn pieces_and_rules_are_described_in_words() {
    let mut client = TestDesk::new();
    let mut game = |name: &str| match client.ask(Request::Game { game: name.into() }) {
        Reply::Game(view) => *view,
        other => panic!("{other:?}"),
    };
    let words = |game: &GameView, letter: char| {
        let piece = game.pieces.iter().find(|piece| piece.letter == letter);
        piece.expect("a piece").words.join(" ")
    };
    let courier = game("courier");
    assert_eq!(words(&courier, 'E'), "Leaps two squares diagonally.");
    assert_eq!(words(&courier, 'N'), "Leaps two squares one way and one aside.");
    assert_eq!(
        words(&courier, 'P'),
        "Steps one square straight forward, only without capture. Steps one square diagonally forward, only to capture. \
         On the last rank it becomes Ferz."
    );
    assert!(courier.rules.iter().any(|rule| rule.contains("nothing but the king")));
    let leapale = game("courierleapale");
    assert!(words(&leapale, 'G').contains("lides any number of squares triagonally."));
    let set = "A player who promotes and then has 3 Archdukes, 3 Empresses and 3 Alibucks wins.";
    assert!(leapale.rules.iter().any(|rule| rule == set), "{:?}", leapale.rules);
    assert!(
        game("leap-multi")
            .rules
            .iter()
            .any(|rule| rule.starts_with("Castling:"))
    );
}

#[cfg(feature = "networks")]
#[test]
fn evaluation_of_a_game_can_be_replaced() {
    let built_in = score_after_e4(&mut TestDesk::new(), "chess");
    let mut client = TestDesk::new();
    let chess = Catalogue::built_in().get("chess").expect("it is built in");
    client
        .desk
        .set_evaluation(&chess, Arc::new(Weights::prior(&chess).into()));
    assert_ne!(score_after_e4(&mut client, "chess"), built_in);
    // The file contains the built-in network.
    let file = include_bytes!("../../networks/chess/chess.net");
    assert!(client.desk.load_evaluation("leap", file).is_err());
    let mut client = TestDesk::new();
    assert!(client.desk.load_evaluation("chess", file).is_ok());
    assert_eq!(client.desk.missing_evaluation("chess"), None);
    assert_eq!(score_after_e4(&mut client, "chess"), built_in);
}

#[test]
fn lints_of_the_caller_are_added() {
    let mut client = TestDesk::new();
    client.desk.set_lints(|game| vec![format!("{} is strange", game.name)]);
    let text = Catalogue::file_of("courier").expect("it is built in");
    let text = text.replacen("name = \"courier\"", "name = \"mine\"", 1);
    let Reply::Checked(checked) = client.ask(Request::Check { text }) else {
        panic!("it is checked")
    };
    assert_eq!(checked.lints, ["mine is strange"]);
}

#[test]
fn tests_of_a_draft_are_run() {
    let mut client = TestDesk::new();
    let text = Catalogue::file_of("shatranj").expect("it is built in");
    let text = text.replacen("name = \"shatranj\"", "name = \"mine\"", 1);
    let mut check = |more: &str| match client.ask(Request::Check {
        text: format!("{text}{more}"),
    }) {
        Reply::Checked(checked) => *checked,
        other => panic!("{other:?}"),
    };
    let passed = check("");
    assert!(
        passed.tests > 0 && passed.failures.is_empty() && passed.uncounted == 0,
        "{passed:?}"
    );
    let failed = check("\n[tests.mine]\nlegal = [\"Qd3\"]\nperft = [16, 256, 4176, 68122, 1164248]\n");
    // The fifth count needs more moves than the check of a draft makes.
    assert_eq!((failed.tests, failed.uncounted), (passed.tests + 1, 1));
    let [failure] = &failed.failures[..] else {
        panic!("{failed:?}")
    };
    assert_eq!((failure.line, failure.column), (text.lines().count() + 3, 10));
}

#[test]
fn evaluation_is_explained_term_by_term() {
    let mut client = TestDesk::new();
    let fen = Some("4k3/8/8/8/8/8/4P3/QN2K3 w - - 0 1");
    let Reply::Explained(explanation) = client.ask(Request::Explain {
        position: position("chess", fen, &[]),
    }) else {
        panic!("it is explained")
    };
    let material = explanation.terms[0];
    assert_eq!(material.name, "material");
    assert!(material.white.mid > 900 && material.black.mid == 0 && explanation.score > 900);
}

/// Checks that a long chain of games, each of which is based on the previous one, is refused instead of crashing the
/// server.
#[cfg(feature = "import")]
#[test]
fn long_chains_of_games_are_refused() {
    let chain = (1..10_000).map(|number| format!("[g{number}:g{}]\n", number - 1));
    let text = chain.fold("[g0:chess]\n".to_owned(), |text, section| text + &section);
    let reply = TestDesk::new().ask(Request::Import { text });
    assert!(
        matches!(&reply, Reply::Error { message } if message.contains("more than")),
        "{reply:?}"
    );
}

#[test]
fn the_opening_book_tells_its_moves_with_their_results() {
    let mut desk = TestDesk::new();
    let mut book = |game: &str, fen: Option<&str>, moves: &[&str]| match desk.ask(Request::Book {
        position: position(game, fen, moves),
    }) {
        Reply::Book(view) => view,
        other => panic!("{other:?}"),
    };
    let start = book("courier", None, &[]);
    assert!(start.positions >= 1000 && start.moves.len() >= 3, "{start:?}");
    let games = |known: &BookMoveView| known.white + known.draws + known.black;
    assert!(start.moves.is_sorted_by_key(|known| std::cmp::Reverse(games(known))));
    let first = &start.moves[0];
    let reply = book("courier", None, &[&first.turn.text]);
    let replies: u32 = reply.moves.iter().map(games).sum();
    assert!(replies > 0 && replies <= games(first), "{replies} of {}", games(first));
    // The results are counted for White and for Black, regardless of the side to move.
    let won: u32 = reply.moves.iter().map(|known| known.white).sum();
    assert!(won <= first.white, "{won} of {}", first.white);
    assert_eq!(book("courier", None, &["a1a3", "a8a6"]).moves, []);
    let none = book("raumschach", None, &[]);
    assert_eq!((none.positions, none.moves.len()), (0, 0));
}

#[test]
fn an_opening_book_can_be_replaced() {
    let file = include_bytes!("../../openings/books/courier.book");
    let mut client = TestDesk::new();
    assert!(client.desk.load_book("leap", file).is_err());
    assert!(client.desk.load_book("courier", &file[..1000]).is_err());
    assert!(client.desk.load_book("courier", file).is_ok());
    let request = Request::Book {
        position: position("courier", None, &[]),
    };
    assert_eq!(client.desk.missing_file(&request), None);
    assert!(matches!(client.ask(request), Reply::Book(view) if view.positions >= 1000));
}

#[test]
fn players_of_a_level_use_the_opening_book_if_the_page_wants_it() {
    let mut desk = TestDesk::new();
    let mut best = |level, book| match desk.ask(Request::Search {
        position: position("courier", None, &[]),
        limits: SearchLimits {
            nodes: Some(200),
            ..SearchLimits::default()
        },
        settings: SearchSettings {
            level,
            book,
            ..SearchSettings::default()
        },
        engine: 0,
    }) {
        Reply::Best(best) => best,
        other => panic!("{other:?}"),
    };
    assert!(best(None, Some(1)).nodes > 0 && best(Some(1), None).nodes > 0);
    let chosen: std::collections::BTreeSet<String> = (0..30)
        .map(|random| {
            let best = best(Some(1), Some(random));
            assert_eq!(best.nodes, 0);
            best.turn.expect("a turn").text
        })
        .collect();
    assert!(chosen.len() > 1, "always {chosen:?}");
}

use std::sync::Arc;

use kurier_engine::eval::EvalParams;
use kurier_engine::session::{Board, Level};
use kurier_formats::pgn::{GameResult, Reader};
use kurier_rules::random::SplitMix64;
use kurier_rules::rules::{Catalogue, Definition};

use super::*;

fn game(name: &str) -> Arc<Definition> {
    Catalogue::built_in().get(name).expect("a built-in game")
}

/// Returns the board after moves from the start position.
fn after(definition: &Arc<Definition>, moves: &str) -> Board {
    let mut board = Board::new(definition);
    for text in moves.split_whitespace() {
        let turn = board.parse(text).expect("a legal move");
        board.play(&turn).expect("a legal move");
    }
    board
}

/// Returns a chess book with seven games.
fn imported() -> (Arc<Definition>, Book) {
    let chess = game("chess");
    let mut book = Book::new(&chess);
    for (moves, result) in [
        ("e2e4 e7e5 g1f3", GameResult::WhiteWins),
        ("e2e4 e7e5 g1f3", GameResult::WhiteWins),
        ("g1f3 e7e5 e2e4", GameResult::Draw),
        ("e2e4 c7c5", GameResult::BlackWins),
        ("d2d4", GameResult::BlackWins),
        ("d2d4", GameResult::BlackWins),
        ("h2h4", GameResult::WhiteWins),
    ] {
        assert!(book.count(&after(&chess, moves), result, 3));
    }
    (chess, book)
}

/// Grows a book by `batches` batches of three positions.
fn grow(book: &mut Book, definition: &Arc<Definition>, batches: usize) {
    let params = Arc::new(EvalParams::built_in(definition));
    let effort = Effort {
        search: 200,
        lines: 3,
        games: 1,
        play: 2,
    };
    for _ in 0..batches {
        let frontier = book.frontier(definition, 3, 10);
        for board in frontier {
            let expansion = Grower::new(definition, &params, effort).expand(&board);
            book.add(&expansion.expect("a search"));
        }
        book.settle(definition);
    }
}

#[test]
fn games_are_counted_in_every_order_of_moves() {
    let (chess, book) = imported();
    let board = after(&chess, "e2e4 e7e5");
    let moves = book.moves(&board);
    assert_eq!(moves.len(), 1);
    let known = &moves[0];
    assert_eq!(board.spell(&known.turn), "g1f3");
    // The game that began with the knight reached the position, too.
    assert_eq!((known.wins, known.draws, known.losses), (2, 1, 0));
    assert_eq!(known.percent().map(f64::round), Some(83.0));
    let start = Board::new(&chess);
    assert_eq!(book.entry(&start).map(|entry| entry.games()), Some(7));
    let names: Vec<String> = book
        .moves(&start)
        .iter()
        .map(|known| start.spell(&known.turn))
        .collect();
    assert_eq!(names, ["e2e4", "d2d4", "g1f3", "h2h4"]);
    // After White's move, the counts are from Black's point of view.
    let board = after(&chess, "e2e4");
    let sicilian = book.moves(&board).pop().expect("a move");
    assert_eq!((board.spell(&sicilian.turn).as_str(), sicilian.wins), ("c7c5", 1));
}

#[test]
fn games_without_result_and_later_turns_do_not_count() {
    let chess = game("chess");
    let mut book = Book::new(&chess);
    assert!(!book.count(&after(&chess, "e2e4"), GameResult::Unfinished, 9));
    assert!(!book.count(&Board::new(&game("leap")), GameResult::Draw, 9));
    assert!(book.is_empty());
    assert!(book.count(&after(&chess, "e2e4 e7e5 g1f3"), GameResult::Draw, 1));
    assert_eq!(book.len(), 2);
    book.prune(2);
    assert!(book.is_empty());
}

#[test]
fn a_file_is_read_back_and_damaged_or_foreign_ones_are_refused() {
    let (chess, mut book) = imported();
    grow(&mut book, &chess, 1);
    let bytes = book.encode();
    assert_eq!(Book::decode(&bytes, "x", &chess).expect("a book"), book);
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 0x10;
        assert!(Book::decode(&damaged, "x", &chess).is_err(), "byte {place}");
        assert!(Book::decode(&bytes[..place], "x", &chess).is_err(), "{place} bytes");
    }
    assert!(matches!(
        Book::decode(&bytes, "x", &game("leap")),
        Err(BookError::OtherRules { .. })
    ));
    assert!(matches!(
        Book::decode(b"[Event]", "x", &chess),
        Err(BookError::Foreign(_))
    ));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("chess.book");
    book.write(&path, &chess).expect("it is written");
    assert_eq!(Book::read(&path, &chess).expect("a book"), book);
}

/// Checks that keys never change, because a change would make all existing books worthless.
#[test]
fn the_keys_of_positions_never_change() {
    let keys = ["chess", "courier", "raumschach"].map(|name| Board::new(&game(name)).key());
    assert_eq!(keys, KEYS, "{keys:#x?}");
}

/// The keys of the start positions of chess, courier and raumschach.
const KEYS: [u64; 3] = [0xa785_d106_11d1_b42d, 0x41fd_259c_f14d_9f24, 0xe3ff_c46d_dc4b_7891];

#[test]
fn variety_decides_how_often_worse_moves_are_chosen() {
    let (chess, book) = imported();
    let board = Board::new(&chess);
    let mut random = SplitMix64::new(1);
    let mut chosen = |variety| {
        let variety = Variety::new(variety).expect("a variety");
        let mut names: Vec<String> = (0..200)
            .filter_map(|_| book.choose(&board, variety, &mut random))
            .map(|known| board.spell(&known.turn))
            .collect();
        names.sort();
        names.dedup();
        names
    };
    // A single game is not enough for a move to be chosen, even if the game was won.
    assert_eq!(chosen(0), ["e2e4"]);
    assert_eq!(chosen(100), ["d2d4", "e2e4"]);
    assert_eq!(Variety::new(101), None);
    assert_eq!(
        book.choose(&after(&chess, "a2a3"), Variety::default(), &mut random),
        None
    );
}

#[test]
fn a_book_grows_by_its_best_lines_and_the_same_after_an_interruption() {
    let leap = game("leap");
    let mut whole = Book::new(&leap);
    grow(&mut whole, &leap, 4);
    assert!(whole.len() > 10, "{} positions", whole.len());
    let mut parts = Book::new(&leap);
    grow(&mut parts, &leap, 2);
    let mut parts = Book::decode(&parts.encode(), "x", &leap).expect("a book");
    grow(&mut parts, &leap, 2);
    assert_eq!(parts, whole);
    // Each searched position has the score of its best move.
    let start = Board::new(&leap);
    let best = whole.moves(&start).iter().filter_map(|known| known.score).max();
    assert_eq!(whole.entry(&start).and_then(|entry| entry.score.map(i32::from)), best);
    assert!(whole.entry(&start).is_some_and(|entry| entry.games() > 0));
    // No position is searched twice.
    for board in whole.frontier(&leap, 100, 10) {
        assert!(whole.moves(&board).iter().all(|known| known.score.is_none()));
    }
    assert!(whole.frontier(&leap, 100, 0).is_empty());
}

#[test]
fn lines_are_written_as_games() {
    let (chess, book) = imported();
    let text = pgn_text(&book, &chess);
    let games: Vec<_> = Reader::new(text.as_bytes()).map(|game| game.expect("a game")).collect();
    let mut copy = Book::new(&chess);
    for game in &games {
        let mut board = Board::new(&chess);
        game.replay(&mut board).expect("legal");
        copy.count(&board, GameResult::Draw, 100);
    }
    assert_eq!(copy.len(), book.len(), "every position has a line");
    assert!(text.contains("1. e4 {+2 =0 -1}"), "{text}");
}

#[test]
fn polyglot_books_are_written_and_read() {
    let (chess, book) = imported();
    let bytes = book.to_polyglot(&chess).expect("chess");
    assert_eq!(bytes.len() % 16, 0);
    // The start position has four moves, the best one first.
    let start: Vec<&[u8]> = bytes
        .chunks(16)
        .filter(|entry| entry[..8] == 0x463b_9618_1691_fc9c_u64.to_be_bytes())
        .collect();
    assert_eq!(start.len(), 4);
    // The move e2e4, with a weight of two for each of its two wins.
    assert_eq!(start[0][8..12], [0b0000_0011, 0b0001_1100, 0, 4]);
    let keys: Vec<&[u8]> = bytes.chunks(16).map(|entry| &entry[..8]).collect();
    assert!(keys.is_sorted());
    let read = Book::from_polyglot(&bytes, "x", &chess).expect("a book");
    assert_eq!(read.len(), book.len());
    let board = Board::new(&chess);
    let names: Vec<String> = read
        .moves(&board)
        .iter()
        .map(|known| board.spell(&known.turn))
        .collect();
    assert_eq!(names[0], "e2e4");
    assert!(Book::from_polyglot(&bytes[1..], "x", &chess).is_err());
    assert!(Book::from_polyglot(&bytes, "x", &game("leap")).is_err());
    assert!(Book::new(&game("leap")).to_polyglot(&game("leap")).is_err());
}

#[test]
fn castling_and_promotion_are_written_as_polyglot_does() {
    let chess = game("chess");
    for (fen, text, expected) in [
        // Castling is coded as the king's move to the square of the rook: e1h1.
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 4 << 6 | 7),
        ("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8", 7 << 9 | 4 << 6 | 7 << 3),
        ("8/P7/8/8/8/8/8/k1K5 w - - 0 1", "a7a8r", 3 << 12 | 6 << 9 | 7 << 3),
    ] {
        let board = Board::from_fen(&chess, fen).expect("legal");
        let turn = board.parse(text).expect("legal");
        assert_eq!(polyglot::coded(&board, &turn), Some(expected), "{text}");
    }
}

/// Checks the keys that are published with the description of the format.
#[test]
fn polyglot_keys_are_the_published_ones() {
    let chess = game("chess");
    for (moves, key) in [
        ("", 0x463b_9618_1691_fc9c),
        ("e2e4", 0x823c_9b50_fd11_4196),
        ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
        ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
        ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
        ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
        ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
    ] {
        assert_eq!(polyglot::key(&after(&chess, moves)), Some(key), "{moves}");
    }
}

#[test]
fn balanced_lines_are_openings() {
    let (chess, mut book) = imported();
    let spelled = |book: &Book, plies| {
        let board = Board::new(&chess);
        let mut lines: Vec<String> = lines(book, &chess, plies)
            .iter()
            .map(|line| board.spell_line(line).join(" "))
            .collect();
        lines.sort();
        lines
    };
    assert_eq!(spelled(&book, 1), ["d2d4", "e2e4", "g1f3", "h2h4"]);
    assert_eq!(
        spelled(&book, 2),
        ["d2d4", "e2e4 c7c5", "e2e4 e7e5", "g1f3 e7e5", "h2h4"]
    );
    let key = after(&chess, "h2h4").key();
    book.entries.entry(key).or_default().score = Some(101);
    assert_eq!(spelled(&book, 1), ["d2d4", "e2e4", "g1f3"]);
}

#[test]
fn every_shipped_book_is_of_a_built_in_game_and_knows_good_openings() {
    let catalogue = Catalogue::built_in();
    for file in kurier_openings::BOOKS {
        let name = file.name;
        let game = catalogue.iter().find(|game| game.rules_hash() == file.rules);
        let game = game.unwrap_or_else(|| panic!("{name} belongs to no game"));
        assert_eq!(name, format!("{}.book", game.name));
        let bytes = file.bytes.expect("the tests have the data");
        assert!(bytes.len() <= 100_000, "{name}: {} bytes", bytes.len());
        let book = Book::decode(bytes, name, game).expect("a book");
        assert_eq!(Book::file_name(game), Some(name));
        assert_eq!(Book::shipped(game).as_ref(), Some(&book));
        assert!(book.len() >= 1000, "{name}: {} positions", book.len());
        let moves = book.moves(&Board::new(game));
        assert!(moves.len() >= 3, "{name}: {} moves", moves.len());
        assert!(moves.iter().all(|known| known.score.is_some()), "{name}");
        assert!(moves.iter().map(BookMove::games).sum::<u64>() >= 100, "{name}");
        // If the first move is worth more than a pawn, few lines are balanced.
        let start = book.entry(&Board::new(game)).and_then(|entry| entry.score);
        if start.is_some_and(|score| score.abs() <= 100) {
            assert!(lines(&book, game, 6).len() >= 10, "{name} has too few balanced lines");
        }
    }
    assert_eq!(Book::shipped(&game("raumschach")), None);
    assert_eq!(Book::file_name(&game("raumschach")), None);
}

#[test]
fn weaker_levels_choose_more_widely() {
    let varieties: Vec<u8> = Level::RANGE
        .filter_map(Level::new)
        .map(|level| Variety::from(level).number())
        .collect();
    assert_eq!((varieties[0], varieties[9]), (100, 10));
    assert!(
        varieties.is_sorted_by(|weaker, stronger| weaker > stronger),
        "{varieties:?}"
    );
}

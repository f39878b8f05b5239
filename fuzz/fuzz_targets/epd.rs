//! Parses EPD: as test positions with solutions, which must be legal moves, and as openings, from which it must be
//! possible to start games.
#![no_main]

use std::cell::RefCell;

use kurier_engine::session::Board;
use kurier_formats::epd::Record;
use kurier_referee::openings::read_positions;
use kurier_rules::rules::Catalogue;
use kurier_rules::sanitize::strip_controls;
use libfuzzer_sys::fuzz_target;

thread_local! {
    static CATALOGUE: Catalogue = Catalogue::built_in();
    static CHESS: RefCell<Board> = RefCell::new(CATALOGUE.with(|games| Board::new(&games.get("chess").expect("built in"))));
}

fuzz_target!(|text: &str| {
    for line in text.lines() {
        match Record::parse(line) {
            Ok(record) => check(&record),
            Err(error) => assert_eq!(strip_controls(&error.to_string()), error.to_string()),
        }
    }
    let book = CHESS.with_borrow_mut(|board| read_positions(text, "fuzz.epd", board));
    for opening in book.iter().flat_map(|book| &book.openings) {
        let position = CHESS.with_borrow_mut(|board| board.set_up(opening.fen.as_deref()).map(|()| board.has_turns()));
        assert_eq!(position, Ok(true), "games begin there");
    }
});

/// Checks that the moves of a record's solution are legal.
fn check(record: &Record) {
    let game = record.variant.as_deref().unwrap_or("chess");
    let Some(definition) = CATALOGUE.with(|games| games.get(game)) else {
        return;
    };
    let Ok(board) = Board::from_fen(&definition, &record.fen) else {
        return;
    };
    for text in record.best.iter().chain(&record.avoid) {
        if let Ok(turn) = board.parse_san(text) {
            assert!(board.turns().contains(&turn), "{text}");
        }
    }
}

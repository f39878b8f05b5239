//! Parses a variant file: either the error begins with its location in the file, or the first moves can be played.
#![no_main]

use std::sync::Arc;

use kurier_engine::session::Board;
use kurier_rules::rules::Definition;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Definition::parse(text, "fuzz.toml") {
        Err(error) => assert!(error.to_string().starts_with("fuzz.toml:"), "{error}"),
        Ok(definition) => {
            let mut board = Board::new(&Arc::new(definition));
            let fen = board.fen();
            for turn in board.turns() {
                board.play(&turn).expect("a legal turn is taken");
                board.turns();
                board.outcome();
                assert!(board.undo().is_some());
                assert_eq!(board.fen(), fen);
            }
        }
    }
});

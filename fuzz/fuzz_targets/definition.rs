//! A variant's file: refused with a place and a reason, or a game whose first moves can be played.
#![no_main]

use std::sync::Arc;

use kurier::rules::Definition;
use kurier_fuzz::session;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Definition::parse(text, "fuzz.toml") {
        Err(error) => assert!(error.to_string().starts_with("fuzz.toml:"), "{error}"),
        Ok(definition) => {
            let mut session = session(&Arc::new(definition));
            let fen = session.fen();
            for turn in session.turns() {
                session.push(&turn).expect("a legal turn is taken");
                session.turns();
                session.outcome();
                assert!(session.pop());
                assert_eq!(session.fen(), fen);
            }
        }
    }
});

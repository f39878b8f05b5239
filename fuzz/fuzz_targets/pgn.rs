//! A file of games: every game is refused with its place, or is read, and what is written of it is read back.
#![no_main]

use kurier::pgn::{Reader, text};
use kurier::rules::Catalogue;
use kurier::session::Board;
use libfuzzer_sys::fuzz_target;

thread_local! {
    static CATALOGUE: Catalogue = Catalogue::built_in();
}

fuzz_target!(|data: &[u8]| {
    for game in Reader::new(data).flatten() {
        let Ok(definition) = CATALOGUE.with(|catalogue| game.definition(catalogue)) else { continue };
        if let Ok(record) = game.replay(&mut Board::new(&definition)) {
            let written = text(&record);
            let again = Reader::new(written.as_bytes()).next().expect("a game").expect("it is read back");
            assert_eq!(again.moves.len(), record.moves.len());
        }
    }
});

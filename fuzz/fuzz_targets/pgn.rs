//! Reads a PGN file. For each game that can be replayed, the PGN written for the game must be readable and contain the
//! moves of the game.
#![no_main]

use kurier_engine::session::Board;
use kurier_formats::pgn::{Reader, text};
use kurier_rules::rules::Catalogue;
use libfuzzer_sys::fuzz_target;

thread_local! {
    static CATALOGUE: Catalogue = Catalogue::built_in();
}

fuzz_target!(|data: &[u8]| {
    for game in Reader::new(data).flatten() {
        let Ok(definition) = CATALOGUE.with(|catalogue| game.definition(catalogue)) else {
            continue;
        };
        let mut board = Board::new(&definition);
        if let Ok(record) = game.replay(&mut board) {
            let written = text(&record);
            let again = Reader::new(written.as_bytes())
                .next()
                .expect("a game")
                .expect("it is read back");
            let again = again.replay(&mut board).expect("it is as legal as before");
            assert_eq!(again.moves, record.moves);
            assert_eq!((again.preamble, again.rest), (record.preamble, record.rest));
        }
    }
});

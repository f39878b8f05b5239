//! Loads a file of weights or a network: either the file is refused, or positions can be evaluated with it.
#![no_main]

use std::sync::Arc;

use kurier_engine::eval::EvaluationSource;
use kurier_engine::session::{Board, Engine};
use kurier_rules::rules::{Catalogue, Definition};
use libfuzzer_sys::fuzz_target;

thread_local! {
    static LEAP: Arc<Definition> = Catalogue::built_in().get("leap").expect("a built-in game");
}

fuzz_target!(|data: &[u8]| {
    LEAP.with(|leap| {
        let Ok(source) = EvaluationSource::from_file(data.to_vec()) else {
            return;
        };
        let Ok(params) = source.load(leap) else { return };
        let board = Board::new(leap);
        let engine = Engine::with_evaluation(&board, params.into(), kurier_fuzz::small_settings());
        engine.evaluate(&board).expect("the same game");
    });
});

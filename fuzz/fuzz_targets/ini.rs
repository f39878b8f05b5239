//! Translates the variants of a `variants.ini`: a translation that succeeds must be a valid definition.
#![no_main]

use kurier_formats::import::FairyGames;
use kurier_rules::rules::Definition;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(games) = FairyGames::read(text, "fuzz.ini") else {
        return;
    };
    for name in games.names() {
        if let Some(Ok(file)) = games.translate(name) {
            Definition::parse(&file, "fuzz.toml").expect("a translation is a valid definition");
        }
    }
});

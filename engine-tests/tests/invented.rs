//! Games from random definition files are played as the reference plays them.

use std::sync::Arc;

use engine_tests::comparison::{compare, compare_everything};
use engine_tests::games::session;
use engine_tests::invented::invent;
use engine_tests::reference::Reference;
use engine_tests::strategies::check_positions;
use kurier::rules::Definition;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IteratorRandom;
use rayon::prelude::*;

#[test]
fn invented_games_are_played_alike() {
    const GAMES: u64 = 60;
    let accepted = (0..GAMES).into_par_iter().filter(|seed| {
        let mut random = StdRng::seed_from_u64(*seed);
        let text = invent(&mut random);
        let definition = match Definition::parse(&text, "invented.toml") {
            Ok(definition) => Arc::new(definition),
            Err(error) => {
                // A king that is attacked from the start is the inventor's fault, all else is not.
                let error = error.to_string();
                assert!(error.contains("king can be taken"), "{error}\n{text}");
                return false;
            }
        };
        let played = std::panic::catch_unwind(|| {
            let mut random = StdRng::seed_from_u64(*seed);
            let mut engine = session(&definition);
            let mut reference = Reference::start(&definition);
            for _ in 0..40 {
                let turns = compare(&*engine, &reference);
                let Some((turn, after)) = turns.into_iter().choose(&mut random) else {
                    break;
                };
                assert_eq!(engine.push(&turn).expect("a legal turn is taken"), turn);
                reference = after;
            }
            check_positions(&definition, 40, |fen| compare_everything(&mut *engine, fen));
        });
        assert!(played.is_ok(), "seed {seed}:\n{text}");
        true
    });
    let accepted = accepted.count();
    println!("{accepted} of {GAMES} invented games are playable");
    assert!(accepted as u64 > GAMES / 3);
}

//! The games of the library: each agrees with the slow reference in a random game and in its perft counts, its turns
//! can be read as they are written, and the tests in its file pass.

use engine_tests::comparison::compare;
use engine_tests::games::{library, play};
use engine_tests::parallel::check_all;
use engine_tests::reference::Reference;
use kurier_engine::session::{Board, run_tests};
use kurier_rules::rules::Catalogue;
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;

/// The number of turns of a random game that are compared.
const TURNS: usize = 16;
/// The maximum number of positions that the reference counts for one game.
const COUNTED: u64 = 2_000;
/// The maximum number of moves that the engine makes in the perft counts of one file.
const MOST_MOVES: u64 = 200_000;

#[test]
fn random_games_agree_with_the_reference() {
    check_all(&library(), |definition| {
        let mut random = ChaCha8Rng::seed_from_u64(7);
        let mut board = Board::new(definition);
        let mut reference = Reference::start(definition);
        for _ in 0..TURNS {
            let turns = compare(&board, &reference);
            let next = turns.into_iter().choose(&mut random);
            let Some((turn, after)) = next.filter(|_| board.outcome().is_none()) else {
                break;
            };
            let san = board.san(&board.parse(&turn).expect("a legal turn"));
            for written in [&san, &turn] {
                let read = board
                    .parse_san(written)
                    .unwrap_or_else(|error| panic!("{}: {written}: {error}", definition.name));
                assert_eq!(board.spell(&read), turn, "{}: {written}", definition.name);
            }
            assert_eq!(play(&mut board, &turn).expect("a legal turn is taken"), turn);
            reference = after;
        }
    });
}

#[test]
fn counts_of_the_files_are_those_of_the_reference() {
    check_all(&library(), |definition| {
        let counts = definition.tests.iter().find(|test| test.name.value == "counts");
        let counts = counts.unwrap_or_else(|| panic!("{} has no counts", definition.name));
        for (depth, count) in (1..).zip(&counts.perft).filter(|(_, count)| count.value <= COUNTED) {
            let reference = Reference::start(definition).perft(depth);
            assert_eq!(reference, count.value, "{}, depth {depth}", definition.name);
        }
    });
}

#[test]
fn tests_of_the_files_pass() {
    let catalogue = Catalogue::built_in();
    let definitions: Vec<_> = catalogue.names().filter_map(|name| catalogue.get(name)).collect();
    check_all(&definitions, |definition| {
        let report = run_tests(definition, MOST_MOVES);
        let failures: Vec<String> = report.failures.iter().map(ToString::to_string).collect();
        assert_eq!(failures, Vec::<String>::new(), "{}", definition.name);
    });
}

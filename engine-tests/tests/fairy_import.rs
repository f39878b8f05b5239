//! Games translated from Fairy-Stockfish's format have the perft counts of Fairy-Stockfish; so do the built-in games that
//! it can express.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine_tests::games::definition;
use engine_tests::parallel::check_all;
use kurier::import::FairyGames;
use kurier::rules::Definition;
use kurier::session::Board;

const GAMES: &str = include_str!("../data/variants.ini");
const COUNTS: &str = include_str!("../data/fairy-counts.json");

fn counts() -> BTreeMap<String, [u64; 3]> {
    serde_json::from_str(COUNTS).expect("counts by name")
}

fn assert_counts(definition: Arc<Definition>, expected: [u64; 3]) {
    let game = Board::new(&definition);
    let counted = [1, 2, 3].map(|depth| game.perft(depth, 1).nodes);
    assert_eq!(counted, expected, "{}", definition.name);
}

#[test]
fn translated_games_have_the_same_counts() {
    let games = FairyGames::read(GAMES, "variants.ini").expect("a correct file");
    let names: Vec<&str> = games.names().collect();
    let counts = counts();
    assert_eq!(names.len(), counts.len());
    check_all(&names, |name| {
        let text = games.translate(name).expect("it is there");
        let text = text.unwrap_or_else(|errors| panic!("{errors:?}"));
        let definition = Definition::parse(&text, name).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_counts(Arc::new(definition), counts[*name]);
    });
}

#[test]
fn built_in_games_have_the_counts_of_their_translations() {
    let counts = counts();
    let pairs = [
        ("chess", "plain"),
        ("capablanca", "plain-capablanca"),
        ("chaturanga", "plain-chaturanga"),
        ("grand", "plain-grand"),
        ("armies-clobberers", "armies"),
        ("armies-nutters", "nutters"),
        ("armies-rookies", "rookies"),
    ];
    check_all(&pairs, |(ours, theirs)| {
        assert_counts(definition(ours), counts[*theirs])
    });
}

//! Networks over long random games: what is kept up to date move by move is what is found from scratch.

use std::sync::Arc;

use engine_tests::parallel::in_every_game;
use engine_tests::with_width;
use kurier::eval::nnue::{Features, HIDDEN_STEP, Layers, MOST_OUTPUT, Network, Numbers};
use kurier::position::Position;
use kurier::rules::{Definition, Variant};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

/// Moves in every game.
const MOVES: usize = 100_000;
/// Moves after which a search would begin anew.
const DEEPEST: usize = 100;

/// A network whose numbers are drawn by lot.
fn network(definition: &Definition) -> Network {
    let mut random = StdRng::seed_from_u64(11);
    let mut within = |most: i16, count: usize| (0..count).map(|_| random.random_range(-most..=most)).collect();
    let numbers = Numbers {
        hidden: HIDDEN_STEP,
        buckets: 2,
        inputs: within(60, Features::new(definition).count() * HIDDEN_STEP),
        biases: within(120, HIDDEN_STEP),
        outputs: within(MOST_OUTPUT, 4 * HIDDEN_STEP),
        output_biases: Box::new([900, -5000]),
    };
    Network::new(definition, numbers).expect("numbers that fit")
}

fn follow<const W: usize>(definition: &Arc<Definition>) {
    let network = network(definition);
    let variant = Arc::new(Variant::<W>::compile(definition.clone()));
    let mut random = StdRng::seed_from_u64(12);
    let mut layers = Layers::default();
    let mut position = Position::start(variant.clone());
    let (mut ply, mut different) = (DEEPEST, 0);
    for _ in 0..MOVES {
        if position.outcome().is_some() {
            position = Position::start(variant.clone());
            ply = DEEPEST;
        }
        if ply == DEEPEST {
            layers.begin(&network, &position, DEEPEST);
            ply = 0;
        }
        let moves = position.legal_moves();
        position.make(*moves.choose(&mut random).expect("a game that goes on has moves"));
        ply += 1;
        layers.note(ply, position.changes());
        // Some are asked for late, as in a search.
        if random.random_bool(0.7) {
            let (side, men) = (position.side(), position.occupied().count());
            let kept = network.output(layers.at(&network, ply), side, men);
            assert_eq!(
                kept,
                network.evaluate(&position),
                "{} {}",
                definition.name,
                position.fen()
            );
            different += usize::from(kept != 0);
        }
    }
    assert!(different > MOVES / 2, "{}: {different}", definition.name);
}

#[test]
fn layers_follow_long_games() {
    in_every_game(|definition| with_width!(follow, definition));
}

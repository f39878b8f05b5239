//! Networks of random numbers, in all games.

use std::sync::Arc;

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use super::*;
use crate::eval::EvaluationSource;
use crate::position::Move;
use crate::rules::{Catalogue, Variant};

/// A network of random numbers, small ones, that are not the same for any two connections.
fn random_network(definition: &Definition, hidden: usize, seed: u64) -> Network {
    let mut random = StdRng::seed_from_u64(seed);
    let mut within = |most: i16, count: usize| (0..count).map(|_| random.random_range(-most..=most)).collect();
    let buckets = 4;
    let parameters = NetworkParameters {
        hidden,
        buckets,
        inputs: within(60, Features::new(definition).count() * hidden),
        biases: within(120, hidden),
        outputs: within(MAX_OUTPUT_WEIGHT, buckets * 2 * hidden),
        output_biases: Box::new([5000, -70_000, 900, 0]),
    };
    Network::new(definition, parameters).expect("parameters that fit")
}

/// Calls a check for every built-in game.
macro_rules! in_every_game {
    ($check:ident) => {
        for definition in Catalogue::built_in().iter() {
            match definition.shape.words() {
                1 => $check::<1>(definition),
                2 => $check::<2>(definition),
                _ => $check::<4>(definition),
            }
        }
    };
}

/// Walks up and down a tree as a search does, and asks only at some of its nodes.
fn follows_moves<const W: usize>(definition: &Arc<Definition>) {
    const DEEPEST: usize = 40;
    let network = random_network(definition, 32, 5);
    let mut random = StdRng::seed_from_u64(8);
    let mut position = Position::start(Arc::new(Variant::<W>::compile(definition.clone())));
    let mut layers = AccumulatorStack::default();
    layers.begin(&network, &position, DEEPEST);
    let (mut ply, mut asked) = (0, 0);
    for _ in 0..1500 {
        let moves: Vec<Move> = position.legal_moves();
        if moves.is_empty() || position.outcome().is_some() || ply == DEEPEST || ply > 0 && random.random_bool(0.4) {
            for _ in 0..random.random_range(1..=ply.max(1)).min(ply) {
                position.unmake();
                ply -= 1;
            }
            continue;
        }
        if position.chain().is_none() && !position.in_check() && random.random_bool(0.1) {
            position.make_null();
            layers.note(ply + 1, &[]);
        } else {
            position.make(moves[random.random_range(0..moves.len())]);
            layers.note(ply + 1, position.changes());
        }
        ply += 1;
        if random.random_bool(0.5) {
            let kept = network.output(layers.at(&network, ply), position.side(), position.occupied().count());
            assert_eq!(
                kept,
                network.evaluate(&position),
                "{} {}",
                definition.name,
                position.fen()
            );
            asked += 1;
        }
    }
    assert!(asked > 200, "{} {asked}", definition.name);
}

#[test]
fn layers_follow_the_moves() {
    in_every_game!(follows_moves);
}

fn looks_at_it_from_both_sides<const W: usize>(definition: &Arc<Definition>) {
    let network = random_network(definition, 32, 6);
    let mut random = StdRng::seed_from_u64(9);
    let mut position = Position::start(Arc::new(Variant::<W>::compile(definition.clone())));
    let (mut looked, mut told_apart) = (0, 0);
    for _ in 0..60 {
        let moves = position.legal_moves();
        if moves.is_empty() || position.outcome().is_some() {
            break;
        }
        position.make(moves[random.random_range(0..moves.len())]);
        // What White sees is what Black would see with colours and ranks exchanged.
        let (shape, pieces) = (&definition.shape, position.occupied().count());
        let seen = |perspective: Color| {
            let mut inputs: Vec<usize> = position
                .occupied()
                .into_iter()
                .filter_map(|square| {
                    let piece = position.piece_at(square)?;
                    Some(match perspective {
                        Color::White => network.features.index(perspective, piece, square),
                        Color::Black => {
                            let color = !piece.color;
                            let exchanged = crate::position::Piece { color, ..piece };
                            network.features.index(Color::White, exchanged, shape.mirror(square))
                        }
                    })
                })
                .collect();
            inputs.sort_unstable();
            inputs
        };
        let mut layers = AccumulatorStack::default();
        layers.begin(&network, &position, 0);
        let kept = layers.at(&network, 0);
        for perspective in Color::BOTH {
            let mut slowly: Vec<i16> = network.parameters.biases.to_vec();
            for input in seen(perspective) {
                slowly
                    .iter_mut()
                    .zip(network.row(input))
                    .for_each(|(sum, weight)| *sum += weight);
            }
            assert_eq!(kept[perspective.index()], slowly);
        }
        let (white, black) = (
            network.output(kept, Color::White, pieces),
            network.output(kept, Color::Black, pieces),
        );
        let exchanged = network.output([kept[1], kept[0]], Color::Black, pieces);
        assert_eq!(white, exchanged);
        looked += 1;
        told_apart += usize::from(white != black);
    }
    assert!(
        2 * told_apart > looked && looked > 0,
        "{} {told_apart} of {looked}",
        definition.name
    );
}

#[test]
fn both_sides_see_alike() {
    in_every_game!(looks_at_it_from_both_sides);
}

#[test]
fn what_is_written_is_read() {
    let catalogue = Catalogue::built_in();
    let [chess, shatranj] = ["chess", "shatranj"].map(|name| catalogue.get(name).expect("a built-in game"));
    let network = random_network(&chess, 64, 7);
    let bytes = network.to_bytes(&chess);
    assert_eq!(Network::from_bytes(&bytes, &chess), Ok(network));
    assert!(matches!(
        Network::from_bytes(&bytes, &shatranj),
        Err(NetworkError::Rules { .. })
    ));
    assert_eq!(Network::from_bytes(b"rules = ...", &chess), Err(NetworkError::Foreign));
    let mut later = bytes.clone();
    later[11] = b'9';
    assert_eq!(Network::from_bytes(&later, &chess), Err(NetworkError::Format(b'9')));
    for cut in [12, 20, 28, 32, bytes.len() / 2, bytes.len() - 1] {
        assert_eq!(
            Network::from_bytes(&bytes[..cut], &chess),
            Err(NetworkError::Damaged),
            "{cut}"
        );
    }
    for at in (12..bytes.len()).step_by(997) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 16;
        assert_eq!(
            Network::from_bytes(&damaged, &chess),
            Err(NetworkError::Damaged),
            "{at}"
        );
    }
}

#[test]
fn a_network_over_other_weights_is_refused() {
    let chess = Catalogue::built_in().get("chess").expect("chess");
    let network = random_network(&chess, 32, 7);
    let source = |network: &Network| EvaluationSource::from_file(network.to_bytes(&chess)).expect("a network");
    assert!(source(&network).load(&chess).is_ok());
    let other = Network {
        base: changed_weights(&chess).fingerprint(&chess),
        ..network
    };
    assert_eq!(source(&other).load(&chess), Err(NetworkError::Weights.into()));
}

/// Weights that the program does not have.
fn changed_weights(definition: &Definition) -> Weights {
    let mut weights = Weights::built_in(definition);
    weights.terms.hanging.end += 1;
    weights
}

#[test]
fn a_network_brings_weights_that_the_program_has_not() {
    for definition in Catalogue::built_in().iter() {
        let parameters = random_network(definition, 32, 7).parameters;
        let weights = changed_weights(definition);
        let network = Network::over(&weights, definition, parameters.clone()).expect("parameters that fit");
        let bytes = network.to_bytes(definition);
        let source = EvaluationSource::from_file(bytes.clone()).expect("a network");
        assert_eq!(
            source.load(definition),
            Ok((weights, Some(network))),
            "{}",
            definition.name
        );
        // Those that it has are not written.
        let own = Network::new(definition, parameters)
            .expect("parameters that fit")
            .to_bytes(definition);
        assert!(own.len() + 1000 < bytes.len(), "{} {}", own.len(), bytes.len());
    }
}

#[test]
fn numbers_that_make_no_network_are_refused() {
    let chess = Catalogue::built_in().get("chess").expect("chess");
    let good = random_network(&chess, 32, 7).parameters;
    let refused = |change: fn(&mut NetworkParameters)| {
        let mut parameters = good.clone();
        change(&mut parameters);
        Network::new(&chess, parameters).is_err()
    };
    assert!(!refused(|_| ()));
    assert!(refused(|parameters| parameters.hidden = 31));
    assert!(refused(|parameters| parameters.hidden = 0));
    assert!(refused(|parameters| parameters.buckets = 3));
    assert!(refused(|parameters| parameters.buckets = 0));
    assert!(refused(|parameters| parameters.outputs[3] = i16::MIN));
    assert!(refused(|parameters| parameters.inputs = parameters.inputs[1..].into()));
}

#[test]
fn buckets_share_the_numbers_of_men() {
    let counts = (1..=48).map(|pieces| bucket(pieces, 48, 8));
    assert!(counts.clone().is_sorted());
    assert!((0..8).all(|wanted| counts.clone().filter(|bucket| *bucket == wanted).count() == 6));
    assert_eq!((bucket(0, 48, 8), bucket(60, 48, 8)), (0, 7));
    for game in Catalogue::built_in().iter() {
        let variant = Arc::new(Variant::<4>::compile(game.clone()));
        assert_eq!(
            pieces(game),
            Position::start(variant).occupied().count() as usize,
            "{}",
            game.name
        );
    }
}

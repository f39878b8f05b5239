//! Tests with random networks in all variants.

use std::sync::Arc;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha12Rng;

use super::*;
use crate::eval::{EvalParams, EvalState, Evaluation, EvaluationSource, Weights};
use kurier_rules::position::{Piece, Position};
use kurier_rules::rules::{Catalogue, Color, Definition, Variant};
use kurier_rules::with_width;

fn random_parameters(definition: &Definition, architecture: Architecture, seed: u64) -> NetworkParameters {
    let mut random = ChaCha12Rng::seed_from_u64(seed);
    let number = |bound: i16| random.random_range(-bound..=bound);
    NetworkParameters::from_fn(definition, architecture, number)
}

fn random_network(definition: &Definition, architecture: Architecture, seed: u64) -> Network {
    Network::new(definition, random_parameters(definition, architecture, seed)).expect("parameters that fit")
}

/// Architectures without optional buckets, with one kind of optional buckets, and with both kinds.
const ARCHITECTURES: [Architecture; 4] = {
    let plain = Architecture::plain(32, 4);
    let with_kings = Architecture {
        king_buckets: true,
        ..plain
    };
    let pawnless = Architecture {
        pawnless_buckets: true,
        ..plain
    };
    let both = Architecture {
        pawnless_buckets: true,
        ..with_kings
    };
    [plain, with_kings, pawnless, both]
};

/// Runs a check for every variant that menus list.
macro_rules! in_every_game {
    ($check:ident) => {
        for definition in Catalogue::built_in().menu() {
            with_width!(definition.shape, W => $check::<W>(definition));
        }
    };
}

/// Walks up and down a game tree as a search does, evaluates some of the nodes, and compares the incremental state with
/// a fresh one.
fn state_follows_moves<const W: usize>(definition: &Arc<Definition>) {
    for architecture in ARCHITECTURES {
        state_of_network_follows_moves::<W>(definition, random_network(definition, architecture, 5));
    }
}

fn state_of_network_follows_moves<const W: usize>(definition: &Arc<Definition>, network: Network) {
    let variant = Arc::new(Variant::<W>::compile(definition.clone()));
    let params = EvalParams {
        weights: Weights::built_in(definition),
        network: Some(network),
    };
    let evaluation = Evaluation::new(variant.clone(), params.into());
    let mut random = ChaCha12Rng::seed_from_u64(8);
    let mut position = Position::start(variant);
    let mut state = EvalState::new(&evaluation, &position);
    let (mut ply, mut evaluated) = (0, 0);
    for _ in 0..1500 {
        let moves = position.legal_moves();
        if moves.is_empty() || position.outcome().is_some() || ply == 40 || ply > 0 && random.random_bool(0.4) {
            for _ in 0..random.random_range(1..=ply.max(1)).min(ply) {
                position.unmake();
                state.pop();
                ply -= 1;
            }
            continue;
        }
        if position.chain().is_none() && !position.in_check() && random.random_bool(0.1) {
            position.make_null();
            state.push(&evaluation, &[]);
        } else {
            position.make(moves[random.random_range(0..moves.len())]);
            state.push(&evaluation, position.changes());
        }
        ply += 1;
        if random.random_bool(0.5) {
            let (kept, fresh) = (
                evaluation.evaluate(&position, &mut state),
                evaluation.evaluate_from_scratch(&position),
            );
            assert_eq!(kept, fresh, "{} {}", definition.name, position.fen());
            evaluated += 1;
        }
    }
    assert!(evaluated > 200, "{} {evaluated}", definition.name);
}

#[test]
fn incremental_state_equals_state_from_scratch() {
    in_every_game!(state_follows_moves);
}

#[test]
fn incremental_state_follows_captures_that_blast() {
    let atomic = Catalogue::built_in().get("atomic").expect("a built-in game");
    state_follows_moves::<1>(&atomic);
}

fn perspectives_agree<const W: usize>(definition: &Arc<Definition>) {
    for architecture in ARCHITECTURES {
        perspectives_of_network_agree::<W>(definition, &random_network(definition, architecture, 6));
    }
}

fn perspectives_of_network_agree<const W: usize>(definition: &Arc<Definition>, network: &Network) {
    let mut random = ChaCha12Rng::seed_from_u64(9);
    let mut position = Position::start(Arc::new(Variant::<W>::compile(definition.clone())));
    let (mut looked, mut different) = (0, 0);
    for _ in 0..60 {
        let moves = position.legal_moves();
        if moves.is_empty() || position.outcome().is_some() {
            break;
        }
        position.make(moves[random.random_range(0..moves.len())]);
        // The inputs of White's view must be the inputs of Black's view after exchanging colours and mirroring the
        // board.
        let (black_view, bucket) = (definition.black_view(), network.bucket(&position));
        let seen = |perspective: Color| {
            let view = network.features.view(&position, perspective);
            let as_white = View {
                perspective: Color::White,
                ..view
            };
            let mut inputs: Vec<usize> = position
                .occupied()
                .into_iter()
                .filter_map(|square| {
                    let piece = position.piece_at(square)?;
                    Some(match perspective {
                        Color::White => network.features.index(view, piece, square),
                        Color::Black => {
                            let color = !piece.color;
                            let exchanged = Piece { color, ..piece };
                            network.features.index(as_white, exchanged, black_view[square.index()])
                        }
                    })
                })
                .collect();
            inputs.sort_unstable();
            inputs
        };
        let mut stack = AccumulatorStack::default();
        stack.reset(network, &position);
        let accumulators = stack.current(network, &position);
        for perspective in Color::BOTH {
            let mut slowly: Vec<i16> = network.parameters.biases.to_vec();
            for input in seen(perspective) {
                let row = network.row(input);
                slowly.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            }
            assert_eq!(accumulators[perspective.index()], slowly);
        }
        let (white, black) = (
            network.output(accumulators, Color::White, bucket),
            network.output(accumulators, Color::Black, bucket),
        );
        let exchanged = network.output([accumulators[1], accumulators[0]], Color::Black, bucket);
        assert_eq!(white, exchanged);
        looked += 1;
        different += usize::from(white != black);
    }
    assert!(
        2 * different > looked && looked > 0,
        "{} {different} of {looked}",
        definition.name
    );
}

#[test]
fn perspectives_mirror_each_other() {
    in_every_game!(perspectives_agree);
}

#[test]
fn damaged_and_foreign_files_are_refused() {
    let catalogue = Catalogue::built_in();
    let [chess, shatranj] = ["chess", "shatranj"].map(|name| catalogue.get(name).expect("a built-in game"));
    let weights = Weights::built_in(&chess);
    for architecture in ARCHITECTURES {
        let network = random_network(&chess, architecture, 7);
        let bytes = network.to_bytes(&weights, &chess);
        assert_eq!(Network::from_bytes(&bytes, &chess), Ok((network, weights.clone())));
    }
    let network = random_network(&chess, Architecture::plain(64, 4), 7);
    let bytes = network.to_bytes(&weights, &chess);
    assert_eq!(Network::from_bytes(&bytes, &chess), Ok((network, weights)));
    assert!(matches!(
        Network::from_bytes(&bytes, &shatranj),
        Err(NetworkError::Rules { .. })
    ));
    assert_eq!(Network::from_bytes(b"rules = ...", &chess), Err(NetworkError::Foreign));
    let mut later = bytes.clone();
    later[11] = b'9';
    let format = NetworkError::Format {
        found: b'9',
        expected: b'3',
    };
    assert_eq!(Network::from_bytes(&later, &chess), Err(format));
    for cut in [12, 20, 28, 32, bytes.len() / 2, bytes.len() - 1] {
        let read = Network::from_bytes(&bytes[..cut], &chess);
        assert_eq!(read, Err(NetworkError::Damaged), "{cut}");
    }
    for at in (12..bytes.len()).step_by(997) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 16;
        let read = Network::from_bytes(&damaged, &chess);
        assert_eq!(read, Err(NetworkError::Damaged), "{at}");
    }
}

#[test]
fn a_network_for_unknown_weights_is_refused() {
    let chess = Catalogue::built_in().get("chess").expect("chess");
    let mut bytes = random_network(&chess, ARCHITECTURES[0], 7).to_bytes(&Weights::built_in(&chess), &chess);
    let load = |bytes: &[u8]| {
        let source = EvaluationSource::from_file(bytes.to_vec()).expect("a network");
        source.load(&chess).map(drop)
    };
    assert_eq!(load(&bytes), Ok(()));
    bytes[20..28].copy_from_slice(&changed_weights(&chess).fingerprint().to_le_bytes());
    let end = bytes.len() - 4;
    let checksum = crc32fast::hash(&bytes[..end]);
    bytes[end..].copy_from_slice(&checksum.to_le_bytes());
    assert_eq!(load(&bytes), Err(NetworkError::Weights.into()));
}

/// Returns weights that are not built in.
fn changed_weights(definition: &Definition) -> Weights {
    let mut weights = Weights::built_in(definition);
    weights.terms.hanging.end += 1;
    weights
}

#[test]
fn a_network_file_contains_weights_that_some_programs_lack() {
    for definition in Catalogue::built_in().menu() {
        let network = random_network(definition, ARCHITECTURES[0], 7);
        let weights = changed_weights(definition);
        let bytes = network.to_bytes(&weights, definition);
        let source = EvaluationSource::from_file(bytes.clone()).expect("a network");
        let built_in = network.to_bytes(&Weights::built_in(definition), definition);
        let params = EvalParams {
            weights,
            network: Some(network),
        };
        assert_eq!(source.load(definition), Ok(params), "{}", definition.name);
        // A file leaves out the weights that every program contains.
        let left_out = built_in.len() + 1000 < bytes.len();
        assert_eq!(
            left_out,
            Weights::under_network(definition).is_some(),
            "{}",
            definition.name
        );
    }
}

/// A game without fitted weights: Los Alamos Chess.
const OWN_GAME: &str = r#"
name = "los-alamos"
start = "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1"
board = { files = 6, ranks = 6 }
[pieces]
K = { name = "King", move = "K", royal = true }
Q = { name = "Queen", move = "Q" }
R = { name = "Rook", move = "R" }
N = { name = "Knight", move = "N" }
P = { name = "Pawn", move = "fmWfcF", pawn = true, promotes-to = "QRN" }
"#;

#[test]
fn networks_over_weights_from_the_rules_outlive_a_change_of_the_coefficients() {
    let game = Definition::parse(OWN_GAME, "los-alamos.toml").expect("a sound definition");
    let network = random_network(&game, ARCHITECTURES[0], 7);
    let (first, prior) = (Weights::first(&game), Weights::prior(&game));
    assert_ne!(first, prior);
    // A file in the current form contains the weights.
    let bytes = network.to_bytes(&prior, &game);
    assert_eq!(
        Network::from_bytes(&bytes, &game).map(|(_, weights)| weights),
        Ok(prior)
    );
    // A file that was written before the coefficients were fitted has only the fingerprint of the weights.
    let with_text = network.to_bytes(&first, &game);
    let text = first.write(&game, "").len();
    let mut older = with_text[..with_text.len() - text - 4].to_vec();
    older.extend(crc32fast::hash(&older).to_le_bytes());
    assert_eq!(
        Network::from_bytes(&older, &game).map(|(_, weights)| weights),
        Ok(first)
    );
}

#[test]
fn parameters_of_wrong_shape_are_refused() {
    let chess = Catalogue::built_in().get("chess").expect("chess");
    let good = random_parameters(&chess, ARCHITECTURES[0], 7);
    let refused = |change: fn(&mut NetworkParameters)| {
        let mut parameters = good.clone();
        change(&mut parameters);
        Network::new(&chess, parameters).is_err()
    };
    assert!(!refused(|_| ()));
    assert!(refused(|parameters| parameters.architecture.hidden = 31));
    assert!(refused(|parameters| parameters.architecture.hidden = 0));
    assert!(refused(|parameters| parameters.architecture.buckets = 3));
    assert!(refused(|parameters| parameters.architecture.buckets = 0));
    assert!(refused(|parameters| parameters.outputs[3] = i16::MIN));
    assert!(refused(|parameters| parameters.inputs = parameters.inputs[1..].into()));
}

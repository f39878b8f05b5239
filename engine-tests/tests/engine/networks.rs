//! Networks: the incremental state during long random games equals the state computed from scratch, and GUIs can select
//! network files.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use engine_tests::games::definition;
use engine_tests::parallel::in_every_game;
use engine_tests::{Process, kurier_binary};
use kurier_engine::eval::nnue::{Architecture, HIDDEN_MULTIPLE, Network, NetworkParameters};
use kurier_engine::eval::{EvalParams, EvalState, Evaluation, Weights};
use kurier_rules::position::Position;
use kurier_rules::rules::{Definition, Variant};
use kurier_rules::with_width;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The number of moves per variant.
const MOVES: usize = 100_000;
/// The maximum number of moves before the incremental state is reset, as at the start of a new search.
const DEEPEST: usize = 100;

/// The simplest architecture: it distinguishes only the number of pieces.
const PLAIN: Architecture = Architecture::plain(HIDDEN_MULTIPLE, 2);
/// An architecture with all optional features.
const COMPLETE: Architecture = Architecture {
    king_buckets: true,
    pawnless_buckets: true,
    ..PLAIN
};

/// Creates a network with random parameters.
fn network(definition: &Definition, architecture: Architecture) -> Network {
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let parameters = NetworkParameters::from_fn(definition, architecture, |bound| random.random_range(-bound..=bound));
    Network::new(definition, parameters).expect("parameters that fit")
}

/// Returns the bytes of a network file with random parameters and the built-in weights.
fn file_of(definition: &Definition) -> Vec<u8> {
    network(definition, PLAIN).to_bytes(&Weights::built_in(definition), definition)
}

fn follow<const W: usize>(definition: &Arc<Definition>, architecture: Architecture) {
    let variant = Arc::new(Variant::<W>::compile(definition.clone()));
    let params = EvalParams {
        weights: Weights::built_in(definition),
        network: Some(network(definition, architecture)),
    };
    let by_hand = Evaluation::new(variant.clone(), Arc::new(params.weights.clone().into()));
    let evaluation = Evaluation::new(variant.clone(), params.into());
    let mut random = ChaCha8Rng::seed_from_u64(12);
    let mut state = EvalState::default();
    let mut position = Position::start(variant.clone());
    let (mut ply, mut different) = (DEEPEST, 0);
    for _ in 0..MOVES {
        if position.outcome().is_some() {
            position = Position::start(variant.clone());
            ply = DEEPEST;
        }
        if ply == DEEPEST {
            state.reset(&evaluation, &position);
            ply = 0;
        }
        let moves = position.legal_moves();
        position.make(*moves.choose(&mut random).expect("a game that goes on has moves"));
        ply += 1;
        state.push(&evaluation, position.changes());
        // As in a search, not every node is evaluated.
        if random.random_bool(0.7) {
            let kept = evaluation.evaluate(&position, &mut state);
            let fresh = evaluation.evaluate_from_scratch(&position);
            assert_eq!(kept, fresh, "{} {}", definition.name, position.fen());
            different += usize::from(kept != by_hand.evaluate_from_scratch(&position));
        }
    }
    assert!(different > MOVES / 2, "{}: {different}", definition.name);
}

#[test]
fn incremental_state_follows_long_games() {
    for architecture in [PLAIN, COMPLETE] {
        in_every_game(|definition| with_width!(definition.shape, W => follow::<W>(definition, architecture)));
    }
}

#[test]
fn a_bad_file_is_refused_and_the_game_goes_on() {
    let shatranj = definition("shatranj");
    let good = file_of(&shatranj);
    let damaged: Vec<u8> = good.iter().rev().skip(1).rev().copied().collect();
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("a file");
        path.display().to_string()
    };
    let mut engine = Process::kurier();
    engine.send("setoption name UCI_Variant value shatranj");
    // Selects `source` as the network file. Returns the score that `eval` prints, and the error about the file.
    let mut choose = |source: &str| {
        engine.send(&format!("setoption name EvalFile value {source}"));
        engine.send("eval");
        engine.send("isready");
        let said = engine.read_until("readyok");
        let score = said.iter().find(|line| line.starts_with("score ")).cloned();
        let complaint = said.into_iter().find(|line| line.contains("EvalFile"));
        (
            score.unwrap_or_else(|| panic!("no score with {source}")),
            complaint.unwrap_or_default(),
        )
    };
    let (built_in, complaint) = choose("<empty>");
    assert_eq!(complaint, "");
    let (changed, complaint) = choose(&file("good.net", &good));
    assert_eq!(complaint, "");
    assert_ne!(changed, built_in);
    for (name, bytes, expected) in [
        ("damaged.net", &damaged[..], "is damaged"),
        ("other.net", &file_of(&definition("chess")), "another game"),
        ("picture.png", b"\x89PNG\r\n\x1a\n\xff", "not a network file"),
    ] {
        let (score, complaint) = choose(&file(name, bytes));
        assert!(complaint.contains(expected), "{name}: {complaint}");
        assert!(
            complaint.ends_with("the built-in evaluation is used"),
            "{name}: {complaint}"
        );
        assert_eq!(score, built_in, "{name}");
        choose(&file("good.net", &good));
    }
    engine.send("go nodes 2000");
    engine.read_until("bestmove");
    engine.send("quit");
    engine.expect_clean_end();
}

/// Returns the score that `eval` prints for a variant after the command `source`, and the errors about the weights of
/// the variant. `files` are variant files.
fn explained(files: &[&Path], game: &str, source: &str) -> (String, Vec<String>) {
    let mut command = Command::new(kurier_binary());
    for file in files {
        command.arg("--variants").arg(file);
    }
    let mut engine = Process::spawn(command);
    for line in [
        &format!("setoption name UCI_Variant value {game}"),
        source,
        "eval",
        "quit",
    ] {
        engine.send(line);
    }
    let said = engine.read_until("score ");
    assert!(engine.wait_within(Process::TIMEOUT).success());
    let score = said.last().cloned().unwrap_or_default();
    let errors = said.into_iter().filter(|line| line.contains("error"));
    (
        score,
        errors.chain(engine.errors().lines().map(str::to_owned)).collect(),
    )
}

#[test]
fn the_file_of_a_game_names_its_evaluation() {
    let shatranj = definition("shatranj");
    let mut weights = Weights::built_in(&shatranj);
    weights.terms.tempo += 40;
    let folder = tempfile::tempdir().expect("a folder");
    let (file, net) = (folder.path().join("own.toml"), folder.path().join("own.net"));
    let rules = include_str!("../../../variants/shatranj.toml")
        .replace("name = \"shatranj\"", "name = \"own\"\nevaluation = \"own.net\"");
    std::fs::write(&file, rules).expect("a file");
    std::fs::write(&net, network(&shatranj, PLAIN).to_bytes(&weights, &shatranj)).expect("a file");

    // The network file brings its own weights.
    let option = format!("setoption name EvalFile value {}", net.display());
    let (expected, errors) = explained(&[], "shatranj", &option);
    assert_eq!(errors, [""; 0]);
    let (built_in, _) = explained(&[], "shatranj", "");
    assert_ne!(built_in, expected);
    assert_eq!(explained(&[&file], "own", ""), (expected, Vec::new()));

    // Without the file, the engine falls back to the built-in evaluation of the variant with equal rules.
    std::fs::remove_file(&net).expect("a file that is there");
    let (score, errors) = explained(&[&file], "own", "");
    assert_eq!(score, built_in);
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].contains("own.net: "), "{errors:?}");
}

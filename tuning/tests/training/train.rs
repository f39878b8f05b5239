//! Tests of training: samples, gradient, quantisation, and all steps from self-play games to a search with the trained
//! network.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use kurier_engine::eval::nnue::{Architecture, Features, Network};
use kurier_engine::eval::{EvaluationSource, Weights};
use kurier_engine::search::{Limits, Searcher, Settings, Signals};
use kurier_rules::position::Position;
use kurier_rules::rules::{Catalogue, Definition, Variant};
use kurier_rules::with_width;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use tuning::archive::{Game, read_all, with_other_weights};
use tuning::datagen::{DatagenConfig, Openings, generate};
use tuning::search::SearchConfig;
use tuning::train::model::{Factorised, Model, Sizes};
use tuning::train::samples::{Samples, Selection, longest_wait, result_share};
use tuning::train::symmetry::Symmetry;
use tuning::train::{TrainConfig, plot::plot, train, warm_start::warm_start};

/// The scale of the sigmoid, in centipawns.
const K: f32 = 250.0;
/// The amount by which a parameter is moved, up and down, for a difference quotient.
const STEP: f32 = 0.002;

/// Returns a built-in variant.
fn game(name: &str) -> Arc<Definition> {
    Catalogue::built_in().get(name).expect("a built-in game")
}

/// Plays self-play games and writes them to `out`.
fn play(definition: &Arc<Definition>, count: u64, nodes: u64, out: &Path) {
    let config = DatagenConfig {
        games: 0..count,
        openings: Openings::default(),
        search: SearchConfig {
            evaluation: EvaluationSource::default(),
            nodes,
            seed: 4,
            threads: 2,
            hash: 1,
            out: out.into(),
        },
    };
    generate(definition, &config, &AtomicBool::new(false), |_| {
        ControlFlow::Continue(())
    })
    .expect("games");
}

/// Plays self-play games and returns them.
fn games(definition: &Arc<Definition>, count: u64, nodes: u64) -> Vec<Game> {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("games");
    play(definition, count, nodes, &out);
    read_all(&[out], definition).expect("a file of games")
}

/// Reads samples of games, with the built-in weights as the classical evaluation.
fn samples(definition: &Arc<Definition>, games: &[Game], per_game: usize, architecture: Architecture) -> Samples {
    let selection = Selection {
        per_game,
        noisy: false,
        architecture,
    };
    Samples::new(definition, &Weights::built_in(definition), games, selection)
}

/// The architecture of a small network without king buckets or pawnless buckets.
const PLAIN: Architecture = Architecture::plain(32, 3);
/// The architecture of a small network with all options: king buckets and buckets for endgames without pawns.
const COMPLETE: Architecture = Architecture {
    king_buckets: true,
    pawnless_buckets: true,
    ..PLAIN
};

/// Creates a random model whose weights are about as large as the weights of a trained network.
fn random_model(definition: &Definition, architecture: Architecture) -> Model {
    let mut model = Model::random(Sizes::new(definition, architecture), &mut ChaCha8Rng::seed_from_u64(3));
    let [_, _, outputs, biases] = model.sizes.parts();
    model.parameters[outputs].iter_mut().for_each(|weight| *weight *= 10.0);
    let different = [0.1, -0.05, 0.2].into_iter().cycle();
    model.parameters[biases]
        .iter_mut()
        .zip(different)
        .for_each(|(bias, value)| *bias = value);
    model.clip();
    model
}

#[test]
fn the_gradient_agrees_with_differences_of_the_loss() {
    let definition = game("courierviii");
    let games = games(&definition, 12, 60);
    let mut samples = samples(&definition, &games, 80, COMPLETE);
    samples.set_targets(&games, K, 0.9, 0.0, 32);
    let all: Vec<u32> = (0..samples.list.len() as u32).collect();
    let model = random_model(&definition, COMPLETE);
    let mut factorised = Factorised::new(&definition, model.clone());
    let (loss, gradient) = model.gradient(&samples, &all, K);
    let again = model.loss(&samples, &all, K);
    assert!((loss - again).abs() < 1e-5, "{loss} {again}");
    let gradient = factorised.gradient(gradient);
    let count = factorised.parameters().len();
    let (mut compared, mut off) = (0, Vec::new());
    // Compare some parameters of each kind: input weights, biases, output weights, weights of groups.
    for number in (0..count)
        .filter(|number| gradient[*number].abs() > 2e-3)
        .step_by(count / 400)
    {
        let [ahead, behind] = [STEP, -STEP].map(|by| {
            let mut moved = Factorised::new(&definition, model.clone());
            moved.parameters()[number] += by;
            moved.update_sums();
            moved.model.loss(&samples, &all, K)
        });
        let found = ((ahead - behind) / f64::from(2.0 * STEP)) as f32;
        if (found - gradient[number]).abs() > 0.1 * gradient[number].abs() + 2e-4 {
            off.push((number, found, gradient[number]));
        }
        compared += 1;
    }
    // A few differences may disagree, because the loss is not differentiable if a neuron is at its clipping bound.
    assert!(compared > 5 && off.len() * 10 <= compared, "{compared}: {off:?}");
}

/// Returns a network's corrections for the positions that training would read from games.
fn corrections<const W: usize>(definition: &Arc<Definition>, games: &[Game], network: &Network) -> Vec<i32> {
    let variant = Arc::new(Variant::<W>::compile(definition.clone()));
    let mut found = Vec::new();
    for game in games {
        tuning::replay::quiet_positions(&variant, game, |position: &Position<W>, _, _| {
            if position.halfmoves() <= longest_wait(definition) {
                found.push(network.correction(position));
            }
        });
    }
    found
}

/// Quantises a model.
fn network_of(definition: &Definition, model: &Model) -> Network {
    Network::new(definition, model.to_network()).expect("numbers that fit")
}

#[test]
fn the_quantised_network_agrees_with_the_model() {
    for (name, architecture) in [
        ("courier", PLAIN),
        ("courier", COMPLETE),
        ("leap-multi", COMPLETE),
        ("courierleapale", PLAIN),
    ] {
        let definition = game(name);
        let games = games(&definition, 12, 30);
        let samples = samples(&definition, &games, usize::MAX, architecture);
        let model = random_model(&definition, architecture);
        let correction = |index: usize| model.evaluate(&samples, index) - samples.list[index].classical;
        let occurred = (0..samples.list.len()).filter(|index| !samples.list[*index].augmented);
        let mut trained: Vec<f32> = occurred.map(correction).collect();
        let network = network_of(&definition, &model);
        let mut engine = with_width!(definition.shape, W => corrections::<W>(&definition, &games, &network));
        // Samples are in random order within a game, so compare sorted corrections.
        trained.sort_by(f32::total_cmp);
        engine.sort_unstable();
        assert_eq!(trained.len(), engine.len());
        assert!(engine.len() > 30 && engine[0] != engine[engine.len() - 1], "{name}");
        for (trained, engine) in trained.into_iter().zip(engine) {
            // Quantisation rounds each of 64 output weights by up to 1/128 of 400 centipawns. If all neurons are fully
            // active, the sum has a standard deviation of 14 centipawns.
            assert!((trained - engine as f32).abs() < 30.0, "{name}: {trained} {engine}");
        }
    }
}

#[test]
fn targets_are_weighted_means_of_later_scores_and_the_result() {
    let definition = game("chess");
    let game = Game {
        index: 0,
        fen: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1".into(),
        result: tuning::archive::GameResult::Win(kurier_rules::rules::Color::White),
        reason: "test".into(),
        turns: [("a1a2", 500), ("e8e7", -500), ("a2a3", 0)]
            .map(|(turn, score)| (turn.into(), score))
            .into(),
    };
    let targets = |lambda: f32| {
        let mut samples = samples(&definition, std::slice::from_ref(&game), 9, PLAIN);
        samples.set_targets(std::slice::from_ref(&game), K, lambda, 0.0, 32);
        samples.list.retain(|sample| !sample.augmented);
        samples.list.sort_by_key(|sample| sample.turn);
        samples.list.iter().map(|sample| sample.target).collect::<Vec<_>>()
    };
    let good = 1.0 / (1.0 + (-2.0f32).exp());
    for (lambda, expected) in [
        (0.0, [good, 1.0 - good, 0.5]),
        (1.0, [1.0, 0.0, 1.0]),
        // From White's point of view, computed from the end: (0.5 + 1) / 2 = 0.75, then (good + 0.75) / 2, then the
        // mean of `good` and the previous value. The second target is Black's, hence 1 minus the value.
        (
            0.5,
            [(good + (good + 0.75) / 2.0) / 2.0, 1.0 - (good + 0.75) / 2.0, 0.75],
        ),
    ] {
        for (found, expected) in targets(lambda).into_iter().zip(expected) {
            assert!((found - expected).abs() < 1e-5, "{lambda}: {found} {expected}");
        }
    }
}

#[test]
fn results_weigh_more_where_few_pieces_are_left() {
    for (pieces, expected) in [(32, 0.2), (16, 0.2), (11, 0.617), (6, 1.0), (2, 1.0)] {
        let share = result_share(pieces, 32);
        assert!((share - expected).abs() < 0.001, "{pieces}: {share}");
    }
}

#[test]
fn data_is_augmented_by_the_symmetries_of_the_rules() {
    // Flat boards have one symmetry, mirrored files. A cube has seven: mirrored files, mirrored levels, exchanged files
    // and levels, and their combinations. (In Raumschach, the rules preserve only mirrored files.)
    for (name, symmetries) in [
        ("courier", 1),
        ("leap-multi", 1),
        ("raumschach", 1),
        ("courierleapale", 7),
    ] {
        let definition = game(name);
        let samples = samples(&definition, &games(&definition, 3, 30), 9, PLAIN);
        let augmented = samples.list.iter().filter(|sample| sample.augmented).count();
        let occurred = samples.list.len() - augmented;
        assert!(occurred > 0, "{name}");
        assert_eq!(augmented, symmetries * occurred, "{name}");
    }
    // Column Courier has no symmetry, because promotion depends on the file, so only the two positions themselves are
    // read.
    let definition = game("column-courier");
    let game = Game {
        index: 0,
        fen: "12/4P6k/12/12/12/12/11K/12 w - - 0 1".into(),
        result: tuning::archive::GameResult::Win(kurier_rules::rules::Color::White),
        reason: "test".into(),
        turns: vec![("l2k2".into(), 500), ("l7k7".into(), -500)],
    };
    assert_eq!(samples(&definition, &[game], 9, PLAIN).list.len(), 2);
}

#[test]
fn a_file_of_games_says_with_which_weights_they_were_played() {
    let definition = game("leap");
    let folder = tempfile::tempdir().expect("a folder");
    let paths = [folder.path().join("games")];
    play(&definition, 1, 30, &paths[0]);
    let others = |weights| with_other_weights(&paths, &weights).expect("a file of games");
    assert_eq!(others(Weights::built_in(&definition)), [] as [&Path; 0]);
    assert_eq!(others(Weights::prior(&definition)), [paths[0].as_path()]);
}

#[test]
fn the_image_of_a_position_has_all_its_pieces_and_as_many_moves() {
    let definition = game("courierleapale");
    let variant = Arc::new(Variant::<4>::compile(definition.clone()));
    let start = Position::start(variant);
    let shape = &definition.shape;
    for symmetry in Symmetry::of_board(shape) {
        let image = symmetry.of_position(&start).expect("a position");
        assert_eq!(image.count_moves(), start.count_moves());
        for square in shape.squares() {
            let mirrored = symmetry.image(shape, square).expect("a square");
            assert_eq!(image.piece_at(mirrored), start.piece_at(square), "{symmetry:?}");
        }
    }
}

#[test]
fn group_weights_are_added_to_the_weights_of_all_their_inputs() {
    let definition = game("shatranj");
    let of_bucket = Features::new(&definition, false).count();
    for architecture in [PLAIN, COMPLETE] {
        let mut factorised = Factorised::new(&definition, random_model(&definition, architecture));
        let before = factorised.model.clone();
        let own = before.parameters.len();
        // The first group contains all inputs of the first piece type, on any square and with the king in any bucket.
        factorised.parameters()[own..own + 32].fill(0.01);
        factorised.update_sums();
        let inputs = before.sizes.parts()[0].end / 32;
        for (number, (after, before)) in factorised.model.parameters.iter().zip(&before.parameters).enumerate() {
            let input = number / 32;
            let is_of_group = input < inputs && input % of_bucket < 64;
            let moved = if is_of_group { 0.01 } else { 0.0 };
            assert!((after - before - moved).abs() < 1e-6, "{number}");
        }
    }
}

#[test]
fn a_network_is_trained_and_used_by_a_search() {
    let definition = game("leap");
    let games = games(&definition, 60, 60);
    let config = TrainConfig {
        epochs: 12,
        batch: 128,
        lambda: 0.0,
        ..TrainConfig::default()
    };
    let mut reported = 0;
    let trained = train(
        &definition,
        None,
        &Weights::built_in(&definition),
        &games,
        &config,
        &AtomicBool::new(false),
        |_| reported += 1,
    )
    .expect("a network");
    assert_eq!((reported, trained.epochs.len()), (12, 12));
    let (first, last) = (trained.epochs[0], trained.epochs[11]);
    assert!(last.training < 0.9 * first.training, "{first:?} {last:?}");
    assert!(plot(&trained).expect("a picture").contains("<polyline"));

    let bytes = trained.network.to_bytes(&Weights::built_in(&definition), &definition);
    let source = EvaluationSource::from_file(bytes).expect("a network");
    let variant = Arc::new(Variant::<1>::compile(definition.clone()));
    let scores = |evaluation: EvaluationSource| -> Vec<i32> {
        let settings = Settings {
            hash: 1,
            ..Settings::default()
        };
        let params = evaluation.load(&definition).expect("numbers of the game");
        let limits = Limits {
            nodes: Some(2000),
            ..Limits::default()
        };
        let mut searcher = Searcher::new(variant.clone(), settings);
        searcher.set_evaluation(params.into());
        let mut score = |game: &Game| {
            let position = Position::from_fen(variant.clone(), &game.fen).expect("a legal start");
            let best = searcher.run(&position, &limits, &Signals::default(), &mut |_| ());
            assert!(best.turn.is_some());
            best.score
        };
        games.iter().take(10).map(&mut score).collect()
    };
    assert_ne!(scores(source), scores(EvaluationSource::Classical));

    // A second training run, which starts from the trained network, begins with a lower loss than the first.
    let again = train(
        &definition,
        Some(&trained.network),
        &Weights::built_in(&definition),
        &games,
        &config,
        &AtomicBool::new(false),
        |_| (),
    )
    .expect("a network");
    assert!(again.epochs[0].training < first.training);
}

#[test]
fn a_warm_start_takes_over_the_weights_of_common_pieces() {
    let (courier, dama, chess) = (game("courier"), game("de-la-dama"), game("chess"));
    let network = network_of(&courier, &random_model(&courier, PLAIN));
    let warm = warm_start(&courier, &network, &dama).expect("the same board");
    let row = |definition: &Definition, network: &Network, letter: char| -> Vec<i16> {
        let piece_type = definition
            .pieces
            .iter()
            .position(|piece| piece.letter == letter)
            .expect("a piece");
        let from = piece_type * 96 * 32;
        network.parameters().inputs[from..from + 96 * 32].to_vec()
    };
    assert_eq!(row(&dama, &warm, 'R'), row(&courier, &network, 'R'));
    assert_eq!(warm.parameters().outputs, network.parameters().outputs);
    assert!(warm_start(&courier, &network, &chess).is_err());
}

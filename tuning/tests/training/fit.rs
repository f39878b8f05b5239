//! Tests of the fit: its model, its gradient, and all steps from self-play games to a search with fitted weights.

use std::ops::ControlFlow;
use std::path::Path;
use std::slice;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use kurier_engine::eval::{Evaluation, EvaluationSource, Weights};
use kurier_engine::search::{Limits, Searcher, Settings, Signals};
use kurier_rules::position::Position;
use kurier_rules::rules::{Catalogue, Definition, Variant};
use kurier_rules::with_width;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tuning::archive::{Game, GameResult, read, read_all, with_other_weights};
use tuning::datagen::{DatagenConfig, Openings, generate};
use tuning::fit::dataset::Dataset;
use tuning::fit::layout::Layout;
use tuning::fit::model::{Danger, Objective, evaluate, loss};
use tuning::fit::{FitConfig, fit};
use tuning::search::SearchConfig;

/// Plays games of random turns, which all have the score 0.
fn random_games<const W: usize>(definition: &Arc<Definition>, count: u64, turns: usize) -> Vec<Game> {
    let variant = Arc::new(Variant::<W>::compile(definition.clone()));
    let play = |index| {
        let mut random = ChaCha8Rng::seed_from_u64(index);
        let mut position = Position::start(variant.clone());
        let mut game = Game {
            index,
            fen: position.fen(),
            result: GameResult::Draw,
            reason: "turn limit".into(),
            turns: Vec::new(),
        };
        while game.turns.len() < turns && position.outcome().is_none() {
            let legal = position.turns();
            let turn = &legal[random.random_range(0..legal.len())];
            game.turns.push((position.spell(turn), 0));
            position.play(turn);
        }
        game
    };
    (0..count).map(play).collect()
}

/// Returns the engine's evaluations of the quiet positions of games, from White's point of view.
fn evaluations<const W: usize>(definition: &Arc<Definition>, games: &[Game], weights: &Weights) -> Vec<i32> {
    let variant = Arc::new(Variant::<W>::compile(definition.clone()));
    let evaluation = Evaluation::new(variant.clone(), Arc::new(weights.clone().into()));
    let mut found = Vec::new();
    for game in games {
        let mut position = Position::from_fen(variant.clone(), &game.fen).expect("a FEN that was written");
        for (text, score) in &game.turns {
            let turns = position.turns();
            let turn = turns
                .iter()
                .find(|turn| position.spell(turn) == *text)
                .expect("a legal turn");
            if tuning::replay::is_quiet(&position, turn, *score) {
                let score = evaluation.evaluate_from_scratch(&position);
                found.push(match position.side() {
                    kurier_rules::rules::Color::White => score,
                    kurier_rules::rules::Color::Black => -score,
                });
            }
            position.play(turn);
        }
    }
    found
}

#[test]
fn the_model_agrees_with_the_evaluation_in_every_variant() {
    for definition in Catalogue::built_in().iter() {
        let games = with_width!(definition.shape, W => random_games::<W>(definition, 6, 150));
        let weights = Weights::built_in(definition);
        let layout = Layout::new(definition, weights.clone());
        // The data set contains the positions of each game in random order, so compare sorted evaluations.
        let data = Dataset::new(definition, &layout, &games, usize::MAX);
        let danger = Danger::new(&weights.fixed);
        let model_weights = layout.model_weights(&layout.start());
        let mut modelled: Vec<f32> = (0..data.samples.len())
            .map(|i| evaluate(&data, i, &model_weights, danger).0)
            .collect();
        let mut engine = with_width!(definition.shape, W => evaluations::<W>(definition, &games, &weights));
        modelled.sort_by(f32::total_cmp);
        engine.sort_unstable();
        assert!(engine.len() > 50, "{}: {}", definition.name, engine.len());
        assert_eq!(modelled.len(), engine.len());
        for (modelled, engine) in modelled.iter().zip(engine) {
            let off = (modelled - engine as f32).abs();
            // The engine rounds each part of the score, and also the phase. The rounding of the phase matters most if
            // the two armies differ.
            let rounded = 10.0 + 0.003 * engine.abs() as f32;
            assert!(off < rounded, "{}: {modelled} is not {engine}", definition.name);
        }
    }
}

#[test]
fn the_gradient_agrees_with_differences_of_the_loss() {
    let definition = Catalogue::built_in().get("courier").expect("courier");
    let games = random_games::<2>(&definition, 20, 200);
    let layout = Layout::new(&definition, Weights::prior(&definition));
    let data = Dataset::new(&definition, &layout, &games, 60);
    let danger = Danger::new(&layout.base().fixed);
    let objective = Objective { k: 250.0, blend: 0.0 };
    let all: Vec<u32> = (0..data.samples.len() as u32).collect();
    let once = vec![1.0; games.len()];
    let at = |parameters: &_| loss(&data, &all, &once, &layout.model_weights(parameters), danger, objective);
    let start = layout.start();
    let gradient = layout.gradient(&at(&start).1);
    let difference = |change: &dyn Fn(&mut tuning::fit::layout::Parameters, f32)| {
        let [ahead, behind] = [0.05, -0.05].map(|by| {
            let mut moved = start.clone();
            change(&mut moved, by);
            at(&moved).0
        });
        ((ahead - behind) / 0.1) as f32
    };
    let mut compared = 0;
    for factor in 0..start.factors.len() {
        for stage in 0..2 {
            let expected = gradient.factors[factor][stage];
            if expected.abs() > 2e-3 {
                let found = difference(&|moved, by| moved.factors[factor][stage] += by);
                assert!(
                    (found - expected).abs() < 0.1 * expected.abs(),
                    "{factor}: {found} {expected}"
                );
                compared += 1;
            }
        }
    }
    let found = difference(&|moved, by| moved.tempo += by);
    assert!((found - gradient.tempo).abs() < 0.1 * gradient.tempo.abs() + 1e-4);
    for piece_type in 0..start.king_attacks.len() {
        let found = difference(&|moved, by| moved.king_attacks[piece_type] += by);
        assert!((found - gradient.king_attacks[piece_type]).abs() < 0.1 * found.abs() + 1e-4);
    }
    assert!(compared > 10, "{compared}");
}

#[test]
fn weights_are_fitted_to_self_play_games_and_used_by_a_search() {
    let definition = Catalogue::built_in().get("leap").expect("leap");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    let config = |games| DatagenConfig {
        games,
        openings: Openings::default(),
        search: SearchConfig {
            evaluation: EvaluationSource::default(),
            nodes: 60,
            seed: 5,
            threads: 2,
            hash: 1,
            out: path.clone(),
        },
    };
    let play = |games| {
        generate(&definition, &config(games), &AtomicBool::new(false), |_| {
            ControlFlow::Continue(())
        })
    };
    assert_eq!(play(0..12).expect("games").games, 12);

    // Truncate the file within a line, as a killed process would leave it: only the missing games are played again, and
    // the game played a second time must equal the first, because a game depends only on the seed and its number.
    let whole = std::fs::read(&path).expect("the file");
    std::fs::write(&path, &whole[..whole.len() - 20]).expect("a shorter file");
    assert_eq!(play(0..14).expect("games").games, 3);
    let (_, mut games, _) = read(&path).expect("games");
    games.sort_by_key(|game| game.index);
    let before = folder.path().join("before");
    std::fs::write(&before, &whole).expect("a copy");
    let (_, mut earlier, _) = read(&before).expect("games");
    earlier.sort_by_key(|game| game.index);
    assert_eq!(games.len(), 14);
    assert_eq!(games[..12], earlier[..]);
    // A game that occurs in two files counts once.
    let all = read_all(&[path.clone(), before], &definition).expect("games");
    assert_eq!(all.len(), 14);
    // Games played under different rules are refused.
    let other = Catalogue::built_in().get("leap64").expect("leap64");
    assert!(read_all(slice::from_ref(&path), &other).is_err_and(|error| error.to_string().contains("other games")));

    let fit_config = FitConfig {
        steps: 40,
        bootstraps: 2,
        ..FitConfig::default()
    };
    let prior = Weights::prior(&definition);
    let running = AtomicBool::new(false);
    let found = fit(&definition, prior.clone(), &all, &fit_config, &running, |_, _| ()).expect("a whole fit");
    assert!(found.losses.fitted[1] < found.losses.fitted[0], "{:?}", found.losses);
    assert_ne!(found.weights, prior);

    let text = found.weights.write(&definition, "a test");
    let evaluation = EvaluationSource::Weights(text.into());

    // Games played with the fitted weights differ from the first games, and cannot be added to the file of the first
    // games.
    let second = |out: &Path| DatagenConfig {
        search: SearchConfig {
            evaluation: evaluation.clone(),
            out: out.into(),
            ..config(0..2).search
        },
        ..config(0..2)
    };
    let next = [folder.path().join("next")];
    generate(&definition, &second(&next[0]), &AtomicBool::new(false), |_| {
        ControlFlow::Continue(())
    })
    .expect("games");
    assert!(with_other_weights(&next, &found.weights).is_ok_and(|others| others.is_empty()));
    let (_, later, _) = read(&next[0]).expect("games");
    assert!(later.iter().any(|game| game.turns != games[game.index as usize].turns));
    let mixed = generate(&definition, &second(&path), &AtomicBool::new(false), |_| {
        ControlFlow::Continue(())
    });
    assert!(mixed.is_err_and(|error| error.to_string().contains("evaluation")));

    let settings = Settings {
        hash: 1,
        ..Settings::default()
    };
    let params = evaluation.load(&definition).expect("weights of the game");
    let variant = Arc::new(Variant::<1>::compile(definition));
    let mut searcher = Searcher::new(variant.clone(), settings);
    searcher.set_evaluation(params.into());
    assert_eq!(&searcher.evaluation().params().weights, &found.weights);
    let limits = Limits {
        depth: Some(3),
        ..Limits::default()
    };
    let best = searcher.run(&Position::start(variant), &limits, &Signals::default(), &mut |_| ());
    assert!(best.turn.is_some());
}

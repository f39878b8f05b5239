//! Tests of whole runs that learn a small game: fixed numbers of games take the place of time.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use kurier_engine::eval::EvaluationSource;
use kurier_learning::learn::{Budget, Event, Kind, LearnConfig, LearnError, Stage, Summary, learn};
use kurier_rules::rules::{Catalogue, Definition};

fn game(name: &str) -> Arc<Definition> {
    Catalogue::built_in().get(name).expect("a built-in game")
}

fn config(folder: &Path, generations: usize) -> LearnConfig {
    LearnConfig {
        folder: folder.to_owned(),
        budget: Budget::Work {
            generations,
            games: 40,
            pairs: 4,
        },
        nodes: Some(30),
        evaluation: Some(EvaluationSource::Prior),
        threads: 1,
        hash: 1,
        definition: Some("# mine\nname = \"mine\"\n\n[board]\nfiles = 5\n".into()),
    }
}

/// Runs to the end of the budget, without interruption.
fn run(definition: &Arc<Definition>, config: &LearnConfig) -> Result<Summary, LearnError> {
    learn(definition, config, &AtomicBool::new(false), |_| ())
}

/// Replaces a text in the state of a run. The matches of a test are short, so their results are chosen.
fn change_state(folder: &Path, old: &str, new: &str) {
    let path = folder.join("state.json");
    let text = fs::read_to_string(&path).expect("a state");
    fs::write(&path, text.replace(old, new)).expect("a state");
}

/// Returns what a run learned, without the times that it took.
fn learned(summary: &Summary) -> Vec<(Kind, u64, [u32; 5], bool)> {
    let generations = summary.state.generations.iter();
    generations
        .map(|done| (done.kind, done.games, done.pairs, done.taken))
        .collect()
}

#[test]
fn an_interrupted_run_learns_what_an_uninterrupted_one_does() {
    let definition = game("gardner");
    let folder = tempfile::tempdir().expect("a folder");
    let whole = config(&folder.path().join("whole"), 3);
    let mut stages = Vec::new();
    let summary = learn(&definition, &whole, &AtomicBool::new(false), |event| {
        if let Event::Progress(progress) = event {
            stages.push((progress.generation, progress.stage));
        }
    });
    let summary = summary.expect("a run");
    assert!(summary.finished);
    let kinds: Vec<Kind> = learned(&summary).iter().map(|(kind, ..)| *kind).collect();
    assert_eq!(kinds[..2], [Kind::Weights; 2]);
    for (generation, (_, games, pairs, _)) in learned(&summary).iter().enumerate() {
        assert_eq!(*games, 40, "generation {}", generation + 1);
        assert!((1..=4).contains(&pairs.iter().sum::<u32>()), "{pairs:?}");
    }
    stages.dedup();
    let all = [Stage::Games, Stage::Learning, Stage::Match];
    let wanted: Vec<_> = (1..=3).flat_map(|number| all.map(|stage| (number, stage))).collect();
    assert_eq!(stages, wanted);

    // Each part of the second run ends after some games and some pairs.
    let parts = config(&folder.path().join("parts"), 3);
    let mut interruptions = 0;
    let resumed = loop {
        let cancelled = AtomicBool::new(false);
        let mut left = 23;
        let part = learn(&definition, &parts, &cancelled, |_| {
            left -= 1;
            cancelled.store(left <= 0, Ordering::Relaxed);
        });
        let part = part.expect("a part of a run");
        if part.finished {
            break part;
        }
        interruptions += 1;
        assert!(interruptions < 30, "{:?}", part.state);
    };
    assert!(interruptions >= 3, "{interruptions}");
    assert_eq!(learned(&resumed), learned(&summary));
    assert_eq!(resumed.best.is_some(), summary.best.is_some());

    // A run that is over does nothing more, and a larger budget continues it.
    assert_eq!(learned(&run(&definition, &whole).expect("a run")), learned(&summary));
    let longer = run(&definition, &config(&whole.folder, 4)).expect("a run");
    assert_eq!(learned(&longer)[..3], learned(&summary));
    assert_eq!(longer.state.generations.len(), 4);
}

#[test]
fn the_folder_has_what_others_need() {
    let definition = game("gardner");
    let folder = tempfile::tempdir().expect("a folder");
    let config = config(folder.path(), 2);
    run(&definition, &config).expect("a run");
    change_state(folder.path(), "\"taken\": false", "\"taken\": true");
    let summary = run(&definition, &config).expect("a run");
    let best = summary.best.expect("a better evaluation");
    assert_eq!(best, folder.path().join("best.toml"));
    let source = EvaluationSource::named(best.to_str().expect("UTF-8")).expect("an evaluation");
    let weights = source.load(&definition).expect("weights of the game").weights;
    assert_ne!(
        weights,
        EvaluationSource::Prior.load(&definition).expect("weights").weights
    );
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a file");
    assert!(read("gardner.toml").starts_with("# mine\nname = \"mine\"\nevaluation = \"best.toml\"\n"));
    assert!(read("progress.svg").contains("<polyline"));
    let report = read("report.md");
    assert!(
        report.contains("| 2 | weights | 40 | ") && report.contains("evaluation = \"best.toml\""),
        "{report}"
    );
}

#[test]
fn networks_are_trained_on_games_of_their_weights() {
    let definition = game("gardner");
    let folder = tempfile::tempdir().expect("a folder");
    let config = config(folder.path(), 2);
    run(&definition, &config).expect("a run");
    change_state(folder.path(), "\"taken\": true", "\"taken\": false");
    let summary = run(
        &definition,
        &LearnConfig {
            budget: Budget::Work {
                generations: 3,
                games: 40,
                pairs: 2,
            },
            ..config
        },
    );
    assert_eq!(learned(&summary.expect("a run"))[2].0, Kind::Network);
    let bytes = fs::read(folder.path().join("generation-3.net")).expect("a network");
    let params = EvaluationSource::from_file(bytes)
        .and_then(|source| source.load(&definition))
        .expect("a network");
    assert!(params.network.is_some());
    assert_eq!(
        params.weights,
        EvaluationSource::Prior.load(&definition).expect("weights").weights
    );
}

#[test]
fn folders_of_other_runs_are_refused() {
    let (gardner, baby) = (game("gardner"), game("baby"));
    let folder = tempfile::tempdir().expect("a folder");
    let own = config(folder.path(), 0);
    run(&gardner, &own).expect("a run without generations");
    let refusal = |definition, config: &LearnConfig| {
        let error = run(definition, config).expect_err("a refusal");
        (matches!(error, LearnError::Other { .. }), error.to_string())
    };
    let (other, text) = refusal(&baby, &own);
    assert!(other && text.ends_with("another game: gardner, not baby"), "{text}");
    let (other, text) = refusal(
        &gardner,
        &LearnConfig {
            nodes: Some(31),
            ..own.clone()
        },
    );
    assert!(other && text.ends_with("another number of nodes: 30, not 31"), "{text}");
    let mut weights = EvaluationSource::Prior.load(&gardner).expect("weights").weights;
    weights.pieces.swap(0, 1);
    let evaluation = Some(EvaluationSource::Weights(weights.write(&gardner, "").into()));
    let (other, text) = refusal(
        &gardner,
        &LearnConfig {
            evaluation,
            ..own.clone()
        },
    );
    assert!(other && text.contains("another first evaluation"), "{text}");
    // Settings that are not given again are taken from the run.
    let defaults = LearnConfig {
        nodes: None,
        evaluation: None,
        ..own.clone()
    };
    assert_eq!(run(&gardner, &defaults).expect("the same run").state.nodes, 30);

    let state = folder.path().join("state.json");
    fs::write(&state, "{").expect("a file");
    assert!(matches!(run(&gardner, &own), Err(LearnError::State { .. })));
    fs::remove_file(&state).expect("a file");
    assert!(matches!(run(&gardner, &own), Err(LearnError::Occupied { .. })));
}

#[test]
fn a_run_that_is_cancelled_at_once_can_be_resumed() {
    let definition = game("gardner");
    let folder = tempfile::tempdir().expect("a folder");
    let config = config(folder.path(), 1);
    let summary = learn(&definition, &config, &AtomicBool::new(true), |_| ()).expect("a run");
    assert!(!summary.finished && summary.best.is_none() && summary.state.generations.is_empty());
    assert!(run(&definition, &config).expect("a run").finished);
}

#[test]
fn a_folder_in_use_is_refused_until_its_run_ends() {
    let definition = game("gardner");
    let folder = tempfile::tempdir().expect("a folder");
    let config = config(folder.path(), 1);
    let cancelled = AtomicBool::new(false);
    let mut refusals = 0;
    learn(&definition, &config, &cancelled, |_| {
        let second = run(&definition, &config);
        refusals += usize::from(matches!(second, Err(LearnError::Running(_))));
        cancelled.store(true, Ordering::Relaxed);
    })
    .expect("a run");
    assert!(refusals > 0);
    assert!(run(&definition, &config).expect("a run").finished);
}

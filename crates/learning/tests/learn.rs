//! Tests of whole runs that learn a small game. The budgets are numbers of games, not times.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use kurier_engine::eval::EvaluationSource;
use kurier_learning::archive;
use kurier_learning::learn::{
    Budget, Event, Help, Helped, Kind, LearnConfig, LearnError, Stage, Summary, WorkerConfig, help, learn,
};
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

/// Replaces a string in the state of a run. The matches of a test are too short to be meaningful, so the tests choose
/// their results.
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

/// Returns the settings of a worker that does not wait for a finished run.
fn worker(folder: &Path, number: u32) -> WorkerConfig {
    WorkerConfig {
        folder: folder.to_owned(),
        number,
        threads: 1,
        hash: 1,
        patience: Duration::ZERO,
    }
}

/// Plays games for a run until the run is over.
fn help_to_the_end(definition: &Arc<Definition>, config: &WorkerConfig) -> Result<Helped, LearnError> {
    help(definition, config, &AtomicBool::new(false), |_| ())
}

#[test]
fn games_and_pairs_of_workers_count() {
    let definition = game("gardner");
    let folder = tempfile::tempdir().expect("a folder");
    let config = LearnConfig {
        budget: Budget::Work {
            generations: 1,
            games: 25,
            pairs: 1000,
        },
        ..config(folder.path(), 1)
    };
    let [games, pairs] = [const { AtomicU32::new(0) }; 2];
    let worker_failed = AtomicBool::new(false);
    let (summary, helped) = thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let helped = help(
                &definition,
                &worker(folder.path(), 7),
                &AtomicBool::new(false),
                |event| {
                    let count = match event {
                        Help::Waiting => return,
                        Help::Game(generation) | Help::Pair(generation) if generation != 1 => panic!("{event:?}"),
                        Help::Game(_) => &games,
                        Help::Pair(_) => &pairs,
                    };
                    count.fetch_add(1, Ordering::Relaxed);
                },
            );
            worker_failed.store(helped.is_err(), Ordering::Relaxed);
            helped.expect("a worker of the run")
        });
        // The run waits in both stages until the worker has played something.
        let waits = |count: &AtomicU32, least| {
            while count.load(Ordering::Relaxed) < least && !worker_failed.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(10));
            }
        };
        let summary = learn(&definition, &config, &AtomicBool::new(false), |event| match event {
            Event::Progress(progress) if progress.stage == Stage::Games => waits(&games, 5),
            Event::Progress(progress) if progress.stage == Stage::Match => waits(&pairs, 5),
            _ => {}
        });
        (summary.expect("a run"), worker.join().expect("a worker"))
    });
    assert!(helped.finished && helped.games >= 5 && helped.pairs >= 5, "{helped:?}");
    let (_, of_worker, _) = archive::read(&folder.path().join("generation-1.worker-7.games")).expect("games");
    assert!(of_worker.iter().all(|game| game.index >= 700_000), "{of_worker:?}");
    assert_eq!(of_worker.len() as u64, helped.games);
    let generation = &summary.state.generations[0];
    assert_eq!(generation.games, 25 + helped.games);
    let file = fs::read_to_string(folder.path().join("generation-1.worker-7.pairs")).expect("results");
    let counts: [u64; 5] = serde_json::from_str(&file).expect("five numbers");
    assert_eq!(counts.iter().sum::<u64>(), helped.pairs);

    // The results of workers also count in a resumed run, and results that cannot be read are refused.
    fs::write(folder.path().join("generation-2.worker-3.pairs"), "[0, 0, 0, 900, 0]").expect("a file");
    let second = LearnConfig {
        budget: Budget::Work {
            generations: 2,
            games: 25,
            pairs: 1000,
        },
        ..config
    };
    let summary = run(&definition, &second).expect("a run");
    let generation = &summary.state.generations[1];
    assert!(generation.taken && generation.pairs[3] >= 900, "{generation:?}");
    for damaged in ["[1, 2]", "[6000, 0, 0, 0, 0]", "x"] {
        fs::write(folder.path().join("generation-3.worker-3.pairs"), damaged).expect("a file");
        let third = LearnConfig {
            budget: Budget::Work {
                generations: 3,
                games: 25,
                pairs: 1000,
            },
            ..second.clone()
        };
        assert!(matches!(run(&definition, &third), Err(LearnError::Results(_))));
    }
}

#[test]
fn a_worker_ends_with_the_run_and_has_its_number_alone() {
    let (gardner, baby) = (game("gardner"), game("baby"));
    let folder = tempfile::tempdir().expect("a folder");
    run(&gardner, &config(folder.path(), 0)).expect("a run without generations");
    let mine = worker(folder.path(), 1);
    let done = help_to_the_end(&gardner, &mine).expect("a worker");
    assert_eq!((done.games, done.pairs, done.finished), (0, 0, true));
    let refused = help_to_the_end(&baby, &mine).expect_err("another game");
    assert!(matches!(refused, LearnError::Other { .. }), "{refused}");

    // A worker that begins before the run waits for it.
    let early = tempfile::tempdir().expect("a folder");
    let cancelled = AtomicBool::new(false);
    let mut refusals = 0;
    let done = help(&gardner, &worker(early.path(), 2), &cancelled, |event| {
        assert_eq!(event, Help::Waiting);
        let twin = help_to_the_end(&gardner, &worker(early.path(), 2));
        refusals += usize::from(matches!(twin, Err(LearnError::Working { number: 2, .. })));
        cancelled.store(true, Ordering::Relaxed);
    });
    assert!(!done.expect("a worker").finished && refusals == 1);
    run(&gardner, &config(early.path(), 0)).expect("a folder with nothing but a worker's lock is empty");
}

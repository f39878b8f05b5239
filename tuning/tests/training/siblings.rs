//! Tests of siblings: their positions, the continuation of an interrupted file, and the gauge of evaluations.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use kurier_engine::eval::prior::Coefficients;
use kurier_engine::eval::{EvalParams, EvaluationSource, Weights};
use kurier_rules::position::{Position, Turn};
use kurier_rules::rules::{Catalogue, Definition, Variant};
use tuning::archive::{Game, read, read_all};
use tuning::datagen::{self, DatagenConfig, Openings};
use tuning::gauge::{Gauge, gauge};
use tuning::search::SearchConfig;
use tuning::siblings::{self, MAX_SIBLINGS, SiblingsConfig};
use tuning::train::TrainConfig;
use tuning::train::samples::{Samples, Selection};

/// Plays a few games, writes them to two files, and scores siblings of their positions. Returns the games and the
/// settings.
fn play(definition: &Arc<Definition>, folder: &Path, per_game: usize) -> (Vec<Game>, SiblingsConfig) {
    let evaluation = EvaluationSource::default();
    let running = AtomicBool::new(false);
    let data: Vec<PathBuf> = ["first", "second"].map(|name| folder.join(name)).into();
    let mut games = Vec::new();
    for (seed, out) in (4..).zip(&data) {
        let config = DatagenConfig {
            games: 0..3,
            openings: Openings::default(),
            search: SearchConfig {
                evaluation: evaluation.clone(),
                nodes: 60,
                seed,
                threads: 2,
                hash: 1,
                out: out.clone(),
            },
        };
        datagen::generate(definition, &config, &running, |_| ControlFlow::Continue(())).expect("games");
        games.extend(read(out).expect("a file of games").1);
    }
    let config = SiblingsConfig {
        data,
        per_game,
        siblings: 6,
        search: SearchConfig {
            evaluation,
            nodes: 60,
            seed: 2,
            threads: 2,
            hash: 1,
            out: folder.join("siblings"),
        },
    };
    siblings::generate(definition, &config, &running).expect("siblings");
    (games, config)
}

#[test]
fn siblings_leave_their_game_by_another_turn() {
    let definition = Catalogue::built_in().get("courierviii").expect("a built-in game");
    let folder = tempfile::tempdir().expect("a folder");
    let (games, config) = play(&definition, folder.path(), 5);
    let variant = Arc::new(Variant::<1>::compile(definition.clone()));
    let found = read(&config.search.out).expect("a file of games").1;
    assert!(found.len() > 6 * 5 * 2, "{}", found.len());
    let mut siblings_per_game = [0; 6];
    for sibling in &found {
        let place = sibling.index / MAX_SIBLINGS;
        let game = &games[place as usize / 1000];
        let mut position = Position::from_fen(variant.clone(), &game.fen).expect("a legal start");
        for (turn, _) in &game.turns[..place as usize % 1000] {
            let turn = position.parse_turn(turn).expect("a legal turn");
            position.play(&turn);
        }
        let after = |turn: &Turn| {
            let mut after = position.clone();
            after.play(turn);
            after.fen()
        };
        let left: Vec<_> = position
            .turns()
            .into_iter()
            .filter(|turn| after(turn) == sibling.fen)
            .collect();
        let played = &game.turns[place as usize % 1000].0;
        assert!(
            left.iter().any(|turn| position.spell(turn) != *played),
            "{} {played}",
            sibling.fen
        );
        siblings_per_game[place as usize / 1000] += 1;
        assert_eq!(sibling.turns.len(), 1);
        assert_eq!(sibling.result, game.result);
    }
    assert!(
        siblings_per_game.iter().all(|count| *count >= 10),
        "{siblings_per_game:?}"
    );
}

#[test]
fn an_interrupted_file_is_continued_where_it_stopped() {
    let definition = Catalogue::built_in().get("leap-multi").expect("a built-in game");
    let folder = tempfile::tempdir().expect("a folder");
    let (_, config) = play(&definition, folder.path(), 3);
    let whole = std::fs::read_to_string(&config.search.out).expect("a file");
    let half = whole.len() / 2;
    std::fs::write(&config.search.out, &whole[..half]).expect("a file");
    let written = siblings::generate(&definition, &config, &AtomicBool::new(false)).expect("siblings");
    assert!(written > 0);
    assert_eq!(std::fs::read_to_string(&config.search.out).expect("a file"), whole);
}

#[test]
fn the_gauge_prefers_the_built_in_weights_to_wrong_ones() {
    let definition = Catalogue::built_in().get("courierviii").expect("a built-in game");
    let folder = tempfile::tempdir().expect("a folder");
    let (_, config) = play(&definition, folder.path(), 40);
    let found = read(&config.search.out).expect("a file of games").1;
    let measured =
        |weights: Weights| gauge(&definition, &Arc::new(EvalParams::from(weights)), &found).expect("siblings");
    let built_in = measured(Weights::built_in(&definition));
    // Wrong weights: negate mobility and all piece-square tables.
    let mut odd = Weights::built_in(&definition);
    for piece in &mut odd.pieces {
        for term in piece.psqt.iter_mut().chain([&mut piece.mobility]) {
            *term = -*term;
        }
    }
    let odd = measured(odd);
    assert!(
        built_in.groups > 50 && built_in.siblings > 4 * built_in.groups,
        "{built_in}"
    );
    assert!(
        built_in.within.correlation > odd.within.correlation + 0.03,
        "{built_in} {odd}"
    );
    // With noisy positions included, there are more samples than with quiet positions alone.
    let weights = Weights::built_in(&definition);
    let [quiet, all] = [false, true].map(|noisy| {
        let selection = Selection {
            per_game: 9,
            noisy,
            architecture: TrainConfig::default().architecture,
        };
        Samples::new(&definition, &weights, &found, selection).list.len()
    });
    assert!(all > quiet && quiet > 0, "{all} {quiet}");
}

/// Checks that the gauge ranks the weights that were set by hand, the fitted weights and the network as matches do. The
/// three evaluations differ by many Elo; for evaluations of similar strength, the gauge proves nothing.
#[test]
fn the_recorded_gauge_ranks_the_built_in_evaluations() {
    let definition = Catalogue::built_in().get("courier").expect("a built-in game");
    let gauges = Path::new(env!("CARGO_MANIFEST_DIR")).join("gauges");
    let paths = ["courier.games.gz", "courier-2.games.gz", "courier-3.games.gz"].map(|name| gauges.join(name));
    let kept = read_all(&paths, &definition).expect("files of games with these rules");
    assert!(kept.len() > 29_000, "{}", kept.len());
    let named = |name: &str| {
        let params = EvaluationSource::named(name).and_then(|source| source.load(&definition));
        params.expect("an evaluation")
    };
    let by_hand = EvalParams::from(Coefficients::first().weights(&definition));
    let [by_hand, classical, built_in] = [by_hand, named("classical"), named("")]
        .map(|params| gauge(&definition, &Arc::new(params), &kept).expect("siblings"));
    for agreement in [|of: &Gauge| of.within.correlation, |of: &Gauge| of.overall.correlation] {
        let [by_hand, classical, built_in] = [&by_hand, &classical, &built_in].map(agreement);
        assert!(
            by_hand + 0.01 < classical && classical + 0.01 < built_in,
            "{by_hand} {classical} {built_in}"
        );
    }
}

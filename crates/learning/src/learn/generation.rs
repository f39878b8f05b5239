//! The three stages of a generation: self-play with the best evaluation, learning from the games, and a match of the
//! new evaluation against the best one.

use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use kurier_engine::eval::nnue::Architecture;
use kurier_engine::eval::{EvalParams, EvaluationSource, Weights};
use kurier_engine::search::Limits;
use kurier_rules::files;
use kurier_rules::rules::Definition;
use kurier_series::sprt::{Model, Sprt, Verdict};
use kurier_series::statistics::Pentanomial;

use super::state::{Current, Generation, Kind, State};
use super::worker;
use super::{Budget, Event, LearnConfig, LearnError, Run, SAVED_EVERY, Stage, evaluation};
use crate::archive::{self, Game};
use crate::datagen::{self, DatagenConfig, Openings};
use crate::fit::{self, FitConfig};
use crate::matches::{self, MatchConfig};
use crate::search::SearchConfig;
use crate::train::{self, TrainConfig, TrainError};

/// The fraction of a generation's time after which self-play ends. Learning takes about a tenth of the time, and the
/// match takes the rest.
const GAMES_PART: f64 = 0.55;
/// The fraction of a generation's time that its match may take even if the generation has no time left.
const LEAST_MATCH: f64 = 0.1;
/// The largest number of games that a process plays in a generation.
pub(super) const MAX_GAMES: u64 = 100_000;
/// The smallest number of games from which a generation learns.
const MIN_GAMES: usize = 20;
/// The largest number of games that weights are fitted to. More games hardly change them.
const FIT_GAMES: usize = 20_000;
/// The largest number of games that a network is trained on. More games might not fit into memory.
const TRAIN_GAMES: usize = 100_000;
/// Networks that are trained on at least this many games have twice as many neurons and buckets.
const MANY_GAMES: usize = 20_000;
/// The largest number of pairs in a match.
pub(super) const MAX_PAIRS: u32 = 5_000;
/// The smallest number of pairs of games after which a match can end. The statistics assume a normal distribution,
/// which fewer pairs do not have.
const MIN_PAIRS: u32 = 8;
/// The likelihood of superiority that the new evaluation needs in order to be taken if the time of a match runs out
/// before the test has reached a decision.
const SUPERIOR: f64 = 0.9;
/// The sequential test (SPRT) that decides a match.
const TEST: Sprt = Sprt {
    elo0: 0.0,
    elo1: 20.0,
    alpha: 0.05,
    beta: 0.05,
    model: Model::Logistic,
};
/// The share of self-play games that begin as endgames, see [`Openings::endgames`].
const ENDGAMES: f64 = 0.1;
/// The openings of matches: random turns only, with neither changed material nor endgames.
const MATCH_OPENINGS: Openings = Openings {
    min_plies: 6,
    max_plies: 10,
    changed: 0.0,
    endgames: 0.0,
};
/// The bit that distinguishes the seeds of matches from the seeds of self-play.
const MATCH_SEED: u64 = 1 << 32;

/// The result of learning from games.
enum Learned {
    /// The contents of the file with the new evaluation.
    Evaluation(Vec<u8>),
    /// There are too few games to learn from.
    TooFew,
    /// The run was cancelled.
    Cancelled,
}

/// Works on the generation in progress until it is finished or `cancelled` is set. Returns the finished generation.
pub(super) fn advance(
    run: &mut Run,
    current: &mut Current,
    cancelled: &AtomicBool,
    on_event: &mut dyn FnMut(Event),
) -> Result<Option<Generation>, LearnError> {
    let stopped = || cancelled.load(Ordering::Relaxed);
    if !current.played {
        play(run, current, cancelled, on_event)?;
        if stopped() {
            return Ok(None);
        }
        current.played = true;
        run.save(current)?;
    }
    let mut few = false;
    if !current.learned {
        run.tell(current, Stage::Learning, 0, on_event);
        match learn(run, current.kind, cancelled)? {
            Learned::Evaluation(bytes) => {
                let path = run.evaluation_file(run.state.number(), current.kind);
                files::write(&path, &bytes).map_err(LearnError::file(&path))?;
                current.learned = true;
            }
            Learned::TooFew => few = true,
            Learned::Cancelled => return Ok(None),
        }
        run.save(current)?;
    }
    let taken = match few {
        true => Some(false),
        false => compare(run, current, cancelled, on_event)?,
    };
    let Some(taken) = taken else { return Ok(None) };
    let number = run.state.number();
    let mut games = 0;
    for file in games_files(run, number)? {
        games += archive::read(&file)?.1.len() as u64;
    }
    Ok(Some(Generation {
        kind: current.kind,
        games,
        pairs: all_pairs(run, current)?.0,
        taken,
        end: run.spent(),
    }))
}

/// Plays the games of the generation with the best evaluation.
fn play(
    run: &mut Run,
    current: &Current,
    cancelled: &AtomicBool,
    on_event: &mut dyn FnMut(Event),
) -> Result<(), LearnError> {
    // Save the state, because it tells workers that they can begin.
    run.save(current)?;
    let deadline = current.begin + GAMES_PART * (current.end - current.begin);
    let (games, timed) = match run.config.budget {
        Budget::Time(_) => (MAX_GAMES, true),
        Budget::Work { games, .. } => (games, false),
    };
    let out = run.games_file(run.state.number());
    let LearnConfig {
        folder, threads, hash, ..
    } = &run.config;
    let config = games_config(&run.state, folder, 0..games, out, (*threads, *hash))?;
    let definition = run.definition.clone();
    let mut failed = Ok(());
    datagen::generate(&definition, &config, cancelled, |progress| {
        let played = games - progress.missing as u64 + progress.games as u64;
        failed = run.save_seldom(current);
        run.tell(current, Stage::Games, played, on_event);
        match failed.is_err() || timed && run.spent() >= deadline {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    })?;
    failed
}

/// Returns the settings for the self-play of the generation in progress. `games` are the numbers of the games, which
/// are appended to the file `out`. The last argument is the number of threads and the size of each transposition table
/// in MiB.
pub(super) fn games_config(
    state: &State,
    folder: &Path,
    games: Range<u64>,
    out: PathBuf,
    (threads, hash): (usize, usize),
) -> Result<DatagenConfig, LearnError> {
    Ok(DatagenConfig {
        games,
        openings: Openings {
            endgames: ENDGAMES,
            ..Openings::default()
        },
        search: SearchConfig {
            evaluation: best(state, folder)?,
            nodes: state.nodes,
            seed: state.number() as u64,
            threads,
            hash,
            out,
        },
    })
}

/// Returns the source of the best evaluation.
fn best(state: &State, folder: &Path) -> Result<EvaluationSource, LearnError> {
    let (number, kind) = state.best();
    evaluation(folder, number, kind)
}

/// Returns the files with the games that the run and its workers have played for a generation.
fn games_files(run: &Run, number: usize) -> Result<Vec<PathBuf>, LearnError> {
    let mut files = vec![run.games_file(number)];
    files.extend(worker::games_files(&run.config.folder, number)?);
    Ok(files)
}

/// Returns the combined results of the run and its workers in the match in progress.
fn all_pairs(run: &Run, current: &Current) -> Result<Pentanomial, LearnError> {
    Ok(Pentanomial(current.pairs) + worker::all_pairs(&run.config.folder, run.state.number())?)
}

/// Learns a new evaluation from the games of this generation and of earlier ones.
fn learn(run: &Run, kind: Kind, cancelled: &AtomicBool) -> Result<Learned, LearnError> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(run.config.threads)
        .build()?;
    pool.install(|| match kind {
        Kind::Weights => fit_weights(run, cancelled),
        Kind::Network => train_network(run, cancelled),
    })
}

/// Fits weights to the newest games. The weights are pulled towards those that the run began with.
fn fit_weights(run: &Run, cancelled: &AtomicBool) -> Result<Learned, LearnError> {
    let games = newest(run, None, FIT_GAMES)?;
    if games.len() < MIN_GAMES {
        return Ok(Learned::TooFew);
    }
    let definition = &run.definition;
    let base = run.evaluation(0, run.state.start)?.load(definition)?.weights;
    let found = fit::fit(definition, base, &games, &FitConfig::default(), cancelled, |_, _| ());
    let Some(found) = found else {
        return Ok(Learned::Cancelled);
    };
    let report = fit::report::report(definition, &found);
    let comment = format!("Weights of {}, fitted to self-play games.\n{report}", definition.name);
    Ok(Learned::Evaluation(
        found.weights.write(definition, &comment).into_bytes(),
    ))
}

/// Trains a network on the newest games that were played with the weights that it corrects.
fn train_network(run: &Run, cancelled: &AtomicBool) -> Result<Learned, LearnError> {
    let definition = &run.definition;
    let EvalParams { weights, network } = best(&run.state, &run.config.folder)?.load(definition)?;
    let games = newest(run, Some(&weights), TRAIN_GAMES)?;
    if games.len() < MIN_GAMES {
        return Ok(Learned::TooFew);
    }
    let (hidden, buckets) = if games.len() < MANY_GAMES { (32, 4) } else { (64, 8) };
    let config = TrainConfig {
        architecture: Architecture::plain(hidden, buckets),
        // With few games, large batches would leave too few training steps.
        batch: if games.len() < MANY_GAMES / 10 { 256 } else { 1024 },
        lambda: 0.5,
        results: 0.2,
        ..TrainConfig::default()
    };
    // If the sizes of the network change, training begins from random weights.
    let from = network.filter(|network| network.parameters().architecture == config.architecture);
    match train::train(definition, from.as_ref(), &weights, &games, &config, cancelled, |_| ()) {
        Ok(trained) => Ok(Learned::Evaluation(trained.network.to_bytes(&weights, definition))),
        Err(TrainError::TooFew(_)) => Ok(Learned::TooFew),
        Err(TrainError::Cancelled) => Ok(Learned::Cancelled),
        Err(error) => Err(error.into()),
    }
}

/// Reads at most `most` games, the newest generations first. If `weights` are given, only games that were played with
/// them are read.
fn newest(run: &Run, weights: Option<&Weights>, most: usize) -> Result<Vec<Game>, LearnError> {
    let mut games: Vec<Game> = Vec::new();
    for number in (1..=run.state.number()).rev() {
        let files = games_files(run, number)?;
        let other = match weights {
            Some(weights) => !archive::with_other_weights(&files, weights)?.is_empty(),
            None => false,
        };
        if !other && games.len() < most {
            let mut more = archive::read_all(&files, &run.definition)?;
            // Threads finish games in any order, which must not affect what is learned.
            more.sort_by_key(|game| game.index);
            games.extend(more);
        }
    }
    games.truncate(most);
    Ok(games)
}

/// Plays the match of the new evaluation against the best one. Returns whether the new evaluation is taken, or `None`
/// if the run was cancelled.
fn compare(
    run: &mut Run,
    current: &mut Current,
    cancelled: &AtomicBool,
    on_event: &mut dyn FnMut(Event),
) -> Result<Option<bool>, LearnError> {
    let (most, deadline) = match run.config.budget {
        Budget::Time(_) => {
            let least = run.spent() + LEAST_MATCH * (current.end - current.begin);
            (MAX_PAIRS, current.end.max(least))
        }
        Budget::Work { pairs, .. } => (pairs, f64::INFINITY),
    };
    let definition = run.definition.clone();
    let players = players(&definition, &run.state, &run.config.folder, current.kind)?;
    let config = match_config(&run.state, (run.config.threads, run.config.hash));
    // Reading the results of all workers takes longer than a game in a small variant, so they are not read after every
    // pair.
    let (mut of_workers, mut read) = (
        worker::all_pairs(&run.config.folder, run.state.number())?,
        Instant::now(),
    );
    let mut verdict = decide(Pentanomial(current.pairs) + of_workers, most, false);
    let mut failed = Ok(());
    if verdict.is_none() {
        let first = u64::from(Pentanomial(current.pairs).pairs());
        matches::play(&definition, players.each_ref(), &config, first, cancelled, |points| {
            let mut pairs = Pentanomial(current.pairs);
            pairs.add(points);
            current.pairs = pairs.0;
            failed = run.save_seldom(current);
            if read.elapsed() >= SAVED_EVERY && failed.is_ok() {
                read = Instant::now();
                failed = worker::all_pairs(&run.config.folder, run.state.number()).map(|all| of_workers = all);
            }
            let all = pairs + of_workers;
            run.tell(current, Stage::Match, 2 * u64::from(all.pairs()), on_event);
            verdict = decide(all, most, run.spent() >= deadline);
            match verdict.is_some() || failed.is_err() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        })?;
    }
    failed.map(|()| verdict)
}

/// Returns the players of the match of a generation that has learned an evaluation of this kind: the new evaluation and
/// the best one.
pub(super) fn players(
    definition: &Definition,
    state: &State,
    folder: &Path,
    kind: Kind,
) -> Result<[Arc<EvalParams>; 2], LearnError> {
    Ok([
        evaluation(folder, state.number(), kind)?.load(definition)?.into(),
        best(state, folder)?.load(definition)?.into(),
    ])
}

/// Returns the settings for the match of the generation in progress. The last argument is the number of threads and the
/// size of each player's transposition table in MiB.
pub(super) fn match_config(state: &State, (threads, hash): (usize, usize)) -> MatchConfig {
    MatchConfig {
        openings: MATCH_OPENINGS,
        limits: Limits {
            nodes: Some(state.nodes),
            ..Limits::default()
        },
        seed: state.number() as u64 | MATCH_SEED,
        threads,
        hash,
    }
}

/// Returns whether an evaluation with these results is taken, or `None` if the match must continue. `most` is the
/// largest number of pairs. `over` means that the time of the match has run out.
fn decide(pairs: Pentanomial, most: u32, over: bool) -> Option<bool> {
    if pairs.pairs() < MIN_PAIRS.min(most) {
        return None;
    }
    let sample = pairs.sample();
    match TEST.verdict(TEST.llr(&sample)) {
        Some(verdict) => return Some(verdict == Verdict::H1),
        None if over || pairs.pairs() >= most => {}
        None => return None,
    }
    let strength = sample.strength()?;
    Some(
        strength
            .superiority
            .map_or(strength.elo > 0.0, |likelihood| likelihood >= SUPERIOR),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_goes_on_until_it_is_decided_or_over() {
        let even = Pentanomial([5, 10, 20, 10, 5]);
        assert_eq!(decide(even, 1000, false), None);
        assert_eq!(decide(even, 1000, true), Some(false));
        assert_eq!(decide(even, 50, false), Some(false));
        let ahead = Pentanomial([3, 8, 20, 13, 8]);
        assert_eq!(
            (decide(ahead, 1000, false), decide(ahead, 1000, true)),
            (None, Some(true))
        );
        assert_eq!(decide(Pentanomial([0, 20, 60, 90, 80]), 1000, false), Some(true));
        assert_eq!(decide(Pentanomial([80, 90, 60, 20, 0]), 1000, false), Some(false));
        assert_eq!(decide(Pentanomial([0; 5]), 1000, true), None);
    }

    #[test]
    fn a_match_of_few_pairs_goes_on_even_if_its_time_is_over() {
        let few = Pentanomial([0, 0, 0, 0, MIN_PAIRS - 1]);
        assert_eq!((decide(few, 1000, false), decide(few, 1000, true)), (None, None));
        assert!(decide(few, MIN_PAIRS - 1, false).is_some());
        let enough = Pentanomial([0, 0, 0, 1, MIN_PAIRS - 1]);
        assert_eq!(decide(enough, 1000, true), Some(true));
    }
}

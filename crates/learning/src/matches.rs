//! Matches between two evaluations of one game, played within the process.
//!
//! Games are played in pairs, each with one random opening and both colours. With a limit on nodes, a pair depends only
//! on the seed and its number, so that an interrupted match can be resumed.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;

use kurier_engine::eval::{EvalParams, Evaluation};
use kurier_engine::search::{Limits, Searcher, Settings, Signals};
use kurier_rules::position::Position;
use kurier_rules::rules::{Color, Definition, Variant};
use kurier_rules::with_width;

use crate::archive::GameResult;
use crate::datagen::{self, Openings, adjudicated, game_rng};
use crate::workers::{self, NoThread, Queue};

/// The settings of a match.
#[derive(Clone, Debug)]
pub struct MatchConfig {
    /// The distribution of the random openings.
    pub openings: Openings,
    /// The limits of each search, for example a number of nodes or a time.
    pub limits: Limits,
    /// The seed of the openings.
    pub seed: u64,
    /// The number of concurrent games.
    pub threads: usize,
    /// The size of each player's transposition table, in MiB.
    pub hash: usize,
}

/// The largest number of half points in a pair.
const PAIR: u32 = 4;

/// Plays pairs of games between two evaluations, from the pair with the number `first`, until `cancelled` is set or
/// `on_pair` breaks. `on_pair` receives the half points of the first evaluation in each pair, from 0 to 4, in the order
/// of the pairs, so that short games are not counted before long ones.
///
/// # Errors
/// Fails if no thread can be started.
pub fn play(
    definition: &Arc<Definition>,
    players: [&Arc<EvalParams>; 2],
    config: &MatchConfig,
    first: u64,
    cancelled: &AtomicBool,
    mut on_pair: impl FnMut(u32) -> ControlFlow<()>,
) -> Result<(), NoThread> {
    let queue = Queue::new(first, cancelled);
    let work = |done| {
        with_width!(definition.shape, W => play_pairs::<W>(definition, players, config, &queue, done));
    };
    let mut early = BTreeMap::new();
    let mut expected = first;
    let mut stopped = false;
    workers::run(config.threads, work, |(number, points)| {
        early.insert(number, points);
        while let Some(points) = early.remove(&expected) {
            expected += 1;
            if !stopped && on_pair(points).is_break() {
                stopped = true;
                queue.stop();
            }
        }
        Ok(())
    })
}

/// Plays pairs from the queue until the match ends. Sends the number of each pair with the half points of the first
/// evaluation.
fn play_pairs<const W: usize>(
    definition: &Arc<Definition>,
    players: [&Arc<EvalParams>; 2],
    config: &MatchConfig,
    queue: &Queue<'_>,
    done: Sender<(u64, u32)>,
) {
    let variant = Arc::new(Variant::<W>::compile(definition.clone()));
    let settings = Settings {
        hash: config.hash,
        ..Settings::default()
    };
    let mut searchers = players.map(|params| {
        let evaluation = Evaluation::new(variant.clone(), params.clone());
        Searcher::with_evaluation(evaluation, settings.clone())
    });
    while let Some(number) = queue.next() {
        let mut random = game_rng(config.seed, number);
        let opening = datagen::balanced(&variant, &mut searchers[1], &config.openings, &mut random);
        let mut points = 0;
        for color in Color::BOTH {
            let Some(result) = play_game(&opening, &mut searchers, color, &config.limits, queue) else {
                return;
            };
            points += result;
        }
        if done.send((number, points.min(PAIR))).is_err() {
            return;
        }
    }
}

/// Plays a game in which the first searcher has the given colour. Returns the half points of the first searcher, or
/// `None` if the match must end.
fn play_game<const W: usize>(
    opening: &Position<W>,
    searchers: &mut [Searcher<W>; 2],
    first: Color,
    limits: &Limits,
    queue: &Queue<'_>,
) -> Option<u32> {
    searchers.iter_mut().for_each(Searcher::clear);
    let mut position = opening.clone();
    // Scores in centipawns from White's point of view.
    let mut scores = Vec::new();
    let half_points = |winner: Option<Color>| winner.map_or(1, |winner| if winner == first { 2 } else { 0 });
    while scores.len() < datagen::MAX_TURNS {
        if queue.is_stopped() {
            return None;
        }
        if let Some(outcome) = position.outcome() {
            return Some(half_points(outcome.winner));
        }
        match adjudicated(&scores, position.halfmoves(), false) {
            Some(GameResult::Win(winner)) => return Some(half_points(Some(winner))),
            Some(_) => return Some(half_points(None)),
            None => {}
        }
        let white = position.side() == Color::White;
        let searcher = &mut searchers[usize::from(position.side() != first)];
        let best = searcher.run(&position, limits, &Signals::default(), &mut |_| ());
        let Some(turn) = best.turn else { break };
        scores.push(if white { best.score } else { -best.score });
        position.play(&turn);
    }
    Some(half_points(None))
}

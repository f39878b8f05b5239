//! A fixed piece of work, for comparing speeds and for noticing changes of the search that were not meant.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::position::Position;
use crate::rules::Variant;
use crate::search::{Limits, Searcher, Settings, Signals};

/// Positions searched.
const POSITIONS: usize = 8;
/// Turns between them.
const TURNS: usize = 9;
/// Turns at the beginning that are drawn by lot.
const RANDOM_TURNS: usize = 4;
/// Nodes for each of the others.
const PLAY_NODES: u64 = 800;
/// The usual depth is this, divided by the logarithm of the number of turns: every game takes about its share of time.
const EFFORT: f64 = 30.0;

/// The result of a bench.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bench {
    /// Nodes of all positions: the same on every machine.
    pub nodes: u64,
    /// Time spent.
    pub elapsed: Duration,
}

/// Searches positions of a game to a depth in turns, each from scratch, with one thread and 16 MiB of table.
///
/// The positions come from one game that the engine plays against itself, the first turns drawn by lot; nothing in it
/// depends on time or chance. A signal to stop ends the bench early.
pub(super) fn bench<const W: usize>(variant: &Arc<Variant<W>>, depth: Option<u32>, signals: &Signals) -> Bench {
    let settings = Settings {
        hash: 16,
        ..Settings::default()
    };
    let mut searcher = Searcher::new(variant.clone(), settings);
    let positions = positions(variant, &mut searcher, signals);
    let limits = Limits {
        depth: Some(depth.unwrap_or_else(|| usual_depth(&positions[0]))),
        ..Limits::default()
    };
    let begun = Instant::now();
    let mut nodes = 0;
    for position in &positions {
        if signals.stopped() {
            break;
        }
        searcher.clear();
        nodes += searcher.run(position, &limits, signals, &mut |_| ()).nodes;
    }
    Bench {
        nodes,
        elapsed: begun.elapsed(),
    }
}

/// Deeper where there are fewer turns.
fn usual_depth<const W: usize>(position: &Position<W>) -> u32 {
    let turns = position.turns().len().max(6) as f64;
    (EFFORT / turns.ln()).round() as u32
}

/// The start, and positions of a game from there.
fn positions<const W: usize>(
    variant: &Arc<Variant<W>>,
    searcher: &mut Searcher<W>,
    signals: &Signals,
) -> Vec<Position<W>> {
    let mut position = Position::start(variant.clone());
    let mut found = vec![position.clone()];
    let limits = Limits {
        nodes: Some(PLAY_NODES),
        ..Limits::default()
    };
    let mut lot = 0x9E37_79B9_7F4A_7C15u64;
    for played in 1.. {
        if found.len() == POSITIONS || position.outcome().is_some() || signals.stopped() {
            break;
        }
        let turn = if played <= RANDOM_TURNS {
            lot = lot
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let turns = position.turns();
            Some(turns[(lot >> 33) as usize % turns.len()].clone())
        } else {
            searcher.run(&position, &limits, signals, &mut |_| ()).turn
        };
        let Some(turn) = turn else { break };
        position.play(&turn);
        if played % TURNS == 0 && position.outcome().is_none() {
            found.push(position.clone());
        }
    }
    found
}

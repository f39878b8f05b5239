//! Perft over whole turns: in several threads, and so that it can be stopped.

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use super::PerftCount;
use crate::position::{Position, Turn};
use crate::search::Signals;

/// Below this depth the count is not interrupted: it takes milliseconds.
const UNINTERRUPTED: u32 = 3;

/// Counts the ways to play `depth` turns, in up to `threads` threads. `None` if it was stopped.
pub(super) fn count<const W: usize>(
    position: &Position<W>,
    depth: u32,
    threads: usize,
    signals: &Signals,
) -> Option<PerftCount> {
    let Some(rest) = depth.checked_sub(1) else {
        let divide = Vec::new();
        return Some(PerftCount { nodes: 1, divide });
    };
    let turns = position.turns();
    let count_turn = |turn: &Turn| {
        let mut after = position.clone();
        after.play(turn);
        Some((position.spell(turn), count_below(&mut after, rest, signals)?))
    };
    // Where there is no pool of threads to be had, the count goes on in this one.
    let mut divide: Vec<(String, u64)> = match ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) if threads > 1 => pool.install(|| turns.par_iter().map(count_turn).collect::<Option<_>>()),
        _ => turns.iter().map(count_turn).collect(),
    }?;
    divide.sort();
    let nodes = divide.iter().map(|(_, nodes)| nodes).sum();
    Some(PerftCount { nodes, divide })
}

fn count_below<const W: usize>(position: &mut Position<W>, depth: u32, signals: &Signals) -> Option<u64> {
    if depth <= UNINTERRUPTED {
        return Some(position.perft(depth));
    }
    let mut nodes = 0;
    for turn in position.turns() {
        if signals.stopped() {
            return None;
        }
        position.play(&turn);
        nodes += count_below(position, depth - 1, signals)?;
        position.undo(&turn);
    }
    Some(nodes)
}

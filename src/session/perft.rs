//! Perft over whole turns: in several threads, and so that it can be stopped.

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use super::Board;
use crate::position::{Position, Turn};
use crate::search::Signals;

/// Below this depth the count is not interrupted: it takes milliseconds.
const UNINTERRUPTED: u32 = 3;

/// The number of ways to play on for some turns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Perft {
    /// All of them.
    pub nodes: u64,
    /// By first turn. Empty at depth 0.
    pub divide: Vec<(Turn, u64)>,
}

impl Perft {
    /// The numbers by first turn, each turn in coordinates, sorted. `board` is where the counting began.
    pub fn spelled(&self, board: &Board) -> Vec<(String, u64)> {
        let spell = |(turn, nodes): &(Turn, u64)| (board.spell(turn), *nodes);
        let mut divide: Vec<(String, u64)> = self.divide.iter().map(spell).collect();
        divide.sort();
        divide
    }
}

/// Counts the ways to play `depth` turns, in up to `threads` threads. `None` if it was stopped.
pub(super) fn count<const W: usize>(
    position: &Position<W>,
    depth: u32,
    threads: usize,
    signals: &Signals,
) -> Option<Perft> {
    let Some(rest) = depth.checked_sub(1) else {
        let divide = Vec::new();
        return Some(Perft { nodes: 1, divide });
    };
    let turns = position.turns();
    let count_turn = |turn: &Turn| {
        let mut after = position.clone();
        after.play(turn);
        Some((turn.clone(), count_below(&mut after, rest, signals)?))
    };
    // Without a pool of threads, this one counts alone.
    let divide: Vec<(Turn, u64)> = match ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) if threads > 1 => pool.install(|| turns.par_iter().map(count_turn).collect::<Option<_>>()),
        _ => turns.iter().map(count_turn).collect(),
    }?;
    let nodes = divide.iter().map(|(_, nodes)| nodes).sum();
    Some(Perft { nodes, divide })
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

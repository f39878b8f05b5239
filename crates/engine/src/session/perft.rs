//! Perft over whole turns, which can use several threads and can be stopped.

use std::panic;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use super::Board;
use crate::search::Signals;
use kurier_rules::position::{MAX_TURNS, Position, Turn};

/// The number of sequences of legal turns of a given length.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Perft {
    /// The total number of sequences.
    pub nodes: u64,
    /// The number of sequences for each first turn. Empty at depth 0, or if the number of first turns reaches the limit
    /// of move lists, [`MAX_TURNS`](kurier_rules::position::MAX_TURNS).
    pub divide: Vec<(Turn, u64)>,
}

impl Perft {
    /// Returns whether a count to this depth lacks the numbers for each first turn because there are too many first
    /// turns.
    pub fn is_undivided(&self, depth: u32) -> bool {
        self.divide.is_empty() && depth > 0 && self.nodes > 0
    }

    /// Returns each first turn in coordinate notation with its number of sequences, sorted by notation. `board` must
    /// have the position from which the sequences were counted.
    pub fn spelled(&self, board: &Board) -> Vec<(String, u64)> {
        let spell = |(turn, nodes): &(Turn, u64)| (board.spell(turn), *nodes);
        let mut divide: Vec<(String, u64)> = self.divide.iter().map(spell).collect();
        divide.sort();
        divide
    }
}

/// Counts the sequences of `depth` legal turns, in up to `threads` threads. Returns `None` if a signal stops the count.
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
    if turns.len() >= MAX_TURNS {
        let nodes = position.clone().perft_until(depth, &|| signals.stopped());
        let divide = Vec::new();
        return (!signals.stopped()).then_some(Perft { nodes, divide });
    }
    let counts: Vec<AtomicU64> = turns.iter().map(|_| AtomicU64::new(0)).collect();
    let next = AtomicUsize::new(0);
    // Each thread repeatedly claims the next first turn and counts the sequences that begin with the turn.
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(turn) = turns.get(index) else {
                return Some(());
            };
            let mut after = position.clone();
            after.play(turn);
            let nodes = after.perft_until(rest, &|| signals.stopped());
            if signals.stopped() {
                return None;
            }
            counts[index].store(nodes, Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        // Threads that fail to spawn are skipped: the calling thread counts too, so all turns are still counted.
        let spawn = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
        let helpers: Vec<_> = (1..threads.min(turns.len())).filter_map(spawn).collect();
        let results = helpers.into_iter().map(|helper| helper.join());
        let results = results.map(|result| result.unwrap_or_else(|panic| panic::resume_unwind(panic)));
        results.fold(work(), Option::and)
    })?;
    let divide: Vec<(Turn, u64)> = turns
        .into_iter()
        .zip(counts.into_iter().map(AtomicU64::into_inner))
        .collect();
    let nodes = divide.iter().map(|(_, nodes)| nodes).sum();
    Some(Perft { nodes, divide })
}

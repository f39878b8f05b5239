//! The state that all workers of a search share: node counters, limits, and the signal to stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::worker::Worker;
use super::{Progress, Signals};

/// The number of nodes, of all workers together, between two checks of the clock and the signals.
const POLL: u64 = 512;
/// The minimum number of nodes between two checks of one worker. The number is small because, if there are more threads
/// than cores, the search ends only after each thread has been scheduled and has reached a check.
const LEAST_POLL: u64 = 32;

/// The minimum interval between two reports of progress to the watcher of a search.
pub(super) const PROGRESS: Duration = Duration::from_millis(100);

/// A node counter, aligned so that no two counters share a cache line, which would slow both down (false sharing).
#[derive(Default)]
#[repr(align(128))]
struct Counter(AtomicU64);

/// The state that the workers of one search share, apart from the transposition table.
pub(super) struct Control<'a> {
    signals: &'a Signals,
    abort: AtomicBool,
    counters: Box<[Counter]>,
    node_limit: Option<u64>,
}

impl<'a> Control<'a> {
    /// Creates the shared state of a search by `workers` threads.
    pub fn new(signals: &'a Signals, workers: usize, node_limit: Option<u64>) -> Self {
        Self {
            signals,
            abort: AtomicBool::new(false),
            counters: (0..workers).map(|_| Counter::default()).collect(),
            node_limit,
        }
    }

    /// Ends the search of all workers at their next check.
    pub fn abort(&self) {
        self.abort.store(true, Ordering::Relaxed);
    }

    /// Returns the total number of nodes of all workers, as last published by each of them.
    pub fn nodes(&self) -> u64 {
        self.counters
            .iter()
            .map(|counter| counter.0.load(Ordering::Relaxed))
            .sum()
    }
}

impl<const W: usize> Worker<'_, W> {
    /// Counts a node and returns whether the search must end. A single worker stops exactly at the node limit.
    #[inline(always)]
    pub fn tick(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            self.poll();
        }
        self.stopped
    }

    /// Makes this worker's node count visible to the other threads.
    pub fn publish(&self) {
        self.control.counters[self.index].0.store(self.nodes, Ordering::Relaxed);
    }

    pub fn schedule_poll(&mut self) {
        let workers = self.control.counters.len() as u64;
        self.next_poll = self.nodes + (POLL / workers).max(LEAST_POLL);
        if let Some(limit) = self.control.node_limit
            && self.control.counters.len() == 1
        {
            self.next_poll = self.next_poll.min(limit.max(1));
        }
    }

    #[cold]
    fn poll(&mut self) {
        self.publish();
        let control = self.control;
        if let Some(timer) = &mut self.timer {
            if timer.pondering() && control.signals.hit() {
                timer.ponder_hit();
            }
            timer.count(control.nodes());
            if timer.hard_reached() {
                control.abort();
            }
        }
        self.report_progress();
        // Every worker checks the signals, because the main worker may have to wait for a core.
        if control.signals.stopped() {
            control.abort();
        }
        if control.node_limit.is_some_and(|limit| control.nodes() >= limit) {
            control.abort();
        }
        self.stopped |= control.abort.load(Ordering::Relaxed);
        self.schedule_poll();
    }

    /// Reports the progress of the main worker to the watcher, if there is one, at most once in each [`PROGRESS`]
    /// interval.
    fn report_progress(&mut self) {
        let (Some(watcher), Some(timer)) = (self.control.signals.watcher(), &self.timer) else {
            return;
        };
        let elapsed = timer.elapsed();
        let root_move = self.root_moves.get(self.root_index);
        if let Some(root_move) = root_move.filter(|_| elapsed >= self.next_progress) {
            self.next_progress = elapsed + PROGRESS;
            watcher(&Progress {
                depth: self.root_depth as u32,
                turn: root_move.turn.clone(),
                number: self.root_index + 1,
                turns: self.root_moves.len(),
                nodes: self.control.nodes(),
                elapsed,
            });
        }
    }
}

//! What all workers of a search share: node counters, limits, and the signal to stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::worker::Worker;
use super::{Progress, Signals};

/// Nodes between two checks of the clock and the signals, all workers together.
const POLL: u64 = 512;
/// The least nodes between two checks of one worker. With more threads than cores each of them still has to come to one
/// before the search ends.
const LEAST_POLL: u64 = 32;

/// How often a search that is watched tells what it is at.
pub(super) const PROGRESS: Duration = Duration::from_millis(100);

/// A counter in cache lines of its own, against false sharing.
#[derive(Default)]
#[repr(align(128))]
struct Counter(AtomicU64);

/// What the workers of one search share, beside the table.
pub(super) struct Control<'a> {
    signals: &'a Signals,
    abort: AtomicBool,
    counters: Box<[Counter]>,
    node_limit: Option<u64>,
}

impl<'a> Control<'a> {
    /// Shared by this number of workers.
    pub fn new(signals: &'a Signals, workers: usize, node_limit: Option<u64>) -> Self {
        Self {
            signals,
            abort: AtomicBool::new(false),
            counters: (0..workers).map(|_| Counter::default()).collect(),
            node_limit,
        }
    }

    /// Ends the search of all workers.
    pub fn abort(&self) {
        self.abort.store(true, Ordering::Relaxed);
    }

    /// Nodes of all workers, as last reported.
    pub fn nodes(&self) -> u64 {
        self.counters
            .iter()
            .map(|counter| counter.0.load(Ordering::Relaxed))
            .sum()
    }
}

impl<const W: usize> Worker<'_, W> {
    /// Counts a node; true if the search must end. A single worker stops exactly at the node limit.
    #[inline(always)]
    pub fn tick(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            self.poll();
        }
        self.stopped
    }

    /// Makes the node count visible to the other threads.
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
        self.tell_progress();
        // Every worker looks: the main one may have to wait for a core.
        if control.signals.stopped() {
            control.abort();
        }
        if control.node_limit.is_some_and(|limit| control.nodes() >= limit) {
            control.abort();
        }
        self.stopped |= control.abort.load(Ordering::Relaxed);
        self.schedule_poll();
    }

    /// Tells the watcher, if there is one and it is time, what the main worker is at.
    fn tell_progress(&mut self) {
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

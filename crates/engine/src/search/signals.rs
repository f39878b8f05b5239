//! Signals to a running search, and the watcher to which the search reports its progress.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

use super::Progress;

type Watcher = Box<dyn Fn(&Progress) + Send + Sync>;

/// Signals to a running search. A signal cannot be withdrawn, so every search needs new signals.
#[derive(Default)]
pub struct Signals {
    stop: AtomicBool,
    ponder_hit: AtomicBool,
    /// Held while a waiter tests its condition and while a signal is given, so that a waiter misses no signal.
    lock: Mutex<()>,
    given: Condvar,
    /// The function that the search calls about every tenth of a second with its progress; `None` if nobody watches.
    watcher: Option<Watcher>,
}

impl Signals {
    /// Creates signals for a search that calls `watcher` with its progress about every tenth of a second, in the
    /// search's thread.
    pub fn watched(watcher: impl Fn(&Progress) + Send + Sync + 'static) -> Self {
        Self {
            watcher: Some(Box::new(watcher)),
            ..Self::default()
        }
    }

    /// Returns the watcher of the search, if there is one.
    pub(super) fn watcher(&self) -> Option<&dyn Fn(&Progress)> {
        self.watcher.as_ref().map(|watcher| &**watcher as &dyn Fn(&Progress))
    }

    /// Tells the search to stop. The search ends within milliseconds.
    pub fn stop(&self) {
        self.give(&self.stop);
    }

    /// Tells a pondering search that the opponent has played the expected move: from now on the engine's clock runs.
    pub fn ponder_hit(&self) {
        self.give(&self.ponder_hit);
    }

    fn give(&self, signal: &AtomicBool) {
        let guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        signal.store(true, Ordering::SeqCst);
        drop(guard);
        self.given.notify_all();
    }

    /// Returns whether [`Signals::stop`] was called.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns whether [`Signals::ponder_hit`] was called.
    pub fn hit(&self) -> bool {
        self.ponder_hit.load(Ordering::Relaxed)
    }

    /// Sleeps until the signals satisfy a condition. Returns at once on `wasm32-unknown-unknown`: without threads
    /// nobody could give a signal during the wait.
    pub(super) fn wait_until(&self, condition: impl Fn(&Self) -> bool) {
        if cfg!(all(target_family = "wasm", target_os = "unknown")) {
            return;
        }
        let guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.given.wait_while(guard, |()| !condition(self)));
    }
}

impl fmt::Debug for Signals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Signals")
            .field("stop", &self.stop)
            .field("ponder_hit", &self.ponder_hit)
            .finish_non_exhaustive()
    }
}

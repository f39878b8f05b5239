//! What reaches a running search from outside, and how it can be watched.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

use super::Progress;

type Watcher = Box<dyn Fn(&Progress) + Send + Sync>;

/// Signals from outside to a running search. Made anew for every search: a signal once given stays.
#[derive(Default)]
pub struct Signals {
    stop: AtomicBool,
    ponder_hit: AtomicBool,
    /// For waiting: no signal is given while a waiter holds it.
    lock: Mutex<()>,
    given: Condvar,
    /// Hears every tenth of a second what the search is at.
    watcher: Option<Watcher>,
}

impl Signals {
    /// Signals to a search that tells every tenth of a second, in its own thread, what it is at.
    pub fn watched(watcher: impl Fn(&Progress) + Send + Sync + 'static) -> Self {
        Self {
            watcher: Some(Box::new(watcher)),
            ..Self::default()
        }
    }

    /// Returns who watches the search.
    pub(super) fn watcher(&self) -> Option<&dyn Fn(&Progress)> {
        self.watcher.as_ref().map(|watcher| &**watcher as &dyn Fn(&Progress))
    }

    /// Ends the search within milliseconds.
    pub fn stop(&self) {
        self.give(&self.stop);
    }

    /// The opponent has made the expected move: the clock runs.
    pub fn ponder_hit(&self) {
        self.give(&self.ponder_hit);
    }

    fn give(&self, signal: &AtomicBool) {
        let guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        signal.store(true, Ordering::SeqCst);
        drop(guard);
        self.given.notify_all();
    }

    /// Returns whether the search shall end.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns whether the expected move has been made.
    pub fn hit(&self) -> bool {
        self.ponder_hit.load(Ordering::Relaxed)
    }

    /// Sleeps until the signals satisfy a condition. On `wasm32-unknown-unknown`, without threads, nobody could give them
    /// meanwhile: there it does not wait.
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

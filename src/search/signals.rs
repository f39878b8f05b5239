//! What reaches a running search from outside.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// Signals from outside to a running search. Made anew for every search: a signal once given stays.
#[derive(Debug, Default)]
pub struct Signals {
    stop: AtomicBool,
    ponder_hit: AtomicBool,
    /// For waiting: no signal is given while a waiter holds it.
    lock: Mutex<()>,
    given: Condvar,
}

impl Signals {
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

    /// Whether the search shall end.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether the expected move has been made.
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

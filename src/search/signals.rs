//! What reaches a running search from outside.

use std::sync::atomic::{AtomicBool, Ordering};

/// Signals from outside to a running search. Made anew for every search: a signal once given stays.
#[derive(Debug, Default)]
pub struct Signals {
    stop: AtomicBool,
    ponder_hit: AtomicBool,
}

impl Signals {
    /// Ends the search within milliseconds.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::SeqCst)
    }

    /// The opponent has made the expected move: the clock runs.
    pub fn ponder_hit(&self) {
        self.ponder_hit.store(true, Ordering::SeqCst)
    }

    /// Whether the search shall end.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether the expected move has been made.
    pub fn hit(&self) -> bool {
        self.ponder_hit.load(Ordering::Relaxed)
    }
}

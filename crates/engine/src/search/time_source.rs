//! The clocks from which a search can read the time.

use std::time::Duration;

/// A monotonic clock. The search needs nothing else from the operating system, so the search runs without an operating
/// system (on `wasm32-unknown-unknown`) and can be tested without waiting.
pub trait TimeSource: Send + Sync {
    /// Returns the time since a fixed moment.
    fn now(&self) -> Duration;

    /// Returns whether the search must end. The search calls this function whenever it reads the time. The function
    /// replaces [`Signals`](super::Signals) on platforms without threads, where nothing can send a signal during the
    /// search.
    fn interrupted(&self) -> bool {
        false
    }
}

/// The system's monotonic clock. On `wasm32-unknown-unknown`, which has no clock, [`now`](TimeSource::now) is always 0;
/// time limits need another source on that platform.
#[derive(Clone, Copy, Debug)]
pub struct MonotonicTime {
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    start: std::time::Instant,
}

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
impl Default for MonotonicTime {
    fn default() -> Self {
        Self {
            start: std::time::Instant::now(),
        }
    }
}

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
impl TimeSource for MonotonicTime {
    fn now(&self) -> Duration {
        self.start.elapsed()
    }
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
impl Default for MonotonicTime {
    fn default() -> Self {
        Self {}
    }
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
impl TimeSource for MonotonicTime {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

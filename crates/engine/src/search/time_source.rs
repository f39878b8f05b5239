//! Where a search reads the time.

use std::time::Duration;

/// A clock that never goes back. The search asks for nothing else of the system, so that it runs where there is none
/// (`wasm32-unknown-unknown`) and can be tested without waiting.
pub trait TimeSource: Send + Sync {
    /// Time since a moment that stays the same.
    fn now(&self) -> Duration;

    /// Returns whether the search shall end. It asks as often as for the time, for where there are no threads: there
    /// nobody else could give a signal meanwhile.
    fn interrupted(&self) -> bool {
        false
    }
}

/// The system's monotonic clock. On `wasm32-unknown-unknown`, which has none, the time stands still: limits of time need
/// another source there.
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

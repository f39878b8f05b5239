//! The clocks of two players.

use std::time::{Duration, Instant};

use kurier_rules::rules::Color;

/// The time that two players have left.
pub struct Clock {
    left: [Duration; 2],
    increment: Duration,
    /// The time from which the clock of the side to move runs.
    since: Instant,
}

impl Clock {
    /// Creates clocks with the time that White and Black have, and the increment that a player gains with every turn.
    pub fn new(left: [Duration; 2], increment: Duration) -> Self {
        Self {
            left,
            increment,
            since: Instant::now(),
        }
    }

    /// Returns the time that a player gains with every turn, in milliseconds.
    pub fn increment(&self) -> u64 {
        milliseconds(self.increment)
    }

    /// Returns the time that a player has left. `running` is the player whose clock is running.
    pub fn left(&self, player: Color, running: Option<Color>, now: Instant) -> Duration {
        let left = self.left[player.index()];
        match running == Some(player) {
            true => left.saturating_sub(now.saturating_duration_since(self.since)),
            false => left,
        }
    }

    /// Returns the time that White and Black have left, in milliseconds.
    pub fn both(&self, running: Option<Color>, now: Instant) -> [u64; 2] {
        Color::map_both(|player| milliseconds(self.left(player, running, now)))
    }

    /// Ends a turn of `player`, who gains the increment, and starts the opponent's clock. No time is deducted for an
    /// untimed turn.
    pub fn press(&mut self, player: Color, timed: bool, now: Instant) {
        self.stop(player, timed, now);
        self.left[player.index()] += self.increment;
    }

    /// Deducts the time of the current turn from `player`'s clock if the turn is timed.
    pub fn stop(&mut self, player: Color, timed: bool, now: Instant) {
        self.left[player.index()] = self.left(player, timed.then_some(player), now);
        self.since = now;
    }

    /// Starts the clock of the side to move at the time `now`, without deducting any earlier time.
    pub fn restart(&mut self, now: Instant) {
        self.since = now;
    }
}

/// Returns a duration in milliseconds, rounded up: a player with any time left has at least one millisecond.
fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos().div_ceil(1_000_000)).unwrap_or(u64::MAX)
}

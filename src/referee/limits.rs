//! Limits of an engine's thinking, and its clock.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::Serialize;

/// A time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControl {
    /// A clock for the game.
    Clock {
        /// `base` is added again after this many moves; `None`: sudden death.
        moves: Option<u32>,
        /// Time at the start.
        base: Duration,
        /// Added after every move.
        increment: Duration,
    },
    /// The same time for every move.
    PerMove(Duration),
}

/// A time control that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is not a time control; expected seconds, seconds+increment or moves/seconds+increment, as in 40/60+0.5")]
pub struct TimeControlError(String);

impl FromStr for TimeControl {
    type Err = TimeControlError;

    /// Reads `10`, `10+0.1`, `1:30+1`, `40/60`, `40/60+0.5`: moves, minutes and seconds, increment.
    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let read = || {
            let (moves, rest) = match text.split_once('/') {
                Some((moves, rest)) => (Some(moves.parse().ok().filter(|moves| *moves > 0)?), rest),
                None => (None, text),
            };
            let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
            let base = match base.split_once(':') {
                Some((minutes, seconds)) => {
                    let minutes: u32 = minutes.parse().ok()?;
                    Duration::from_secs(60)
                        .checked_mul(minutes)?
                        .checked_add(seconds_of(seconds)?)?
                }
                None => seconds_of(base)?,
            };
            (base > Duration::ZERO).then_some(Self::Clock {
                moves,
                base,
                increment: seconds_of(increment)?,
            })
        };
        read().ok_or_else(|| TimeControlError(text.to_owned()))
    }
}

/// Reads a number of seconds.
pub(crate) fn seconds_of(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    // A thousand hours is more than any game takes, and its milliseconds fit everywhere.
    (0.0..=3_600_000.0)
        .contains(&seconds)
        .then(|| Duration::from_secs_f64(seconds))
}

impl fmt::Display for TimeControl {
    /// As in PGN's tag `TimeControl`; a fixed time is written as one move in that many seconds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clock { moves, base, increment } => {
                if let Some(moves) = moves {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}", base.as_secs_f64())?;
                if !increment.is_zero() {
                    write!(f, "+{}", increment.as_secs_f64())?;
                }
                Ok(())
            }
            Self::PerMove(time) => write!(f, "1/{}", time.as_secs_f64()),
        }
    }
}

/// The limits of an engine; all that are given hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Time.
    pub time: Option<TimeControl>,
    /// Nodes per move.
    pub nodes: Option<u64>,
    /// Plies per move.
    pub depth: Option<u32>,
}

impl Limits {
    /// Whether there is no limit at all.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = self.time.map(|time| match time {
            TimeControl::PerMove(time) => format!("{} s a move", time.as_secs_f64()),
            clock @ TimeControl::Clock { .. } => clock.to_string(),
        });
        let nodes = self.nodes.map(|nodes| format!("{nodes} nodes"));
        let depth = self.depth.map(|depth| format!("depth {depth}"));
        let parts: Vec<_> = [time, nodes, depth].into_iter().flatten().collect();
        f.write_str(if parts.is_empty() { "no limit" } else { "" })?;
        f.write_str(&parts.join(", "))
    }
}

impl Serialize for Limits {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// One player's clock in one game.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    control: Option<TimeControl>,
    remaining: Duration,
    moves_made: u32,
}

impl Clock {
    /// A full clock.
    pub fn new(control: Option<TimeControl>) -> Self {
        let remaining = match control {
            Some(TimeControl::Clock { base, .. }) => base,
            Some(TimeControl::PerMove(time)) => time,
            None => Duration::ZERO,
        };
        Self {
            control,
            remaining,
            moves_made: 0,
        }
    }

    /// The time left for the next move; `None`: no limit.
    pub fn remaining(&self) -> Option<Duration> {
        self.control.map(|_| self.remaining)
    }

    /// The time added after every move.
    pub fn increment(&self) -> Duration {
        match self.control {
            Some(TimeControl::Clock { increment, .. }) => increment,
            _ => Duration::ZERO,
        }
    }

    /// Moves until time is added; `None`: never.
    pub fn moves_to_go(&self) -> Option<u32> {
        match self.control {
            Some(TimeControl::Clock { moves: Some(moves), .. }) => Some(moves - self.moves_made % moves),
            _ => None,
        }
    }

    /// Counts a move. One that overran within the margin leaves zero, to which the increment is added.
    pub fn spend(&mut self, time: Duration) {
        let Some(TimeControl::Clock { moves, base, increment }) = self.control else {
            return;
        };
        self.remaining = self.remaining.saturating_sub(time) + increment;
        self.moves_made += 1;
        if moves.is_some_and(|moves| self.moves_made.is_multiple_of(moves)) {
            self.remaining += base;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_and_written() {
        for (text, moves, base, increment) in [
            ("10", None, 10_000, 0),
            ("10+0.1", None, 10_000, 100),
            ("0.01+0.001", None, 10, 1),
            ("40/60", Some(40), 60_000, 0),
            ("40/60+0.5", Some(40), 60_000, 500),
        ] {
            let control = TimeControl::Clock {
                moves,
                base: Duration::from_millis(base),
                increment: Duration::from_millis(increment),
            };
            assert_eq!(text.parse(), Ok(control));
            assert_eq!(control.to_string(), text);
        }
        assert_eq!(
            "1:30+1".parse::<TimeControl>().map(|tc| tc.to_string()),
            Ok("90+1".into())
        );
        assert_eq!(TimeControl::PerMove(Duration::from_millis(500)).to_string(), "1/0.5");
        for text in [
            "",
            "x",
            "0",
            "-1",
            "10+",
            "0/10",
            "40/",
            "inf",
            "nan",
            "1e300",
            "10+-1",
            "99999999999:00",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn clocks_run_down_and_gain_time() {
        let second = Duration::from_secs(1);
        let mut clock = Clock::new("2/10+1".parse().ok());
        assert_eq!((clock.remaining(), clock.moves_to_go()), (Some(10 * second), Some(2)));
        clock.spend(4 * second);
        assert_eq!((clock.remaining(), clock.moves_to_go()), (Some(7 * second), Some(1)));
        clock.spend(8 * second);
        assert_eq!((clock.remaining(), clock.moves_to_go()), (Some(11 * second), Some(2)));
        let mut per_move = Clock::new(Some(TimeControl::PerMove(second)));
        per_move.spend(second / 2);
        assert_eq!((per_move.remaining(), per_move.moves_to_go()), (Some(second), None));
        let mut none = Clock::new(None);
        none.spend(second);
        assert_eq!(none.remaining(), None);
    }
}

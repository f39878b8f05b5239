//! Playing strengths for games against people.

use std::ops::RangeInclusive;
use std::time::Duration;

use crate::search::{Limits, Settings};

/// A playing strength, from 1 (beginner) to 10 (full strength).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level(u8);

/// The error for a string that is not the number of a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a level from {} (beginner) to {} (full strength)", Level::RANGE.start(), Level::RANGE.end())]
pub struct NoSuchLevel;

impl Level {
    /// The numbers of all levels.
    pub const RANGE: RangeInclusive<u8> = 1..=10;

    /// Creates a level, or returns `None` if the number is not in [`Level::RANGE`].
    pub fn new(number: u8) -> Option<Self> {
        Self::RANGE.contains(&number).then_some(Self(number))
    }

    /// Parses the number of a level.
    ///
    /// # Errors
    /// Fails if the text is not a number in [`Level::RANGE`].
    pub fn parse(text: &str) -> Result<Self, NoSuchLevel> {
        text.parse().ok().and_then(Self::new).ok_or(NoSuchLevel)
    }

    /// Returns the number of the level, from 1 to 10.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Returns the strength in Elo, or `None` for full strength.
    fn elo(self) -> Option<u32> {
        let steps = u32::from(Self::RANGE.end() - Self::RANGE.start());
        let above = u32::from(self.0 - Self::RANGE.start());
        let (weakest, strongest) = Settings::ELO.into_inner();
        (above < steps).then(|| weakest + (strongest - weakest) * above / steps)
    }

    /// Returns the engine settings for this level: the strength of the level, and no time overhead.
    pub fn settings(self) -> Settings {
        Settings {
            elo: self.elo(),
            overhead: Duration::ZERO,
            ..Settings::default()
        }
    }

    /// Returns limits that allow at most `time` for a turn. Below full strength most searches end sooner.
    pub fn limits(time: Duration) -> Limits {
        Limits {
            move_time: Some(time),
            ..Limits::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_rise_to_full_strength() {
        let levels: Vec<Level> = Level::RANGE.map(Level).collect();
        let strengths: Vec<Option<u32>> = levels.iter().map(|level| level.elo()).collect();
        assert_eq!(strengths.first(), Some(&Some(*Settings::ELO.start())));
        assert_eq!(strengths.last(), Some(&None));
        assert!(strengths[..9].is_sorted() && strengths[..9].iter().all(Option::is_some));
        for text in ["0", "11", "-1", "easy", ""] {
            assert!(Level::parse(text).is_err(), "{text}");
        }
    }
}

//! The clock of one player.

use std::time::Duration;

use super::limits::{Session, TimeControl};

/// The clock of one player in one game.
///
/// It counts moves by the move numbers of the game's record, as XBoard and its engines do: the moves of the opening
/// count towards a time control such as 40 moves in 90 minutes.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    control: Option<TimeControl>,
    remaining: Duration,
    moves_made: u32,
}

impl Clock {
    /// Creates a full clock for a player who has made `moves_made` moves in the opening. Without a time control, the
    /// time is unlimited.
    pub fn new(control: Option<TimeControl>, moves_made: u32) -> Self {
        let remaining = match &control {
            Some(TimeControl::Clock(sessions)) => sessions.at(moves_made).0.base,
            Some(TimeControl::PerMove(time)) => *time,
            None => Duration::ZERO,
        };
        Self {
            control,
            remaining,
            moves_made,
        }
    }

    /// Returns the time left for the next move, or `None` without a time control.
    pub fn remaining(&self) -> Option<Duration> {
        self.control.as_ref().map(|_| self.remaining)
    }

    /// Returns the time added after the next move.
    pub fn increment(&self) -> Duration {
        self.session().map_or(Duration::ZERO, |(session, _)| session.increment)
    }

    /// Returns the number of moves until the next session adds time, or `None` if no session follows.
    pub fn moves_to_go(&self) -> Option<u32> {
        self.session()?.1
    }

    /// Returns the session of the next move, and the number of moves until this session ends, which is `None` if it
    /// does not end. Returns `None` if the player has no clock for the game.
    fn session(&self) -> Option<(Session, Option<u32>)> {
        match &self.control {
            Some(TimeControl::Clock(sessions)) => Some(sessions.at(self.moves_made)),
            _ => None,
        }
    }

    /// Deducts the time of a move, then adds the increment and, after the last move of a session, the base time of the
    /// next session. If the move took longer than the time left, which the referee's margin allows, the clock is at
    /// zero before the additions. A fixed time for every move stays unchanged.
    pub fn spend(&mut self, time: Duration) {
        let Some((session, to_go)) = self.session() else { return };
        self.remaining = self.remaining.saturating_sub(time) + session.increment;
        self.moves_made += 1;
        if to_go == Some(1)
            && let Some((next, _)) = self.session()
        {
            self.remaining += next.base;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_run_down_and_gain_time() {
        let second = Duration::from_secs(1);
        let mut clock = Clock::new("2/10+1".parse().ok(), 0);
        assert_eq!((clock.remaining(), clock.moves_to_go()), (Some(10 * second), Some(2)));
        clock.spend(4 * second);
        assert_eq!((clock.remaining(), clock.moves_to_go()), (Some(7 * second), Some(1)));
        clock.spend(8 * second);
        assert_eq!((clock.remaining(), clock.moves_to_go()), (Some(11 * second), Some(2)));
        let mut per_move = Clock::new(Some(TimeControl::PerMove(second)), 0);
        per_move.spend(second / 2);
        assert_eq!((per_move.remaining(), per_move.moves_to_go()), (Some(second), None));
        let mut none = Clock::new(None, 0);
        none.spend(second);
        assert_eq!(none.remaining(), None);
    }

    #[test]
    fn sessions_follow_each_other() {
        let second = Duration::from_secs(1);
        let mut clock = Clock::new("2/10+1:1/5:7+2".parse().ok(), 0);
        let mut states = Vec::new();
        for _ in 0..5 {
            clock.spend(3 * second);
            states.push((clock.remaining().map(|left| left.as_secs()), clock.moves_to_go()));
            states.push((Some(clock.increment().as_secs()), None));
        }
        let expected = [(8, Some(1)), (11, Some(1)), (15, None), (14, None), (13, None)];
        let increments = [1, 0, 2, 2, 2];
        let expected: Vec<_> = expected
            .into_iter()
            .zip(increments)
            .flat_map(|((left, to_go), increment)| [(Some(left), to_go), (Some(increment), None)])
            .collect();
        assert_eq!(states, expected);
    }

    #[test]
    fn moves_of_the_opening_count() {
        let second = Duration::from_secs(1);
        let clock = |made| Clock::new("4/10:5".parse().ok(), made);
        assert_eq!(
            (clock(3).remaining(), clock(3).moves_to_go()),
            (Some(10 * second), Some(1))
        );
        assert_eq!((clock(4).remaining(), clock(4).moves_to_go()), (Some(5 * second), None));
    }
}

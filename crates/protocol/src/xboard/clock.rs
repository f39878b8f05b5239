//! The clocks of both sides and the search limits that follow from them.

use std::time::Duration;

use kurier_engine::search::{Clock, Limits};
use kurier_rules::rules::Color;

/// The time for a game until the GUI sends a time control: five minutes.
const DEFAULT_BASE: Duration = Duration::from_secs(300);

/// The expected number of moves until the end of the game, used to convert the remaining time to a node limit.
const EXPECTED_MOVES: u32 = 30;

/// The time control and the clocks. Until the next `time` command, the engine estimates its own clock.
///
/// XBoard counts the moves of a session from the first move of the game; other GUIs may count only moves made on the
/// clock. Therefore the beginning of a session is recognised by the time that the clock gains.
#[derive(Clone, Debug)]
pub struct Clocks {
    /// The number of moves in a session, after which `base` is added to the clock; 0 means that the whole game is one
    /// session.
    session: u32,
    base: Duration,
    increment: Duration,
    /// The number of moves that the engine had made when a session began.
    session_start: usize,
    /// The remaining time of the engine.
    own: Duration,
    /// The estimate of `own` after the engine's last move, which the next `time` command will confirm or correct;
    /// `None` if there is no estimate.
    estimate: Option<ClockEstimate>,
    /// The remaining time of the opponent.
    other: Duration,
    move_time: Option<Duration>,
    depth: Option<u32>,
    node_rate: Option<u64>,
}

/// The engine's estimate of its own clock after a move.
#[derive(Clone, Copy, Debug)]
struct ClockEstimate {
    /// The number of moves that the engine has made.
    moves_made: usize,
    /// The remaining time if no session has begun with this move.
    without_base: Duration,
    /// Whether a session should have begun according to the number of moves.
    session_due: bool,
}

impl Default for Clocks {
    fn default() -> Self {
        Self {
            session: 0,
            base: DEFAULT_BASE,
            increment: Duration::ZERO,
            session_start: 0,
            own: DEFAULT_BASE,
            estimate: None,
            other: DEFAULT_BASE,
            move_time: None,
            depth: None,
            node_rate: None,
        }
    }
}

impl Clocks {
    /// Handles `new`: resets both clocks and removes the limits on depth and nodes.
    pub fn new_game(&mut self) {
        *self = Self {
            own: self.base,
            other: self.base,
            session_start: 0,
            estimate: None,
            depth: None,
            node_rate: None,
            ..self.clone()
        };
    }

    /// Handles `setboard`: counts moves from the new position.
    pub fn new_position(&mut self) {
        (self.session_start, self.estimate) = (0, None);
    }

    /// Handles `level`: sets the time control after the engine has made `moves_made` moves.
    pub fn level(&mut self, moves: u32, base: Duration, increment: Duration, moves_made: usize) {
        *self = Self {
            session: moves,
            base,
            increment,
            session_start: moves_made,
            estimate: None,
            own: base,
            other: base,
            move_time: None,
            ..self.clone()
        };
    }

    /// Handles `st`: sets a fixed time for every move. Zero switches back to the clock.
    pub fn move_time(&mut self, time: Duration) {
        self.move_time = (!time.is_zero()).then_some(time);
    }

    /// Handles `sd`: sets the maximum depth in plies. Zero removes the limit.
    pub fn depth(&mut self, plies: u32) {
        self.depth = (plies > 0).then_some(plies);
    }

    /// Handles `nps`: sets how many nodes count as a second. Zero switches back to real time.
    pub fn node_rate(&mut self, rate: u64) {
        self.node_rate = (rate > 0).then_some(rate);
    }

    /// Handles `time`: sets the remaining time of the engine after its `moves_made`-th move. Returns whether the
    /// estimate was wrong about the beginning of a session, so that limits calculated before this call are invalid.
    pub fn set_own(&mut self, left: Duration, moves_made: usize) -> bool {
        self.own = left;
        let estimate = self
            .estimate
            .take()
            .filter(|estimate| estimate.moves_made == moves_made);
        let Some(estimate) = estimate.filter(|_| self.session > 0) else {
            return false;
        };
        // A quarter of the base time is more than any inaccuracy of the clocks, and less than a session adds even if
        // the GUI has rounded the base time up in `level`.
        let new_session = left > estimate.without_base + self.base / 4;
        if new_session {
            self.session_start = moves_made;
        }
        new_session != estimate.session_due
    }

    /// Handles `otim`: sets the remaining time of the opponent.
    pub fn set_other(&mut self, left: Duration) {
        self.other = left;
    }

    /// Deducts the time of a search that was interrupted before the engine made a move.
    pub fn interrupt(&mut self, time: Duration) {
        self.own = self.own.saturating_sub(time);
    }

    /// Deducts the thinking time of the engine's `moves_made`-th move, and adds the increment and, if a session begins,
    /// the base time.
    pub fn spend(&mut self, time: Duration, moves_made: usize) {
        let without_base = self.own.saturating_sub(time) + self.increment;
        let new_session = self.moves_to_go(moves_made) == Some(self.session);
        self.own = without_base + if new_session { self.base } else { Duration::ZERO };
        self.estimate = Some(ClockEstimate {
            moves_made,
            without_base,
            session_due: new_session,
        });
    }

    /// Returns the number of moves until the next session begins; `None` if the whole game is one session.
    fn moves_to_go(&self, moves_made: usize) -> Option<u32> {
        let session = usize::try_from(self.session).ok().filter(|moves| *moves > 0)?;
        // The user may have taken back moves beyond the beginning of the session.
        let since = match moves_made.checked_sub(self.session_start) {
            Some(since) => since % session,
            None => (session - (self.session_start - moves_made) % session) % session,
        };
        Some((session - since) as u32)
    }

    /// Returns the search limits for the next move of the engine, which plays `color` and has made `moves_made` moves.
    pub fn limits(&self, color: Color, moves_made: usize) -> Limits {
        let mut limits = Limits {
            depth: self.depth,
            ..Limits::default()
        };
        let moves_to_go = self.moves_to_go(moves_made);
        match (self.move_time, self.node_rate) {
            (Some(time), None) => limits.move_time = Some(time),
            (time, Some(rate)) => {
                let time = time.unwrap_or_else(|| self.own / moves_to_go.unwrap_or(EXPECTED_MOVES) + self.increment);
                limits.nodes = Some(((time.as_secs_f64() * rate as f64) as u64).max(1));
            }
            (None, None) => {
                let mut remaining = [self.own; 2];
                remaining[(!color).index()] = self.other;
                limits.clock = Some(Clock {
                    remaining,
                    increment: [self.increment; 2],
                    moves_to_go,
                });
            }
        }
        limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// Returns the clock that limits the next search.
    fn clock(clocks: &Clocks, color: Color, made: usize) -> Clock {
        clocks.limits(color, made).clock.expect("a clock")
    }

    #[test]
    fn moves_to_go_count_down_and_start_again() {
        let mut clocks = Clocks::default();
        clocks.level(40, 300 * SECOND, Duration::ZERO, 0);
        assert_eq!(clock(&clocks, Color::White, 0).moves_to_go, Some(40));
        assert_eq!(clock(&clocks, Color::White, 39).moves_to_go, Some(1));
        clocks.own = SECOND;
        clocks.spend(SECOND, 40);
        assert_eq!(clocks.own, 300 * SECOND);
        assert_eq!(clock(&clocks, Color::White, 40).moves_to_go, Some(40));
    }

    #[test]
    fn a_level_in_mid_game_starts_a_session() {
        let mut clocks = Clocks::default();
        clocks.level(20, 60 * SECOND, Duration::ZERO, 40);
        assert_eq!(clock(&clocks, Color::Black, 45).moves_to_go, Some(15));
    }

    #[test]
    fn a_session_begins_when_the_clock_gains_time() {
        let mut clocks = Clocks::default();
        clocks.level(5, 10 * SECOND, SECOND, 0);
        for made in 1..4 {
            clocks.spend(SECOND, made);
            assert!(!clocks.set_own(10 * SECOND, made), "nothing but the increment");
            assert_eq!(clock(&clocks, Color::White, made).moves_to_go, Some(5 - made as u32));
        }
        // The GUI adds the base time one move early, after a move that took more than the base time.
        clocks.own = 14 * SECOND;
        clocks.spend(12 * SECOND, 4);
        assert!(clocks.set_own(13 * SECOND - SECOND / 10, 4));
        assert_eq!(clock(&clocks, Color::White, 4).moves_to_go, Some(5));
        // The following sessions are expected at the corrected move numbers.
        clocks.own = 10 * SECOND;
        clocks.spend(SECOND, 9);
        assert_eq!(clocks.own, 20 * SECOND);
        assert!(!clocks.set_own(20 * SECOND, 9));
    }

    #[test]
    fn a_session_that_does_not_begin_is_reported() {
        let mut clocks = Clocks::default();
        clocks.level(5, 10 * SECOND, Duration::ZERO, 0);
        clocks.own = 3 * SECOND;
        clocks.spend(SECOND, 5);
        assert!(clocks.set_own(2 * SECOND, 5));
        assert_eq!(clocks.own, 2 * SECOND);
    }

    #[test]
    fn taking_back_moves_begins_no_session() {
        let mut clocks = Clocks::default();
        clocks.level(5, 10 * SECOND, Duration::ZERO, 0);
        clocks.own = 2 * SECOND;
        clocks.spend(SECOND, 3);
        assert!(!clocks.set_own(10 * SECOND, 1), "two moves are taken back");
        assert_eq!(clock(&clocks, Color::White, 1).moves_to_go, Some(4));
        clocks.session_start = 5;
        assert_eq!(clock(&clocks, Color::White, 4).moves_to_go, Some(1));
        assert_eq!(clock(&clocks, Color::White, 0).moves_to_go, Some(5));
    }

    #[test]
    fn limits_assign_the_clocks_to_the_colours() {
        let mut clocks = Clocks::default();
        clocks.level(0, 10 * SECOND, SECOND, 0);
        (clocks.own, clocks.other) = (7 * SECOND, 9 * SECOND);
        assert_eq!(clock(&clocks, Color::White, 3).remaining, [7 * SECOND, 9 * SECOND]);
        assert_eq!(clock(&clocks, Color::Black, 3).remaining, [9 * SECOND, 7 * SECOND]);
        clocks.spend(2 * SECOND, 4);
        assert_eq!(clocks.own, 6 * SECOND);
    }

    #[test]
    fn a_depth_limit_adds_to_other_limits_until_a_new_game() {
        let mut clocks = Clocks::default();
        clocks.move_time(3 * SECOND);
        clocks.depth(5);
        let limits = clocks.limits(Color::White, 0);
        assert_eq!(
            (limits.move_time, limits.depth, limits.clock),
            (Some(3 * SECOND), Some(5), None)
        );
        clocks.move_time(Duration::ZERO);
        assert!(clocks.limits(Color::White, 0).clock.is_some(), "the clock counts again");
        clocks.move_time(3 * SECOND);
        clocks.node_rate(1000);
        let limits = clocks.limits(Color::White, 0);
        assert_eq!((limits.nodes, limits.move_time), (Some(3000), None));
        clocks.new_game();
        let limits = clocks.limits(Color::White, 0);
        assert_eq!(
            (limits.nodes, limits.depth, limits.move_time),
            (None, None, Some(3 * SECOND))
        );
    }
}

//! The engine's clocks and the limits that follow from them.

use std::time::Duration;

use kurier_engine::search::{Clock, Limits};
use kurier_rules::rules::Color;

/// What the engine may spend, until the GUI says something: five minutes for the game.
const DEFAULT_BASE: Duration = Duration::from_secs(300);

/// Moves that a game is expected to go on, where a clock has to be turned into nodes.
const EXPECTED_MOVES: u32 = 30;

/// Time control and clocks. Kept by the engine itself between the GUI's `time` and `otim`.
///
/// XBoard counts the moves of a session by their numbers in the game, other GUIs perhaps by the moves that a player has made
/// on the clock. A clock that gains time shows when a session has begun.
#[derive(Clone, Debug)]
pub struct Clocks {
    /// Moves until `base` is added; 0: never.
    session: u32,
    base: Duration,
    increment: Duration,
    /// Moves that the engine had made when a session began.
    session_start: usize,
    /// What is left to the engine.
    own: Duration,
    /// What the GUI has not confirmed yet.
    estimate: Option<ClockEstimate>,
    /// What is left to the opponent.
    other: Duration,
    move_time: Option<Duration>,
    depth: Option<u32>,
    node_rate: Option<u64>,
}

/// The engine's account of its own clock after a move.
#[derive(Clone, Copy, Debug)]
struct ClockEstimate {
    /// Moves that the engine has made.
    moves_made: usize,
    /// What is left if no session has begun since.
    without_base: Duration,
    /// Whether a session should have begun by the numbers of the moves.
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
    /// `new`: full clocks, no depth limit.
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

    /// `setboard`: moves are counted from here.
    pub fn new_position(&mut self) {
        (self.session_start, self.estimate) = (0, None);
    }

    /// `level`. `moves_made`: by the engine, so far.
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

    /// `st`; 0 is the clock.
    pub fn move_time(&mut self, time: Duration) {
        self.move_time = (!time.is_zero()).then_some(time);
    }

    /// `sd`; 0 is no limit.
    pub fn depth(&mut self, plies: u32) {
        self.depth = (plies > 0).then_some(plies);
    }

    /// `nps`; 0 is the wall clock.
    pub fn node_rate(&mut self, rate: u64) {
        self.node_rate = (rate > 0).then_some(rate);
    }

    /// Takes over what is left to the engine after `moves_made` (`time`). Answers whether a session has begun, or has not, against
    /// expectation: then limits that were made before do not hold.
    pub fn set_own(&mut self, left: Duration, moves_made: usize) -> bool {
        self.own = left;
        let estimate = self
            .estimate
            .take()
            .filter(|estimate| estimate.moves_made == moves_made);
        let Some(estimate) = estimate.filter(|_| self.session > 0) else {
            return false;
        };
        // More than any inaccuracy, and less than a session brings, of which `level` may have rounded the time up.
        let new_session = left > estimate.without_base + self.base / 4;
        if new_session {
            self.session_start = moves_made;
        }
        new_session != estimate.session_due
    }

    /// `otim`: what is left to the opponent.
    pub fn set_other(&mut self, left: Duration) {
        self.other = left;
    }

    /// The engine has thought this long without making a move.
    pub fn interrupt(&mut self, time: Duration) {
        self.own = self.own.saturating_sub(time);
    }

    /// The engine has thought this long about a move of its own and made it, its `moves_made`-th.
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

    fn moves_to_go(&self, moves_made: usize) -> Option<u32> {
        let session = usize::try_from(self.session).ok().filter(|moves| *moves > 0)?;
        // Moves may have been taken back to before the session.
        let since = match moves_made.checked_sub(self.session_start) {
            Some(since) => since % session,
            None => (session - (self.session_start - moves_made) % session) % session,
        };
        Some((session - since) as u32)
    }

    /// Returns the limits of the next move of the engine, which plays `color` and has made `moves_made`.
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
    fn a_level_in_mid_game_counts_from_there() {
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
        // The GUI adds the time a move early, and the engine has used more of the clock than the session brings.
        clocks.own = 14 * SECOND;
        clocks.spend(12 * SECOND, 4);
        assert!(clocks.set_own(13 * SECOND - SECOND / 10, 4));
        assert_eq!(clock(&clocks, Color::White, 4).moves_to_go, Some(5));
        // From then on the engine expects the next session where it is.
        clocks.own = 10 * SECOND;
        clocks.spend(SECOND, 9);
        assert_eq!(clocks.own, 20 * SECOND);
        assert!(!clocks.set_own(20 * SECOND, 9));
    }

    #[test]
    fn a_session_that_does_not_begin_is_a_surprise() {
        let mut clocks = Clocks::default();
        clocks.level(5, 10 * SECOND, Duration::ZERO, 0);
        clocks.own = 3 * SECOND;
        clocks.spend(SECOND, 5);
        assert!(clocks.set_own(2 * SECOND, 5));
        assert_eq!(clocks.own, 2 * SECOND);
    }

    #[test]
    fn a_clock_that_is_set_back_with_moves_begins_no_session() {
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

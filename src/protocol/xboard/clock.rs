//! The engine's clocks and the limits that follow from them.

use std::time::Duration;

use crate::rules::Color;
use crate::search::{Clock, Limits};

/// What the engine may spend, until the GUI says something: five minutes for the game.
const DEFAULT_BASE: Duration = Duration::from_secs(300);

/// Moves that a game is expected to go on, where a clock has to be turned into nodes.
const EXPECTED_MOVES: u32 = 30;

/// Time control and clocks. Kept by the engine itself between the GUI's `time` and `otim`.
#[derive(Clone, Debug)]
pub struct Clocks {
    /// Moves until `base` is added; 0: never.
    session: u32,
    base: Duration,
    increment: Duration,
    /// Moves that the engine had made when `session` was set.
    counted_from: usize,
    /// What is left to the engine.
    own: Duration,
    /// What is left to the opponent.
    other: Duration,
    move_time: Option<Duration>,
    depth: Option<u32>,
    node_rate: Option<u64>,
}

impl Default for Clocks {
    fn default() -> Self {
        Self {
            session: 0,
            base: DEFAULT_BASE,
            increment: Duration::ZERO,
            counted_from: 0,
            own: DEFAULT_BASE,
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
            counted_from: 0,
            depth: None,
            node_rate: None,
            ..self.clone()
        };
    }

    /// `level`. `moves_made`: by the engine, so far.
    pub fn level(&mut self, moves: u32, base: Duration, increment: Duration, moves_made: usize) {
        *self = Self {
            session: moves,
            base,
            increment,
            counted_from: moves_made,
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

    /// `time`: what is left to the engine.
    pub fn set_own(&mut self, left: Duration) {
        self.own = left;
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
        self.own = self.own.saturating_sub(time) + self.increment;
        if self.session > 0 && self.moves_to_go(moves_made) == Some(self.session) {
            self.own += self.base;
        }
    }

    fn moves_to_go(&self, moves_made: usize) -> Option<u32> {
        let session = usize::try_from(self.session).ok().filter(|moves| *moves > 0)?;
        let since = moves_made.saturating_sub(self.counted_from);
        Some((session - since % session) as u32)
    }

    /// The limits of the next move of the engine, which plays `color` and has made `moves_made`.
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

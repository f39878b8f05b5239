//! The time manager: soft and hard bounds on the thinking time.

use std::time::Duration;

use super::{Clock, Limits, Parameters, TimeSource};
use kurier_rules::rules::Color;

/// The time budget of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Budget {
    /// There is no time limit.
    Unlimited,
    /// The search ends after this time.
    Exact(Duration),
    /// The search ends between two bounds, planned from the clock.
    Clock {
        /// After this time, multiplied by [`soft_bound_factor`], no new iteration is begun.
        soft: Duration,
        /// At this time the search ends, even during an iteration.
        hard: Duration,
    },
}

impl Budget {
    /// Creates the time budget for one move of `side`. `overhead` is the time lost between the clock and the engine in
    /// each move; `horizon` is the number of moves that the clock must last for if there is no further time control.
    pub fn new(limits: &Limits, side: Color, overhead: Duration, horizon: u32, parameters: &Parameters) -> Self {
        if let Some(time) = limits.move_time {
            Budget::Exact(usable(time, overhead))
        } else if let Some(clock) = &limits.clock {
            Self::from_clock(clock, side, overhead, horizon, parameters)
        } else {
            Budget::Unlimited
        }
    }

    /// Creates the time budget for one move of `side` from the clock; see [`Budget::new`].
    fn from_clock(clock: &Clock, side: Color, overhead: Duration, horizon: u32, parameters: &Parameters) -> Self {
        let remaining = clock.remaining[side.index()];
        let increment = clock.increment[side.index()];
        let planned_moves = |moves: u32| moves.clamp(1, horizon.max(parameters.time_moves_to_go() as u32));
        let moves = clock.moves_to_go.map_or(horizon, planned_moves);
        // The overhead is lost in every move that the time must last for. At least half of the time is kept for
        // thinking, because over a long horizon the overheads could use up all of the time.
        let left = usable(remaining, overhead);
        let bank = left.saturating_sub(overhead * (moves - 1)).max(left / 2);
        // The increment arrives only after the move, so the plan includes a part of it, but the hard bound is limited
        // by the time left without it. If less than the reserve is left on the clock, part of the increment is saved to
        // restore the reserve.
        let reserve = (increment + overhead) * (parameters.time_reserve() as u32).min(moves - 1);
        let kept = if left < reserve {
            left.div_duration_f64(reserve)
        } else {
            1.0
        };
        let planned = bank / moves + increment.mul_f64(fraction(parameters.time_increment()) * kept);
        let share = if moves == 1 {
            parameters.time_last_move()
        } else {
            parameters.time_left()
        };
        let most = left.mul_f64(fraction(share));
        let hard = planned.mul_f64(fraction(parameters.time_maximum())).min(most);
        Budget::Clock {
            soft: planned.min(hard),
            hard,
        }
    }
}

/// Returns `time` minus the overhead, but at least an eighth of `time`.
fn usable(time: Duration, overhead: Duration) -> Duration {
    time.saturating_sub(overhead).max(time / 8)
}

/// The properties of the search so far that extend or shorten the soft bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeFactors {
    /// The number of iterations since the best turn last changed.
    pub stability: u32,
    /// The share of the nodes spent on the best turn, from 0 to 1.
    pub node_share: f64,
    /// The number of centipawns by which the score has dropped since an earlier iteration; negative if it has risen.
    pub score_drop: i32,
    /// Whether there is only one turn to search.
    pub single_move: bool,
}

/// The clock of a running search.
#[derive(Clone, Copy)]
pub(super) struct Timer<'a> {
    source: &'a dyn TimeSource,
    /// The number of nodes that count as a millisecond of the budget; `None` to measure real time.
    node_time: Option<u32>,
    /// The number of nodes searched, as last passed to [`Timer::count`].
    nodes: u64,
    /// The real time when the search began.
    begun: Duration,
    /// The budget's time (see [`Timer::budget_time`]) when the search began.
    budget_begun: Duration,
    /// The budget's time when the engine's clock began to run: at the start of the search, or at the end of pondering.
    started: Duration,
    budget: Budget,
    pondering: bool,
}

impl<'a> Timer<'a> {
    /// Starts the timer of a search that begins now.
    pub fn start(source: &'a dyn TimeSource, budget: Budget, pondering: bool, node_time: Option<u32>) -> Self {
        let mut timer = Self {
            source,
            node_time,
            nodes: 0,
            begun: source.now(),
            budget_begun: Duration::ZERO,
            started: Duration::ZERO,
            budget,
            pondering,
        };
        timer.budget_begun = timer.budget_time();
        timer.started = timer.budget_begun;
        timer
    }

    /// Records the number of nodes of the search.
    pub fn count(&mut self, nodes: u64) {
        self.nodes = nodes;
    }

    /// Returns the current time on the budget's scale: real time, or nodes converted to time.
    fn budget_time(&self) -> Duration {
        match self.node_time {
            None => self.source.now(),
            Some(nodes) => Duration::from_nanos(self.nodes.saturating_mul(1_000_000) / u64::from(nodes.max(1))),
        }
    }

    /// Returns the real time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.source.now().saturating_sub(self.begun)
    }

    /// Returns the used part of the budget: the budget's time since the engine's clock began to run.
    fn used(&self) -> Duration {
        self.budget_time().saturating_sub(self.started)
    }

    /// Returns whether the search is pondering: thinking on the opponent's time.
    pub fn pondering(&self) -> bool {
        self.pondering
    }

    /// Ends pondering, because the opponent has played the expected move: from now on the budget is used.
    pub fn ponder_hit(&mut self) {
        self.pondering = false;
        self.started = self.budget_time();
    }

    /// Returns whether the search must end now.
    pub fn hard_reached(&self) -> bool {
        match self.budget {
            _ if self.source.interrupted() => true,
            _ if self.pondering => false,
            Budget::Unlimited => false,
            Budget::Exact(time) => self.used() >= time,
            Budget::Clock { hard, .. } => self.used() >= hard,
        }
    }

    /// Returns whether no further iteration should be begun. Time spent pondering counts as used.
    pub fn soft_reached(&self, factors: TimeFactors, parameters: &Parameters) -> bool {
        match self.budget {
            Budget::Clock { soft, .. } if !self.pondering => {
                let elapsed = self.budget_time().saturating_sub(self.budget_begun);
                elapsed >= soft.mul_f64(soft_bound_factor(factors, parameters)) || self.hard_reached()
            }
            _ => self.hard_reached(),
        }
    }

    /// Returns whether the budget was planned from the players' clocks.
    pub fn on_clock(&self) -> bool {
        matches!(self.budget, Budget::Clock { .. })
    }
}

/// Returns the factor applied to the soft bound, which is about 0.02 to 4 with the default parameters.
fn soft_bound_factor(factors: TimeFactors, parameters: &Parameters) -> f64 {
    if factors.single_move {
        return fraction(parameters.time_single_move());
    }
    let stable = factors.stability.min(parameters.time_stability_max() as u32);
    let stability =
        fraction(parameters.time_stability_base()) - fraction(parameters.time_stability_slope()) * f64::from(stable);
    let nodes = fraction(parameters.time_nodes_base()) - fraction(parameters.time_nodes_slope()) * factors.node_share;
    let nodes = nodes.max(fraction(parameters.time_nodes_min()));
    let falling = 1.0 + f64::from(factors.score_drop) / f64::from(parameters.time_falling_divisor());
    let falling = falling.clamp(
        fraction(parameters.time_falling_min()),
        fraction(parameters.time_falling_max()),
    );
    let weighed = |factor: f64, percent: i32| 1.0 + (factor - 1.0) * fraction(percent);
    weighed(stability, parameters.time_stability())
        * weighed(nodes, parameters.time_nodes())
        * weighed(falling, parameters.time_falling())
}

/// Converts a percentage to a fraction.
fn fraction(percent: i32) -> f64 {
    f64::from(percent) / 100.0
}

#[cfg(test)]
mod tests;

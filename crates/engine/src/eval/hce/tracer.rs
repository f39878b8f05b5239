//! Tracers receive the terms of the evaluation: one tracer sums them for the score, another records their counts for a
//! fit.

use crate::eval::tapered::Tapered;
use crate::eval::terms::Term;
use kurier_rules::rules::Color;

/// A receiver of the terms' scores.
pub(super) trait Tracer {
    /// Adds a score for `color`. The score is the weight of `term` times `count`.
    fn add(&mut self, color: Color, term: Term, score: Tapered, count: impl FnOnce() -> f32);

    /// Adds `count` times the weight of `term` for `color`.
    #[inline(always)]
    fn times(&mut self, color: Color, term: Term, weight: Tapered, count: i32) {
        self.add(color, term, weight * count, || count as f32);
    }
}

/// A tracer that sums the scores by colour.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sum(pub [Tapered; 2]);

impl Tracer for Sum {
    #[inline(always)]
    fn add(&mut self, color: Color, _: Term, score: Tapered, _: impl FnOnce() -> f32) {
        self.0[color.index()] += score;
    }
}

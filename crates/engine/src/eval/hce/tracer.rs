//! Adding up terms: for the score, or count by count for a fit.

use crate::eval::tapered::Tapered;
use crate::eval::terms::Term;
use kurier_rules::rules::Color;

/// Receives what the terms give.
pub(super) trait Tracer {
    /// Gives `color` a `score`: the weight of `term` times `count`.
    fn add(&mut self, color: Color, term: Term, score: Tapered, count: impl FnOnce() -> f32);

    /// Gives `color` the weight of a term so many times.
    #[inline(always)]
    fn times(&mut self, color: Color, term: Term, weight: Tapered, count: i32) {
        self.add(color, term, weight * count, || count as f32);
    }
}

/// The plain sum by colour.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sum(pub [Tapered; 2]);

impl Tracer for Sum {
    #[inline(always)]
    fn add(&mut self, color: Color, _: Term, score: Tapered, _: impl FnOnce() -> f32) {
        self.0[color.index()] += score;
    }
}

//! Adding up terms: for the score, or count by count for a fit.

use super::tapered::Tapered;
use super::trace::Term;
use crate::rules::Color;

/// Takes what the terms give.
pub(super) trait Tracer {
    /// A player gets `score`, which is the weight of `term` as often as `count` says.
    fn add(&mut self, color: Color, term: Term, score: Tapered, count: impl FnOnce() -> f32);
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

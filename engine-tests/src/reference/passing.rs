//! Passes: turns in which a player makes no move.

use kurier_rules::rules::Passing;

use super::Reference;
use super::step::{Step, plain};

impl Reference {
    /// Returns the step with which the side to move passes, if it may pass. `others` are its other moves.
    pub(super) fn pass(&self, others: &[Step]) -> Option<Step> {
        let must_drop = self.definition.hand.is_some_and(|hand| hand.must_drop);
        if must_drop && others.iter().any(|step| step.dropped.is_some()) {
            return None;
        }
        let when = self.definition.passing[self.side as usize];
        let own = self.pieces(self.side);
        let kings = self.royal(self.side);
        let square = match (self.definition.king(self.side), &kings[..]) {
            (Some(_), [king]) => *king,
            _ => own.map(|(square, _)| square).min()?,
        };
        let may = match when {
            Passing::Never => false,
            Passing::Always => !self.in_check() || self.faced > 0,
            Passing::Stalemated => !self.in_check() && others.is_empty(),
        };
        may.then(|| plain(square, square))
    }

    /// Returns whether a step passes the turn.
    pub(super) fn is_pass(&self, step: &Step) -> bool {
        self.definition.has_passing() && step.dropped.is_none() && step.from == step.to
    }
}

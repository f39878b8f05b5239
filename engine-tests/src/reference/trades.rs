//! Rules against the trade of strong pieces.

use kurier_rules::rules::PieceType;

use super::Reference;
use super::step::Step;

impl Reference {
    /// Returns the types of the pieces that a step captures.
    fn victims(&self, step: &Step) -> Vec<PieceType> {
        let squares = step.captured_on();
        squares.filter_map(|square| Some(self.at(square)?.1)).collect()
    }

    /// Returns whether the rules against trades forbid a step that is otherwise legal.
    pub(super) fn is_forbidden_trade(&self, step: &Step) -> bool {
        let trades = &self.definition.trades;
        let victims = self.victims(step);
        if self.no_counter && victims.iter().any(|victim| trades.no_counter.contains(victim)) {
            return true;
        }
        let Some((color, mover)) = self.at(step.from) else {
            return false;
        };
        let exposed = || self.play(step).attacks(!color, step.to);
        victims.contains(&mover) && trades.no_exposed.contains(&mover) && exposed()
    }

    /// Returns whether, after a step, the opponent must not capture in return a piece that the rules protect from
    /// trades.
    pub(super) fn forbids_counter(&self, step: &Step) -> bool {
        let mover = self.at(step.from).map(|(_, piece)| piece);
        let no_counter = &self.definition.trades.no_counter;
        let mut victims = self.victims(step).into_iter();
        victims.any(|victim| no_counter.contains(&victim) && Some(victim) != mover)
    }
}

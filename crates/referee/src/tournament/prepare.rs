//! The preparation of a tournament: every engine is tried before the first game.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use super::{Participant, Tournament, TournamentError, VariantSpec};
use crate::engine::{Engine, Failure, Fault, GameStart};
use crate::game::first_turn;
use kurier_engine::session::Board;
use kurier_rules::rules::Color;

impl Tournament {
    /// Starts every engine once to find out which variants it plays, and gives every engine a unique name. Returns the
    /// lines in which engines seem to report a problem.
    ///
    /// # Errors
    /// Fails if an engine does not work, refuses an option or has no limit; if fewer than two engines play a variant;
    /// if there are fewer than two engines, no variant or too many games; or if `cancelled` is set.
    pub fn prepare(&mut self, cancelled: &AtomicBool) -> Result<Vec<String>, TournamentError> {
        if self.participants.len() < 2 || self.variants.is_empty() {
            return Err(TournamentError::TooSmall);
        }
        if !self
            .format
            .is_within_bounds(self.participants.len(), self.variants.len(), self.pairs)
        {
            return Err(TournamentError::TooLarge);
        }
        let mut names = HashSet::new();
        let mut remarks = Vec::new();
        for participant in &mut self.participants {
            let program = || participant.spec.program.display().to_string();
            let label = || match participant.spec.name.as_str() {
                "" => program(),
                name => format!("{name} ({})", program()),
            };
            let error = |what: String| TournamentError::Engine(label(), what);
            let failed = |failure| match failure {
                Failure::Fault(fault) => error(Fault::to_string(&fault)),
                Failure::Cancelled => TournamentError::Cancelled,
            };
            let first = &self.variants[0].definition;
            let mut engine = Engine::start(&participant.spec, first, self.timeouts, cancelled).map_err(failed)?;
            engine
                .check(&participant.limits)
                .map_err(|limit| error(limit.to_string()))?;
            let unknown =
                |(index, variant): (usize, &VariantSpec)| (!engine.plays(&variant.definition)).then_some(index);
            participant.unsupported = self.variants.iter().enumerate().filter_map(unknown).collect();
            for (index, variant) in self.variants.iter().enumerate() {
                if !participant.unsupported.contains(&index) {
                    let start = trial(variant, participant);
                    engine.try_game(&start, cancelled).map_err(failed)?;
                }
            }
            remarks.extend(engine.remarks().iter().map(|text| format!("{}: {text}", label())));
            let given = [participant.spec.name.as_str(), engine.name(), &program()];
            let base = given
                .iter()
                .find(|name| !name.is_empty())
                .copied()
                .unwrap_or("engine")
                .to_owned();
            engine.quit();
            if participant.limits.is_empty() {
                return Err(TournamentError::NoLimit(base));
            }
            let numbered = (2..).map(|number| format!("{base} {number}"));
            participant.name = std::iter::once(base.clone())
                .chain(numbered)
                .find(|name| names.insert(name.clone()))
                .unwrap_or(base);
        }
        let schedule = self.schedule();
        for (index, variant) in self.variants.iter().enumerate() {
            if schedule.slots().iter().all(|slot| slot.variant != index) {
                let without = self
                    .participants
                    .iter()
                    .filter(|participant| participant.unsupported.contains(&index));
                let names: Vec<&str> = without.map(|participant| participant.name.as_str()).collect();
                return Err(TournamentError::NoOpponents(
                    variant.definition.name.clone(),
                    names.join(" or "),
                ));
            }
        }
        Ok(remarks)
    }
}

/// Returns the start of a trial game, which is not played, from the first opening of the variant.
fn trial(variant: &VariantSpec, participant: &Participant) -> GameStart {
    let definition = &variant.definition;
    let fen = variant.openings.first().and_then(|opening| opening.fen.clone());
    let fen = fen.unwrap_or_else(|| definition.start.clone());
    let side = Board::from_fen(definition, &fen).map_or(Color::White, |board| board.side());
    GameStart {
        definition: definition.clone(),
        fen,
        first_turn: first_turn(definition),
        side,
        limits: participant.limits.clone(),
        ponder: false,
    }
}

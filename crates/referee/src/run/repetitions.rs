//! Games that repeat another game move by move.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::tournament::FinishedGame;

/// The number of games that repeat another game move by move, regardless of the players.
#[derive(Clone, Debug, Default)]
pub struct Repetitions {
    known: HashSet<u64>,
    repeated: usize,
}

impl Repetitions {
    /// Adds a game, and counts it if it repeats an earlier game.
    pub(super) fn add(&mut self, game: &FinishedGame) {
        let mut hasher = DefaultHasher::new();
        let record = &game.record;
        (&record.variant, &record.start_fen).hash(&mut hasher);
        record.moves.iter().for_each(|played| played.turn.hash(&mut hasher));
        if !self.known.insert(hasher.finish()) {
            self.repeated += 1;
        }
    }

    /// Returns a note for the user, or `None` if every game was different.
    pub fn note(&self) -> Option<String> {
        let Self { known, repeated } = self;
        let all = repeated + known.len();
        (*repeated > 0).then(|| {
            format!(
                "note: {repeated} of {all} games repeat another one move by move; more openings make more different games"
            )
        })
    }
}

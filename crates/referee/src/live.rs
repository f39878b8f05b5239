//! Games in progress, for the spectators of a tournament.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::pairing::Slot;
use kurier_engine::session::Board;
use kurier_formats::pgn::GameRecord;

/// A game in progress.
#[derive(Clone, Debug)]
pub struct LiveGame {
    /// The game in the schedule.
    pub slot: Slot,
    /// The position, with all moves so far.
    pub board: Board,
    /// The moves so far, with the engines' scores as comments. There are no tags yet.
    pub record: GameRecord,
    /// The time that White and Black have left; `None` without a time control. The clock of the side to move runs from
    /// `since` on.
    pub clocks: [Option<Duration>; 2],
    /// The time of the last move.
    pub since: Instant,
}

/// The games in progress, which the threads of a tournament update and spectators read.
#[derive(Debug, Default)]
pub struct Live(Mutex<BTreeMap<usize, LiveGame>>);

impl Live {
    /// Returns the games in progress, in the order of the schedule.
    pub fn games(&self) -> Vec<LiveGame> {
        self.lock().values().cloned().collect()
    }

    /// Shows a game after one of its moves.
    pub(crate) fn show(&self, slot: Slot, moment: &Moment) {
        let game = LiveGame {
            slot,
            board: moment.board.clone(),
            record: moment.record.clone(),
            clocks: moment.clocks,
            since: Instant::now(),
        };
        self.lock().insert(slot.index, game);
    }

    /// Removes a game that has ended.
    pub(crate) fn remove(&self, slot: Slot) {
        self.lock().remove(&slot.index);
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<usize, LiveGame>> {
        // A panic cannot leave an incomplete change, because every change is a single insertion or removal.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A game in progress, as the referee passes it on to spectators.
pub(crate) struct Moment<'a> {
    /// The position.
    pub board: &'a Board,
    /// The moves so far.
    pub record: &'a GameRecord,
    /// The time that White and Black have left.
    pub clocks: [Option<Duration>; 2],
}

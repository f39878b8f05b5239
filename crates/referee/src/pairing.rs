//! A game of the schedule and its result, and what the games of two engines add up to.
//!
//! [`schedule`](super::schedule), [`swiss`](super::swiss), [`knockout`](super::knockout) and
//! [`standings`](super::standings) share these types; this module knows none of them.

use serde::Serialize;

use super::engine::FaultKind;
use kurier_formats::pgn::GameResult;

/// One game of a tournament. Two successive games are a pair: the same opening with colours reversed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Slot {
    /// Its index in the schedule.
    pub index: usize,
    /// The round, from 0.
    pub round: usize,
    /// The index of the variant.
    pub variant: usize,
    /// The engine that plays White.
    pub white: usize,
    /// The engine that plays Black.
    pub black: usize,
    /// The number of the opening; taken modulo the openings that there are.
    pub opening: usize,
}

impl Slot {
    /// Returns the index of the pair that the game belongs to.
    pub const fn pair(&self) -> usize {
        self.index / 2
    }

    /// Returns the two engines, in the order of their entry.
    pub fn players(&self) -> [usize; 2] {
        [self.white.min(self.black), self.white.max(self.black)]
    }
}

/// The part of a finished game that counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Which game it was.
    pub slot: Slot,
    /// Its result.
    pub result: GameResult,
    /// The fault that ended it, if one did; the loser's.
    pub fault: Option<FaultKind>,
}

/// All games that two engines play against each other in one round of a variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Duel {
    /// The round, from 0.
    pub round: usize,
    /// The engines, in the order of their entry.
    pub players: [usize; 2],
    /// The number of games that are scheduled.
    pub games: usize,
    /// The number of those that are finished.
    pub finished: usize,
    /// What the engines have scored, in half points.
    pub half_points: [u32; 2],
}

impl Duel {
    /// Returns whether all games that are scheduled are finished.
    pub fn is_finished(&self) -> bool {
        self.finished == self.games
    }

    /// Returns the opponent of an engine and the half points of both, if it takes part.
    pub fn seen_by(&self, engine: usize) -> Option<(usize, [u32; 2])> {
        let [first, second] = self.players;
        let [own, other] = self.half_points;
        match engine {
            _ if engine == first => Some((second, [own, other])),
            _ if engine == second => Some((first, [other, own])),
            _ => None,
        }
    }
}

/// A pair of games to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pairing {
    pub round: usize,
    /// The first has White in the first game.
    pub players: [usize; 2],
    pub opening: usize,
}

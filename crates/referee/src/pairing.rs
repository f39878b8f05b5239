//! The games of a schedule and their results, and the duels that they add up to.
//!
//! [`schedule`](super::schedule), [`swiss`](super::swiss), [`knockout`](super::knockout) and
//! [`standings`](super::standings) share the types of this module, which does not depend on these modules.

use serde::Serialize;

use super::engine::FaultKind;
use kurier_formats::pgn::GameResult;

/// One game of a tournament. A game with an even index and the following game are a pair: they have the same opening
/// and reversed colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Slot {
    /// The index of the game in the schedule.
    pub index: usize,
    /// The number of the round in which the game is played, from 0.
    pub round: usize,
    /// The index of the variant.
    pub variant: usize,
    /// The index of the engine that plays White.
    pub white: usize,
    /// The index of the engine that plays Black.
    pub black: usize,
    /// The number of the opening, to be taken modulo the number of openings.
    pub opening: usize,
}

impl Slot {
    /// Returns the index of the pair that the game belongs to.
    pub const fn pair(&self) -> usize {
        self.index / 2
    }

    /// Returns the two engines, in the order in which they entered the tournament.
    pub fn players(&self) -> [usize; 2] {
        [self.white.min(self.black), self.white.max(self.black)]
    }
}

/// The result of a finished game, as the standings need it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The game in the schedule.
    pub slot: Slot,
    /// The result of the game.
    pub result: GameResult,
    /// The fault that lost the game for the loser; `None` if the game was not lost because of a fault.
    pub fault: Option<FaultKind>,
}

/// All games that two engines play against each other in one round of a variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Duel {
    /// The number of the round, from 0.
    pub round: usize,
    /// The indices of the two engines, in the order in which they entered the tournament.
    pub players: [usize; 2],
    /// The number of scheduled games.
    pub games: usize,
    /// The number of finished games.
    pub finished: usize,
    /// The scores of the two engines, in half points.
    pub half_points: [u32; 2],
}

impl Duel {
    /// Returns whether all scheduled games are finished.
    pub fn is_finished(&self) -> bool {
        self.finished == self.games
    }

    /// Returns the opponent of `engine`, and the half points of `engine` and of the opponent. Returns `None` if
    /// `engine` does not play this duel.
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

/// A pair of games that is about to be added to the schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pairing {
    pub round: usize,
    /// The indices of the two engines. The first engine has White in the first game.
    pub players: [usize; 2],
    pub opening: usize,
}

//! Tournament formats, which say which engines play each other.

use super::knockout;

/// The tournament format, which says which engines play each other. Each variant is a separate tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// Every engine plays every other engine.
    #[default]
    RoundRobin,
    /// The first engine plays every other engine.
    Gauntlet,
    /// In each round, engines with similar scores meet; see [`swiss`](super::swiss).
    Swiss {
        /// The number of rounds.
        rounds: usize,
    },
    /// The loser of a duel is out; see [`knockout`](super::knockout).
    Knockout {
        /// The maximum number of additional pairs of games that prolong a level duel.
        deciders: usize,
    },
}

/// The maximum number of games of a tournament. It is limited because the schedule is kept in memory.
pub const MOST_GAMES: usize = 2_000_000;

impl Format {
    /// Tests whether a tournament has at most [`MOST_GAMES`] games, if two engines that meet play `pairs` pairs of
    /// games.
    pub fn is_within_bounds(self, engines: usize, variants: usize, pairs: usize) -> bool {
        let meetings = match self {
            Self::RoundRobin | Self::Gauntlet => engines.saturating_mul(engines) / 2,
            Self::Swiss { rounds } => (engines / 2).saturating_mul(rounds),
            Self::Knockout { .. } => engines,
        };
        let pairs = match self {
            Self::Knockout { deciders } => pairs.saturating_add(deciders),
            _ => pairs,
        };
        let games = [variants, pairs, 2].into_iter().fold(meetings, usize::saturating_mul);
        games <= MOST_GAMES
    }

    /// Returns the number of openings that a tournament can use if two engines that meet play `pairs` pairs of games.
    pub fn openings(self, engines: usize, pairs: usize) -> usize {
        match self {
            Self::RoundRobin | Self::Gauntlet => pairs,
            Self::Swiss { rounds } => rounds * pairs,
            Self::Knockout { deciders } => knockout::rounds(engines) * (pairs + deciders),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tournament_of_billions_of_games_is_out_of_bounds() {
        for (format, engines, pairs, is_within) in [
            (Format::RoundRobin, 2, 500_000, true),
            (Format::RoundRobin, 2, 2_147_483_648, false),
            (Format::Gauntlet, 1000, 2, true),
            (Format::Gauntlet, 100_000, 2, false),
            (Format::Swiss { rounds: 65_535 }, 2, 10, true),
            (Format::Swiss { rounds: usize::MAX }, 4, usize::MAX, false),
            (Format::Knockout { deciders: 65_535 }, 8, 1, true),
            (Format::Knockout { deciders: usize::MAX }, 8, 1, false),
        ] {
            assert_eq!(
                format.is_within_bounds(engines, 1, pairs),
                is_within,
                "{format:?} {engines} {pairs}"
            );
        }
    }
}

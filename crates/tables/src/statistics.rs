//! The statistics of a table: how often each side wins, and the longest wins.

use kurier_rules::rules::Color;
use rayon::prelude::*;

use crate::index::Index;
use crate::state::State;
use crate::{Outcome, Value};

/// The longest win or loss of a side, with a position in which it occurs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Longest {
    /// The number of plies.
    pub plies: u16,
    /// The number of the position in its table.
    pub(crate) cell: u64,
}

/// The results of all positions of a class with one side to move. The reflections of a position are counted too.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SideStatistics {
    /// The number of legal positions.
    pub positions: u64,
    /// The number of legal positions that the side to move wins within the move limit.
    pub wins: u64,
    /// The number of legal positions that the side to move loses within the move limit.
    pub losses: u64,
    /// The number of legal positions that are drawn only because of the move limit. They are counted as draws too.
    pub late: u64,
    /// The longest win within the move limit; `None` if the side to move never wins.
    pub longest_win: Option<Longest>,
    /// The longest loss within the move limit; `None` if the side to move never loses.
    pub longest_loss: Option<Longest>,
}

impl SideStatistics {
    /// Returns the number of legal positions that are drawn.
    pub fn draws(&self) -> u64 {
        self.positions - self.wins - self.losses
    }

    /// Combines the results of two parts of a table.
    fn combined(self, other: Self) -> Self {
        // If two results are equally long, the lower position number is kept, so that the order of the parts is
        // irrelevant.
        let longer = |one: Option<Longest>, other: Option<Longest>| {
            let rank = |longest: &Longest| (longest.plies, u64::MAX - longest.cell);
            one.into_iter().chain(other).max_by_key(rank)
        };
        Self {
            positions: self.positions + other.positions,
            wins: self.wins + other.wins,
            losses: self.losses + other.losses,
            late: self.late + other.late,
            longest_win: longer(self.longest_win, other.longest_win),
            longest_loss: longer(self.longest_loss, other.longest_loss),
        }
    }

    /// Returns the statistics of the single position `cell`, counted `images` times, once for each of its reflections.
    fn of(value: Value, cell: usize, images: u64, limit: u32) -> Self {
        let mut statistics = Self {
            positions: images,
            ..Self::default()
        };
        let longest = Some(Longest {
            plies: value.plies,
            cell: cell as u64,
        });
        match (value.outcome, value.under_limit(0, limit)) {
            (Outcome::Draw, _) => {}
            (_, Outcome::Draw) => statistics.late = images,
            (_, Outcome::Win) => (statistics.wins, statistics.longest_win) = (images, longest),
            (_, Outcome::Loss) => (statistics.losses, statistics.longest_loss) = (images, longest),
        }
        statistics
    }
}

/// The results of a class, by side to move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    pub(crate) sides: [SideStatistics; 2],
}

impl Statistics {
    /// Returns the results of the positions with `color` to move. White has the pieces before the `v` in the class's
    /// name.
    pub fn side(&self, color: Color) -> &SideStatistics {
        &self.sides[color.index()]
    }

    /// Returns the number of plies of the longest win or loss of either side; `None` if every position is drawn.
    pub fn longest(&self) -> Option<u16> {
        let all = self.sides.iter().flat_map(|side| [side.longest_win, side.longest_loss]);
        all.flatten().map(|longest| longest.plies).max()
    }

    /// Counts the results of a table. Results that take longer than `limit` plies are draws.
    pub(crate) fn of(index: &Index, states: &[u16], limit: u32) -> Self {
        let side = |states: &[u16]| {
            let one = |(cell, state): (usize, &u16)| match State(*state).value() {
                Some(value) => SideStatistics::of(value, cell, index.images(&index.squares(cell)), limit),
                None => SideStatistics::default(),
            };
            let parts = states.par_iter().enumerate().map(one);
            parts.reduce(SideStatistics::default, SideStatistics::combined)
        };
        let (white, black) = states.split_at(index.cells());
        Self {
            sides: [side(white), side(black)],
        }
    }
}

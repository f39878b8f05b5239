//! Settings that stay from search to search, and what they may be.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::Parameters;
use super::skill::{MAX_ELO, MIN_ELO};
use super::transposition_table::MAX_MIB;

/// Settings that stay from search to search. Values out of their ranges count as the nearest in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Size of the transposition table in MiB, in [`Settings::HASH`]. It becomes smaller where the system does not have the
    /// memory, see [`Searcher::hash`](super::Searcher::hash).
    pub hash: usize,
    /// Worker threads, in [`Settings::THREADS`]. At most four for each core are used.
    pub threads: usize,
    /// Lines searched and reported, in [`Settings::MULTIPV`].
    pub multipv: usize,
    /// Subtracted from every thinking time, for what is lost between the clock and the engine.
    pub overhead: Duration,
    /// By how much a draw counts as less than an even game for the side that searches, in centipawns, in
    /// [`Settings::CONTEMPT`]; a negative number makes draws welcome. Not in analysis, which takes no side.
    pub contempt: i32,
    /// Playing strength to aim at, in [`Settings::ELO`]; `None`: full.
    pub elo: Option<u32>,
    /// Nodes that count as a millisecond in limits of time, in [`Settings::NODE_TIME`], so that nothing depends on the speed of the
    /// machine; `None`: the clock counts.
    pub node_time: Option<u32>,
    /// The numbers of the search.
    pub parameters: Parameters,
}

impl Settings {
    /// Sizes of the transposition table, MiB.
    pub const HASH: RangeInclusive<usize> = 1..=MAX_MIB;
    /// Numbers of threads.
    pub const THREADS: RangeInclusive<usize> = 1..=512;
    /// Numbers of lines to report.
    pub const MULTIPV: RangeInclusive<usize> = 1..=256;
    /// Times to subtract from every thinking time, milliseconds.
    pub const OVERHEAD: RangeInclusive<usize> = 0..=5000;
    /// What a draw may count less than an even game, centipawns.
    pub const CONTEMPT: RangeInclusive<i32> = -500..=500;
    /// Numbers of nodes that may count as a millisecond.
    pub const NODE_TIME: RangeInclusive<u32> = 1..=10_000;
    /// Strengths that can be aimed at, Elo.
    pub const ELO: RangeInclusive<u32> = MIN_ELO..=MAX_ELO;
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hash: 64,
            threads: 1,
            multipv: 1,
            overhead: Duration::from_millis(30),
            contempt: 0,
            elo: None,
            node_time: None,
            parameters: Parameters::default(),
        }
    }
}

//! Settings that apply to all searches, and their ranges.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::Parameters;
use super::skill::{MAX_ELO, MIN_ELO};
use super::transposition_table::MAX_MIB;

/// Settings that apply to all searches. A value of `hash`, `threads` or `elo` outside its range counts as the nearest
/// value in the range; callers must keep all other values in their ranges.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The size of the transposition table in MiB, within [`Settings::HASH`]. The table is smaller if the system does
    /// not have enough memory; see [`Searcher::hash`](super::Searcher::hash).
    pub hash: usize,
    /// The number of threads, within [`Settings::THREADS`]. At most four threads per core are used.
    pub threads: usize,
    /// The number of lines searched and reported, within [`Settings::MULTIPV`].
    pub multipv: usize,
    /// The time subtracted from every thinking time, to allow for delays between the clock and the engine.
    pub overhead: Duration,
    /// How much less than an even game a draw is worth to the side that searches, in centipawns, within
    /// [`Settings::CONTEMPT`]; with a negative number the engine prefers draws. Ignored in infinite analysis.
    pub contempt: i32,
    /// The playing strength in Elo, within [`Settings::ELO`]; `None` for full strength.
    pub elo: Option<u32>,
    /// The number of nodes that count as a millisecond in time limits, within [`Settings::NODE_TIME`], so that the
    /// result does not depend on the speed of the machine; `None` to measure real time.
    pub node_time: Option<u32>,
    /// The search parameters, which only a build with the feature `tunable` can change.
    pub parameters: Parameters,
}

impl Settings {
    /// The range of the transposition table's size, in MiB.
    pub const HASH: RangeInclusive<usize> = 1..=MAX_MIB;
    /// The range of the number of threads.
    pub const THREADS: RangeInclusive<usize> = 1..=512;
    /// The range of the number of lines.
    pub const MULTIPV: RangeInclusive<usize> = 1..=256;
    /// The range of the overhead, in milliseconds.
    pub const OVERHEAD: RangeInclusive<usize> = 0..=5000;
    /// The range of the contempt, in centipawns.
    pub const CONTEMPT: RangeInclusive<i32> = -500..=500;
    /// The range of the number of nodes that count as a millisecond.
    pub const NODE_TIME: RangeInclusive<u32> = 1..=10_000;
    /// The range of the playing strength, in Elo.
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

//! What the settings may be.

use std::ops::RangeInclusive;

use crate::search::{MAX_ELO, MAX_THREADS, MIN_ELO};

/// Sizes of the transposition table, MiB.
pub const HASH: RangeInclusive<usize> = 1..=262_144;
/// Numbers of threads.
pub const THREADS: RangeInclusive<usize> = 1..=MAX_THREADS;
/// Numbers of lines to report.
pub const MULTIPV: RangeInclusive<usize> = 1..=256;
/// Times to subtract from every thinking time, milliseconds.
pub const OVERHEAD: RangeInclusive<usize> = 0..=5000;
/// Strengths that can be aimed at, Elo.
pub const ELO: RangeInclusive<usize> = MIN_ELO as usize..=MAX_ELO as usize;

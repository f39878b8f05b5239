//! The transposition table, shared by all threads without locks.
//!
//! An entry consists of two words, each written with one atomic store. The first word holds the key and the evaluation,
//! combined with the second word by exclusive or. If two threads write at once and their words are mixed, the key does
//! not match, and the entry is ignored (Hyatt and Mann, *A lock-less transposition table implementation for parallel
//! search*, 2002).
//!
//! Every access is atomic, so there are no data races (see `docs/developing.md`, *Data races*).

mod allocation;

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use super::score::{NO_SCORE, from_table, to_table};
use super::{Bound, Score};
use allocation::Allocation;
use kurier_rules::position::Move;

/// The maximum size of a table, in MiB.
pub(super) const MAX_MIB: usize = 65_536;
/// The number of entries in a bucket.
const ENTRIES: usize = 4;
/// The number of ages, a power of two. The age is counted modulo this number.
const AGES: u8 = 32;

/// The data that the table stores about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// The best move, or [`Move::NONE`]. It may be illegal, because different positions can share a key.
    pub best_move: Move,
    /// The score in centipawns, or [`NO_SCORE`].
    pub score: Score,
    /// The static evaluation without corrections, or [`NO_SCORE`].
    pub raw_eval: Score,
    /// The depth of the search in plies; 0 for quiescence search.
    pub depth: i32,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Whether the position is or was on a principal variation.
    pub pv: bool,
}

/// The entries of one cache line. The entry of a key can be in any slot of the key's bucket.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([(AtomicU64, AtomicU64); ENTRIES]);

const BUCKETS_PER_MIB: usize = (1 << 20) / size_of::<Bucket>();

/// The transposition table: entries in buckets, found by the keys of positions.
pub(super) struct TranspositionTable {
    buckets: Allocation,
    age: AtomicU8,
}

// Bits of the second word: 0-24 move, 25-40 score, 41-48 depth, 49-50 bound + 1 (0: no entry), 51 pv, 52-56 age, 57-63
// the rest of the move: the piece that it gates.
const SCORE: u32 = 25;
const DEPTH: u32 = 41;
const BOUND: u32 = 49;
const PV: u32 = 51;
const AGE: u32 = 52;
const GATED: u32 = 57;

impl TranspositionTable {
    /// Creates a table of about `mib` MiB. The table is smaller if the system does not have enough memory; see
    /// [`TranspositionTable::mib`].
    pub fn new(mib: usize) -> Self {
        Self::with_allocator(mib, Allocation::zeroed)
    }

    /// Creates a table of `mib` MiB with an allocator. If the allocator does not have enough memory, tries half the
    /// size, and so on.
    fn with_allocator(mib: usize, allocate: impl Fn(usize) -> Option<Allocation>) -> Self {
        let mut len = mib.clamp(1, MAX_MIB) * BUCKETS_PER_MIB;
        loop {
            match allocate(len) {
                Some(buckets) => {
                    return Self {
                        buckets,
                        age: AtomicU8::new(0),
                    };
                }
                None => len = (len / 2).max(1),
            }
        }
    }

    /// Returns the actual size of the table in MiB.
    pub fn mib(&self) -> usize {
        self.buckets.len() / BUCKETS_PER_MIB
    }

    /// Removes all entries.
    pub fn clear(&self) {
        for bucket in self.buckets.iter() {
            for (first, second) in &bucket.0 {
                first.store(0, Ordering::Relaxed);
                second.store(0, Ordering::Relaxed);
            }
        }
        self.age.store(0, Ordering::Relaxed);
    }

    /// Increments the age for a new search, so that entries of earlier searches are replaced more readily.
    pub fn increment_age(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    /// Returns the part of the table filled by the current search, in permille, as estimated from a sample.
    pub fn hashfull(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = self.buckets.len().min(250);
        let used = (self.buckets.iter().take(sample))
            .flat_map(|bucket| &bucket.0)
            .map(|(_, second)| second.load(Ordering::Relaxed))
            .filter(|data| data >> BOUND & 3 != 0 && (data >> AGE) as u8 & (AGES - 1) == age)
            .count();
        (used * 1000 / (sample * ENTRIES)) as u32
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        // The key's high bits choose the bucket and its low bits are stored, so nearly the whole key is compared.
        &self.buckets[((u128::from(key) * self.buckets.len() as u128) >> 64) as usize]
    }

    /// Prefetches the bucket of a key.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        allocation::prefetch(self.bucket(key));
    }

    /// Returns the entry of a position that is `turns` turns from the root, or `None` if the table has no entry for it.
    /// Mate scores are converted to distances from the root.
    #[inline]
    pub fn probe(&self, key: u64, turns: i32) -> Option<Entry> {
        for (first, second) in &self.bucket(key).0 {
            let data = second.load(Ordering::Relaxed);
            let tag = first.load(Ordering::Relaxed) ^ data;
            if tag >> 16 == key & KEY && data >> BOUND & 3 != 0 {
                let entry = unpack(tag, data);
                return Some(Entry {
                    score: from_table(entry.score, turns),
                    ..entry
                });
            }
        }
        None
    }

    /// Stores the entry of a position that is `turns` turns from the root, unless the table has a more valuable entry
    /// for this position.
    pub fn store(&self, key: u64, turns: i32, entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let slots = &self.bucket(key).0;
        let mut entry = Entry {
            score: to_table(entry.score, turns),
            ..entry
        };
        let mut replaced = &slots[0];
        let mut lowest = i32::MAX;
        for slot in slots {
            let data = slot.1.load(Ordering::Relaxed);
            let same_position = (slot.0.load(Ordering::Relaxed) ^ data) >> 16 == key & KEY;
            if same_position && data >> BOUND & 3 != 0 {
                let old = unpack(0, data);
                let fresh = (data >> AGE) as u8 & (AGES - 1) == age;
                if entry.best_move.is_none() {
                    entry.best_move = old.best_move;
                }
                // Keep a much deeper result of the current search instead of a bound from a shallow search.
                if fresh && entry.bound != Bound::Exact && entry.depth + 3 + 2 * i32::from(entry.pv) < old.depth {
                    return;
                }
                replaced = slot;
                break;
            }
            let value = replacement_value(data, age);
            if value < lowest {
                (lowest, replaced) = (value, slot);
            }
        }
        let (tag, data) = pack(key, entry, age);
        replaced.0.store(tag ^ data, Ordering::Relaxed);
        replaced.1.store(data, Ordering::Relaxed);
    }
}

/// The mask of the key bits that are stored in an entry.
const KEY: u64 = (1 << 48) - 1;

/// Returns the value of an entry: higher for deep and recent entries, lowest for an empty slot. The entry with the
/// lowest value is replaced.
#[inline(always)]
fn replacement_value(data: u64, age: u8) -> i32 {
    if data >> BOUND & 3 == 0 {
        return i32::MIN;
    }
    let age = (AGES + age - ((data >> AGE) as u8 & (AGES - 1))) & (AGES - 1);
    (data >> DEPTH & 255) as i32 - 8 * i32::from(age)
}

#[inline(always)]
fn pack(key: u64, entry: Entry, age: u8) -> (u64, u64) {
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    let data = u64::from(entry.best_move.bits() & ((1 << SCORE) - 1))
        | u64::from(entry.score as i16 as u16) << SCORE
        | (entry.depth.clamp(0, 255) as u64) << DEPTH
        | bound << BOUND
        | u64::from(entry.pv) << PV
        | u64::from(age) << AGE
        | u64::from(entry.best_move.bits() >> SCORE) << GATED;
    (key << 16 | u64::from(entry.raw_eval as i16 as u16), data)
}

#[inline(always)]
fn unpack(tag: u64, data: u64) -> Entry {
    Entry {
        best_move: Move::from_bits(data as u32 & ((1 << SCORE) - 1) | ((data >> GATED) as u32) << SCORE),
        score: Score::from((data >> SCORE) as i16),
        raw_eval: Score::from(tag as i16),
        depth: (data >> DEPTH & 255) as i32,
        bound: match data >> BOUND & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        },
        pv: data >> PV & 1 != 0,
    }
}

impl Entry {
    /// Creates an entry that holds a static evaluation but no score.
    pub fn evaluation_only(raw_eval: Score, pv: bool) -> Self {
        Self {
            best_move: Move::NONE,
            score: NO_SCORE,
            raw_eval,
            depth: 0,
            bound: Bound::Upper,
            pv,
        }
    }

    /// Returns whether the score and its bound prove either that the position's score is at least `beta` or that it is
    /// less than `beta`.
    #[inline(always)]
    pub fn allows_cutoff(&self, beta: Score) -> bool {
        self.score != NO_SCORE
            && match self.bound {
                Bound::Exact => true,
                Bound::Lower => self.score >= beta,
                Bound::Upper => self.score < beta,
            }
    }
}

#[cfg(test)]
mod tests;

//! The pawn hash table: how pawns stand together, by the key of the pawns. They seldom change, and hardly a node needs it
//! computed anew.

use arrayvec::ArrayVec;

use crate::eval::tapered::Tapered;
use kurier_rules::board::Square;

/// Entries of the table: with 64 bytes each it stays in the second-level cache.
const ENTRIES: usize = 1024;

/// The passed pawns of one side; more than these are not counted.
pub(super) type PassedPawns = ArrayVec<Square, 16>;

/// What depends on the pawns alone, by colour.
#[derive(Clone, Debug, Default)]
pub(super) struct PawnEntry {
    key: u64,
    /// The terms about their structure.
    pub structure: [Tapered; 2],
    pub passed: [PassedPawns; 2],
}

/// The table of one thread. An empty one remembers nothing.
#[derive(Clone, Debug, Default)]
pub(in crate::eval) struct PawnHash(Box<[PawnEntry]>);

impl PawnHash {
    /// Creates a table for searches, in which many positions share their pawns.
    pub fn new() -> Self {
        Self(vec![PawnEntry::default(); ENTRIES].into())
    }

    /// Forgets everything: the weights may be others.
    pub fn clear(&mut self) {
        self.0.fill(PawnEntry::default());
    }

    /// Returns the entry of a key, computed if it is not there. The entry of no pawns at all, whose key is 0, is the
    /// default.
    #[inline(always)]
    pub(super) fn entry(&mut self, key: u64, compute: impl FnOnce() -> PawnEntry) -> Option<&PawnEntry> {
        let entry = self.0.get_mut(key as usize % ENTRIES)?;
        if entry.key != key {
            *entry = PawnEntry { key, ..compute() };
        }
        Some(entry)
    }
}

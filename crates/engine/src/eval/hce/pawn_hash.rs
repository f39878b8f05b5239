//! The pawn hash table. It caches the pawn structure by the Zobrist key of the pawns, which seldom changes from node to
//! node.

use arrayvec::ArrayVec;

use crate::eval::tapered::Tapered;
use kurier_rules::board::Square;

/// The number of entries. With 64 bytes per entry, the table stays in the second-level cache.
const ENTRIES: usize = 1024;

/// The passed pawns of one side, of which at most 16 count.
pub(super) type PassedPawns = ArrayVec<Square, 16>;

/// All terms that depend only on the pawns, by colour.
#[derive(Clone, Debug, Default)]
pub(super) struct PawnEntry {
    key: u64,
    /// The scores of the pawn structure.
    pub structure: [Tapered; 2],
    pub passed: [PassedPawns; 2],
}

/// The pawn hash table of one thread. The default table has no entries and caches nothing.
#[derive(Clone, Debug, Default)]
pub(in crate::eval) struct PawnHash(Box<[PawnEntry]>);

impl PawnHash {
    /// Creates a table with [`ENTRIES`] entries. It is meant for searches, in which many positions have the same pawns.
    pub fn new() -> Self {
        Self(vec![PawnEntry::default(); ENTRIES].into())
    }

    /// Clears all entries, which may have been computed with different weights.
    pub fn clear(&mut self) {
        self.0.fill(PawnEntry::default());
    }

    /// Returns the entry of a key, after computing it if it is missing. Returns `None` if the table has no entries.
    /// Positions without pawns have the key 0, for which the default entry is correct.
    #[inline(always)]
    pub(super) fn entry(&mut self, key: u64, compute: impl FnOnce() -> PawnEntry) -> Option<&PawnEntry> {
        let entry = self.0.get_mut(key as usize % ENTRIES)?;
        if entry.key != key {
            *entry = PawnEntry { key, ..compute() };
        }
        Some(entry)
    }
}

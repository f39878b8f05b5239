//! The table of the search for mates. Its size is fixed: a new entry replaces the entry in its bucket that cost the
//! least work.

use super::Numbers;

/// The number of entries in a bucket.
const WAYS: usize = 4;

/// What is known about a position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known {
    key: u64,
    /// The proof number for `moves`; 0 if no numbers are stored.
    proof: u32,
    /// The disproof number for `moves`.
    disproof: u32,
    /// The number of turns of the attacker to which the numbers belong.
    moves: u8,
    /// One more than the least number of turns within which the attacker is known to win; 0 if none is known.
    won: u8,
    /// One more than the greatest number of turns for which the defender is known to hold; 0 if none is known.
    held: u8,
    /// One more than the binary logarithm of the number of nodes that the entry has cost; 0 marks an unused entry.
    work: u8,
}

impl Known {
    /// Returns whether the attacker wins within this number of turns.
    pub fn won_within(&self, moves: u32) -> bool {
        self.won > 0 && u32::from(self.won - 1) <= moves
    }

    /// Returns whether the defender holds against this number of turns.
    pub fn held_for(&self, moves: u32) -> bool {
        self.held > 0 && u32::from(self.held - 1) >= moves
    }

    /// Returns the numbers of the unsolved position for this number of turns, if they are stored.
    pub fn numbers_for(&self, moves: u32) -> Option<Numbers> {
        let Self { proof, disproof, .. } = *self;
        (proof > 0 && u32::from(self.moves) == moves).then_some(Numbers { proof, disproof })
    }
}

/// A hash table of fixed size.
pub(super) struct MateTable {
    entries: Vec<Known>,
}

impl MateTable {
    /// Creates an empty table of `mib` MiB, or of a smaller size if memory is short.
    pub fn new(mib: usize) -> Self {
        Self::with_buckets((mib.max(1) << 20) / (WAYS * size_of::<Known>()))
    }

    /// Creates an empty table with this number of buckets, or with fewer if memory is short.
    pub fn with_buckets(wanted: usize) -> Self {
        let sizes = std::iter::successors(Some(wanted), |buckets| Some(buckets / 2).filter(|less| *less > 0));
        let entries = sizes.map(|buckets| buckets * WAYS).find_map(|length| {
            let mut entries = Vec::new();
            entries.try_reserve_exact(length).ok()?;
            entries.resize(length, Known::default());
            Some(entries)
        });
        Self {
            entries: entries.unwrap_or_default(),
        }
    }

    /// Returns the indices of the entries in which a position may be stored.
    fn bucket(&self, key: u64) -> std::ops::Range<usize> {
        let buckets = self.entries.len() / WAYS;
        let bucket = ((u128::from(key) * buckets as u128) >> 64) as usize;
        bucket * WAYS..(bucket + 1).min(buckets) * WAYS
    }

    /// Returns what is known about a position, or `None` if the table has no entry for it.
    pub fn get(&self, key: u64) -> Option<Known> {
        let mut bucket = self.entries[self.bucket(key)].iter();
        bucket.find(|entry| entry.key == key && entry.work > 0).copied()
    }

    /// Stores the numbers of a position for a number of turns of the attacker.
    pub fn put(&mut self, key: u64, moves: u32, numbers: Numbers, work: u64) {
        let bucket = self.bucket(key);
        let rank = |entry: &Known| if entry.key == key { 0 } else { entry.work };
        let Some(entry) = self.entries[bucket].iter_mut().min_by_key(|entry| rank(entry)) else {
            return;
        };
        if entry.key != key {
            *entry = Known {
                key,
                ..Known::default()
            };
        }
        let moves = moves.min(254) as u8;
        let Numbers { proof, disproof } = numbers;
        if proof == 0 {
            entry.won = if entry.won == 0 {
                moves + 1
            } else {
                entry.won.min(moves + 1)
            };
        } else if disproof == 0 {
            entry.held = entry.held.max(moves + 1);
        } else {
            (entry.proof, entry.disproof, entry.moves) = (proof, disproof, moves);
        }
        entry.work = entry.work.max(1 + work.checked_ilog2().unwrap_or(0) as u8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_says_nothing_about_fewer_turns() {
        let mut table = MateTable::with_buckets(1);
        table.put(5, 1, Numbers::WON, 10);
        let known = table.get(5).expect("an entry");
        assert!(known.won_within(1) && known.won_within(2) && !known.won_within(0));
        assert!(!known.held_for(0));
        assert_eq!(known.numbers_for(0), None);
    }

    #[test]
    fn numbers_hold_for_their_number_of_turns_only() {
        let mut table = MateTable::with_buckets(1);
        let numbers = Numbers { proof: 3, disproof: 4 };
        table.put(5, 2, numbers, 10);
        let known = table.get(5).expect("an entry");
        assert_eq!(
            [1, 2, 3].map(|moves| known.numbers_for(moves)),
            [None, Some(numbers), None]
        );
        assert!(!known.won_within(3) && !known.held_for(0));
    }
}

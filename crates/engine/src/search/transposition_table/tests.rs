//! Tests of the transposition table: storing, replacing, sizes.

use super::super::score::MATE;
use super::*;
use kurier_rules::board::Square;
use kurier_rules::position::MoveKind;
use kurier_rules::rules::PieceType;

fn entry(score: Score, depth: i32) -> Entry {
    Entry {
        best_move: Move::promotion(Square(215), Square(255), MoveKind::EnPassant, PieceType(25)),
        score,
        raw_eval: -score / 2,
        depth,
        bound: Bound::Lower,
        pv: true,
    }
}

/// Returns a table with only 16 buckets, because Miri is slow.
fn small() -> TranspositionTable {
    TranspositionTable::with_allocator(1, |_| Allocation::zeroed(16))
}

#[test]
fn stored_entries_are_found() {
    let table = small();
    for (i, score) in [0, 31, -31, MATE, -MATE, NO_SCORE].into_iter().enumerate() {
        let key = (i as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        assert_eq!(table.probe(key, 0), None);
        table.store(key, 0, entry(score, 17));
        assert_eq!(table.probe(key, 0), Some(entry(score, 17)));
        assert_eq!(table.probe(key ^ 2, 0), None);
    }
    table.clear();
    assert_eq!(table.probe(0x9E37_79B9_7F4A_7C15, 0), None);
}

#[test]
fn the_shallowest_and_oldest_entries_are_replaced() {
    let table = small();
    for key in 1..=ENTRIES as u64 {
        table.store(key, 0, entry(1, 10 + key as i32));
    }
    table.store(5, 0, entry(1, 1));
    assert_eq!(table.probe(1, 0), None, "the shallowest is replaced");
    assert!((2..=5).all(|key| table.probe(key, 0).is_some()));
    table.increment_age();
    table.increment_age();
    table.store(6, 0, entry(1, 1));
    table.store(7, 0, entry(1, 1));
    assert!(
        table.probe(6, 0).is_some() && table.probe(7, 0).is_some(),
        "entries of earlier searches are replaced first"
    );
}

#[test]
fn an_entry_without_a_move_keeps_the_old_move() {
    let table = small();
    table.store(9, 0, entry(1, 3));
    table.store(
        9,
        0,
        Entry {
            best_move: Move::NONE,
            ..entry(2, 4)
        },
    );
    assert_eq!(
        table.probe(9, 0).map(|e| (e.best_move, e.score)),
        Some((entry(1, 3).best_move, 2))
    );
}

#[test]
fn a_table_is_halved_until_its_memory_is_available() {
    let short_of_memory = |len| (len < 3 * BUCKETS_PER_MIB).then(|| Allocation::zeroed(len))?;
    assert_eq!(TranspositionTable::with_allocator(2, short_of_memory).mib(), 2);
    assert_eq!(TranspositionTable::with_allocator(8, short_of_memory).mib(), 2);
}

#[test]
#[cfg_attr(miri, ignore = "three MiB are too slow")]
fn tables_of_any_size_work() {
    assert!(!TranspositionTable::new(0).buckets.is_empty());
    let table = TranspositionTable::new(3);
    assert_eq!(table.buckets.len(), 3 * BUCKETS_PER_MIB);
    assert_eq!(table.hashfull(), 0);
    for key in 0..u64::from(u16::MAX) {
        table.store(key << 32, 0, entry(0, 1));
    }
    assert!(table.hashfull() > 0);
    table.prefetch(u64::MAX);
}

//! The principal variations found so far: a triangular table with the best line below each ply.

use super::stack::MAX_PLY;
use kurier_rules::position::Move;

/// The best line below each ply.
pub(super) struct PvTable(Vec<Vec<Move>>);

impl PvTable {
    /// Empty lines.
    pub fn new() -> Self {
        Self((0..MAX_PLY + 2).map(|_| Vec::with_capacity(MAX_PLY)).collect())
    }

    /// Empties the line below a ply.
    #[inline(always)]
    pub fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// Makes the best line below a ply this move, followed by the best line below the next ply.
    pub fn set(&mut self, ply: usize, m: Move) {
        if let [here, below, ..] = &mut self.0[ply..] {
            here.clear();
            here.push(m);
            here.extend_from_slice(below);
        }
    }

    /// Returns the best line below a ply.
    pub fn get(&self, ply: usize) -> &[Move] {
        &self.0[ply]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_move_and_the_line_below_it() {
        let [a, b, c] = [1, 2, 3].map(Move::from_bits);
        let mut pv_table = PvTable::new();
        pv_table.set(2, c);
        pv_table.set(1, b);
        pv_table.set(0, a);
        assert_eq!(pv_table.get(0), [a, b, c]);
        pv_table.clear(1);
        pv_table.set(0, b);
        assert_eq!(pv_table.get(0), [b]);
    }
}

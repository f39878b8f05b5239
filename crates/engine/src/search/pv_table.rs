//! The triangular table of principal variations: the best line from each ply onwards.

use super::stack::MAX_PLY;
use kurier_rules::position::Move;

/// The best line found so far from each ply onwards.
pub(super) struct PvTable(Vec<Vec<Move>>);

impl PvTable {
    /// Creates a table of empty lines.
    pub fn new() -> Self {
        Self((0..MAX_PLY + 2).map(|_| Vec::with_capacity(MAX_PLY)).collect())
    }

    /// Empties the line of a ply.
    #[inline(always)]
    pub fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// Sets the line of a ply to a move, followed by the line of the next ply.
    pub fn set(&mut self, ply: usize, m: Move) {
        if let [here, below, ..] = &mut self.0[ply..] {
            here.clear();
            here.push(m);
            here.extend_from_slice(below);
        }
    }

    /// Returns the line of a ply.
    pub fn get(&self, ply: usize) -> &[Move] {
        &self.0[ply]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_move_followed_by_the_line_of_the_next_ply() {
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

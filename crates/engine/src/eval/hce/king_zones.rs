//! Tables of the squares around a king.

use kurier_rules::board::{Bitboard, DIRECTIONS, Shape, Square};
use kurier_rules::rules::Color;

/// The squares around a king, by the square of the king.
#[derive(Clone, Debug)]
pub(super) struct KingZones<const W: usize> {
    /// The neighbouring squares, by square.
    pub ring: Box<[Bitboard<W>]>,
    /// The king zone, by colour and square: the square, its neighbours, and, on boards with one level, the squares in
    /// front of the neighbours.
    pub zone: [Box<[Bitboard<W>]>; 2],
}

impl<const W: usize> KingZones<W> {
    /// Creates the tables for a board.
    pub fn new(shape: &Shape) -> Self {
        let squares = || (0..shape.area()).map(Square::new);
        let neighbours = |at: Square| DIRECTIONS.into_iter().filter_map(move |by| shape.step(at, by));
        let ring: Box<[Bitboard<W>]> = squares().map(|at| neighbours(at).collect()).collect();
        let zone = Color::BOTH.map(|color| {
            let rank = if color == Color::White { 1 } else { -1 };
            let ahead = DIRECTIONS
                .into_iter()
                .find(|by| by.file == 0 && by.level == 0 && by.rank == rank);
            squares()
                .map(|at| {
                    let mut zone = ring[at.index()];
                    zone.insert(at);
                    // In three dimensions the neighbours alone are a large zone, so no squares in front are added.
                    if shape.levels() == 1 {
                        for next in neighbours(at) {
                            zone |= ahead.and_then(|by| shape.step(next, by)).into_iter().collect();
                        }
                    }
                    zone
                })
                .collect()
        });
        Self { ring, zone }
    }
}

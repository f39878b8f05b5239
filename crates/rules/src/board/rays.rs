//! Straight lines on the board: the squares that a slider attacks, and the squares between two squares.

use super::{Bitboard, Shape, Square, Vector};

/// The 26 directions that change no coordinate by more than one. The first 13 lead to higher square numbers, and
/// direction `d + 13` is the opposite of direction `d`. On a flat board only the eight directions with `level == 0`
/// lead to other squares; the rays of the other directions are empty.
pub const DIRECTIONS: [Vector; 26] = directions();

const fn directions() -> [Vector; 26] {
    let mut all = [Vector::flat(0, 0); 26];
    let mut n = 0;
    let mut code = 14;
    while code < 27 {
        // The code has three base-three digits: level, rank, file. A code above 13 leads to higher square numbers.
        let up = Vector {
            file: code % 3 - 1,
            rank: code / 3 % 3 - 1,
            level: code / 9 - 1,
        };
        all[n] = up;
        all[n + 13] = up.opposite();
        n += 1;
        code += 1;
    }
    all
}

/// Ray tables of one board.
#[derive(Clone, Debug)]
pub struct Rays<const W: usize> {
    squares: usize,
    /// For each starting square and direction, the squares from the next square to the edge of the board or the next
    /// hole.
    rays: Vec<[Bitboard<W>; 26]>,
    /// For each pair of squares, the squares strictly between them. Empty if the two squares are not in line or a hole
    /// separates them.
    between: Vec<Bitboard<W>>,
}

impl<const W: usize> Rays<W> {
    /// Creates the tables by walking every line of the board.
    pub fn new(shape: &Shape) -> Self {
        let squares = shape.area();
        let mut rays = vec![[Bitboard::EMPTY; 26]; squares];
        let mut between = vec![Bitboard::EMPTY; squares * squares];
        for from in shape.squares() {
            for (d, vector) in DIRECTIONS.into_iter().enumerate() {
                let mut passed = Bitboard::EMPTY;
                let mut at = from;
                while let Some(next) = shape.step(at, vector) {
                    between[from.index() * squares + next.index()] = passed;
                    passed.insert(next);
                    at = next;
                }
                rays[from.index()][d] = passed;
            }
        }
        Self { squares, rays, between }
    }

    /// Returns the squares beyond `from` in a direction (an index into [`DIRECTIONS`]), up to the edge of the board or
    /// the next hole.
    #[inline(always)]
    pub fn ray(&self, direction: usize, from: Square) -> Bitboard<W> {
        self.rays[from.index()][direction]
    }

    /// Returns the squares that a slider attacks: in each of the `directions` (indices into [`DIRECTIONS`]), the
    /// squares up to and including the first occupied one.
    #[inline(always)]
    pub fn slides(&self, directions: &[u8], from: Square, occupied: Bitboard<W>) -> Bitboard<W> {
        let rays = &self.rays[from.index()];
        let mut attacks = Bitboard::EMPTY;
        for direction in directions {
            let ray = rays[*direction as usize];
            let blockers = ray & occupied;
            attacks |= ray
                & if *direction < 13 {
                    blockers.up_to_first()
                } else {
                    blockers.from_last_on()
                };
        }
        attacks
    }

    /// Returns the squares strictly between two squares. The set is empty if the two are neighbours, are not in line,
    /// or are separated by a hole.
    #[inline(always)]
    pub fn between(&self, a: Square, b: Square) -> Bitboard<W> {
        self.between[a.index() * self.squares + b.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;

    fn walk<const W: usize>(shape: &Shape, d: usize, from: Square, occupied: Bitboard<W>) -> Bitboard<W> {
        let mut seen = Bitboard::EMPTY;
        let mut at = from;
        while let Some(next) = shape.step(at, DIRECTIONS[d]) {
            seen.insert(next);
            if occupied.contains(next) {
                break;
            }
            at = next;
        }
        seen
    }

    fn assert_slides_agree_with_walks<const W: usize>(shape: &Shape) {
        let rays = Rays::<W>::new(shape);
        let mut random = SplitMix64::new(1);
        for _ in 0..20 {
            let mut occupied = Bitboard::EMPTY;
            for square in shape.squares() {
                if random.below(4) == 0 {
                    occupied.insert(square);
                }
            }
            for from in shape.squares() {
                for d in 0..26 {
                    let expected = walk(shape, d, from, occupied);
                    assert_eq!(rays.slides(&[d as u8], from, occupied), expected);
                    for to in expected {
                        assert!(!rays.between(from, to).intersects(occupied));
                        assert_eq!(rays.between(from, to), rays.between(to, from));
                    }
                }
            }
        }
    }

    #[test]
    fn slides_agree_with_a_slow_walk() {
        let mut holed = Shape::new(6, 8, 1);
        for corner in [0, 5, 20, 42, 47] {
            holed.punch(Square(corner));
        }
        assert_slides_agree_with_walks::<1>(&holed);
        assert_slides_agree_with_walks::<1>(&Shape::new(8, 8, 1));
        assert_slides_agree_with_walks::<2>(&Shape::new(12, 8, 1));
        assert_slides_agree_with_walks::<4>(&Shape::new(6, 6, 6));
    }

    #[test]
    fn opposite_directions_are_13_apart() {
        for d in 0..13 {
            assert_eq!(DIRECTIONS[d].opposite(), DIRECTIONS[d + 13]);
        }
    }
}

//! Straight lines over the board: what a slider sees before the first blocker, and what lies between two squares.

use super::{Bitboard, Shape, Square, Vector};

/// The 26 directions that change no coordinate by more than one. The first half leads to higher square numbers,
/// the second half are their opposites in the same order (`d + 13` is the opposite of `d`). On a flat board the
/// eight with `level == 0` lead anywhere; the others have empty rays.
pub const DIRECTIONS: [Vector; 26] = directions();

const fn directions() -> [Vector; 26] {
    let mut all = [Vector::flat(0, 0); 26];
    let mut n = 0;
    let mut code = 14;
    while code < 27 {
        // Base-three digits, most significant first: level, rank, file. Codes above 13 lead upwards in number.
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
    /// By square, then by direction: the squares from there to the edge, the square itself not included.
    rays: Vec<[Bitboard<W>; 26]>,
    /// By square, then by square: the squares strictly between, if the two are in line and no hole separates them.
    between: Vec<Bitboard<W>>,
}

impl<const W: usize> Rays<W> {
    /// Walks every line of the board once.
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

    /// Returns the squares in one direction on an empty board.
    #[inline(always)]
    pub fn ray(&self, direction: usize, from: Square) -> Bitboard<W> {
        self.rays[from.index()][direction]
    }

    /// Returns the squares that a slider reaches in some directions: in each up to and including the first occupied
    /// one.
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

    /// Returns the squares strictly between two squares in line; empty if they are neighbours or not in line.
    #[inline(always)]
    pub fn between(&self, a: Square, b: Square) -> Bitboard<W> {
        self.between[a.index() * self.squares + b.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    fn slides_like_a_walk<const W: usize>(shape: &Shape) {
        let rays = Rays::<W>::new(shape);
        let mut seed = 1u64;
        for _ in 0..20 {
            let mut occupied = Bitboard::EMPTY;
            for square in shape.squares() {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                if seed >> 62 == 0 {
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
        slides_like_a_walk::<1>(&holed);
        slides_like_a_walk::<1>(&Shape::new(8, 8, 1));
        slides_like_a_walk::<2>(&Shape::new(12, 8, 1));
        slides_like_a_walk::<4>(&Shape::new(6, 6, 6));
    }

    #[test]
    fn opposite_directions_are_13_apart() {
        for d in 0..13 {
            assert_eq!(DIRECTIONS[d].opposite(), DIRECTIONS[d + 13]);
        }
    }
}

//! The shape of a board: its files, ranks, levels and holes, and the names of its squares.

mod names;
#[cfg(test)]
mod tests;

use std::fmt;

use super::Square;

/// A step on the board, in files, ranks and levels.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Vector {
    /// The number of files to the right, towards the last letter; negative to the left.
    pub file: i8,
    /// The number of ranks up, away from White; negative down.
    pub rank: i8,
    /// The number of levels down, towards level `z`; negative up.
    pub level: i8,
}

impl Vector {
    /// Creates a step of `file` files and `rank` ranks that stays on its level.
    pub const fn flat(file: i8, rank: i8) -> Self {
        Self { file, rank, level: 0 }
    }

    /// Returns the step in the opposite direction.
    pub const fn opposite(self) -> Self {
        Self {
            file: -self.file,
            rank: -self.rank,
            level: -self.level,
        }
    }

    /// Returns the step with every coordinate multiplied by `n`.
    pub const fn times(self, n: i8) -> Self {
        Self {
            file: self.file * n,
            rank: self.rank * n,
            level: self.level * n,
        }
    }
}

/// The shape of a board: up to 26 files, 26 ranks, 26 levels and 256 squares, some of which may be holes.
///
/// ```
/// use kurier_rules::board::Shape;
/// let shape = Shape::new(6, 6, 6);
/// let square = shape.parse("wd1").unwrap();
/// assert_eq!(shape.name(square), "wd1");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    files: u8,
    ranks: u8,
    levels: u8,
    opposed_levels: bool,
    holes: Vec<bool>,
}

impl fmt::Display for Shape {
    /// Writes the number of files, of ranks and, if there are several, of levels: `12x8`, `6x6x6`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.levels {
            1 => f.pad(&format!("{}x{}", self.files, self.ranks)),
            levels => f.pad(&format!("{}x{}x{levels}", self.files, self.ranks)),
        }
    }
}

impl Shape {
    /// The maximum number of squares that a board may have, holes included.
    pub const MAX_SQUARES: usize = 256;
    /// The maximum number of files, ranks or levels.
    pub const MAX_SIDE: u8 = 26;

    /// Creates a board without holes.
    ///
    /// # Panics
    /// Panics if a side is 0 or above [`Shape::MAX_SIDE`], or if there are more than [`Shape::MAX_SQUARES`] squares.
    pub fn new(files: u8, ranks: u8, levels: u8) -> Self {
        assert!(
            [files, ranks, levels]
                .iter()
                .all(|side| (1..=Self::MAX_SIDE).contains(side)),
            "side out of range"
        );
        let squares = files as usize * ranks as usize * levels as usize;
        assert!(squares <= Self::MAX_SQUARES, "too many squares");
        Self {
            files,
            ranks,
            levels,
            opposed_levels: false,
            holes: vec![false; squares],
        }
    }

    /// Returns everything that distinguishes one shape from another: the numbers of files, ranks and levels, whether
    /// the levels are opposed, and whether each square is a hole.
    pub fn parts(&self) -> ([u8; 3], bool, &[bool]) {
        let Self {
            files,
            ranks,
            levels,
            opposed_levels,
            holes,
        } = self;
        ([*files, *ranks, *levels], *opposed_levels, holes)
    }

    /// Turns a square into a hole: no piece can stand on it, and slides end before it.
    pub fn punch(&mut self, square: Square) {
        self.holes[square.index()] = true;
    }

    /// Makes the levels opposed: the sides face each other across the levels as well as across the ranks, and White
    /// starts on the first level.
    pub fn oppose_levels(&mut self) {
        self.opposed_levels = true;
    }

    /// Returns whether the sides face each other across the levels as well as across the ranks.
    #[inline]
    pub fn opposed_levels(&self) -> bool {
        self.opposed_levels
    }

    /// Returns the number of files, 1 to 26.
    #[inline]
    pub fn files(&self) -> u8 {
        self.files
    }

    /// Returns the number of ranks, 1 to 26.
    #[inline]
    pub fn ranks(&self) -> u8 {
        self.ranks
    }

    /// Returns the number of levels, 1 for a flat board.
    #[inline]
    pub fn levels(&self) -> u8 {
        self.levels
    }

    /// Returns the number of squares, holes included.
    #[inline]
    pub fn area(&self) -> usize {
        self.holes.len()
    }

    /// Returns whether the square is a hole.
    #[inline]
    pub fn is_hole(&self, square: Square) -> bool {
        self.holes[square.index()]
    }

    /// Returns all squares that are not holes, in ascending order.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        (0..self.area())
            .map(Square::new)
            .filter(|square| !self.is_hole(*square))
    }

    /// Returns all squares, holes included, in the order of a FEN: level by level, each level from its last rank to its
    /// first, each rank from file a.
    pub fn fen_order(&self) -> impl Iterator<Item = Square> {
        let (files, ranks) = (self.files as usize, self.ranks as usize);
        let board = files * ranks;
        (0..self.area())
            .map(move |i| Square::new(i / board * board + (ranks - 1 - i % board / files) * files + i % files))
    }

    /// Returns the square on this file, rank and level, each counted from 0; `None` if it is a hole or off the board.
    pub fn square(&self, file: i32, rank: i32, level: i32) -> Option<Square> {
        self.square_or_hole(file, rank, level)
            .filter(|square| !self.is_hole(*square))
    }

    /// Returns the square or hole on this file, rank and level, each counted from 0; `None` if it is off the board.
    pub(super) fn square_or_hole(&self, file: i32, rank: i32, level: i32) -> Option<Square> {
        let inside = (0..self.files as i32).contains(&file)
            && (0..self.ranks as i32).contains(&rank)
            && (0..self.levels as i32).contains(&level);
        inside.then(|| Square::new(((level * self.ranks as i32 + rank) * self.files as i32 + file) as usize))
    }

    /// Returns the file of a square, from 0.
    #[inline]
    pub fn file(&self, square: Square) -> u8 {
        square.0 % self.files
    }

    /// Returns the rank of a square, from 0.
    #[inline]
    pub fn rank(&self, square: Square) -> u8 {
        square.0 / self.files % self.ranks
    }

    /// Returns the level of a square, from 0 for the top one.
    #[inline]
    pub fn level(&self, square: Square) -> u8 {
        (square.index() / (self.files as usize * self.ranks as usize)) as u8
    }

    /// Returns the square that a step from `square` leads to; `None` if the step leads to a hole or off the board.
    pub fn step(&self, square: Square, by: Vector) -> Option<Square> {
        self.square(
            self.file(square) as i32 + by.file as i32,
            self.rank(square) as i32 + by.rank as i32,
            self.level(square) as i32 + by.level as i32,
        )
    }

    /// Returns the square that a step from `square` leads to on a cylinder, where the first and the last file are
    /// neighbours. `None` if the step leads to a hole, or beyond the first or last rank or level.
    pub fn step_around(&self, square: Square, by: Vector) -> Option<Square> {
        let file = self.file(square) as i32 + by.file as i32;
        self.square(
            file.rem_euclid(self.files as i32),
            self.rank(square) as i32 + by.rank as i32,
            self.level(square) as i32 + by.level as i32,
        )
    }

    /// Returns the mirror image of a square: its rank is reversed, and so is its level if the levels are opposed. The
    /// file does not change.
    pub fn mirror(&self, square: Square) -> Square {
        let plane = self.files as usize * self.ranks as usize;
        let (file, rank, level) = (self.file(square), self.rank(square), self.level(square));
        let level = if self.opposed_levels {
            self.levels - 1 - level
        } else {
            level
        };
        Square::new(level as usize * plane + (self.ranks - 1 - rank) as usize * self.files as usize + file as usize)
    }

    /// Returns the square to which a turn of the board by 180 degrees moves `square`: files, ranks and opposed levels
    /// are reversed.
    pub fn turn(&self, square: Square) -> Square {
        let file = self.file(square);
        let mirror = self.mirror(square);
        Square::new(mirror.index() + usize::from(self.files - 1 - file) - usize::from(file))
    }

    /// Returns the step of one side that corresponds to a step of the other side: files, ranks and opposed levels are
    /// reversed.
    pub fn turned(&self, step: Vector) -> Vector {
        Vector {
            file: -step.file,
            rank: -step.rank,
            level: if self.opposed_levels { -step.level } else { step.level },
        }
    }

    /// Returns how far a white piece on the square has advanced, from 0: the rank, plus the level if levels are
    /// opposed.
    pub fn advance(&self, square: Square) -> u8 {
        let level = if self.opposed_levels { self.level(square) } else { 0 };
        self.rank(square) + level
    }

    /// Returns the greatest possible [advance](Self::advance).
    pub fn farthest(&self) -> u8 {
        let levels = if self.opposed_levels { self.levels - 1 } else { 0 };
        self.ranks - 1 + levels
    }
}

//! The positions of a board's squares in a picture.

use kurier_rules::board::{Shape, Square};

/// The side of a square in units. All lengths in a picture are measured in units, 100 to the side of a square.
pub const SIDE: f64 = 100.0;
/// The margin around each level, which holds its coordinates and separates it from the next level.
const MARGIN: f64 = 44.0;
/// The height of the strip above each level for its letter, on boards with several levels.
const HEADING: f64 = 62.0;

/// The placement of the squares: the levels in one row or two, starting with the topmost, each framed by its
/// coordinates.
#[derive(Clone, Debug)]
pub struct Layout<'a> {
    shape: &'a Shape,
    flipped: bool,
}

impl<'a> Layout<'a> {
    /// Creates the layout of a board seen from White's side, or from Black's if `flipped`.
    pub fn new(shape: &'a Shape, flipped: bool) -> Self {
        Self { shape, flipped }
    }

    /// Returns the number of levels per row: up to three levels share one row, four or more levels are split into two
    /// rows.
    fn columns(&self) -> u8 {
        match self.shape.levels() {
            levels @ 1..=3 => levels,
            levels => levels.div_ceil(2),
        }
    }

    fn heading(&self) -> f64 {
        if self.shape.levels() > 1 { HEADING } else { 0.0 }
    }

    fn level_size(&self) -> (f64, f64) {
        let side = |squares: u8| f64::from(squares) * SIDE + 2.0 * MARGIN;
        (side(self.shape.files()), side(self.shape.ranks()) + self.heading())
    }

    /// Returns the width and height of the whole picture, in units.
    pub fn size(&self) -> (f64, f64) {
        let (width, height) = self.level_size();
        let rows = self.shape.levels().div_ceil(self.columns());
        (width * f64::from(self.columns()), height * f64::from(rows))
    }

    /// Returns the upper left corner of the area that a level's squares cover, inside the margin of the level.
    pub fn level(&self, level: u8) -> (f64, f64) {
        let (width, height) = self.level_size();
        (
            f64::from(level % self.columns()) * width + MARGIN,
            f64::from(level / self.columns()) * height + MARGIN + self.heading(),
        )
    }

    /// Returns the upper left corner of a square.
    pub fn corner(&self, square: Square) -> (f64, f64) {
        let (x, y) = self.level(self.shape.level(square));
        (
            x + self.column(self.shape.file(square)),
            y + self.row(self.shape.rank(square)),
        )
    }

    /// Returns the left edge of a file, relative to the left edge of its level's squares.
    pub fn column(&self, file: u8) -> f64 {
        let file = if self.flipped {
            self.shape.files() - 1 - file
        } else {
            file
        };
        f64::from(file) * SIDE
    }

    /// Returns the upper edge of a rank, relative to the upper edge of its level's squares.
    pub fn row(&self, rank: u8) -> f64 {
        let rank = if self.flipped {
            rank
        } else {
            self.shape.ranks() - 1 - rank
        };
        f64::from(rank) * SIDE
    }

    /// Returns the distance, in units, from the edge of a level's squares to the centre line of the level's
    /// coordinates.
    pub fn strip(&self) -> f64 {
        MARGIN / 2.0
    }

    /// Returns the distance from the upper edge of a level's squares up to the centre of the level's letter.
    pub fn above(&self) -> f64 {
        MARGIN + HEADING / 2.0 - 8.0
    }
}

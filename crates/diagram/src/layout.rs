//! Where the squares of a board lie in a picture.

use kurier_rules::board::{Shape, Square};

/// The side of a square in units; everything in a picture is measured in these.
pub const SIDE: f64 = 100.0;
/// The room around each level: for its coordinates, and to part it from the next.
const MARGIN: f64 = 44.0;
/// The room above each level for its letter, on boards with levels.
const HEADING: f64 = 62.0;

/// Where the squares lie: the levels in one row or two, from the top one, each with its coordinates around it.
#[derive(Clone, Debug)]
pub struct Layout<'a> {
    shape: &'a Shape,
    flipped: bool,
}

impl<'a> Layout<'a> {
    /// Creates the board as White sees it, or as Black does.
    pub fn new(shape: &'a Shape, flipped: bool) -> Self {
        Self { shape, flipped }
    }

    /// Levels in a row: up to three in one, more in two.
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

    /// Width and height of the whole, in units.
    pub fn size(&self) -> (f64, f64) {
        let (width, height) = self.level_size();
        let rows = self.shape.levels().div_ceil(self.columns());
        (width * f64::from(self.columns()), height * f64::from(rows))
    }

    /// Returns the upper left corner of the squares of a level.
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

    /// Returns the left edge of a file, from that of its level.
    pub fn column(&self, file: u8) -> f64 {
        let file = if self.flipped {
            self.shape.files() - 1 - file
        } else {
            file
        };
        f64::from(file) * SIDE
    }

    /// Returns the upper edge of a rank, from that of its level.
    pub fn row(&self, rank: u8) -> f64 {
        let rank = if self.flipped {
            rank
        } else {
            self.shape.ranks() - 1 - rank
        };
        f64::from(rank) * SIDE
    }

    /// Returns the middle of the strips for coordinates, from the edge of the squares.
    pub fn strip(&self) -> f64 {
        MARGIN / 2.0
    }

    /// Returns the middle of a level's letter, above its upper edge.
    pub fn above(&self) -> f64 {
        MARGIN + HEADING / 2.0 - 8.0
    }
}

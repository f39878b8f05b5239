//! Distances and averages over the squares of a board, shared by several terms.

use kurier_rules::board::{Shape, Square};

/// Returns the number of king steps between two squares, ignoring pieces and holes.
#[inline]
pub(super) fn distance(shape: &Shape, a: Square, b: Square) -> u8 {
    let files = shape.file(a).abs_diff(shape.file(b));
    let ranks = shape.rank(a).abs_diff(shape.rank(b));
    let levels = shape.level(a).abs_diff(shape.level(b));
    files.max(ranks).max(levels)
}

/// Returns the distance of a square from the centre of the board in half steps, summed over files, ranks and levels.
#[inline]
pub(super) fn off_centre(shape: &Shape, square: Square) -> u8 {
    let off = |at: u8, side: u8| (2 * at).abs_diff(side - 1);
    off(shape.file(square), shape.files())
        + off(shape.rank(square), shape.ranks())
        + off(shape.level(square), shape.levels())
}

/// Returns the average of a function over all squares that are not holes.
pub(super) fn average(shape: &Shape, of: impl Fn(Square) -> f64) -> f64 {
    shape.squares().map(of).sum::<f64>() / shape.squares().count().max(1) as f64
}

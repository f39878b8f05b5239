//! The geometry of boards: squares, sets of squares, and the lines between squares.

mod bitboard;
mod rays;
mod shape;
mod square;
pub(crate) mod width;

pub use bitboard::{Bitboard, Squares, is_path, reachable};
pub use rays::{DIRECTIONS, Rays};
pub use shape::{Shape, Vector};
pub use square::Square;
pub use width::{AnyWidth, WidthFamily, same, same_mut, same_ref};

//! Where games begin: lists of positions from files, and new ones made by random play.

mod make;
mod read;

pub use make::{Made, Recipe, make};
pub use read::{OpeningError, read_games, read_positions};

//! Where games begin: lists of positions from files, and new ones made by random play.

mod generate;
mod read;

pub use generate::{GenerateConfig, GeneratedOpening, generate};
pub use read::{OpeningError, read_games, read_positions};

//! Start positions of games: read from files, or made by random play.

mod generate;
mod order;
mod read;

use kurier_rules::position::Turn;

pub use generate::{GenerateConfig, GeneratedOpening, generate};
pub use order::order;
pub use read::{Book, OpeningError, read_games, read_positions};

/// Where a game begins.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Opening {
    /// The position; `None`: the start of the variant.
    pub fen: Option<String>,
    /// Turns that are played from there before the engines take over.
    pub turns: Vec<Turn>,
}

//! Portable Game Notation (PGN): files of games, in all variants.
//!
//! [`text`] writes a [`GameRecord`]. A [`Reader`] reads the games of a file of any size one by one, as text;
//! [`Game::replay`] plays the moves of a game by the rules and returns a record.
//!
//! The writer uses the export format of the PGN standard (S. J. Edwards, 1994) with XBoard's tag `Variant`. The reader
//! tolerates other programs' deviations from the standard.

mod error;
mod game;
mod lines;
mod reader;
mod record;
pub mod signs;
mod tags;
mod tokens;
mod writer;

#[cfg(test)]
mod tests;

pub use error::{Oddity, PgnError, Problem, Warning};
pub use game::append;
pub use game::{Game, MoveText, is_orthodox};
pub use reader::{Reader, length_of_whole_games, whole_games};
pub use record::{Annotations, GameRecord, GameResult, MoveRecord, Ply};
pub use writer::movetext;
pub use writer::text;

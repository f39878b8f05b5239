//! Portable Game Notation: files of games, in all variants.
//!
//! [`text`] writes a [`GameRecord`]. A [`Reader`] reads the games of a file one by one, as text, from files of any size;
//! [`Game::replay`] plays such a text by the rules and makes a record of it.
//!
//! The writer uses the export format of the PGN standard (S. J. Edwards, 1994) with XBoard's tag `Variant`. The reader is
//! lenient with what other programs write.

mod error;
mod game;
mod lines;
mod reader;
mod record;
pub mod signs;
mod tokens;
mod writer;

#[cfg(test)]
mod tests;

pub use error::{Oddity, PgnError, Problem, Warning};
pub use game::append;
pub use game::{Game, MoveText};
pub use reader::{Reader, length_of_whole_games, whole_games};
pub use record::{Annotations, GameRecord, GameResult, MoveRecord, Ply};
pub use writer::movetext;
pub use writer::text;

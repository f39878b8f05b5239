//! Portable Game Notation: files of games, in all variants.
//!
//! [`text`] writes a [`GameRecord`]; a [`Reader`] reads the games of a file one by one, however large it is, as text;
//! [`Game::replay`] plays such a text by the rules and makes a record of it. What is written is read back.
//!
//! The form is the export format of the PGN standard (S. J. Edwards, 1994) with XBoard's tag `Variant`. The reader takes
//! what other programs make of the standard.

mod error;
mod game;
mod lines;
mod reader;
mod record;
mod tokens;
mod writer;

#[cfg(test)]
mod tests;

pub use error::{PgnError, Problem};
pub use game::{Game, MoveText};
pub use reader::Reader;
pub use record::{GameRecord, GameResult, MoveRecord, Ply};
pub use writer::text;

//! Opening books of any game: positions with the results of games and the scores of searches.
//!
//! | module | what it does |
//! |---|---|
//! | [`book`](Book) | the positions of a book, and the moves that it has in a position |
//! | `choice` | chooses one of the moves, with more or less variety |
//! | `file` | the compact file of a book |
//! | `games` | adds the games of a collection, and writes the lines of a book as games |
//! | [`grow`](Grower) | chooses the positions that a book needs most, searches them and plays games from them |
//! | `polyglot` | reads and writes Polyglot's format, for chess |
//! | `shipped` | the books that are part of Kurier |
//! | `walk` | the tree of the lines of a book |

mod book;
mod choice;
mod file;
mod games;
mod grow;
mod polyglot;
mod shipped;
mod walk;

pub use book::{Book, BookMove, Entry};
pub use choice::Variety;
pub use file::{BookError, is_book};
pub use games::{lines, pgn_text};
pub use grow::{Effort, Expansion, Grower};
pub use polyglot::is_named as is_polyglot;

#[cfg(test)]
mod tests;

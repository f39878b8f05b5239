//! Puzzles of any game: positions with one winning turn. They come from Kurier's games against itself, are proven by
//! searches, and are rated by the work that a search needs to solve them.
//!
//! | module | what it does |
//! |---|---|
//! | [`maker`](Maker) | plays games and finds candidates: positions where a side suddenly stands much better |
//! | `proof` | proves that one turn wins, turn after turn: by the search for mates, or by a deeper search |
//! | `themes` | names what happens in a solution |
//! | `rating` | rates a puzzle by the nodes of a search that finds its first turn |
//! | [`set`](PuzzleSet) | the puzzles of a game, no two alike, and their files |
//! | `pgn` | writes puzzles as games |

mod maker;
mod pgn;
mod proof;
mod rating;
mod set;
mod themes;

pub use maker::{Effort, Maker};
pub use pgn::text as pgn_text;
pub use proof::Goal;
pub use set::{Kind, Puzzle, PuzzleSet, SetError};

//! Kurier, an engine for the Courier Chess family and other games that no strong engine plays.
//!
//! # Architecture
//!
//! Each module uses only modules above it in this list (a unit test holds the order).
//!
//! | module | what it is | what it does not know |
//! |---|---|---|
//! | [`board`] | squares, sets of squares, lines between them | pieces |
//! | [`rules`] | a game: its file, Betza notation, the tables compiled for a board width | positions |
//! | [`position`] | state, legal moves, keys, FEN, notation, the end of the game | what is good |
//! | [`eval`] | how good a position is | moves to come |
//! | [`search`] | which move is best | text; which game it plays |
//! | [`import`] | games of other programs' files | positions |
//! | [`diagram`] | pictures of positions and of moves: SVG, PNG, text | what is legal |
//! | [`session`] | the façade, and the one place that picks a board width | standard input and output |
//! | [`pgn`] | files of games | who played them |
//! | [`protocol`] | UCI and XBoard | how moves are found |
//! | [`referee`] | tournaments between engines | the command line |
//! | [`cli`] | the command line | protocols |
//!
//! A game is a file in `variants/`. Opening it compiles everything that is asked later - steps, leaps, rays, paths,
//! promotions, rights - into tables of [`board::Bitboard`]s of one, two or four words, whatever the board needs. No code
//! knows a game by its name, and nothing below [`session`] names a number of words: [`position::Position`],
//! [`eval::Evaluation`] and [`search::Searcher`] are generic over it and dispatched once, when a game is opened.
//!
//! The core - everything down to [`pgn`] - needs no Cargo feature. `protocol` and `referee` add the modules of these names,
//! `pictures` adds PNG to [`diagram`], and `cli`, the default, adds the program and all of these. `tunable` makes every
//! parameter of the search a UCI option.
//!
//! What is deliberately absent: global state in the search, `unsafe` outside the transposition table's memory and the
//! loops over a network's neurons, printing or parsing below [`protocol`] and [`cli`].

#[cfg(test)]
mod architecture;
pub mod board;
#[cfg(feature = "cli")]
pub mod cli;
pub mod diagram;
pub mod eval;
pub mod import;
pub mod pgn;
pub mod position;
#[cfg(feature = "protocol")]
pub mod protocol;
mod random;
#[cfg(feature = "referee")]
pub mod referee;
pub mod rules;
pub mod search;
pub mod session;

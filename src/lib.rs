//! Kurier, a chess engine for the Courier Chess family and other variants, including your own.
//!
//! A [`session::Board`] is a position of any variant, a [`session::Engine`] searches it:
//!
//! ```
//! use kurier::rules::Catalogue;
//! use kurier::session::Board;
//!
//! let courier = Catalogue::built_in().get("courier").expect("a built-in variant");
//! let mut board = Board::new(&courier);
//! assert_eq!(board.perft(3, 1).nodes, 18_406);
//!
//! board.play(&board.parse("b1c3")?)?;
//! println!("{board}");
//! # Ok::<(), kurier::session::IllegalMove>(())
//! ```
//!
//! The folder `examples` has more: perft, a random game, analysis, and a variant of one's own.
//!
//! # Architecture
//!
//! Each module uses only modules above it in this list (a unit test holds the order).
//!
//! | module | what it does | what it does not know |
//! |---|---|---|
//! | [`files`] | reading and writing files of users | what is in them |
//! | [`outside`] | text from outside, made fit to be shown | whose it is |
//! | [`board`] | squares, bitboards, rays | pieces |
//! | [`rules`] | variants: their files, Betza notation, the tables compiled for a board width | positions |
//! | [`position`] | state, legal moves, keys, FEN, notation, ends of games | what is good |
//! | [`eval`] | how good a position is | moves to come |
//! | [`search`] | which move is best | text; which variant it plays |
//! | [`import`] | variants from other programs' files | positions |
//! | [`diagram`] | diagrams of positions and of moves: SVG, PNG, text | what is legal |
//! | [`session`] | boards and engines of any variant: the one place that picks a board width | standard input and output |
//! | [`pgn`] | files of games | who played them |
//! | [`epd`] | positions and what is known about them, a line each | whether it is true |
//! | [`annotate`] | scores, best lines and mistakes of a game | where games come from |
//! | [`desk`] | requests and replies of a board with a screen, for the browser and for workers | how they travel |
//! | [`protocol`] | UCI and XBoard | how moves are found |
//! | [`referee`] | tournaments between engines | the command line |
//! | [`serve`] | the board in the browser: the page and its socket | what the messages say |
//! | [`cli`] | the command line | protocols |
//!
//! A variant is a file in `variants/`. Opening it compiles everything that is needed later - steps, leaps, rays, paths,
//! promotions, castling - into tables of [`board::Bitboard`]s of one, two or four words, as the board requires. No code
//! knows a variant by its name, and nothing that [`session`] builds on picks a number of words: [`position::Position`],
//! [`eval::Evaluation`] and [`search::Searcher`] are generic over it and dispatched once, when a variant is opened.
//!
//! What is deliberately absent: global state, `unsafe` outside the transposition table's memory and the SIMD kernels of
//! the network, and printing or parsing in the search.
//!
//! # Features
//!
//! The core, down to [`desk`], needs no feature and compiles for `wasm32-unknown-unknown`. `protocol` and `referee` add the
//! modules of these names, `pictures` adds PNG to [`diagram`], and `cli` adds the program and all of these. `serve` adds
//! [`serve`] and its command, `networks` the trained networks, without which the evaluation has the hand-crafted terms alone
//! until it is given a network file; both are defaults beside `cli`.
//! `tunable` makes every parameter of the search a UCI option.

pub mod annotate;
#[cfg(test)]
mod architecture;
pub mod board;
#[cfg(feature = "cli")]
pub mod cli;
pub mod desk;
pub mod diagram;
pub mod epd;
pub mod eval;
pub mod files;
pub mod import;
pub mod outside;
pub mod pgn;
pub mod position;
#[cfg(feature = "protocol")]
pub mod protocol;
mod random;
#[cfg(feature = "referee")]
pub mod referee;
pub mod rules;
pub mod search;
#[cfg(feature = "serve")]
pub mod serve;
pub mod session;

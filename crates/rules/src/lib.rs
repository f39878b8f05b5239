//! Boards, rules and positions of chess variants: the foundation of the engine Kurier.
//!
//! | module | what it does | what it does not know |
//! |---|---|---|
//! | [`files`] | reads and writes files of users | what is in them |
//! | [`outside`] | makes text from outside fit to be shown | whose it is |
//! | [`random`] | random numbers whose sequence never changes | what they are for |
//! | [`board`] | squares, bitboards, rays | pieces |
//! | [`rules`] | variants: their files, Betza notation, the tables compiled for a board width | positions |
//! | [`position`] | state, legal moves, keys, FEN, notation, ends of games | what is good |
//!
//! The package is public for experiments and may change in any version; what is promised is in the package `kurier`.

pub mod board;
pub mod files;
pub mod outside;
pub mod position;
pub mod random;
pub mod rules;

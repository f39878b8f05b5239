//! Boards, rules and positions of chess variants: the foundation of the engine Kurier.
//!
//! | module | what it does | what it does not know |
//! |---|---|---|
//! | [`files`] | reads and writes the user's files | what is in them |
//! | [`sanitize`] | makes untrusted text safe to print | where it comes from |
//! | [`random`] | generates random numbers whose sequence never changes | what they are for |
//! | [`board`] | squares, bitboards, rays | pieces |
//! | [`rules`] | variants: their files, Betza notation, the tables compiled for a board width | positions |
//! | [`position`] | state, legal moves, keys, FEN, notation, ends of games | which positions are good |
//! | [`endgame`] | the values in endgame tables, and how to probe them | how tables are made |
//!
//! This package is published for experiments, and its API may change in any version. The package `kurier` has the
//! stable API.

pub mod board;
pub mod endgame;
pub mod files;
pub mod position;
pub mod random;
pub mod rules;
pub mod sanitize;

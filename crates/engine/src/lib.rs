//! Evaluation, search and sessions of the chess variant engine Kurier.
//!
//! | module | what it does | what it does not know |
//! |---|---|---|
//! | [`eval`] | how good a position is | moves to come |
//! | [`search`] | which move is best | text; which variant it plays |
//! | [`session`] | boards and engines of any variant, whatever its board width | standard input and output |
//!
//! Evaluation and search are generic over the board width. This package compiles them once for each of the widths that
//! [`AnyWidth`](kurier_rules::board::AnyWidth) lists.
//!
//! The package `kurier` promises a stable [`session`]; the other modules are public for experiments and may change in
//! any version.

pub mod eval;
pub mod search;
pub mod session;

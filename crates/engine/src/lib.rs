//! Evaluation, search and sessions of the chess variant engine Kurier.
//!
//! | module | what it does | what it does not know |
//! |---|---|---|
//! | [`eval`] | how good a position is | moves to come |
//! | [`search`] | which move is best | text; which variant it plays |
//! | [`session`] | boards and engines of any variant: the one place that picks a board width | standard input and output |
//!
//! Evaluation and search are generic over the width of the board and compiled in this package, once for each width.
//!
//! Only [`session`] is promised, by the package `kurier`; the rest is public for experiments and may change in any version.

pub mod eval;
pub mod search;
pub mod session;

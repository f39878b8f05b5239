//! The JavaScript package `kurier`: the engine's library for Node and browsers.
//!
//! [`board`] has the rules for those who need an answer at once. [`desk`] is what a worker runs: it answers the messages of
//! [`kurier_api`], searches included.

mod board;
mod desk;
mod error;
mod variant;

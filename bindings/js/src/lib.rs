//! The JavaScript package `kurier`: the engine's library for Node and browsers.
//!
//! [`board`] gives synchronous access to the rules. [`desk`] is for web workers: it answers the messages of
//! [`kurier_api`], searches included.

mod board;
mod desk;
mod error;
mod moves;
mod variant;

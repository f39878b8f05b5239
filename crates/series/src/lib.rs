//! The parts that every series of games needs, whoever plays the games.
//!
//! - [`statistics`] estimates strength from results, and [`sprt`] ends a match as soon as its result is certain enough.
//! - [`shard`] divides a series among machines.
//! - [`settings`] parses settings such as `elo0=0, elo1=10`.

pub mod settings;
pub mod shard;
pub mod sprt;
pub mod statistics;

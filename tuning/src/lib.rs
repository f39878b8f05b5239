//! Fits the evaluation to games of the engine against itself, trains networks on them, measures what they learn, and
//! tunes the search. The package `kurier-learning` contains the basic steps of learning: self-play games, fits and
//! training.
//!
//! | module | what it does |
//! |---|---|
//! | [`siblings`] | scores positions after moves that the games did not play |
//! | [`gauge`] | measures how well an evaluation ranks sibling positions |
//! | [`rules`] | fits what all games share: the evaluation from the rules |
//! | [`statistics`] | counts results, reasons and lengths of games |
//! | [`win_rate`] | fits win probabilities to scores |
//! | [`spsa`] | tunes the parameters of the search by playing games |

pub use kurier_learning::{archive, datagen, fit, optimizer, replay, search, train};

pub mod gauge;
pub mod rules;
pub mod siblings;
pub mod spsa;
pub mod statistics;
pub mod win_rate;

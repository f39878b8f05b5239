//! The referee: tournaments between engines, in every game that Kurier knows.
//!
//! [`engine`] drives one engine as a process, in either protocol; [`game`] lets two of them play and judges every move
//! by Kurier's own rules, [`adjudication`] cuts games short; [`schedule`] says who plays whom and [`openings`] from
//! where; [`tournament`] plays it all, several games at a time, and keeps the [`standings`], from which [`statistics`]
//! and [`sprt`] tell what the results mean.

pub mod adjudication;
pub mod engine;
pub mod game;
pub mod journal;
pub mod limits;
pub mod openings;
pub mod report;
pub mod schedule;
mod settings;
pub mod sprt;
pub mod standings;
pub mod statistics;
pub mod tournament;

//! The referee: tournaments between engines, in every game that Kurier knows.
//!
//! [`engine`] drives one engine as a process, in either protocol; `game` plays two of them and checks every move by
//! Kurier's own rules; [`adjudication`] ends decided games early. [`schedule`] pairs the engines, by [`swiss`] and [`knockout`]
//! as the results come; [`openings`] gives the start positions, [`tournament`] plays all games, several at a time.
//! [`run`] records the games and stops when the result is certain. [`standings`] keeps the results, [`statistics`] and [`sprt`] say what they mean. [`rehearsal`] plays with what engines have
//! written, without them.

pub mod adjudication;
mod clock;
pub mod engine;
mod game;
pub mod journal;
pub mod knockout;
pub mod limits;
pub mod openings;
pub mod pairing;
pub mod rehearsal;
pub mod report;
pub mod run;
pub mod schedule;
mod settings;
pub mod sprt;
pub mod standings;
pub mod statistics;
pub mod swiss;
pub mod tournament;

//! The referee: tournaments between engines, in every variant that Kurier supports.
//!
//! - [`engine`] drives an engine as a process, through UCI or the XBoard protocol.
//! - `game` plays one game between two engines and checks every move against Kurier's own rules. `clock` keeps the
//!   players' time, and [`adjudication`] ends decided games early.
//! - [`schedule`] lists the games of a tournament. [`swiss`] and [`knockout`] pair the engines for the next round
//!   according to the results so far. `schedule`, `swiss` and `knockout` share the types of [`pairing`]. [`openings`]
//!   provides the start positions.
//! - [`tournament`] plays the games of a schedule, several at a time. [`run`] decides which games to play and when to
//!   stop, and records them in a PGN file ([`journal`]).
//! - [`live`] shows the games in progress.
//! - [`standings`] counts the results, and [`report`] presents them with the statistics of [`kurier_series`].
//! - [`rehearsal`] plays a game in which the recorded output of an engine takes the place of the engine.

pub mod adjudication;
mod clock;
pub mod engine;
mod format;
mod game;
pub mod journal;
pub mod knockout;
pub mod limits;
pub mod live;
pub mod openings;
pub mod pairing;
pub mod rehearsal;
pub mod report;
pub mod run;
pub mod schedule;
pub mod standings;
pub mod swiss;
pub mod tournament;

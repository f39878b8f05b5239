//! The façade for those who play: a position and a searcher for any game, and the one place that picks a board width.
//!
//! A [`Board`] knows the rules: legal turns, notation, the end of the game. An [`Engine`] searches positions of one game,
//! here or in a thread of its own. Turns are typed; text is read and written at the edges alone.

mod bench;
mod board;
mod engine;
mod error;
mod level;
mod numbering;
mod perft;
#[cfg(test)]
mod rules_tests;
mod value;

pub use bench::Bench;
pub use board::Board;
pub use engine::{Engine, EngineError, Event};
pub use error::{IllegalMove, PositionError};
pub use level::Level;
pub use numbering::{Numbering, Step};
pub use perft::Perft;
pub use value::Value;

// What boards and engines take and give.
pub use crate::search::{
    Best, Bound, Clock, Limits, MonotonicTime, Progress, Report, Score, Settings, Signals, TimeSource,
};
pub use kurier_rules::board::Square;
pub use kurier_rules::position::{FenError, Outcome, Piece, Reason, SanError, Turn, TurnError};

#[cfg(test)]
mod tests;

//! The interface for programs that play: a position and a searcher for any variant, whatever the width of its board.
//!
//! A [`Board`] implements the rules: legal turns, notation, the end of the game. An [`Engine`] searches positions of
//! one variant, either while the caller waits or in a background thread. Turns are typed values; only parsing and
//! formatting deal with text.

mod bench;
mod board;
mod endgames;
mod engine;
mod engine_core;
mod error;
mod history;
mod inspection;
mod level;
mod numbering;
mod perft;
#[cfg(test)]
mod rules_tests;
mod test_cases;
mod value;

pub use bench::Bench;
pub use board::Board;
pub use endgames::{EndgameLibrary, Endgames};
pub use engine::{Engine, Event};
pub use error::{EngineError, IllegalMove, PositionError};
pub use level::{Level, NoSuchLevel};
pub use numbering::{Numbering, Step};
pub use perft::Perft;
pub use test_cases::{MOST_TEST_MOVES, TestFailure, TestReport, run_tests};
pub use value::Value;

// Types in the signatures of `Board` and `Engine`.
pub use crate::search::{
    Best, Bound, Clock, Limits, MonotonicTime, Progress, Report, Score, Settings, Signals, TimeSource, Verdict,
};
pub use kurier_rules::board::Square;
pub use kurier_rules::position::{FenError, Outcome, Piece, Reason, SanError, Turn, TurnError};

#[cfg(test)]
mod tests;

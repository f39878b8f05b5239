//! Search: limits, time, transposition table, move ordering, histories, negamax, quiescence, threads.
//!
//! [`Searcher`] is the way in. It owns what lasts from search to search: the transposition table, shared by all threads,
//! and each thread's histories. The first worker runs in the caller's thread, watches the time and reports; the others help
//! by filling the table (*lazy SMP*).
//!
//! Deliberately absent: the name of the game (a profile derived from its definition says what matters), parsing and
//! printing, globals, the system's clock but through a [`TimeSource`]. With one thread and a depth or node limit nothing
//! depends on the time.
//!
//! The unit of the tree is the *step*. In games with chains a turn may have several; between them the side to move stays,
//! scores are not negated and no depth is spent. Depths and mate distances are counted in turns.

mod control;
mod correction_history;
mod extensions;
mod history;
mod history_update;
mod limits;
mod move_picker;
mod move_pruning;
mod negamax;
mod node;
mod node_start;
mod parameters;
mod profile;
mod pruning;
mod pv_table;
mod quiescence;
mod reductions;
mod report;
mod root;
mod root_move;
mod score;
mod searcher;
mod settings;
mod signals;
mod skill;
mod stack;
mod time;
mod time_source;
mod transposition_table;
mod worker;

pub use kurier_rules::position::Turn;
pub use limits::{Clock, Limits};
pub use parameters::{Declaration, Parameters};
pub use report::{Best, Bound, Progress, Report, nps};
pub use score::{MATE, MATE_IN_MAX, Score, mate_in};
pub use searcher::Searcher;
pub use settings::Settings;
pub use signals::Signals;
pub use time_source::{MonotonicTime, TimeSource};

#[cfg(test)]
mod tests;

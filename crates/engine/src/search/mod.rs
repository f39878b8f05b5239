//! Search: limits, time, transposition table, move ordering, histories, negamax, quiescence, threads.
//!
//! [`Searcher`] is the entry point. It owns the data kept from one search to the next: the transposition table, shared
//! by all threads, and each thread's histories. The main worker runs in the caller's thread, watches the clock and
//! reports; the other workers help by filling the table (*lazy SMP*).
//!
//! The search never looks at the name of the variant: it relies on a profile derived from the variant's definition. It
//! does not parse or print, has no globals, and reads the time only through a [`TimeSource`]. With one thread, at full
//! strength and with a limit on depth or nodes only, the result does not depend on the time.
//!
//! [`Limits::mate`] starts a different search, which looks for the shortest forced win. It is exact and does not use
//! the evaluation.
//!
//! Each ply of the tree is one *step*. In variants with chains a turn may have several steps. Between the steps of a
//! turn the side to move does not change, scores are not negated and no depth is spent. Depths and mate distances are
//! counted in turns.

mod control;
mod correction_history;
mod endgame;
mod extensions;
mod history;
mod history_update;
mod limits;
mod mate;
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
mod root_report;
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

pub use endgame::{Verdict, verdict};
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

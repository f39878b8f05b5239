//! Evaluation: hand-crafted terms (`hce`), for some variants a network ([`nnue`]) that corrects them, and a factor that
//! scales both down in endgames that are mostly drawn (`drawish`).
//!
//! [`Evaluation`] is the entry point. It is compiled once for a variant and shared by all threads; [`EvalState`]
//! follows the moves of one search. [`Evaluation::evaluate`] computes the score from both.
//!
//! All parameters are in [`EvalParams`], which an [`EvaluationSource`] loads: from the program itself
//! ([`Weights::built_in`]), from files, or from the rules alone ([`Weights::prior`]). Only sources read files;
//! evaluating needs no files, threads or clocks.

mod geometry;
mod tapered;

mod terms;
mod weights;

pub mod prior;
mod weights_file;

mod fitted;

pub mod nnue;

mod params;
mod source;

mod explanation;
mod hce;

mod drawish;

mod evaluation;

mod game_length;
mod win_rate;

#[cfg(test)]
mod tests;

pub use evaluation::{EvalState, Evaluation};
pub use explanation::{ExplainedTerm, Explanation};
pub use game_length::game_length;
pub use hce::Trace;
pub use params::EvalParams;
pub use source::{EvaluationSource, SourceError};
pub use tapered::{LIMIT, MAX_PHASE, Tapered};
pub use terms::{Term, TermWeights};
pub use weights::{FixedWeights, PieceWeights, Weights};
pub use weights_file::WeightsError;
pub use win_rate::WinRateModel;

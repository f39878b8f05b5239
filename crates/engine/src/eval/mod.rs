//! Evaluation: hand-crafted terms (`hce`), and for some games a network ([`nnue`]) that corrects them; what is left of
//! both in endgames that are mostly drawn (`drawish`).
//!
//! [`Evaluation`] is the way in. It is compiled once for a game and shared by all threads; [`EvalState`] follows the moves
//! of one search. [`Evaluation::evaluate`] takes both and gives the score, whatever it is made of.
//!
//! All numbers are in [`EvalParams`], which an [`EvaluationSource`] loads: the program itself ([`Weights::built_in`]),
//! files, or the rules alone ([`Weights::prior`]). Here alone files are read; evaluating needs neither files, threads nor
//! clocks.

mod geometry;
mod tapered;

mod terms;
mod weights;

mod prior;
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

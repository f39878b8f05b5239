//! Annotates games with scores, best lines and mistakes.
//!
//! [`judge`] searches every position of a game; [`AnnotatedGame::commented`] writes the results into the game's
//! comments.

mod earlier;
mod game;
mod judge;
mod verdict;

pub use game::AnnotatedGame;
pub use judge::best_line;
pub use judge::{Judgement, judge};
pub use verdict::Verdict;
pub use verdict::accuracy;

use kurier_engine::session::{EngineError, IllegalMove};
use kurier_rules::position::FenError;

/// Why a game cannot be judged.
#[derive(Debug, thiserror::Error)]
pub enum AnnotationError {
    /// The start position is not legal.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A turn is not legal.
    #[error(transparent)]
    Move(#[from] IllegalMove),
    /// The engine cannot search.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

//! Notation of turns: in coordinates (`e7e8q`) and in standard algebraic notation (`e8=Q`).

mod coordinates;
mod drops;
mod san;

pub use coordinates::TurnError;
pub use san::SanError;

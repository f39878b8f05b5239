//! The notation of turns: coordinate notation (`e7e8q`) and standard algebraic notation (`e8=Q`).

mod coordinates;
mod drops;
mod san;

pub use coordinates::TurnError;
pub use san::SanError;

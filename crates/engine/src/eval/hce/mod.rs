//! The hand-crafted evaluation (HCE): terms that are all derived from the definition of the game; none knows a game by
//! name.
//!
//! What a piece is worth and where it stands well is summed up move by move in the [`PsqtState`]. The rest is computed
//! anew in every position: mobility and threats (`attack_info`), the kings (`king`), pawns (`pawns`), and what finishes
//! or draws the game (`endgame`). Every file uses only those above it here.

mod tracer;

mod king_zones;
mod pawn_hash;
mod pawn_tables;
mod psqt_state;

mod tables;

mod attack_info;
mod endgame;
mod king;
mod pawns;

mod score;

mod explain;
mod trace;

pub(super) use endgame::FULL_SCALE;
pub(super) use pawn_hash::PawnHash;
pub(super) use psqt_state::PsqtState;
pub(super) use tables::HandCrafted;
pub use trace::Trace;

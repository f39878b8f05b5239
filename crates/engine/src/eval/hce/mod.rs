//! The hand-crafted evaluation (HCE). All terms are derived from the definition of the variant; no code depends on a
//! variant's name.
//!
//! The values of the pieces and their piece-square tables are summed incrementally in the [`PsqtState`]. The other
//! terms are computed for every position: mobility and threats (`attack_info`), king safety (`king`), pawn structure
//! (`pawns`), and mop-up and drawishness (`endgame`). Every module depends only on modules listed above it.

mod tracer;

mod king_zones;
mod pawn_hash;
mod pawn_tables;
mod psqt_state;

mod tables;

mod attack_info;
mod endgame;
mod goals;
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

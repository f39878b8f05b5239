//! Variants: their definitions, the files that definitions are read from, Betza notation, and the tables compiled for a
//! board width.
//!
//! A [`Definition`] is read from a file (`docs/variants.md` describes the format) by [`Definition::parse`], or taken
//! from the [`Catalogue`]. [`Variant::compile`] turns its [`Rules`] into the tables that the rest of the engine reads.

pub mod betza;
mod catalogue;
mod compile;
mod definition;
mod error;
mod file;
mod hash;
mod lints;
mod load;
mod material;
mod movement;
pub mod parser;
mod path;
mod piece;
mod placement;
mod ruleset;
mod source;
mod start_lints;
mod variant;
mod view;
mod zobrist;

pub use catalogue::{Catalogue, UnknownGame};
pub use definition::{Definition, XBoard};
pub use error::{DefinitionError, LoadError};
pub use hash::fingerprint;
pub use material::{Material, Range};
pub use movement::{Legs, Mode, Movement, Reach, ZoneCondition};
pub use path::{Landing, Path, StepPattern, seen_by};
pub use piece::{Color, FirstMove, MultiStep, Passage, PieceDefinition, PieceType, Promotion};
pub use placement::PlacementError;
pub use ruleset::{BareKing, Captures, Castling, Ends, Placement, Rules, Stalemate};
pub use variant::{
    Hop, Moves, MultiSteps, PieceTable, PromotionLimits, PromotionTable, RiderPath, Right, RightKind, Variant,
};

//! What a variant is: the definition, its file, Betza notation, and the tables compiled for a board width.
//!
//! A [`Definition`] is read from a file (`docs/variants.md` describes the format) by [`Definition::parse`], or taken
//! from the [`Catalogue`]; [`Variant::compile`] makes of it the tables that the other rooms read.

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
pub mod parser;
mod path;
mod placement;
mod source;
mod start_lints;
mod variant;
mod view;
mod zobrist;

pub use catalogue::{Catalogue, UnknownGame};
pub use definition::{
    BareKing, Captures, Castling, Color, Definition, Ends, FirstMove, Legs, Mode, Movement, MultiStep, Passage,
    PieceDefinition, PieceType, Placement, Promotion, Reach, Stalemate, XBoard, ZoneCondition,
};
pub use error::{DefinitionError, LoadError};
pub use hash::fingerprint;
pub use material::Material;
pub use material::Range;
pub use path::{Landing, Path};
pub use path::{StepPattern, seen_by};
pub use placement::PlacementError;
pub use variant::{
    Hop, Moves, MultiSteps, PieceTable, PromotionLimits, PromotionTable, RiderPath, Right, RightKind, Variant,
};

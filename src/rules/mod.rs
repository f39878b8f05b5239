//! What a variant is: the definition, its file, Betza notation, and the tables compiled for a board width.
//!
//! A [`Definition`] is read from a file (`docs/variants.md` describes the format) by [`Definition::parse`], or taken
//! from the [`Catalogue`]; [`Variant::compile`] makes of it the tables that the other rooms read.

mod betza;
mod catalogue;
mod chart;
mod compile;
mod definition;
mod drawing;
mod error;
mod fairy;
mod file;
mod hash;
mod load;
mod placement;
mod review;
mod source;
mod variant;
mod way;
mod xboard;

pub use catalogue::Catalogue;
pub use chart::{Act, Chart, Course, Occasion};
pub use definition::{
    BareKing, Captures, Castling, Color, Definition, Ends, FirstMove, Legs, MultiStep, Mode, Movement, PieceDefinition,
    PieceType, Promotion, Reach, Stalemate, XBoard, ZoneCondition,
};
pub use drawing::Drawing;
pub use error::{DefinitionError, LoadError};
pub use fairy::{FairyError, FairyGames};
pub(crate) use hash::fingerprint;
pub use placement::{Placement, PlacementError};
pub use variant::{Hop, MultiSteps, Mover, Moves, Path, PromotionTable, Right, RightKind, Variant};
pub(crate) use way::seen_by;
pub use way::{Landing, Way};
pub use xboard::PICTURES;

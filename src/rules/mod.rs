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
mod lints;
mod load;
mod path;
mod placement;
mod source;
mod variant;
mod xboard;
mod zobrist;

pub use catalogue::Catalogue;
pub use chart::{Act, Chart, Course, Occasion};
pub use definition::{
    BareKing, Captures, Castling, Color, Definition, Ends, FirstMove, Legs, Mode, Movement, MultiStep, PieceDefinition,
    PieceType, Promotion, Reach, Stalemate, XBoard, ZoneCondition,
};
pub use drawing::Drawing;
pub use error::{DefinitionError, LoadError};
pub use fairy::{FairyError, FairyGames};
pub(crate) use hash::fingerprint;
pub(crate) use path::seen_by;
pub use path::{Landing, Path};
pub use placement::{Placement, PlacementError};
pub use variant::{Hop, Moves, MultiSteps, PieceTable, PromotionTable, RiderPath, Right, RightKind, Variant};
pub use xboard::PICTURES;

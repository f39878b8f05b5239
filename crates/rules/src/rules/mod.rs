//! Variants: their definitions, the files that definitions are read from, Betza notation, and the tables compiled for a
//! board width.
//!
//! A [`Definition`] is read from a file (`docs/variants.md` describes the format) by [`Definition::parse`], or taken
//! from the [`Catalogue`]. [`Variant::compile`] turns its [`Rules`] into the tables that the rest of the engine reads.

pub mod betza;
mod blast;
mod catalogue;
mod compile;
mod definition;
mod ends;
mod error;
mod file;
mod hand;
mod hash;
mod homes;
mod lints;
mod load;
mod material;
mod movement;
pub mod parser;
mod passing;
mod path;
mod piece;
mod placement;
mod prelude;
mod ruleset;
mod source;
mod start_lints;
mod starts;
mod test_case;
mod trade;
mod variant;
mod view;
mod zobrist;

pub use blast::{Blast, BlastProof};
pub use catalogue::{Catalogue, FindError, UnknownGame};
pub use definition::{Definition, XBoard};
pub use ends::{
    BareKing, Connection, CountLimit, Counting, Ends, Extinction, Fate, Flag, FlagTime, Points, Repetition, Stalemate,
};
pub use error::{DefinitionError, LoadError};
pub use hand::{Captured, Drops, Gating, Hand, Held};
pub use hash::fingerprint;
pub use material::{Material, Range};
pub use movement::{Bounds, DoubleMove, Legs, Mode, Movement, Reach, ZoneCondition};
pub use passing::Passing;
pub(crate) use path::own_square;
pub use path::{Landing, Path, StepPattern, seen_by};
pub use piece::{
    BoundChoice, Color, FirstMove, Hurdles, MultiStep, Passage, PieceDefinition, PieceType, PromotesLeaving, Promotion,
};
pub use placement::PlacementError;
pub use prelude::Prelude;
pub use ruleset::{Captures, Castling, Facing, Kings, Placement, Region, Rules};
pub use starts::{Array, Arrays, Shuffle, Start, StartError, Starts};
pub use test_case::{ExpectedResult, Placed, TestCase};
pub use trade::Trades;
pub use variant::{
    BlastTables, DoubleCaptures, DoubleTables, DoubleTargets, FlagGoal, Goals, HandTables, Hop, Moves, MultiSteps,
    PieceDoubles, PieceTable, PromotionLimits, PromotionTable, RiderPath, Right, RightKind, RowGoal, StandingTables,
    TradeTables, Variant,
};

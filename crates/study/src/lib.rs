//! Studies: what games of Kurier against itself show about the rules of a game.
//!
//! The games of a study are kept in its folder, and every number of a study is counted from these games.
//!
//! | module | what it does |
//! |---|---|
//! | `player` | plays the games |
//! | `folder` | keeps the games and the settings with which they are played, in files; a feature of the package |
//! | `interval` | estimates with 95 % intervals |
//! | `counts` | counts what happens in games |
//! | `values` | estimates what pieces are worth from material and results |
//! | `start` | looks for faults of the start position |
//! | [`study`](Study) | the numbers of a study, as they are written to a file |
//! | `verdict` | says in words what the numbers mean |
//! | [`comparison`](Comparison) | compares the studies of several games |
//! | [`vary`](Variation) | changes a value in the file of a game |

mod comparison;
mod counts;
mod error;
#[cfg(feature = "folder")]
mod folder;
mod interval;
pub mod page;
mod player;
mod settings;
mod start;
mod study;
mod values;
mod vary;
mod verdict;

pub use comparison::Comparison;
pub use counts::{GameCount, PieceCount};
pub use error::StudyError;
#[cfg(feature = "folder")]
pub use folder::Folder;
pub use interval::{Estimate, Spread};
pub use player::{LONGEST_GAME, Player};
pub use settings::Settings;
pub use study::{Study, Tally};
pub use vary::Variation;
pub use verdict::{Remark, Topic};

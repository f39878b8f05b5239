//! Learning from self-play: playing games of the engine against itself, fitting weights to these games, and training
//! networks on them.
//!
//! | module | what it does |
//! |---|---|
//! | [`archive`] | reads and writes files of games |
//! | [`datagen`] | plays games of the engine against itself |
//! | [`search`] | defines the settings of searches whose scores are written to a file |
//! | [`replay`] | replays games for their quiet positions |
//! | [`optimizer`] | implements AdamW for `fit` and `train` |
//! | [`fit`] | fits weights to games |
//! | [`train`] | trains networks on games |
//! | [`mod@matches`] | plays matches between two evaluations |
//! | [`learn`] | learns a game: self-play, fits, training and matches in turn |

pub mod archive;
pub mod datagen;
pub mod fit;
pub mod learn;
pub mod matches;
pub mod optimizer;
pub mod replay;
pub mod search;
pub mod train;
mod workers;

pub use workers::NoThread;

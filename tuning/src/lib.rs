//! Plays games of the engine against itself, fits the evaluation to them, trains networks on them, and tunes the
//! search.
//!
//! | module | what it does |
//! |---|---|
//! | [`archive`] | reads and writes files of games |
//! | [`datagen`] | plays games of the engine against itself |
//! | [`siblings`] | scores positions after moves that the games did not play |
//! | [`search`] | defines the search settings that [`datagen`] and [`siblings`] share |
//! | [`gauge`] | measures how well an evaluation ranks sibling positions |
//! | [`fit`] | fits weights to games |
//! | [`statistics`] | counts results, reasons and lengths of games |
//! | [`train`] | trains networks on games |
//! | [`win_rate`] | fits win probabilities to scores |
//! | [`replay`] | replays games for their quiet positions |
//! | [`optimizer`] | implements AdamW for `fit` and `train` |
//! | [`spsa`] | tunes the parameters of the search by games |

pub mod archive;
pub mod datagen;
pub mod fit;
pub mod gauge;
pub mod optimizer;
pub mod replay;
pub mod search;
pub mod siblings;
pub mod spsa;
pub mod statistics;
pub mod train;
pub mod win_rate;

//! Self-play games, the fit of the evaluation and the training of networks to them, and the tuning of the search.
//!
//! | module | what it does |
//! |---|---|
//! | [`archive`] | files of games |
//! | [`datagen`] | plays games against itself |
//! | [`fit`] | fits weights to games |
//! | [`statistics`] | how games go |
//! | [`train`] | trains networks on games |
//! | [`replay`] | games played again, for what their positions tell |
//! | [`descent`] | goes downhill |
//! | [`spsa`] | tunes the parameters of the search by matches |

pub mod archive;
pub mod datagen;
pub mod descent;
pub mod fit;
pub mod replay;
pub mod spsa;
pub mod statistics;
pub mod train;
mod width;

//! Self-play games, the fit of the evaluation to them, and the tuning of the search.
//!
//! | module | what it does |
//! |---|---|
//! | [`archive`] | files of games |
//! | [`datagen`] | plays games against itself |
//! | [`fit`] | fits weights to games |
//! | [`statistics`] | how games go |
//! | [`quiet`] | which positions of a game tell something about the evaluation |
//! | [`spsa`] | tunes the parameters of the search by matches |

pub mod archive;
pub mod datagen;
pub mod fit;
pub mod quiet;
pub mod spsa;
pub mod statistics;
mod width;

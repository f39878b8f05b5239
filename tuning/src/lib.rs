//! Self-play games, and the fit of the evaluation to them.
//!
//! | module | what it does |
//! |---|---|
//! | [`archive`] | files of games |
//! | [`datagen`] | plays games against itself |
//! | [`fit`] | fits weights to games |
//! | [`quiet`] | which positions of a game tell something about the evaluation |

pub mod archive;
pub mod datagen;
pub mod fit;
pub mod quiet;
mod width;

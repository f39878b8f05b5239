//! Self-play games, the fit of the evaluation to them, the training of networks on them, and the tuning of the search.
//!
//! | module | what it does |
//! |---|---|
//! | [`archive`] | files of games |
//! | [`datagen`] | self-play |
//! | [`siblings`] | positions that games did not come to |
//! | [`searching`] | how positions are searched for both |
//! | [`gauge`] | how well evaluations tell siblings apart |
//! | [`fit`] | fits weights to games |
//! | [`statistics`] | who wins, why, and when |
//! | [`train`] | trains networks on games |
//! | [`win_rate`] | fits the chances of winning by the score |
//! | [`replay`] | the quiet positions of games |
//! | [`optimizer`] | AdamW |
//! | [`spsa`] | tunes the parameters of the search by games |

pub mod archive;
pub mod datagen;
pub mod fit;
pub mod gauge;
pub mod optimizer;
pub mod replay;
pub mod searching;
pub mod siblings;
pub mod spsa;
pub mod statistics;
pub mod train;
pub mod win_rate;

//! File formats of games and variants: PGN, EPD, annotated games, and other programs' variant files.
//!
//! | module | what it handles | what it does not know |
//! |---|---|---|
//! | [`import`] | variants from other programs' files | positions and games |
//! | [`export`] | variants in other programs' formats | positions and games |
//! | [`pgn`] | PGN files, with comments and variations | who plays, and how well |
//! | [`epd`] | test positions with their best moves and scores, one per line | whether the moves and scores are right |
//! | [`annotate`] | scores, best lines and mistakes of a game | files |

pub mod annotate;
pub mod epd;
pub mod export;
pub mod import;
pub mod pgn;

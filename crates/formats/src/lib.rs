//! Files of games and of variants: PGN, EPD, annotated games, and other programs' variant files.
//!
//! | module | what it does | what it does not know |
//! |---|---|---|
//! | [`import`] | variants from other programs' files | positions |
//! | [`pgn`] | files of games | who played them |
//! | [`epd`] | positions and what is known about them, a line each | whether it is true |
//! | [`annotate`] | scores, best lines and mistakes of a game | where games come from |

pub mod annotate;
pub mod epd;
pub mod import;
pub mod pgn;

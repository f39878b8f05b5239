//! The games of a tournament in a PGN file, from which it can go on.
use std::io;
use std::path::Path;
use super::record::GameRecord;
use super::standings::Outcome;
use super::tournament::Tournament;
/// t
pub struct Journal;
impl Journal {
    /// t
    pub fn open(_: &Path, _: bool, _: &Tournament) -> io::Result<(Self, Vec<Outcome>)> { Ok((Self, Vec::new())) }
    /// t
    pub fn add(&mut self, _: &GameRecord) -> io::Result<()> { Ok(()) }
}

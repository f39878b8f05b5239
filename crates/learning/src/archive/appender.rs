//! Appends games to a file.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use kurier_rules::files;

use super::{ArchiveError, Game, Header, is_compressed, read};

/// A file of games that is open for appending.
pub struct Appender {
    path: PathBuf,
    file: File,
    /// The numbers of the games in the file.
    present: HashSet<u64>,
}

impl Appender {
    /// Creates the file, or opens an existing file whose header describes games made with identical settings. Cuts off
    /// an incomplete last line of an existing file.
    ///
    /// # Errors
    /// Fails if the file cannot be read or written, is compressed, is damaged before its last line, or contains games
    /// made with other settings.
    pub fn open(path: &Path, header: &Header) -> Result<Self, ArchiveError> {
        let failed = ArchiveError::file(path);
        let mut present = HashSet::new();
        let begun = path.metadata().is_ok_and(|file| file.len() > 0);
        if begun {
            let mut found = BufReader::new(files::open(path).map_err(&failed)?);
            if is_compressed(&mut found).map_err(&failed)? {
                return Err(ArchiveError::Compressed { path: path.to_owned() });
            }
        }
        let mut file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path)
            .map_err(&failed)?;
        if begun {
            let (found, games, complete) = read(path)?;
            header.check_same(&found, path)?;
            present.extend(games.iter().map(|game| game.index));
            file.set_len(complete).map_err(&failed)?;
            file.seek(SeekFrom::End(0)).map_err(&failed)?;
        } else {
            let line = serde_json::to_string(header)
                .map_err(io::Error::from)
                .map_err(&failed)?;
            file.write_all(format!("{line}\n").as_bytes()).map_err(&failed)?;
        }
        Ok(Self {
            path: path.to_owned(),
            file,
            present,
        })
    }

    /// Returns whether the file contains a game with the number `index`.
    pub fn has(&self, index: u64) -> bool {
        self.present.contains(&index)
    }

    /// Writes one game with a single call, so that an interruption damages at most the last line.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn append(&mut self, game: &Game) -> Result<(), ArchiveError> {
        self.present.insert(game.index);
        self.file
            .write_all(game.line().as_bytes())
            .map_err(ArchiveError::file(&self.path))
    }
}

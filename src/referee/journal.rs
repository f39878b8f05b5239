//! The PGN file of a tournament: every game is written as it ends, and the tournament can be resumed from it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::engine::FaultKind;
use super::schedule::Slot;
use super::standings::Outcome;
use super::tournament::{Tournament, index_of_round};
use crate::files;
use crate::pgn::{self, Game, GameRecord, PgnError, Reader, whole_games};

/// Why the file of a tournament cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// It cannot be read or written.
    #[error("{0}: {1}")]
    File(PathBuf, io::Error),
    /// It has games already.
    #[error("{0} has games already: go on with --resume, or take another file")]
    InUse(PathBuf),
    /// Another referee writes to it.
    #[error("{0}: another tournament is writing this file")]
    Locked(PathBuf),
    /// Its text is none of games.
    #[error("{0}: not a file of games")]
    NoGames(PathBuf),
    /// It is not valid PGN.
    #[error("{0}: {1}")]
    Pgn(PathBuf, PgnError),
    /// It belongs to another tournament.
    #[error("{file}: game {game} does not belong to this tournament: {reason}")]
    Foreign {
        /// The file.
        file: PathBuf,
        /// The game in the file, from 1.
        game: usize,
        /// What does not match.
        reason: String,
    },
}

/// The open file.
#[derive(Debug)]
pub struct Journal {
    file: File,
}

impl Journal {
    /// Opens or creates the file. Returns the results that it has already; an incomplete game at its end is cut off.
    ///
    /// # Errors
    /// A file with games, unless `resume` is set; games of another tournament.
    pub fn open(path: &Path, resume: bool, tournament: &Tournament) -> Result<(Self, Vec<Outcome>), JournalError> {
        let failed = |error| JournalError::File(path.to_owned(), error);
        if path.exists() {
            files::open(path).map_err(failed)?;
        }
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .map_err(failed)?;
        // As long as the file is open: two referees would write every round twice.
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::Locked(path.to_owned())),
            // Some network file systems know no locks.
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let text = text_of(path)?;
        if !resume && !text.trim().is_empty() {
            return Err(JournalError::InUse(path.to_owned()));
        }
        let whole = whole_games(&text);
        // Beside complete games there may be one that was being written, and nothing else.
        if !text[whole.len()..].trim().is_empty() && !text[whole.len()..].starts_with('[') {
            return Err(JournalError::NoGames(path.to_owned()));
        }
        let outcomes = outcomes(whole, path, tournament)?;
        if whole.len() < text.len() {
            file.set_len(whole.len() as u64).map_err(failed)?;
        }
        Ok((Self { file }, outcomes))
    }

    /// Writes a game in one piece.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, record: &GameRecord) -> io::Result<()> {
        self.file.write_all(pgn::text(record).as_bytes())?;
        self.file.flush()
    }
}

/// The results in the file of a tournament, or of a part of one.
///
/// # Errors
/// A file that cannot be read; games of another tournament.
pub fn read(path: &Path, tournament: &Tournament) -> Result<Vec<Outcome>, JournalError> {
    let text = text_of(path)?;
    outcomes(whole_games(&text), path, tournament)
}

fn text_of(path: &Path) -> Result<String, JournalError> {
    let bytes = files::read(path, files::LARGE).map_err(|error| JournalError::File(path.to_owned(), error))?;
    String::from_utf8(bytes).map_err(|_| JournalError::NoGames(path.to_owned()))
}

fn outcomes(text: &str, path: &Path, tournament: &Tournament) -> Result<Vec<Outcome>, JournalError> {
    let schedule = tournament.schedule();
    let mut outcomes: Vec<Outcome> = Vec::new();
    for game in Reader::new(text.as_bytes()) {
        let game = game.map_err(|error| JournalError::Pgn(path.to_owned(), error))?;
        let foreign = |reason: String| JournalError::Foreign {
            file: path.to_owned(),
            game: game.number,
            reason,
        };
        let round = game.tag("Round").unwrap_or_default();
        let slot = index_of_round(round).and_then(|index| schedule.get(index));
        let slot = *slot.ok_or_else(|| foreign(format!("there is no round '{round}'")))?;
        compare(&game, slot, tournament).map_err(foreign)?;
        if outcomes.iter().any(|outcome| outcome.slot == slot) {
            return Err(foreign(format!("round {round} is there twice")));
        }
        let termination = game.tag("Termination").unwrap_or_default();
        outcomes.push(Outcome {
            slot,
            result: game.result,
            fault: FaultKind::ALL.into_iter().find(|kind| kind.text() == termination),
        });
    }
    Ok(outcomes)
}

/// Checks that a game of the file is the one that the schedule has there.
fn compare(game: &Game, slot: Slot, tournament: &Tournament) -> Result<(), String> {
    let variant = &tournament.variants[slot.variant];
    let opening = &variant.openings[slot.opening % variant.openings.len()];
    let conditions = tournament.conditions(slot);
    let expected = [
        ("White", Some(tournament.participants[slot.white].name.as_str())),
        ("Black", Some(tournament.participants[slot.black].name.as_str())),
        ("Variant", Some(variant.definition.name.as_str())),
        ("FEN", opening.fen.as_deref()),
        ("Conditions", Some(conditions.as_str())),
    ];
    for (tag, expected) in expected {
        let found = game.tag(tag);
        if found != expected {
            let [found, expected] = [found, expected].map(|text| text.unwrap_or("nothing"));
            return Err(format!("{tag} is '{found}' where '{expected}' is expected"));
        }
    }
    Ok(())
}

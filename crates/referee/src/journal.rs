//! The PGN file of a tournament. Every game is written when it ends, and the tournament can be resumed from the file.

use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::engine::FaultKind;
use super::pairing::{Outcome, Slot};
use super::schedule::Schedule;
use super::tournament::{Tournament, index_of_round};
use kurier_formats::pgn::{self, Game, GameRecord, PgnError, Reader, whole_games};
use kurier_rules::files;

/// The reason why the PGN file of a tournament cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error("{0}: {1}")]
    File(PathBuf, io::Error),
    /// The file already has games, but the tournament is not to be resumed.
    #[error("{0} already has games: continue with --resume, or choose another file")]
    InUse(PathBuf),
    /// Another referee is writing to the file.
    #[error("{0}: another tournament is writing this file")]
    Locked(PathBuf),
    /// The text of the file is not PGN at all.
    #[error("{0}: not a file of games")]
    NoGames(PathBuf),
    /// A game in the file is not valid PGN.
    #[error("{0}: {1}")]
    Pgn(PathBuf, PgnError),
    /// A game in the file belongs to a different tournament.
    #[error("{file}: game {game} does not belong to this tournament: {reason}")]
    Foreign {
        /// The path of the file.
        file: PathBuf,
        /// The number of the game in the file, from 1.
        game: usize,
        /// The difference from the schedule.
        reason: Mismatch,
    },
}

/// The reason why a game of a file does not belong to a tournament.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Mismatch {
    /// The tag `Round` does not name a game of the schedule.
    #[error("there is no round '{0}'")]
    UnknownRound(String),
    /// A tag does not have the value that the schedule gives it.
    #[error("{tag} is '{found}', not '{expected}'")]
    Tag {
        /// The name of the tag.
        tag: &'static str,
        /// The value in the file; `nothing` if the tag is missing.
        found: String,
        /// The value in the schedule; `nothing` if the tag should be missing.
        expected: String,
    },
    /// The result of the game is already known, from the same file or from another file.
    #[error("round {0} occurs twice, or also in another file")]
    RepeatedRound(String),
}

/// A PGN file that is open for writing.
#[derive(Debug)]
pub struct Journal {
    file: File,
}

impl Journal {
    /// Opens or creates a file, adds its results to `schedule` and returns them. Removes an incomplete game at the end
    /// of the file.
    ///
    /// # Errors
    /// Fails if the file cannot be used, if it has games although `resume` is not set, or if one of its games belongs
    /// to a different tournament.
    pub fn open(
        path: &Path,
        resume: bool,
        tournament: &Tournament,
        schedule: &mut Schedule,
    ) -> Result<(Self, Vec<Outcome>), JournalError> {
        let failed = |error| JournalError::File(path.to_owned(), error);
        let file = files::append(path).map_err(failed)?;
        // The lock lasts as long as the file is open. Without it, two referees could play and write every round twice.
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::Locked(path.to_owned())),
            // Some network file systems do not support locks.
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let text = text_of(path)?;
        if !resume && !text.trim().is_empty() {
            return Err(JournalError::InUse(path.to_owned()));
        }
        let whole = whole_games(&text);
        // Text after the last complete game must be the beginning of a game whose writing was interrupted.
        if !text[whole.len()..].trim().is_empty() && !text[whole.len()..].starts_with('[') {
            return Err(JournalError::NoGames(path.to_owned()));
        }
        let outcomes = outcomes(whole, path, tournament, schedule)?;
        if whole.len() < text.len() {
            file.set_len(whole.len() as u64).map_err(failed)?;
        }
        Ok((Self { file }, outcomes))
    }

    /// Appends a game in a single write.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn add(&mut self, record: &GameRecord) -> io::Result<()> {
        self.file.write_all(pgn::text(record).as_bytes())?;
        self.file.flush()
    }
}

/// A PGN file of games that another program may still be writing.
#[derive(Clone, Debug)]
pub struct RecordedGames {
    path: PathBuf,
    /// The number of bytes that have been read, all of which belong to complete games.
    read: u64,
}

impl RecordedGames {
    /// Creates a reader for a file, which need not exist yet.
    pub fn new(path: PathBuf) -> Self {
        Self { path, read: 0 }
    }

    /// Reads the results that were appended since the last call, adds them to `schedule` and returns them.
    ///
    /// # Errors
    /// Fails if the file cannot be read, or if a game belongs to a different tournament or already has a result.
    pub fn read(&mut self, tournament: &Tournament, schedule: &mut Schedule) -> Result<Vec<Outcome>, JournalError> {
        let text = tail_of(&self.path, self.read)?;
        let whole = whole_games(&text);
        self.read += whole.len() as u64;
        outcomes(whole, &self.path, tournament, schedule)
    }

    /// Reads the results that were appended since the last call, as [`RecordedGames::read`] does. Returns an empty list
    /// if the file does not exist.
    ///
    /// # Errors
    /// Fails if the file cannot be read, or if a game belongs to a different tournament or already has a result.
    pub fn read_if_exists(
        &mut self,
        tournament: &Tournament,
        schedule: &mut Schedule,
    ) -> Result<Vec<Outcome>, JournalError> {
        match self.path.exists() {
            true => self.read(tournament, schedule),
            false => Ok(Vec::new()),
        }
    }
}

/// Reads the text of a file.
fn text_of(path: &Path) -> Result<String, JournalError> {
    tail_of(path, 0)
}

/// Reads the text of a file from byte `from` on.
fn tail_of(path: &Path, from: u64) -> Result<String, JournalError> {
    let bytes =
        files::read_from(path, from, files::LARGE).map_err(|error| JournalError::File(path.to_owned(), error))?;
    String::from_utf8(bytes).or_else(|error| match error.utf8_error().error_len() {
        // The file ends within a character that is still being written.
        None => Ok(String::from_utf8_lossy(error.as_bytes()).into_owned()),
        Some(_) => Err(JournalError::NoGames(path.to_owned())),
    })
}

/// Parses games, adds their results to `schedule` and returns them. Each game must be scheduled by the time it is read:
/// a file has the games in the order in which they ended, so that the games of earlier rounds come first.
fn outcomes(
    text: &str,
    path: &Path,
    tournament: &Tournament,
    schedule: &mut Schedule,
) -> Result<Vec<Outcome>, JournalError> {
    let mut outcomes: Vec<Outcome> = Vec::new();
    for game in Reader::new(text.as_bytes()) {
        let game = game.map_err(|error| JournalError::Pgn(path.to_owned(), error))?;
        let foreign = |reason: Mismatch| JournalError::Foreign {
            file: path.to_owned(),
            game: game.number,
            reason,
        };
        let round = game.tag("Round").unwrap_or_default();
        let slot = index_of_round(round).and_then(|index| schedule.slots().get(index));
        let slot = *slot.ok_or_else(|| foreign(Mismatch::UnknownRound(round.to_owned())))?;
        compare(&game, slot, tournament).map_err(foreign)?;
        if schedule.is_finished(slot) {
            return Err(foreign(Mismatch::RepeatedRound(round.to_owned())));
        }
        let termination = game.tag("Termination").unwrap_or_default();
        let outcome = Outcome {
            slot,
            result: game.result,
            fault: FaultKind::ALL.into_iter().find(|kind| kind.text() == termination),
        };
        schedule.add(&outcome);
        outcomes.push(outcome);
    }
    Ok(outcomes)
}

/// Checks that a game of a file has the players, variant, opening and conditions that the schedule gives it.
fn compare(game: &Game, slot: Slot, tournament: &Tournament) -> Result<(), Mismatch> {
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
            let [found, expected] = [found, expected].map(|text| text.unwrap_or("nothing").to_owned());
            return Err(Mismatch::Tag { tag, found, expected });
        }
    }
    Ok(())
}

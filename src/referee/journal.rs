//! The PGN file of a tournament: every game is written as it ends, and the tournament can be resumed from it.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::engine::FaultKind;
use super::schedule::Slot;
use super::standings::Outcome;
use super::tournament::{Tournament, index_of_round};
use crate::pgn::{self, Game, GameRecord, GameResult, PgnError, Reader};

/// What follows the tags and the moves of every game.
const BREAK: &str = "\n\n";

/// Why the file of a tournament cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// It cannot be read or written.
    #[error("{0}: {1}")]
    File(PathBuf, io::Error),
    /// It has games already.
    #[error("{0} has games already: go on with --resume, or take another file")]
    InUse(PathBuf),
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
        let text = match std::fs::read(path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => return Err(failed(error)),
        };
        if !resume && !text.trim().is_empty() {
            return Err(JournalError::InUse(path.to_owned()));
        }
        let whole = whole_games(&text);
        let outcomes = outcomes(whole, path, tournament)?;
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .map_err(failed)?;
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

/// The complete games of a file: all up to the last result that an empty line follows.
fn whole_games(text: &str) -> &str {
    let is_end = |at: &usize| {
        let last_word = text[..*at].split_whitespace().next_back();
        last_word.is_some_and(|word| GameResult::parse(word).is_some())
    };
    let end = text.rmatch_indices(BREAK).map(|(at, _)| at).find(is_end);
    &text[..end.map_or(0, |at| at + BREAK.len())]
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
    let expected = [
        ("White", Some(tournament.participants[slot.white].name.as_str())),
        ("Black", Some(tournament.participants[slot.black].name.as_str())),
        ("Variant", Some(variant.definition.name.as_str())),
        ("FEN", opening.fen.as_deref()),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn incomplete_games_are_cut_off() {
        let one = "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 {[Event x} 1-0\n\n";
        let two = "[Event \"b\"]\n[Result \"*\"]\n\n1. d4 d5 0-1\n\n";
        let both = format!("{one}{two}");
        assert_eq!(whole_games(&both), both);
        assert_eq!(whole_games(""), "");
        for end in one.len()..both.len() {
            assert_eq!(whole_games(&both[..end]), one, "cut at {end}");
        }
        for end in 0..one.len() {
            assert_eq!(whole_games(&both[..end]), "", "cut at {end}");
        }
    }
}

//! The games of the other shards, which are read while other machines play them.

use std::path::Path;
use std::time::{Duration, Instant};

use kurier_series::shard::{Shard, has_placeholder};

use crate::journal::{JournalError, RecordedGames};
use crate::pairing::Outcome;
use crate::schedule::Schedule;
use crate::tournament::Tournament;

/// The interval at which the files of the other shards are read.
const INTERVAL: Duration = Duration::from_secs(5);

/// The PGN files of the other shards.
#[derive(Debug, Default)]
pub(super) struct OtherShards {
    files: Vec<RecordedGames>,
    /// When the files were last read; `None` if they have not been read yet.
    read_at: Option<Instant>,
}

impl OtherShards {
    /// Derives the files of the other shards: the path `pgn` with the numbers of the shards in place of `{part}`. If
    /// the path lacks `{part}`, the files are unknown.
    pub(super) fn new(shard: Option<Shard>, pgn: Option<&Path>) -> Self {
        let pgn = pgn.filter(|path| has_placeholder(path));
        let files = shard.zip(pgn).into_iter().flat_map(|(shard, path)| {
            let paths = shard.others().map(|other| other.path(path));
            paths.map(RecordedGames::new)
        });
        Self {
            files: files.collect(),
            read_at: None,
        }
    }

    /// Returns whether no file of another shard is known.
    pub(super) fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Returns whether it is time to read the files.
    pub(super) fn are_due(&self) -> bool {
        let elapsed = self.read_at.map(|time| time.elapsed());
        !self.is_empty() && elapsed.is_none_or(|elapsed| elapsed >= INTERVAL)
    }

    /// Reads the results that were appended since the last call, adds them to `schedule` and returns them. Skips files
    /// that do not exist yet.
    ///
    /// # Errors
    /// Fails if a file cannot be used.
    pub(super) fn read(
        &mut self,
        tournament: &Tournament,
        schedule: &mut Schedule,
    ) -> Result<Vec<Outcome>, JournalError> {
        self.read_at = Some(Instant::now());
        let mut outcomes = Vec::new();
        for file in &mut self.files {
            outcomes.extend(file.read_if_exists(tournament, schedule)?);
        }
        Ok(outcomes)
    }
}

//! Shards: parts of a series of games that different machines play in parallel.

use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The maximum number of shards of a series.
const MAX_SHARDS: usize = 1000;
/// The placeholder for the number of the shard in the name of a file.
const PLACEHOLDER: &str = "{part}";

/// One of several shards of about equal size, to which games or pairs of games are dealt in turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// The number of the shard, from 1.
    number: usize,
    /// The number of shards.
    count: usize,
}

/// The error for a string that is not a valid shard.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a part such as 2/8, of at most {MAX_SHARDS} parts")]
pub struct ShardError;

impl FromStr for Shard {
    type Err = ShardError;

    /// Parses `2/8`: the number of the shard, from 1, and the number of shards.
    fn from_str(text: &str) -> Result<Self, ShardError> {
        let (number, count) = text.split_once('/').ok_or(ShardError)?;
        let [number, count] = [number, count].map(str::parse);
        match (number, count) {
            (Ok(number), Ok(count)) if count <= MAX_SHARDS && (1..=count).contains(&number) => {
                Ok(Self { number, count })
            }
            _ => Err(ShardError),
        }
    }
}

impl Default for Shard {
    /// Returns the only shard of a series that is not divided.
    fn default() -> Self {
        Self { number: 1, count: 1 }
    }
}

impl Shard {
    /// Returns whether the game, or the pair of games, with the number `number`, counted from 0, belongs to the shard.
    pub const fn includes(self, number: usize) -> bool {
        number % self.count == self.number - 1
    }

    /// Returns the other shards of the series.
    pub fn others(self) -> impl Iterator<Item = Self> {
        let numbers = (1..=self.count).filter(move |number| *number != self.number);
        numbers.map(move |number| Self { number, ..self })
    }

    /// Returns the file of the shard: `path` with the number of the shard in place of `{part}`.
    pub fn path(self, path: &Path) -> PathBuf {
        match path.to_str() {
            Some(text) => text.replace(PLACEHOLDER, &self.number.to_string()).into(),
            None => path.to_owned(),
        }
    }
}

/// Returns whether a path contains the placeholder, so that each shard has its own file.
pub fn has_placeholder(path: &Path) -> bool {
    path.to_str().is_some_and(|text| text.contains(PLACEHOLDER))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_read() {
        assert_eq!("2/8".parse(), Ok(Shard { number: 2, count: 8 }));
        assert_eq!(
            "1000/1000".parse(),
            Ok(Shard {
                number: 1000,
                count: 1000
            })
        );
        for text in ["", "2", "0/8", "9/8", "1/1001", "-1/8", "a/8", "1/2/3"] {
            assert_eq!(text.parse::<Shard>(), Err(ShardError), "{text}");
        }
        assert_eq!(
            ShardError.to_string(),
            "expected a part such as 2/8, of at most 1000 parts"
        );
    }

    #[test]
    fn every_game_is_in_one_shard() {
        let shards = ["1/3", "2/3", "3/3"].map(|text| text.parse::<Shard>().expect("a shard"));
        for index in 0..30 {
            let found: Vec<bool> = shards.iter().map(|shard| shard.includes(index)).collect();
            assert_eq!(found.iter().filter(|found| **found).count(), 1, "game {index}");
            assert!(found[index % 3], "game {index}");
        }
    }

    #[test]
    fn shards_have_files_of_their_own() {
        let shard: Shard = "2/3".parse().expect("a shard");
        let paths: Vec<_> = shard
            .others()
            .map(|other| other.path(Path::new("part-{part}.pgn")))
            .collect();
        assert_eq!(paths, [PathBuf::from("part-1.pgn"), PathBuf::from("part-3.pgn")]);
        assert_eq!(shard.path(Path::new("games.pgn")), PathBuf::from("games.pgn"));
    }
}

//! The squares of the board of a random definition file.

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::letter;

/// A board with one level: its size and its holes.
pub(super) struct Board<'a> {
    files: u8,
    ranks: u8,
    /// The line of the definition that lists the holes; empty if there are none.
    holes: &'a str,
}

impl<'a> Board<'a> {
    /// Returns the number of files.
    pub(super) fn files(&self) -> u8 {
        self.files
    }

    /// Returns the number of ranks.
    pub(super) fn ranks(&self) -> u8 {
        self.ranks
    }

    /// Returns the board of a definition; `None` if it has levels.
    pub(super) fn of(text: &'a str) -> Option<Self> {
        let side = |key: &str| text.lines().find_map(|line| line.strip_prefix(key)?.parse().ok());
        let holes = text.lines().find(|line| line.starts_with("holes = "));
        let board = Self {
            files: side("files = ")?,
            ranks: side("ranks = ")?,
            holes: holes.unwrap_or_default(),
        };
        (!text.contains("levels = ")).then_some(board)
    }
}

/// Returns the names of the squares of a random rectangle of at least three by three squares, as a list in a
/// definition. Holes are left out.
pub(super) fn rectangle(random: &mut ChaCha8Rng, board: &Board<'_>) -> String {
    let mut side = |length: u8| {
        let first = random.random_range(0..=length - 3);
        first..=random.random_range(first + 2..length)
    };
    let (files, ranks) = (side(board.files), side(board.ranks));
    let all = files.flat_map(|file| {
        ranks
            .clone()
            .map(move |rank| format!("\"{}{}\"", letter(file), rank + 1))
    });
    let squares: Vec<String> = all.filter(|name| !board.holes.contains(name.as_str())).collect();
    squares.join(", ")
}

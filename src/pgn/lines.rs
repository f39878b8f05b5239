//! The lines of a file as text, with a cursor.

use std::io::{BufRead, Read};

use super::error::Problem;

/// A file, line by line.
pub(super) struct Lines<R> {
    input: R,
    /// The current line, with its line ending.
    text: String,
    /// The cursor in it, in bytes.
    at: usize,
    /// From 1; 0 before the first.
    number: usize,
    /// Whether the previous line was empty.
    after_gap: bool,
    /// The most bytes of a game.
    most: usize,
    taken: usize,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R, most: usize) -> Self {
        Self {
            input,
            text: String::new(),
            at: 0,
            number: 0,
            after_gap: true,
            most,
            taken: 0,
        }
    }

    /// Starts a new game: its bytes are counted from here.
    pub(super) fn begin(&mut self) {
        self.taken = 0;
    }

    /// The number of the current line.
    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// The unread rest of the current line.
    pub(super) fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Moves the cursor on, at most to the end of the line. It must not end inside a character.
    pub(super) fn advance(&mut self, bytes: usize) {
        self.at = (self.at + bytes).min(self.text.len());
    }

    /// Moves the cursor to the end of the line.
    pub(super) fn advance_to_end(&mut self) {
        self.at = self.text.len();
    }

    /// Whether the cursor is at the start of the line.
    pub(super) fn is_fresh(&self) -> bool {
        self.at == 0
    }

    /// Whether the line is the tag `Event`, which begins every game.
    pub(super) fn has_event(&self) -> bool {
        self.text.starts_with("[Event ")
    }

    /// Whether the line is likely to begin a game.
    pub(super) fn begins_game(&self) -> bool {
        self.has_event() || self.after_gap && self.text.starts_with('[')
    }

    /// Goes to the next line; false at the end of the file.
    ///
    /// # Errors
    /// The file cannot be read; the game is too long.
    pub(super) fn next(&mut self) -> Result<bool, Problem> {
        if self.taken >= self.most {
            return Err(Problem::TooLong);
        }
        self.after_gap = self.text.trim().is_empty();
        self.at = 0;
        let mut bytes = Vec::new();
        let left = (self.most - self.taken) as u64;
        (&mut self.input).take(left).read_until(b'\n', &mut bytes)?;
        self.taken += bytes.len();
        let first = self.number == 0;
        self.number += 1;
        self.text = String::from_utf8(bytes).unwrap_or_else(|error| latin_1(error.as_bytes()));
        if first && self.text.starts_with('\u{feff}') {
            self.text.remove(0);
        }
        Ok(!self.text.is_empty())
    }
}

fn latin_1(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

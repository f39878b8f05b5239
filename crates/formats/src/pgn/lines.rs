//! Reads a file line by line, with a cursor in the current line.

use std::io::{BufRead, Read};

use super::error::Problem;

/// The byte order mark in UTF-8.
const UTF_8_MARK: &[u8] = b"\xef\xbb\xbf";

/// A file that is read line by line.
pub(super) struct Lines<R> {
    input: R,
    /// The current line, with its line ending.
    text: String,
    /// The cursor in the current line, in bytes.
    at: usize,
    /// The number of the current line, from 1; 0 before the first line has been read.
    number: usize,
    /// Whether the previous line was empty or the current line is the first one.
    after_gap: bool,
    /// The maximum number of bytes of a game.
    most: usize,
    /// The number of bytes of the current game that have been read.
    taken: usize,
    /// The number of bytes of the file up to the end of the current line.
    end: usize,
    /// Whether the current line was decoded as Latin-1, in which each character is one byte of the file.
    one_byte: bool,
    /// The bytes not yet taken by [`take_source`](Self::take_source); `None` if bytes are not kept.
    source: Option<Vec<u8>>,
}

impl<R: BufRead> Lines<R> {
    /// Creates a reader of the lines of a file; `most` is the maximum number of bytes of a game.
    pub(super) fn new(input: R, most: usize) -> Self {
        Self {
            input,
            text: String::new(),
            at: 0,
            number: 0,
            after_gap: true,
            most,
            taken: 0,
            end: 0,
            one_byte: false,
            source: None,
        }
    }

    /// Keeps the bytes of the file for [`take_source`](Self::take_source).
    pub(super) fn keep_source(&mut self) {
        self.source = Some(Vec::new());
    }

    /// Counts the bytes that are kept for [`take_source`](Self::take_source).
    pub(super) fn kept(&self) -> usize {
        self.source.as_ref().map_or(0, Vec::len)
    }

    /// Counts the bytes of the current line after the cursor.
    pub(super) fn unread(&self) -> usize {
        match self.one_byte {
            true => self.rest().chars().count(),
            false => self.rest().len(),
        }
    }

    /// Returns the number of bytes of the file up to the end of the current line.
    pub(super) fn end(&self) -> usize {
        self.end
    }

    /// Takes the bytes of the file that were kept since the last call, except for the last `left` bytes.
    pub(super) fn take_source(&mut self, left: usize) -> Vec<u8> {
        let Some(source) = &mut self.source else {
            return Vec::new();
        };
        let rest = source.split_off(source.len().saturating_sub(left));
        std::mem::replace(source, rest)
    }

    /// Begins a new game: its bytes are counted from the current line on.
    pub(super) fn begin(&mut self) {
        self.taken = 0;
    }

    /// Returns the number of the current line.
    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// Returns the current line from the cursor on.
    pub(super) fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Moves the cursor forward, at most to the end of the line. The new position must not be inside a character.
    pub(super) fn advance(&mut self, bytes: usize) {
        self.at = (self.at + bytes).min(self.text.len());
    }

    /// Moves the cursor to the end of the line.
    pub(super) fn advance_to_end(&mut self) {
        self.at = self.text.len();
    }

    /// Returns whether the cursor is at the start of the line.
    pub(super) fn is_fresh(&self) -> bool {
        self.at == 0
    }

    /// Tests whether the previous line is empty or the current line is the first one.
    pub(super) fn is_after_gap(&self) -> bool {
        self.after_gap
    }

    /// Tests whether the line begins with the tag `Event`, the first tag of most games.
    pub(super) fn has_event(&self) -> bool {
        self.text.starts_with("[Event ")
    }

    /// Tests whether the line begins with `[`, like a tag.
    pub(super) fn is_tag(&self) -> bool {
        self.text.starts_with('[')
    }

    /// Tests whether the line is likely to begin a game. `in_tags` is true if only tags of the current game have been
    /// read.
    pub(super) fn begins_game(&self, in_tags: bool) -> bool {
        !in_tags && self.has_event() || self.after_gap && self.is_tag()
    }

    /// Reads the next line; returns false at the end of the file.
    ///
    /// # Errors
    /// Fails if the file cannot be read or is UTF-16, or if the game is too long.
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
        self.end += bytes.len();
        self.number += 1;
        if self.number == 1 {
            if is_utf_16(&bytes) {
                return Err(Problem::Utf16);
            }
            if bytes.starts_with(UTF_8_MARK) {
                bytes.drain(..UTF_8_MARK.len());
            }
        }
        if let Some(source) = &mut self.source {
            source.extend_from_slice(&bytes);
        }
        let decoded = String::from_utf8(bytes);
        self.one_byte = decoded.is_err();
        self.text = decoded.unwrap_or_else(|error| latin_1(error.as_bytes()));
        Ok(!self.text.is_empty())
    }
}

/// Tests whether a file that begins with this line is UTF-16: it has a byte order mark, or at least a quarter of its
/// first bytes are zero.
fn is_utf_16(line: &[u8]) -> bool {
    let beginning = &line[..line.len().min(64)];
    let zeros = beginning.iter().filter(|byte| **byte == 0).count();
    matches!(line, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]) || zeros > 0 && zeros * 4 >= beginning.len()
}

/// Decodes Latin-1.
fn latin_1(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

//! The file of a book: a header with the hash of the rules, the sorted keys of the positions, and a compressed list of
//! what is known about them.
//!
//! All numbers are little-endian. For each position, in the order of the keys, the list has the numbers of games that
//! White won, that were drawn and that Black won, each in groups of seven bits with the lowest group first, followed by
//! the score in two bytes. A score of -32768 means that there is none. The list is a Zstandard frame. The last eight
//! bytes are a checksum of everything before them.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kurier_rules::files;
use kurier_rules::rules::{Definition, fingerprint};
use ruzstd::decoding::StreamingDecoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use crate::book::{Book, Entry};
use crate::polyglot;

/// The first bytes of every book.
const MAGIC: [u8; 8] = *b"KurierBK";
/// The extension of files in Kurier's own format.
const EXTENSION: &str = "book";
/// The version of the format.
const VERSION: u16 = 1;
/// The length of the header: the first bytes, the version, the hash of the rules and the number of positions.
const HEADER: usize = 8 + 2 + 8 + 4;
/// The length of the checksum.
const CHECKSUM: usize = 8;
/// The maximum number of bytes that the list contains for one position.
const LONGEST_ENTRY: usize = 3 * 5 + 2;
/// The value that stands for a missing score.
const NO_SCORE: i16 = i16::MIN;

/// Why a book cannot be used.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum BookError {
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    #[error("{0}: not a book of Kurier")]
    Foreign(String),
    #[error("{0}: made by another version of Kurier")]
    Version(String),
    #[error("{source_name}: does not match the rules of {game}")]
    OtherRules { source_name: String, game: String },
    #[error("{0}: damaged")]
    Damaged(String),
    #[error("Polyglot's format is for chess only, not for {0}")]
    NotChess(String),
}

/// Tests whether a file has the extension of a book, in Kurier's format or in Polyglot's.
pub fn is_book(path: &Path) -> bool {
    let own = path
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case(EXTENSION));
    own || polyglot::is_named(path)
}

impl Book {
    /// Reads the file of a book and checks that it belongs to a game. A file with the extension `bin` is in Polyglot's
    /// format.
    ///
    /// # Errors
    /// Fails if the file cannot be read, is not a book, is damaged, or was made for different rules.
    pub fn read(path: &Path, definition: &Arc<Definition>) -> Result<Self, BookError> {
        let bytes = files::read(path, files::LARGE).map_err(|source| BookError::File {
            path: path.to_owned(),
            source,
        })?;
        let name = path.display().to_string();
        match polyglot::is_named(path) {
            true => Self::from_polyglot(&bytes, &name, definition),
            false => Self::decode(&bytes, &name, definition),
        }
    }

    /// Writes the book to a file, which it replaces as a whole. A file with the extension `bin` is in Polyglot's
    /// format.
    ///
    /// # Errors
    /// Fails if the file cannot be written, or if it is in Polyglot's format and the game is not chess.
    pub fn write(&self, path: &Path, definition: &Arc<Definition>) -> Result<(), BookError> {
        let bytes = match polyglot::is_named(path) {
            true => self.to_polyglot(definition)?,
            false => self.encode(),
        };
        files::write(path, &bytes).map_err(|source| BookError::File {
            path: path.to_owned(),
            source,
        })
    }

    /// Returns the content of the book's file.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(self.rules_hash.to_le_bytes());
        bytes.extend((self.entries.len() as u32).to_le_bytes());
        self.entries.keys().for_each(|key| bytes.extend(key.to_le_bytes()));
        let mut list = Vec::with_capacity(5 * self.entries.len());
        for entry in self.entries.values() {
            for number in [entry.white, entry.draws, entry.black] {
                put_number(&mut list, number);
            }
            list.extend(entry.score.unwrap_or(NO_SCORE).to_le_bytes());
        }
        bytes.extend(compress_to_vec(&list[..], CompressionLevel::Fastest));
        bytes.extend(fingerprint(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the content of a book's file. Error messages use `name` as the name of the book.
    ///
    /// # Errors
    /// Fails if the bytes are not a book, are damaged, or were made for different rules.
    pub fn decode(bytes: &[u8], name: &str, definition: &Definition) -> Result<Self, BookError> {
        let Some(rest) = bytes.strip_prefix(&MAGIC) else {
            return Err(BookError::Foreign(name.into()));
        };
        let damaged = || BookError::Damaged(name.into());
        let (version, _) = rest.split_first_chunk().ok_or_else(damaged)?;
        if u16::from_le_bytes(*version) != VERSION {
            return Err(BookError::Version(name.into()));
        }
        let (content, checksum) = bytes.split_last_chunk::<CHECKSUM>().ok_or_else(damaged)?;
        if content.len() < HEADER || fingerprint(content) != u64::from_le_bytes(*checksum) {
            return Err(damaged());
        }
        let (rules, rest) = content[10..].split_first_chunk().ok_or_else(damaged)?;
        let rules_hash = u64::from_le_bytes(*rules);
        if rules_hash != definition.rules_hash() {
            return Err(BookError::OtherRules {
                source_name: name.into(),
                game: definition.name.clone(),
            });
        }
        let (count, rest) = rest.split_first_chunk().ok_or_else(damaged)?;
        let count = u32::from_le_bytes(*count) as usize;
        // The file must be long enough for all keys, so a damaged number cannot cause a large allocation.
        let (keys, list) = count
            .checked_mul(8)
            .and_then(|length| rest.split_at_checked(length))
            .ok_or_else(damaged)?;
        let decoder = StreamingDecoder::new(list).map_err(|_| damaged())?;
        let list = files::read_all(decoder, (count * LONGEST_ENTRY) as u64).map_err(|_| damaged())?;
        let mut list = &list[..];
        let mut entries = BTreeMap::new();
        for key in keys.as_chunks().0 {
            let entry = entry(&mut list).ok_or_else(damaged)?;
            entries.insert(u64::from_le_bytes(*key), entry);
        }
        match list.is_empty() && entries.len() == count {
            true => Ok(Self { rules_hash, entries }),
            false => Err(damaged()),
        }
    }
}

/// Reads an entry from the beginning of a list.
fn entry(list: &mut &[u8]) -> Option<Entry> {
    let (white, draws, black) = (number(list)?, number(list)?, number(list)?);
    let (score, rest) = list.split_first_chunk()?;
    *list = rest;
    let score = i16::from_le_bytes(*score);
    Some(Entry {
        white,
        draws,
        black,
        score: (score != NO_SCORE).then_some(score),
    })
}

/// Appends a number in groups of seven bits; all bytes but the last one have the highest bit set.
fn put_number(list: &mut Vec<u8>, mut number: u32) {
    while number > 0x7f {
        list.push(number as u8 | 0x80);
        number >>= 7;
    }
    list.push(number as u8);
}

/// Reads a number from the beginning of a list.
fn number(list: &mut &[u8]) -> Option<u32> {
    let mut number = 0_u64;
    for shift in (0..35).step_by(7) {
        let (byte, rest) = list.split_first()?;
        *list = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return u32::try_from(number).ok();
        }
    }
    None
}

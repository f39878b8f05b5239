//! Files of games: a header in JSON, then one line per game.
//!
//! A game is its number, the start FEN, the result, why it ended, and its turns, each followed by the score that the
//! mover's search gave it in centipawns; tabs separate the five. Lines are written whole, so a file whose writer was
//! killed has at most one damaged line, the last. Turns are spelled out: files survive changes of the engine's move
//! encoding, and take about nine bytes per ply (three compressed). Files compressed by gzip are read as they are.

mod appender;
mod error;
mod game;
mod header;

use std::collections::HashSet;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use flate2::bufread::MultiGzDecoder;
use kurier_engine::eval::Weights;
use kurier_rules::files;
use kurier_rules::rules::Definition;

pub use appender::Appender;
pub use error::ArchiveError;
pub use game::{Game, GameResult};
pub use header::Header;

/// The version of the format.
const FORMAT: u32 = 1;
/// What files compressed by gzip begin with (RFC 1952).
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Reads a file of games without an incomplete last line. Also returns how many bytes were complete, unpacked ones if the
/// file is compressed.
///
/// # Errors
/// A file that cannot be read, is of another format, or is damaged before its last line; a compressed one that is incomplete.
pub fn read(path: &Path) -> Result<(Header, Vec<Game>, u64), ArchiveError> {
    let failed = ArchiveError::file(path);
    let mut input = unpacked(path).map_err(&failed)?;
    let (header, mut complete) = read_header(path, &mut input)?;
    let mut line = String::new();
    let mut games = Vec::new();
    for number in 2.. {
        line.clear();
        let length = input.read_line(&mut line).map_err(&failed)?;
        if !line.ends_with('\n') {
            break;
        }
        let game = Game::parse(line.trim_end_matches('\n'));
        games.push(game.ok_or(ArchiveError::Damaged {
            path: path.to_owned(),
            line: number,
        })?);
        complete += length as u64;
    }
    Ok((header, games, complete))
}

/// Opens a file to read what it contains, unpacked.
fn unpacked(path: &Path) -> io::Result<Box<dyn BufRead>> {
    let mut file = BufReader::new(files::open(path)?);
    Ok(if is_compressed(&mut file)? {
        Box::new(BufReader::new(MultiGzDecoder::new(file)))
    } else {
        Box::new(file)
    })
}

/// Returns whether a file, of which nothing has been read, is compressed.
fn is_compressed(file: &mut impl BufRead) -> io::Result<bool> {
    Ok(file.fill_buf()?.starts_with(&GZIP))
}

/// Returns the header, and its length in bytes.
fn read_header(path: &Path, input: &mut impl BufRead) -> Result<(Header, u64), ArchiveError> {
    let not_games = || ArchiveError::NotGames { path: path.to_owned() };
    let mut line = String::new();
    let length = input.read_line(&mut line).map_err(|_| not_games())? as u64;
    let header: Header = serde_json::from_str(&line).map_err(|_| not_games())?;
    if header.format != FORMAT {
        return Err(ArchiveError::Format {
            path: path.to_owned(),
            found: header.format,
        });
    }
    Ok((header, length))
}

/// Returns the header of a file.
fn header_of(path: &Path) -> Result<Header, ArchiveError> {
    let mut input = unpacked(path).map_err(ArchiveError::file(path))?;
    Ok(read_header(path, &mut input)?.0)
}

/// Returns the files whose games were not played with these weights (with or without a network), or that do not say.
///
/// # Errors
/// See [`read`].
pub fn with_other_weights<'a>(paths: &'a [PathBuf], weights: &Weights) -> Result<Vec<&'a Path>, ArchiveError> {
    let expected = header::fingerprint(weights);
    let mut others = Vec::new();
    for path in paths {
        if header_of(path)?.weights != expected {
            others.push(path.as_path());
        }
    }
    Ok(others)
}

/// Reads several files of games of one variant; duplicates of a game are dropped.
///
/// # Errors
/// See [`read`]; also files of games with other rules.
pub fn read_all(paths: &[PathBuf], definition: &Definition) -> Result<Vec<Game>, ArchiveError> {
    let mut seen = HashSet::new();
    let mut all = Vec::new();
    for path in paths {
        let (header, games, _) = read(path)?;
        header.check_variant(definition, path)?;
        all.extend(games.into_iter().filter(|game| seen.insert(game.fingerprint())));
    }
    Ok(all)
}

/// Merges the games of several files into one; of games with the same number, the first counts. Files that were made
/// with other settings, such as another seed, are refused: the header describes all games of a file.
///
/// # Errors
/// See [`read`] and [`Appender::open`].
pub fn merge(paths: &[PathBuf], definition: &Definition, out: &Path) -> Result<usize, ArchiveError> {
    // All fit together, or nothing is written.
    let mut first: Option<Header> = None;
    for path in paths {
        let header = header_of(path)?;
        match &first {
            None => {
                header.check_variant(definition, path)?;
                first = Some(header);
            }
            Some(first) => first.check_same(&header, path)?,
        }
    }
    let Some(header) = first else { return Ok(0) };
    let mut target = Appender::open(out, &header)?;
    let mut written = 0;
    for path in paths {
        for game in read(path)?.1 {
            if !target.has(game.index) {
                target.append(&game)?;
                written += 1;
            }
        }
    }
    Ok(written)
}

//! Files of self-play games: a header in JSON, then one line per game.
//!
//! A line has five fields, separated by tabs: the number of the game, the start FEN, the result, the reason why the
//! game ended, and the turns, each followed by the score in centipawns that the mover's search assigned to it. Each
//! line is written in one piece, so if the writer is killed, only the last line of the file can be damaged. Turns are
//! written in coordinate notation: files survive changes of the engine's move encoding, and need about nine bytes per
//! ply (three if compressed). Files compressed with gzip can be read, but games cannot be appended to them.

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

/// The version of the format that this program reads and writes.
const FORMAT: u32 = 1;
/// The first two bytes of a file compressed with gzip (RFC 1952).
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Reads a file of games and ignores an incomplete last line. Also returns the length in bytes of the complete lines,
/// after decompression.
///
/// # Errors
/// Fails if the file cannot be read, has a different format, is damaged before its last line, or is compressed and
/// incomplete.
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

/// Opens a file for reading and decompresses it if necessary.
fn unpacked(path: &Path) -> io::Result<Box<dyn BufRead>> {
    let mut file = BufReader::new(files::open(path)?);
    Ok(if is_compressed(&mut file)? {
        Box::new(BufReader::new(MultiGzDecoder::new(file)))
    } else {
        Box::new(file)
    })
}

/// Returns whether a file is compressed. `file` must be at its beginning.
fn is_compressed(file: &mut impl BufRead) -> io::Result<bool> {
    Ok(file.fill_buf()?.starts_with(&GZIP))
}

/// Reads the first line of a file of games. Returns the header, and the length of the line in bytes.
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

/// Opens a file of games and returns its header.
fn header_of(path: &Path) -> Result<Header, ArchiveError> {
    let mut input = unpacked(path).map_err(ArchiveError::file(path))?;
    Ok(read_header(path, &mut input)?.0)
}

/// Returns the files whose games were played with weights other than `weights`, or whose header does not contain the
/// fingerprint of the weights. Whether a network corrected the weights does not matter.
///
/// # Errors
/// Fails if a file cannot be read or does not begin with a header of a known format.
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

/// Reads several files of games of one variant. A game that occurs several times is returned once.
///
/// # Errors
/// Fails if a file cannot be read (see [`read`]), or if its games belong to another variant or to different rules.
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

/// Merges the games of several files into one and returns how many games were written. If several games have the same
/// number, only the first of them is kept. The files must have been made with identical settings, including the seed,
/// because a single header describes all games of a file.
///
/// # Errors
/// Fails if a file cannot be read (see [`read`]) or written (see [`Appender::open`]), or if the files contain games of
/// another variant or games made with different settings.
pub fn merge(paths: &[PathBuf], definition: &Definition, out: &Path) -> Result<usize, ArchiveError> {
    // Check all headers before writing: a mismatch must not leave a partial file behind.
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

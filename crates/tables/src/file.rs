//! The file of a table: a header with the hash of the rules, then blocks of entries, each compressed separately.
//!
//! All numbers are little-endian. An entry is the index of a state in a list that the header holds: one byte, or two if
//! the list has more than 256 states. An entry that stands for no position repeats the entry before it, which
//! compresses best. A block is a Zstandard frame with a checksum. The last number of the header is a checksum of the
//! header.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use kurier_rules::files;
use kurier_rules::rules::fingerprint;
use mmap_io::{MemoryMappedFile, MmapIoError};
use rayon::prelude::*;
use ruzstd::decoding::FrameDecoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use crate::state::State;
use crate::statistics::{Longest, SideStatistics, Statistics};
use crate::{Distance, TableError};

/// The first bytes of every table.
const MAGIC: [u8; 8] = *b"KurierET";
/// The version of the format.
const VERSION: u16 = 1;
/// The number of entries in a block; the last block of a table may have fewer.
pub(crate) const BLOCK: usize = 1 << 14;
/// The largest number of states in the list of a header.
const MAX_STATES: usize = 1 << 16;

/// The content of a header, apart from the layout of the blocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Header {
    pub distance: Distance,
    pub rules_hash: u64,
    pub class: String,
    /// The number of entries for one side to move.
    pub size: u64,
    pub statistics: Statistics,
}

/// Returns the content of the file of a table. `states` holds the states of all positions with White to move, then of
/// all with Black to move.
pub(crate) fn encode(header: &Header, states: &[u16]) -> Vec<u8> {
    let palette = palette(states);
    let mut numbers = vec![0_u16; MAX_STATES];
    (0..)
        .zip(&palette)
        .for_each(|(number, state)| numbers[usize::from(*state)] = number);
    let wide = palette.len() > 256;
    let compress = |states: &[u16]| {
        let mut last = 0;
        let coded = states.iter().map(|state| {
            if State(*state) != State::BROKEN {
                last = numbers[usize::from(stored(*state))];
            }
            last
        });
        let bytes: Vec<u8> = match wide {
            true => coded.flat_map(u16::to_le_bytes).collect(),
            false => coded.map(|number| number as u8).collect(),
        };
        compress_to_vec(&bytes[..], CompressionLevel::Fastest)
    };
    let blocks: Vec<Vec<u8>> = states.par_chunks(BLOCK).map(compress).collect();

    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.push(header.distance as u8);
    bytes.push(wide.into());
    bytes.extend(header.rules_hash.to_le_bytes());
    bytes.push(header.class.len() as u8);
    bytes.extend(header.class.as_bytes());
    bytes.extend(header.size.to_le_bytes());
    for side in &header.statistics.sides {
        for number in [side.positions, side.wins, side.losses, side.late] {
            bytes.extend(number.to_le_bytes());
        }
        for longest in [side.longest_win, side.longest_loss] {
            bytes.push(longest.is_some().into());
            bytes.extend(longest.map_or(0, |longest| longest.plies).to_le_bytes());
            bytes.extend(longest.map_or(0, |longest| longest.cell).to_le_bytes());
        }
    }
    bytes.extend((palette.len() as u32).to_le_bytes());
    palette.iter().for_each(|state| bytes.extend(state.to_le_bytes()));
    bytes.extend((blocks.len() as u32).to_le_bytes());
    blocks
        .iter()
        .for_each(|block| bytes.extend((block.len() as u32).to_le_bytes()));
    bytes.extend(fingerprint(&bytes).to_le_bytes());
    blocks.iter().for_each(|block| bytes.extend(block));
    bytes
}

/// Returns the distinct states of a table in the form in which they are stored, sorted.
fn palette(states: &[u16]) -> Vec<u16> {
    let seen = states.par_chunks(BLOCK).fold(
        || vec![false; MAX_STATES],
        |mut seen, chunk| {
            let positions = chunk.iter().filter(|state| State(**state) != State::BROKEN);
            positions.for_each(|state| seen[usize::from(stored(*state))] = true);
            seen
        },
    );
    let seen = seen.reduce(
        || vec![false; MAX_STATES],
        |mut one, other| {
            one.iter_mut().zip(other).for_each(|(one, other)| *one |= other);
            one
        },
    );
    let mut found: Vec<u16> = (0..=u16::MAX).filter(|state| seen[usize::from(*state)]).collect();
    if found.is_empty() {
        found.push(State::DRAWN.0);
    }
    found
}

/// Returns the state that the file stores for a state: [`State::DRAWN`] for every state without a winner.
fn stored(state: u16) -> u16 {
    match State(state).result() {
        Some(_) => state,
        None => State::DRAWN.0,
    }
}

/// The open file of a table.
pub(crate) struct TableFile {
    path: PathBuf,
    map: MemoryMappedFile,
    header: Header,
    wide: bool,
    palette: Vec<u16>,
    /// Where the blocks begin in the file; the last entry is where the file ends.
    starts: Vec<usize>,
    /// Decoders that no thread uses at the moment.
    decoders: Mutex<Vec<FrameDecoder>>,
}

impl TableFile {
    /// Opens the file of a table and reads its header. The blocks are checked when they are read.
    ///
    /// # Errors
    /// Fails if the file cannot be read, is not a table of this version, has a damaged header, or has the wrong length.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        let file_error = |source| TableError::File {
            path: path.to_owned(),
            source,
        };
        let length = files::open(path)
            .and_then(|file| file.metadata())
            .map_err(file_error)?
            .len();
        if length < MAGIC.len() as u64 {
            return Err(TableError::Foreign(path.to_owned()));
        }
        let map_error = |error: MmapIoError| file_error(io::Error::other(error.to_string()));
        let map = MemoryMappedFile::open_ro(path).map_err(map_error)?;
        let parsed = parse(map.as_slice_bytes(0, map.len()).map_err(map_error)?).map_err(|fault| match fault {
            Fault::Foreign => TableError::Foreign(path.to_owned()),
            Fault::Version => TableError::Version(path.to_owned()),
            Fault::Damaged(problem) => TableError::Damaged {
                path: path.to_owned(),
                problem,
            },
        })?;
        Ok(Self {
            path: path.to_owned(),
            map,
            header: parsed.header,
            wide: parsed.wide,
            palette: parsed.palette,
            starts: parsed.starts,
            decoders: Mutex::default(),
        })
    }

    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the length of the file in bytes.
    pub fn length(&self) -> u64 {
        self.map.len()
    }

    /// Returns the number of blocks.
    pub fn blocks(&self) -> usize {
        self.starts.len() - 1
    }

    /// Reads the states of a block.
    ///
    /// # Errors
    /// Fails if the block is damaged.
    pub fn block(&self, number: usize) -> Result<Vec<u16>, TableError> {
        let total = 2 * self.header.size as usize;
        let positions = BLOCK.min(total - number * BLOCK);
        let mut bytes = vec![0; positions * if self.wide { 2 } else { 1 }];
        let (start, end) = (self.starts[number] as u64, self.starts[number + 1] as u64);
        let packed = self.map.as_slice_bytes(start, end - start).unwrap_or_default();
        let free = self.decoders.lock().ok().and_then(|mut decoders| decoders.pop());
        let mut decoder = free.unwrap_or_default();
        let read = decoder.decode_all(packed, &mut bytes);
        let sound = read.is_ok_and(|read| read == bytes.len())
            && decoder.get_checksum_from_data().is_some()
            && decoder.get_checksum_from_data() == decoder.get_calculated_checksum();
        let states: Option<Vec<u16>> = match self.wide {
            _ if !sound => None,
            true => bytes
                .chunks_exact(2)
                .map(|pair| self.state(u16::from_le_bytes([pair[0], pair[1]]).into()))
                .collect(),
            false => bytes.iter().map(|number| self.state(usize::from(*number))).collect(),
        };
        if states.is_some()
            && let Ok(mut decoders) = self.decoders.lock()
        {
            decoders.push(decoder);
        }
        states.ok_or_else(|| TableError::Damaged {
            path: self.path.clone(),
            problem: "the checksum of a block is wrong",
        })
    }

    fn state(&self, number: usize) -> Option<u16> {
        self.palette.get(number).copied()
    }

    /// Reads all states: of all positions with White to move, then of all with Black to move.
    ///
    /// # Errors
    /// Fails if a block is damaged.
    pub fn states(&self) -> Result<Vec<u16>, TableError> {
        let total = 2 * self.header.size as usize;
        let mut states = vec![0; total];
        let blocks = states.par_chunks_mut(BLOCK).enumerate();
        blocks.try_for_each(|(number, states)| {
            states.copy_from_slice(&self.block(number)?);
            Ok(())
        })?;
        Ok(states)
    }
}

/// Why the content of a file is not a valid table.
enum Fault {
    Foreign,
    Version,
    Damaged(&'static str),
}

/// The header of a file, with the layout of its blocks; see [`TableFile`].
struct Parsed {
    header: Header,
    wide: bool,
    palette: Vec<u16>,
    starts: Vec<usize>,
}

/// Reads little-endian numbers one after another from the start of `bytes`. `read` is the number of bytes read so far.
struct Reader<'a> {
    bytes: &'a [u8],
    read: usize,
}

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        let taken = self.bytes.get(self.read..).and_then(|left| left.first_chunk());
        self.read += N;
        taken.copied().ok_or(Fault::Damaged("it ends within its header"))
    }

    fn byte(&mut self) -> Result<u8, Fault> {
        self.take().map(u8::from_le_bytes)
    }

    fn short(&mut self) -> Result<u16, Fault> {
        self.take().map(u16::from_le_bytes)
    }

    fn word(&mut self) -> Result<u32, Fault> {
        self.take().map(u32::from_le_bytes)
    }

    fn long(&mut self) -> Result<u64, Fault> {
        self.take().map(u64::from_le_bytes)
    }

    fn longest(&mut self) -> Result<Option<Longest>, Fault> {
        let is_some = self.byte()? != 0;
        let longest = Longest {
            plies: self.short()?,
            cell: self.long()?,
        };
        Ok(is_some.then_some(longest))
    }
}

/// Parses a header and checks that the blocks fill the rest of the file.
fn parse(bytes: &[u8]) -> Result<Parsed, Fault> {
    let mut reader = Reader { bytes, read: 0 };
    if reader.take::<8>()? != MAGIC {
        return Err(Fault::Foreign);
    }
    if reader.short()? != VERSION {
        return Err(Fault::Version);
    }
    let distance = Distance::from_number(reader.byte()?).ok_or(Fault::Damaged("its distance is unknown"))?;
    let wide = reader.byte()? != 0;
    let rules_hash = reader.long()?;
    let mut class = String::new();
    for _ in 0..reader.byte()? {
        class.push(reader.byte()?.into());
    }
    let size = reader.long()?;
    let mut statistics = Statistics::default();
    for side in &mut statistics.sides {
        *side = SideStatistics {
            positions: reader.long()?,
            wins: reader.long()?,
            losses: reader.long()?,
            late: reader.long()?,
            longest_win: reader.longest()?,
            longest_loss: reader.longest()?,
        };
    }
    let mut palette = Vec::new();
    for _ in 0..reader.word()?.min(MAX_STATES as u32) {
        palette.push(reader.short()?);
    }
    let blocks = reader.word()?;
    let mut lengths = Vec::new();
    for _ in 0..blocks {
        lengths.push(reader.word()?);
    }
    let end = reader.read;
    if reader.long()? != fingerprint(&bytes[..end]) {
        return Err(Fault::Damaged("the checksum of its header is wrong"));
    }
    let mut starts = vec![reader.read];
    for length in lengths {
        starts.push(starts[starts.len() - 1].saturating_add(length as usize));
    }
    let fills = size
        .checked_mul(2)
        .is_some_and(|total| total.div_ceil(BLOCK as u64) == u64::from(blocks));
    if !fills || starts.last() != Some(&bytes.len()) {
        return Err(Fault::Damaged("its length is wrong"));
    }
    Ok(Parsed {
        header: Header {
            distance,
            rules_hash,
            class,
            size,
            statistics,
        },
        wide,
        palette,
        starts,
    })
}

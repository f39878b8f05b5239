//! Network files. They identify or contain the weights that the network corrects, since a network is harmful with any
//! other weights.
//!
//! | bytes | content |
//! |---|---|
//! | 11 | `Kurier net ` |
//! | 1 | the format: `3`, plus 1 with king buckets, plus 2 with pawnless buckets ([`Architecture`]) |
//! | 8 | the hash of the rules ([`Definition::rules_hash`]) |
//! | 8 | the fingerprint of the weights ([`Weights::fingerprint`]) |
//! | 2 | the number of hidden neurons `h` of each perspective |
//! | 2 | the number of output buckets by number of pieces |
//! | 2 `i h` | hidden weights by input ([`Features::index`], `i` of them) and neuron |
//! | 2 `h` | hidden biases |
//! | 4 `b h` | output weights by bucket, perspective (the side to move first) and neuron |
//! | 4 `b` | output biases |
//! | any | the text of the weights ([`Weights::write`]); empty if they are the fitted weights that every program contains |
//! | 4 | the CRC-32 (IEEE) of all preceding bytes |
//!
//! There are `b` output buckets in all ([`Architecture::output_buckets`]). All numbers are little-endian; the hashes
//! and sizes are unsigned, the rest is signed. [`NetworkParameters`] gives their units.

use super::architecture::Architecture;
use super::error::NetworkError;
use super::network::{Network, NetworkParameters};
use crate::eval::weights::Weights;
use kurier_rules::rules::Definition;

/// The first bytes of a network file.
const MAGIC: &[u8; 11] = b"Kurier net ";
/// The byte after [`MAGIC`], which is the version of the format, for a network without optional buckets.
const FORMAT: u8 = b'3';
/// The number added to the format byte for king buckets.
const KING_BUCKETS: u8 = 1;
/// The number added to the format byte for pawnless buckets.
const PAWNLESS_BUCKETS: u8 = 2;

impl Network {
    /// Encodes the network as a file. `weights` are the weights that the network was trained to correct.
    pub fn to_bytes(&self, weights: &Weights, definition: &Definition) -> Vec<u8> {
        let parameters = self.parameters();
        let mut bytes = MAGIC.to_vec();
        let architecture = parameters.architecture;
        bytes.push(
            FORMAT
                + u8::from(architecture.king_buckets) * KING_BUCKETS
                + u8::from(architecture.pawnless_buckets) * PAWNLESS_BUCKETS,
        );
        bytes.extend(definition.rules_hash().to_le_bytes());
        bytes.extend(weights.fingerprint().to_le_bytes());
        bytes.extend((architecture.hidden as u16).to_le_bytes());
        bytes.extend((architecture.buckets as u16).to_le_bytes());
        for numbers in [&parameters.inputs, &parameters.biases, &parameters.outputs] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(parameters.output_biases.iter().flat_map(|bias| bias.to_le_bytes()));
        let known = Weights::under_network(definition);
        if known.is_none_or(|known| known.fingerprint() != weights.fingerprint()) {
            bytes.extend(weights.write(definition, "").into_bytes());
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Returns whether a file begins with the magic bytes of a network file.
    pub fn is_file(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// Decodes a network file into the network and the weights that it was trained to correct.
    ///
    /// # Errors
    /// Fails if the file is damaged, is not a network for this variant, or belongs to weights that this version of the
    /// program does not have.
    pub fn from_bytes(bytes: &[u8], definition: &Definition) -> Result<(Self, Weights), NetworkError> {
        let Some([format, ..]) = bytes.strip_prefix(MAGIC) else {
            return Err(NetworkError::Foreign);
        };
        let kind = format.checked_sub(FORMAT);
        let Some(kind) = kind.filter(|kind| *kind <= KING_BUCKETS + PAWNLESS_BUCKETS) else {
            return Err(NetworkError::Format {
                found: *format,
                expected: FORMAT,
            });
        };
        let (content, checksum) = bytes.split_last_chunk().ok_or(NetworkError::Damaged)?;
        if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
            return Err(NetworkError::Damaged);
        }
        let mut rest = content.get(MAGIC.len() + 1..).ok_or(NetworkError::Damaged)?;
        let (found, expected) = (u64::from_le_bytes(take(&mut rest)?), definition.rules_hash());
        if found != expected {
            return Err(NetworkError::Rules { found, expected });
        }
        let fingerprint = u64::from_le_bytes(take(&mut rest)?);
        let architecture = Architecture {
            hidden: usize::from(u16::from_le_bytes(take(&mut rest)?)),
            buckets: usize::from(u16::from_le_bytes(take(&mut rest)?)),
            king_buckets: kind & KING_BUCKETS != 0,
            pawnless_buckets: kind & PAWNLESS_BUCKETS != 0,
        };
        let [inputs, biases, outputs, output_biases] = architecture.sizes(definition);
        let parameters = NetworkParameters {
            architecture,
            inputs: list(&mut rest, inputs, i16::from_le_bytes)?,
            biases: list(&mut rest, biases, i16::from_le_bytes)?,
            outputs: list(&mut rest, outputs, i16::from_le_bytes)?,
            output_biases: list(&mut rest, output_biases, i32::from_le_bytes)?,
        };
        let weights = match str::from_utf8(rest).map_err(|_| NetworkError::Damaged)? {
            // A file that contains no weights, for a variant without fitted weights, was written while the first
            // weights were in use.
            "" => Weights::fitted(definition).unwrap_or_else(|| Weights::first(definition)),
            text => Weights::parse(text, definition)?,
        };
        if weights.fingerprint() != fingerprint {
            return Err(NetworkError::Weights);
        }
        Ok((Self::new(definition, parameters)?, weights))
    }
}

/// Takes the next `N` bytes off `rest`.
fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], NetworkError> {
    let (these, left) = rest.split_first_chunk().ok_or(NetworkError::Damaged)?;
    *rest = left;
    Ok(*these)
}

/// Takes the next `count` numbers of `N` bytes each off `rest`.
fn list<const N: usize, T>(rest: &mut &[u8], count: usize, number: fn([u8; N]) -> T) -> Result<Box<[T]>, NetworkError> {
    let (these, left) = rest.split_at_checked(N * count).ok_or(NetworkError::Damaged)?;
    *rest = left;
    Ok(these.as_chunks().0.iter().map(|bytes| number(*bytes)).collect())
}

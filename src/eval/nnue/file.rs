//! Networks as files: a header that says what the numbers are for, the numbers, the text of the weights that they
//! correct where the program has others, and a checksum over it all. Numbers are in little-endian order.

use super::{Features, HIDDEN_MULTIPLE, MAX_OUTPUT_WEIGHT, Network, NetworkParameters};
use crate::eval::{Weights, WeightsError};
use crate::rules::Definition;

/// What a file of a network begins with.
const MAGIC: &[u8; 11] = b"Kurier net ";
/// The version of the format: what stands after that.
const FORMAT: u8 = b'2';

/// With no more hidden neurons a layer's sum of activations has 32 bits, whatever the weights.
const MOST_HIDDEN: usize = 256;
/// More buckets than any network needs.
const MOST_BUCKETS: usize = 64;

/// What is wrong with a network.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetworkError {
    /// It is something else.
    #[error("no file of a network")]
    Foreign,
    /// Bytes are missing, or not those that were written.
    #[error("the file of the network is damaged")]
    Damaged,
    /// A file of another version of the program.
    #[error("a network in format {}: this version reads {}", char::from(*.0), char::from(FORMAT))]
    Format(u8),
    /// It was trained to correct weights that the program had in another version.
    #[error("a network over other weights than these: train it anew")]
    Weights,
    /// The weights in it are none.
    #[error("the weights of the network: {0}")]
    Own(#[from] WeightsError),
    /// It was trained for other rules.
    #[error("a network of another game: trained under rules {found:016x}, not {expected:016x}")]
    Rules {
        /// The hash in the file.
        found: u64,
        /// The hash of the game's rules.
        expected: u64,
    },
    /// Numbers that make no network for this game.
    #[error("a network has to have {0}")]
    Shape(&'static str),
}

impl NetworkParameters {
    /// Whether these numbers make a network with such inputs.
    pub(super) fn check(&self, features: &Features) -> Result<(), NetworkError> {
        let (hidden, buckets) = (self.hidden, self.buckets);
        if !(HIDDEN_MULTIPLE..=MOST_HIDDEN).contains(&hidden) || !hidden.is_multiple_of(HIDDEN_MULTIPLE) {
            return Err(NetworkError::Shape("a multiple of 32 hidden neurons, at most 256"));
        }
        if !(1..=MOST_BUCKETS).contains(&buckets) {
            return Err(NetworkError::Shape("1 to 64 buckets"));
        }
        let sizes = [
            self.inputs.len(),
            self.biases.len(),
            self.outputs.len(),
            self.output_biases.len(),
        ];
        if sizes != [features.count() * hidden, hidden, buckets * 2 * hidden, buckets] {
            return Err(NetworkError::Shape("one number for each connection"));
        }
        if self
            .outputs
            .iter()
            .any(|weight| weight.unsigned_abs() > MAX_OUTPUT_WEIGHT.unsigned_abs())
        {
            return Err(NetworkError::Shape("output weights within 127"));
        }
        Ok(())
    }
}

impl Network {
    /// The network as a file.
    pub fn to_bytes(&self, definition: &Definition) -> Vec<u8> {
        let parameters = &self.parameters;
        let mut bytes = MAGIC.to_vec();
        bytes.push(FORMAT);
        bytes.extend(definition.rules_hash().to_le_bytes());
        bytes.extend(self.base.to_le_bytes());
        bytes.extend((parameters.hidden as u16).to_le_bytes());
        bytes.extend((parameters.buckets as u16).to_le_bytes());
        for weights in [&parameters.inputs, &parameters.biases, &parameters.outputs] {
            bytes.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        bytes.extend(parameters.output_biases.iter().flat_map(|bias| bias.to_le_bytes()));
        if let Some(weights) = &self.weights {
            bytes.extend(weights.write(definition, "").into_bytes());
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Whether a file begins like one of a network.
    pub fn is_one(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// Whether a file begins like one of a network for these rules.
    pub(super) fn is_for(bytes: &[u8], definition: &Definition) -> bool {
        bytes
            .strip_prefix(MAGIC)
            .and_then(|rest| rest.strip_prefix(&[FORMAT]))
            .is_some_and(|rest| rest.starts_with(&definition.rules_hash().to_le_bytes()))
    }

    /// The network of a file, whatever weights it corrects ([`Network::corrects`]).
    ///
    /// # Errors
    /// A file that is none of a network for this game, or is damaged.
    pub fn from_bytes(bytes: &[u8], definition: &Definition) -> Result<Self, NetworkError> {
        let Some([format, ..]) = bytes.strip_prefix(MAGIC) else {
            return Err(NetworkError::Foreign);
        };
        if *format != FORMAT {
            return Err(NetworkError::Format(*format));
        }
        let (content, checksum) = bytes.split_last_chunk().ok_or(NetworkError::Damaged)?;
        if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
            return Err(NetworkError::Damaged);
        }
        let mut rest = content.get(MAGIC.len() + 1..).ok_or(NetworkError::Damaged)?;
        let (found, expected) = (u64::from_le_bytes(take(&mut rest)?), definition.rules_hash());
        if found != expected {
            return Err(NetworkError::Rules { found, expected });
        }
        let base = u64::from_le_bytes(take(&mut rest)?);
        let hidden = usize::from(u16::from_le_bytes(take(&mut rest)?));
        let buckets = usize::from(u16::from_le_bytes(take(&mut rest)?));
        let inputs = Features::new(definition).count();
        let parameters = NetworkParameters {
            hidden,
            buckets,
            inputs: list(&mut rest, inputs * hidden, i16::from_le_bytes)?,
            biases: list(&mut rest, hidden, i16::from_le_bytes)?,
            outputs: list(&mut rest, buckets * 2 * hidden, i16::from_le_bytes)?,
            output_biases: list(&mut rest, buckets, i32::from_le_bytes)?,
        };
        let text = str::from_utf8(rest).map_err(|_| NetworkError::Damaged)?;
        let weights = match text {
            "" => None,
            text => Some(Box::new(Weights::parse(text, definition)?)),
        };
        Self::assemble(base, weights, definition, parameters)
    }
}

/// The next bytes.
fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], NetworkError> {
    let (these, left) = rest.split_first_chunk().ok_or(NetworkError::Damaged)?;
    *rest = left;
    Ok(*these)
}

/// The next numbers, of `N` bytes each.
fn list<const N: usize, T>(rest: &mut &[u8], count: usize, number: fn([u8; N]) -> T) -> Result<Box<[T]>, NetworkError> {
    let (these, left) = rest.split_at_checked(N * count).ok_or(NetworkError::Damaged)?;
    *rest = left;
    Ok(these.as_chunks().0.iter().map(|bytes| number(*bytes)).collect())
}

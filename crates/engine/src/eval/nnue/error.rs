//! Errors in networks and network files.

use crate::eval::weights_file::WeightsError;

/// An error in a network or a network file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetworkError {
    /// The file is not a network file.
    #[error("not a network file")]
    Foreign,
    /// Bytes of the file are missing or corrupted.
    #[error("the network file is damaged")]
    Damaged,
    /// The format belongs to a different version of the program.
    #[error("the network has format {}, but this version reads format {}", char::from(*.found), char::from(*.expected))]
    Format {
        /// The format of the file.
        found: u8,
        /// The format that this version reads.
        expected: u8,
    },
    /// The network was trained to correct weights that this version of the program does not have.
    #[error("the network was trained with other hand-crafted weights; train it again")]
    Weights,
    /// The weights that the file contains are invalid.
    #[error("the weights of the network: {0}")]
    Own(#[from] WeightsError),
    /// The network was trained under different rules.
    #[error("the network is for another game: it was trained under rules {found:016x}, not {expected:016x}")]
    Rules {
        /// The hash in the file.
        found: u64,
        /// The hash of the rules of the variant.
        expected: u64,
    },
    /// The parameters do not fit together or do not fit the variant. The text names the requirement that the parameters
    /// violate.
    #[error("a network must have {0}")]
    Shape(&'static str),
}

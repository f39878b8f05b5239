//! What can be wrong with a network.

use crate::eval::weights_file::WeightsError;

/// What is wrong with a network.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetworkError {
    /// Not a network file.
    #[error("not a network file")]
    Foreign,
    /// Bytes are missing, or not those that were written.
    #[error("the network file is damaged")]
    Damaged,
    /// A file of another version of the program.
    #[error("a network in format {}: this version reads {}", char::from(*.found), char::from(*.expected))]
    Format {
        /// The format of the file.
        found: u8,
        /// The format that this version reads.
        expected: u8,
    },
    /// Trained to correct weights that the program had in another version.
    #[error("a network over other weights than these: train it anew")]
    Weights,
    /// The file has weights of its own, and they are wrong.
    #[error("the weights of the network: {0}")]
    Own(#[from] WeightsError),
    /// Trained for other rules.
    #[error("a network of another game: trained under rules {found:016x}, not {expected:016x}")]
    Rules {
        /// The hash in the file.
        found: u64,
        /// The hash of the game's rules.
        expected: u64,
    },
    /// Parameters that make no network for this game.
    #[error("a network has to have {0}")]
    Shape(&'static str),
}

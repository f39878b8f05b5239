//! A small neural network that corrects the hand-crafted evaluation: its output is added to that score, so it need only
//! learn what the terms miss, and pays from a few hundred thousand positions on.
//!
//! Each side has its own perspective: one input for each piece on each square, and one hidden layer, the accumulator,
//! which is updated move by move ([`AccumulatorStack`]). The two accumulators, that of the side to move first, pass
//! through a squared clipped activation (SCReLU) and are summed up to one number in centipawns; which output weights
//! do so depends on how many pieces are left, and may depend on who has no pawns any more (*output buckets*). A network
//! may also have inputs of their own for each region in which the perspective's king can be (*king buckets*).
//! [`Architecture`] says what a network has. (Efficiently updatable networks are Yu Nasu's, for shogi; SCReLU and both
//! kinds of buckets are in general use among chess engines.)
//!
//! All arithmetic is in integers: hidden weights in 1/[`QA`], output weights in 1/[`QB`].

mod architecture;
mod error;
mod features;
mod kernels;

mod network;
mod refresh_table;

mod accumulator;
mod file;

mod trained;

#[cfg(test)]
mod tests;

pub use accumulator::AccumulatorStack;
pub use architecture::{Architecture, OutputBuckets, starting_pieces};
pub use error::NetworkError;
pub use features::{Features, View};
pub use network::{HIDDEN_MULTIPLE, MAX_OUTPUT_WEIGHT, Network, NetworkParameters, QA, QB, SCALE};

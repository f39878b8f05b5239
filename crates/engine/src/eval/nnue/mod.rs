//! A small neural network (NNUE) that corrects the hand-crafted evaluation. Its output is added to the hand-crafted
//! score, so the network needs to learn only what the terms miss, and a few hundred thousand training positions are
//! enough to make the engine stronger.
//!
//! Each side has a perspective, with one input for each piece on each square and one hidden layer, the accumulator,
//! which is updated incrementally ([`AccumulatorStack`]). The two accumulators, the side to move's first, pass through
//! a squared clipped activation (SCReLU), and the output weights sum them to one number in centipawns. The output
//! weights depend on the number of pieces, and may depend on which sides have no pawns (*output buckets*). The inputs
//! may depend on the region of the perspective's king (*king buckets*). [`Architecture`] specifies which kinds of
//! buckets a network has. (Yu Nasu introduced efficiently updatable networks for shogi. SCReLU and both kinds of
//! buckets are in general use among chess engines.)
//!
//! All arithmetic is in integers: hidden weights are in units of 1/[`QA`], and output weights are in units of 1/[`QB`].

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

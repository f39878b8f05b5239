//! A small neural network that corrects the hand-made evaluation: what that says is where the network begins, so it
//! need only learn what the hand-made terms miss, and pays from a few hundred thousand positions on.
//!
//! Each side sees the board from its own edge: one input for each piece on each square, one hidden layer for either view,
//! kept up to date move by move ([`AccumulatorStack`]). The two layers, the one of the side to move first, are squared and
//! summed up to one number in centipawns; which weights do so depends on how many pieces are left (*output buckets*).
//! (Efficiently updatable networks are Yu Nasu's, for shogi; squared clipped activations and output buckets are in
//! general use among chess engines.)
//!
//! All is done in whole numbers: hidden weights in 1/255, output weights in 1/64.

mod accumulator;
mod features;
mod file;
mod kernels;
mod trained;

#[cfg(test)]
mod tests;

use arrayvec::ArrayVec;

use super::Weights;
use crate::position::{Change, Position};
use crate::rules::{Color, Definition};

use kernels::{Kernels, LANES, QA as KERNEL_QA};

pub use accumulator::AccumulatorStack;
pub use features::Features;
pub use file::NetworkError;

/// Hidden weights are whole numbers of 1 over this.
pub const QA: i32 = KERNEL_QA as i32;
/// Output weights are whole numbers of 1 over this.
pub const QB: i32 = 64;
/// Output weights are within ± this: their products with activations have 16 bits.
pub const MAX_OUTPUT_WEIGHT: i16 = 127;
/// An output of 1, in centipawns.
pub const SCALE: i32 = 400;
/// The number of hidden neurons is a multiple of this.
pub const HIDDEN_MULTIPLE: usize = LANES;

/// The numbers of a network, as a trainer makes them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkParameters {
    /// The number of hidden neurons of either view.
    pub hidden: usize,
    /// The number of output buckets.
    pub buckets: usize,
    /// By input and neuron, in 1/[`QA`].
    pub inputs: Box<[i16]>,
    /// By neuron, in 1/[`QA`].
    pub biases: Box<[i16]>,
    /// By bucket, view (the side to move first) and neuron, in 1/[`QB`], within ±[`MAX_OUTPUT_WEIGHT`].
    pub outputs: Box<[i16]>,
    /// By bucket, in 1/([`QA`] [`QB`]).
    pub output_biases: Box<[i32]>,
}

/// A network of one game, ready to run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    features: Features,
    /// The fingerprint of the weights that it corrects.
    base: u64,
    /// Those weights, unless the program has them.
    weights: Option<Box<Weights>>,
    parameters: NetworkParameters,
    /// By number of pieces: the bucket.
    by_men: Box<[u8]>,
    kernels: Kernels,
}

impl Network {
    /// The network that the program has for these rules over these weights, if it has one.
    pub fn built_in(definition: &Definition, weights: &Weights) -> Option<Self> {
        trained::network(definition, weights)
    }

    /// A network of these numbers, over [`Weights::built_in`].
    ///
    /// # Errors
    /// Parameters of another game, or too many or too few of them.
    pub fn new(definition: &Definition, parameters: NetworkParameters) -> Result<Self, NetworkError> {
        Self::over(&Weights::built_in(definition), definition, parameters)
    }

    /// A network of these numbers, over these weights.
    ///
    /// # Errors
    /// Parameters of another game, or too many or too few of them.
    pub fn over(
        weights: &Weights,
        definition: &Definition,
        parameters: NetworkParameters,
    ) -> Result<Self, NetworkError> {
        let base = weights.fingerprint(definition);
        let known = base == Weights::built_in(definition).fingerprint(definition);
        let own = (!known).then(|| Box::new(weights.clone()));
        Self::assemble(base, own, definition, parameters)
    }

    fn assemble(
        base: u64,
        weights: Option<Box<Weights>>,
        definition: &Definition,
        parameters: NetworkParameters,
    ) -> Result<Self, NetworkError> {
        let features = Features::new(definition);
        parameters.check(&features)?;
        let pieces = pieces(definition);
        let by_men = (0..=definition.shape.area()).map(|there| bucket(there, pieces, parameters.buckets) as u8);
        Ok(Self {
            by_men: by_men.collect(),
            kernels: Kernels::best(),
            base,
            weights,
            features,
            parameters,
        })
    }

    /// Whether the network was trained to correct these weights: over others it does more harm than good.
    pub fn corrects(&self, weights: &Weights, definition: &Definition) -> bool {
        self.base == weights.fingerprint(definition)
    }

    /// The weights that the network was trained to correct.
    ///
    /// # Errors
    /// The program had them once, and has others now.
    pub fn weights(&self, definition: &Definition) -> Result<Weights, NetworkError> {
        let weights = match &self.weights {
            Some(own) => Weights::clone(own),
            None => Weights::built_in(definition),
        };
        if self.corrects(&weights, definition) {
            Ok(weights)
        } else {
            Err(NetworkError::Weights)
        }
    }

    /// The numbers.
    pub fn parameters(&self) -> &NetworkParameters {
        &self.parameters
    }

    /// The number of hidden neurons of either view.
    pub fn hidden(&self) -> usize {
        self.parameters.hidden
    }

    /// The bucket of a position with so many pieces.
    pub fn bucket(&self, pieces: u32) -> usize {
        self.by_men.get(pieces as usize).copied().map_or(0, usize::from)
    }

    /// What the network adds to the hand-made evaluation, in centipawns from the side to move. `layers` are White's
    /// view and Black's.
    pub fn output(&self, layers: [&[i16]; 2], side: Color, pieces: u32) -> i32 {
        let hidden = self.parameters.hidden;
        let bucket = self.bucket(pieces);
        let weights = &self.parameters.outputs[bucket * 2 * hidden..(bucket + 1) * 2 * hidden];
        let (own, other) = (layers[side.index()], layers[(!side).index()]);
        let [own, other] = [(own, &weights[..hidden]), (other, &weights[hidden..])]
            .map(|(layer, weights)| i64::from(self.kernels.screlu_dot(layer, weights)));
        let output = (own + other) / i64::from(QA) + i64::from(self.parameters.output_biases[bucket]);
        (output * i64::from(SCALE) / i64::from(QA * QB)) as i32
    }

    /// [`Network::output`] of a position from scratch.
    pub fn evaluate<const W: usize>(&self, position: &Position<W>) -> i32 {
        let mut layers = AccumulatorStack::default();
        layers.begin(self, position, 0);
        self.output(layers.at(self, 0), position.side(), position.occupied().count())
    }

    /// The hidden layer of a view from scratch.
    fn fill<const W: usize>(&self, position: &Position<W>, perspective: Color, layer: &mut [i16]) {
        let mut before = self.parameters.biases.to_vec();
        for square in position.occupied() {
            if let Some(piece) = position.piece_at(square) {
                let row = self.row(self.features.index(perspective, piece, square));
                self.kernels.add_sub(layer, &before, &[row], &[]);
                before.copy_from_slice(layer);
            }
        }
        layer.copy_from_slice(&before);
    }

    /// The layers of both views after some changes.
    #[inline]
    fn update(&self, before: &[i16], after: &mut [i16], changes: &[Change]) {
        let (before, after) = (
            before.chunks_exact(self.parameters.hidden),
            after.chunks_exact_mut(self.parameters.hidden),
        );
        for (perspective, (before, after)) in Color::BOTH.into_iter().zip(before.zip(after)) {
            let mut adds = ArrayVec::<&[i16], 4>::new();
            let mut subs = ArrayVec::<&[i16], 4>::new();
            for change in changes {
                let row = self.row(self.features.index(perspective, change.piece, change.square));
                if change.added { adds.push(row) } else { subs.push(row) }
            }
            self.kernels.add_sub(after, before, &adds, &subs);
        }
    }

    #[inline(always)]
    fn row(&self, input: usize) -> &[i16] {
        &self.parameters.inputs[input * self.parameters.hidden..(input + 1) * self.parameters.hidden]
    }
}

/// The number of pieces at the start.
pub fn pieces(definition: &Definition) -> usize {
    definition.array.iter().flatten().count()
}

/// The bucket for so many pieces of those at the start: all buckets have about as many numbers of pieces.
pub fn bucket(there: usize, at_start: usize, buckets: usize) -> usize {
    (there.saturating_sub(1) * buckets / at_start.max(1)).min(buckets.saturating_sub(1))
}

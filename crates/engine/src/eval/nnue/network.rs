//! The network: its parameters and its inference.

use arrayvec::ArrayVec;

use super::architecture::{Architecture, OutputBuckets};
use super::error::NetworkError;
use super::features::{Features, View};
use super::kernels::{ACTIVATION_LIMIT, Kernels, LANES};
use kurier_rules::position::{Change, Position};
use kurier_rules::rules::{Color, Definition};

/// The quantisation of hidden weights, which are integers in units of 1/`QA`. Neurons are clipped at 1, which is `QA`.
pub const QA: i32 = ACTIVATION_LIMIT as i32;
/// The quantisation of output weights, which are integers in units of 1/`QB`.
pub const QB: i32 = 64;
/// The bound on the absolute value of output weights. It makes products with clipped neurons fit into 16 bits.
pub const MAX_OUTPUT_WEIGHT: i16 = 127;
/// The number of centipawns that an output of 1 stands for.
pub const SCALE: i32 = 400;
/// The number of which every valid number of hidden neurons is a multiple.
pub const HIDDEN_MULTIPLE: usize = LANES;

/// The parameters of a network, as training produces them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkParameters {
    /// The numbers of hidden neurons and output buckets, and the kinds of buckets.
    pub architecture: Architecture,
    /// The hidden weights by input and neuron, in 1/[`QA`].
    pub inputs: Box<[i16]>,
    /// The hidden biases by neuron, in 1/[`QA`].
    pub biases: Box<[i16]>,
    /// The output weights by bucket, perspective (the side to move first) and neuron, in 1/[`QB`], within
    /// ±[`MAX_OUTPUT_WEIGHT`].
    pub outputs: Box<[i16]>,
    /// The output biases by bucket, in 1/([`QA`] [`QB`]).
    pub output_biases: Box<[i32]>,
}

impl NetworkParameters {
    /// Creates the parameters of an untrained network. `number` is called for each parameter with a bound, and must
    /// return a number whose absolute value is within the bound. The bounds keep accumulators and scores in realistic
    /// ranges.
    pub fn from_fn(definition: &Definition, architecture: Architecture, mut number: impl FnMut(i16) -> i16) -> Self {
        let mut numbers = |count: usize, bound: i16| (0..count).map(|_| number(bound)).collect();
        let [inputs, biases, outputs, output_biases] = architecture.sizes(definition);
        Self {
            architecture,
            inputs: numbers(inputs, 60),
            biases: numbers(biases, 120),
            outputs: numbers(outputs, MAX_OUTPUT_WEIGHT),
            output_biases: (0..output_biases).map(|_| i32::from(number(i16::MAX))).collect(),
        }
    }

    /// Checks that the parameters fit together and fit a variant.
    fn check(&self, definition: &Definition) -> Result<(), NetworkError> {
        self.architecture.check()?;
        let sizes = [
            self.inputs.len(),
            self.biases.len(),
            self.outputs.len(),
            self.output_biases.len(),
        ];
        if sizes != self.architecture.sizes(definition) {
            return Err(NetworkError::Shape("one number for each connection"));
        }
        let limit = MAX_OUTPUT_WEIGHT.unsigned_abs();
        if self.outputs.iter().any(|weight| weight.unsigned_abs() > limit) {
            return Err(NetworkError::Shape("output weights within 127"));
        }
        Ok(())
    }
}

/// A network of one variant, ready to run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    pub(super) features: Features,
    pub(super) parameters: NetworkParameters,
    buckets: OutputBuckets,
    kernels: Kernels,
}

impl Network {
    /// Creates a network with the given parameters.
    ///
    /// # Errors
    /// Fails if the numbers of parameters are wrong for the variant, or a parameter is out of range.
    pub fn new(definition: &Definition, parameters: NetworkParameters) -> Result<Self, NetworkError> {
        parameters.check(definition)?;
        Ok(Self {
            features: Features::new(definition, parameters.architecture.king_buckets),
            buckets: OutputBuckets::new(definition, parameters.architecture),
            kernels: Kernels::best(),
            parameters,
        })
    }

    /// Returns the parameters of the network.
    pub fn parameters(&self) -> &NetworkParameters {
        &self.parameters
    }

    /// Returns the number of hidden neurons of each perspective.
    pub fn hidden(&self) -> usize {
        self.parameters.architecture.hidden
    }

    /// Returns the output bucket of a position.
    #[inline]
    pub fn bucket<const W: usize>(&self, position: &Position<W>) -> usize {
        self.buckets.of(position)
    }

    /// Returns the correction to the hand-crafted score, in centipawns from the point of view of the side to move,
    /// `side`. `accumulators` contains White's and Black's accumulator, and `bucket` is the output bucket of the
    /// position.
    pub fn output(&self, accumulators: [&[i16]; 2], side: Color, bucket: usize) -> i32 {
        let hidden = self.hidden();
        let weights = &self.parameters.outputs[bucket * 2 * hidden..(bucket + 1) * 2 * hidden];
        let (own, other) = (accumulators[side.index()], accumulators[(!side).index()]);
        let [own, other] = [(own, &weights[..hidden]), (other, &weights[hidden..])]
            .map(|(accumulator, weights)| i64::from(self.kernels.screlu_dot(accumulator, weights)));
        let output = (own + other) / i64::from(QA) + i64::from(self.parameters.output_biases[bucket]);
        (output * i64::from(SCALE) / i64::from(QA * QB)) as i32
    }

    /// Computes the accumulator `after` of one perspective from the accumulator `before` and the changes between them.
    /// At most `N` changes may add a piece, and at most `N` may remove a piece.
    #[inline]
    pub(super) fn update<const N: usize>(&self, before: &[i16], after: &mut [i16], view: View, changes: &[Change]) {
        let mut adds = ArrayVec::<&[i16], N>::new();
        let mut subs = ArrayVec::<&[i16], N>::new();
        for change in changes {
            let row = self.row(self.features.index(view, change.piece, change.square));
            if change.added { adds.push(row) } else { subs.push(row) }
        }
        self.kernels.add_sub(after, before, &adds, &subs);
    }

    /// Returns the hidden weights of an input.
    #[inline(always)]
    pub(super) fn row(&self, input: usize) -> &[i16] {
        let hidden = self.hidden();
        &self.parameters.inputs[input * hidden..(input + 1) * hidden]
    }
}

//! The network in floating point, with its loss and gradient.

use std::ops::Range;

use kurier_engine::eval::nnue::{Architecture, MAX_OUTPUT_WEIGHT, NetworkParameters, QA, QB, SCALE, starting_pieces};
use kurier_rules::rules::Definition;
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::factors::Factors;
use super::samples::Samples;
use crate::fit::model::{cross_entropy, sigmoid};

/// The minimum number of samples that a thread processes at a time.
const CHUNK: usize = 1024;

/// The sizes of a network for a variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sizes {
    /// The architecture of the network.
    pub architecture: Architecture,
    /// The numbers of input weights, hidden biases, output weights and output biases.
    parts: [usize; 4],
    /// The number of pieces in the start position.
    pub pieces: usize,
}

/// A network in floating point.
#[derive(Clone, Debug)]
pub struct Model {
    /// The sizes of the network.
    pub sizes: Sizes,
    /// Input weights, hidden biases, output weights and output biases, one after the other, in real units: the
    /// quantisation factors are not applied.
    pub parameters: Vec<f32>,
}

impl Sizes {
    /// Returns the sizes of a network with the given architecture for a variant.
    pub fn new(definition: &Definition, architecture: Architecture) -> Self {
        Self {
            architecture,
            parts: architecture.sizes(definition),
            pieces: starting_pieces(definition),
        }
    }

    /// Returns the number of hidden neurons of each perspective.
    pub fn hidden(&self) -> usize {
        self.architecture.hidden
    }

    /// Returns the ranges of input weights, hidden biases, output weights and output biases in the parameters.
    pub fn parts(&self) -> [Range<usize>; 4] {
        let mut end = 0;
        self.parts.map(|size| {
            let begin = end;
            end += size;
            begin..end
        })
    }

    /// Returns the number of parameters.
    pub fn count(&self) -> usize {
        self.parts()[3].end
    }

    /// Returns the bound on the absolute values of input weights and hidden biases. Within this bound no accumulator
    /// overflows 16 bits in any position.
    pub fn max_hidden_weight(&self) -> f32 {
        let room = f32::from(i16::MAX) / QA as f32;
        (room / (self.pieces + 1) as f32).min(f32::from(MAX_OUTPUT_WEIGHT) / QB as f32)
    }
}

impl Model {
    /// Creates a network with small random weights. The output of the network is near 0.
    pub fn random(sizes: Sizes, random: &mut ChaCha8Rng) -> Self {
        let mut parameters = vec![0.0; sizes.count()];
        let [inputs, biases, outputs, _] = sizes.parts();
        let width = (1.0 / sizes.pieces.max(1) as f32).sqrt();
        parameters[inputs]
            .iter_mut()
            .for_each(|weight| *weight = random.random_range(-width..width) / 2.0);
        // A positive bias keeps neurons away from the clipping bound 0, where they have no gradient.
        parameters[biases].fill(0.3);
        parameters[outputs]
            .iter_mut()
            .for_each(|weight| *weight = random.random_range(-0.05..0.05));
        Self { sizes, parameters }
    }

    /// Converts a quantised network to floating point.
    pub fn from_network(sizes: Sizes, network: &NetworkParameters) -> Self {
        let scaled = |weights: &[i16], unit: i32| -> Vec<f32> {
            weights.iter().map(|weight| f32::from(*weight) / unit as f32).collect()
        };
        let biases = network.output_biases.iter().map(|bias| *bias as f32 / (QA * QB) as f32);
        Self {
            sizes,
            parameters: [
                scaled(&network.inputs, QA),
                scaled(&network.biases, QA),
                scaled(&network.outputs, QB),
                biases.collect(),
            ]
            .concat(),
        }
    }

    /// Quantises the network for the engine.
    pub fn to_network(&self) -> NetworkParameters {
        let [inputs, biases, outputs, output_biases] = self.sizes.parts().map(|part| &self.parameters[part]);
        let rounded = |weights: &[f32], unit: i32, most: i16| -> Box<[i16]> {
            let most = f32::from(most);
            weights
                .iter()
                .map(|weight| (weight * unit as f32).round().clamp(-most, most) as i16)
                .collect()
        };
        let max_hidden = (self.sizes.max_hidden_weight() * QA as f32) as i16;
        NetworkParameters {
            architecture: self.sizes.architecture,
            inputs: rounded(inputs, QA, max_hidden),
            biases: rounded(biases, QA, max_hidden),
            outputs: rounded(outputs, QB, MAX_OUTPUT_WEIGHT),
            output_biases: output_biases
                .iter()
                .map(|bias| (bias * (QA * QB) as f32).round() as i32)
                .collect(),
        }
    }

    /// Clamps all parameters except the output biases to the range of the quantised network.
    pub fn clip(&mut self) {
        let (hidden, output) = (self.sizes.max_hidden_weight(), f32::from(MAX_OUTPUT_WEIGHT) / QB as f32);
        let [inputs, biases, outputs, _] = self.sizes.parts();
        for (part, most) in [(inputs, hidden), (biases, hidden), (outputs, output)] {
            self.parameters[part]
                .iter_mut()
                .for_each(|parameter| *parameter = parameter.clamp(-most, most));
        }
    }

    /// Returns the correction of a sample's classical evaluation, in centipawns from the point of view of the side to
    /// move. `layers` receives the hidden layers of both perspectives before activation, the side to move first.
    fn forward(&self, samples: &Samples, index: usize, layers: &mut [Vec<f32>; 2]) -> f32 {
        let hidden = self.sizes.hidden();
        let [inputs, biases, ..] = self.sizes.parts().map(|part| &self.parameters[part]);
        for layer in layers.iter_mut() {
            layer.clear();
            layer.extend_from_slice(biases);
        }
        for perspectives in samples.inputs(index) {
            for (layer, input) in layers.iter_mut().zip(perspectives) {
                let row = &inputs[input * hidden..(input + 1) * hidden];
                layer.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            }
        }
        let (weights, bias) = self.output_weights(samples, index);
        let sum: f32 = layers
            .iter()
            .zip(weights.chunks_exact(hidden))
            .map(|(layer, weights)| -> f32 {
                layer
                    .iter()
                    .zip(weights)
                    .map(|(neuron, weight)| neuron.clamp(0.0, 1.0).powi(2) * weight)
                    .sum()
            })
            .sum();
        SCALE as f32 * (sum + bias)
    }

    /// Returns the output weights and the output bias of the sample's bucket.
    fn output_weights(&self, samples: &Samples, index: usize) -> (&[f32], f32) {
        let (bucket, size) = (samples.bucket(index), 2 * self.sizes.hidden());
        let [_, _, outputs, biases] = self.sizes.parts().map(|part| &self.parameters[part]);
        (&outputs[bucket * size..(bucket + 1) * size], biases[bucket])
    }

    /// Returns the evaluation of a sample in centipawns from the point of view of the side to move: the classical
    /// evaluation plus the correction.
    pub fn evaluate(&self, samples: &Samples, index: usize) -> f32 {
        samples.list[index].classical + self.forward(samples, index, &mut [Vec::new(), Vec::new()])
    }

    /// Returns the mean loss of the samples in `batch`, and the gradient of the loss with respect to the parameters.
    /// `k` is the scale of the sigmoid in centipawns.
    pub fn gradient(&self, samples: &Samples, batch: &[u32], k: f32) -> (f64, Vec<f32>) {
        let zero = || (0.0, vec![0.0; self.parameters.len()]);
        let (loss, mut gradient) = batch
            .par_chunks(CHUNK.max(batch.len().div_ceil(rayon::current_num_threads())))
            .map(|chunk| {
                let (mut loss, mut gradient) = zero();
                let mut layers = [Vec::new(), Vec::new()];
                for index in chunk {
                    loss += self.add_gradient(samples, *index as usize, k, &mut layers, &mut gradient);
                }
                (loss, gradient)
            })
            .reduce(zero, |a, mut b| {
                b.1.iter_mut().zip(&a.1).for_each(|(sum, more)| *sum += more);
                (a.0 + b.0, b.1)
            });
        let scale = 1.0 / batch.len().max(1) as f32;
        gradient.iter_mut().for_each(|part| *part *= scale);
        (loss * f64::from(scale), gradient)
    }

    /// Adds the gradient of one sample's loss to `gradient`, and returns the loss. `layers` is working memory.
    fn add_gradient(
        &self,
        samples: &Samples,
        index: usize,
        k: f32,
        layers: &mut [Vec<f32>; 2],
        gradient: &mut [f32],
    ) -> f64 {
        let hidden = self.sizes.hidden();
        let sample = &samples.list[index];
        let score = sample.classical + self.forward(samples, index, layers);
        let (predicted, target) = (sigmoid(score, k), sample.target);
        // The derivative of the cross-entropy with respect to the network's output.
        let by_output = (predicted - target) * SCALE as f32 / k;
        let (bucket, [_, biases, outputs, output_biases]) = (samples.bucket(index), self.sizes.parts());
        gradient[output_biases.start + bucket] += by_output;
        let (weights, _) = self.output_weights(samples, index);
        let of_bucket = outputs.start + bucket * 2 * hidden;
        for (perspective, layer) in layers.iter_mut().enumerate() {
            let weights = &weights[perspective * hidden..(perspective + 1) * hidden];
            let by_weight = &mut gradient[of_bucket + perspective * hidden..of_bucket + (perspective + 1) * hidden];
            // To save an allocation, replace each neuron in `layer` by the derivative of the loss with respect to the
            // neuron.
            for ((neuron, weight), by_weight) in layer.iter_mut().zip(weights).zip(by_weight) {
                let active = neuron.clamp(0.0, 1.0);
                *by_weight += by_output * active * active;
                let inside = if active == *neuron { 1.0 } else { 0.0 };
                *neuron = inside * by_output * weight * 2.0 * active;
            }
            gradient[biases.clone()]
                .iter_mut()
                .zip(&*layer)
                .for_each(|(sum, more)| *sum += more);
        }
        for perspectives in samples.inputs(index) {
            for (layer, input) in layers.iter().zip(perspectives) {
                let row = &mut gradient[input * hidden..(input + 1) * hidden];
                row.iter_mut().zip(layer).for_each(|(sum, more)| *sum += more);
            }
        }
        excess(predicted, target)
    }

    /// Returns the mean loss of the samples in `batch`.
    pub fn loss(&self, samples: &Samples, batch: &[u32], k: f32) -> f64 {
        mean_loss(samples, batch, k, |index| self.evaluate(samples, index))
    }
}

/// Returns the mean loss of the samples in `batch` if their targets are predicted from the centipawn scores that
/// `score` returns.
pub fn mean_loss(samples: &Samples, batch: &[u32], k: f32, score: impl Fn(usize) -> f32 + Sync) -> f64 {
    mean(batch, |index| {
        excess(sigmoid(score(index), k), samples.list[index].target)
    })
}

/// Returns the mean cross-entropy of the game results of the samples in `batch` if they are predicted from the
/// centipawn scores that `score` returns.
pub fn result_loss(samples: &Samples, batch: &[u32], k: f32, score: &(dyn Fn(usize) -> f32 + Sync)) -> f64 {
    mean(batch, |index| {
        cross_entropy(sigmoid(score(index), k), samples.list[index].result)
    })
}

/// Averages a function over the samples in `batch`, in parallel. Returns 0 for an empty batch.
fn mean(batch: &[u32], of: impl Fn(usize) -> f64 + Sync) -> f64 {
    let sum: f64 = batch.par_iter().map(|index| of(*index as usize)).sum();
    sum / batch.len().max(1) as f64
}

/// Returns the loss of a prediction: its cross-entropy minus the cross-entropy of a perfect prediction.
fn excess(predicted: f32, target: f32) -> f64 {
    cross_entropy(predicted, target) - cross_entropy(target, target)
}

/// A model in training. Its input weights are sums of individual weights and of weights of groups, see
/// [`super::factors`].
pub struct Factorised {
    factors: Factors,
    /// The model whose input weights are the sums.
    pub model: Model,
    /// The trained parameters: first the model's parameters, with the individual weights of the inputs in place of the
    /// sums, then the weights of the groups.
    parameters: Vec<f32>,
}

impl Factorised {
    /// Creates a factorised model whose sums are the weights of `model` and whose group weights are all 0.
    pub fn new(definition: &Definition, model: Model) -> Self {
        let factors = Factors::new(definition, model.sizes.architecture.king_buckets);
        let mut parameters = model.parameters.clone();
        parameters.resize(parameters.len() + factors.count() * model.sizes.hidden(), 0.0);
        Self {
            factors,
            model,
            parameters,
        }
    }

    /// Returns the trained parameters: the model's parameters, with the individual weights of the inputs in place of
    /// the sums, then the weights of the groups.
    pub fn parameters(&mut self) -> &mut [f32] {
        &mut self.parameters
    }

    /// Extends the gradient with respect to the model's parameters to the gradient with respect to the trained
    /// parameters, by appending the gradient with respect to the group weights.
    pub fn gradient(&self, mut gradient: Vec<f32>) -> Vec<f32> {
        let (hidden, own) = (self.model.sizes.hidden(), gradient.len());
        gradient.resize(self.parameters.len(), 0.0);
        let (by_input, by_group) = gradient.split_at_mut(own);
        for (row, groups) in by_input.chunks_exact(hidden).zip(self.factors.by_input()) {
            for group in groups {
                let group = &mut by_group[*group as usize * hidden..][..hidden];
                group.iter_mut().zip(row).for_each(|(sum, more)| *sum += more);
            }
        }
        gradient
    }

    /// Recomputes the model's parameters from the trained parameters, and clips the model's parameters.
    pub fn update_sums(&mut self) {
        let (hidden, own) = (self.model.sizes.hidden(), self.model.parameters.len());
        let (inputs, groups) = self.parameters.split_at(own);
        self.model.parameters.copy_from_slice(inputs);
        for (row, of_input) in self
            .model
            .parameters
            .chunks_exact_mut(hidden)
            .zip(self.factors.by_input())
        {
            for group in of_input {
                let group = &groups[*group as usize * hidden..][..hidden];
                row.iter_mut().zip(group).for_each(|(sum, more)| *sum += more);
            }
        }
        self.model.clip();
        // Copy the clipped biases and output weights back. Biases and output weights belong to no groups, and their
        // trained parameters would otherwise drift out of range.
        let alone = self.model.sizes.parts()[1].start..own;
        self.parameters[alone.clone()].copy_from_slice(&self.model.parameters[alone]);
    }
}

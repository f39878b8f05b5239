//! The network in floating point, and the slope of what it gets wrong.

use std::ops::Range;

use kurier::eval::nnue::{self, MAX_OUTPUT_WEIGHT, NetworkParameters, QA, QB, SCALE};
use kurier::rules::Definition;
use rand::Rng;
use rand::rngs::SmallRng;
use rayon::prelude::*;

use super::factors::Factors;
use super::samples::Samples;
use crate::fit::model::{chance, cross_entropy};

/// Samples that one thread works on at a time.
const CHUNK: usize = 1024;

/// Sizes of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sizes {
    /// Inputs of either view.
    pub inputs: usize,
    /// Hidden neurons of either view.
    pub hidden: usize,
    /// Output buckets.
    pub buckets: usize,
    /// Men at the start.
    pub pieces: usize,
}

/// All numbers one after the other: input weights, hidden biases, output weights, output biases.
#[derive(Clone, Debug)]
pub struct Model {
    /// Sizes.
    pub sizes: Sizes,
    /// The numbers; 1 is 1.
    pub numbers: Vec<f32>,
}

impl Sizes {
    /// Where the parts of the numbers are.
    pub fn parts(&self) -> [Range<usize>; 4] {
        let inputs = self.inputs * self.hidden;
        let biases = inputs + self.hidden;
        let outputs = biases + self.buckets * 2 * self.hidden;
        [
            0..inputs,
            inputs..biases,
            biases..outputs,
            outputs..outputs + self.buckets,
        ]
    }

    /// How many numbers there are.
    pub fn count(&self) -> usize {
        self.parts()[3].end
    }

    /// The hidden weights are within ± this, so that no layer runs over 16 bits however the pieces stand.
    pub fn most_hidden(&self) -> f32 {
        let room = f32::from(i16::MAX) / QA as f32;
        (room / (self.pieces + 1) as f32).min(f32::from(MAX_OUTPUT_WEIGHT) / QB as f32)
    }
}

impl Model {
    /// A network of small random numbers: it says next to nothing.
    pub fn random(sizes: Sizes, random: &mut SmallRng) -> Self {
        let mut numbers = vec![0.0; sizes.count()];
        let [inputs, biases, outputs, _] = sizes.parts();
        let width = (1.0 / sizes.pieces.max(1) as f32).sqrt();
        numbers[inputs]
            .iter_mut()
            .for_each(|weight| *weight = random.random_range(-width..width) / 2.0);
        // Neurons that are nothing learn nothing.
        numbers[biases].fill(0.3);
        numbers[outputs]
            .iter_mut()
            .for_each(|weight| *weight = random.random_range(-0.05..0.05));
        Self { sizes, numbers }
    }

    /// The network of whole numbers.
    pub fn from_numbers(sizes: Sizes, numbers: &NetworkParameters) -> Self {
        let scaled = |weights: &[i16], unit: i32| -> Vec<f32> {
            weights.iter().map(|weight| f32::from(*weight) / unit as f32).collect()
        };
        let biases = numbers.output_biases.iter().map(|bias| *bias as f32 / (QA * QB) as f32);
        Self {
            sizes,
            numbers: [
                scaled(&numbers.inputs, QA),
                scaled(&numbers.biases, QA),
                scaled(&numbers.outputs, QB),
                biases.collect(),
            ]
            .concat(),
        }
    }

    /// The network in whole numbers, as the engine runs it.
    pub fn to_numbers(&self) -> NetworkParameters {
        let [inputs, biases, outputs, output_biases] = self.sizes.parts().map(|part| &self.numbers[part]);
        let rounded = |weights: &[f32], unit: i32, most: i16| -> Box<[i16]> {
            let most = f32::from(most);
            weights
                .iter()
                .map(|weight| (weight * unit as f32).round().clamp(-most, most) as i16)
                .collect()
        };
        let most_hidden = (self.sizes.most_hidden() * QA as f32) as i16;
        NetworkParameters {
            hidden: self.sizes.hidden,
            buckets: self.sizes.buckets,
            inputs: rounded(inputs, QA, most_hidden),
            biases: rounded(biases, QA, most_hidden),
            outputs: rounded(outputs, QB, MAX_OUTPUT_WEIGHT),
            output_biases: output_biases
                .iter()
                .map(|bias| (bias * (QA * QB) as f32).round() as i32)
                .collect(),
        }
    }

    /// Keeps all numbers where whole ones can follow.
    pub fn clip(&mut self) {
        let (hidden, output) = (self.sizes.most_hidden(), f32::from(MAX_OUTPUT_WEIGHT) / QB as f32);
        let [inputs, biases, outputs, _] = self.sizes.parts();
        for (part, most) in [(inputs, hidden), (biases, hidden), (outputs, output)] {
            self.numbers[part]
                .iter_mut()
                .for_each(|number| *number = number.clamp(-most, most));
        }
    }

    /// What the network adds to a sample's hand-made evaluation, in centipawns, and the hidden layers.
    fn forward(&self, samples: &Samples, index: usize, layers: &mut [Vec<f32>; 2]) -> f32 {
        let Sizes { hidden, .. } = self.sizes;
        let [inputs, biases, ..] = self.sizes.parts().map(|part| &self.numbers[part]);
        for layer in layers.iter_mut() {
            layer.clear();
            layer.extend_from_slice(biases);
        }
        for views in samples.inputs(index) {
            for (layer, input) in layers.iter_mut().zip(views) {
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

    fn bucket(&self, samples: &Samples, index: usize) -> usize {
        nnue::bucket(samples.count(index), self.sizes.pieces, self.sizes.buckets)
    }

    fn output_weights(&self, samples: &Samples, index: usize) -> (&[f32], f32) {
        let (bucket, size) = (self.bucket(samples, index), 2 * self.sizes.hidden);
        let [_, _, outputs, biases] = self.sizes.parts().map(|part| &self.numbers[part]);
        (&outputs[bucket * size..(bucket + 1) * size], biases[bucket])
    }

    /// The evaluation of a sample in centipawns from the side to move.
    pub fn evaluate(&self, samples: &Samples, index: usize) -> f32 {
        samples.list[index].by_hand + self.forward(samples, index, &mut [Vec::new(), Vec::new()])
    }

    /// The mean loss of some samples, and its slope by all numbers.
    pub fn slope(&self, samples: &Samples, batch: &[u32], unit: f32) -> (f64, Vec<f32>) {
        let nothing = || (0.0, vec![0.0; self.numbers.len()]);
        let (loss, mut slope) = batch
            .par_chunks(CHUNK.max(batch.len().div_ceil(rayon::current_num_threads())))
            .map(|chunk| {
                let (mut loss, mut slope) = nothing();
                let mut layers = [Vec::new(), Vec::new()];
                for index in chunk {
                    loss += self.add_slope(samples, *index as usize, unit, &mut layers, &mut slope);
                }
                (loss, slope)
            })
            .reduce(nothing, |a, mut b| {
                b.1.iter_mut().zip(&a.1).for_each(|(sum, more)| *sum += more);
                (a.0 + b.0, b.1)
            });
        let scale = 1.0 / batch.len().max(1) as f32;
        slope.iter_mut().for_each(|part| *part *= scale);
        (loss * f64::from(scale), slope)
    }

    /// Adds the slope of one sample's loss, and answers the loss.
    fn add_slope(
        &self,
        samples: &Samples,
        index: usize,
        unit: f32,
        layers: &mut [Vec<f32>; 2],
        slope: &mut [f32],
    ) -> f64 {
        let hidden = self.sizes.hidden;
        let sample = &samples.list[index];
        let score = sample.by_hand + self.forward(samples, index, layers);
        let (chance, aim) = (chance(score, unit), sample.aim);
        // Of cross-entropy by the network's output.
        let by_output = (chance - aim) * SCALE as f32 / unit;
        let (bucket, [_, biases, outputs, output_biases]) = (self.bucket(samples, index), self.sizes.parts());
        slope[output_biases.start + bucket] += by_output;
        let (weights, _) = self.output_weights(samples, index);
        let of_bucket = outputs.start + bucket * 2 * hidden;
        for (view, layer) in layers.iter_mut().enumerate() {
            let weights = &weights[view * hidden..(view + 1) * hidden];
            let by_weight = &mut slope[of_bucket + view * hidden..of_bucket + (view + 1) * hidden];
            // The layer's room is used for the slope by its neurons.
            for ((neuron, weight), by_weight) in layer.iter_mut().zip(weights).zip(by_weight) {
                let active = neuron.clamp(0.0, 1.0);
                *by_weight += by_output * active * active;
                let inside = if active == *neuron { 1.0 } else { 0.0 };
                *neuron = inside * by_output * weight * 2.0 * active;
            }
            slope[biases.clone()]
                .iter_mut()
                .zip(&*layer)
                .for_each(|(sum, more)| *sum += more);
        }
        for views in samples.inputs(index) {
            for (layer, input) in layers.iter().zip(views) {
                let row = &mut slope[input * hidden..(input + 1) * hidden];
                row.iter_mut().zip(layer).for_each(|(sum, more)| *sum += more);
            }
        }
        excess(chance, aim)
    }

    /// The mean loss of some samples.
    pub fn loss(&self, samples: &Samples, batch: &[u32], unit: f32) -> f64 {
        mean_loss(samples, batch, unit, |index| self.evaluate(samples, index))
    }
}

/// The mean loss of what scores foretell.
pub fn mean_loss(samples: &Samples, batch: &[u32], unit: f32, score: impl Fn(usize) -> f32 + Sync) -> f64 {
    mean(batch, |index| {
        excess(chance(score(index), unit), samples.list[index].aim)
    })
}

/// The mean cross-entropy of results alone.
pub fn result_loss(samples: &Samples, batch: &[u32], unit: f32, score: &(dyn Fn(usize) -> f32 + Sync)) -> f64 {
    mean(batch, |index| {
        cross_entropy(chance(score(index), unit), samples.list[index].result)
    })
}

fn mean(batch: &[u32], of: impl Fn(usize) -> f64 + Sync) -> f64 {
    let sum: f64 = batch.par_iter().map(|index| of(*index as usize)).sum();
    sum / batch.len().max(1) as f64
}

/// The loss: cross-entropy, less what the best forecast would have of it.
fn excess(chance: f32, aim: f32) -> f64 {
    cross_entropy(chance, aim) - cross_entropy(aim, aim)
}

/// A model whose input weights are sums of those of the inputs and of their groups.
pub struct Factorised {
    factors: Factors,
    /// The sums.
    pub model: Model,
    /// What moves: in the order of the model's numbers, the inputs' own instead of the sums; then the groups'.
    free: Vec<f32>,
}

impl Factorised {
    /// Begins with a model whose groups have nothing of their own.
    pub fn new(definition: &Definition, model: Model) -> Self {
        let factors = Factors::new(definition);
        let mut free = model.numbers.clone();
        free.resize(free.len() + factors.count() * model.sizes.hidden, 0.0);
        Self { factors, model, free }
    }

    /// All numbers that move.
    pub fn free(&mut self) -> &mut [f32] {
        &mut self.free
    }

    /// The slope by these, from that by the model's numbers.
    pub fn slope(&self, mut slope: Vec<f32>) -> Vec<f32> {
        let (hidden, own) = (self.model.sizes.hidden, slope.len());
        slope.resize(self.free.len(), 0.0);
        let (by_number, by_group) = slope.split_at_mut(own);
        for (row, groups) in by_number.chunks_exact(hidden).zip(self.factors.by_input()) {
            for group in groups {
                let group = &mut by_group[*group as usize * hidden..][..hidden];
                group.iter_mut().zip(row).for_each(|(sum, more)| *sum += more);
            }
        }
        slope
    }

    /// Makes the sums from what has moved.
    pub fn fold(&mut self) {
        let (hidden, own) = (self.model.sizes.hidden, self.model.numbers.len());
        let (numbers, groups) = self.free.split_at(own);
        self.model.numbers.copy_from_slice(numbers);
        for (row, of_input) in self.model.numbers.chunks_exact_mut(hidden).zip(self.factors.by_input()) {
            for group in of_input {
                let group = &groups[*group as usize * hidden..][..hidden];
                row.iter_mut().zip(group).for_each(|(sum, more)| *sum += more);
            }
        }
        self.model.clip();
        // What stands alone must not run away from what is used of it.
        let alone = self.model.sizes.parts()[1].start..own;
        self.free[alone.clone()].copy_from_slice(&self.model.numbers[alone]);
    }
}

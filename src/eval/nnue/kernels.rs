//! The loops over the neurons of a layer, compiled once for every processor and once more for those with AVX2 and
//! AVX-512: the same source, so that all give the same numbers. Which one runs is found out when a network is loaded.
#![allow(unsafe_code)]

/// The largest activation: 1 in the network's own numbers.
pub(super) const QA: i16 = 255;

/// The number of neurons in a layer is a multiple of this.
pub(super) const LANES: usize = 32;

/// What the processor can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kernels {
    /// What every processor can.
    Portable,
    /// x86-64 with AVX2. Only made by [`Kernels::available`], where it is there.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// x86-64 with AVX-512 F, BW and VL. Only made by [`Kernels::available`], where it is there.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Kernels {
    /// All that this processor can do, the best last.
    pub fn available() -> Vec<Self> {
        let mut all = vec![Self::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                all.push(Self::Avx2);
            }
            let bits = is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vl");
            if bits && is_x86_feature_detected!("avx512f") {
                all.push(Self::Avx512);
            }
        }
        all
    }

    /// The best that this processor can do.
    pub fn best() -> Self {
        Self::available().pop().unwrap_or(Self::Portable)
    }

    /// A layer after adding some rows of weights and subtracting others. Sums wrap around.
    #[inline]
    pub fn add_sub(self, after: &mut [i16], before: &[i16], adds: &[&[i16]], subs: &[&[i16]]) {
        match self {
            Self::Portable => add_sub(after, before, adds, subs),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `available` has found AVX2.
            Self::Avx2 => unsafe { avx2::add_sub(after, before, adds, subs) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `available` has found AVX-512 F, BW and VL.
            Self::Avx512 => unsafe { avx512::add_sub(after, before, adds, subs) },
        }
    }

    /// The sum of activations times weights; an activation is the square of its neuron, which is cut off at 0 and at
    /// [`QA`] (*squared clipped rectified linear unit*). Weights are within ±127.
    #[inline]
    pub fn screlu_dot(self, layer: &[i16], weights: &[i16]) -> i32 {
        match self {
            Self::Portable => screlu_dot(layer, weights),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `available` has found AVX2.
            Self::Avx2 => unsafe { avx2::screlu_dot(layer, weights) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `available` has found AVX-512 F, BW and VL.
            Self::Avx512 => unsafe { avx512::screlu_dot(layer, weights) },
        }
    }
}

#[inline(always)]
fn add_sub(after: &mut [i16], before: &[i16], adds: &[&[i16]], subs: &[&[i16]]) {
    let (after, _) = after.as_chunks_mut::<LANES>();
    let (before, _) = before.as_chunks::<LANES>();
    for (chunk, (after, before)) in after.iter_mut().zip(before).enumerate() {
        let lanes = chunk * LANES..(chunk + 1) * LANES;
        let mut sum = *before;
        for row in adds {
            for (sum, weight) in sum.iter_mut().zip(&row[lanes.clone()]) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        for row in subs {
            for (sum, weight) in sum.iter_mut().zip(&row[lanes.clone()]) {
                *sum = sum.wrapping_sub(*weight);
            }
        }
        *after = sum;
    }
}

#[inline(always)]
fn screlu_dot(layer: &[i16], weights: &[i16]) -> i32 {
    let mut sum = 0;
    let (layer, _) = layer.as_chunks::<LANES>();
    let (weights, _) = weights.as_chunks::<LANES>();
    for (layer, weights) in layer.iter().zip(weights) {
        for (neuron, weight) in layer.iter().zip(weights) {
            let neuron = (*neuron).clamp(0, QA);
            // Within 16 bits, since weights are within 127: one multiplication of pairs does the rest.
            sum += i32::from(neuron.wrapping_mul(*weight)) * i32::from(neuron);
        }
    }
    sum
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    #[target_feature(enable = "avx2")]
    pub(super) fn add_sub(after: &mut [i16], before: &[i16], adds: &[&[i16]], subs: &[&[i16]]) {
        super::add_sub(after, before, adds, subs);
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn screlu_dot(layer: &[i16], weights: &[i16]) -> i32 {
        super::screlu_dot(layer, weights)
    }
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    pub(super) fn add_sub(after: &mut [i16], before: &[i16], adds: &[&[i16]], subs: &[&[i16]]) {
        super::add_sub(after, before, adds, subs);
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    pub(super) fn screlu_dot(layer: &[i16], weights: &[i16]) -> i32 {
        super::screlu_dot(layer, weights)
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    use super::*;

    fn rows<const N: usize>(random: &mut StdRng, most: i16) -> [Vec<i16>; N] {
        [(); N].map(|()| (0..3 * LANES).map(|_| random.random_range(-most..=most)).collect())
    }

    #[test]
    fn all_processors_find_the_same() {
        let mut random = StdRng::seed_from_u64(3);
        for _ in 0..1000 {
            let [before, a, b, c] = rows(&mut random, i16::MAX);
            let [weights] = rows(&mut random, 127);
            let mut expected = vec![0; before.len()];
            Kernels::Portable.add_sub(&mut expected, &before, &[&a], &[&b, &c]);
            let slowly = std::iter::zip(&a, &before).map(|(a, before)| i32::from(*a) + i32::from(*before));
            let slowly = slowly
                .zip(std::iter::zip(&b, &c))
                .map(|(sum, (b, c))| sum - i32::from(*b) - i32::from(*c));
            assert!(slowly.map(|sum| sum as i16).eq(expected.iter().copied()));
            let slowly = std::iter::zip(&expected, &weights).map(|(neuron, weight)| {
                let neuron = i32::from((*neuron).clamp(0, QA));
                neuron * neuron * i32::from(*weight)
            });
            let sum: i32 = slowly.sum();
            for kernels in Kernels::available() {
                let mut after = vec![0; before.len()];
                kernels.add_sub(&mut after, &before, &[&a], &[&b, &c]);
                assert_eq!(after, expected, "{kernels:?}");
                assert_eq!(kernels.screlu_dot(&after, &weights), sum, "{kernels:?}");
            }
        }
    }
}

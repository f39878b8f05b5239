//! The loops over the neurons of an accumulator. The same source is compiled for any processor, for AVX2 and for
//! AVX-512, which guarantees that all versions give equal results. Loading a network selects the best version that the
//! processor can run. WebAssembly cannot detect features at run time; built with `simd128`, it uses intrinsics.

/// The largest value of a clipped neuron, which stands for 1.
pub(super) const ACTIVATION_LIMIT: i16 = 255;

/// The number of neurons per chunk. The number of neurons in an accumulator is a multiple of `LANES`.
pub(super) const LANES: usize = 32;

/// The kernels for one instruction set. The kernels for instruction sets of x86-64 hold a proof that the processor
/// supports the instruction set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kernels {
    /// The kernels for any processor.
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(x86::Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(x86::Avx512),
}

impl Kernels {
    /// Returns all kernels that this processor can run, the fastest last.
    pub fn available() -> Vec<Self> {
        #[cfg(target_arch = "x86_64")]
        let fast = [
            x86::Avx2::detect().map(Self::Avx2),
            x86::Avx512::detect().map(Self::Avx512),
        ];
        #[cfg(not(target_arch = "x86_64"))]
        let fast: [Option<Self>; 0] = [];
        std::iter::once(Self::Portable)
            .chain(fast.into_iter().flatten())
            .collect()
    }

    /// Returns the fastest kernels that this processor can run.
    pub fn best() -> Self {
        Self::available().pop().unwrap_or(Self::Portable)
    }

    /// Sets `after` to `before` plus the rows in `adds` minus the rows in `subs`. Sums wrap around.
    #[inline]
    pub fn add_sub(self, after: &mut [i16], before: &[i16], adds: &[&[i16]], subs: &[&[i16]]) {
        match self {
            Self::Portable => add_sub(after, before, adds, subs),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(avx2) => avx2.add_sub(after, before, adds, subs),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(avx512) => avx512.add_sub(after, before, adds, subs),
        }
    }

    /// Returns the dot product of activations and weights. An activation is the square of a neuron clipped to the range
    /// from 0 to [`ACTIVATION_LIMIT`] (SCReLU, *squared clipped rectified linear unit*). Weights must be within ±127.
    #[inline]
    pub fn screlu_dot(self, neurons: &[i16], weights: &[i16]) -> i32 {
        match self {
            Self::Portable => screlu_dot(neurons, weights),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(avx2) => avx2.screlu_dot(neurons, weights),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(avx512) => avx512.screlu_dot(neurons, weights),
        }
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
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

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(always)]
fn screlu_dot(neurons: &[i16], weights: &[i16]) -> i32 {
    let mut sum = 0;
    let (neurons, _) = neurons.as_chunks::<LANES>();
    let (weights, _) = weights.as_chunks::<LANES>();
    for (neurons, weights) in neurons.iter().zip(weights) {
        for (neuron, weight) in neurons.iter().zip(weights) {
            let neuron = (*neuron).clamp(0, ACTIVATION_LIMIT);
            // The first product fits into 16 bits, because weights are within ±127. The compiler can then use the
            // multiply-add of pairs (`pmaddwd`) for the rest.
            sum += i32::from(neuron.wrapping_mul(*weight)) * i32::from(neuron);
        }
    }
    sum
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use wasm::{add_sub, screlu_dot};

/// The loops with intrinsics. The compiler does not find the multiply-add of pairs in the portable loop of the dot
/// product, and it vectorises no loops in a program that is linked for size.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[allow(unsafe_code)]
mod wasm {
    use std::arch::wasm32::{
        i16x8_add, i16x8_max, i16x8_min, i16x8_mul, i16x8_splat, i16x8_sub, i32x4_add, i32x4_dot_i16x8,
        i32x4_extract_lane, i32x4_splat, v128, v128_load, v128_store,
    };

    use super::{ACTIVATION_LIMIT, LANES};

    /// The number of neurons per vector.
    const NEURONS: usize = 8;

    #[inline(always)]
    fn load(neurons: &[i16; NEURONS]) -> v128 {
        // SAFETY: the array has the 16 bytes that are read, and `v128_load` needs no alignment.
        unsafe { v128_load(neurons.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store(neurons: &mut [i16; NEURONS], vector: v128) {
        // SAFETY: the array has the 16 bytes that are written, and `v128_store` needs no alignment.
        unsafe { v128_store(neurons.as_mut_ptr().cast(), vector) }
    }

    /// Performs [`super::Kernels::add_sub`].
    #[inline(always)]
    pub fn add_sub(after: &mut [i16], before: &[i16], adds: &[&[i16]], subs: &[&[i16]]) {
        let (after, _) = after.as_chunks_mut::<LANES>();
        let (before, _) = before.as_chunks::<LANES>();
        for (chunk, (after, before)) in after.iter_mut().zip(before).enumerate() {
            let lanes = chunk * LANES..(chunk + 1) * LANES;
            let mut sums = [i16x8_splat(0); LANES / NEURONS];
            for (sum, before) in sums.iter_mut().zip(before.as_chunks().0) {
                *sum = load(before);
            }
            for row in adds {
                for (sum, weights) in sums.iter_mut().zip(row[lanes.clone()].as_chunks().0) {
                    *sum = i16x8_add(*sum, load(weights));
                }
            }
            for row in subs {
                for (sum, weights) in sums.iter_mut().zip(row[lanes.clone()].as_chunks().0) {
                    *sum = i16x8_sub(*sum, load(weights));
                }
            }
            for (sum, after) in sums.into_iter().zip(after.as_chunks_mut().0) {
                store(after, sum);
            }
        }
    }

    /// Performs [`super::Kernels::screlu_dot`].
    #[inline(always)]
    pub fn screlu_dot(neurons: &[i16], weights: &[i16]) -> i32 {
        let (zero, limit) = (i16x8_splat(0), i16x8_splat(ACTIVATION_LIMIT));
        let mut sums = i32x4_splat(0);
        for (neurons, weights) in neurons.as_chunks().0.iter().zip(weights.as_chunks().0) {
            let neurons = i16x8_min(i16x8_max(load(neurons), zero), limit);
            let products = i32x4_dot_i16x8(i16x8_mul(neurons, load(weights)), neurons);
            sums = i32x4_add(sums, products);
        }
        i32x4_extract_lane::<0>(sums)
            .wrapping_add(i32x4_extract_lane::<1>(sums))
            .wrapping_add(i32x4_extract_lane::<2>(sums))
            .wrapping_add(i32x4_extract_lane::<3>(sums))
    }
}

/// Instruction sets of x86-64, as types whose values exist only if the processor supports them: their fields are
/// private to this module, and only `detect` creates them. Therefore every call through a value of these types is
/// sound.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod x86 {
    macro_rules! instruction_set {
        ($(#[$doc:meta])* $name:ident, $features:literal, $($feature:tt),+) => {
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, Debug)]
            pub struct $name(());

            impl $name {
                /// Returns the instruction set if this processor supports it.
                pub fn detect() -> Option<Self> {
                    ($(is_x86_feature_detected!($feature))&&+).then_some(Self(()))
                }

                /// Performs [`super::Kernels::add_sub`] with this instruction set.
                #[inline]
                pub fn add_sub(self, after: &mut [i16], before: &[i16], adds: &[&[i16]], subs: &[&[i16]]) {
                    #[target_feature(enable = $features)]
                    fn kernel(after: &mut [i16], before: &[i16], adds: &[&[i16]], subs: &[&[i16]]) {
                        super::add_sub(after, before, adds, subs);
                    }
                    // SAFETY: `self` exists only if `detect` has found the features.
                    unsafe { kernel(after, before, adds, subs) }
                }

                /// Performs [`super::Kernels::screlu_dot`] with this instruction set.
                #[inline]
                pub fn screlu_dot(self, neurons: &[i16], weights: &[i16]) -> i32 {
                    #[target_feature(enable = $features)]
                    fn kernel(neurons: &[i16], weights: &[i16]) -> i32 {
                        super::screlu_dot(neurons, weights)
                    }
                    // SAFETY: `self` exists only if `detect` has found the features.
                    unsafe { kernel(neurons, weights) }
                }
            }
        };
    }

    instruction_set!(
        /// The AVX2 instructions.
        Avx2, "avx2", "avx2"
    );
    instruction_set!(
        /// The AVX-512 instructions of the groups F, BW and VL.
        Avx512, "avx512f,avx512bw,avx512vl", "avx512f", "avx512bw", "avx512vl"
    );
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha12Rng;

    use super::*;

    fn rows<const N: usize>(random: &mut ChaCha12Rng, most: i16) -> [Vec<i16>; N] {
        [(); N].map(|()| (0..3 * LANES).map(|_| random.random_range(-most..=most)).collect())
    }

    #[test]
    fn all_kernels_compute_the_same() {
        let mut random = ChaCha12Rng::seed_from_u64(3);
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
                let neuron = i32::from((*neuron).clamp(0, ACTIVATION_LIMIT));
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

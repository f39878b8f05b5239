//! A small generator of random numbers whose sequence never changes.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

/// SplitMix64 (Steele, Lea and Flood, *Fast splittable pseudorandom number generators*, 2014). A seed yields the same
/// sequence of numbers on every machine.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// Creates a generator from a seed. Any number is a good seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Creates a generator from a seed that the operating system chooses, so that each process gets different numbers.
    pub fn from_random_seed() -> Self {
        Self(RandomState::new().build_hasher().finish())
    }

    /// Returns the next number, uniform over all 64-bit numbers.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// Returns the next number, uniform from 0 to `end - 1`. `end` must not be 0.
    pub fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.next_u64()) * u128::from(end)) >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_agrees_with_the_reference_implementation() {
        let mut random = SplitMix64::new(1_234_567);
        let first = [(); 3].map(|()| random.next_u64());
        assert_eq!(
            first,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

    #[test]
    fn numbers_stay_below_their_end_and_reach_all_values() {
        let mut random = SplitMix64::new(1);
        let mut seen = [false; 7];
        (0..200).for_each(|_| seen[random.below(7) as usize] = true);
        assert!(seen.iter().all(|seen| *seen));
    }
}

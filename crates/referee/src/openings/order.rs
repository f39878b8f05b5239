//! The order in which a tournament uses the openings of a file.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// Returns the order in which a tournament uses `count` openings: shuffled if there is a seed, otherwise as in the
/// file.
pub fn order(count: usize, seed: Option<u64>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    if let Some(seed) = seed {
        order.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that a seed gives the expected order on every machine and in every later version, as the random generator
    /// guarantees.
    #[test]
    fn a_seed_always_gives_the_same_order() {
        assert_eq!(order(8, Some(1)), [3, 4, 5, 2, 7, 1, 6, 0]);
    }

    #[test]
    fn order_is_reproducible() {
        assert_eq!(order(4, None), [0, 1, 2, 3]);
        assert_eq!(order(50, Some(7)), order(50, Some(7)));
        assert_ne!(order(50, Some(7)), order(50, Some(8)));
        let mut sorted = order(50, Some(7));
        sorted.sort_unstable();
        assert_eq!(sorted, order(50, None));
    }
}

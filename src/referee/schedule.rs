//! The pairings: who plays whom, in which variant, from which opening, in which order.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

/// Which engines play each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// Every engine plays every other one.
    #[default]
    RoundRobin,
    /// The first engine plays every other one.
    Gauntlet,
}

/// One game of a tournament. Two successive games are a pair: the same opening with colours reversed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Slot {
    /// Its index in the schedule.
    pub index: usize,
    /// The index of the variant.
    pub variant: usize,
    /// The engine that plays White.
    pub white: usize,
    /// The engine that plays Black.
    pub black: usize,
    /// The number of the opening; taken modulo the openings that there are.
    pub opening: usize,
}

impl Slot {
    /// The index of the pair that the game belongs to.
    pub const fn pair(&self) -> usize {
        self.index / 2
    }

    /// The two engines, in the order of their entry.
    pub fn players(&self) -> [usize; 2] {
        [self.white.min(self.black), self.white.max(self.black)]
    }
}

/// All games: in every round and every variant, one pair of games for every two engines that play the variant
/// (`plays(engine, variant)`). All pairs of a round have the same opening.
pub(super) fn schedule(
    engines: usize,
    variants: usize,
    rounds: usize,
    format: Format,
    plays: impl Fn(usize, usize) -> bool,
) -> Vec<Slot> {
    let firsts = match format {
        Format::RoundRobin => engines,
        Format::Gauntlet => engines.min(1),
    };
    let mut slots = Vec::new();
    for round in 0..rounds {
        for variant in 0..variants {
            for first in 0..firsts {
                for second in first + 1..engines {
                    if !plays(first, variant) || !plays(second, variant) {
                        continue;
                    }
                    for (white, black) in [(first, second), (second, first)] {
                        slots.push(Slot {
                            index: slots.len(),
                            variant,
                            white,
                            black,
                            opening: round,
                        });
                    }
                }
            }
        }
    }
    slots
}

/// The order in which `count` openings are used: shuffled by the seed, or as in the file.
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
    use std::collections::HashMap;

    fn all(_: usize, _: usize) -> bool {
        true
    }

    #[test]
    fn round_robin_balances_opponents_and_colours() {
        let slots = schedule(4, 3, 5, Format::RoundRobin, all);
        assert_eq!(slots.len(), 5 * 3 * 6 * 2);
        let mut games: HashMap<_, u32> = HashMap::new();
        for slot in &slots {
            *games.entry((slot.variant, slot.white, slot.black)).or_default() += 1;
        }
        assert_eq!(games.len(), 3 * 4 * 3);
        assert!(games.values().all(|count| *count == 5));
    }

    #[test]
    fn in_a_gauntlet_every_game_is_the_first_engines() {
        let slots = schedule(4, 1, 2, Format::Gauntlet, all);
        assert_eq!(slots.len(), 2 * 3 * 2);
        assert!(slots.iter().all(|slot| slot.players()[0] == 0 && slot.players()[1] > 0));
    }

    #[test]
    fn pairs_share_opening_variant_and_players() {
        for format in [Format::RoundRobin, Format::Gauntlet] {
            for pair in schedule(3, 2, 3, format, all).chunks(2) {
                let [one, two] = pair else {
                    panic!("games come in pairs")
                };
                assert_eq!(
                    (one.pair(), one.opening, one.variant),
                    (two.pair(), two.opening, two.variant)
                );
                assert_eq!((one.white, one.black), (two.black, two.white));
                assert_eq!(one.index + 1, two.index);
            }
        }
    }

    #[test]
    fn engines_are_not_paired_in_variants_that_they_do_not_play() {
        let slots = schedule(3, 2, 1, Format::RoundRobin, |engine, variant| {
            engine != 2 || variant == 0
        });
        assert_eq!(slots.iter().filter(|slot| slot.variant == 0).count(), 6);
        let second: Vec<_> = slots
            .iter()
            .filter(|slot| slot.variant == 1)
            .map(Slot::players)
            .collect();
        assert_eq!(second, [[0, 1], [0, 1]]);
        assert!(slots.iter().enumerate().all(|(index, slot)| slot.index == index));
    }

    #[test]
    fn one_engine_has_no_games() {
        assert!(schedule(1, 1, 5, Format::RoundRobin, all).is_empty());
        assert!(schedule(0, 1, 5, Format::Gauntlet, all).is_empty());
    }

    /// The generator promises its sequence: these values hold on every machine and with every later version.
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

//! The benchmark: searches of fixed positions, to compare speeds and to detect unintended changes in the search.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::search::{Limits, Searcher, Settings, Signals};
use kurier_rules::position::Position;
use kurier_rules::random::SplitMix64;
use kurier_rules::rules::Variant;

/// One position per line: the variant's name and a FEN. The list never changes, so that node counts of different
/// versions can be compared.
const FENS: &str = include_str!("bench/positions.txt");
/// The maximum number of positions for a variant that has none in [`FENS`].
const POSITIONS: usize = 8;
/// The number of random turns between two successive positions of a variant that has none in [`FENS`].
const TURNS: usize = 9;
/// The default depth is this number divided by the natural logarithm of the number of legal turns, so that the
/// benchmark takes about the same time for all variants.
const EFFORT: f64 = 30.0;

/// The result of a benchmark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bench {
    /// The number of nodes searched in all positions together. The number is the same on all machines.
    pub nodes: u64,
    /// The time that the benchmark took.
    pub elapsed: Duration,
}

/// Searches positions of a variant to `depth` turns, or, if `depth` is `None`, to a depth that suits the variant. Each
/// search begins with an empty transposition table of 16 MiB and uses one thread.
///
/// The core variants have a fixed list of positions from self-play. For any other variant, such as a user's, the
/// positions are the start position and some random positions, which are the same in every run. A stop signal ends the
/// benchmark early.
pub(super) fn bench<const W: usize>(variant: &Arc<Variant<W>>, depth: Option<u32>, signals: &Signals) -> Bench {
    let settings = Settings {
        hash: 16,
        ..Settings::default()
    };
    let mut searcher = Searcher::new(variant.clone(), settings);
    let positions = listed(variant).unwrap_or_else(|| random(variant));
    let limits = Limits {
        depth: Some(depth.unwrap_or_else(|| usual_depth(&positions[0]))),
        ..Limits::default()
    };
    let begun = Instant::now();
    let mut nodes = 0;
    for position in &positions {
        if signals.stopped() {
            break;
        }
        searcher.clear();
        nodes += searcher.run(position, &limits, signals, &mut |_| ()).nodes;
    }
    Bench {
        nodes,
        elapsed: begun.elapsed(),
    }
}

/// Returns the default depth in turns, which is greater for a position with fewer legal turns.
fn usual_depth<const W: usize>(position: &Position<W>) -> u32 {
    let turns = position.turns().len().max(6) as f64;
    (EFFORT / turns.ln()).round() as u32
}

/// Returns the variant's positions in [`FENS`], the start position first. Returns `None` if the list has no positions
/// for the variant, or if they are invalid because a user has defined a different variant with this name.
fn listed<const W: usize>(variant: &Arc<Variant<W>>) -> Option<Vec<Position<W>>> {
    let fens = FENS.lines().filter_map(|line| line.split_once(' '));
    let fens = fens.filter(|(name, _)| *name == variant.definition.name);
    let positions = fens.map(|(_, fen)| Position::from_fen(variant.clone(), fen).ok());
    positions.collect::<Option<Vec<_>>>().filter(|found| !found.is_empty())
}

/// Returns the start position and positions from a random game: [`POSITIONS`] in all, or fewer if the game ends early.
fn random<const W: usize>(variant: &Arc<Variant<W>>) -> Vec<Position<W>> {
    let mut position = Position::start(variant.clone());
    let mut found = vec![position.clone()];
    let mut random = SplitMix64::new(0);
    while found.len() < POSITIONS {
        for _ in 0..TURNS {
            if position.outcome().is_some() {
                return found;
            }
            let turns = position.turns();
            position.play(&turns[random.below(turns.len() as u64) as usize]);
        }
        if position.outcome().is_none() {
            found.push(position.clone());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurier_rules::rules::{Catalogue, Definition};
    use kurier_rules::with_width;

    /// Returns the number of a variant's listed positions, if it has any, and the number of its random positions.
    fn counts(definition: &Arc<Definition>) -> (Option<usize>, usize) {
        fn count<const W: usize>(definition: &Arc<Definition>) -> (Option<usize>, usize) {
            let variant = Arc::new(Variant::<W>::compile(definition.clone()));
            let start = Position::start(variant.clone()).fen();
            let (listed, random) = (listed(&variant), random(&variant));
            assert!(random[0].fen() == start && listed.iter().all(|listed| listed[0].fen() == start));
            (listed.map(|positions| positions.len()), random.len())
        }
        with_width!(definition.shape, W => count::<W>(definition))
    }

    #[test]
    fn the_core_games_have_listed_positions_and_others_random_ones() {
        let catalogue = Catalogue::built_in();
        let core: Vec<_> = catalogue.core().map(|definition| definition.name.clone()).collect();
        let mut total = 0;
        for definition in catalogue.iter() {
            let (listed, random) = counts(definition);
            assert_eq!(listed.is_some(), core.contains(&definition.name), "{}", definition.name);
            assert!(random > 1, "{}", definition.name);
            total += listed.unwrap_or(0);
        }
        assert_eq!(total, FENS.lines().count());
    }
}

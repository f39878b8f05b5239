//! The variants and positions that all benchmarks use.

use std::sync::Arc;

use kurier_rules::position::Position;
use kurier_rules::rules::{Catalogue, Definition, Variant};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// One or two variants for each width of bitboards.
pub const GAMES: [&str; 5] = ["leap", "chess", "courier", "furious-courier", "courierleapale"];

/// Returns the definition of a built-in variant.
pub fn definition(name: &str) -> Arc<Definition> {
    Catalogue::built_in().get(name).expect("a built-in game")
}

/// Returns `count` positions: every seventh position of random games, except positions within a chain of captures. The
/// seed is fixed, so the positions do not vary between calls.
pub fn positions<const W: usize>(variant: &Arc<Variant<W>>, count: usize) -> Vec<Position<W>> {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut positions = Vec::new();
    loop {
        let mut position = Position::start(variant.clone());
        for ply in 0..80 {
            let moves = position.legal_moves();
            if moves.is_empty() || position.outcome().is_some() {
                break;
            }
            if ply % 7 == 6 && position.chain().is_none() {
                positions.push(position.clone());
                if positions.len() == count {
                    return positions;
                }
            }
            position.make(moves[random.random_range(0..moves.len())]);
        }
    }
}

/// Calls a benchmark, which is generic over the width of bitboards, for each variant in [`GAMES`].
#[macro_export]
macro_rules! for_each_game {
    ($bench:ident, $criterion:expr) => {
        for name in $crate::GAMES {
            let definition = $crate::definition(name);
            kurier_rules::with_width!(definition.shape, W => {
                $bench::<W>(
                    $criterion,
                    name,
                    std::sync::Arc::new(kurier_rules::rules::Variant::compile(definition)),
                )
            });
        }
    };
}

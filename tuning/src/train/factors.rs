//! Factorised inputs: in training the weights of an input are the sum of its own and of those of its groups, its piece
//! type anywhere, on this file, on this rank, on this level, and on this square wherever the king is; so a piece that is
//! rarely seen on a square is not unknown there. What is exported is the sum.

use kurier_engine::eval::nnue::Features;
use kurier_rules::board::Square;
use kurier_rules::rules::Definition;

/// The groups of each input.
#[derive(Clone, Debug)]
pub struct Factors {
    /// By input.
    of_input: Vec<Vec<u32>>,
    count: usize,
}

impl Factors {
    /// Creates the groups of a game, for a network with or without king buckets.
    pub fn new(definition: &Definition, king_buckets: bool) -> Self {
        let shape = &definition.shape;
        let [files, ranks, levels] = [shape.files(), shape.ranks(), shape.levels()].map(usize::from);
        // Anywhere; then by file, rank and, if there are several, level.
        let by_level = if levels > 1 { levels } else { 0 };
        let by_square = if king_buckets { shape.area() } else { 0 };
        let groups = 1 + files + ranks + by_level + by_square;
        let of_bucket = (0..2 * definition.pieces.len()).flat_map(|piece| {
            (0..shape.area()).map(Square::new).map(move |square| {
                let mut of_square = vec![
                    0,
                    1 + usize::from(shape.file(square)),
                    1 + files + usize::from(shape.rank(square)),
                ];
                if by_level > 0 {
                    of_square.push(1 + files + ranks + usize::from(shape.level(square)));
                }
                if king_buckets {
                    of_square.push(groups - by_square + square.index());
                }
                of_square
                    .into_iter()
                    .map(|group| (piece * groups + group) as u32)
                    .collect()
            })
        });
        let of_bucket: Vec<Vec<u32>> = of_bucket.collect();
        let buckets = Features::new(definition, king_buckets).buckets();
        Self {
            of_input: vec![of_bucket; buckets].concat(),
            count: 2 * definition.pieces.len() * groups,
        }
    }

    /// Returns how many groups there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns the groups of each input.
    pub fn by_input(&self) -> impl Iterator<Item = &[u32]> {
        self.of_input.iter().map(Vec::as_slice)
    }
}

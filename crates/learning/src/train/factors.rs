//! Factorises the inputs of a network. In training, the weights of an input (a piece on a square) are the sum of
//! individual weights and the weights of the groups that contain the input: the piece on any square, on this file, on
//! this rank, on this level, and on this square with the king in any bucket. So the network generalises to squares on
//! which a piece is rarely seen. The exported network contains the sums.

use kurier_engine::eval::nnue::Features;
use kurier_rules::board::Square;
use kurier_rules::rules::Definition;

/// The groups of each input.
#[derive(Clone, Debug)]
pub struct Factors {
    /// The groups that contain each input.
    of_input: Vec<Vec<u32>>,
    /// The number of groups.
    count: usize,
}

impl Factors {
    /// Creates the groups for a variant and a network with or without king buckets.
    pub fn new(definition: &Definition, king_buckets: bool) -> Self {
        let shape = &definition.shape;
        let [files, ranks, levels] = [shape.files(), shape.ranks(), shape.levels()].map(usize::from);
        // The groups of each piece: one for any square, then one for each file, one for each rank, one for each level
        // if there are several, and one for each square if there are king buckets.
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

    /// Returns the number of groups.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns the groups of each input, in the order of the inputs.
    pub fn by_input(&self) -> impl Iterator<Item = &[u32]> {
        self.of_input.iter().map(Vec::as_slice)
    }
}

//! The architecture of a network, and the choice of its output bucket for a position.

use super::error::NetworkError;
use super::features::Features;
use super::network::HIDDEN_MULTIPLE;
use kurier_rules::position::Position;
use kurier_rules::rules::{Color, Definition};

/// The maximum number of hidden neurons. With this number, the weighted sum of a perspective fits into 32 bits whatever
/// the weights.
const MAX_HIDDEN: usize = 256;
/// The maximum number of output buckets by number of pieces, which is more than any network needs.
const MAX_BUCKETS: usize = 64;
/// The limits, in pieces on the board, of the two size classes of pawnless endgames. A position with more pieces does
/// not belong to any pawnless bucket.
const PAWNLESS_PIECES: [usize; 2] = [7, 14];
/// The number of cases for the sides without pawns: only the side to move, only the other side, or both.
const PAWNLESS_SIDES: usize = 3;

/// The sizes of a network and the kinds of buckets that it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Architecture {
    /// The number of hidden neurons of each perspective, a multiple of [`HIDDEN_MULTIPLE`].
    pub hidden: usize,
    /// The number of output buckets by number of pieces, 1 to 64.
    pub buckets: usize,
    /// Whether the inputs depend on the region of the perspective's king; see [`Features::new`].
    pub king_buckets: bool,
    /// Whether pawnless endgames, in which a lead wins less often, have separate output buckets.
    pub pawnless_buckets: bool,
}

impl Architecture {
    /// Creates an architecture without king buckets or pawnless buckets.
    pub const fn plain(hidden: usize, buckets: usize) -> Self {
        Self {
            hidden,
            buckets,
            king_buckets: false,
            pawnless_buckets: false,
        }
    }

    /// Returns the number of all output buckets, pawnless buckets included.
    pub fn output_buckets(&self) -> usize {
        let pawnless = PAWNLESS_PIECES.len() * PAWNLESS_SIDES;
        self.buckets + if self.pawnless_buckets { pawnless } else { 0 }
    }

    /// Returns the numbers of input weights, hidden biases, output weights and output biases.
    pub fn sizes(&self, definition: &Definition) -> [usize; 4] {
        let inputs = Features::new(definition, self.king_buckets).count();
        let outputs = self.output_buckets();
        [inputs * self.hidden, self.hidden, outputs * 2 * self.hidden, outputs]
    }

    /// Checks that the numbers of hidden neurons and output buckets are valid.
    ///
    /// # Errors
    /// Fails if a number is out of range, or the number of hidden neurons is not a multiple of [`HIDDEN_MULTIPLE`].
    pub(super) fn check(&self) -> Result<(), NetworkError> {
        if !(HIDDEN_MULTIPLE..=MAX_HIDDEN).contains(&self.hidden) || !self.hidden.is_multiple_of(HIDDEN_MULTIPLE) {
            return Err(NetworkError::Shape("a multiple of 32 hidden neurons, at most 256"));
        }
        if !(1..=MAX_BUCKETS).contains(&self.buckets) {
            return Err(NetworkError::Shape("1 to 64 buckets"));
        }
        Ok(())
    }
}

/// The rule that selects the output bucket of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutputBuckets {
    /// The bucket by number of pieces on the board.
    by_pieces: Box<[u8]>,
    /// The index of the first bucket for pawnless endgames; `None` if there are no pawnless buckets.
    pawnless: Option<usize>,
}

impl OutputBuckets {
    /// Creates the rule for a variant and an architecture.
    pub fn new(definition: &Definition, architecture: Architecture) -> Self {
        let at_start = starting_pieces(definition);
        let bucket = |pieces| bucket(pieces, at_start, architecture.buckets) as u8;
        Self {
            by_pieces: (0..=definition.shape.area()).map(bucket).collect(),
            pawnless: architecture.pawnless_buckets.then_some(architecture.buckets),
        }
    }

    /// Returns the output bucket of a position.
    #[inline]
    pub fn of<const W: usize>(&self, position: &Position<W>) -> usize {
        let pieces = position.occupied().count() as usize;
        let by_pieces = self.by_pieces.get(pieces).copied().map_or(0, usize::from);
        self.pawnless
            .and_then(|first| Some(first + pawnless_bucket(position, pieces)?))
            .unwrap_or(by_pieces)
    }
}

/// Returns the index of a position among the buckets for pawnless endgames, or `None` if both sides have pawns or there
/// are too many pieces.
fn pawnless_bucket<const W: usize>(position: &Position<W>, pieces: usize) -> Option<usize> {
    let size = PAWNLESS_PIECES.iter().position(|most| pieces <= *most)?;
    let side = position.side();
    let who = match [side, !side].map(|side: Color| position.has_pawns(side)) {
        [false, true] => 0,
        [true, false] => 1,
        [false, false] => 2,
        [true, true] => return None,
    };
    Some(size * PAWNLESS_SIDES + who)
}

/// Returns the number of pieces at the start, on the board and in hand.
pub fn starting_pieces(definition: &Definition) -> usize {
    let held = definition.held.iter().flatten().copied().map(usize::from);
    definition.array.iter().flatten().count() + held.sum::<usize>()
}

/// Returns the output bucket for a number of pieces on the board. The numbers of pieces up to `at_start` are divided
/// about equally among the buckets.
fn bucket(pieces: usize, at_start: usize, buckets: usize) -> usize {
    (pieces.saturating_sub(1) * buckets / at_start.max(1)).min(buckets.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use kurier_rules::rules::{Catalogue, Color, Variant};

    #[test]
    fn buckets_cover_equally_many_numbers_of_pieces() {
        let counts = (1..=48).map(|pieces| bucket(pieces, 48, 8));
        assert!(counts.clone().is_sorted());
        assert!((0..8).all(|wanted| counts.clone().filter(|bucket| *bucket == wanted).count() == 6));
        assert_eq!((bucket(0, 48, 8), bucket(60, 48, 8)), (0, 7));
        for game in Catalogue::built_in().iter() {
            let start = Position::start(Arc::new(Variant::<4>::compile(game.clone())));
            let held = Color::BOTH.into_iter().flat_map(|color| start.hand(color));
            let held: usize = held.map(|(_, count)| usize::from(count)).sum();
            assert_eq!(
                starting_pieces(game),
                start.occupied().count() as usize + held,
                "{}",
                game.name
            );
        }
    }

    #[test]
    fn endgames_without_pawns_have_their_own_buckets() {
        let chess = Catalogue::built_in().get("chess").expect("chess");
        let variant = Arc::new(Variant::<1>::compile(chess.clone()));
        let plain = Architecture::plain(32, 8);
        let architecture = Architecture {
            pawnless_buckets: true,
            ..plain
        };
        assert_eq!((plain.output_buckets(), architecture.output_buckets()), (8, 14));
        let [plain, buckets] = [plain, architecture].map(|architecture| OutputBuckets::new(&chess, architecture));
        for (board, without, with) in [
            ("4k3/p7/8/8/8/8/8/3QK3 w", 0, 8),
            ("4k3/p7/8/8/8/8/8/3QK3 b", 0, 9),
            ("4k3/q7/8/8/8/8/8/3QK3 b", 0, 10),
            ("rnbqk3/8/8/8/8/8/P7/RNBQK3 w", 2, 12),
            ("rnbqk3/8/8/8/8/8/8/RNBQK3 w", 2, 13),
            ("rnbqk3/p7/8/8/8/8/P7/RNBQK3 w", 2, 2),
            ("rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w", 3, 3),
        ] {
            let position = Position::from_fen(variant.clone(), &format!("{board} - - 0 1")).expect("a position");
            assert_eq!((plain.of(&position), buckets.of(&position)), (without, with), "{board}");
        }
    }
}

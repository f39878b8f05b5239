//! Shuffled pieces: the orders in which they can stand are numbered.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use thiserror::Error;

use crate::board::{Shape, Square};
use crate::rules::path::own_square;
use crate::rules::{Color, PieceType, Placement};

/// The pieces that are shuffled at the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shuffle {
    /// The groups of pieces, by colour. The pieces of a group change places with each other.
    pub(super) groups: Vec<[Group; 2]>,
    /// Whether the order of Black's pieces mirrors White's when a start position is drawn.
    pub mirrored: bool,
}

/// The pieces of one side that change places with each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Group {
    /// The squares, in the order in which their side sees them: from the first rank, and on a rank from the first file.
    squares: Vec<Square>,
    /// By square: its shade as the side sees it. Squares that mirror each other have equal shades.
    shades: Vec<Shade>,
    /// The pieces, in the order in which they are placed. Pieces of one type that are bound to different shades are
    /// different kinds.
    kinds: Vec<Kind>,
    /// The number of orders.
    count: u64,
}

/// The colour of a square, light or dark, as the parity of its coordinates.
type Shade = u8;

/// Pieces that may stand on certain squares of their group, in one order among themselves: pieces of one type, or kings
/// and rooks that castle.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Kind {
    /// The types of the pieces, from the first square to the last.
    types: Vec<PieceType>,
    /// The shade of the squares on which the pieces stand; `None` if they may stand anywhere.
    shade: Option<Shade>,
}

/// Why pieces cannot be shuffled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub(in crate::rules) enum ShuffleError {
    /// The pieces can stand in one order only.
    #[error("expected pieces that can stand in more than one order")]
    OneOrder,
    /// There are too many orders to be numbered.
    #[error("expected fewer pieces: their orders do not fit into a 64-bit number")]
    TooMany,
    /// White's pieces can stand in more or fewer orders than Black's.
    #[error("expected as many orders of Black's pieces as of White's")]
    Unequal,
}

impl Shuffle {
    /// Creates the shuffle of groups of piece types. The pieces of `two_shades` keep to the shade of the square on
    /// which they stand in `array`, and the pieces of `ordered` keep the order that they have there among themselves.
    ///
    /// # Errors
    /// Fails if the pieces of a group have only one order, if there are too many orders to number, or if Black's pieces
    /// do not have as many orders as White's.
    pub(in crate::rules) fn new(
        shape: &Shape,
        array: &Placement,
        groups: &[Vec<PieceType>],
        two_shades: &[PieceType],
        ordered: &[PieceType],
        mirrored: bool,
    ) -> Result<Self, ShuffleError> {
        let sides = |types: &Vec<PieceType>| {
            let group = |color| Group::new(shape, array, color, types, two_shades, ordered);
            let [white, black] = Color::BOTH.map(group);
            let (white, black) = (white?, black?);
            match (white.count, black.count) {
                (0 | 1, _) => Err(ShuffleError::OneOrder),
                (white, black) if white != black => Err(ShuffleError::Unequal),
                _ => Ok([white, black]),
            }
        };
        let groups = groups.iter().map(sides).collect::<Result<Vec<_>, _>>()?;
        let count = groups
            .iter()
            .try_fold(1u64, |all, [white, _]| all.checked_mul(white.count));
        count.ok_or(ShuffleError::TooMany)?;
        Ok(Self { groups, mirrored })
    }

    /// Returns the number of orders in which a side's pieces can stand.
    pub fn count(&self) -> u64 {
        self.groups.iter().map(|[white, _]| white.count).product()
    }

    /// Puts a side's pieces into the order with this number. The last group changes first as numbers grow.
    pub(super) fn arrange(&self, mut number: u64, color: Color, array: &mut Placement) {
        for group in self.groups.iter().rev().map(|sides| &sides[color.index()]) {
            for (square, piece_type) in group.squares.iter().zip(group.order(number % group.count)) {
                array[square.index()] = Some((piece_type, color));
            }
            number /= group.count;
        }
    }

    /// Returns an iterator over the piece types of each group.
    pub fn groups(&self) -> impl Iterator<Item = Vec<PieceType>> {
        self.groups.iter().map(|[white, _]| {
            let types: BTreeSet<_> = white.kinds.iter().flat_map(|kind| &kind.types).copied().collect();
            types.into_iter().collect()
        })
    }

    /// Returns whether pieces of this type keep to the shades of the squares on which they stand at the start.
    pub fn keeps_shade(&self, piece_type: PieceType) -> bool {
        let mut kinds = self.groups.iter().flat_map(|[white, _]| &white.kinds);
        kinds.any(|kind| kind.types.contains(&piece_type) && kind.shade.is_some())
    }
}

impl Group {
    fn new(
        shape: &Shape,
        array: &Placement,
        color: Color,
        types: &[PieceType],
        two_shades: &[PieceType],
        ordered: &[PieceType],
    ) -> Result<Self, ShuffleError> {
        let (mut squares, mut shades) = (Vec::new(), Vec::new());
        let mut kinds: Vec<Kind> = Vec::new();
        for own in shape.squares() {
            let square = own_square(shape, own, color);
            let Some((piece_type, owner)) = array[square.index()] else {
                continue;
            };
            if owner != color || !types.contains(&piece_type) {
                continue;
            }
            let shade = (shape.file(own) + shape.rank(own) + shape.level(own)) % 2;
            let bound = two_shades.contains(&piece_type).then_some(shade);
            squares.push(square);
            shades.push(shade);
            let belongs = |kind: &Kind| {
                let together = ordered.contains(&piece_type) && ordered.contains(&kind.types[0]);
                kind.shade == bound && (together || kind.types[0] == piece_type)
            };
            match kinds.iter_mut().find(|kind| belongs(kind)) {
                Some(kind) => kind.types.push(piece_type),
                None => kinds.push(Kind {
                    types: vec![piece_type],
                    shade: bound,
                }),
            }
        }
        // Pieces that are bound to a shade come first: otherwise the number of their squares would depend on where
        // other pieces stand. Light comes before dark, as in the numbers of Chess960.
        kinds.sort_by_key(|kind| {
            let listed = types.iter().position(|piece_type| *piece_type == kind.types[0]);
            (
                kind.shade.is_none(),
                ordered.contains(&kind.types[0]),
                listed,
                Reverse(kind.shade),
            )
        });
        let mut group = Self {
            squares,
            shades,
            kinds,
            count: 0,
        };
        group.count = group.orders().ok_or(ShuffleError::TooMany)?;
        Ok(group)
    }

    /// Returns in how many orders the pieces can stand; `None` if the number does not fit into 64 bits.
    fn orders(&self) -> Option<u64> {
        let mut taken: Vec<Option<Shade>> = Vec::new();
        let mut product = 1u64;
        for kind in &self.kinds {
            let fitting = self
                .shades
                .iter()
                .filter(|shade| kind.shade.is_none_or(|bound| bound == **shade));
            let taken_there = taken
                .iter()
                .filter(|other| kind.shade.is_none() || **other == kind.shade);
            let free = fitting.count().saturating_sub(taken_there.count());
            product = product.checked_mul(choose(free, kind.types.len())?)?;
            taken.extend(kind.types.iter().map(|_| kind.shade));
        }
        Some(product)
    }

    /// Returns the types of the pieces on the group's squares in the order with this number. The kinds are placed one
    /// after another. The sets of free squares that a kind can occupy are numbered lexicographically: the remainder of
    /// the number selects a set, and the quotient is left for the next kind. If bishops, queen and knights are listed
    /// in this sequence before king and rooks, this is the numbering of Chess960
    /// (<https://en.wikipedia.org/wiki/Fischer_random_chess_numbering_scheme>).
    fn order(&self, mut number: u64) -> Vec<PieceType> {
        let mut order: Vec<Option<PieceType>> = vec![None; self.squares.len()];
        for kind in &self.kinds {
            let fits =
                |index: &usize| order[*index].is_none() && kind.shade.is_none_or(|bound| bound == self.shades[*index]);
            let free: Vec<usize> = (0..order.len()).filter(fits).collect();
            // All of these numbers divide the number of orders of the group, which fits into 64 bits.
            let ways = choose(free.len(), kind.types.len()).unwrap_or(1).max(1);
            let places = subset(&free, kind.types.len(), number % ways);
            number /= ways;
            for (place, piece_type) in places.into_iter().zip(&kind.types) {
                order[place] = Some(*piece_type);
            }
        }
        order.into_iter().flatten().collect()
    }
}

/// Returns the subset of `some` elements with a number in lexicographic order.
fn subset(all: &[usize], some: usize, mut number: u64) -> Vec<usize> {
    let mut subset = Vec::new();
    for (index, element) in all.iter().enumerate() {
        let Some(others) = some.checked_sub(subset.len() + 1) else {
            break;
        };
        let with = choose(all.len() - index - 1, others).unwrap_or(u64::MAX);
        match number.checked_sub(with) {
            None => subset.push(*element),
            Some(rest) => number = rest,
        }
    }
    subset
}

/// Returns the binomial coefficient; `None` if it does not fit into 64 bits.
fn choose(all: usize, some: usize) -> Option<u64> {
    if some > all {
        return Some(0);
    }
    let product = (1..=some.min(all - some)).try_fold(1u128, |product, index| {
        Some(product.checked_mul((all + 1 - index) as u128)? / index as u128)
    });
    product?.try_into().ok()
}

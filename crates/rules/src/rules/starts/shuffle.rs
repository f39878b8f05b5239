//! Shuffled pieces: the orders in which they can stand are numbered.

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
    /// The pieces. Pieces of one type that are bound to different shades are different kinds.
    kinds: Vec<Kind>,
    /// The number of orders.
    count: u64,
}

/// The colour of a square, light or dark, as the parity of its coordinates.
type Shade = u8;

/// Pieces of one type that may stand on certain squares of their group.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Kind {
    piece_type: PieceType,
    /// The shade of the squares on which the pieces stand; `None` if they may stand anywhere.
    shade: Option<Shade>,
    /// The number of pieces.
    count: usize,
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
    /// which they stand in `array`.
    ///
    /// # Errors
    /// The pieces of a group can stand in one order only, or in too many, or the sides' pieces in different numbers of
    /// orders.
    pub(in crate::rules) fn new(
        shape: &Shape,
        array: &Placement,
        groups: &[Vec<PieceType>],
        two_shades: &[PieceType],
        mirrored: bool,
    ) -> Result<Self, ShuffleError> {
        let sides = |types: &Vec<PieceType>| {
            let [white, black] = Color::BOTH.map(|color| Group::new(shape, array, color, types, two_shades));
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
            let mut types: Vec<_> = white.kinds.iter().map(|kind| kind.piece_type).collect();
            types.dedup();
            types
        })
    }

    /// Returns whether pieces of this type keep to the shades of the squares on which they stand at the start.
    pub fn keeps_shade(&self, piece_type: PieceType) -> bool {
        let mut kinds = self.groups.iter().flat_map(|[white, _]| &white.kinds);
        kinds.any(|kind| kind.piece_type == piece_type && kind.shade.is_some())
    }
}

impl Group {
    fn new(
        shape: &Shape,
        array: &Placement,
        color: Color,
        types: &[PieceType],
        two_shades: &[PieceType],
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
            match kinds
                .iter_mut()
                .find(|kind| kind.piece_type == piece_type && kind.shade == bound)
            {
                Some(kind) => kind.count += 1,
                None => kinds.push(Kind {
                    piece_type,
                    shade: bound,
                    count: 1,
                }),
            }
        }
        kinds.sort_by_key(|kind| (kind.piece_type, kind.shade));
        let mut group = Self {
            squares,
            shades,
            kinds,
            count: 0,
        };
        group.count = orders(&group.shades, &group.kinds).ok_or(ShuffleError::TooMany)?;
        Ok(group)
    }

    /// Returns the types of the pieces on the group's squares in the order with this number. Orders are numbered
    /// lexicographically: by the type on the first square, then on the second, and so on.
    fn order(&self, mut number: u64) -> Vec<PieceType> {
        let mut kinds = self.kinds.clone();
        let mut order = Vec::new();
        for (index, shade) in self.shades.iter().enumerate() {
            for kind in 0..kinds.len() {
                if kinds[kind].count == 0 || kinds[kind].shade.is_some_and(|bound| bound != *shade) {
                    continue;
                }
                kinds[kind].count -= 1;
                // The rest has at most as many orders as the whole group, whose number of orders fits into 64 bits.
                let rest = orders(&self.shades[index + 1..], &kinds).unwrap_or(u64::MAX);
                if number < rest {
                    order.push(kinds[kind].piece_type);
                    break;
                }
                number -= rest;
                kinds[kind].count += 1;
            }
        }
        order
    }
}

/// Returns in how many orders pieces can stand on squares of these shades; `None` if the number does not fit into 64
/// bits.
fn orders(shades: &[Shade], kinds: &[Kind]) -> Option<u64> {
    let mut free = shades.len();
    let mut product = 1;
    for shade in [0, 1] {
        let mut left = shades.iter().filter(|other| **other == shade).count();
        for kind in kinds.iter().filter(|kind| kind.shade == Some(shade)) {
            product = choose(left, kind.count)?.checked_mul(product)?;
            left = left.saturating_sub(kind.count);
            free = free.saturating_sub(kind.count);
        }
    }
    for kind in kinds.iter().filter(|kind| kind.shade.is_none()) {
        product = choose(free, kind.count)?.checked_mul(product)?;
        free = free.saturating_sub(kind.count);
    }
    Some(product)
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

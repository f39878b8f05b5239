//! The numbering of the positions of a class.
//!
//! A position is a list of squares, one for each piece. Its number is written in a mixed radix with one digit for each
//! piece, pawns first, so that all positions with the same arrangement of pawns are adjacent. Positions correspond to
//! each other if they are reflections of each other or differ only by exchanging equal pieces. Of corresponding
//! positions only the one whose list of squares comes first is numbered. Therefore, of the squares that symmetries map
//! onto each other, only the lowest needs a digit for the first piece.

use std::sync::Arc;

use arrayvec::ArrayVec;
use kurier_rules::board::Square;
use kurier_rules::position::Piece;

use crate::symmetry::Symmetries;
use crate::{Class, Game, MAX_PIECES};

/// The squares of the pieces of a class, in the order of [`Index::slots`].
pub(crate) type Squares = ArrayVec<Square, MAX_PIECES>;

/// Marks a square for which a piece has no digit, because it cannot stand there in a numbered position.
const NO_DIGIT: u16 = u16::MAX;

/// The numbering of the positions of a class, without the side to move.
#[derive(Clone, Debug)]
pub(crate) struct Index {
    /// The pieces, in the order of the digits.
    pub slots: Vec<Piece>,
    /// The number of leading slots that are pawns.
    pub pawns: usize,
    symmetries: Arc<Symmetries>,
    /// For each square of the first piece, the indices of the symmetries that map it to the lowest square.
    leading: Vec<Vec<u8>>,
    /// For each slot and digit, the square that the digit stands for.
    domains: Vec<Vec<Square>>,
    /// For each slot and square, the digit that stands for the square, or [`NO_DIGIT`].
    digits: Vec<Vec<u16>>,
    /// For each slot, the factor by which its digit is multiplied in the number of a position.
    strides: Vec<usize>,
    /// The number of possible lists of digits; see [`Index::cells`].
    cells: u64,
    /// Whether the class has two pieces of the same type and colour.
    has_equals: bool,
}

impl Index {
    /// Creates the numbering of the positions of a class.
    pub fn new<const W: usize>(game: &Game<W>, class: &Class) -> Self {
        let (variant, rules) = (&game.variant, game.rules());
        let slots = class.slots(rules);
        let symmetries = game.symmetries(class);
        let lowest = |square: Square| symmetries.group.iter().map(|mapping| mapping[square.index()]).min();
        let leading = (0..rules.shape.area()).map(Square::new).map(|square| {
            let lowest = lowest(square);
            let leads = |number: &u8| Some(symmetries.group[usize::from(*number)][square.index()]) == lowest;
            (0..symmetries.group.len() as u8).filter(leads).collect()
        });
        let domains: Vec<Vec<Square>> = slots
            .iter()
            .enumerate()
            .map(|(slot, piece)| {
                let left_at_once = variant.compulsory_promotions[piece.color.index()][piece.piece_type.index()];
                let stands = |square: &Square| {
                    !left_at_once.contains(*square) && (slot > 0 || lowest(*square) == Some(square.0))
                };
                variant.squares.into_iter().filter(stands).collect()
            })
            .collect();
        let digits = domains.iter().map(|domain| {
            let mut digits = vec![NO_DIGIT; rules.shape.area()];
            (0..)
                .zip(domain)
                .for_each(|(digit, square)| digits[square.index()] = digit);
            digits
        });
        let mut strides = vec![1; slots.len()];
        for slot in (1..slots.len()).rev() {
            strides[slot - 1] = strides[slot] * domains[slot].len();
        }
        Self {
            pawns: slots.iter().filter(|piece| rules.piece(piece.piece_type).pawn).count(),
            has_equals: slots.windows(2).any(|pair| pair[0] == pair[1]),
            leading: leading.collect(),
            cells: domains.iter().map(|domain| domain.len() as u64).product(),
            digits: digits.collect(),
            slots,
            symmetries,
            domains,
            strides,
        }
    }

    /// Returns the number of entries that a table has for one side to move. There are more entries than numbered
    /// positions: some lists of squares have two pieces on one square, or come after a corresponding list.
    pub fn cells(&self) -> usize {
        self.cells as usize
    }

    /// Returns the number of adjacent entries that share an arrangement of pawns.
    pub fn block(&self) -> usize {
        match self.pawns {
            0 => self.cells(),
            pawns => self.strides[pawns - 1],
        }
    }

    /// Returns the list of squares with the number `cell`.
    pub fn squares(&self, mut cell: usize) -> Squares {
        let mut squares = Squares::new();
        for (domain, stride) in self.domains.iter().zip(&self.strides) {
            squares.push(domain[cell / stride]);
            cell %= stride;
        }
        squares
    }

    /// Returns the number of the position `squares`, which is also the number of all positions that correspond to it.
    /// `None` if a piece stands where it must be promoted or on a hole.
    pub fn cell(&self, squares: &Squares) -> Option<usize> {
        let first = self.first_of(squares);
        let mut cell = 0;
        for ((square, digits), stride) in first.iter().zip(&self.digits).zip(&self.strides) {
            match digits[square.index()] {
                NO_DIGIT => return None,
                digit => cell += usize::from(digit) * stride,
            }
        }
        Some(cell)
    }

    /// Returns whether `squares` is the list that is numbered among all lists that correspond to it.
    pub fn is_first(&self, squares: &Squares) -> bool {
        self.first_of(squares) == *squares
    }

    /// Returns the number of different positions to which the symmetries map a position, the position itself included.
    pub fn images(&self, squares: &Squares) -> u64 {
        let group = &self.symmetries.group;
        let fixed = (0..group.len()).filter(|number| self.image(squares, *number) == *squares);
        (group.len() / fixed.count().max(1)) as u64
    }

    /// Returns the first of all lists that correspond to `squares`.
    fn first_of(&self, squares: &Squares) -> Squares {
        let alone = self.slots.len() < 2 || self.slots[0] != self.slots[1];
        if !alone {
            let images = (0..self.symmetries.group.len()).map(|number| self.image(squares, number));
            return images.min().unwrap_or_default();
        }
        match &self.leading[squares[0].index()][..] {
            [only] => self.image(squares, usize::from(*only)),
            several => {
                let images = several.iter().map(|number| self.image(squares, usize::from(*number)));
                images.min().unwrap_or_default()
            }
        }
    }

    /// Returns the squares under a symmetry, with the squares of equal pieces sorted.
    fn image(&self, squares: &Squares, symmetry: usize) -> Squares {
        let mapping = &self.symmetries.group[symmetry];
        let mut image: Squares = squares.iter().map(|square| Square(mapping[square.index()])).collect();
        if self.has_equals {
            let mut start = 0;
            for end in 1..=image.len() {
                if end == image.len() || self.slots[end] != self.slots[start] {
                    image[start..end].sort_unstable();
                    start = end;
                }
            }
        }
        image
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use kurier_rules::rules::Catalogue;
    use kurier_rules::with_width;

    use super::*;

    /// Asserts that corresponding lists of squares have the same number, and that every list of squares corresponds to
    /// a numbered one. Returns how many lists are numbered.
    fn numbers(game: &str, class: &str) -> usize {
        let definition = Catalogue::built_in().get(game).expect("a built-in game");
        let class = Class::parse(class, &definition).expect("a class");
        with_width!(definition.shape, W => {
            let game = Game::<W>::compile(definition.clone());
            let index = Index::new(&game, &class);
            let (mut first, mut positions) = (HashSet::new(), 0);
            for cell in 0..index.cells() {
                let squares = index.squares(cell);
                let numbered = index.cell(&squares).expect("a number");
                assert_eq!(index.is_first(&squares), numbered == cell);
                if numbered == cell {
                    first.insert(cell);
                    positions += index.images(&squares);
                }
                for number in 0..index.symmetries.group.len() {
                    assert_eq!(index.cell(&index.image(&squares, number)), Some(numbered));
                }
            }
            let equal = if index.has_equals { 2 } else { 1 };
            let all: usize = (0..index.slots.len()).map(|slot| match slot {
                // The first piece may also stand on any square that a symmetry maps to a square with a digit.
                0 => definition.shape.squares().filter(|square| index.leading[square.index()].iter().any(|number| {
                    index.digits[0][usize::from(index.symmetries.group[usize::from(*number)][square.index()])] != NO_DIGIT
                })).count(),
                _ => index.domains[slot].len(),
            }).product();
            // Two lists that differ only by exchanging equal pieces count as one. A list with both pieces on one square
            // has no such counterpart.
            let squares = definition.shape.squares().count();
            let lists = if equal == 2 { (all + all / squares) / 2 } else { all };
            assert_eq!(positions as usize, lists, "{class:?}");
            first.len()
        })
    }

    #[test]
    fn every_position_has_one_number() {
        numbers("chess", "KvK");
        numbers("chess", "KRvK");
        numbers("chess", "KPvK");
        numbers("leap", "KRRvK");
        numbers("leap", "KNvKR");
        numbers("column-courier", "KPvK");
        // Burnside's lemma: of the 8 symmetries, the identity keeps all 64 * 64 lists, each of the two reflections in a
        // diagonal keeps 8 * 8, and the others keep none.
        assert_eq!(numbers("chess", "KvK"), (64 * 64 + 2 * 8 * 8) / 8);
    }
}

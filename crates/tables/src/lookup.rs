//! Finds the table of a position from its pieces, and its number in that table from their squares.

use std::collections::HashMap;

use arrayvec::ArrayVec;
use kurier_rules::board::Square;
use kurier_rules::position::{Piece, Position};
use kurier_rules::rules::Color;

use crate::index::{Index, Squares};
use crate::symmetry::Mapping;
use crate::{Class, Game, MAX_PIECES};

/// The pieces of a position as a number: one byte for each piece, sorted; see [`code`].
type Key = u64;

/// How to find the positions with a given set of pieces in a table.
#[derive(Clone, Debug)]
struct View {
    /// The number of the table, in the order of [`Lookup::add`].
    table: usize,
    /// The mapping to apply to the squares if the table has the colours exchanged; `None` if it has not.
    exchange: Option<Mapping>,
    /// For each slot of the table's class, the index of its piece in the list of pieces that [`Lookup::find`] sorts.
    order: ArrayVec<u8, MAX_PIECES>,
}

/// A position in a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    /// The number of the table, in the order of [`Lookup::add`].
    pub table: usize,
    /// The side to move in the table: the other side if the table has the colours exchanged.
    pub side: Color,
    /// The number of the position, which does not depend on the side to move.
    pub cell: usize,
}

/// The numberings of the tables, and a map from the pieces of a position to the table that has the position.
#[derive(Clone, Default, Debug)]
pub(crate) struct Lookup {
    views: HashMap<Key, View>,
    indices: Vec<Index>,
}

impl Lookup {
    /// Adds a table and returns its number.
    pub fn add<const W: usize>(&mut self, game: &Game<W>, class: &Class) -> usize {
        let table = self.indices.len();
        let index = Index::new(game, class);
        self.add_view(table, &index.slots, None);
        if let Some(exchange) = &game.symmetries(class).exchange {
            let exchanged = |piece: &Piece| Piece {
                color: !piece.color,
                ..*piece
            };
            let slots: Vec<Piece> = index.slots.iter().map(exchanged).collect();
            self.add_view(table, &slots, Some(exchange.clone()));
        }
        self.indices.push(index);
        table
    }

    /// Records how to find the positions with the pieces `slots` in a table, unless a table for them has already been
    /// added.
    fn add_view(&mut self, table: usize, slots: &[Piece], exchange: Option<Mapping>) {
        let mut sorted: ArrayVec<(u8, u8), MAX_PIECES> =
            (0..).zip(slots).map(|(slot, piece)| (code(*piece), slot)).collect();
        sorted.sort_unstable();
        let mut order: ArrayVec<u8, MAX_PIECES> = slots.iter().map(|_| 0).collect();
        (0..)
            .zip(&sorted)
            .for_each(|(place, (_, slot))| order[usize::from(*slot)] = place);
        let key = key(sorted.iter().map(|(code, _)| *code));
        self.views.entry(key).or_insert(View { table, exchange, order });
    }

    /// Returns the numbering of a table.
    pub fn index(&self, table: usize) -> &Index {
        &self.indices[table]
    }

    /// Returns where a position is; `None` if no table has its pieces, or if a piece stands where it must be promoted.
    pub fn find<const W: usize>(&self, position: &Position<W>) -> Option<Place> {
        let occupied = position.occupied();
        if occupied.count() as usize > MAX_PIECES {
            return None;
        }
        let mut pieces = ArrayVec::<(u8, Square), MAX_PIECES>::new();
        for square in occupied {
            pieces.push((code(position.piece_at(square)?), square));
        }
        pieces.sort_unstable();
        let view = self.views.get(&key(pieces.iter().map(|(code, _)| *code)))?;
        let square = |place: &u8| {
            let square = pieces[usize::from(*place)].1;
            view.exchange
                .as_ref()
                .map_or(square, |exchange| Square(exchange[square.index()]))
        };
        let squares: Squares = view.order.iter().map(square).collect();
        Some(Place {
            table: view.table,
            side: if view.exchange.is_some() {
                !position.side()
            } else {
                position.side()
            },
            cell: self.indices[view.table].cell(&squares)?,
        })
    }
}

/// Returns a piece as a number above 0.
fn code(piece: Piece) -> u8 {
    2 * piece.piece_type.0 + piece.color.index() as u8 + 1
}

/// Returns the key of a sorted list of pieces.
fn key(codes: impl Iterator<Item = u8>) -> Key {
    codes.fold(0, |key, code| key << 8 | Key::from(code))
}

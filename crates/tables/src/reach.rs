//! The squares that pieces reach without a capture if nothing stands in their way.

use kurier_rules::board::{Bitboard, Square};
use kurier_rules::position::Piece;
use kurier_rules::rules::{Color, Variant};

/// Returns the squares that a piece reaches from a square without a capture if nothing stands in its way.
pub(crate) fn targets<const W: usize>(variant: &Variant<W>, piece: Piece, from: Square) -> Bitboard<W> {
    let (color, piece_type) = (piece.color.index(), piece.piece_type.index());
    let quiet = &variant.piece_tables[color][piece_type].quiet;
    let most = variant.multi_steps[color][piece_type].most[from.index()];
    let ahead = (2..=most).map(|number| ahead(variant, piece.color, from, number));
    quiet.leaps[from.index()] | quiet.open[from.index()] | ahead.collect()
}

/// Returns the square on which a side's multi-step of `number` steps ends. The square must exist.
pub(crate) fn ahead<const W: usize>(variant: &Variant<W>, color: Color, from: Square, number: u8) -> Square {
    let distance = usize::from(number) * usize::from(variant.definition.shape.files());
    match color {
        Color::White => Square::new(from.index() + distance),
        Color::Black => Square::new(from.index() - distance),
    }
}

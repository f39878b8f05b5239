//! Compiles which pieces are royal.

use crate::rules::{Color, Definition, PieceType};

/// Returns, by colour, the king's piece type; [`PieceType::NONE`] for a side without exactly one royal piece.
pub(super) fn kings(definition: &Definition) -> [PieceType; 2] {
    Color::BOTH.map(|color| definition.king(color).unwrap_or(PieceType::NONE))
}

/// Returns, by colour, the king's piece type if attacks on the king alone decide which moves are legal.
pub(super) fn plain_kings(definition: &Definition) -> [PieceType; 2] {
    match definition.kings.facing_forbidden.any() || definition.blast.is_some() || definition.has_hurdles() {
        true => [PieceType::NONE; 2],
        false => kings(definition),
    }
}

/// Returns, by colour, the royal piece types of a side that has no plain king, each with the number of pieces above
/// which they are not royal.
pub(super) fn royals(definition: &Definition) -> [Box<[(PieceType, u32)]>; 2] {
    let plain = plain_kings(definition);
    Color::BOTH.map(|color| {
        let royal = definition.piece_types().filter(|(_, piece)| piece.royal);
        let royal = royal.filter(|_| plain[color.index()] == PieceType::NONE);
        let most = |most: Option<u8>| most.map_or(u32::MAX, u32::from);
        royal
            .map(|(piece_type, piece)| (piece_type, most(piece.royal_up_to)))
            .collect()
    })
}

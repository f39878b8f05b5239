//! Compiles the rules of pieces in hand.

use super::{bits, squares_of_types};
use crate::board::{Bitboard, Square};
use crate::random::SplitMix64;
use crate::rules::{Captured, Color, Definition, Gating, HandTables, PieceType, Right, RightKind, Rules};

/// Compiles the rules of pieces in hand; `None` for a game without a hand.
pub(super) fn hand<const W: usize>(definition: &Definition, rights: &[Right<W>]) -> Option<Box<HandTables<W>>> {
    let rules = definition.hand?;
    let mut random = SplitMix64::new(0x6861_6E64);
    let keys = (0..definition.pieces.len() * 2 * HandTables::<W>::COUNTS).map(|_| random.next_u64());
    let line = |square: Square| -> Bitboard<W> {
        let shape = &definition.shape;
        let place = |square: Square| (shape.file(square), shape.level(square));
        shape.squares().filter(|other| place(*other) == place(square)).collect()
    };
    let is_dark = |square: Square| {
        let shape = &definition.shape;
        (shape.file(square) + shape.rank(square) + shape.level(square)).is_multiple_of(2)
    };
    let types = || definition.piece_types().map(|(piece_type, _)| piece_type);
    Some(Box::new(HandTables {
        changes_sides: rules.captured == Captured::ChangesSides,
        drops: rules.gating != Gating::Only,
        marks_promoted: rules.marks_promoted(),
        checks_forbidden: rules.checks_forbidden,
        zones: Color::BOTH.map(|color| match rules.gating {
            Gating::Only => vec![Bitboard::EMPTY; definition.pieces.len()].into(),
            _ => squares_of_types(definition, Rules::drops_on, color),
        }),
        gate_zones: Color::BOTH.map(|color| squares_of_types(definition, Rules::gates_on, color)),
        gates: Color::BOTH.map(|color| gates(rights, color)),
        per_file: definition.pieces.iter().map(|piece| piece.drops.per_file).collect(),
        files: (0..definition.shape.area())
            .map(|square| line(Square::new(square)))
            .collect(),
        mate_forbidden: bits(definition, |piece| piece.drops.mate_forbidden),
        evenly: bits(definition, |piece| piece.drops.evenly),
        dark: definition.shape.squares().filter(|square| is_dark(*square)).collect(),
        castles: rules.castles,
        held_as: types().map(|piece_type| definition.held_as(piece_type)).collect(),
        promoted: types()
            .map(|piece_type| definition.dropped_promoted(piece_type))
            .collect(),
        origins: types()
            .map(|piece_type| definition.origin_of(piece_type).unwrap_or(PieceType::NONE))
            .collect(),
        keys: keys.collect(),
    }))
}

/// Returns the rights of a side to gate, as bits.
fn gates<const W: usize>(rights: &[Right<W>], color: Color) -> u32 {
    let is_gate = |right: &Right<W>| right.color == color && matches!(right.kind, RightKind::Gate { .. });
    let numbered = (0..).zip(rights).filter(|(_, right)| is_gate(right));
    numbered.fold(0, |all, (number, _)| all | 1 << number)
}

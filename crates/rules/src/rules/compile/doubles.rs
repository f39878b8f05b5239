//! Compiles the moves in two steps that capture where the first step ends, or step out and back.

use crate::board::{Bitboard, Square, Vector};
use crate::rules::path::seen_by;
use crate::rules::{
    Color, Definition, DoubleCaptures, DoubleMove, DoubleTables, DoubleTargets, Mode, PieceDefinition, PieceDoubles,
};

/// Compiles the moves; `None` for a game without such moves.
pub(super) fn doubles<const W: usize>(definition: &Definition) -> Option<Box<DoubleTables<W>>> {
    let seen = |color: Color| move |vector: Vector| seen_by(&definition.shape, vector, color);
    let all = definition.pieces.iter().flat_map(|piece| &piece.doubles);
    let mut steps: Vec<Vector> = all
        .flat_map(|double| Color::BOTH.map(|color| seen(color)(double.first)))
        .collect();
    steps.sort_unstable();
    steps.dedup();
    if steps.is_empty() {
        return None;
    }
    let pieces = Color::BOTH.map(|color| {
        let with_doubles = definition.piece_types().filter(|(_, piece)| !piece.doubles.is_empty());
        let by_square = |piece: &PieceDefinition| {
            let squares = (0..definition.shape.area()).map(Square::new);
            squares
                .map(|from| targets(definition, &steps, piece, color, from))
                .collect()
        };
        with_doubles
            .map(|(piece_type, piece)| PieceDoubles {
                piece_type,
                by_square: by_square(piece),
            })
            .collect()
    });
    Some(Box::new(DoubleTables {
        steps: steps.into(),
        pieces,
    }))
}

/// Returns the moves of a piece from a square. `steps` holds the first steps of all moves.
fn targets<const W: usize>(
    definition: &Definition,
    steps: &[Vector],
    piece: &PieceDefinition,
    color: Color,
    from: Square,
) -> DoubleTargets<W> {
    let shape = &definition.shape;
    let seen = |vector: Vector| seen_by(shape, vector, color);
    let stays = |square: &Square| definition.is_in(piece.stays_in, color, *square);
    let step = |at: Square, by: Vector| shape.step(at, seen(by)).filter(stays);
    let mut targets = DoubleTargets::default();
    for DoubleMove {
        first,
        second,
        mode,
        passes,
    } in &piece.doubles
    {
        let Some(middle) = step(from, *first) else { continue };
        if *passes {
            targets.passes.insert(middle);
            continue;
        }
        let Some(end) = step(middle, *second) else { continue };
        let number = steps.iter().position(|step| *step == seen(*first)).unwrap_or_default();
        let known = targets.captures.iter().position(|captures| captures.middle == middle);
        let place = known.unwrap_or_else(|| {
            targets.captures.push(DoubleCaptures {
                step: number as u8,
                middle,
                quiet: Bitboard::EMPTY,
                capture: Bitboard::EMPTY,
            });
            targets.captures.len() - 1
        });
        let captures = &mut targets.captures[place];
        if end == from || *mode != Mode::Capture {
            captures.quiet.insert(end);
        }
        if end != from && *mode != Mode::Quiet {
            captures.capture.insert(end);
        }
    }
    targets
}

//! Squares that are missing from the board: a diagram has a piece named "hole" on each of them.

use super::error::{DiagramError, Located};
use super::game::Piece;
use super::settings::Settings;
use super::squares::Square;

/// The maximum number of lines with holes.
pub(super) const MOST_LINES: usize = 10;

/// Returns whether a name stands for holes.
pub(super) fn is_hole(name: &str) -> bool {
    name.eq_ignore_ascii_case("hole")
}

/// Removes the holes from a list of pieces, and returns their squares. Errors are added to `errors`.
pub(super) fn take(pieces: &mut Vec<Piece>, settings: &Settings, errors: &mut Vec<Located>) -> Vec<Square> {
    let mut squares = Vec::new();
    let Some(first) = pieces.iter().position(|piece| is_hole(&piece.name)) else {
        return squares;
    };
    let line = pieces[first].line;
    let last = pieces.iter().rposition(|piece| !is_hole(&piece.name));
    let mut named = settings
        .royal
        .iter()
        .chain(&settings.protected)
        .chain(&settings.counter_strike);
    let counted = settings.promo_offset.is_some()
        || usize::from(settings.max_promote) > first
        || named.any(|given| given.value.parse::<usize>().is_ok());
    if last.is_some_and(|last| last > first) && counted {
        errors.push((line, DiagramError::CountedHole));
    }
    pieces.retain(|piece| {
        let hole = is_hole(&piece.name);
        if hole {
            squares.extend(piece.squares.iter().flatten());
        }
        !hole
    });
    if let Some(piece) = pieces.iter().find(|piece| piece.moves.hops()) {
        errors.push((piece.line, DiagramError::HopOverHole(piece.name.clone())));
    }
    squares.sort_unstable();
    squares
}

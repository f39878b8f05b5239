//! Where a piece alone on the board can go, from the definition.

use super::Mark;
use crate::board::{Shape, Square};
use crate::rules::{Definition, Mode, Movement, PieceType, Reach, ZoneCondition};

/// A cell in the middle of the board; where that is a hole, the first cell.
pub fn middle(shape: &Shape) -> Square {
    let half = |side: u8| i32::from(side - 1) / 2;
    let middle = shape.square(half(shape.files()), half(shape.ranks()), half(shape.levels()));
    middle.or_else(|| shape.squares().next()).unwrap_or_default()
}

/// The cells that a white piece reaches, each once.
pub fn marks(definition: &Definition, kind: PieceType, from: Square) -> Vec<(Square, Mark)> {
    let piece = definition.piece(kind);
    let mut marks: Vec<(Square, Mark)> = Vec::new();
    for movement in &piece.movements {
        let mark = match movement.mode {
            Mode::Both => Mark::Both,
            Mode::Quiet => Mark::Quiet,
            Mode::Capture => Mark::Capture,
        };
        for cell in reached(definition, movement, from) {
            add(&mut marks, cell, mark);
        }
    }
    for movement in piece.first_move.iter().flat_map(|first| &first.movements) {
        for cell in reached(definition, movement, from) {
            if marks.iter().all(|(marked, _)| *marked != cell) {
                marks.push((cell, Mark::First));
            }
        }
    }
    marks
}

fn add(marks: &mut Vec<(Square, Mark)>, cell: Square, mark: Mark) {
    match marks.iter_mut().find(|(marked, _)| *marked == cell) {
        Some((_, known)) if *known != mark => *known = Mark::Both,
        Some(_) => (),
        None => marks.push((cell, mark)),
    }
}

/// The cells of one movement on an empty board.
fn reached(definition: &Definition, movement: &Movement, from: Square) -> Vec<Square> {
    let shape = &definition.shape;
    let steps = match movement.reach {
        Reach::Leap | Reach::Lame => 1,
        Reach::Slide(steps) => steps,
        Reach::Crooked(_) => u8::MAX,
    };
    let mut cells = Vec::new();
    let mut cell = from;
    for step in 0..steps {
        let vector = match movement.reach {
            Reach::Crooked(other) if step % 2 == 1 => other,
            _ => movement.vector,
        };
        let Some(next) = shape.step(cell, vector) else {
            break;
        };
        let same = definition.zone(from) == definition.zone(next);
        if match movement.zones {
            ZoneCondition::Any => true,
            ZoneCondition::Same => same,
            ZoneCondition::Other => !same,
        } {
            cells.push(next);
        }
        cell = next;
    }
    cells
}

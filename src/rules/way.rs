//! The cells that a movement passes and reaches on an empty board.

use super::{Color, Definition, Movement, Reach, ZoneCondition};
use crate::board::{Shape, Square, Vector};

/// Where a movement leads from a cell.
pub(super) struct Way {
    /// The cells in the order in which they are passed; empty if the movement leads off the board.
    pub squares: Vec<Square>,
    /// The first index that may be landed on. All later ones may too.
    pub landing: usize,
}

impl Way {
    /// The way of a player's piece from a cell.
    pub fn of(definition: &Definition, color: Color, movement: &Movement, from: Square) -> Self {
        let shape = &definition.shape;
        let vector = seen_by(movement.vector, color);
        let mut landing = 0;
        let mut squares = match movement.reach {
            Reach::Leap => walk(shape, from, 1, |_| vector),
            Reach::Slide(steps) => walk(shape, from, steps, |_| vector),
            Reach::Crooked(other) => {
                let other = seen_by(other, color);
                walk(shape, from, u8::MAX, |step| if step % 2 == 0 { vector } else { other })
            }
            Reach::Lame => {
                let way = straight_way(vector);
                landing = way.len() - 1;
                let squares: Option<Vec<Square>> = way.into_iter().map(|passed| shape.step(from, passed)).collect();
                squares.unwrap_or_default()
            }
        };
        squares.retain(|to| zones_admit(definition, movement.zones, from, *to));
        Self { squares, landing }
    }
}

/// A step as a colour makes it.
pub(super) fn seen_by(vector: Vector, color: Color) -> Vector {
    match color {
        Color::White => vector,
        Color::Black => vector.mirrored(),
    }
}

/// The cells passed by so many steps at most, until the edge or a hole; step `n` (from 0) is `vector(n)`.
fn walk(shape: &Shape, from: Square, steps: u8, vector: impl Fn(u8) -> Vector) -> Vec<Square> {
    let mut passed = Vec::new();
    let mut at = from;
    for step in 0..steps {
        let Some(next) = shape.step(at, vector(step)) else {
            break;
        };
        passed.push(next);
        at = next;
    }
    passed
}

/// The way of a lame leap, as steps from its origin: straight along the longest coordinate first, then diagonally;
/// the last is the leap itself.
fn straight_way(leap: Vector) -> Vec<Vector> {
    let longest = leap.file.abs().max(leap.rank.abs()).max(leap.level.abs());
    let part = |whole: i8, step: i8| (whole.abs() - (longest - step)).max(0) * whole.signum();
    let at = |step: i8| Vector {
        file: part(leap.file, step),
        rank: part(leap.rank, step),
        level: part(leap.level, step),
    };
    (1..=longest).map(at).collect()
}

fn zones_admit(definition: &Definition, condition: ZoneCondition, from: Square, to: Square) -> bool {
    let same = definition.zone(from) == definition.zone(to);
    match condition {
        ZoneCondition::Any => true,
        ZoneCondition::Same => same,
        ZoneCondition::Other => !same,
    }
}

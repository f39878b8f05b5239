//! How far a piece gets on a crowded board: Betza's measure of what a movement is worth.
//!
//! Every square on the path of a slide is empty with the same chance; a leap always arrives. The mobility of a piece is
//! the expected number of squares that it reaches, on average over the board. (Ralph Betza, "About the Values of Chess
//! Pieces", 1996.)

use crate::board::{Shape, Square};
use crate::rules::{Color, Definition, Landing, Mode, Movement, Path, Reach};

/// The chance that a square is empty in the middlegame, as Betza found it.
pub(super) const EMPTY_MID: f64 = 0.69;
/// The chance that a square is empty in the endgame: sliders gain.
pub(super) const EMPTY_END: f64 = 0.80;

/// Moves forward are worth more than others: they attack, and the pawns to promote and the enemy are there.
const FORWARD: f64 = 1.2;
/// Moves sideways and back.
const ELSEWHERE: f64 = 0.9;
/// Moves to a neighbouring square are worth less than farther ones: a slow piece comes late.
const NEAR: f64 = 0.88;

/// The chance that a piece can move to a square, and that it could capture there.
#[derive(Clone, Copy, Default)]
struct Chance {
    quiet: f64,
    capture: f64,
}

/// What the movements of a kind of piece are worth, square by square, as White makes them.
pub(super) struct ExpectedMobility {
    /// By square: the expected number of squares reached in the middlegame and in the endgame, weighted by where they
    /// lie. A square that can only be moved to, or only be captured on, counts half.
    pub mobility: [Vec<f64>; 2],
    /// The expected number of squares on which the piece could capture in the middlegame, not weighted; on average.
    pub captures: f64,
    /// The part of the board that the piece can ever get to, on average over the squares: 1 for most, 1/2 for a
    /// bishop, 1/8 for an Alfil.
    pub reach: f64,
}

impl ExpectedMobility {
    /// Walks all movements from all squares.
    pub fn new(definition: &Definition, movements: &[Movement]) -> Self {
        let shape = &definition.shape;
        let mut captures = vec![0.0; shape.area()];
        let mobility = [EMPTY_MID, EMPTY_END].map(|emptiness| {
            let mut mobility = vec![0.0; shape.area()];
            for from in shape.squares() {
                let chances = chances(definition, movements, from, emptiness);
                mobility[from.index()] = weighted(shape, from, &chances);
                if emptiness == EMPTY_MID {
                    captures[from.index()] = chances.iter().map(|chance| chance.capture).sum();
                }
            }
            mobility
        });
        Self {
            mobility,
            captures: average(shape, |at| captures[at.index()]),
            reach: reach(definition, movements),
        }
    }

    /// The average mobility over the squares, in the middlegame and in the endgame.
    pub fn average_mobility(&self, shape: &Shape) -> [f64; 2] {
        [0, 1].map(|stage| average(shape, |at| self.mobility[stage][at.index()]))
    }
}

/// The average over the squares that are not holes.
pub(super) fn average(shape: &Shape, of: impl Fn(Square) -> f64) -> f64 {
    shape.squares().map(of).sum::<f64>() / shape.squares().count().max(1) as f64
}

fn weighted(shape: &Shape, from: Square, chances: &[Chance]) -> f64 {
    let mut sum = 0.0;
    for (cell, chance) in chances.iter().enumerate() {
        let expected = (chance.quiet + chance.capture) / 2.0;
        if expected > 0.0 {
            let to = Square::new(cell);
            let heading = if shape.advance(to) > shape.advance(from) {
                FORWARD
            } else {
                ELSEWHERE
            };
            let nearness = if distance(shape, from, to) == 1 { NEAR } else { 1.0 };
            sum += expected * heading * nearness;
        }
    }
    sum
}

fn chances(definition: &Definition, movements: &[Movement], from: Square, emptiness: f64) -> Vec<Chance> {
    let mut chances = vec![Chance::default(); definition.shape.area()];
    for movement in movements {
        walk(definition, movement, from, |to, passed, hurdle| {
            let open = match hurdle {
                None => emptiness.powi(passed),
                // One of those passed is occupied: any, or the last.
                Some(Landing::Next) => (1.0 - emptiness) * emptiness.powi(passed - 1),
                Some(_) => f64::from(passed) * (1.0 - emptiness) * emptiness.powi(passed - 1),
            };
            let chance = &mut chances[to.index()];
            // Two ways to one square: either may be open.
            if movement.mode != Mode::Capture {
                chance.quiet = 1.0 - (1.0 - chance.quiet) * (1.0 - open);
            }
            if movement.mode != Mode::Quiet {
                chance.capture = 1.0 - (1.0 - chance.capture) * (1.0 - open);
            }
        });
    }
    chances
}

/// The part of the board that is reached in any number of moves on an empty board, on average over the squares.
fn reach(definition: &Definition, movements: &[Movement]) -> f64 {
    let shape = &definition.shape;
    let mut next: Vec<Vec<Square>> = vec![Vec::new(); shape.area()];
    for from in shape.squares() {
        for movement in movements {
            walk(definition, movement, from, |to, passed, _| {
                // What is more than a step away is reached by several moves just as well.
                if passed == 0 || !matches!(movement.reach, Reach::Slide(_) | Reach::Crooked(_)) {
                    next[from.index()].push(to);
                }
            });
        }
    }
    let mut seen = vec![None; shape.area()];
    let mut total = 0;
    for from in shape.squares() {
        let mut waiting = vec![from];
        seen[from.index()] = Some(from);
        while let Some(at) = waiting.pop() {
            total += 1;
            for to in &next[at.index()] {
                if seen[to.index()] != Some(from) {
                    seen[to.index()] = Some(from);
                    waiting.push(*to);
                }
            }
        }
    }
    total as f64 / (shape.squares().count() as f64).powi(2)
}

/// Visits the squares that a movement leads to on an empty board, with the number of squares passed on the path: they must be
/// empty, or one of them must be occupied if there is a hurdle.
pub(super) fn walk(
    definition: &Definition,
    movement: &Movement,
    from: Square,
    mut visit: impl FnMut(Square, i32, Option<Landing>),
) {
    let path = Path::of(definition, Color::White, movement, from);
    for (passed, to) in path.squares.iter().enumerate().skip(path.landing) {
        visit(*to, passed as i32, path.hurdle);
    }
}

/// The number of king's steps between two squares on an empty board without holes.
pub(super) fn distance(shape: &Shape, a: Square, b: Square) -> u8 {
    let files = shape.file(a).abs_diff(shape.file(b));
    let ranks = shape.rank(a).abs_diff(shape.rank(b));
    let levels = shape.level(a).abs_diff(shape.level(b));
    files.max(ranks).max(levels)
}

/// How far a square lies from the centre, all coordinates together, in half steps.
pub(super) fn off_centre(shape: &Shape, square: Square) -> u8 {
    let off = |at: u8, side: u8| (2 * at).abs_diff(side - 1);
    off(shape.file(square), shape.files())
        + off(shape.rank(square), shape.ranks())
        + off(shape.level(square), shape.levels())
}

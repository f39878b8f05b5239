//! The expected mobility of a piece at a given board density: Betza's measure of what a movement is worth.
//!
//! Every square on the path of a slide is empty with the same probability; a leap always arrives. The mobility of a
//! piece is the expected number of squares that it reaches, averaged over the board. (Ralph Betza, "About the Values of
//! Chess Pieces", 1996.)

use crate::eval::geometry::{average, distance};
use kurier_rules::board::{Shape, Square};
use kurier_rules::rules::{Color, Definition, Landing, Mode, Movement, Path, Reach};

/// The probability that a square is empty in the middlegame, as Betza found it.
const EMPTY_MID: f64 = 0.69;
/// The probability that a square is empty in the endgame: sliders gain.
const EMPTY_END: f64 = 0.80;

/// Moves forward are worth more than others: they attack, and the pawns to promote and the enemy are there.
const FORWARD: f64 = 1.2;
/// Moves sideways and back.
const ELSEWHERE: f64 = 0.9;
/// Moves to a neighbouring square are worth less than farther ones: a slow piece comes late.
const NEAR: f64 = 0.88;

/// The probability that a piece can move to a square, and that it could capture there.
#[derive(Clone, Copy, Default)]
struct Reachable {
    quiet: f64,
    capture: f64,
}

/// The mobility of one piece type, square by square, as White moves it.
pub(super) struct ExpectedMobility {
    /// For middlegame and endgame, by square: the expected number of squares reached, weighted by where they lie. A
    /// square that can only be moved to, or only be captured on, counts half.
    pub by_square: [Vec<f64>; 2],
    /// The expected number of squares on which the piece could capture in the middlegame, unweighted; the average over
    /// the board.
    pub captures: f64,
    /// The part of the board that the piece can ever reach, averaged over the squares: 1 for most, 1/2 for a bishop, 1/8
    /// for an Alfil.
    pub reach: f64,
}

impl ExpectedMobility {
    /// Walks all movements from all squares.
    pub fn new(definition: &Definition, movements: &[Movement]) -> Self {
        let shape = &definition.shape;
        let mut captures = vec![0.0; shape.area()];
        let by_square = [EMPTY_MID, EMPTY_END].map(|empty| {
            let mut mobility = vec![0.0; shape.area()];
            for from in shape.squares() {
                let reachable = reachable(definition, movements, from, empty);
                mobility[from.index()] = weighted(shape, from, &reachable);
                if empty == EMPTY_MID {
                    captures[from.index()] = reachable.iter().map(|probability| probability.capture).sum();
                }
            }
            mobility
        });
        Self {
            by_square,
            captures: average(shape, |at| captures[at.index()]),
            reach: reach(definition, movements),
        }
    }

    /// Returns the average over the board, for middlegame and endgame.
    pub fn average(&self, shape: &Shape) -> [f64; 2] {
        [0, 1].map(|stage| average(shape, |at| self.by_square[stage][at.index()]))
    }
}

fn weighted(shape: &Shape, from: Square, reachable: &[Reachable]) -> f64 {
    let mut sum = 0.0;
    for (to, probability) in reachable.iter().enumerate() {
        let expected = (probability.quiet + probability.capture) / 2.0;
        if expected > 0.0 {
            let to = Square::new(to);
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

fn reachable(definition: &Definition, movements: &[Movement], from: Square, empty: f64) -> Vec<Reachable> {
    let mut reachable = vec![Reachable::default(); definition.shape.area()];
    for movement in movements {
        walk(definition, movement, from, |to, passed, hurdle| {
            let open = match hurdle {
                None => empty.powi(passed),
                // One of those passed is occupied: any, or the last.
                Some(Landing::Next) => (1.0 - empty) * empty.powi(passed - 1),
                Some(_) => f64::from(passed) * (1.0 - empty) * empty.powi(passed - 1),
            };
            let probability = &mut reachable[to.index()];
            // There may be two ways to one square: either may be open.
            if movement.mode != Mode::Capture {
                probability.quiet = 1.0 - (1.0 - probability.quiet) * (1.0 - open);
            }
            if movement.mode != Mode::Quiet {
                probability.capture = 1.0 - (1.0 - probability.capture) * (1.0 - open);
            }
        });
    }
    reachable
}

/// Returns the part of the board that is reached in any number of moves on an empty board, on average over the squares.
fn reach(definition: &Definition, movements: &[Movement]) -> f64 {
    let shape = &definition.shape;
    let mut next: Vec<Vec<Square>> = vec![Vec::new(); shape.area()];
    for from in shape.squares() {
        for movement in movements {
            walk(definition, movement, from, |to, passed, _| {
                // What lies beyond the first step is reached by several moves just as well.
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

/// Visits the squares that a movement leads to on an empty board, with the number of squares passed on the path: these
/// must be empty, or one of them must be occupied if there is a hurdle.
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

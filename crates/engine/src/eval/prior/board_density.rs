//! The expected mobility of a piece on a board of a given density, Betza's measure of the value of a movement.
//!
//! Each square on the path of a slide is assumed to be empty with a fixed probability; a leap needs no empty squares.
//! The mobility of a piece is the expected number of squares that it reaches, averaged over the board. (Ralph Betza,
//! "About the Values of Chess Pieces", 1996.)

use crate::eval::geometry::{average, distance};
use kurier_rules::board::{Shape, Square};
use kurier_rules::rules::{Color, Definition, Landing, Mode, Movement, Path, Reach};

/// The probability that a square is empty in the middlegame, from Betza's article.
const EMPTY_MID: f64 = 0.69;
/// The probability that a square is empty in the endgame: higher than in the middlegame, so sliders gain value.
const EMPTY_END: f64 = 0.80;

/// The weight of forward moves. Forward moves are worth more than other moves, because they lead to the enemy and to
/// promotions.
const FORWARD: f64 = 1.2;
/// The weight of moves sideways and backward.
const ELSEWHERE: f64 = 0.9;
/// The additional factor applied to the weight of moves to neighbouring squares. Short moves are worth less than longer
/// moves, because a slow piece arrives late.
const NEAR: f64 = 0.88;

/// The probabilities that a piece can move to a square if the square is empty, and that it can capture on the square.
#[derive(Clone, Copy, Default)]
struct Reachable {
    quiet: f64,
    capture: f64,
}

/// The expected mobility of a white piece of one type.
pub(super) struct ExpectedMobility {
    /// The expected number of reached squares, for middlegame and endgame, by square of origin. Reached squares are
    /// weighted by direction and distance; a square counts as half if the piece can only move to it or only capture on
    /// it.
    pub by_square: [Vec<f64>; 2],
    /// The expected number of squares on which the piece can capture in the middlegame, unweighted, averaged over the
    /// board.
    pub captures: f64,
    /// The fraction of the board that the piece can reach in any number of moves, averaged over the squares of origin:
    /// 1 for most pieces, 1/2 for a bishop, 1/8 for an alfil.
    pub reach: f64,
}

impl ExpectedMobility {
    /// Computes the mobility by following all movements from all squares.
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

    /// Returns the mobility averaged over the board, for middlegame and endgame.
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
                // Exactly one of the passed squares is occupied: the last of them for `Next`, any of them for other
                // hurdles.
                Some(Landing::Next | Landing::NextLast) => (1.0 - empty) * empty.powi(passed - 1),
                Some(_) => f64::from(passed) * (1.0 - empty) * empty.powi(passed - 1),
            };
            let probability = &mut reachable[to.index()];
            // Several paths may lead to a square; the piece arrives if at least one is open.
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

/// Returns the fraction of the board that a piece reaches in any number of moves on an empty board, averaged over the
/// squares of origin.
fn reach(definition: &Definition, movements: &[Movement]) -> f64 {
    let shape = &definition.shape;
    let mut next: Vec<Vec<Square>> = vec![Vec::new(); shape.area()];
    for from in shape.squares() {
        for movement in movements {
            walk(definition, movement, from, |to, passed, _| {
                // The first step of a slide is enough, because several moves reach the squares beyond it.
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

/// Visits the squares that a movement leads to on an empty board. `visit` also receives the number of squares passed on
/// the path and, if the movement needs a hurdle, the kind of hurdle. Without a hurdle all passed squares must be empty;
/// with a hurdle exactly one of them must be occupied.
pub(super) fn walk(
    definition: &Definition,
    movement: &Movement,
    from: Square,
    mut visit: impl FnMut(Square, i32, Option<Landing>),
) {
    let path = Path::of(definition, Color::White, movement, from);
    for (passed, to) in path.squares.iter().enumerate().skip(path.landing) {
        if path.is_open() || path.ends().contains(to) {
            visit(*to, passed as i32, path.hurdle);
        }
    }
}

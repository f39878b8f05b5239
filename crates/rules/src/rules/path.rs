//! The squares that a movement passes and reaches.

use std::iter;

use super::{Color, Movement, Reach, Rules, ZoneCondition};
use crate::board::{Shape, Square, Vector};

/// Which of the squares beyond a piece that is leapt over may be landed on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Landing {
    /// All of them, up to the next piece.
    Beyond,
    /// The one next to it.
    Next,
    /// The last of the path.
    Last,
}

/// The squares that a movement passes from one square on an empty board.
#[derive(Clone, Debug)]
pub struct Path {
    /// The squares in the order in which they are passed; empty if the movement leads off the board.
    pub squares: Vec<Square>,
    /// The first index that may be landed on. All later ones may too.
    pub landing: usize,
    /// Whether exactly one piece has to stand on the path, and where one lands behind it; `None` if the path has to be
    /// empty.
    pub hurdle: Option<Landing>,
}

impl Path {
    /// Returns the path of a player's piece from a square.
    pub fn of(rules: &Rules, color: Color, movement: &Movement, from: Square) -> Self {
        let mut path = Self::on(&rules.shape, color, movement, from);
        let starts_here = |piece_type| rules.array[from.index()] == Some((piece_type, color));
        if !movement.initial.is_none_or(starts_here) {
            path.squares.clear();
        }
        path.squares.retain(|to| zones_admit(rules, movement.zones, from, *to));
        path
    }

    /// Returns the path on a board without zones, and from whatever square.
    pub(super) fn on(shape: &Shape, color: Color, movement: &Movement, from: Square) -> Self {
        let pattern = StepPattern::of(shape, movement, color);
        let step = |at: Square, by: Vector| match movement.around {
            false => shape.step(at, by),
            true => shape.step_around(at, by),
        };
        let mut squares = pattern.walk(from, |at, by| step(at, by).filter(|next| *next != from));
        if pattern.whole && squares.len() < pattern.length {
            squares.clear();
        }
        Self {
            squares,
            landing: pattern.landing,
            hurdle: pattern.hurdle,
        }
    }

    /// Returns the squares that may be landed on.
    pub fn ends(&self) -> &[Square] {
        self.squares.get(self.landing..).unwrap_or_default()
    }

    /// Returns whether a piece that stands on the path's origin reaches the square while these squares are occupied.
    pub fn leads_to(&self, target: Square, occupied: impl Fn(Square) -> bool) -> bool {
        let Some(place) = self.squares.iter().position(|square| *square == target) else {
            return false;
        };
        let passed = &self.squares[..place];
        let met = passed.iter().filter(|square| occupied(**square)).count();
        let next_to_one = passed.last().is_some_and(|last| occupied(*last));
        place >= self.landing
            && match self.hurdle {
                None => met == 0,
                Some(Landing::Next) => met == 1 && next_to_one,
                Some(_) => met == 1,
            }
    }
}

/// The steps of a movement, wherever it begins.
pub struct StepPattern {
    first: Vector,
    /// The vector of the n-th step, from 0.
    shape: PathShape,
    /// The most steps.
    length: usize,
    /// Whether only the whole path counts: a leap that can be blocked.
    whole: bool,
    /// The step with which a piece may land first.
    pub landing: usize,
    /// What a hopper jumps over, if it is one.
    pub hurdle: Option<Landing>,
}

enum PathShape {
    Straight,
    Alternating(Vector),
    Circular(Vector),
    Bent(Vector),
    Ski,
    /// One after the other; the last is repeated.
    Listed(Vec<Vector>),
}

impl StepPattern {
    /// Returns the steps as a colour makes them.
    pub fn of(shape: &Shape, movement: &Movement, color: Color) -> Self {
        let seen = |step| seen_by(shape, step, color);
        let first = seen(movement.vector);
        let pattern = |shape, length| Self {
            first,
            shape,
            length,
            whole: false,
            landing: 0,
            hurdle: None,
        };
        let leap = || {
            let steps = straight_steps(first);
            let length = steps.len();
            Self {
                landing: length - 1,
                whole: true,
                ..pattern(PathShape::Listed(steps), length)
            }
        };
        match movement.reach {
            Reach::Leap => pattern(PathShape::Straight, 1),
            Reach::Slide(steps) => pattern(PathShape::Straight, steps.into()),
            Reach::Crooked(other) => pattern(PathShape::Alternating(seen(other)), usize::MAX),
            Reach::Circular(other) => pattern(PathShape::Circular(seen(other)), usize::MAX),
            Reach::Bent(other, steps) => pattern(PathShape::Bent(seen(other)), usize::from(steps) + 1),
            Reach::Ski(steps) => pattern(PathShape::Ski, steps.into()),
            Reach::Lame => leap(),
            Reach::Cannon(steps) => Self {
                landing: 1,
                hurdle: Some(Landing::Beyond),
                ..pattern(PathShape::Straight, steps.into())
            },
            Reach::Grasshopper(steps) => Self {
                landing: 1,
                hurdle: Some(Landing::Next),
                ..pattern(PathShape::Straight, steps.into())
            },
            Reach::Over => Self {
                hurdle: Some(Landing::Last),
                ..leap()
            },
            Reach::Legs(legs) => {
                let further = legs.steps().iter().map(|step| seen(*step));
                let steps: Vec<Vector> = iter::once(first).chain(further).collect();
                let before = legs.steps().len();
                Self {
                    landing: before,
                    hurdle: legs.over.then_some(Landing::Last),
                    ..pattern(PathShape::Listed(steps), before + usize::from(legs.range))
                }
            }
        }
    }

    /// Follows the pattern from a place until it ends or a step leads nowhere, or where it has been: around a narrow board
    /// legs may meet.
    pub fn walk<P: Copy + PartialEq>(&self, from: P, step: impl Fn(P, Vector) -> Option<P>) -> Vec<P> {
        let mut passed = Vec::new();
        let mut at = from;
        while passed.len() < self.length {
            match step(at, self.step(passed.len())) {
                Some(next) if !passed.contains(&next) => at = next,
                _ => break,
            }
            passed.push(at);
        }
        passed
    }

    fn step(&self, n: usize) -> Vector {
        match &self.shape {
            PathShape::Straight => self.first,
            PathShape::Alternating(other) if !n.is_multiple_of(2) => *other,
            PathShape::Alternating(_) => self.first,
            PathShape::Bent(other) if n > 0 => *other,
            PathShape::Bent(_) => self.first,
            PathShape::Ski if n == 0 => self.first.times(2),
            PathShape::Ski => self.first,
            PathShape::Listed(steps) => steps[n.min(steps.len() - 1)],
            PathShape::Circular(other) => {
                let product = |a: i8, b: i8| i32::from(a) * i32::from(b);
                let clockwise = product(self.first.file, other.rank) < product(self.first.rank, other.file);
                let pair = if n.is_multiple_of(2) { self.first } else { *other };
                (0..n / 2 % 4).fold(pair, |vector, _| turned(vector, clockwise))
            }
        }
    }
}

/// Returns a step as a colour makes it.
pub fn seen_by(shape: &Shape, vector: Vector, color: Color) -> Vector {
    match color {
        Color::White => vector,
        Color::Black => shape.turned(vector),
    }
}

/// Returns a step of a flat board turned by a right angle.
fn turned(Vector { file, rank, level }: Vector, clockwise: bool) -> Vector {
    let sign = if clockwise { 1 } else { -1 };
    Vector {
        file: sign * rank,
        rank: -sign * file,
        level,
    }
}

/// Returns the path of a lame leap, step by step: straight along the longest coordinate first, then diagonally.
fn straight_steps(leap: Vector) -> Vec<Vector> {
    let longest = leap.file.abs().max(leap.rank.abs()).max(leap.level.abs());
    let part = |whole: i8, step: i8| ((whole.abs() > longest - step) as i8) * whole.signum();
    let at = |step: i8| Vector {
        file: part(leap.file, step),
        rank: part(leap.rank, step),
        level: part(leap.level, step),
    };
    (1..=longest).map(at).collect()
}

fn zones_admit(rules: &Rules, condition: ZoneCondition, from: Square, to: Square) -> bool {
    let same = rules.zone(from) == rules.zone(to);
    match condition {
        ZoneCondition::Any => true,
        ZoneCondition::Same => same,
        ZoneCondition::Other => !same,
    }
}

//! The paths of movements: the squares that a piece passes, and the squares on which it may land.

use std::iter;

use super::{Bounds, Color, Movement, Reach, Rules, ZoneCondition};
use crate::board::{Shape, Square, Vector};

/// Where a hopper may land beyond the piece that it leaps over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Landing {
    /// On every square beyond the piece that the hopper leaps over, up to and including the next piece.
    Beyond,
    /// On the square right behind the piece that the hopper leaps over.
    Next,
    /// On the last square of the path.
    Last,
    /// On the last square of the path, if the piece that the hopper leaps over stands right before it.
    NextLast,
}

/// The squares that a movement passes from a square of an empty board.
#[derive(Clone, Debug)]
pub struct Path {
    /// The squares in the order in which they are passed; empty if the movement is impossible from its square.
    pub squares: Vec<Square>,
    /// The index of the first square that the piece may land on. It may land on all later squares too, unless a region
    /// excludes them.
    pub landing: usize,
    /// For a hopper, which needs exactly one piece on the path: where it lands beyond that piece. `None` if the path
    /// must be empty up to the destination.
    pub hurdle: Option<Landing>,
    /// The squares that the piece may land on, if a region excludes some of the squares from `landing` on; otherwise
    /// `None`.
    ends: Option<Vec<Square>>,
}

impl Path {
    /// Creates the path of a piece of this colour from a square, without squares that the movement's condition on zones
    /// or its regions exclude. The path is empty if the movement may not start on the square.
    pub fn of(rules: &Rules, color: Color, movement: &Movement, from: Square) -> Self {
        let mut path = Self::on(&rules.shape, color, movement, from);
        let starts_here = |piece_type| rules.array[from.index()] == Some((piece_type, color));
        let Bounds {
            from: starts,
            within,
            to: ends,
        } = movement.bounds;
        if !movement.initial.is_none_or(starts_here) || !rules.is_in(starts, color, from) {
            path.squares.clear();
        }
        path.squares.retain(|to| zones_admit(rules, movement.zones, from, *to));
        let outside = |square: &Square| !rules.is_in(within, color, *square);
        if let Some(length) = path.squares.iter().position(outside) {
            path.squares.truncate(length);
        }
        let excluded = |to: &Square| !rules.is_in(ends, color, *to);
        if path.ends().iter().any(excluded) {
            path.ends = Some(path.ends().iter().copied().filter(|to| !excluded(to)).collect());
        }
        path
    }

    /// Creates the path of a piece of this colour from a square, without regard to zones, regions and restrictions on
    /// the square where the movement starts.
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
            ends: None,
            squares,
            landing: pattern.landing,
            hurdle: pattern.hurdle,
        }
    }

    /// Returns the squares that the piece may land on.
    pub fn ends(&self) -> &[Square] {
        match &self.ends {
            Some(ends) => ends,
            None => self.squares.get(self.landing..).unwrap_or_default(),
        }
    }

    /// Returns whether the piece may land on every square of the path from `landing` on.
    pub fn is_open(&self) -> bool {
        self.ends.is_none()
    }

    /// Returns the squares that the path passes before a target.
    pub fn passed(&self, target: Square) -> impl Iterator<Item = Square> {
        self.squares.iter().copied().take_while(move |square| *square != target)
    }

    /// Returns whether a piece at the beginning of the path can move to the target. `occupied` returns whether a square
    /// is occupied.
    pub fn leads_to(&self, target: Square, occupied: impl Fn(Square) -> bool) -> bool {
        let Some(place) = self.squares.iter().position(|square| *square == target) else {
            return false;
        };
        let passed = &self.squares[..place];
        let met = passed.iter().filter(|square| occupied(**square)).count();
        let next_to_one = passed.last().is_some_and(|last| occupied(*last));
        self.ends().contains(&target)
            && match self.hurdle {
                None => met == 0,
                Some(Landing::Next | Landing::NextLast) => met == 1 && next_to_one,
                Some(_) => met == 1,
            }
    }
}

/// The steps of a movement, independent of the square where it begins.
pub struct StepPattern {
    first: Vector,
    /// How the vectors of later steps follow from the vector of the first step.
    shape: PathShape,
    /// The largest number of steps.
    length: usize,
    /// Whether the movement exists only if its whole path is on the board, as for a leap that can be blocked.
    whole: bool,
    /// The number (from 0) of the first step after which the piece may land.
    pub landing: usize,
    /// For a hopper, where it lands beyond the piece that it leaps over; `None` for other pieces.
    pub hurdle: Option<Landing>,
}

/// How the vectors of later steps follow from the vector of the first step.
enum PathShape {
    Straight,
    Alternating(Vector),
    Circular(Vector),
    Bent(Vector),
    Ski,
    /// The vectors in order. The last vector is repeated.
    Listed(Vec<Vector>),
}

impl StepPattern {
    /// Creates the pattern of a movement as a piece of this colour makes it.
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

    /// Follows the pattern from a place and returns the places passed. The walk ends after the last step, when `step`
    /// returns `None`, or when a place would repeat: legs around a narrow board may cross.
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

    /// Returns the vector of step `n`, from 0.
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

/// Returns the step of `color` that corresponds to `vector`, a step of White.
pub fn seen_by(shape: &Shape, vector: Vector, color: Color) -> Vector {
    match color {
        Color::White => vector,
        Color::Black => shape.turned(vector),
    }
}

/// Returns the square of a side that corresponds to White's `square`: for Black, the mirrored one.
pub(crate) fn own_square(shape: &Shape, square: Square, color: Color) -> Square {
    match color {
        Color::White => square,
        Color::Black => shape.mirror(square),
    }
}

/// Returns a step turned by a right angle within its level.
fn turned(Vector { file, rank, level }: Vector, clockwise: bool) -> Vector {
    let sign = if clockwise { 1 } else { -1 };
    Vector {
        file: sign * rank,
        rank: -sign * file,
        level,
    }
}

/// Returns the single steps into which a lame or hopping leap is divided: first straight along the longest coordinate,
/// then diagonally.
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

/// Returns whether the zones of the squares `from` and `to` meet a condition.
fn zones_admit(rules: &Rules, condition: ZoneCondition, from: Square, to: Square) -> bool {
    let same = rules.zone(from) == rules.zone(to);
    match condition {
        ZoneCondition::Any => true,
        ZoneCondition::Same => same,
        ZoneCondition::Other => !same,
    }
}

//! Describes movements in words, except for the directions in which they begin.

use super::directions::sizes;
use super::{number, squares};
use kurier_rules::board::Vector;
use kurier_rules::rules::{Legs, Mode, Movement, Reach, Region, ZoneCondition};

/// A movement in words. The words for the directions of its first step belong between `line` and `after`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Clause {
    pub before: String,
    /// The word for the line of the first step, such as `diagonally`; empty if no word is needed.
    pub line: &'static str,
    pub after: String,
}

impl Clause {
    /// Describes a movement. `all` holds all movements of the piece, including this one.
    pub fn of(movement: &Movement, all: &[Movement], regions: &[Region]) -> Self {
        let (before, line, mut after) = reach(movement, all);
        after += match movement.mode {
            Mode::Both => "",
            Mode::Quiet => ", only without capture",
            Mode::Capture => ", only to capture",
        };
        after += match movement.zones {
            ZoneCondition::Any => "",
            ZoneCondition::Same => ", within its zone",
            ZoneCondition::Other => ", into another zone",
        };
        if movement.around {
            after += ", around the board's sides";
        }
        if movement.initial.is_some() {
            after += ", from where one stands at the start";
        }
        let named = |number: Option<u8>| regions.get(usize::from(number?)).map(|region| region.written.as_str());
        if let Some(region) = named(movement.bounds.from) {
            let inside = if movement.bounds.within.is_some() {
                "within"
            } else {
                "from"
            };
            after += &format!(", only {inside} {region} (as White sees the board)");
        }
        Self { before, line, after }
    }
}

/// Returns the words for how a piece moves, in three parts: the words before the line, the word for the line, and the
/// words after it.
fn reach(movement: &Movement, all: &[Movement]) -> (String, &'static str, String) {
    let distances = sizes(movement.vector);
    let line = line_of(distances);
    let leap = leap(distances);
    let near = distances[0] == 1;
    let leaps = || (format!("leaps {}", leap.0), leap.1);
    let first_step = || first_step(movement.vector);
    let parts = |(before, line): (String, &'static str), after: &str| (before, line, after.to_owned());
    let far = |most: u8| match most {
        u8::MAX => "any number of squares".to_owned(),
        most => format!("up to {}", squares(most)),
    };
    // The words for a limit on the distance, which follow the direction.
    let limit = |most: u8| match most {
        u8::MAX => String::new(),
        most => format!(", {}", far(most)),
    };
    match movement.reach {
        Reach::Leap => parts(first_step(), ""),
        Reach::Slide(most) if near => parts((format!("slides {}", far(most)), line), ""),
        Reach::Slide(u8::MAX) => parts(leaps(), ", again and again in one direction through empty squares"),
        Reach::Slide(most) => parts(
            leaps(),
            &format!(", up to {} times in one direction through empty squares", number(most)),
        ),
        Reach::Lame => parts(
            (format!("goes {}", leap.0), leap.1),
            ", unless a piece stands in the way",
        ),
        Reach::Crooked(_) => parts(
            ("zigzags any number of squares".into(), line),
            ", turning by a right angle after each step",
        ),
        Reach::Circular(_) => parts((format!("circles in leaps of {}", leap.0), leap.1), ""),
        Reach::Bent(then, most) => {
            let then = line_of(sizes(then));
            parts(
                first_step(),
                &format!(", and may then slide {} outwards {then}", far(most)),
            )
        }
        Reach::Ski(most) => {
            let far = if most == u8::MAX {
                String::new()
            } else {
                format!(", {} in all", squares(most))
            };
            parts(
                ("slides".into(), line),
                &format!(", leaping over the first square, occupied or not{far}"),
            )
        }
        Reach::Cannon(most) => parts(
            ("leaps over exactly one piece".into(), line),
            &format!(" and slides on{}", limit(most)),
        ),
        Reach::Grasshopper(most) => parts(
            ("hops over the first piece".into(), line),
            &format!(" to the square right behind it{}", limit(most)),
        ),
        Reach::Over => parts(leaps(), ", over exactly one piece"),
        Reach::Legs(legs) => parts(first_step(), &further(movement, &legs, all)),
    }
}

/// Returns the words for a single step or leap, and the word for its line, which is empty if the distance implies it.
pub(super) fn first_step(step: Vector) -> (String, &'static str) {
    let distances = sizes(step);
    if distances[0] == 1 {
        return ("steps one square".to_owned(), line_of(distances));
    }
    let (far, line) = leap(distances);
    (format!("leaps {far}"), line)
}

/// Returns the words for the legs of a move after its first step.
fn further(movement: &Movement, legs: &Legs, all: &[Movement]) -> String {
    let mut text = String::new();
    if legs.over {
        text += " onto a piece, over which it leaps";
    }
    // A leg that turns left has a counterpart that turns right, unless the piece is one-sided.
    let mirrored = |other: &Movement| match other.reach {
        Reach::Legs(others) => {
            let pairs = |legs: &Legs| turns(movement.vector, legs);
            let (own, other_turns) = (pairs(legs), pairs(&others));
            other.vector == movement.vector
                && own.len() == other_turns.len()
                && own.iter().zip(&other_turns).all(|(one, two)| (one.0, -one.1) == *two)
        }
        _ => false,
    };
    let both = all.iter().any(mirrored);
    let mut previous = 0;
    let last = legs.steps().len() - 1;
    for (index, (degrees, side)) in turns(movement.vector, legs).into_iter().enumerate() {
        let slides = index == last && legs.range > 1;
        text += if slides {
            ", then slides any number of squares"
        } else {
            ", then one more step"
        };
        text += &match (degrees, side) {
            (0, _) => " straight on".to_owned(),
            (180, _) => " back".to_owned(),
            _ if both && previous == 0 => format!(" turned by {degrees} degrees to either side"),
            _ if previous == side => format!(" turned by {degrees} degrees to the same side"),
            _ if previous != 0 => format!(" turned by {degrees} degrees to the other side"),
            (_, 1..) => format!(" turned by {degrees} degrees to the left"),
            _ => format!(" turned by {degrees} degrees to the right"),
        };
        previous = if side == 0 { previous } else { side };
    }
    text += ", through empty squares";
    text
}

/// Returns the turn before each leg.
fn turns(first: Vector, legs: &Legs) -> Vec<Angle> {
    let mut turns = Vec::new();
    let mut before = first;
    for step in legs.steps() {
        turns.push(angle(before, *step));
        before = *step;
    }
    turns
}

/// A turn: its angle in degrees, and its side (1 for left, -1 for right, 0 for neither).
pub(super) type Angle = (u8, i8);

/// Returns the turn from one step to the next.
pub(super) fn angle(before: Vector, step: Vector) -> Angle {
    let wide = |a: i8, b: i8| i16::from(a) * i16::from(b);
    let cross = wide(before.file, step.rank) - wide(before.rank, step.file);
    let dot = wide(before.file, step.file) + wide(before.rank, step.rank);
    let degrees = match (cross, dot) {
        (0, 0..) => 0,
        (0, _) => 180,
        (_, 0) => 90,
        (_, 1..) => 45,
        _ => 135,
    };
    (degrees, cross.signum() as i8)
}

/// Returns the words for the distance of a leap, and the word for its line, which is empty if the distance implies it.
fn leap(sizes: [u8; 3]) -> (String, &'static str) {
    let [a, b, c] = sizes;
    if is_straight(sizes) {
        (squares(a), line_of(sizes))
    } else if c > 0 {
        let [a, b, c] = [a, b, c].map(number);
        (format!("{a}, {b} and {c} squares in the three dimensions"), "")
    } else {
        (format!("{} one way and {} aside", squares(a), number(b)), "")
    }
}

/// Tests whether a vector with these distances is orthogonal or diagonal (in two or three dimensions), so that it
/// passes through the centres of squares.
fn is_straight([a, b, c]: [u8; 3]) -> bool {
    (b == 0 || b == a) && (c == 0 || c == a)
}

/// Returns the word for the line along which a vector with these distances points.
fn line_of(sizes: [u8; 3]) -> &'static str {
    match sizes {
        [_, 0, 0] => "orthogonally",
        [a, b, 0] if a == b => "diagonally",
        [a, b, c] if a == b && b == c => "triagonally",
        _ => "obliquely",
    }
}

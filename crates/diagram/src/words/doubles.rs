//! Describes moves in two steps in words: moves that capture where the first step ends, and passes that step out and
//! back.

use std::collections::BTreeSet;

use super::directions::sizes;
use super::movement::{Angle, Clause, angle, first_step};
use kurier_rules::board::Vector;
use kurier_rules::rules::{DoubleMove, Mode};

/// Returns a clause for each group of moves that begin with one common step, together with that step.
pub(super) fn clauses(doubles: &[DoubleMove]) -> Vec<(Clause, Vector)> {
    let mut firsts: Vec<(Vector, bool)> = Vec::new();
    for double in doubles {
        let first = (double.first, double.passes);
        if !firsts.contains(&first) {
            firsts.push(first);
        }
    }
    let alike = |(first, passes): (Vector, bool)| {
        let group = doubles
            .iter()
            .filter(|double| (double.first, double.passes) == (first, passes));
        let group: Vec<&DoubleMove> = group.collect();
        (clause(first, &group), first)
    };
    firsts.into_iter().map(alike).collect()
}

/// Returns the clause for a group of moves that all begin with the step `first`. Either all of them pass, or all of
/// them capture.
fn clause(first: Vector, group: &[&DoubleMove]) -> Clause {
    let (step, line) = first_step(first);
    if group.iter().any(|double| double.passes) {
        return Clause {
            before: step,
            line,
            after: " to an empty square and back, which only passes the turn".to_owned(),
        };
    }
    let onward: Vec<&DoubleMove> = group.iter().copied().filter(|double| !double.returns()).collect();
    let mut ways = Vec::new();
    if onward.len() < group.len() {
        ways.push("returns to its square".to_owned());
    }
    for (mode, purpose) in [
        (Mode::Both, "with or without another capture"),
        (Mode::Quiet, "without another capture"),
        (Mode::Capture, "to capture again"),
    ] {
        let angles: BTreeSet<Angle> = onward
            .iter()
            .filter(|double| double.mode == mode)
            .map(|double| angle(first, double.second))
            .collect();
        if !angles.is_empty() {
            ways.push(format!("makes one more step {}, {purpose}", turns(&angles)));
        }
    }
    let before = match sizes(first)[0] {
        1 => "captures one square away".to_owned(),
        _ => format!("captures where it {step}"),
    };
    Clause {
        before,
        line,
        after: format!(", and at once {}", ways.join(", or ")),
    }
}

/// Returns the words for the angles between the first and the second step.
fn turns(angles: &BTreeSet<Angle>) -> String {
    // All directions of a king but back.
    if angles.len() == 7 {
        return "in any direction but back".to_owned();
    }
    let mut words = Vec::new();
    for (degrees, side) in angles {
        let mirrored = angles.contains(&(*degrees, -side));
        words.push(match (degrees, side) {
            (0, _) => "straight on".to_owned(),
            (_, 1..) if mirrored => format!("turned by {degrees} degrees to either side"),
            _ if mirrored => continue,
            (_, 1..) => format!("turned by {degrees} degrees to the left"),
            _ => format!("turned by {degrees} degrees to the right"),
        });
    }
    words.join(" or ")
}

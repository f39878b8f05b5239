//! Computes the steps of a term from its atom, its modifier and its range.

use super::atom::Atom;
use super::modifiers::Modifier;
use super::{BetzaError, error_at};
use crate::board::Vector;
use crate::rules::Reach;

/// Returns how far the steps of an atom go with this modifier and range, and what they may pass through.
///
/// # Errors
/// Fails if the modifier cannot be combined with the atom and the range, or needs two vectors. [`crooked`],
/// [`circular`] and [`bent`] handle modifiers that need two vectors.
pub(super) fn reach(modifier: Option<(usize, Modifier)>, atom: &Atom, range: u8) -> Result<Reach, BetzaError> {
    let Some((offset, modifier)) = modifier else {
        return Ok(if range == 1 { Reach::Leap } else { Reach::Slide(range) });
    };
    let slides = range > 1;
    let over_one = matches!(atom.letter, Some('D' | 'A' | 'H' | 'G'));
    let (reach, expected) = match modifier {
        Modifier::Lame => (
            (!slides && atom.longest() > 1).then_some(Reach::Lame),
            "`n` goes with single leaps over a square, like `nD` or `nN`",
        ),
        Modifier::Jumping if slides => (Some(Reach::Ski(range - (range < u8::MAX) as u8)), ""),
        Modifier::Jumping => (
            over_one.then_some(Reach::Over),
            "`j` goes with sliders, like `jR`, and with the straight leaps D, A, H and G",
        ),
        Modifier::Cannon => (
            slides.then_some(Reach::Cannon(range)),
            "`p` goes with sliders, like `pR` or `pR4`",
        ),
        Modifier::Grasshopper => (
            slides.then_some(Reach::Grasshopper(range)),
            "`g` goes with sliders, like `gQ` or `gQ4`",
        ),
        // The parser handles these modifiers earlier, since they need two vectors.
        Modifier::Crooked | Modifier::Circular | Modifier::Bent => (None, "expected another modifier here"),
    };
    reach.ok_or_else(|| error_at(offset, expected))
}

/// Returns the zigzags of an atom: every ordered pair of its steps at right angles.
pub(super) fn crooked(offset: usize, atom: &Atom) -> Result<Vec<(Vector, Reach)>, BetzaError> {
    if !matches!(atom.letter, Some('F' | 'B' | 'W' | 'R')) {
        let message = "`z` goes with F (the crooked bishop) and W (the crooked rook) only";
        return Err(error_at(offset, message));
    }
    Ok(pairs(atom, |a, b| dot(a, b) == 0)
        .map(|(first, other)| (first, Reach::Crooked(other)))
        .collect())
}

/// Returns the circles of an atom: every oblique leap, followed by the nearest leap on either side.
pub(super) fn circular(offset: usize, atom: &Atom) -> Result<Vec<(Vector, Reach)>, BetzaError> {
    let [a, b, _] = atom.shape();
    if a == b || a.min(b) == 0 {
        return Err(error_at(offset, "`q` goes with oblique leaps, like `qN` (the rose)"));
    }
    // The two neighbours of a leap are its mirror images in the nearest diagonal and in the nearest orthogonal line.
    let neighbours = |first: Vector, other: Vector| {
        let across = (other.file, other.rank) == (first.rank * sign(first), first.file * sign(first));
        let upright = first.rank.abs() > first.file.abs();
        let beside = match upright {
            true => (other.file, other.rank) == (-first.file, first.rank),
            false => (other.file, other.rank) == (first.file, -first.rank),
        };
        across || beside
    };
    Ok(pairs(atom, neighbours)
        .map(|(first, other)| (first, Reach::Circular(other)))
        .collect())
}

/// Returns 1 if file and rank have equal signs, -1 if they have opposite signs, and 0 if one of them is 0.
fn sign(vector: Vector) -> i8 {
    vector.file.signum() * vector.rank.signum()
}

/// Returns the bent moves: each first step, followed by the steps of the atom that lead farthest outwards.
pub(super) fn bent(firsts: &[Vector], atom: &Atom, range: u8, levels: bool) -> Vec<(Vector, Reach)> {
    let mut reaches = Vec::new();
    for first in firsts {
        let others = atom.vectors(levels);
        let outwards = others.iter().map(|other| dot(*first, *other)).max().unwrap_or(0);
        for other in others.into_iter().filter(|other| dot(*first, *other) == outwards) {
            reaches.push((*first, Reach::Bent(other, range)));
        }
    }
    reaches
}

/// Returns the ordered pairs of different steps of an atom that `belong` accepts.
fn pairs(atom: &Atom, belong: impl Fn(Vector, Vector) -> bool) -> impl Iterator<Item = (Vector, Vector)> {
    let vectors = atom.vectors(false);
    let all = vectors.iter().flat_map(|a| vectors.iter().map(|b| (*a, *b)));
    let chosen: Vec<_> = all.filter(|(a, b)| a != b && belong(*a, *b)).collect();
    chosen.into_iter()
}

/// Returns the scalar product of two vectors.
fn dot(a: Vector, b: Vector) -> i32 {
    let product = |a: i8, b: i8| i32::from(a) * i32::from(b);
    product(a.file, b.file) + product(a.rank, b.rank) + product(a.level, b.level)
}

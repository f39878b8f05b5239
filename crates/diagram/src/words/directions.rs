//! Words for the directions in which a piece moves.

use std::collections::BTreeSet;

use super::listed;
use kurier_rules::board::Vector;

/// A direction: files to the right and ranks forward.
type Direction = (i8, i8);

/// The words for a set of directions, and a test of whether a direction belongs to the set.
type Phrase = (&'static str, fn(Direction) -> bool);

/// Sets of orthogonal directions, the largest first.
const ORTHOGONAL: &[Phrase] = &[
    ("forward and backward", |(files, _)| files == 0),
    ("sideways", |(_, ranks)| ranks == 0),
    ("straight forward", |(_, ranks)| ranks > 0),
    ("straight backward", |(_, ranks)| ranks < 0),
    ("to the left", |(files, _)| files < 0),
    ("to the right", |(files, _)| files > 0),
];

/// Sets of diagonal directions, the largest first.
const DIAGONAL: &[Phrase] = &[
    ("forward", |(_, ranks)| ranks > 0),
    ("backward", |(_, ranks)| ranks < 0),
    ("to the left", |(files, _)| files < 0),
    ("to the right", |(files, _)| files > 0),
    ("forward to the left", |(files, ranks)| ranks > 0 && files < 0),
    ("forward to the right", |(files, ranks)| ranks > 0 && files > 0),
    ("backward to the left", |(files, ranks)| ranks < 0 && files < 0),
    ("backward to the right", |(files, ranks)| ranks < 0 && files > 0),
];

/// Sets of directions that are neither orthogonal nor diagonal, the largest first. A step is steep if its longer part
/// points forward or backward, and wide if its longer part points sideways.
const OBLIQUE: &[Phrase] = &[
    ("forward", |(_, ranks)| ranks > 0),
    ("backward", |(_, ranks)| ranks < 0),
    ("to the left", |(files, _)| files < 0),
    ("to the right", |(files, _)| files > 0),
    ("steeply forward and backward", is_steep),
    ("widely to both sides", |step| !is_steep(step)),
    ("steeply forward", |step| is_steep(step) && step.1 > 0),
    ("steeply backward", |step| is_steep(step) && step.1 < 0),
    ("widely to the left", |step| !is_steep(step) && step.0 < 0),
    ("widely to the right", |step| !is_steep(step) && step.0 > 0),
    ("widely forward", |step| !is_steep(step) && step.1 > 0),
    ("widely backward", |step| !is_steep(step) && step.1 < 0),
    ("steeply forward to the left", |step| {
        is_steep(step) && step.1 > 0 && step.0 < 0
    }),
    ("steeply forward to the right", |step| {
        is_steep(step) && step.1 > 0 && step.0 > 0
    }),
    ("steeply backward to the left", |step| {
        is_steep(step) && step.1 < 0 && step.0 < 0
    }),
    ("steeply backward to the right", |step| {
        is_steep(step) && step.1 < 0 && step.0 > 0
    }),
    ("widely forward to the left", |step| {
        !is_steep(step) && step.1 > 0 && step.0 < 0
    }),
    ("widely forward to the right", |step| {
        !is_steep(step) && step.1 > 0 && step.0 > 0
    }),
    ("widely backward to the left", |step| {
        !is_steep(step) && step.1 < 0 && step.0 < 0
    }),
    ("widely backward to the right", |step| {
        !is_steep(step) && step.1 < 0 && step.0 > 0
    }),
];

/// Returns whether the longer part of a step points forward or backward.
fn is_steep((files, ranks): Direction) -> bool {
    ranks.abs() > files.abs()
}

/// Returns the words for the directions of some steps of one kind, with a space before them; an empty text if the steps
/// have all directions. `levels` says whether the board has a third dimension.
pub(super) fn of(steps: &BTreeSet<Vector>, levels: bool) -> String {
    let Some(first) = steps.first() else {
        return String::new();
    };
    let sizes = sizes(*first);
    if steps.len() >= direction_count(sizes, levels) {
        return String::new();
    }
    if levels {
        return in_space(steps).to_owned();
    }
    let phrases = match sizes {
        [_, 0, _] => ORTHOGONAL,
        [a, b, _] if a == b => DIAGONAL,
        _ => OBLIQUE,
    };
    let all = signed(sizes);
    let mut left: BTreeSet<Direction> = steps.iter().map(|step| (step.file, step.rank)).collect();
    let mut words = Vec::new();
    for (phrase, belongs) in phrases {
        let meant: BTreeSet<Direction> = all.iter().copied().filter(|step| belongs(*step)).collect();
        if meant.is_subset(&left) {
            left.retain(|step| !meant.contains(step));
            words.push((*phrase).to_owned());
        }
    }
    format!(" {}", listed(&words, "and"))
}

/// Returns the directions of all steps with these distances on a flat board.
fn signed([a, b, _]: [u8; 3]) -> BTreeSet<Direction> {
    let (a, b) = (a as i8, b as i8);
    let orders = [(a, b), (b, a)];
    let signs = |(files, ranks): Direction| [(files, ranks), (-files, ranks), (files, -ranks), (-files, -ranks)];
    orders.into_iter().flat_map(signs).collect()
}

/// Returns the words for some of the directions on a board with levels.
fn in_space(steps: &BTreeSet<Vector>) -> &'static str {
    let all = |keep: fn(&Vector) -> bool| steps.iter().all(keep);
    if all(|step| step.rank > 0 && step.file == 0 && step.level == 0) {
        " straight forward"
    } else if all(|step| step.rank > 0) {
        " forward"
    } else if all(|step| step.rank >= 0 && step.level >= 0) {
        " forward in rank or level"
    } else if all(|step| step.rank < 0) {
        " backward"
    } else if all(|step| step.rank <= 0 && step.level <= 0) {
        " backward in rank or level"
    } else if all(|step| step.rank == 0) {
        " without change of rank"
    } else {
        " in some directions"
    }
}

/// Returns the distances of a vector in the three dimensions, the largest first.
pub(super) fn sizes(vector: Vector) -> [u8; 3] {
    let mut sizes = [vector.file, vector.rank, vector.level].map(i8::unsigned_abs);
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    sizes
}

/// Returns the number of vectors with these distances; `levels` says whether the board has a third dimension.
fn direction_count(sizes: [u8; 3], levels: bool) -> usize {
    let [a, b, c] = sizes;
    let orders = BTreeSet::from([[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]]);
    let signs = |order: &[u8; 3]| 1 << order.iter().filter(|size| **size > 0).count();
    orders.iter().filter(|order| levels || order[2] == 0).map(signs).sum()
}

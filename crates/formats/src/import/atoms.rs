//! Atoms of Betza notation and the steps of pieces.

/// A distance in files and ranks; positive ranks point forward.
pub(super) type Offset = (i8, i8);

/// An atom of the notation: its letter, the longer and the shorter distance of each of its steps, and whether it
/// slides.
pub(super) type Atom = (char, &'static [Offset], bool);

/// A movement in one direction, from White's point of view.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Step {
    pub by: Offset,
    pub path: Path,
    pub capture: bool,
}

/// How a piece reaches a square. The numbers are maximum numbers of steps; `u8::MAX` means that there is no maximum.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Path {
    /// A leap over any pieces in between.
    Leap,
    /// A leap that a piece in between blocks.
    Lame,
    /// Steps through empty squares.
    Slide(u8),
    /// Steps over exactly one piece, to any square beyond it.
    Cannon(u8),
    /// Steps over the first piece, to the square right behind it.
    Grasshopper,
    /// One step straight, then two steps diagonally, through empty squares: the elephant of Janggi.
    Elephant,
}

pub(super) const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
pub(super) const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

pub(super) const ATOMS: [Atom; 15] = [
    ('W', &[(1, 0)], false),
    ('F', &[(1, 1)], false),
    ('D', &[(2, 0)], false),
    ('N', &[(2, 1)], false),
    ('A', &[(2, 2)], false),
    ('H', &[(3, 0)], false),
    ('L', &[(3, 1)], false),
    ('C', &[(3, 1)], false),
    ('J', &[(3, 2)], false),
    ('Z', &[(3, 2)], false),
    ('G', &[(3, 3)], false),
    ('K', &[(1, 0), (1, 1)], false),
    ('R', &[(1, 0)], true),
    ('B', &[(1, 1)], true),
    ('Q', &[(1, 0), (1, 1)], true),
];

/// Returns the longer and the shorter distance of an offset.
pub(super) fn sizes((files, ranks): (i8, i8)) -> (i8, i8) {
    let (files, ranks) = (files.abs(), ranks.abs());
    (files.max(ranks), files.min(ranks))
}

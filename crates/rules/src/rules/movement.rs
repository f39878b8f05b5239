//! How pieces move: one [`Movement`] per direction, as in Betza notation.

use super::PieceType;
use crate::board::Vector;

/// Whether a move may capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mode {
    /// The move leads to empty squares only (Betza `m`).
    Quiet,
    /// The move is a capture (Betza `c`).
    Capture,
    /// The move may capture, but need not.
    Both,
}

/// How far a movement goes, and through what.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reach {
    /// One step straight to the destination, over any pieces in between.
    Leap,
    /// Step after step through empty squares, at most this many steps; `u8::MAX` if there is no limit but the edge.
    Slide(u8),
    /// One leap, blocked by any piece on the straight path to its destination (Betza `n`).
    Lame,
    /// To the edge in steps that alternate between the movement's vector and this vector (Betza `z`).
    Crooked(Vector),
    /// Along a circle, to the edge or until the circle is closed: the movement's vector, then this vector, then both
    /// turned by a right angle, and so on (Betza `q`).
    Circular(Vector),
    /// One step, then steps of this vector through empty squares, at most this many; `u8::MAX` if there is no limit but
    /// the edge (Betza `t`).
    Bent(Vector, u8),
    /// Like a slide, but the first square is leapt over, whether it is occupied or not (Betza `j` of sliders). The leap
    /// counts as one step.
    Ski(u8),
    /// Like a slide, but over exactly one piece, which may stand anywhere on the path (Betza `p`).
    Cannon(u8),
    /// Like a slide that leaps over the first piece and lands on the next square (Betza `g`).
    Grasshopper(u8),
    /// One leap over exactly one piece on the straight path to the destination (Betza `j` of leapers).
    Over,
    /// Several steps, each in its own direction, through empty squares (Betza `a`).
    Legs(Legs),
}

/// The steps that follow the first step of a move in several legs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Legs {
    pub(super) steps: [Vector; Self::MAX],
    pub(super) count: u8,
    /// The maximum number of times that the last step is made. The piece lands only on squares of this last leg.
    pub range: u8,
    /// Whether the move leaps over a piece, which must stand on the square that the first step leads to.
    pub over: bool,
}

impl Legs {
    /// The maximum number of legs after the first.
    pub const MAX: usize = 2;

    /// Creates the legs after the first from their steps; `None` if there are no steps or more than [`Legs::MAX`].
    pub fn new(steps: &[Vector], range: u8, over: bool) -> Option<Self> {
        let mut all = [Vector::flat(0, 0); Self::MAX];
        all.get_mut(..steps.len())?.copy_from_slice(steps);
        (!steps.is_empty()).then_some(Self {
            steps: all,
            count: steps.len() as u8,
            range,
            over,
        })
    }

    /// Returns the steps after the first, one per leg.
    pub fn steps(&self) -> &[Vector] {
        &self.steps[..usize::from(self.count)]
    }
}

/// A condition on the zones of a movement's two squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ZoneCondition {
    /// No condition.
    Any,
    /// Both squares are in the same zone.
    Same,
    /// The squares are in different zones.
    Other,
}

/// The regions that bind a movement: indices into [`Rules::regions`](super::Rules::regions). By default, there are
/// none.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bounds {
    /// If set, the movement starts only on squares of this region.
    pub from: Option<u8>,
    /// If set, the movement passes and reaches only squares of this region: it ends before the first other square.
    pub within: Option<u8>,
    /// If set, the movement ends only on squares of this region, whatever squares it passes.
    pub to: Option<u8>,
}

/// One movement in one direction, as White makes it. Black makes the movement turned by 180 degrees: left and right are
/// as seen from the moving side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Movement {
    /// The first step; for a single leap, the whole leap; for [`Reach::Ski`], half of the first step.
    pub vector: Vector,
    /// How far the movement goes, and through what.
    pub reach: Reach,
    /// Whether the movement may or must capture.
    pub mode: Mode,
    /// The condition on the zones of the movement's two squares.
    pub zones: ZoneCondition,
    /// Whether the first and the last file are neighbours for this movement (Betza `o`).
    pub around: bool,
    /// If set, the movement starts only from squares where the same side has a piece of this type at the start (Betza
    /// `i`).
    pub initial: Option<PieceType>,
    /// The regions that the movement does not leave.
    pub bounds: Bounds,
}

/// A move in two steps that captures where its first step ends, or steps out and back (the moves of a lion), as White
/// makes it. Black makes the move turned by 180 degrees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DoubleMove {
    /// The first step. Unless the piece only passes, an enemy piece must stand where the step ends, and is captured.
    pub first: Vector,
    /// The second step. If it is opposite to the first step, the piece ends where it began.
    pub second: Vector,
    /// Whether the second step may or must capture. Meaningless if the piece ends where it began.
    pub mode: Mode,
    /// Whether the piece captures nothing, but steps to an empty square and back, so that only the turn passes.
    pub passes: bool,
}

impl DoubleMove {
    /// Returns whether the piece ends where it began.
    pub fn returns(&self) -> bool {
        self.second == self.first.opposite()
    }
}

//! A step of a piece: a move, or one capture of a chain.

use kurier_rules::board::Square;
use kurier_rules::rules::PieceType;

/// One step of a piece: a move, or one capture of a chain.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Step {
    /// The square that the piece leaves; for a drop, the square where the piece is dropped.
    pub(super) from: Square,
    pub(super) to: Square,
    /// The square of the captured piece.
    pub(super) taken: Option<Square>,
    /// The square where the first step of a move in two steps captures.
    pub(super) middle: Option<Square>,
    pub(super) promoted: Option<PieceType>,
    /// The squares that a multi-step has passed, if the moved piece can be captured en passant.
    pub(super) passed: Vec<Square>,
    /// The index of the castling in the definition, if the step is a castling.
    pub(super) castling: Option<usize>,
    /// The piece that is gated, and where.
    pub(super) gated: Option<(PieceType, Square)>,
    /// Whether the step is the swap of a king with the piece on its destination.
    pub(super) swaps: bool,
    /// The piece, if the step is a drop.
    pub(super) dropped: Option<PieceType>,
}

impl Step {
    /// Returns whether the step captures a piece.
    pub(super) fn is_capture(&self) -> bool {
        self.taken.is_some() || self.middle.is_some()
    }

    /// Returns whether the step captures a piece that does not stand on its destination.
    pub(super) fn is_en_passant(&self) -> bool {
        self.taken.is_some_and(|taken| taken != self.to)
    }

    /// Returns a copy of the step that also puts a piece from the hand on a square.
    pub(super) fn gating(self, piece: PieceType, square: Square) -> Self {
        Self {
            gated: Some((piece, square)),
            ..self
        }
    }

    /// Returns the square of the rook, if the step is a castling that gates a piece there.
    pub(super) fn gated_beside(&self) -> Option<Square> {
        self.gated
            .map(|(_, square)| square)
            .filter(|square| *square != self.from)
    }

    /// Returns the squares of the captured pieces.
    pub(super) fn captured_on(&self) -> impl Iterator<Item = Square> + use<> {
        self.middle.into_iter().chain(self.taken)
    }

    /// Returns a copy of the step that first captures on `middle`, and also captures on its destination if
    /// `captures_at_end`.
    pub(super) fn through(self, middle: Square, captures_at_end: bool) -> Self {
        Self {
            middle: Some(middle),
            taken: captures_at_end.then_some(self.to),
            ..self
        }
    }

    /// Returns whether both steps move a piece between the same two squares.
    pub(super) fn is_like(&self, other: &Step) -> bool {
        let places = |step: &Step| (step.from, step.to, step.dropped);
        places(self) == places(other)
    }
}

/// Returns a move without capture or promotion.
pub(super) fn plain(from: Square, to: Square) -> Step {
    Step {
        from,
        to,
        taken: None,
        middle: None,
        promoted: None,
        passed: Vec::new(),
        castling: None,
        gated: None,
        swaps: false,
        dropped: None,
    }
}

/// Returns the capture of the piece on `to` by the piece on `from`.
pub(super) fn capture_of(from: Square, to: Square) -> Step {
    Step {
        taken: Some(to),
        ..plain(from, to)
    }
}

/// Returns a move without capture that promotes a piece.
pub(super) fn promotion_of(from: Square, to: Square, becomes: PieceType) -> Step {
    Step {
        promoted: Some(becomes),
        ..plain(from, to)
    }
}

/// Returns the swap of a king with another piece.
pub(super) fn swap_of(king: Square, with: Square) -> Step {
    Step {
        swaps: true,
        ..plain(king, with)
    }
}

/// Returns the drop of a piece.
pub(super) fn drop_of(piece: PieceType, to: Square) -> Step {
    Step {
        dropped: Some(piece),
        ..plain(to, to)
    }
}

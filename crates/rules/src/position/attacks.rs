//! Who attacks what.

use std::ops::ControlFlow::{self, Break, Continue};

use super::{Piece, Position};
use crate::board::{Bitboard, Square};
use crate::rules::{Color, Hop, Moves, PieceType, RiderPath, RightKind};

/// A line on which a piece may attack a target from afar.
enum Line<'a, const W: usize> {
    /// A slide, with the squares between.
    Slide(Bitboard<W>),
    Path(&'a RiderPath),
    Hop(&'a Hop),
}

impl<const W: usize> Line<'_, W> {
    /// Returns whether the piece attacks the target while these squares are occupied.
    #[inline(always)]
    fn is_open(&self, target: Square, occupied: Bitboard<W>) -> bool {
        match self {
            Line::Slide(between) => !between.intersects(occupied),
            Line::Path(path) => leads_to(path, target, occupied),
            Line::Hop(hop) => hop.targets(occupied).contains(target),
        }
    }
}

/// What a walk over lines does with each of them. A trait, because closures are not always inlined for each kind of line.
trait LineVisitor<const W: usize> {
    /// Looks at a line of the piece on `from`; the walk ends with [`Break`].
    fn visit(&mut self, from: Square, line: Line<'_, W>) -> ControlFlow<()>;
}

/// Stops at the first attacker.
struct AnyAttacker<const W: usize> {
    target: Square,
    occupied: Bitboard<W>,
}

impl<const W: usize> LineVisitor<W> for AnyAttacker<W> {
    #[inline(always)]
    fn visit(&mut self, _: Square, line: Line<'_, W>) -> ControlFlow<()> {
        match line.is_open(self.target, self.occupied) {
            true => Break(()),
            false => Continue(()),
        }
    }
}

/// Collects all attackers.
struct AllAttackers<const W: usize> {
    target: Square,
    occupied: Bitboard<W>,
    found: Bitboard<W>,
}

impl<const W: usize> LineVisitor<W> for AllAttackers<W> {
    #[inline(always)]
    fn visit(&mut self, from: Square, line: Line<'_, W>) -> ControlFlow<()> {
        if line.is_open(self.target, self.occupied) {
            self.found.insert(from);
        }
        Continue(())
    }
}

/// Collects the pieces that give check, and those that alone stand before an attack on the king.
struct Checks<const W: usize> {
    king: Square,
    occupied: Bitboard<W>,
    own: Bitboard<W>,
    checkers: Bitboard<W>,
    pinned: Bitboard<W>,
}

impl<const W: usize> LineVisitor<W> for Checks<W> {
    #[inline(always)]
    fn visit(&mut self, from: Square, line: Line<'_, W>) -> ControlFlow<()> {
        let blockers = match line {
            Line::Slide(between) => between & self.occupied,
            Line::Path(path) => match squares_before(path, self.king) {
                Some(squares) => squares.iter().copied().collect::<Bitboard<W>>() & self.occupied,
                None => return Continue(()),
            },
            Line::Hop(hop) => {
                // Any move may add or remove the piece that is hopped over.
                self.pinned = self.own;
                if hop.targets(self.occupied).contains(self.king) {
                    self.checkers.insert(from);
                }
                return Continue(());
            }
        };
        if blockers.is_empty() {
            self.checkers.insert(from);
        } else if !blockers.more_than_one() {
            self.pinned |= blockers & self.own;
        }
        Continue(())
    }
}

/// Returns whether a path leads to the target over empty squares.
#[inline]
fn leads_to<const W: usize>(path: &RiderPath, target: Square, occupied: Bitboard<W>) -> bool {
    for (i, square) in path.squares.iter().enumerate() {
        if *square == target {
            return i >= path.landing;
        }
        if occupied.contains(*square) {
            return false;
        }
    }
    false
}

/// Returns the squares that a path passes before the target; `None` if it does not lead there.
fn squares_before(path: &RiderPath, target: Square) -> Option<&[Square]> {
    let end = path.squares.iter().position(|square| *square == target)?;
    (end >= path.landing).then(|| &path.squares[..end])
}

/// What a player's pieces of one type attack: looked up once, asked for each of them.
pub struct PieceAttacks<'a, const W: usize> {
    position: &'a Position<W>,
    moves: &'a Moves<W>,
    /// The player's rights (bits).
    rights: u32,
}

impl<const W: usize> PieceAttacks<'_, W> {
    /// Returns the squares that the piece attacks from where it stands, occupied or not.
    #[inline(always)]
    pub fn from(&self, square: Square) -> Bitboard<W> {
        let mut attacks = self.position.attacks(self.moves, square, self.position.occupied());
        let mut rights = self.rights;
        while rights != 0 {
            if let RightKind::Leaps {
                square: home, capture, ..
            } = &self.position.variant.rights[rights.trailing_zeros() as usize].kind
                && *home == square
            {
                attacks |= *capture;
            }
            rights &= rights - 1;
        }
        attacks
    }

    /// By square, what the piece attacks from there, if nothing can stand in its way.
    #[inline(always)]
    pub fn leaps(&self) -> Option<&[Bitboard<W>]> {
        self.moves.leaps_alone().filter(|_| self.rights == 0)
    }
}

impl<const W: usize> Position<W> {
    /// Returns the squares that these movements reach from a square: blockers of either side included.
    #[inline(always)]
    pub(super) fn attacks(&self, moves: &Moves<W>, from: Square, occupied: Bitboard<W>) -> Bitboard<W> {
        self.variant.reached(moves, from, occupied)
    }

    /// Returns the squares that the piece on a square attacks, occupied or not; empty if there is no piece.
    #[inline]
    pub fn attacks_from(&self, square: Square) -> Bitboard<W> {
        match self.piece_at(square) {
            Some(piece) => self.attacks_of(piece).from(square),
            None => Bitboard::EMPTY,
        }
    }

    /// Returns what a player's pieces of one type attack in this position.
    #[inline(always)]
    pub fn attacks_of(&self, Piece { piece_type, color }: Piece) -> PieceAttacks<'_, W> {
        PieceAttacks {
            position: self,
            moves: &self.variant.piece_tables[color.index()][piece_type.index()].capture,
            rights: self.state.rights & self.variant.rights_of[color.index()],
        }
    }

    /// Returns whether a player attacks a square.
    #[inline]
    pub(super) fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.attacked(square, by, self.occupied(), self.of_color(by))
    }

    /// Returns whether any of `pieces`, all of them `by`'s, attacks the target while these squares are occupied. The
    /// pieces must be on their squares of the board.
    #[inline]
    pub(super) fn attacked(&self, target: Square, by: Color, occupied: Bitboard<W>, pieces: Bitboard<W>) -> bool {
        self.walk_near(target, by, pieces, |_| Break(())).is_break()
            || self
                .walk_distant(target, by, pieces, &mut AnyAttacker { target, occupied })
                .is_break()
            || self.walk_rights(target, by, pieces, |_| Break(())).is_break()
    }

    /// Those of `pieces` (all `by`'s) that attack a square by a leap. Set by set: where many pieces are near, as on the
    /// squares of exchanges, a loop over them would be mispredicted longer than the sets of all leapers take.
    #[inline]
    pub(super) fn near_attackers(&self, target: Square, by: Color, pieces: Bitboard<W>) -> Bitboard<W> {
        let leapers = &self.variant.leapers[by.index()];
        let sources = &self.variant.leap_sources[by.index()][target.index() * leapers.len()..];
        let of_type = |(leaper, sources): (&PieceType, &Bitboard<W>)| self.of_type(*leaper) & *sources;
        let attackers = leapers.iter().zip(sources).map(of_type);
        attackers.fold(Bitboard::EMPTY, |all, of_type| all | of_type) & pieces
    }

    /// Those of `pieces` (all `by`'s) that attack a square by a slide, a path or a hop: attacks that others can block.
    #[inline]
    pub(super) fn distant_attackers(
        &self,
        target: Square,
        by: Color,
        occupied: Bitboard<W>,
        pieces: Bitboard<W>,
    ) -> Bitboard<W> {
        let mut visitor = AllAttackers {
            target,
            occupied,
            found: Bitboard::EMPTY,
        };
        let _ = self.walk_distant(target, by, pieces, &mut visitor);
        visitor.found
    }

    /// Finds who gives check to the side to move, and which of its pieces are pinned.
    pub(super) fn find_checks(&self) -> (Bitboard<W>, Bitboard<W>) {
        let Some(king) = self.king(self.side) else {
            return (Bitboard::EMPTY, Bitboard::EMPTY);
        };
        let by = !self.side;
        let pieces = self.of_color(by);
        let mut visitor = Checks {
            king,
            occupied: self.occupied(),
            own: self.of_color(self.side),
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
        };
        let _ = self.walk_near(king, by, pieces, |from| {
            visitor.checkers.insert(from);
            Continue(())
        });
        let _ = self.walk_distant(king, by, pieces, &mut visitor);
        let _ = self.walk_rights(king, by, pieces, |from| {
            visitor.checkers.insert(from);
            Continue(())
        });
        (visitor.checkers, visitor.pinned)
    }

    /// Visits those of `pieces` (all `by`'s) that attack a square by a leap, piece by piece: near a king there are few.
    #[inline(always)]
    fn walk_near(
        &self,
        target: Square,
        by: Color,
        pieces: Bitboard<W>,
        mut visit: impl FnMut(Square) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let tables = &self.variant.piece_tables[by.index()];
        for from in self.variant.near[by.index()][target.index()] & pieces {
            let piece_type = (self.board[from.index()] - 1) / 2;
            if tables[piece_type as usize].capture.leaps[from.index()].contains(target) {
                visit(from)?;
            }
        }
        Continue(())
    }

    /// Visits every line on which one of `pieces` (all `by`'s) attacks a square if nothing, or for a hop the right piece,
    /// stands on it.
    #[inline(always)]
    fn walk_distant(
        &self,
        target: Square,
        by: Color,
        pieces: Bitboard<W>,
        visitor: &mut impl LineVisitor<W>,
    ) -> ControlFlow<()> {
        let variant = &*self.variant;
        let tables = &variant.piece_tables[by.index()];
        for piece_type in &variant.sliders[by.index()] {
            for from in tables[piece_type.index()].slide_sources[target.index()] & self.of_type(*piece_type) & pieces {
                visitor.visit(from, Line::Slide(variant.rays.between(from, target)))?;
            }
        }
        for piece_type in &variant.path_riders[by.index()] {
            let table = &tables[piece_type.index()];
            for from in table.path_sources[target.index()] & self.of_type(*piece_type) & pieces {
                for path in &table.capture.paths[from.index()] {
                    visitor.visit(from, Line::Path(path))?;
                }
            }
        }
        for piece_type in &variant.hoppers[by.index()] {
            let table = &tables[piece_type.index()];
            for from in table.hop_sources[target.index()] & self.of_type(*piece_type) & pieces {
                for hop in &table.capture.hops[from.index()] {
                    visitor.visit(from, Line::Hop(hop))?;
                }
            }
        }
        Continue(())
    }

    /// Visits those of `pieces` (all `by`'s) that attack a square by a first move.
    #[inline(always)]
    fn walk_rights(
        &self,
        target: Square,
        by: Color,
        pieces: Bitboard<W>,
        mut visit: impl FnMut(Square) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut rights = self.variant.rights_attacking[by.index()][target.index()] & self.state.rights;
        while rights != 0 {
            if let RightKind::Leaps { square, .. } = &self.variant.rights[rights.trailing_zeros() as usize].kind
                && pieces.contains(*square)
            {
                visit(*square)?;
            }
            rights &= rights - 1;
        }
        Continue(())
    }

    /// Returns the squares where a piece stops a check: the checker's own, and those between it and the king. The
    /// second value says whether that is only a superset, so that each move has to be checked.
    pub(super) fn check_mask(&self, checker: Square, king: Square) -> (Bitboard<W>, bool) {
        let mut mask = Bitboard::from_square(checker);
        let Some(Piece { piece_type, color }) = self.piece_at(checker) else {
            return (mask, false);
        };
        let table = &self.variant.piece_tables[color.index()][piece_type.index()];
        if table.capture.leaps[checker.index()].contains(king) {
            return (mask, false);
        }
        let slides = table.slide_sources[king.index()].contains(checker);
        if slides {
            mask |= self.variant.rays.between(checker, king);
        }
        let rides_path = table.path_sources[king.index()].contains(checker);
        if rides_path {
            for path in &table.capture.paths[checker.index()] {
                if let Some(end) = path.squares.iter().position(|square| *square == king) {
                    mask |= path.squares[..end].iter().copied().collect();
                }
            }
        }
        // A hop is also stopped by moving away the piece that is hopped over.
        let hops = table.hop_sources[king.index()].contains(checker);
        if hops {
            mask = self.variant.squares;
        }
        let leaps_by_right = self.variant.rights_attacking[color.index()][king.index()] & self.state.rights != 0;
        (mask, rides_path || hops || leaps_by_right)
    }

    /// Returns the piece types in this game.
    #[inline(always)]
    pub(super) fn piece_type_range(&self) -> impl Iterator<Item = PieceType> + use<W> {
        (0..self.variant.definition.pieces.len() as u8).map(PieceType)
    }
}

//! Tests whether moves give check before they are made, and generates quiet checks.

use super::sink::Sink;
use super::{Generate, Move, MoveKind, MoveList, Piece, Position};
use crate::board::{Bitboard, Square};
use crate::rules::{PieceTable, PieceType, RightKind};

/// Tests whether moves give check. Holds the data that all moves of one position share, so that the data is looked up
/// only once.
pub struct CheckTest<'a, const W: usize> {
    position: &'a Position<W>,
    /// The square of the enemy king.
    king: Square,
    /// The squares from which a departing piece may discover a check.
    discovering: Bitboard<W>,
    /// The tables of the side to move, by piece type.
    tables: &'a [PieceTable<W>],
}

impl<const W: usize> CheckTest<'_, W> {
    /// Returns whether a legal move gives check.
    #[inline(always)]
    pub fn gives_check(&self, m: Move) -> bool {
        let (position, king, to) = (self.position, self.king, m.to());
        let Some(piece) = position.piece_at(m.from()) else {
            return position.drop_gives_check(m);
        };
        if self.discovering.contains(m.from())
            || matches!(
                m.kind(),
                MoveKind::Castling | MoveKind::EnPassant | MoveKind::Double | MoveKind::Rare
            )
        {
            return position.opens_check(m, piece);
        }
        if to == king {
            return false;
        }
        let piece_type = m.promoted().unwrap_or(piece.piece_type);
        let capture = &self.tables[piece_type.index()].capture;
        capture.leaps[to.index()].contains(king)
            || capture.open[to.index()].contains(king) && position.opens_check(m, piece)
    }

    /// Returns the squares from which a piece of this type may attack the enemy king, depending on where other pieces
    /// stand.
    #[inline]
    fn sources(&self, piece_type: PieceType) -> Bitboard<W> {
        let (table, king) = (&self.tables[piece_type.index()], self.king.index());
        table.leap_sources[king] | table.slide_sources[king] | table.path_sources[king] | table.hop_sources[king]
    }
}

/// A sink that appends to a list the moves that give check.
struct CheckLister<'a, const W: usize> {
    test: CheckTest<'a, W>,
    list: &'a mut MoveList,
}

impl<const W: usize> Sink<W> for CheckLister<'_, W> {
    fn as_dyn(&mut self) -> &mut dyn Sink<W> {
        self
    }

    #[inline]
    fn set(&mut self, from: Square, targets: Bitboard<W>, kind: MoveKind) {
        let Some(piece) = self.test.position.piece_at(from) else {
            return;
        };
        let candidates = match self.test.discovering.contains(from) {
            true => targets,
            false => targets & self.test.sources(piece.piece_type),
        };
        for to in candidates {
            self.one(Move::new(from, to, kind));
        }
    }

    #[inline]
    fn one(&mut self, m: Move) {
        if self.test.gives_check(m) {
            self.list.push(m);
        }
    }
}

impl<const W: usize> Position<W> {
    /// Appends the legal quiet moves that give check, in the order of [`Generate::Quiet`].
    pub fn generate_quiet_checks(&self, list: &mut MoveList) {
        let Some(test) = self.check_test() else { return };
        let mut lister = CheckLister { test, list };
        if !(self.variant.restricted && (self.quiet_checks_are_forbidden() || self.drops_come_first())) {
            match self.variant.restricted {
                false => self.visit(Generate::Quiet, true, &mut lister),
                true => self.visit_on_board(Generate::Quiet, true, lister.as_dyn()),
            }
        }
        if self.hand.is_some() && !self.quiet_checks_are_forbidden() {
            self.visit_drops(&mut lister);
        }
    }

    /// Returns whether the rules forbid all quiet moves that give check, drops included: checks are forbidden, a
    /// capture is mandatory, or a move of the prelude is.
    fn quiet_checks_are_forbidden(&self) -> bool {
        self.variant.definition.kings.checks_forbidden
            || self.prelude_comes_first()
            || self.captures_come_first() && self.can_capture()
    }

    /// Returns the test for moves that may not be made because they give check; `None` if checks are allowed, or if no
    /// move gives check.
    pub(super) fn forbidden_checks(&self) -> Option<CheckTest<'_, W>> {
        let forbidden = self.variant.definition.kings.checks_forbidden;
        forbidden.then(|| self.check_test()).flatten()
    }

    /// Returns whether a legal move gives check. For many moves of one position, [`Position::check_test`] is faster.
    pub fn gives_check(&self, m: Move) -> bool {
        self.check_test().is_some_and(|test| test.gives_check(m))
    }

    /// Creates the test for moves that give check; `None` if no move can, because the enemy king has been captured or
    /// the enemy has no royal piece.
    #[inline]
    pub fn check_test(&self) -> Option<CheckTest<'_, W>> {
        let us = self.side.index();
        let Some(king) = self.king(!self.side).filter(|_| !self.variant.slow_checks) else {
            return self.slow_check_test();
        };
        // Without hoppers, a move can open only the lines that pass through the square that the piece leaves. With
        // hoppers, a move from any square can open a hop, because the piece that arrives can be hopped over.
        let discovering = match self.variant.hoppers[us].is_empty() {
            true => self.variant.lines[us][king.index()],
            false => self.variant.squares,
        };
        Some(CheckTest {
            position: self,
            king,
            discovering,
            tables: &self.variant.piece_tables[us],
        })
    }

    /// Creates a test that uses no masks, for games where the enemy does not have exactly one king, or where captures
    /// blast; `None` if the enemy has no royal piece.
    #[cold]
    fn slow_check_test(&self) -> Option<CheckTest<'_, W>> {
        if self.variant.royals[(!self.side).index()].is_empty() {
            return None;
        }
        Some(CheckTest {
            position: self,
            // The set is not used, because every piece counts as one that may discover a check.
            king: Square(0),
            discovering: self.variant.squares,
            tables: &self.variant.piece_tables[self.side.index()],
        })
    }

    /// Returns whether a legal move gives check, directly or by the lines that it opens and closes. Exact for every
    /// move, but slow, because it computes the occupancy after the move.
    #[inline(never)]
    pub(super) fn opens_check(&self, m: Move, piece: Piece) -> bool {
        let (us, from, to) = (self.side, m.from(), m.to());
        let Some(king) = self.king(!us).filter(|_| !self.variant.hurdles) else {
            return self.gives_check_slowly(m);
        };
        let mut pieces = self.of_color(us);
        if self.variant.blast.is_some() {
            if m.is_capture() || m.kind() == MoveKind::Castling || self.king(us) == Some(from) {
                return self.gives_check_slowly(m);
            }
            pieces = self.unharmed(king, us, pieces);
            if !pieces.contains(from) {
                return false;
            }
        }
        if to == king {
            return false;
        }
        let mut occupied = self.occupied();
        occupied.remove(from);
        pieces.remove(from);
        let mut arrived = (to, m.promoted().unwrap_or(piece.piece_type));
        let mut castled = None;
        match (m.kind(), self.variant.rights.get(m.right()).map(|right| &right.kind)) {
            (MoveKind::Castling, Some(RightKind::Castling { king, rook, .. })) => {
                let Some(rook_piece) = self.piece_at(rook.0) else {
                    return false;
                };
                occupied.remove(rook.0);
                pieces.remove(rook.0);
                occupied.insert(king.1);
                occupied.insert(rook.1);
                arrived = (king.1, piece.piece_type);
                castled = Some((rook.1, rook_piece.piece_type));
            }
            (MoveKind::EnPassant, _) => {
                occupied.remove(self.en_passant_victim(to, us));
                occupied.insert(to);
            }
            (MoveKind::Rare, _) if m.is_swap() => {
                let Some(other) = self.piece_at(to) else { return false };
                pieces.remove(to);
                occupied.insert(from);
                castled = Some((from, other.piece_type));
            }
            (MoveKind::Double, _) => {
                if let Some(middle) = self.middle(m) {
                    occupied.remove(middle);
                }
                occupied.insert(to);
            }
            _ => occupied.insert(to),
        }
        let gated = self.gated_on(m).map(|(square, piece)| (square, piece.piece_type));
        if let Some((square, _)) = gated {
            occupied.insert(square);
        }
        let hits = |(square, piece_type): (Square, PieceType)| {
            let table = &self.variant.piece_tables[us.index()][piece_type.index()];
            if table.capture.leaps[square.index()].contains(king) {
                return true;
            }
            (table.slide_sources[king.index()].contains(square)
                && !self.variant.rays.between(square, king).intersects(occupied))
                || ((table.path_sources[king.index()] | table.hop_sources[king.index()]).contains(square)
                    && self.attacks(&table.capture, square, occupied).contains(king))
        };
        // First-move leaps of other pieces need no test: the move does not affect them, and they gave no check before
        // it.
        hits(arrived)
            || castled.is_some_and(&hits)
            || gated.is_some_and(&hits)
            || self.distant_attackers(king, us, occupied, pieces).any()
    }
}

//! Attacks: which squares a piece attacks, which pieces attack a square, checks and pins.

use std::ops::ControlFlow::{self, Break, Continue};

use super::{Piece, Position};
use crate::board::{Bitboard, Square};
use crate::rules::{Color, Hop, Hurdles, Moves, PieceType, RiderPath, RightKind};

/// A line along which a piece may attack a distant target.
enum Line<'a, const W: usize> {
    /// A straight slide; holds the squares between piece and target.
    Slide(Bitboard<W>),
    Path(&'a RiderPath),
    /// A hop, and the squares of pieces that it may not lead over.
    Hop(&'a Hop, Bitboard<W>),
}

impl<const W: usize> Line<'_, W> {
    /// Returns whether the piece attacks the target when exactly the squares in `occupied` are occupied.
    #[inline(always)]
    fn is_open(&self, target: Square, occupied: Bitboard<W>) -> bool {
        match self {
            Line::Slide(between) => !between.intersects(occupied),
            Line::Path(path) => leads_to(path, target, occupied),
            Line::Hop(hop, barriers) => hop.targets(occupied, *barriers).contains(target),
        }
    }
}

/// Receives the lines of attack on a target. It is a trait rather than a closure, because the compiler does not
/// reliably inline a closure for each kind of line.
trait LineVisitor<const W: usize> {
    /// Visits a line of attack of the piece on `from`. Returns [`Break`] to stop the walk.
    fn visit(&mut self, from: Square, line: Line<'_, W>) -> ControlFlow<()>;

    /// Returns two sets of squares: of the pieces that no hop may lead over, and of the pieces that no hop may capture.
    #[inline(always)]
    fn hurdles(&self, position: &Position<W>, moves: &Moves<W>) -> [Bitboard<W>; 2] {
        position.hurdles(moves)
    }
}

/// Finds out whether there is any attacker: stops at the first one.
struct AnyAttacker<const W: usize> {
    target: Square,
    occupied: Bitboard<W>,
    /// The square on which a move has put a piece that the position does not have there, and the type of the piece.
    arrived: Option<(Square, Option<PieceType>)>,
}

impl<const W: usize> LineVisitor<W> for AnyAttacker<W> {
    #[inline(always)]
    fn visit(&mut self, _: Square, line: Line<'_, W>) -> ControlFlow<()> {
        match line.is_open(self.target, self.occupied) {
            true => Break(()),
            false => Continue(()),
        }
    }

    #[inline(always)]
    fn hurdles(&self, position: &Position<W>, moves: &Moves<W>) -> [Bitboard<W>; 2] {
        match self.arrived {
            None => position.hurdles(moves),
            Some((square, piece)) => position.hurdles_after(moves, square, piece),
        }
    }
}

/// Collects the squares of all attackers.
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

/// Collects the pieces that give check, and the pinned pieces: own pieces that are the only blocker of an attack on
/// their king, and all own pieces if a hopper may attack the king.
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
            Line::Hop(hop, barriers) => {
                // Any move may add or remove the piece to hop over, so every own piece counts as pinned.
                self.pinned = self.own;
                if hop.targets(self.occupied, barriers).contains(self.king) {
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

/// Returns whether a path leads to the target and its squares before the target are empty.
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

/// Returns the squares that a path passes before the target; `None` if the path does not lead to the target.
fn squares_before(path: &RiderPath, target: Square) -> Option<&[Square]> {
    let end = path.squares.iter().position(|square| *square == target)?;
    (end >= path.landing).then(|| &path.squares[..end])
}

/// The attacks of one side's pieces of one type: the tables are looked up once and then used for every piece.
pub struct PieceAttacks<'a, const W: usize> {
    position: &'a Position<W>,
    moves: &'a Moves<W>,
    /// The side's remaining rights, as a bit set.
    rights: u32,
}

impl<const W: usize> PieceAttacks<'_, W> {
    /// Returns the squares, occupied or empty, that the piece on `square` attacks.
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

    /// Returns, by square, the attacks of a piece there if the pieces are pure leapers, which no other piece can block,
    /// and the side has no castling or first-move rights left; otherwise `None`.
    #[inline(always)]
    pub fn leaps(&self) -> Option<&[Bitboard<W>]> {
        self.moves.leaps_alone().filter(|_| self.rights == 0)
    }
}

impl<const W: usize> Position<W> {
    /// Returns the squares that a set of movements reaches from a square, including the first blocker on each line,
    /// whichever side owns it.
    #[inline(always)]
    pub(super) fn attacks(&self, moves: &Moves<W>, from: Square, occupied: Bitboard<W>) -> Bitboard<W> {
        self.variant
            .reached_with(moves, from, occupied, || self.blocked(moves, from, occupied))
    }

    /// Returns the squares that paths and hops reach from a square. Few games have such moves: the code is kept out of
    /// the loops that all games share.
    #[inline(never)]
    fn blocked(&self, moves: &Moves<W>, from: Square, occupied: Bitboard<W>) -> Bitboard<W> {
        moves.blocked(from, occupied, self.hurdles(moves))
    }

    /// Returns two sets of squares: of the pieces that no hop may lead over, and of the pieces that no hop may capture.
    #[inline]
    fn hurdles(&self, Moves { hurdles, .. }: &Moves<W>) -> [Bitboard<W>; 2] {
        match hurdles.is_empty() {
            true => [Bitboard::EMPTY; 2],
            false => [self.of_types(&hurdles.not_over), self.of_types(&hurdles.not_onto)],
        }
    }

    /// Returns what [`Position::hurdles`] returns after a move has put a piece on a square; `piece` is `None` if the
    /// move starts from an empty square.
    #[cold]
    fn hurdles_after(&self, moves: &Moves<W>, square: Square, piece: Option<PieceType>) -> [Bitboard<W>; 2] {
        let stands_among = |mut squares: Bitboard<W>, types: &[PieceType]| {
            squares.remove(square);
            if piece.is_some_and(|piece| types.contains(&piece)) {
                squares.insert(square);
            }
            squares
        };
        let ([barriers, spared], Hurdles { not_over, not_onto }) = (self.hurdles(moves), &moves.hurdles);
        [stands_among(barriers, not_over), stands_among(spared, not_onto)]
    }

    /// Returns the squares, occupied or empty, that the piece on `square` attacks; no squares if there is no piece.
    #[inline]
    pub fn attacks_from(&self, square: Square) -> Bitboard<W> {
        match self.piece_at(square) {
            Some(piece) => self.attacks_of(piece).from(square),
            None => Bitboard::EMPTY,
        }
    }

    /// Returns the attacks of all pieces that have the type and colour of the given piece.
    #[inline(always)]
    pub fn attacks_of(&self, Piece { piece_type, color }: Piece) -> PieceAttacks<'_, W> {
        PieceAttacks {
            position: self,
            moves: &self.variant.piece_tables[color.index()][piece_type.index()].capture,
            rights: self.state.rights & self.variant.rights_of[color.index()],
        }
    }

    /// Returns the squares of the pieces of a side that attack a square, whether it is occupied or empty.
    pub fn attackers(&self, target: Square, by: Color) -> Bitboard<W> {
        let pieces = self.of_color(by);
        let mut found = self.near_attackers(target, by, pieces);
        found |= self.distant_attackers(target, by, self.occupied(), pieces);
        let _ = self.walk_rights(target, by, pieces, |from| {
            found.insert(from);
            Continue(())
        });
        found
    }

    /// Returns whether any piece of a side attacks a square.
    #[inline]
    pub(super) fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.attacked(square, by, self.occupied(), self.of_color(by))
    }

    /// Returns whether any of `pieces` attacks the target when exactly the squares in `occupied` are occupied. `pieces`
    /// must be squares of pieces of side `by` in this position; `occupied` may differ from the position.
    #[inline]
    pub(super) fn attacked(&self, target: Square, by: Color, occupied: Bitboard<W>, pieces: Bitboard<W>) -> bool {
        self.attacked_after(target, by, None, occupied, pieces)
    }

    /// Returns what [`Position::attacked`] returns after a move that has put a piece on a square, in a game where hops
    /// may not lead over some pieces.
    #[cold]
    pub(super) fn attacked_past(
        &self,
        target: Square,
        by: Color,
        arrived: (Square, Option<PieceType>),
        occupied: Bitboard<W>,
        pieces: Bitboard<W>,
    ) -> bool {
        self.attacked_after(target, by, Some(arrived), occupied, pieces)
    }

    #[inline(always)]
    fn attacked_after(
        &self,
        target: Square,
        by: Color,
        arrived: Option<(Square, Option<PieceType>)>,
        occupied: Bitboard<W>,
        pieces: Bitboard<W>,
    ) -> bool {
        let mut visitor = AnyAttacker {
            target,
            occupied,
            arrived,
        };
        self.walk_near(target, by, pieces, |_| Break(())).is_break()
            || self.walk_distant(target, by, pieces, &mut visitor).is_break()
            || self.walk_rights(target, by, pieces, |_| Break(())).is_break()
    }

    /// Returns the subset of `pieces`, all of side `by`, that attacks a square by a leap. Intersects one set per
    /// leaping piece type instead of looping over the pieces: in exchanges many pieces are near the square, and the
    /// mispredicted branches of a loop would cost more.
    #[inline]
    pub(super) fn near_attackers(&self, target: Square, by: Color, pieces: Bitboard<W>) -> Bitboard<W> {
        let leapers = &self.variant.leapers[by.index()];
        let sources = &self.variant.leap_sources[by.index()][target.index() * leapers.len()..];
        let of_type = |(leaper, sources): (&PieceType, &Bitboard<W>)| self.of_type(*leaper) & *sources;
        let attackers = leapers.iter().zip(sources).map(of_type);
        attackers.fold(Bitboard::EMPTY, |all, of_type| all | of_type) & pieces
    }

    /// Returns the subset of `pieces`, all of side `by`, that attacks a square by a slide, a path or a hop: attacks
    /// that depend on which other squares are occupied.
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

    /// Finds the pieces that give check to the side to move, and the pieces of the side to move that are pinned.
    pub(super) fn find_checks(&self) -> (Bitboard<W>, Bitboard<W>) {
        let us = self.side.index();
        let Some(king) = self.of(self.side, self.variant.plain_kings[us]).first() else {
            return self.find_checks_on_royals();
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

    /// Visits each of `pieces`, all of side `by`, that attacks a square by a leap. Loops over single pieces, because
    /// few are near a king.
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

    /// Visits every line along which one of `pieces`, all of side `by`, could attack a square, whether the line is
    /// currently open or blocked.
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
            let [barriers, spared] = visitor.hurdles(self, &table.capture);
            if spared.contains(target) {
                continue;
            }
            for from in table.hop_sources[target.index()] & self.of_type(*piece_type) & pieces {
                for hop in &table.capture.hops[from.index()] {
                    visitor.visit(from, Line::Hop(hop, barriers))?;
                }
            }
        }
        Continue(())
    }

    /// Visits each of `pieces`, all of side `by`, that attacks a square by a privileged first move.
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

    /// Returns the destinations that can stop a check: the checker's square and the squares between it and the king.
    /// The second value is `true` if a move to one of these squares may fail to stop the check, so that each must be
    /// tested for legality.
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
        // Moving away the piece that a hopper hops over also stops the check, so any destination may do.
        let hops = table.hop_sources[king.index()].contains(checker);
        if hops {
            mask = self.variant.squares;
        }
        let leaps_by_right = self.variant.rights_attacking[color.index()][king.index()] & self.state.rights != 0;
        (mask, rides_path || hops || leaps_by_right)
    }

    /// Returns all piece types of the game.
    #[inline(always)]
    pub(super) fn piece_type_range(&self) -> impl Iterator<Item = PieceType> + use<W> {
        (0..self.variant.definition.pieces.len() as u8).map(PieceType)
    }
}

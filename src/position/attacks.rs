//! Who attacks what.

use super::{Piece, Position};
use crate::board::{Bitboard, Square};
use crate::rules::{Color, Hop, Landing, Moves, PieceType, RiderPath, RightKind};

/// Whether a path leads to the target over empty squares.
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

/// The pieces on the way of a path before the target; `None` if the path does not lead there at all.
fn in_the_way<const W: usize>(path: &RiderPath, target: Square, occupied: Bitboard<W>) -> Option<Bitboard<W>> {
    let end = path
        .squares
        .iter()
        .position(|square| *square == target)
        .filter(|end| *end >= path.landing)?;
    Some(path.squares[..end].iter().copied().collect::<Bitboard<W>>() & occupied)
}

/// The squares that a hop reaches; a piece there is reached whoever it belongs to.
fn hopped<const W: usize>(hop: &Hop, occupied: Bitboard<W>) -> Bitboard<W> {
    let mut attacks = Bitboard::EMPTY;
    let mut met = false;
    for (i, square) in hop.squares.iter().enumerate() {
        let lands = match hop.landing {
            Landing::Beyond | Landing::Next => met,
            Landing::Last => met && i + 1 == hop.squares.len(),
        };
        if lands {
            attacks.insert(*square);
        }
        let taken = occupied.contains(*square);
        if met && (taken || hop.landing == Landing::Next) {
            break;
        }
        met |= taken;
    }
    attacks
}

/// Whether one of the hops from a square reaches the target.
fn hops_to<const W: usize>(moves: &Moves<W>, from: Square, target: Square, occupied: Bitboard<W>) -> bool {
    let mut hops = moves.hops[from.index()].iter();
    hops.any(|hop| hopped(hop, occupied).contains(target))
}

impl<const W: usize> Position<W> {
    /// The squares that these movements reach from a square: every blocker is included, whoever it belongs to.
    #[inline(always)]
    pub(super) fn attacks(&self, moves: &Moves<W>, from: Square, occupied: Bitboard<W>) -> Bitboard<W> {
        let mut attacks = moves.leaps[from.index()];
        if !moves.directions.is_empty() {
            let mut slides = Bitboard::EMPTY;
            for direction in &moves.directions {
                slides |= self.variant.rays.slide(*direction as usize, from, occupied);
            }
            if let Some(range) = &moves.range {
                slides &= range[from.index()];
            }
            attacks |= slides;
        }
        if !moves.paths.is_empty() {
            for path in &moves.paths[from.index()] {
                for (i, square) in path.squares.iter().enumerate() {
                    if i >= path.landing {
                        attacks.insert(*square);
                    }
                    if occupied.contains(*square) {
                        break;
                    }
                }
            }
        }
        if !moves.hops.is_empty() {
            for hop in &moves.hops[from.index()] {
                attacks |= hopped(hop, occupied);
            }
        }
        attacks
    }

    /// The squares that the piece on a square attacks, whoever stands there; empty if nobody stands on the square.
    #[inline]
    pub fn attacks_from(&self, square: Square) -> Bitboard<W> {
        let Some(Piece { piece_type, color }) = self.piece_at(square) else {
            return Bitboard::EMPTY;
        };
        let mut attacks = self.attacks(
            &self.variant.piece_tables[color.index()][piece_type.index()].capture,
            square,
            self.occupied(),
        );
        let mut rights = self.state.rights & self.variant.rights_of[color.index()];
        while rights != 0 {
            if let RightKind::Leaps {
                square: home, capture, ..
            } = &self.variant.rights[rights.trailing_zeros() as usize].kind
                && *home == square
            {
                attacks |= *capture;
            }
            rights &= rights - 1;
        }
        attacks
    }

    /// Whether a player attacks a square.
    #[inline]
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.attacked(square, by, self.occupied(), self.of_color(by))
    }

    /// Whether any of `pieces`, all of them `by`'s, attacks the target while these squares are occupied. Each of the pieces
    /// must stand where the board has it.
    #[inline]
    pub(super) fn attacked(&self, target: Square, by: Color, occupied: Bitboard<W>, pieces: Bitboard<W>) -> bool {
        let variant = &*self.variant;
        let piece_tables = &variant.piece_tables[by.index()];
        for from in variant.leap_sources[by.index()][target.index()] & pieces {
            let piece_type = (self.board[from.index()] - 1) / 2;
            if piece_tables[piece_type as usize].capture.leaps[from.index()].contains(target) {
                return true;
            }
        }
        for piece_type in &variant.sliders[by.index()] {
            let sources =
                piece_tables[piece_type.index()].slide_sources[target.index()] & self.of_type(*piece_type) & pieces;
            for from in sources {
                if !variant.rays.between(from, target).intersects(occupied) {
                    return true;
                }
            }
        }
        for piece_type in &variant.path_riders[by.index()] {
            let table = &piece_tables[piece_type.index()];
            for from in table.path_sources[target.index()] & self.of_type(*piece_type) & pieces {
                if table.capture.paths[from.index()]
                    .iter()
                    .any(|path| leads_to(path, target, occupied))
                {
                    return true;
                }
            }
        }
        for piece_type in &variant.hoppers[by.index()] {
            let table = &piece_tables[piece_type.index()];
            for from in table.hop_sources[target.index()] & self.of_type(*piece_type) & pieces {
                if hops_to(&table.capture, from, target, occupied) {
                    return true;
                }
            }
        }
        let mut rights = variant.rights_attacking[by.index()][target.index()] & self.state.rights;
        while rights != 0 {
            if let RightKind::Leaps { square, .. } = &variant.rights[rights.trailing_zeros() as usize].kind
                && pieces.contains(*square)
            {
                return true;
            }
            rights &= rights - 1;
        }
        false
    }

    /// The pieces of both players that attack a square while these squares are occupied.
    pub fn attackers(&self, target: Square, occupied: Bitboard<W>) -> Bitboard<W> {
        let variant = &*self.variant;
        let mut attackers = Bitboard::EMPTY;
        for by in Color::BOTH {
            let pieces = self.of_color(by) & occupied;
            for from in variant.leap_sources[by.index()][target.index()] & pieces {
                let piece_type = (self.board[from.index()] - 1) / 2;
                if variant.piece_tables[by.index()][piece_type as usize].capture.leaps[from.index()].contains(target) {
                    attackers.insert(from);
                }
            }
            attackers |= self.distant_attackers(target, by, occupied, pieces);
            let mut rights = variant.rights_attacking[by.index()][target.index()] & self.state.rights;
            while rights != 0 {
                if let RightKind::Leaps { square, .. } = &variant.rights[rights.trailing_zeros() as usize].kind
                    && pieces.contains(*square)
                {
                    attackers.insert(*square);
                }
                rights &= rights - 1;
            }
        }
        attackers
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
        let variant = &*self.variant;
        let piece_tables = &variant.piece_tables[by.index()];
        let mut attackers = Bitboard::EMPTY;
        for piece_type in &variant.sliders[by.index()] {
            for from in
                piece_tables[piece_type.index()].slide_sources[target.index()] & self.of_type(*piece_type) & pieces
            {
                if !variant.rays.between(from, target).intersects(occupied) {
                    attackers.insert(from);
                }
            }
        }
        for piece_type in &variant.path_riders[by.index()] {
            let table = &piece_tables[piece_type.index()];
            for from in table.path_sources[target.index()] & self.of_type(*piece_type) & pieces {
                if table.capture.paths[from.index()]
                    .iter()
                    .any(|path| leads_to(path, target, occupied))
                {
                    attackers.insert(from);
                }
            }
        }
        for piece_type in &variant.hoppers[by.index()] {
            let table = &piece_tables[piece_type.index()];
            for from in table.hop_sources[target.index()] & self.of_type(*piece_type) & pieces {
                if hops_to(&table.capture, from, target, occupied) {
                    attackers.insert(from);
                }
            }
        }
        attackers
    }

    /// Finds who gives check to the side to move, and which of its pieces are pinned.
    pub(super) fn find_checks(&self) -> (Bitboard<W>, Bitboard<W>) {
        let variant = &*self.variant;
        let (mut checkers, mut pinned) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let Some(king) = self.king(self.side) else {
            return (checkers, pinned);
        };
        let by = !self.side;
        let (own, pieces, occupied) = (self.of_color(self.side), self.of_color(by), self.occupied());
        let piece_tables = &variant.piece_tables[by.index()];
        for from in variant.leap_sources[by.index()][king.index()] & pieces {
            let piece_type = (self.board[from.index()] - 1) / 2;
            if piece_tables[piece_type as usize].capture.leaps[from.index()].contains(king) {
                checkers.insert(from);
            }
        }
        for piece_type in &variant.sliders[by.index()] {
            for from in
                piece_tables[piece_type.index()].slide_sources[king.index()] & self.of_type(*piece_type) & pieces
            {
                let blockers = variant.rays.between(from, king) & occupied;
                if blockers.is_empty() {
                    checkers.insert(from);
                } else if !blockers.more_than_one() {
                    pinned |= blockers & own;
                }
            }
        }
        for piece_type in &variant.path_riders[by.index()] {
            let table = &piece_tables[piece_type.index()];
            for from in table.path_sources[king.index()] & self.of_type(*piece_type) & pieces {
                for blockers in table.capture.paths[from.index()]
                    .iter()
                    .filter_map(|p| in_the_way(p, king, occupied))
                {
                    if blockers.is_empty() {
                        checkers.insert(from);
                    } else if !blockers.more_than_one() {
                        pinned |= blockers & own;
                    }
                }
            }
        }
        for piece_type in &variant.hoppers[by.index()] {
            let table = &piece_tables[piece_type.index()];
            for from in table.hop_sources[king.index()] & self.of_type(*piece_type) & pieces {
                // Whoever comes or goes may be what is leapt over.
                pinned = own;
                if hops_to(&table.capture, from, king, occupied) {
                    checkers.insert(from);
                }
            }
        }
        let mut rights = variant.rights_attacking[by.index()][king.index()] & self.state.rights;
        while rights != 0 {
            if let RightKind::Leaps { square, .. } = &variant.rights[rights.trailing_zeros() as usize].kind {
                checkers.insert(*square);
            }
            rights &= rights - 1;
        }
        (checkers, pinned)
    }

    /// The squares where a piece can stop this one check: the checker's own, and those on its way to the king. The second
    /// value tells whether that is only a superset, so that each move has to be tried.
    pub(super) fn check_stoppers(&self, checker: Square, king: Square) -> (Bitboard<W>, bool) {
        let mut stoppers = Bitboard::from_square(checker);
        let Some(Piece { piece_type, color }) = self.piece_at(checker) else {
            return (stoppers, false);
        };
        let table = &self.variant.piece_tables[color.index()][piece_type.index()];
        if table.capture.leaps[checker.index()].contains(king) {
            return (stoppers, false);
        }
        let slides = table.slide_sources[king.index()].contains(checker);
        if slides {
            stoppers |= self.variant.rays.between(checker, king);
        }
        let walks = table.path_sources[king.index()].contains(checker);
        if walks {
            for path in &table.capture.paths[checker.index()] {
                if let Some(end) = path.squares.iter().position(|square| *square == king) {
                    stoppers |= path.squares[..end].iter().copied().collect();
                }
            }
        }
        // A hop is also stopped by taking away what is leapt over.
        let hops = table.hop_sources[king.index()].contains(checker);
        if hops {
            stoppers = self.variant.squares;
        }
        let leaps_by_right = self.variant.rights_attacking[color.index()][king.index()] & self.state.rights != 0;
        (stoppers, walks || hops || leaps_by_right)
    }

    /// The piece types in this game.
    #[inline(always)]
    pub(super) fn piece_type_range(&self) -> impl Iterator<Item = PieceType> + use<W> {
        (0..self.variant.definition.pieces.len() as u8).map(PieceType)
    }
}

//! Legality: whether a move leaves the king of the moving side safe, and whether a move of unknown origin is legal in a
//! position.

use super::sink::{AnyMove, compact};
use super::{Generate, Move, MoveKind, Piece, Position};
use crate::board::{Bitboard, Square};
use crate::rules::{Passage, PieceType, RightKind};

impl<const W: usize> Position<W> {
    /// Returns whether the king of the side to move is safe after its piece on `from` has moved to `to` and the piece
    /// on `captured` has been removed.
    #[inline]
    pub(super) fn is_safe(&self, from: Square, to: Square, captured: Option<Square>) -> bool {
        let us = self.side.index();
        let Some(mut king) = self.of(self.side, self.variant.plain_kings[us]).first() else {
            return self.royals_are_safe(from, to, captured);
        };
        if king == from {
            king = to;
        }
        let mut occupied = self.occupied();
        let mut pieces = self.of_color(!self.side);
        if let Some(square) = captured {
            occupied.remove(square);
            pieces.remove(square);
        }
        occupied.remove(from);
        occupied.insert(to);
        !self.attacked(king, !self.side, occupied, pieces)
    }

    /// Returns whether a move other than a castling, with or without promotion, leaves the royal pieces of the side to
    /// move safe. `captured` is the square of the captured piece.
    fn is_safe_move(&self, m: Move, captured: Option<Square>) -> bool {
        match self.variant.royal_promotions && m.promoted().is_some() {
            true => self.promotes_safely(m),
            false => self.is_safe(m.from(), m.to(), captured),
        }
    }

    /// Returns whether the castling that a right allows is legal in this position. `right` is the index of the right;
    /// an index that does not belong to a castling yields `false`.
    pub(super) fn can_castle(&self, right: usize) -> bool {
        let Some(found) = self.variant.rights.get(right) else {
            return false;
        };
        let RightKind::Castling {
            king,
            rook,
            empty,
            safe,
            ..
        } = &found.kind
        else {
            return false;
        };
        let them = !self.side;
        if found.color != self.side
            || self.state.rights >> right & 1 == 0
            || self.in_check()
            || empty.intersects(self.occupied())
        {
            return false;
        }
        if self.variant.plain_kings[self.side.index()] == PieceType::NONE {
            return self.castles_safely(*king, *rook, *safe);
        }
        if safe.into_iter().any(|square| self.is_attacked(square, them)) {
            return false;
        }
        let mut occupied = self.occupied();
        occupied.remove(king.0);
        occupied.remove(rook.0);
        occupied.insert(king.1);
        occupied.insert(rook.1);
        !self.attacked(king.1, them, occupied, self.of_color(them))
    }

    /// Returns the destinations of the privileged first moves of the piece on `from`: one set for the quiet moves, and
    /// one set for the captures. Ignores whether the king is safe afterwards.
    pub(super) fn first_move_targets(&self, from: Square) -> (Bitboard<W>, Bitboard<W>) {
        let (mut quiets, mut captures) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let (own, enemies) = (self.of_color(self.side), self.of_color(!self.side));
        let mut rights = self.state.rights & self.variant.rights_of[self.side.index()];
        while rights != 0 {
            let right = &self.variant.rights[rights.trailing_zeros() as usize];
            rights &= rights - 1;
            let RightKind::Leaps {
                square,
                quiet,
                capture,
                passages,
                passage,
                ..
            } = &right.kind
            else {
                continue;
            };
            if *square != from {
                continue;
            }
            let (mut quiet, mut capture) = (quiet.without(own | enemies), *capture & enemies);
            for (to, half_way) in passages {
                let safe = |middle: &Square| match passage {
                    Passage::OverFriends => !enemies.contains(*middle) && !self.is_attacked(*middle, !self.side),
                    Passage::OverAll => !self.is_attacked(*middle, !self.side),
                    Passage::BySteps => !(own | enemies).contains(*middle) && self.is_safe(from, *middle, None),
                };
                if self.in_check() || !half_way.iter().any(safe) {
                    quiet.remove(*to);
                    capture.remove(*to);
                }
            }
            quiets |= quiet;
            captures |= capture;
        }
        (quiets, captures)
    }

    /// Returns whether a move is legal in this position. Any bit pattern may be passed: a move from the transposition
    /// table, from another position or from a damaged file.
    pub fn is_legal(&self, m: Move) -> bool {
        self.is_legal_alone(m) && (!self.variant.restricted || self.is_permitted(m))
            || self.is_in_prelude(m)
            || m.gated().is_some() && self.is_legal_gating(m)
    }

    /// Returns whether an otherwise legal move is permitted: it is not forbidden by the prelude, by a mandatory capture
    /// or drop, by a capture en passant with its origin and destination, by kings that must be separated, or by a ban
    /// on checks or trades.
    #[cold]
    fn is_permitted(&self, m: Move) -> bool {
        if self.prelude_comes_first() {
            return false;
        }
        if m.dropped().is_none() && self.drops_come_first() {
            return false;
        }
        let captures = m.is_capture() || !self.captures_come_first() || !self.can_capture();
        let trades = self.variant.trades.as_ref();
        let separates = !self.is_king_faced() || !self.leaves_kings_facing(m);
        captures
            && separates
            && !self.captures_instead(m)
            && !trades.is_some_and(|trades| self.is_forbidden_trade(trades, m))
            && !(self.variant.definition.kings.checks_forbidden && self.gives_check(m))
    }

    /// Returns whether a move is legal, apart from rules that depend on other moves and from a ban on checks.
    pub(super) fn is_legal_alone(&self, m: Move) -> bool {
        let (from, to) = (m.from(), m.to());
        let squares = self.variant.definition.shape.area();
        if from.index() >= squares || to.index() >= squares || !self.variant.squares.contains(to) {
            return false;
        }
        let Some(Piece { piece_type, color }) = self.piece_at(from) else {
            return self.is_legal_drop(m);
        };
        if color != self.side || self.is_king_taken(!self.side) {
            return false;
        }
        if let Some(chain) = self.state.chain {
            return from == chain && m.kind() == MoveKind::Capture && self.is_legal_step(piece_type, m);
        }
        if matches!(m.kind(), MoveKind::Double | MoveKind::Rare) {
            if m.is_swap() {
                return self.is_legal_swap(m);
            }
            return match self.variant.passes {
                true => self.passing_move() == Some(m),
                false => self.is_legal_double(m),
            };
        }
        if m.kind() == MoveKind::EnPassant {
            return self.is_legal_en_passant(m);
        }
        if m.is_capture() {
            return self.is_legal_step(piece_type, m);
        }
        self.is_legal_quiet(piece_type, m)
    }

    /// Returns whether a capture other than en passant, with or without promotion, is legal.
    fn is_legal_step(&self, piece_type: PieceType, m: Move) -> bool {
        let (from, to) = (m.from(), m.to());
        let table = &self.variant.piece_tables[self.side.index()][piece_type.index()];
        self.of_color(!self.side).contains(to)
            && m == self.canonical(m, piece_type, MoveKind::Capture)
            && (self.attacks(&table.capture, from, self.occupied()).contains(to)
                || self.first_move_targets(from).1.contains(to))
            && (self.captures_king(to) || self.is_safe_move(m, Some(to)))
    }

    fn is_legal_quiet(&self, piece_type: PieceType, m: Move) -> bool {
        let (from, to) = (m.from(), m.to());
        if m.kind() == MoveKind::Castling {
            let right = m.right();
            return match self.variant.rights.get(right).map(|right| &right.kind) {
                Some(RightKind::Castling { king, .. }) => {
                    m == Move::castling(king.0, king.1, right) && self.can_castle(right)
                }
                _ => false,
            };
        }
        if self.variant.standing.is_some() && self.is_legal_standing(m) {
            return true;
        }
        if self.occupied().contains(to) {
            return false;
        }
        let table = &self.variant.piece_tables[self.side.index()][piece_type.index()];
        let reaches = match m.kind() {
            MoveKind::MultiStep => {
                m.promoted().is_none()
                    && m == self.canonical(m, piece_type, MoveKind::MultiStep)
                    && self.multi_steps(piece_type, from).any(|end| end == to)
            }
            MoveKind::Quiet => {
                m == self.canonical(m, piece_type, MoveKind::Quiet)
                    && (self.attacks(&table.quiet, from, self.occupied()).contains(to)
                        || self.first_move_targets(from).0.contains(to)
                        || m.promoted().is_some() && self.multi_steps(piece_type, from).any(|end| end == to))
            }
            _ => false,
        };
        reaches && self.is_safe_move(m, None)
    }

    /// Returns the move as the generator would encode it; [`Move::NONE`] if its promotion is impossible, or if a
    /// mandatory promotion is missing.
    fn canonical(&self, m: Move, piece_type: PieceType, as_kind: MoveKind) -> Move {
        let choices = self.promotions(piece_type, m.from(), m.to(), as_kind == MoveKind::Capture);
        match m.promoted() {
            Some(piece) if choices.contains(&piece) && self.can_promote_to(piece_type, piece) => {
                Move::promotion(m.from(), m.to(), as_kind, piece)
            }
            None if choices.is_empty() || !self.must_promote(piece_type, m.from(), m.to()) => {
                Move::new(m.from(), m.to(), as_kind)
            }
            _ => Move::NONE,
        }
    }

    /// Returns whether a move of a piece of the side to move must promote it.
    fn must_promote(&self, piece_type: PieceType, from: Square, to: Square) -> bool {
        self.variant
            .compulsory_promotion(self.side, piece_type, from)
            .contains(to)
    }

    /// Returns the piece types to which a move from one square to another may promote a piece; none if the move cannot
    /// promote it. `captures` indicates whether the move is a capture.
    #[inline]
    pub(super) fn promotions(&self, piece_type: PieceType, from: Square, to: Square, captures: bool) -> &[PieceType] {
        let us = self.side.index();
        let zone = self.variant.promotion_zone(self.side, piece_type, from, captures);
        if !zone.contains(to) {
            return &[];
        }
        &self.variant.promotions[us][piece_type.index()][to.index()]
    }

    /// Returns whether the side to move may promote a `piece_type` to a `piece`. If the game limits such promotions,
    /// the side must have fewer pieces of the type `piece` than the limit.
    #[inline]
    pub(super) fn can_promote_to(&self, piece_type: PieceType, piece: PieceType) -> bool {
        match &self.variant.promotion_limits[self.side.index()][piece_type.index()] {
            Some(limits) => self.of(self.side, piece).count() < limits[piece.index()],
            None => true,
        }
    }

    /// Returns the destinations of the multi-steps from a square: two or more steps forward, up to the first occupied
    /// square.
    #[inline(always)]
    pub(super) fn multi_steps(&self, piece_type: PieceType, from: Square) -> impl Iterator<Item = Square> + '_ {
        let most = self.variant.multi_steps[self.side.index()][piece_type.index()].most[from.index()];
        let mut at = from;
        let mut step = move || {
            at = self.backward(at, !self.side);
            (self.board[at.index()] == 0).then_some(at)
        };
        let open = most > 1 && step().is_some();
        (1..if open { most } else { 1 }).map_while(move |_| step())
    }

    /// Returns whether the side to move has a legal capture, including en passant.
    pub fn can_capture(&self) -> bool {
        let mut any = AnyMove::default();
        self.visit_on_board(Generate::Noisy, false, compact(&mut any));
        any.found
    }
}

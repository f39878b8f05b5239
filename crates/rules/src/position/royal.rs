//! Royal pieces, in games where a side has none or several of them, or where kings may not face each other. In these
//! games the position after every move is tested, which is slower than the pins and masks that a single king allows.

use super::generate::GenContext;
use super::sink::Sink;
use super::{Generate, Move, Position};
use crate::board::{Bitboard, Square};
use crate::rules::{Color, Facing, PieceType};

impl<const W: usize> Position<W> {
    /// Returns the number of a side's pieces whose types are royal, on the board and in hand.
    pub(super) fn count_royal(&self, color: Color) -> u32 {
        let royal = self.variant.definition.piece_types().filter(|(_, piece)| piece.royal);
        royal
            .map(|(piece_type, _)| self.of(color, piece_type).count() + self.held(color, piece_type))
            .sum()
    }

    /// Returns whether a side may have this number of pieces whose types are royal. Depending on the game, a side must
    /// have exactly one king, at least one royal piece, or none.
    pub(super) fn may_have_royal(&self, color: Color, count: u32) -> bool {
        let king = self.variant.kings[color.index()];
        match (king != PieceType::NONE, self.variant.starts_with_royal[color.index()]) {
            (true, _) => count == 1 && (self.of(color, king).any() || self.holds_king(color)),
            (false, true) => count > 0,
            (false, false) => count == 0,
        }
    }

    /// Returns the squares of a side's royal pieces.
    pub fn royal_squares(&self, color: Color) -> Bitboard<W> {
        let types = &self.variant.royals[color.index()];
        if self.variant.royal_up_to != u32::MAX {
            let all = types.iter().map(|(piece_type, _)| self.of(color, *piece_type).count());
            if all.sum::<u32>() > self.variant.royal_up_to {
                return Bitboard::EMPTY;
            }
        }
        let royal = types.iter().map(|(piece_type, most)| {
            let pieces = self.of(color, *piece_type);
            if pieces.count() <= *most {
                pieces
            } else {
                Bitboard::EMPTY
            }
        });
        let royal = royal.fold(Bitboard::EMPTY, |all, pieces| all | pieces);
        royal | self.of(color, self.variant.plain_kings[color.index()])
    }

    /// Returns whether a royal piece of a side is attacked, or its king faces the other king.
    pub(super) fn is_unsafe(&self, color: Color) -> bool {
        let mut royal = self.royal_squares(color).into_iter();
        royal.any(|square| self.is_hit(square, color, self.occupied(), self.of_color(!color)))
    }

    /// Returns whether kings may not face each other and the enemy king would face a king of `color` on this square if
    /// exactly the squares in `occupied` were occupied.
    pub(super) fn is_faced(&self, square: Square, color: Color, occupied: Bitboard<W>) -> bool {
        self.variant.facing_forbidden.any() && self.faces(self.variant.facing_forbidden, square, color, occupied)
    }

    /// Returns whether the enemy king would face a king of `color` on this square along one of `lines` if exactly the
    /// squares in `occupied` were occupied.
    pub(super) fn faces(&self, lines: Facing, square: Square, color: Color, occupied: Bitboard<W>) -> bool {
        let Some(enemy) = self.king(!color) else {
            return false;
        };
        let shape = &self.variant.definition.shape;
        let files = shape.file(enemy) as i8 - shape.file(square) as i8;
        let ranks = shape.rank(enemy) as i8 - shape.rank(square) as i8;
        let on_line = shape.level(enemy) == shape.level(square) && lines.is_along(files, ranks);
        // A hole between the kings separates them: no line leads across it.
        let between = self.variant.rays.between(square, enemy);
        on_line
            && between.count() + 1 == u32::from(files.unsigned_abs().max(ranks.unsigned_abs()))
            && !between.intersects(occupied)
    }

    /// Returns whether the royal pieces of the side to move are safe after its piece on `from` has moved to `to` and
    /// the piece on `captured` has been removed, in a game without plain kings.
    #[cold]
    pub(super) fn royals_are_safe(&self, from: Square, to: Square, captured: Option<Square>) -> bool {
        if let Some(blast) = &self.variant.blast {
            if self.is_king_taken(self.side) {
                return false;
            }
            if let Some(square) = captured {
                return self.survives_blast(blast, from, to, square);
            }
        }
        let mut royal = self.royal_squares(self.side);
        if royal.contains(from) {
            royal.remove(from);
            royal.insert(to);
        }
        let (mut occupied, mut enemies) = (self.occupied(), self.of_color(!self.side));
        if let Some(square) = captured {
            occupied.remove(square);
            enemies.remove(square);
        }
        occupied.remove(from);
        occupied.insert(to);
        if self.variant.hurdles {
            let mover = self.piece_at(from).map(|piece| piece.piece_type);
            return royal
                .into_iter()
                .all(|square| !self.is_hit_past(square, (to, mover), occupied, enemies));
        }
        self.are_safe(royal, occupied, enemies)
    }

    /// Returns whether royal pieces of the side to move would be safe on these squares if exactly the squares in
    /// `occupied` were occupied and the pieces of the opponent were those on `enemies`.
    #[inline]
    pub(super) fn are_safe(&self, royal: Bitboard<W>, occupied: Bitboard<W>, enemies: Bitboard<W>) -> bool {
        !royal
            .into_iter()
            .any(|square| self.is_hit(square, self.side, occupied, enemies))
    }

    /// Returns whether a royal piece of `color` would be attacked on a square, or would face the enemy king, if exactly
    /// the squares in `occupied` were occupied and the pieces of the opponent were those on `enemies`. Not inlined,
    /// because it has many callers, all of them for unusual rules, and much code.
    #[inline(never)]
    fn is_hit(&self, square: Square, color: Color, occupied: Bitboard<W>, enemies: Bitboard<W>) -> bool {
        let attackers = self.unharmed(square, !color, enemies);
        self.attacked(square, !color, occupied, attackers) || self.is_faced(square, color, occupied)
    }

    /// Returns what [`Position::is_hit`] returns for the side to move after a move, in a game where hops may not lead
    /// over some pieces. The squares of those pieces depend on what has arrived, and where.
    fn is_hit_past(
        &self,
        square: Square,
        arrived: (Square, Option<PieceType>),
        occupied: Bitboard<W>,
        enemies: Bitboard<W>,
    ) -> bool {
        self.attacked_past(square, !self.side, arrived, occupied, enemies) || self.is_faced(square, self.side, occupied)
    }

    /// Returns whether a castling leaves all royal pieces of the side to move safe, in a game without plain kings.
    /// `safe` holds the squares that the piece in the king's role leaves, crosses and reaches.
    #[cold]
    pub(super) fn castles_safely(&self, king: (Square, Square), rook: (Square, Square), safe: Bitboard<W>) -> bool {
        let (us, them) = (self.side, !self.side);
        let mut royal = self.royal_squares(us);
        let mut on_the_way = self.occupied();
        on_the_way.remove(king.0);
        // In games where captures blast, a king that touches the enemy king may castle although a piece attacks it
        // along the rank. That piece also attacks the squares behind the king.
        let seen = match self.variant.blast.is_some() {
            true => on_the_way,
            false => self.occupied(),
        };
        let is_hit = |square: Square| {
            let attackers = self.unharmed(square, them, self.of_color(them));
            self.attacked(square, them, seen, attackers) || self.is_faced(square, us, on_the_way)
        };
        let crosses = royal.contains(king.0) && safe.into_iter().any(is_hit);
        let mut occupied = self.occupied();
        for (from, to) in [king, rook] {
            let is_royal = royal.contains(from);
            royal.remove(from);
            occupied.remove(from);
            if is_royal {
                royal.insert(to);
            }
        }
        occupied.insert(king.1);
        occupied.insert(rook.1);
        !crosses && self.are_safe(royal, occupied, self.of_color(them))
    }

    /// Returns the pieces that attack royal pieces of the side to move, and the pieces of the side to move that count
    /// as pinned (all of them if it has royal pieces, otherwise none), in a game without plain kings.
    #[cold]
    pub(super) fn find_checks_on_royals(&self) -> (Bitboard<W>, Bitboard<W>) {
        let royal = self.royal_squares(self.side);
        let them = !self.side;
        let attackers =
            |square: Square| self.attackers(square, them) & self.unharmed(square, them, self.of_color(them));
        let checkers = royal
            .into_iter()
            .fold(Bitboard::EMPTY, |all, square| all | attackers(square));
        match royal.any() {
            true => (checkers, self.of_color(self.side)),
            false => (checkers, Bitboard::EMPTY),
        }
    }

    /// Passes the moves of the kind `what` to a sink, as [`Position::visit`] does, in a game without plain kings. The
    /// sink is dynamic, so that the generator for each type of sink is called from one place, [`Position::visit`], and
    /// inlined there.
    #[cold]
    pub(super) fn visit_without_king(&self, what: Generate, promotions: bool, sink: &mut dyn Sink<W>) {
        if self.is_king_taken(self.side) {
            return;
        }
        if let Some(at) = self.state.chain {
            if what != Generate::Quiet {
                self.visit_chain(at, sink);
            }
            return;
        }
        let context = GenContext {
            check_mask: self.variant.squares,
            pinned: self.state.pinned,
            captures: what != Generate::Quiet,
            quiets: what != Generate::Noisy,
            promotions: what != Generate::Quiet && promotions,
        };
        for piece_type in self.piece_type_range() {
            self.visit_piece_type(piece_type, &context, sink);
            if sink.is_done() {
                return;
            }
        }
        self.visit_rights(None, &context, sink);
        if context.captures {
            self.visit_en_passant(sink);
        }
        if self.variant.extra_moves {
            self.visit_extra(what, context.promotions, sink);
        }
    }

    /// Returns whether a legal move gives check, by making it, in a game where the enemy has no king or several, where
    /// captures blast, or where hops may not lead over some pieces.
    #[cold]
    pub(super) fn gives_check_slowly(&self, m: Move) -> bool {
        if self.variant.royals[(!self.side).index()].is_empty() {
            return false;
        }
        let mut after = self.without_history();
        after.make(m);
        after.in_check()
    }

    /// Returns whether the king of a side has been captured in a chain of captures, or by a blast.
    #[inline]
    pub fn is_king_taken(&self, color: Color) -> bool {
        self.variant.kings[color.index()] != PieceType::NONE && self.king(color).is_none() && !self.holds_king(color)
    }

    /// Returns whether a side still has its king in hand, because the game begins with it there. Until it is dropped,
    /// the side cannot be in check.
    #[cold]
    pub fn holds_king(&self, color: Color) -> bool {
        let king = self.variant.kings[color.index()];
        king != PieceType::NONE && self.held(color, king) > 0
    }

    /// Returns whether the royal pieces of the side to move are safe after it drops a piece, in a game where hops may
    /// not lead over some pieces.
    #[cold]
    pub(super) fn royals_are_safe_after_drop(&self, piece_type: PieceType, to: Square) -> bool {
        let mut occupied = self.occupied();
        occupied.insert(to);
        let mut royal = self.royal_squares(self.side).into_iter();
        royal.all(|square| !self.is_hit_past(square, (to, Some(piece_type)), occupied, self.of_color(!self.side)))
    }

    /// Returns whether the royal pieces of the side to move are safe after it drops a royal piece on `to`, the dropped
    /// piece included.
    #[cold]
    pub(super) fn drops_safely(&self, to: Square) -> bool {
        let mut royal = self.royal_squares(self.side);
        royal.insert(to);
        let mut occupied = self.occupied();
        occupied.insert(to);
        self.are_safe(royal, occupied, self.of_color(!self.side))
    }
}

//! Generation of promotions. A few games have promotions that are compulsory when a piece leaves a zone, that depend on
//! whether such a move captures, or that change which pieces are royal; they have a function of their own, because in
//! all other games the generator would be slower if it considered them.

use super::generate::GenContext;
use super::sink::Sink;
use super::{Move, MoveKind, Position};
use crate::board::{Bitboard, Square};
use crate::rules::{PieceTable, PieceType};

impl<const W: usize> Position<W> {
    /// Emits the moves of pieces of a type that has promotions of these kinds, as [`Position::visit_pieces`] does for
    /// other types.
    #[cold]
    #[inline(never)]
    pub(super) fn visit_unusual_pieces<S: Sink<W> + ?Sized>(
        &self,
        piece_type: PieceType,
        pieces: Bitboard<W>,
        table: &PieceTable<W>,
        context: &GenContext<W>,
        sink: &mut S,
    ) {
        let (occupied, enemies) = (self.occupied(), self.of_color(!self.side));
        for from in pieces {
            let forced = self.variant.compulsory_promotion(self.side, piece_type, from);
            let captures = self.attacks(&table.capture, from, occupied) & enemies;
            let quiets = self.attacks(&table.quiet, from, occupied).without(occupied);
            for (targets, kind, plain, promoting) in [
                (captures, MoveKind::Capture, context.captures, context.captures),
                (quiets, MoveKind::Quiet, context.quiets, context.promotions),
            ] {
                let targets = targets & context.check_mask;
                let captured = |to: Square| (kind == MoveKind::Capture).then_some(to);
                let is_safe = |to: &Square| !context.pinned.contains(from) || self.is_safe(from, *to, captured(*to));
                let safe: Bitboard<W> = targets.into_iter().filter(is_safe).collect();
                if plain {
                    sink.set(from, safe.without(forced), kind);
                }
                if promoting {
                    let captures = kind == MoveKind::Capture;
                    let zone = self.variant.promotion_zone(self.side, piece_type, from, captures);
                    // Each promotion that changes which pieces are royal is tested individually.
                    let open = if self.variant.royal_promotions { targets } else { safe };
                    self.promote(piece_type, from, open & zone, kind, sink);
                }
            }
        }
    }

    /// Returns whether a promotion, which may change how many pieces are royal, leaves all royal pieces of the side to
    /// move safe.
    #[cold]
    pub(super) fn promotes_safely(&self, m: Move) -> bool {
        let mut after = self.without_history();
        after.make(m);
        !after.is_unsafe(self.side)
    }

    /// Emits the promotions on `targets`, if there are any. Runs for every piece but rarely finds a promotion, so only
    /// the test for emptiness is inlined.
    #[inline(always)]
    pub(super) fn promote<S: Sink<W> + ?Sized>(
        &self,
        piece_type: PieceType,
        from: Square,
        targets: Bitboard<W>,
        as_kind: MoveKind,
        sink: &mut S,
    ) {
        if targets.any() {
            self.promote_on(piece_type, from, targets, as_kind, sink);
        }
    }

    /// Emits the promotions on `targets`.
    #[inline(never)]
    pub(super) fn promote_on<S: Sink<W> + ?Sized>(
        &self,
        piece_type: PieceType,
        from: Square,
        targets: Bitboard<W>,
        as_kind: MoveKind,
        sink: &mut S,
    ) {
        for to in targets {
            for piece in self.promotions(piece_type, from, to, as_kind == MoveKind::Capture) {
                let m = Move::promotion(from, to, as_kind, *piece);
                let safe = !self.variant.royal_promotions || self.promotes_safely(m);
                if self.can_promote_to(piece_type, *piece) && safe {
                    sink.one(m);
                }
            }
        }
    }
}

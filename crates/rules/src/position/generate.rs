//! Generation of legal moves. The generator emits one bitboard of destinations per piece. It tests the king's safety
//! move by move only where bitboards cannot decide it: for king moves, pinned pieces, en-passant captures, castling,
//! chains of captures, double checks, and checks for which the mask of destinations is inexact. Counting moves then
//! means counting bits, which speeds up perft. (The idea of emitting sets comes from the cozy-chess library.)

use super::gating::Gated;
use super::sink::{AnyMove, Counter, Filtered, Lister, Sink, compact, shift};
use super::{Move, MoveKind, Position};
use crate::board::width::compiled_natively;
use crate::board::{Bitboard, Square, same_ref};
use crate::rules::{Color, HandTables, PieceTable, PieceType, RightKind};

/// Which moves to generate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Generate {
    /// All legal moves.
    All,
    /// Captures and promotions.
    Noisy,
    /// All moves that are not noisy; none if captures are mandatory and one is possible.
    Quiet,
}

/// A list of moves, in no particular order.
pub type MoveList = Vec<Move>;

/// The restrictions on moves of pieces other than the king, and the kinds of moves to generate.
pub(super) struct GenContext<const W: usize> {
    /// The allowed destinations: all squares, or in check the squares that can stop the check.
    pub check_mask: Bitboard<W>,
    /// The pieces whose moves must be tested one by one for the king's safety.
    pub pinned: Bitboard<W>,
    pub captures: bool,
    pub quiets: bool,
    pub promotions: bool,
}

impl<const W: usize> Position<W> {
    /// Appends the legal moves of the kind `what` to a list. In the middle of a chain the only legal moves are the
    /// captures that continue it.
    pub fn generate(&self, what: Generate, list: &mut MoveList) {
        match self.variant.restricted {
            false => self.visit(what, true, &mut Lister(list)),
            true => self.generate_permitted(what, list),
        }
    }

    /// Appends the legal moves of the kind `what` to a list, in a game where captures or drops are mandatory, checks
    /// are forbidden, the sides begin with a prelude, a pawn may step where it could capture en passant, or a side may
    /// pass.
    fn generate_permitted(&self, what: Generate, list: &mut MoveList) {
        if self.in_prelude() {
            if what != Generate::Noisy {
                list.extend(self.prelude_moves());
            }
            if self.prelude_comes_first() {
                return;
            }
        }
        if self.drops_come_first() {
            if what != Generate::Noisy {
                self.visit_permitted_drops(&mut Lister(list));
            }
            return;
        }
        if !self.captures_come_first() {
            return self.visit_permitted(what, true, &mut Lister(list));
        }
        match what {
            Generate::Quiet => {
                if !self.can_capture() {
                    self.visit_permitted(Generate::Quiet, true, &mut Lister(list));
                }
            }
            _ => {
                let before = list.len();
                self.visit_on_board(Generate::Noisy, false, &mut Lister(list));
                if list.len() == before {
                    self.visit_permitted(what, true, &mut Lister(list));
                }
            }
        }
    }

    /// Passes the moves of the kind `what` to a sink as [`Position::visit`] does, with drops, swaps and the pass, and
    /// without those that give check if checks are forbidden.
    fn visit_permitted<S: Sink<W> + ?Sized>(&self, what: Generate, promotions: bool, sink: &mut S) {
        match self.is_king_faced() {
            false => self.visit_moves(what, promotions, sink),
            true => {
                let (keeps, sink) = (|m: Move| !self.leaves_kings_facing(m), sink.as_dyn());
                self.visit_moves(what, promotions, Filtered { keeps, sink }.as_dyn());
            }
        }
        if self.variant.passes
            && what != Generate::Noisy
            && !sink.is_done()
            && let Some(pass) = self.passing_move()
        {
            sink.one(pass);
        }
    }

    /// Passes the moves of the kind `what` to a sink as [`Position::visit_permitted`] does, without the pass.
    pub(super) fn visit_moves<S: Sink<W> + ?Sized>(&self, what: Generate, promotions: bool, sink: &mut S) {
        self.visit_on_board(what, promotions, sink);
        if what != Generate::Noisy && self.variant.successors != 0 && !sink.is_done() {
            self.visit_swaps(sink.as_dyn());
        }
        if what != Generate::Noisy && self.hand.is_some() && !sink.is_done() {
            self.visit_permitted_drops(sink.as_dyn());
        }
    }

    /// Passes the moves of pieces on the board to a sink, without those that give check if checks are forbidden, and
    /// without forbidden trades.
    pub(super) fn visit_on_board<S: Sink<W> + ?Sized>(&self, what: Generate, promotions: bool, sink: &mut S) {
        match self.variant.stepping_takers != 0 && self.state.en_passant.any() {
            true => self.visit_with_takers(what, promotions, sink.as_dyn()),
            false => self.visit_traded(what, promotions, sink),
        }
    }

    /// Passes the moves of pieces on the board to a sink as [`Position::visit_on_board`] does, including the steps of
    /// pawns to squares where they could capture en passant.
    pub(super) fn visit_traded<S: Sink<W> + ?Sized>(&self, what: Generate, promotions: bool, sink: &mut S) {
        if let Some(trades) = &self.variant.trades {
            let (keeps, sink) = (|m: Move| !self.is_forbidden_trade(trades, m), sink.as_dyn());
            return self.visit_silent(what, promotions, Filtered { keeps, sink }.as_dyn());
        }
        if let Some(tables) = self.gating() {
            return self.visit_with_gates(tables, what, promotions, sink.as_dyn());
        }
        self.visit_silent(what, promotions, sink);
    }

    /// Passes the moves of pieces on the board to a sink, each followed by the moves that also gate a piece.
    #[cold]
    fn visit_with_gates(&self, tables: &HandTables<W>, what: Generate, promotions: bool, sink: &mut dyn Sink<W>) {
        let (position, gates) = (self, self.gates());
        let mut gated = Gated {
            position,
            tables,
            gates,
            sink,
        };
        self.visit(what, promotions, gated.as_dyn());
    }

    /// Passes the moves of pieces on the board to a sink, without those that give check if checks are forbidden. Does
    /// not test for forbidden trades.
    fn visit_silent<S: Sink<W> + ?Sized>(&self, what: Generate, promotions: bool, sink: &mut S) {
        match self.forbidden_checks() {
            Some(test) => {
                let (keeps, sink) = (|m: Move| !test.gives_check(m), sink.as_dyn());
                self.visit(what, promotions, Filtered { keeps, sink }.as_dyn());
            }
            None => self.visit(what, promotions, sink),
        }
    }

    /// Returns whether the side to move must capture if it can. Returns `false` in the middle of a chain, where all
    /// moves are captures anyway.
    pub(super) fn captures_come_first(&self) -> bool {
        self.variant.definition.captures.mandatory && self.state.chain.is_none()
    }

    /// Returns all legal moves.
    pub fn legal_moves(&self) -> MoveList {
        compiled_natively!(W, (position: &Position<W> = same_ref(self)) -> MoveList {
            let mut list = MoveList::new();
            position.generate(Generate::All, &mut list);
            list
        })
    }

    /// Counts the legal moves, without listing them.
    pub fn count_moves(&self) -> u64 {
        compiled_natively!(W, (position: &Position<W> = same_ref(self)) -> u64 { position.number_of_moves() })
    }

    /// Returns what [`Position::count_moves`] returns. This function is compiled together with its caller, which
    /// `count_moves` is not.
    pub(super) fn number_of_moves(&self) -> u64 {
        let mut counter = Counter::default();
        match self.variant.restricted {
            false => self.visit(Generate::All, true, compact(&mut counter)),
            true => self.count_permitted(&mut counter),
        }
        counter.0
    }

    fn count_permitted(&self, counter: &mut Counter) {
        if self.in_prelude() {
            let own = self.prelude_moves().len() as u64;
            if !self.prelude_comes_first() {
                self.visit_permitted(Generate::All, true, counter);
            }
            counter.0 += own;
            return;
        }
        if self.drops_come_first() {
            return self.visit_permitted_drops(counter);
        }
        if self.captures_come_first() {
            self.visit_on_board(Generate::Noisy, false, compact(counter));
        }
        if counter.0 == 0 {
            self.visit_permitted(Generate::All, true, compact(counter));
        }
    }

    /// Returns whether there is at least one legal move.
    pub fn can_move(&self) -> bool {
        compiled_natively!(W, (position: &Position<W> = same_ref(self)) -> bool { position.has_move() })
    }

    fn has_move(&self) -> bool {
        let mut any = AnyMove::default();
        match self.variant.restricted {
            false => self.visit(Generate::All, true, compact(&mut any)),
            true if self.in_prelude() => return true,
            true => self.visit_permitted(Generate::All, true, compact(&mut any)),
        }
        any.found
    }

    /// Passes the moves of the kind `what` to a sink. The moves are legal, except that mandatory captures are not
    /// enforced, nor is a ban on checks. Drops are left out, and so are promotions without capture if `promotions` is
    /// `false`.
    pub(super) fn visit<S: Sink<W> + ?Sized>(&self, what: Generate, promotions: bool, sink: &mut S) {
        let us = self.side.index();
        let Some(king) = self.of(self.side, self.variant.plain_kings[us]).first() else {
            return self.visit_without_king(what, promotions, sink.as_dyn());
        };
        if let Some(at) = self.state.chain {
            if what != Generate::Quiet {
                self.visit_chain(at, sink);
            }
            return;
        }
        let mut context = GenContext {
            check_mask: self.variant.squares,
            pinned: self.state.pinned,
            captures: what != Generate::Quiet,
            quiets: what != Generate::Noisy,
            promotions: what != Generate::Quiet && promotions,
        };
        self.visit_king(king, &context, sink);
        if sink.is_done() {
            return;
        }
        // One move can stop a double check only if bent paths share a square, so test each candidate for legality.
        let checkers = self.state.checkers;
        for checker in checkers {
            let (mask, superset) = self.check_mask(checker, king);
            context.check_mask &= mask;
            if superset || checkers.more_than_one() {
                context.pinned = self.variant.squares;
            }
        }
        if context.check_mask.any() {
            for piece_type in self.piece_type_range() {
                if piece_type != self.variant.plain_kings[us] {
                    self.visit_piece_type(piece_type, &context, sink);
                    if sink.is_done() {
                        return;
                    }
                }
            }
            self.visit_rights(Some(king), &context, sink);
        }
        if context.captures {
            self.visit_en_passant(sink);
        }
        if self.variant.extra_moves {
            self.visit_extra(what, context.promotions, sink.as_dyn());
        }
    }

    /// Passes to a sink the moves that only a few games have.
    #[cold]
    pub(super) fn visit_extra(&self, what: Generate, promotions: bool, sink: &mut dyn Sink<W>) {
        if let Some(doubles) = &self.variant.doubles {
            self.visit_doubles(doubles, what, sink);
        }
        if let Some(standing) = self.variant.standing.as_deref().filter(|_| promotions) {
            self.visit_standing(standing, sink);
        }
    }

    #[inline]
    fn visit_king<S: Sink<W> + ?Sized>(&self, king: Square, context: &GenContext<W>, sink: &mut S) {
        let us = self.side.index();
        let table = &self.variant.piece_tables[us][self.variant.plain_kings[us].index()];
        let (occupied, enemies) = (self.occupied(), self.of_color(!self.side));
        let (first_quiets, first_captures) = match self.state.rights {
            0 => (Bitboard::EMPTY, Bitboard::EMPTY),
            _ => self.first_move_targets(king),
        };
        if context.captures {
            let targets = (self.attacks(&table.capture, king, occupied) & enemies) | first_captures;
            let safe = targets
                .into_iter()
                .filter(|to| self.is_safe(king, *to, Some(*to)))
                .collect();
            sink.set(king, safe, MoveKind::Capture);
        }
        if context.quiets {
            let targets = self.attacks(&table.quiet, king, occupied).without(occupied) | first_quiets;
            let safe = targets.into_iter().filter(|to| self.is_safe(king, *to, None)).collect();
            sink.set(king, safe, MoveKind::Quiet);
        }
    }

    #[inline]
    pub(super) fn visit_piece_type<S: Sink<W> + ?Sized>(
        &self,
        piece_type: PieceType,
        context: &GenContext<W>,
        sink: &mut S,
    ) {
        let us = self.side.index();
        let pieces = self.of(self.side, piece_type);
        if pieces.is_empty() {
            return;
        }
        let table = &self.variant.piece_tables[us][piece_type.index()];
        let promotes = self.variant.promotion_zones[us][piece_type.index()].any();
        if !promotes && !pieces.intersects(context.pinned) {
            self.visit_free_pieces(pieces, table, context, sink);
        } else if self.variant.unusual_promotions >> piece_type.0 & 1 != 0 {
            self.visit_unusual_pieces(piece_type, pieces, table, context, sink);
        } else {
            self.visit_pieces(piece_type, pieces, table, context, sink);
        }
        if self.variant.multi_stepping >> piece_type.0 & 1 != 0 {
            self.visit_multi_steps(piece_type, pieces, context, sink);
        }
    }

    /// Emits the moves of pieces of one type that never promote and none of which is pinned.
    #[inline(always)]
    fn visit_free_pieces<S: Sink<W> + ?Sized>(
        &self,
        pieces: Bitboard<W>,
        table: &PieceTable<W>,
        context: &GenContext<W>,
        sink: &mut S,
    ) {
        let occupied = self.occupied();
        let enemies = self.of_color(!self.side) & context.check_mask;
        let empty = context.check_mask.without(occupied);
        let leaps = table.capture.leaps_alone().filter(|_| table.uniform);
        for from in pieces {
            let captures = match leaps {
                Some(leaps) => leaps[from.index()],
                None if context.captures || table.uniform => self.attacks(&table.capture, from, occupied),
                None => Bitboard::EMPTY,
            };
            if context.captures {
                sink.set(from, captures & enemies, MoveKind::Capture);
            }
            if context.quiets {
                let quiets = match table.uniform {
                    true => captures,
                    false => self.attacks(&table.quiet, from, occupied),
                };
                sink.set(from, quiets & empty, MoveKind::Quiet);
            }
        }
    }

    /// Emits the moves of pieces of one type that can promote, or some of which are pinned.
    #[inline]
    fn visit_pieces<S: Sink<W> + ?Sized>(
        &self,
        piece_type: PieceType,
        pieces: Bitboard<W>,
        table: &PieceTable<W>,
        context: &GenContext<W>,
        sink: &mut S,
    ) {
        let us = self.side.index();
        let (occupied, enemies) = (self.occupied(), self.of_color(!self.side));
        let entered = self.variant.promotion_zones[us][piece_type.index()];
        let promotes = entered.any();
        let leaving = self.variant.promotes_leaving >> piece_type.0 & 1 != 0;
        let forced = self.variant.compulsory_promotions[us][piece_type.index()];
        let mut singly = pieces;
        if table.plain_pawn {
            singly &= context.pinned;
            self.visit_plain_pawns(piece_type, pieces.without(context.pinned), context, sink);
        }
        for from in singly {
            let pinned = context.pinned.contains(from);
            let zone = match leaving && entered.contains(from) {
                true => self.variant.squares,
                false => entered,
            };
            let attacks = if context.captures || table.uniform {
                self.attacks(&table.capture, from, occupied)
            } else {
                Bitboard::EMPTY
            };
            if context.captures {
                let mut targets = attacks & enemies & context.check_mask;
                if pinned {
                    targets = targets
                        .into_iter()
                        .filter(|to| self.is_safe(from, *to, Some(*to)))
                        .collect();
                }
                sink.set(from, targets.without(forced), MoveKind::Capture);
                self.promote(piece_type, from, targets & zone, MoveKind::Capture, sink);
            }
            if context.quiets || (context.promotions && promotes) {
                let attacks = if table.uniform {
                    attacks
                } else {
                    self.attacks(&table.quiet, from, occupied)
                };
                let mut targets = attacks.without(occupied) & context.check_mask;
                if !context.quiets {
                    targets &= zone;
                }
                if pinned {
                    targets = targets.into_iter().filter(|to| self.is_safe(from, *to, None)).collect();
                }
                if context.quiets {
                    sink.set(from, targets.without(forced), MoveKind::Quiet);
                }
                if context.promotions {
                    self.promote(piece_type, from, targets & zone, MoveKind::Quiet, sink);
                }
            }
        }
    }

    #[inline]
    fn visit_multi_steps<S: Sink<W> + ?Sized>(
        &self,
        piece_type: PieceType,
        pieces: Bitboard<W>,
        context: &GenContext<W>,
        sink: &mut S,
    ) {
        let us = self.side.index();
        let steps = &self.variant.multi_steps[us][piece_type.index()];
        let allowed = |from: Square, to: Square| {
            context.check_mask.contains(to) && (!context.pinned.contains(from) || self.is_safe(from, to, None))
        };
        if context.quiets {
            let forced = self.variant.compulsory_promotions[us][piece_type.index()];
            for from in pieces & steps.staying {
                for to in self.multi_steps(piece_type, from) {
                    if !forced.contains(to) && allowed(from, to) {
                        sink.one(Move::new(from, to, MoveKind::MultiStep));
                    }
                }
            }
        }
        if context.promotions {
            for from in pieces & steps.promoting {
                let zone = self.variant.promotion_zone(self.side, piece_type, from, false);
                for to in self.multi_steps(piece_type, from) {
                    if zone.contains(to) && (self.variant.royal_promotions || allowed(from, to)) {
                        self.promote_on(piece_type, from, Bitboard::from_square(to), MoveKind::Quiet, sink);
                    }
                }
            }
        }
    }

    /// Emits the single steps and captures of all unpinned pawns that move as in chess, by shifting their bitboard.
    #[inline]
    fn visit_plain_pawns<S: Sink<W> + ?Sized>(
        &self,
        piece_type: PieceType,
        pieces: Bitboard<W>,
        context: &GenContext<W>,
        sink: &mut S,
    ) {
        let us = self.side.index();
        let files = self.variant.definition.shape.files() as i16;
        let zone = self.variant.promotion_zones[us][piece_type.index()];
        let forced = self.variant.compulsory_promotions[us][piece_type.index()];
        let forward = if self.side == Color::White { files } else { -files };
        let moved = |pieces: Bitboard<W>, by: i16| match by {
            0.. => pieces.shifted_up(by as u32),
            _ => pieces.shifted_down(-by as u32),
        };
        if context.captures {
            let enemies = self.of_color(!self.side) & context.check_mask;
            let [first_file, last_file] = self.variant.edge_files;
            for (aside, edge) in [(-1, first_file), (1, last_file)] {
                let targets = moved(pieces.without(edge), forward + aside) & enemies;
                sink.shifted(targets.without(forced), forward + aside, MoveKind::Capture);
                for to in targets & zone {
                    self.promote(
                        piece_type,
                        shift(to, -forward - aside),
                        Bitboard::from_square(to),
                        MoveKind::Capture,
                        sink,
                    );
                }
            }
        }
        let targets = (moved(pieces, forward) & context.check_mask).without(self.occupied());
        if context.quiets {
            sink.shifted(targets.without(forced), forward, MoveKind::Quiet);
        }
        if context.promotions {
            for to in targets & zone {
                self.promote(
                    piece_type,
                    shift(to, -forward),
                    Bitboard::from_square(to),
                    MoveKind::Quiet,
                    sink,
                );
            }
        }
    }

    /// Emits castlings, and privileged first moves of pieces other than the king.
    pub(super) fn visit_rights<S: Sink<W> + ?Sized>(
        &self,
        king: Option<Square>,
        context: &GenContext<W>,
        sink: &mut S,
    ) {
        let mut rights = self.state.rights & self.variant.rights_of[self.side.index()];
        while rights != 0 {
            let number = rights.trailing_zeros() as usize;
            rights &= rights - 1;
            match &self.variant.rights[number].kind {
                RightKind::Castling { king, .. } => {
                    if context.quiets && self.can_castle(number) {
                        sink.one(Move::castling(king.0, king.1, number));
                    }
                }
                RightKind::Leaps { square, piece, .. } if Some(*square) != king => {
                    let table = &self.variant.piece_tables[self.side.index()][piece.index()];
                    let (quiets, captures) = self.first_move_targets(*square);
                    let pinned = context.pinned.contains(*square);
                    if context.captures {
                        let usual = self.attacks(&table.capture, *square, self.occupied());
                        let safe = |to: &Square| !pinned || self.is_safe(*square, *to, Some(*to));
                        let targets = (captures & context.check_mask)
                            .without(usual)
                            .into_iter()
                            .filter(safe)
                            .collect();
                        sink.set(*square, targets, MoveKind::Capture);
                    }
                    if context.quiets {
                        let usual = self.attacks(&table.quiet, *square, self.occupied());
                        let safe = |to: &Square| !pinned || self.is_safe(*square, *to, None);
                        let targets = (quiets & context.check_mask)
                            .without(usual)
                            .into_iter()
                            .filter(safe)
                            .collect();
                        sink.set(*square, targets, MoveKind::Quiet);
                    }
                }
                RightKind::Leaps { .. } | RightKind::Gate { .. } => {}
            }
        }
    }
}

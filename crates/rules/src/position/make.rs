//! Making and unmaking moves, with incremental updates of the Zobrist keys.

use super::{Change, Move, MoveKind, Piece, Position, decode, encode};
use crate::board::{Bitboard, Square};
use crate::rules::{Color, RightKind};

impl<const W: usize> Position<W> {
    /// Returns the square one rank behind `square`, from the point of view of `color`. `square` must not be on the
    /// first rank of `color`.
    #[inline(always)]
    pub(super) fn backward(&self, square: Square, color: Color) -> Square {
        let files = self.variant.definition.shape.files();
        match color {
            Color::White => Square(square.0.wrapping_sub(files)),
            Color::Black => Square(square.0.wrapping_add(files)),
        }
    }

    #[inline(always)]
    pub(super) fn put(&mut self, piece: Piece, square: Square) {
        self.board[square.index()] = encode(piece);
        self.piece_types[piece.piece_type.index()].insert(square);
        self.colors[piece.color.index()].insert(square);
    }

    #[inline(always)]
    pub(super) fn take(&mut self, piece: Piece, square: Square) {
        self.board[square.index()] = 0;
        self.piece_types[piece.piece_type.index()].remove(square);
        self.colors[piece.color.index()].remove(square);
    }

    /// Adds a piece to a square or removes it, and updates all Zobrist keys.
    #[inline(always)]
    pub(super) fn apply(&mut self, piece: Piece, square: Square, added: bool) {
        if added {
            self.put(piece, square);
        } else {
            self.take(piece, square);
        }
        let key = self.variant.zobrist.piece(piece.piece_type, piece.color, square);
        let state = &mut self.state;
        state.key ^= key;
        if self.variant.pawns >> piece.piece_type.0 & 1 != 0 {
            state.pawn_key ^= key;
        } else {
            state.piece_keys[piece.color.index()] ^= key;
        }
    }

    /// Adds a piece to a square or removes it, updates all Zobrist keys, and records the change.
    #[inline(always)]
    pub(super) fn change(&mut self, piece: Piece, square: Square, added: bool) {
        self.apply(piece, square, added);
        let state = &mut self.state;
        state.changes[state.change_count as usize] = Change { piece, square, added };
        state.change_count += 1;
    }

    /// Makes a legal move. The side to move changes, unless the turn continues with another capture.
    ///
    /// The move must be legal (see [`Position::is_legal`]). A move from an empty square that is not a drop only passes
    /// the turn.
    pub fn make(&mut self, m: Move) {
        self.history.push(self.state.clone());
        let (us, them, from, to, kind) = (self.side, !self.side, m.from(), m.to(), m.kind());
        self.state.change_count = 0;
        self.state.halfmoves = self.state.halfmoves.saturating_add(1);
        self.state.reversible = self.state.reversible.saturating_add(1);
        self.state.key ^= self.variant.zobrist.chain(self.state.chain);
        if self.state.en_passant.any() {
            self.state.key ^= self.en_passant_key();
            self.state.en_passant = Bitboard::EMPTY;
        }
        self.state.chain = None;

        let mut kept = self.variant.rights_kept[from.index()] & self.variant.rights_kept[to.index()];
        if let Some(piece) = self.piece_at(from) {
            if kind == MoveKind::Castling {
                self.castle(m.right(), us);
            } else if m.is_capture() && self.variant.blast.is_some() {
                kept &= self.make_blast(m, piece);
            } else if matches!(kind, MoveKind::Double | MoveKind::Rare) {
                kept = self.make_rare(m, piece, kept);
            } else {
                if m.is_capture() {
                    let on = if kind == MoveKind::EnPassant {
                        self.en_passant_victim(to, us)
                    } else {
                        to
                    };
                    if let Some(victim) = self.piece_at(on) {
                        self.change(victim, on, false);
                    }
                    self.state.halfmoves = 0;
                }
                self.change(piece, from, false);
                self.change(
                    Piece {
                        piece_type: m.promoted().unwrap_or(piece.piece_type),
                        ..piece
                    },
                    to,
                    true,
                );
            }
            if self.variant.pawns >> piece.piece_type.0 & 1 != 0 && kind != MoveKind::Rare {
                if self.variant.returning_pawns == 0 || !self.takes_back(piece, m) {
                    self.state.halfmoves = 0;
                }
            } else if m.promoted().is_some() && self.variant.promotions_reset {
                self.state.halfmoves = 0;
            }
        }
        if self.hand.is_some() {
            kept = self.make_in_hand(m, kept);
        }
        let lost = self.state.rights & !kept;
        if lost != 0 {
            self.state.key ^= self.variant.zobrist.rights(lost);
            self.state.rights &= kept;
            self.state.reversible = 0;
        }
        if kind == MoveKind::MultiStep {
            self.state.en_passant = self.open_to_capture(m);
        }
        let goes_on = self.variant.definition.captures.chained
            && m.is_capture()
            && m.promoted().is_none()
            && self.can_continue_chain(to);
        if goes_on {
            self.state.chain = Some(to);
            self.state.key ^= self.variant.zobrist.chain(Some(to));
            self.state.ended_black_turn = false;
        } else {
            self.side = them;
            self.state.key ^= self.variant.zobrist.side;
            self.state.ended_black_turn = us == Color::Black;
            self.fullmove += (us == Color::Black) as u32;
        }
        if self.state.en_passant.any() {
            self.state.key ^= self.en_passant_key();
        }
        self.refresh_checks();
        if self.variant.follows_moves {
            self.follow_move(m);
        }
    }

    fn castle(&mut self, right: usize, us: Color) {
        let variant = self.variant.clone();
        let RightKind::Castling { king, rook, .. } = &variant.rights[right].kind else {
            return;
        };
        let (Some(k), Some(p)) = (self.piece_at(king.0), self.piece_at(rook.0)) else {
            return;
        };
        debug_assert!(k.color == us && p.color == us);
        self.change(k, king.0, false);
        self.change(p, rook.0, false);
        self.change(k, king.1, true);
        self.change(p, rook.1, true);
    }

    /// Returns the en-passant squares after a multi-step without promotion: the passed squares that an enemy pawn
    /// attacks. The piece must already stand on its destination.
    fn open_to_capture(&self, m: Move) -> Bitboard<W> {
        let mut open = Bitboard::EMPTY;
        let Some(Piece { piece_type, color }) = self.piece_at(m.to()) else {
            return open;
        };
        let permitted = self.variant.multi_steps[color.index()][piece_type.index()].en_passant;
        if permitted.any() {
            let mut passed = self.backward(m.to(), color);
            while passed != m.from() {
                if permitted.contains(passed) && self.en_passant_takers(passed, !color).any() {
                    open.insert(passed);
                }
                passed = self.backward(passed, color);
            }
        }
        open
    }

    /// Returns the contribution of en passant to the Zobrist key. Only squares where the side to move has a legal
    /// capture en passant count, because positions with equal legal moves must have equal keys.
    pub(super) fn en_passant_key(&self) -> u64 {
        let usable = |passed: &Square| {
            let victim = self.en_passant_victim(*passed, self.side);
            let mut takers = self.en_passant_takers(*passed, self.side).into_iter();
            takers.any(|from| self.is_safe(from, *passed, Some(victim)))
        };
        let usable: Bitboard<W> = self.state.en_passant.into_iter().filter(usable).collect();
        self.variant.zobrist.en_passant(usable)
    }

    /// Returns whether a pawn has made a move that its next move could take back.
    #[cold]
    fn takes_back(&self, piece: Piece, m: Move) -> bool {
        let returns = self.variant.returning_pawns >> piece.piece_type.0 & 1 != 0;
        let plain = !m.is_capture() && m.promoted().is_none();
        returns && plain && self.variant.goes_back(piece.color, piece.piece_type, m.from(), m.to())
    }

    /// Unmakes the last move or null move. Does nothing if the history is empty.
    pub fn unmake(&mut self) {
        let Some(previous) = self.history.pop() else { return };
        match self.state.changes.get(..self.state.change_count as usize) {
            Some(_) => {
                for i in (0..self.state.change_count as usize).rev() {
                    self.take_back(self.state.changes[i]);
                }
            }
            None => self.unmake_many(),
        }
        if self.state.chain.is_none() {
            self.side = !self.side;
        }
        self.fullmove -= self.state.ended_black_turn as u32;
        self.state = previous;
    }

    /// Undoes a change to the board, but not to the keys.
    #[inline(always)]
    pub(super) fn take_back(&mut self, Change { piece, square, added }: Change) {
        if added {
            self.take(piece, square);
        } else {
            self.put(piece, square);
        }
    }

    /// Makes a null move: passes the turn. Must not be called in check or in the middle of a chain, and should not be
    /// called in the prelude, because most of its moves are forced.
    pub fn make_null(&mut self) {
        self.history.push(self.state.clone());
        self.state.change_count = 0;
        self.state.halfmoves = self.state.halfmoves.saturating_add(1);
        self.state.reversible = 0;
        self.state.key ^= self.en_passant_key() ^ self.variant.zobrist.side;
        self.state.en_passant = Bitboard::EMPTY;
        self.state.ended_black_turn = self.side == Color::Black;
        self.fullmove += self.state.ended_black_turn as u32;
        self.side = !self.side;
        self.refresh_checks();
        if self.variant.follows_moves {
            self.set_no_counter(false);
            self.refresh_prelude();
            self.count_passes(false);
            self.state.faced = 0;
            self.count_facing();
        }
    }

    /// Returns the Zobrist key after a move, without the move's effect on rights, en passant and chains. The key is
    /// correct for most moves, which suffices for prefetching the transposition table.
    #[inline]
    pub fn key_after(&self, m: Move) -> u64 {
        let code = self.board[m.from().index()];
        if code == 0 {
            return self.state.key;
        }
        let Piece { piece_type, color } = decode(code);
        let mut key = self.state.key
            ^ self.variant.zobrist.side
            ^ self.variant.zobrist.piece(piece_type, color, m.from())
            ^ self
                .variant
                .zobrist
                .piece(m.promoted().unwrap_or(piece_type), color, m.to());
        if let Some(victim) = self.piece_at(m.to()) {
            key ^= self.variant.zobrist.piece(victim.piece_type, victim.color, m.to());
        }
        key
    }

    pub(super) fn refresh_checks(&mut self) {
        (self.state.checkers, self.state.pinned) = self.find_checks();
    }
}

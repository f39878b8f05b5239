//! The pieces in hand, and what promoted pieces were before their promotion.

use arrayvec::ArrayVec;

use super::{Change, Move, Piece, Position};
use crate::board::{Shape, Square};
use crate::rules::{Color, HandTables, Held, PieceType, RightKind, Variant};

/// The pieces in hand, and the marks of promoted pieces, for a position and for all positions before it. Moves append
/// entries. Unmaking a move costs nothing, because each position's state contains the index of its entry.
#[derive(Clone, Debug)]
pub(super) struct Holdings {
    entries: Vec<Entry>,
    /// Whether a drop that must not mate is being tested. The replies to such a drop may themselves be drops that mate.
    judging: bool,
}

/// The pieces in hand, and the marks of promoted pieces, of one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub held: Held,
    /// For each square, what the piece there was before its promotion; [`PieceType::NONE`] if it is not promoted, or if
    /// that does not matter in the game.
    origins: [PieceType; Shape::MAX_SQUARES],
}

impl Holdings {
    /// Creates empty hands; `None` for a game without a hand.
    pub(super) fn new<const W: usize>(variant: &Variant<W>) -> Option<Box<Self>> {
        variant.hand.as_ref()?;
        let entry = Entry {
            held: Held::default(),
            origins: [PieceType::NONE; Shape::MAX_SQUARES],
        };
        Some(Box::new(Self {
            entries: vec![entry],
            judging: false,
        }))
    }

    /// Returns a copy that contains only the entry with this index, as its first entry.
    pub(super) fn alone(&self, index: u32) -> Box<Self> {
        Box::new(Self {
            entries: vec![*self.entry(index)],
            judging: self.judging,
        })
    }

    /// Returns whether a drop that must not mate is being tested.
    pub(super) fn is_judging(&self) -> bool {
        self.judging
    }

    /// Records that a drop that must not mate is being tested.
    pub(super) fn judge(&mut self) {
        self.judging = true;
    }

    fn entry(&self, index: u32) -> &Entry {
        &self.entries[index as usize]
    }
}

impl<const W: usize> Position<W> {
    /// Returns the types of the pieces that a side holds in hand, each with their number, in the order of the
    /// definition; nothing in games without a hand.
    pub fn hand(&self, color: Color) -> impl Iterator<Item = (PieceType, u8)> + '_ {
        let held = self.holdings().into_iter().flat_map(move |held| held[color.index()]);
        (0..).map(PieceType).zip(held).filter(|(_, count)| *count > 0)
    }

    /// Returns the number of pieces of a type that a side holds in hand; 0 in games without a hand.
    #[inline]
    pub fn held(&self, color: Color, piece_type: PieceType) -> u32 {
        match &self.hand {
            Some(hand) => hand.entry(self.state.hand).held[color.index()][piece_type.index()].into(),
            None => 0,
        }
    }

    /// Returns the number of pieces in hand, by colour and piece type; `None` in games without a hand.
    pub fn holdings(&self) -> Option<&Held> {
        let hand = self.hand.as_deref()?;
        Some(&hand.entry(self.state.hand).held)
    }

    /// Returns whether pieces can be held in hand in this game.
    #[inline]
    pub fn has_hand(&self) -> bool {
        self.hand.is_some()
    }

    /// Returns what the piece on a square was before its promotion; `None` if it is not promoted, or if that does not
    /// matter in this game.
    pub fn promoted_from(&self, square: Square) -> Option<PieceType> {
        let origin = self.hand.as_ref()?.entry(self.state.hand).origins[square.index()];
        (origin != PieceType::NONE).then_some(origin)
    }

    /// Puts pieces in the empty hands.
    pub(super) fn hold(&mut self, held: Held) {
        let entry = self.hand.as_mut().and_then(|hand| hand.entries.first_mut());
        if let Some(entry) = entry {
            entry.held = held;
        }
    }

    /// Marks a piece as promoted from the type `origin`, if the game keeps such marks. If `origin` is `None`, the type
    /// of the promoted piece determines it. In games where pieces may also be dropped promoted, `origin` is ignored:
    /// the type alone shows whether a piece is promoted.
    pub(super) fn mark_promoted(&mut self, square: Square, origin: Option<PieceType>, piece: Piece) {
        let entry = self.hand.as_mut().and_then(|hand| hand.entries.first_mut());
        let (Some(entry), Some(tables)) = (entry, &self.variant.hand) else {
            return;
        };
        if self.variant.definition.hand.is_some_and(|hand| hand.drops_promoted) {
            let held = tables.held_as[piece.piece_type.index()];
            if held != piece.piece_type {
                entry.origins[square.index()] = held;
            }
        } else if tables.marks_promoted {
            entry.origins[square.index()] = origin.unwrap_or(tables.origins[piece.piece_type.index()]);
        }
    }

    /// Returns whether pieces may still be dropped, now or later in the game.
    #[inline]
    pub(super) fn may_drop(&self) -> bool {
        self.variant
            .hand
            .as_ref()
            .is_some_and(|tables| self.may_drop_by(tables))
    }

    #[cold]
    fn may_drop_by(&self, tables: &HandTables<W>) -> bool {
        let held = |color: Color| self.hand(color).next().is_some();
        Color::BOTH
            .into_iter()
            .any(|color| held(color) && self.may_come_on(color))
            || tables.changes_sides && self.occupied().count() > 2
    }

    /// Returns whether a piece in the side's hand, if there were one, could still enter the board: by a drop, or gated
    /// by a piece that has not moved.
    pub fn may_come_on(&self, color: Color) -> bool {
        let tables = self.variant.hand.as_ref();
        tables.is_some_and(|tables| tables.drops || self.state.rights & tables.gates[color.index()] != 0)
    }

    /// Returns the contribution of both hands to the position's key.
    pub(super) fn held_key(&self) -> u64 {
        let Some(tables) = &self.variant.hand else {
            return 0;
        };
        let both = Color::BOTH
            .into_iter()
            .flat_map(|color| self.hand(color).map(move |held| (color, held)));
        both.fold(0, |key, (color, (piece_type, count))| {
            key ^ tables.key(piece_type, color, count)
        })
    }

    /// Returns the contribution to the position's key of the mark on a square with a piece of `color`.
    pub(super) fn mark_key(&self, square: Square, color: Color) -> u64 {
        self.promoted_from(square)
            .map_or(0, |origin| self.key_of_mark(square, color, origin))
    }

    fn key_of_mark(&self, square: Square, color: Color, origin: PieceType) -> u64 {
        self.variant.zobrist.piece(origin, color, square).rotate_left(17)
    }

    /// Updates the hands and the marks of promoted pieces after the pieces of a move have moved on the board. A drop
    /// also puts the piece on the board. `kept` holds, as bits, the rights that survive any move between its squares.
    /// Returns the rights that survive the move, including the rights that it grants.
    #[cold]
    pub(super) fn make_in_hand(&mut self, m: Move, kept: u32) -> u32 {
        let Some(mut hand) = self.hand.take() else {
            return kept;
        };
        let mut entry = *hand.entry(self.state.hand);
        let granted = match m.dropped() {
            Some(piece_type) => {
                self.make_drop(piece_type, m.to(), &mut entry);
                self.grant_rights(m.to())
            }
            None => {
                self.make_marks(&mut entry);
                0
            }
        };
        let kept = kept & self.make_gating(m, &mut entry);
        self.state.hand += 1;
        hand.entries.truncate(self.state.hand as usize);
        hand.entries.push(entry);
        self.hand = Some(hand);
        kept | granted
    }

    fn make_drop(&mut self, piece_type: PieceType, to: Square, entry: &mut Entry) {
        let color = self.side;
        let held = self
            .variant
            .hand
            .as_ref()
            .map_or(piece_type, |tables| tables.held_as[piece_type.index()]);
        self.take_from_hand(held, entry);
        self.change(Piece { piece_type, color }, to, true);
        if held != piece_type {
            entry.origins[to.index()] = held;
            self.state.key ^= self.key_of_mark(to, color, held);
        }
        self.state.halfmoves = 0;
    }

    /// Gives the side to move the castling rights whose king or rook it has just dropped on `to`, if both pieces now
    /// stand on their squares and the rules let dropped pieces castle. Returns these rights as bits.
    fn grant_rights(&mut self, to: Square) -> u32 {
        let mut granted = 0;
        if !self.variant.hand.as_ref().is_some_and(|tables| tables.castles) {
            return granted;
        }
        for number in 0..self.variant.rights.len() {
            let right = &self.variant.rights[number];
            let concerned = match &right.kind {
                RightKind::Castling { king, rook, .. } => king.0 == to || rook.0 == to,
                RightKind::Leaps { .. } | RightKind::Gate { .. } => false,
            };
            if concerned && right.color == self.side && self.right_is_intact(number) {
                self.state.rights |= 1 << number;
                self.state.key ^= self.variant.zobrist.rights(1 << number);
                granted |= 1 << number;
            }
        }
        granted
    }

    /// Takes a piece from the hand of the side to move.
    pub(super) fn take_from_hand(&mut self, piece_type: PieceType, entry: &mut Entry) {
        let color = self.side;
        let count = entry.held[color.index()][piece_type.index()];
        self.set_held(entry, (color, piece_type), count.saturating_sub(1));
    }

    /// Returns whether a side keeps its rights to gate, because it holds a piece or could hold one later.
    pub(super) fn gates_forever(&self, color: Color, held: &Held) -> bool {
        let changes_sides = self.variant.hand.as_ref().is_some_and(|tables| tables.changes_sides);
        changes_sides || held[color.index()].iter().any(|count| *count > 0)
    }

    /// Moves the marks of promoted pieces, and puts a captured piece in the hand of its captor.
    fn make_marks(&mut self, entry: &mut Entry) {
        let Some(tables) = self.variant.hand.as_ref() else {
            return;
        };
        let (changes_sides, marks_promoted) = (tables.changes_sides, tables.marks_promoted);
        let us = self.side;
        // The mover's own pieces that have left their squares, with their marks.
        let mut moving = ArrayVec::<(PieceType, PieceType), 2>::new();
        let mut arrived = 0;
        for number in 0..usize::from(self.state.change_count) {
            let Change { piece, square, added } = self.state.changes[number];
            if !added {
                let origin = std::mem::replace(&mut entry.origins[square.index()], PieceType::NONE);
                if origin != PieceType::NONE {
                    self.state.key ^= self.key_of_mark(square, piece.color, origin);
                }
                if piece.color == us {
                    moving.push((piece.piece_type, origin));
                } else if changes_sides && self.variant.royal_types >> piece.piece_type.0 & 1 == 0 {
                    let becomes = if origin == PieceType::NONE {
                        piece.piece_type
                    } else {
                        origin
                    };
                    let count = entry.held[us.index()][becomes.index()];
                    self.set_held(entry, (us, becomes), count.saturating_add(1));
                }
            } else if let Some((before, origin)) = moving.get(arrived).copied() {
                arrived += 1;
                let origin = match (before == piece.piece_type, origin) {
                    (false, PieceType::NONE) if marks_promoted => before,
                    _ => origin,
                };
                if origin != PieceType::NONE && origin != piece.piece_type {
                    entry.origins[square.index()] = origin;
                    self.state.key ^= self.key_of_mark(square, piece.color, origin);
                }
            }
        }
    }

    fn set_held(&mut self, entry: &mut Entry, (color, piece_type): (Color, PieceType), count: u8) {
        let Some(tables) = &self.variant.hand else { return };
        let held = &mut entry.held[color.index()][piece_type.index()];
        // A hand without pieces of a type contributes nothing to the key.
        for count in [*held, count].into_iter().filter(|count| *count > 0) {
            self.state.key ^= tables.key(piece_type, color, count);
        }
        *held = count;
    }
}

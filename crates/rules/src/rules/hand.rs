//! Pieces in hand: what becomes of captured pieces, and which pieces may be dropped where.

use std::collections::BTreeSet;

use super::{Color, PieceType, Promotion, Rules, placement};
use crate::board::Square;

/// The number of pieces of each type that a side holds, by colour and piece type.
pub type Held = [[u8; PieceType::MAX]; 2];

/// What becomes of a captured piece.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Captured {
    /// The piece goes into the hand of the player who has captured it.
    #[default]
    ChangesSides,
    /// The piece is out of the game.
    Lost,
}

/// Whether a piece in hand may be gated: put on the square that another piece leaves by its first move, as a part of
/// that move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Gating {
    /// Pieces in hand are dropped, never gated.
    #[default]
    Never,
    /// Pieces in hand are dropped or gated.
    Allowed,
    /// Pieces in hand are gated, never dropped.
    Only,
}

/// The rules of pieces in hand.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Hand {
    /// What becomes of a captured piece.
    pub captured: Captured,
    /// Whether a promoted piece that is captured stays what it is; otherwise it becomes what it was before.
    pub keeps_promotion: bool,
    /// Whether no drop may give check.
    pub checks_forbidden: bool,
    /// Whether a player who can drop a piece must drop one.
    pub must_drop: bool,
    /// Whether a king and a rook that have been dropped on their squares may castle.
    pub castles: bool,
    /// Whether pieces are gated.
    pub gating: Gating,
    /// Whether a piece may also be dropped in its promoted form.
    pub drops_promoted: bool,
}

impl Hand {
    /// Returns whether the rules depend on what a promoted piece was before its promotion.
    pub fn marks_promoted(&self) -> bool {
        self.captured == Captured::ChangesSides && !self.keeps_promotion
    }
}

/// Where and how pieces of one type are dropped.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Drops {
    /// By colour: the squares where the piece may be dropped; `None` if that is the whole board.
    pub squares: Option<[BTreeSet<Square>; 2]>,
    /// The largest number of unpromoted pieces of the type that a side may have on a file after dropping one there;
    /// `None` if there is no limit.
    pub per_file: Option<u8>,
    /// Whether a drop of the piece may not give mate.
    pub mate_forbidden: bool,
    /// Whether a side must drop its pieces of the type on light and dark squares in equal numbers.
    pub evenly: bool,
}

impl Rules {
    /// Returns whether pieces of this type can be held in hand. A royal piece is never captured, so it is in hand only
    /// if the game begins with it there.
    pub fn may_be_held(&self, piece_type: PieceType) -> bool {
        let at_start = || self.held.iter().any(|own| own[piece_type.index()] > 0);
        self.hand.is_some() && self.held_as(piece_type) == piece_type && (!self.piece(piece_type).royal || at_start())
    }

    /// Returns the type that a piece has when it is in hand. This is its own type, or, in a game where pieces may be
    /// dropped in their promoted form, the first earlier type in the definition that is promoted to it.
    pub fn held_as(&self, piece_type: PieceType) -> PieceType {
        let promoted = self.hand.is_some_and(|hand| hand.drops_promoted);
        let earlier = (0..piece_type.0).map(PieceType).filter(|_| promoted);
        earlier
            .into_iter()
            .find(|origin| self.only_promotion(*origin) == Some(piece_type))
            .unwrap_or(piece_type)
    }

    /// Returns whether a piece has another type when it is in hand, so that it is dropped in its promoted form.
    pub fn is_dropped_promoted(&self, piece_type: PieceType) -> bool {
        self.held_as(piece_type) != piece_type
    }

    /// Returns the type that a held piece may be dropped as instead of its own; `None` if there is no choice.
    pub fn dropped_promoted(&self, held: PieceType) -> Option<PieceType> {
        self.only_promotion(held)
            .filter(|promoted| *promoted != held && self.held_as(*promoted) == held)
    }

    /// Returns the text before the `@` of a drop: the letter of the piece, or, for a piece dropped in its promoted
    /// form, `+` and the letter of the held piece.
    pub fn spell_dropped(&self, piece_type: PieceType) -> String {
        let held = self.held_as(piece_type);
        let plus = if held == piece_type { "" } else { "+" };
        format!("{plus}{}", self.piece(held).letter)
    }

    /// Returns the type of the piece that a drop puts on the board, from the text before the `@`, in upper or lower
    /// case; `None` if no piece is dropped like that.
    pub fn parse_dropped(&self, text: &str) -> Option<PieceType> {
        let (plus, letters) = match text.strip_prefix('+') {
            Some(letters) => (true, letters),
            None => (false, text),
        };
        let mut letters = letters.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else {
            return None;
        };
        let (held, _) = self.piece_of_letter(letter)?;
        match plus {
            true => self.dropped_promoted(held),
            false => Some(held).filter(|held| self.may_be_held(*held)),
        }
    }

    /// Returns whether a piece may be dropped on a square, whatever stands on the board. It may not be dropped outside
    /// of the region that it does not leave, nor where it would have to be promoted, unless its next move promotes it.
    pub fn drops_on(&self, piece_type: PieceType, color: Color, square: Square) -> bool {
        let piece = self.piece(piece_type);
        let held = self.held_as(piece_type);
        let inside = |squares: &[BTreeSet<Square>; 2]| squares[color.index()].contains(&square);
        self.may_be_held(held)
            && self.piece(held).drops.squares.as_ref().is_none_or(inside)
            && self.is_in(piece.stays_in, color, square)
            && (piece.must_promote_leaving || !self.must_promote_on(piece_type, color, square))
    }

    /// Returns whether a piece may be gated on a square, whatever stands on the board. It may be gated wherever it
    /// could be dropped if there were drops.
    pub fn gates_on(&self, piece_type: PieceType, color: Color, square: Square) -> bool {
        self.has_gates() && self.drops_on(piece_type, color, square)
    }

    /// Returns whether the game has pieces whose first move may gate another one.
    pub fn has_gates(&self) -> bool {
        self.hand.is_some_and(|hand| hand.gating != Gating::Never)
    }

    /// Returns the squares of the pieces whose first move may gate another one, sorted by file. These are all pieces
    /// other than pawns that stand on their own first rank at the start.
    pub fn gates(&self, color: Color) -> Vec<Square> {
        let is_gate = |square: &Square| {
            let own = self.array[square.index()].filter(|(_, owner)| *owner == color);
            self.advance(color, *square) == 0 && own.is_some_and(|(piece_type, _)| !self.piece(piece_type).pawn)
        };
        let mut gates: Vec<Square> = self
            .shape
            .squares()
            .filter(|_| self.has_gates())
            .filter(is_gate)
            .collect();
        gates.sort_unstable_by_key(|square| self.shape.file(*square));
        gates
    }

    /// Returns what a piece is promoted to, if there is exactly one choice.
    pub fn only_promotion(&self, piece_type: PieceType) -> Option<PieceType> {
        match &self.piece(piece_type).promotion {
            Some(Promotion::Choice(choice)) if choice.len() == 1 => choice.first().copied(),
            _ => None,
        }
    }

    /// Returns what a promoted piece of this type was before, as far as the type alone determines it: the first type
    /// that is promoted to it, a pawn if there is one.
    pub fn origin_of(&self, promoted: PieceType) -> Option<PieceType> {
        let becomes = |piece_type: PieceType| {
            let promotion = self.piece(piece_type).promotion.as_ref();
            promotion.is_some_and(|promotion| promotion.leads_to(promoted))
        };
        let origins = || self.piece_types().filter(|(piece_type, _)| becomes(*piece_type));
        let pawn = origins().find(|(_, piece)| piece.pawn);
        pawn.or_else(|| origins().next()).map(|(piece_type, _)| piece_type)
    }

    /// Splits the first field of a FEN into the placement and the list of pieces in hand, which is written after it:
    /// `R8R[Qn]`, `R8R[-]`, or as one more rank, `R8R/Qn`. The list is empty if it is missing. In a game without a
    /// hand, the whole field is the placement.
    pub fn split_holdings<'a>(&self, field: &'a str) -> (&'a str, &'a str) {
        match self.hand {
            Some(_) => placement::split_holdings(&self.shape, field),
            None => (field, ""),
        }
    }

    /// Parses a list of pieces in hand; `-` stands for none.
    ///
    /// # Errors
    /// Fails if a character is not the letter of a piece that can be held in hand; returns the first such character.
    pub fn parse_held(&self, list: &str) -> Result<Held, char> {
        let mut held: Held = Default::default();
        for letter in list.chars().filter(|letter| *letter != '-') {
            let found = self.piece_of_letter(letter);
            let (piece_type, color) = found
                .filter(|(piece_type, _)| self.may_be_held(*piece_type))
                .ok_or(letter)?;
            let count = &mut held[color.index()][piece_type.index()];
            *count = count.saturating_add(1);
        }
        Ok(held)
    }

    /// Returns an iterator over the pieces in a side's hand, in the order of the piece types.
    pub fn pieces_in<'a>(&'a self, held: &'a Held, color: Color) -> impl Iterator<Item = PieceType> + 'a {
        self.piece_types().flat_map(move |(piece_type, _)| {
            let count = held[color.index()][piece_type.index()];
            std::iter::repeat_n(piece_type, count.into())
        })
    }

    /// Writes the list of pieces in hand, which [`Rules::parse_held`] parses: White's pieces, then Black's, both in the
    /// order of the piece types.
    pub fn spell_held(&self, held: &Held) -> String {
        let letters = |color| {
            self.pieces_in(held, color)
                .map(move |piece_type| self.letter(piece_type, color))
        };
        letters(Color::White).chain(letters(Color::Black)).collect()
    }
}

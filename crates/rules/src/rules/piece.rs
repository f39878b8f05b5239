//! The two players, and the types of pieces with the rules of each type.

use std::collections::{BTreeMap, BTreeSet};

use super::{BlastProof, DoubleMove, Drops, Movement};
use crate::board::{Shape, Square};

/// A player. White (Red in the leap games) moves up the board, and in most start positions moves first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Color {
    /// The player with the upper-case letters, who moves up the board.
    White = 0,
    /// The player with the lower-case letters, who moves down the board.
    Black = 1,
}

impl Color {
    /// Both players, White first.
    pub const BOTH: [Color; 2] = [Color::White, Color::Black];

    /// Returns the values of a function for White and Black, in this order. Unlike [`array::map`], this function is
    /// always inlined into its caller.
    #[inline(always)]
    pub fn map_both<T>(mut value: impl FnMut(Self) -> T) -> [T; 2] {
        [value(Self::White), value(Self::Black)]
    }

    /// Returns 0 for White and 1 for Black, for indexing.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the letter in FEN: `w` or `b`.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }

    /// Returns the letter of this player's piece or right in a FEN: upper case for White, lower case for Black.
    pub const fn case(self, letter: char) -> char {
        match self {
            Self::White => letter.to_ascii_uppercase(),
            Self::Black => letter.to_ascii_lowercase(),
        }
    }

    /// Returns the display name, `White` or `Black`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Black => "Black",
        }
    }
}

impl std::ops::Not for Color {
    type Output = Color;
    #[inline(always)]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

/// A type of piece: its index in [`Rules::pieces`](super::Rules::pieces), below [`PieceType::MAX`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PieceType(pub u8);

impl PieceType {
    /// The maximum number of piece types in one game: one for each letter.
    pub const MAX: usize = 26;
    /// A type that no piece has.
    pub const NONE: Self = Self(Self::MAX as u8);

    /// Returns the number of the piece type, for indexing.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a piece is promoted to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Promotion {
    /// The player chooses one of these types, on any file.
    Choice(Vec<PieceType>),
    /// The type that belongs to the file where the piece arrives: one type per file, from file a.
    ByFile(Vec<PieceType>),
    /// The player chooses one of the types for the player's colour, on any file. White's types come first.
    ByColor([Vec<PieceType>; 2]),
}

/// Which moves that begin in the promotion zone of a piece can promote it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum PromotesLeaving {
    /// Only the moves that also end in the zone.
    Never,
    /// Captures, wherever they end, and moves to squares where promotion is compulsory. This is the rule of the large
    /// shogi variants without drops.
    Capturing,
    /// All moves, wherever they end: the rule of shogi.
    Always,
}

/// A choice of promotion that is possible on some squares only.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoundChoice {
    /// The type that the piece is promoted to.
    pub piece_type: PieceType,
    /// By colour: the squares on which the promotion is possible.
    pub squares: [BTreeSet<Square>; 2],
}

/// Returns whether royal pieces can be promoted, or other pieces can be promoted to royal ones.
pub(super) fn promotes_royal(pieces: &[PieceDefinition]) -> bool {
    let royal: Vec<PieceType> = (0..)
        .zip(pieces)
        .filter(|(_, piece)| piece.royal)
        .map(|(number, _)| PieceType(number))
        .collect();
    pieces.iter().any(|piece| {
        let promotion = piece.promotion.as_ref();
        promotion.is_some_and(|promotion| piece.royal || royal.iter().any(|royal| promotion.leads_to(*royal)))
    })
}

/// Returns whether a piece may castle as the king: it is royal, or its side has no royal piece among `own`, its pieces
/// at the start.
pub(super) fn castles_as_king(
    pieces: &[PieceDefinition],
    piece_type: PieceType,
    mut own: impl Iterator<Item = PieceType>,
) -> bool {
    let is_royal = |piece_type: PieceType| pieces[piece_type.index()].royal;
    is_royal(piece_type) || !own.any(is_royal)
}

impl Promotion {
    /// Returns whether a piece may be promoted to the type.
    pub fn leads_to(&self, piece_type: PieceType) -> bool {
        Color::BOTH
            .into_iter()
            .any(|color| self.types(color).contains(&piece_type))
    }

    /// Returns the types that a piece of this colour may be promoted to, on any file.
    pub fn types(&self, color: Color) -> &[PieceType] {
        match self {
            Self::Choice(types) | Self::ByFile(types) => types,
            Self::ByColor(types) => &types[color.index()],
        }
    }

    /// Returns the types that a piece of either colour may be promoted to, each once, unless a type belongs to several
    /// files.
    pub fn all_types(&self) -> Vec<PieceType> {
        let mut all = self.types(Color::White).to_vec();
        if let Self::ByColor([_, black]) = self {
            let more: Vec<PieceType> = black.iter().copied().filter(|other| !all.contains(other)).collect();
            all.extend(more);
        }
        all
    }
}

/// The multi-step of a piece, usually a pawn: two or more single steps straight forward through empty squares, up to a
/// limit. The rules of promotion apply to the square where it ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MultiStep {
    /// The maximum number of steps (2 or more) by the rank where the multi-step starts (0 = first rank, as seen from
    /// the piece's side). Empty if `squares` takes its place.
    pub steps: BTreeMap<u8, u8>,
    /// By colour, the squares from which the piece may go two steps; `None` if the ranks decide.
    pub squares: Option<[BTreeSet<Square>; 2]>,
    /// Whether an enemy pawn may capture the piece on the next move, on any square that the multi-step passed.
    pub en_passant: bool,
    /// By colour of the piece that makes the multi-step, the only squares on which it may be captured en passant;
    /// `None` if that is possible on all squares that it passed.
    pub en_passant_on: Option<[BTreeSet<Square>; 2]>,
}

impl MultiStep {
    /// Returns the maximum number of steps from any square.
    pub fn longest(&self) -> u8 {
        match self.squares {
            Some(_) => 2,
            None => self.steps.values().copied().max().unwrap_or(1),
        }
    }

    /// Returns the maximum number of steps of a piece of this colour from a square; 1 where it has no multi-step.
    pub fn most_from(&self, shape: &Shape, color: Color, square: Square) -> u8 {
        let rank = match color {
            Color::White => shape.rank(square),
            Color::Black => shape.ranks() - 1 - shape.rank(square),
        };
        match &self.squares {
            Some(squares) => 1 + u8::from(squares[color.index()].contains(&square)),
            None => self.steps.get(&rank).copied().unwrap_or(1),
        }
    }

    /// Returns whether a piece of this colour may be captured en passant on a square that it has passed.
    pub fn is_open_on(&self, color: Color, square: Square) -> bool {
        let only = self.en_passant_on.as_ref();
        self.en_passant && only.is_none_or(|squares| squares[color.index()].contains(&square))
    }

    /// Returns the first and the last starting rank, if the ranks are contiguous and at most two steps are possible
    /// from each; otherwise `None`.
    pub fn double(&self) -> Option<(u8, u8)> {
        let (first, last) = (*self.steps.first_key_value()?.0, *self.steps.last_key_value()?.0);
        let contiguous = usize::from(last - first) + 1 == self.steps.len();
        (contiguous && self.longest() == 2).then_some((first, last))
    }
}

/// What may stand on the square that a first move passes over.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum Passage {
    /// A piece of the same side, or no piece.
    #[default]
    OverFriends,
    /// A piece of either side, or no piece.
    OverAll,
    /// No piece: the move is made in two single steps, each of which leaves the king safe. Any two steps that lead to
    /// the destination will do.
    BySteps,
}

/// Leaps that a piece may make as its first move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FirstMove {
    /// The leaps as written, in Betza notation.
    pub betza: String,
    /// The leaps that the piece may make as its first move, in addition to its ordinary movements.
    pub movements: Vec<Movement>,
    /// Whether the leap is restricted like castling: it must not start in check, and the square halfway must be neither
    /// attacked nor blocked (see `passage`). An oblique leap has two squares halfway, of which one must meet the
    /// condition.
    pub safe_passage: bool,
    /// What may stand on the square halfway, if `safe_passage` is set.
    pub passage: Passage,
}

/// The types of the pieces that the hops of a piece may not lead over or may not capture.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Hurdles {
    /// The types over which no hop leads, whichever side owns the piece.
    pub not_over: Vec<PieceType>,
    /// The types that no hop captures.
    pub not_onto: Vec<PieceType>,
}

impl Hurdles {
    /// Returns whether every piece may be hopped over and captured.
    pub fn is_empty(&self) -> bool {
        self.not_over.is_empty() && self.not_onto.is_empty()
    }
}

impl PieceDefinition {
    /// Returns the types that a piece of a side may be promoted to by a move to a square, whether or not the square is
    /// in its promotion zone.
    pub fn choices_on(&self, shape: &Shape, color: Color, square: Square) -> impl Iterator<Item = PieceType> {
        let choices = match &self.promotion {
            None => &[],
            Some(Promotion::ByFile(types)) => types
                .get(usize::from(shape.file(square)))
                .map_or(&[][..], std::slice::from_ref),
            Some(choice) => choice.types(color),
        };
        let is_possible = move |piece_type: &PieceType| {
            let mut bounds = self
                .promotes_to_in
                .iter()
                .filter(|bound| bound.piece_type == *piece_type);
            bounds.all(|bound| bound.squares[color.index()].contains(&square))
        };
        choices.iter().copied().filter(is_possible)
    }
}

/// The rules of one piece type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceDefinition {
    /// The letter in upper case, as White's pieces have it in a FEN; Black's pieces have it in lower case.
    pub letter: char,
    /// The display name.
    pub name: String,
    /// The movements as written, in (extended) Betza notation.
    pub betza: String,
    /// The movements, one per direction.
    pub movements: Vec<Movement>,
    /// The moves in two steps that capture where the first step ends, or step out and back.
    pub doubles: Vec<DoubleMove>,
    /// The region that the piece does not leave, an index into [`Rules::regions`](super::Rules::regions). It bounds all
    /// movements, first moves included, and each square of a multi-step.
    pub stays_in: Option<u8>,
    /// What the hops of the piece may not lead over or may not capture. Meaningless for a piece that does not hop.
    pub hurdles: Hurdles,
    /// Whether the piece is royal, as kings are: it must not be left attacked. A side may have no royal piece, one or
    /// several.
    pub royal: bool,
    /// The number of a side's pieces of the type above which they are not royal; `None` if they are always royal.
    pub royal_up_to: Option<u8>,
    /// Whether the piece counts as a pawn, so that its moves reset the count towards the move limit.
    pub pawn: bool,
    /// What the piece is promoted to, if it promotes at all.
    pub promotion: Option<Promotion>,
    /// The choices of promotion that are possible on some squares only.
    pub promotes_to_in: Vec<BoundChoice>,
    /// The first rank where the piece may be promoted (0 = first rank, as seen from the piece's side), usually the last
    /// rank; if levels are opposed, the sum of rank and level. Meaningless for a piece that is never promoted.
    pub promotion_rank: u8,
    /// The squares where the piece may be promoted, by colour; they replace `promotion_rank`. `None` if the game's file
    /// does not list squares.
    pub promotes_in: Option<[BTreeSet<Square>; 2]>,
    /// The first rank where promotion is compulsory on squares where the piece may be promoted (0 = first rank, as seen
    /// from the piece's side), usually the last rank; if levels are opposed, the sum of rank and level. `None` if
    /// promotion is never compulsory.
    pub must_promote_from: Option<u8>,
    /// Which moves that begin on a square where the piece may be promoted can promote it.
    pub promotes_leaving: PromotesLeaving,
    /// Whether a move that begins on a square where the piece may be promoted must promote it. Such a piece may stand
    /// unpromoted where it would have to be promoted on arrival, for instance after a drop.
    pub must_promote_leaving: bool,
    /// Whether the piece is promoted only to types of which its side has fewer than at the start.
    pub promotes_to_lost: bool,
    /// Limits on promotion: the piece may be promoted to a listed type only while its side has fewer pieces of that
    /// type than the listed number. Types that are not listed are unlimited.
    pub promotes_up_to: Vec<(PieceType, u8)>,
    /// Whether the piece is promoted not by its own moves, but by a special kind of move. The piece must be in its
    /// promotion zone, or the last of its type. It is promoted where it stands, or steps from there to an empty square
    /// as the new piece moves. Such a move may not give check, and the new piece may not attack anything.
    pub promotes_standing: bool,
    /// Which blasts of captures the piece survives, if any. Meaningless in a game where captures do not blast.
    pub blast_proof: Option<BlastProof>,
    /// Where and how the piece is dropped. Meaningless in a game without a hand.
    pub drops: Drops,
    /// The multi-step, if the piece has one.
    pub multi_step: Option<MultiStep>,
    /// The leaps that the piece may make while it has not moved from its square in the array.
    pub first_move: Option<FirstMove>,
    /// The name of the picture in XBoard, if the game's file names one. It is not part of the rules.
    pub picture: Option<String>,
    /// The name of the drawing on boards in SVG and PNG, if the game's file names one. It is not part of the rules.
    pub drawing: Option<String>,
    /// The shapes of the drawing, on a field of 100 by 100 units, if it was read from an SVG file next to the game's
    /// file. They are not part of the rules.
    pub shapes: Option<String>,
}

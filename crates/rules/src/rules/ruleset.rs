//! The rules of a game as plain data, independent of board widths, and without the game's name and descriptions.

use std::collections::{BTreeMap, BTreeSet};

use super::piece::promotes_royal;
use super::{
    BareKing, Blast, Color, Ends, Hand, Held, Passing, PieceDefinition, PieceType, Prelude, Stalemate, Trades,
};
use crate::board::{Shape, Square};

/// One castling, as White plays it. Castlings of one side that share a letter are one right in a FEN: the king chooses
/// how far it goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Castling {
    /// The letter of the right in a FEN, in upper case.
    pub letter: char,
    /// The squares that the king moves from and to.
    pub king: (Square, Square),
    /// The squares that the rook moves from and to. The king's partner is called the rook, whatever piece it is.
    pub rook: (Square, Square),
    /// The king's piece type, by colour. In a game without kings any piece may castle. Meaningless for a colour that
    /// does not have this castling.
    pub king_types: [PieceType; 2],
    /// The rook's piece type, by colour. Meaningless for a colour that does not have this castling.
    pub rook_types: [PieceType; 2],
    /// Whether the castling is written as the squares of king and rook, instead of the king's square and destination.
    pub written_to_rook: bool,
    /// Whether this is king-side castling, `O-O` in SAN.
    pub short: bool,
    /// The only side that has this castling; `None` if both have it.
    pub only: Option<Color>,
}

impl Castling {
    /// Returns whether `color` has this castling.
    pub fn is_for(&self, color: Color) -> bool {
        self.only.is_none_or(|only| only == color)
    }

    /// Returns the square that is written after the king's starting square.
    pub fn written(&self) -> Square {
        if self.written_to_rook { self.rook.0 } else { self.king.1 }
    }
}

/// Which captures are compulsory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Captures {
    /// Whether a player who can capture must capture.
    pub mandatory: bool,
    /// Whether a piece that has captured and can capture again must do so in the same turn.
    pub chained: bool,
}

/// The kings and the rules about them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Kings {
    /// By colour: the type of the king, if the side has exactly one royal piece at the start, on the board or in hand,
    /// and no promotion changes which pieces are royal.
    pub types: [Option<PieceType>; 2],
    /// Whether no move may give check.
    pub checks_forbidden: bool,
    /// The lines on which kings may not face each other without a piece between them.
    pub facing_forbidden: Facing,
    /// The lines on which kings that face each other end the game, unless the next move separates them.
    pub facing_ends: Facing,
    /// The number of pieces of royal types, all types together, above which none of a side's pieces is royal; `None` if
    /// there is no limit.
    pub royal_up_to: Option<u8>,
    /// The types, as bits, of the pieces with which a checkmated king may change places.
    pub successors: u32,
}

/// Kinds of lines on which the kings may not face each other, or on which the game ends if they do.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Facing {
    /// Whether files are such lines.
    pub files: bool,
    /// Whether ranks are such lines.
    pub ranks: bool,
    /// Whether diagonals are such lines.
    pub diagonals: bool,
}

impl Facing {
    /// The files and ranks, as in Xiangqi.
    pub const FILES_AND_RANKS: Self = Self {
        files: true,
        ranks: true,
        diagonals: false,
    };

    /// Returns whether any kind of line is included.
    #[inline]
    pub fn any(self) -> bool {
        self.files || self.ranks || self.diagonals
    }

    /// Returns whether two squares that are the given numbers of files and ranks apart, whatever the signs, are on one
    /// of these lines.
    #[inline]
    pub fn is_along(self, files: i8, ranks: i8) -> bool {
        match (files.unsigned_abs(), ranks.unsigned_abs()) {
            (0, 0) => false,
            (0, _) => self.files,
            (_, 0) => self.ranks,
            (files, ranks) => self.diagonals && files == ranks,
        }
    }
}

/// A set of squares that limits where movements start, pass or end; see [`Bounds`](super::Bounds).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    /// The squares, by colour of the piece that moves.
    pub squares: [BTreeSet<Square>; 2],
    /// White's squares as written in the game's file, such as `d1-f3`. This text is not part of the rules.
    pub written: String,
}

/// What stands on every square of a board, by the number of the square.
pub type Placement = Vec<Option<(PieceType, Color)>>;

/// The checked rules of a game: everything that decides which moves are legal and how a game ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The board.
    pub shape: Shape,
    /// The zone of every square, by the number of the square; empty if the board has no zones.
    pub zones: Vec<u8>,
    /// The regions that bind movements, in the order in which pieces name them.
    pub regions: Vec<Region>,
    /// The piece types, in the order of the file.
    pub pieces: Vec<PieceDefinition>,
    /// The start position as a FEN.
    pub start: String,
    /// The array: what stands on each square at the start.
    pub array: Placement,
    /// The pieces in hand at the start.
    pub held: Held,
    /// The types of White's pieces in the array that have a first move, by square. For Black, the squares are mirrored.
    pub privileged: BTreeMap<Square, PieceType>,
    /// The castlings.
    pub castlings: Vec<Castling>,
    /// Whether kings and rooks castle from wherever they stand at the start of the game, to the squares that
    /// `castlings` names, as in Chess960. A FEN then says which rooks castle.
    pub castling_anywhere: bool,
    /// Which captures are compulsory.
    pub captures: Captures,
    /// Which captures are forbidden so that strong pieces are not traded.
    pub trades: Trades,
    /// What a capture removes in addition to the captured piece; `None` if it removes nothing else.
    pub blast: Option<Blast>,
    /// The kings and the rules about them.
    pub kings: Kings,
    /// The rules of pieces in hand; `None` in a game without a hand.
    pub hand: Option<Hand>,
    /// The moves with which the sides begin; `None` if they may begin with any move.
    pub prelude: Option<Prelude>,
    /// By colour: when the side may pass the turn.
    pub passing: [Passing; 2],
    /// How the game ends.
    pub ends: Ends,
}

impl Rules {
    /// Returns the rules of a piece type.
    #[inline]
    pub fn piece(&self, piece_type: PieceType) -> &PieceDefinition {
        &self.pieces[piece_type.index()]
    }

    /// Returns the piece types with their rules, in the order of the file.
    pub fn piece_types(&self) -> impl Iterator<Item = (PieceType, &PieceDefinition)> {
        (0..).map(PieceType).zip(&self.pieces)
    }

    /// Returns the piece type and colour of a letter in a FEN: upper case for White. `None` if no piece has the letter.
    pub fn piece_of_letter(&self, letter: char) -> Option<(PieceType, Color)> {
        let color = match letter {
            'A'..='Z' => Color::White,
            'a'..='z' => Color::Black,
            _ => return None,
        };
        let upper = letter.to_ascii_uppercase();
        let (piece_type, _) = self.piece_types().find(|(_, piece)| piece.letter == upper)?;
        Some((piece_type, color))
    }

    /// Returns the letter of a piece in a FEN: upper case for White.
    pub fn letter(&self, piece_type: PieceType, color: Color) -> char {
        color.case(self.piece(piece_type).letter)
    }

    /// Returns how far a piece of this side on the square has advanced, from 0; see [`Shape::advance`].
    pub fn advance(&self, color: Color, square: Square) -> u8 {
        match color {
            Color::White => self.shape.advance(square),
            Color::Black => self.shape.farthest() - self.shape.advance(square),
        }
    }

    /// Returns whether a move to the square may promote a piece of this type and side.
    pub fn promotes_on(&self, piece_type: PieceType, color: Color, square: Square) -> bool {
        !self.piece(piece_type).promotes_standing && self.is_promotion_zone(piece_type, color, square)
    }

    /// Returns whether a piece of this type and side may be promoted where it stands on the square, by a special kind
    /// of move; see [`PieceDefinition::promotes_standing`].
    pub fn promotes_standing_on(&self, piece_type: PieceType, color: Color, square: Square) -> bool {
        self.piece(piece_type).promotes_standing && self.is_promotion_zone(piece_type, color, square)
    }

    /// Returns whether a square is in the promotion zone of a piece of this type and side.
    fn is_promotion_zone(&self, piece_type: PieceType, color: Color, square: Square) -> bool {
        let piece = self.piece(piece_type);
        let is_listed = match &piece.promotes_in {
            Some(regions) => regions[color.index()].contains(&square),
            None => self.advance(color, square) >= piece.promotion_rank,
        };
        is_listed && piece.choices_on(&self.shape, color, square).next().is_some()
    }

    /// Returns whether a piece of this type and side must be promoted on the square.
    pub fn must_promote_on(&self, piece_type: PieceType, color: Color, square: Square) -> bool {
        let from = self.piece(piece_type).must_promote_from;
        self.promotes_on(piece_type, color, square) && from.is_some_and(|rank| self.advance(color, square) >= rank)
    }

    /// Returns whether a game may be won without a mate: by stalemate, by a bare king, by another goal, by points, or
    /// because a king is taken in a chain of captures or by a blast. In such a game, any piece other than the kings may
    /// win. Promotion sets are not considered.
    pub fn is_won_without_mate(&self) -> bool {
        self.ends.stalemate != Stalemate::Draw
            || self.ends.bare_king != BareKing::PlaysOn
            || self.ends.have_goals()
            || self.ends.points.is_some()
            || self.captures.chained
            || self.blast.is_some()
    }

    /// Returns the type of a side's king; `None` if the side has no royal piece, or several.
    #[inline]
    pub fn king(&self, color: Color) -> Option<PieceType> {
        self.kings.types[color.index()]
    }

    /// Returns whether pieces of this type are royal, so that they must not be left attacked, while their side has
    /// `count` of them.
    pub fn is_royal(&self, piece_type: PieceType, count: usize) -> bool {
        let piece = self.piece(piece_type);
        piece.royal && piece.royal_up_to.is_none_or(|most| count <= usize::from(most))
    }

    /// Returns whether there are pieces that some hops may not lead over or may not capture.
    pub fn has_hurdles(&self) -> bool {
        self.pieces.iter().any(|piece| !piece.hurdles.is_empty())
    }

    /// Returns whether a checkmated king may change places with a piece of this type.
    pub fn succeeds(&self, piece_type: PieceType) -> bool {
        self.kings.successors >> piece_type.0 & 1 != 0
    }

    /// Returns whether the number of a side's royal pieces decides whether they are royal.
    pub fn counts_royal(&self) -> bool {
        self.kings.royal_up_to.is_some() || self.pieces.iter().any(|piece| piece.royal_up_to.is_some())
    }

    /// Returns whether royal pieces can be promoted, or other pieces can be promoted to royal ones.
    pub fn has_royal_promotions(&self) -> bool {
        promotes_royal(&self.pieces)
    }

    /// Returns the number of a side's pieces of royal types in a placement.
    pub(super) fn count_royal(&self, placement: &Placement, color: Color) -> usize {
        let own = placement.iter().flatten().filter(|(_, owner)| *owner == color);
        own.filter(|(piece_type, _)| self.piece(*piece_type).royal).count()
    }

    /// Returns the number of pieces of royal types that a side has at the start, on the board and in hand.
    pub fn royal_at_start(&self, color: Color) -> usize {
        self.count_royal(&self.array, color) + self.count_royal_held(&self.held, color)
    }

    /// Returns the number of pieces of royal types in a side's hand.
    pub(super) fn count_royal_held(&self, held: &Held, color: Color) -> usize {
        let royal = self
            .pieces_in(held, color)
            .filter(|piece_type| self.piece(*piece_type).royal);
        royal.count()
    }

    /// Returns whether a side begins with a royal piece in hand.
    pub fn drops_royal(&self) -> bool {
        Color::BOTH
            .into_iter()
            .any(|color| self.count_royal_held(&self.held, color) > 0)
    }

    /// Returns the squares of a side's royal pieces in a placement.
    pub fn royal_squares(&self, placement: &Placement, color: Color) -> Vec<Square> {
        let most = self.kings.royal_up_to.map_or(usize::MAX, usize::from);
        if self.count_royal(placement, color) > most {
            return Vec::new();
        }
        let count = |piece_type| {
            placement
                .iter()
                .filter(|piece| **piece == Some((piece_type, color)))
                .count()
        };
        let is_royal = |square: &Square| {
            placement[square.index()]
                .is_some_and(|(piece_type, owner)| owner == color && self.is_royal(piece_type, count(piece_type)))
        };
        self.shape.squares().filter(is_royal).collect()
    }

    /// Parses the field of a FEN that counts checks: the numbers of checks that White and Black have left to give, as
    /// in `3+3`, or, with a leading `+`, the numbers that they have given, as in `+0+0`. Returns the numbers left;
    /// `None` if the field is anything else, or if checks are not counted.
    pub fn parse_checks(&self, field: &str) -> Option<[u8; 2]> {
        let (given, numbers) = match field.strip_prefix('+') {
            Some(numbers) => (true, numbers),
            None => (false, field),
        };
        let (white, black) = numbers.split_once('+')?;
        let read = |text: &str| {
            let number = text
                .parse::<u8>()
                .ok()
                .filter(|number| *number <= self.ends.checks && self.ends.checks > 0)?;
            Some(if given { self.ends.checks - number } else { number })
        };
        Some([read(white)?, read(black)?])
    }

    /// Returns whether a square is in a region as pieces of this colour see it; `true` without a region.
    pub fn is_in(&self, region: Option<u8>, color: Color, square: Square) -> bool {
        let region = region.and_then(|number| self.regions.get(usize::from(number)));
        region.is_none_or(|region| region.squares[color.index()].contains(&square))
    }

    /// Returns the zone of a square; 0 everywhere in a game without zones.
    pub fn zone(&self, square: Square) -> u8 {
        self.zones.get(square.index()).copied().unwrap_or(0)
    }
}

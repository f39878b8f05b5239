//! The rules of a game as plain data, independent of board widths, and without the game's name and descriptions.

use std::collections::BTreeMap;

use super::{Color, PieceDefinition, PieceType};
use crate::board::{Shape, Square};

/// One castling, as White plays it. Castlings of one side that share a letter are one right in a FEN: the king chooses
/// how far it goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Castling {
    /// The letter of the right in a FEN, in upper case.
    pub letter: char,
    /// The king's squares, from and to.
    pub king: (Square, Square),
    /// The rook's squares, from and to. The king's partner is called the rook, whatever piece it is.
    pub rook: (Square, Square),
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

/// The result for a player who cannot move and is not in check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stalemate {
    /// The game is a draw.
    Draw,
    /// The player who cannot move has lost.
    Loss,
}

/// What happens to a player whose only piece is the king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BareKing {
    /// The game continues.
    PlaysOn,
    /// The player loses at once.
    Loses,
    /// The player loses, unless the next move bares the opponent's king too, which is a draw. The loss is immediate if
    /// the opponent has at least three pieces (king included), or has two and is to move.
    LosesUnlessAnswered,
}

/// How the game ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ends {
    /// The result of a stalemate.
    pub stalemate: Stalemate,
    /// The fate of a player whose only piece is the king.
    pub bare_king: BareKing,
    /// The number of moves by each side, without a capture or a pawn move, after which the game is drawn (50 in chess).
    pub move_limit: u16,
    /// A player who promotes and then has at least the given number of pieces of each listed type has won. Empty if the
    /// game has no such rule.
    pub promotion_set: Vec<(PieceType, u8)>,
}

/// Which captures are compulsory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Captures {
    /// Whether a player who can capture must capture.
    pub mandatory: bool,
    /// Whether a piece that has captured and can capture again must do so in the same turn.
    pub chained: bool,
}

/// What stands on every square of a board, by the number of the square.
pub type Placement = Vec<Option<(PieceType, Color)>>;

/// The rules of a game, checked: everything that decides which moves are legal and how a game ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The board.
    pub shape: Shape,
    /// The zone of every square, by the number of the square; empty if the board has no zones.
    pub zones: Vec<u8>,
    /// The piece types, in the order of the file.
    pub pieces: Vec<PieceDefinition>,
    /// The start position as a FEN.
    pub start: String,
    /// The array: what stands on each square at the start.
    pub array: Placement,
    /// The types of White's pieces in the array that have a first move, by square. For Black, the squares are mirrored.
    pub privileged: BTreeMap<Square, PieceType>,
    /// The castlings.
    pub castlings: Vec<Castling>,
    /// Which captures are compulsory.
    pub captures: Captures,
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

    /// Returns whether a piece of this type and side may be promoted on the square.
    pub fn promotes_on(&self, piece_type: PieceType, color: Color, square: Square) -> bool {
        let piece = self.piece(piece_type);
        piece.promotion.is_some() && self.advance(color, square) >= piece.promotion_rank
    }

    /// Returns whether a game may be won without a mate: stalemate or a bare king loses, or a king can be taken in a
    /// chain of captures. In such a game any piece besides the kings may win. Promotion sets are not considered.
    pub fn is_won_without_mate(&self) -> bool {
        self.ends.stalemate == Stalemate::Loss || self.ends.bare_king != BareKing::PlaysOn || self.captures.chained
    }

    /// Returns the king's piece type.
    pub fn king(&self) -> PieceType {
        let (piece_type, _) = self
            .piece_types()
            .find(|(_, piece)| piece.royal)
            .unwrap_or_else(|| unreachable!("the rules of a game have a king"));
        piece_type
    }

    /// Returns the zone of a square; 0 everywhere in a game without zones.
    pub fn zone(&self, square: Square) -> u8 {
        self.zones.get(square.index()).copied().unwrap_or(0)
    }
}

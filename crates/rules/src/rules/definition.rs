//! What a game is, as its file says it: plain data, read by the loader, independent of any board width.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::board::{Shape, Square, Vector};

/// A player. White (the leap games say Red) moves first and up the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Color {
    /// Upper-case letters, moves up the board.
    White = 0,
    /// Lower-case letters, moves down the board.
    Black = 1,
}

impl Color {
    /// Both players, White first.
    pub const BOTH: [Color; 2] = [Color::White, Color::Black];

    /// 0 for White, 1 for Black, for indexing.
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

    /// Returns the letter of this player's piece or right in a FEN: a capital for White.
    pub const fn case(self, letter: char) -> char {
        match self {
            Self::White => letter.to_ascii_uppercase(),
            Self::Black => letter.to_ascii_lowercase(),
        }
    }

    /// Returns the name, for people.
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

/// A type of piece: its index in [`Definition::pieces`], below [`PieceType::MAX`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PieceType(pub u8);

impl PieceType {
    /// The most piece types in one game: one for each letter.
    pub const MAX: usize = 26;

    /// Returns the number of the piece type, for indexing.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// When a move may be made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mode {
    /// Only to an empty square (Betza `m`).
    Quiet,
    /// Only to capture (Betza `c`).
    Capture,
    /// Both.
    Both,
}

/// How far and through what a movement goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reach {
    /// Straight to the square, whatever stands between.
    Leap,
    /// Step after step through empty squares, at most this many steps (`u8::MAX`: to the edge).
    Slide(u8),
    /// One leap, blocked if the square or squares that the straight way there passes are occupied (Betza `n`).
    Lame,
    /// To the edge in alternating steps: this vector, then the other, and so on (Betza `z`).
    Crooked(Vector),
    /// To the edge along a circle: this vector, then the other, then both again turned by a right angle, and so on, until
    /// it is back (Betza `q`).
    Circular(Vector),
    /// One step, then at most so many of the other vector through empty squares (Betza `t`).
    Bent(Vector, u8),
    /// Like a slide, but the first square is leapt over, whatever stands there (Betza `j` of sliders).
    Ski(u8),
    /// Like a slide, but over exactly one piece, wherever it stands on the way (Betza `p`).
    Cannon(u8),
    /// Like a slide to the first piece, over it, and down on the next square (Betza `g`).
    Grasshopper(u8),
    /// One leap over exactly one piece on the straight way there (Betza `j` of leapers).
    Over,
    /// Several steps, each in its own direction, through empty squares (Betza `a`).
    Legs(Legs),
}

/// What follows the first step of a move in several legs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Legs {
    pub(super) steps: [Vector; Self::MAX],
    pub(super) count: u8,
    /// How often the last step may be repeated; only squares of this last leg are landed on.
    pub range: u8,
    /// Whether a piece has to stand where the first step leads: it is leapt over.
    pub over: bool,
}

impl Legs {
    /// The most legs after the first.
    pub const MAX: usize = 2;

    /// These steps after the first, one a leg; `None` if there are none, or more than [`Legs::MAX`].
    pub fn new(steps: &[Vector], range: u8, over: bool) -> Option<Self> {
        let mut all = [Vector::flat(0, 0); Self::MAX];
        all.get_mut(..steps.len())?.copy_from_slice(steps);
        (!steps.is_empty()).then_some(Self {
            steps: all,
            count: steps.len() as u8,
            range,
            over,
        })
    }

    /// Returns the steps after the first, one a leg.
    pub fn steps(&self) -> &[Vector] {
        &self.steps[..usize::from(self.count)]
    }
}

/// A condition on a step that depends on the zones of its two squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ZoneCondition {
    /// No condition.
    Any,
    /// Both squares are in the same zone.
    Same,
    /// The squares are in different zones.
    Other,
}

/// One movement in one direction, as White makes it. Black makes it turned by 180 degrees, since left and right are as a
/// side sees them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Movement {
    /// The step.
    pub vector: Vector,
    /// How far and through what.
    pub reach: Reach,
    /// With or without capture.
    pub mode: Mode,
    /// Condition on the zones of its squares.
    pub zones: ZoneCondition,
    /// Whether it goes around the board, from the last file to the first and back (Betza `o`).
    pub around: bool,
    /// If it is made only from squares where a piece of this piece type stands at the start (Betza `i`).
    pub initial: Option<PieceType>,
}

/// What a piece is promoted to on the last ranks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Promotion {
    /// One of these, on every file.
    Choice(Vec<PieceType>),
    /// The piece of the file, from file a.
    ByFile(Vec<PieceType>),
}

/// The multi-step of a pawn: two or more plain steps straight forward through empty squares, as many as it likes. Where it
/// leads to promotion, the piece is promoted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MultiStep {
    /// The most steps (2 or more) by the rank from which they are made (0 = first, seen from the own side).
    pub steps: BTreeMap<u8, u8>,
    /// Whether an enemy pawn may capture it on its next move, on any square that was passed.
    pub en_passant: bool,
}

impl MultiStep {
    /// Returns the most steps from any rank.
    pub fn longest(&self) -> u8 {
        self.steps.values().copied().max().unwrap_or(1)
    }

    /// Returns the first and the last rank, if from these and all between two steps are the most.
    pub fn double(&self) -> Option<(u8, u8)> {
        let (first, last) = (*self.steps.first_key_value()?.0, *self.steps.last_key_value()?.0);
        let same = usize::from(last - first) + 1 == self.steps.len() && self.longest() == 2;
        same.then_some((first, last))
    }
}

/// What may stand on the square that a first move passes over.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum Passage {
    /// Nothing or an own piece.
    #[default]
    OverFriends,
    /// Anything: it leads over enemies too.
    OverAll,
    /// Nothing: it is made in two single steps, by any way, each of which leaves the king safe.
    BySteps,
}

/// Leaps that a piece may make as its first move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FirstMove {
    /// The leaps as written, in Betza notation.
    pub betza: String,
    /// Leaps that the piece may make as its first move, beside its ordinary movements.
    pub movements: Vec<Movement>,
    /// Whether the leap is like a king's walk: not out of check, and the square half way is not occupied by an enemy
    /// and not attacked (an own piece may stand there). Oblique leaps have two such squares, one of which will do.
    pub safe_passage: bool,
    /// What may stand half way of a safe passage.
    pub passage: Passage,
}

/// A piece type as the file describes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceDefinition {
    /// Upper-case letter, used for White; Black's is the lower-case one.
    pub letter: char,
    /// Name, for people.
    pub name: String,
    /// The movements as written, in (extended) Betza notation.
    pub betza: String,
    /// The movements, one a direction.
    pub movements: Vec<Movement>,
    /// Whether the piece is the king: exactly one piece type is.
    pub royal: bool,
    /// Whether it counts as a pawn: its moves reset the move counter.
    pub pawn: bool,
    /// What it is promoted to, if it is promoted at all: on the last rank it must be.
    pub promotion: Option<Promotion>,
    /// From this rank on (0 = first, seen from the own side) it may be promoted, if it can be; usually the last.
    pub promotion_rank: u8,
    /// Whether it becomes only what its side has fewer of than at the start.
    pub promotes_to_lost: bool,
    /// It becomes one of these only while its side has fewer than so many.
    pub promotes_up_to: Vec<(PieceType, u8)>,
    /// Its multi-step, if it has one.
    pub multi_step: Option<MultiStep>,
    /// Its privilege while it has not moved from its place in the array, if it has one.
    pub first_move: Option<FirstMove>,
    /// The picture in XBoard that its file names.
    pub picture: Option<String>,
    /// The drawing that its file names.
    pub drawing: Option<String>,
    /// A drawing of its own, from an SVG beside its file: shapes on a field of 100 by 100 units.
    pub shapes: Option<String>,
}

/// One castling, as White does it. Several with the same letter are one right: the king chooses how far it goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Castling {
    /// Letter in the FEN, upper case.
    pub letter: char,
    /// The king's squares, from and to.
    pub king: (Square, Square),
    /// The rook's squares, from and to. The other piece of a castling is called the rook, whatever it is.
    pub rook: (Square, Square),
    /// The rook's piece type, by colour.
    pub rook_types: [PieceType; 2],
    /// Whether the move is written king's square + rook's square instead of king's square + destination.
    pub written_to_rook: bool,
    /// Whether this is the king's side, `O-O` in SAN.
    pub short: bool,
    /// Whose it is, if not of both sides.
    pub only: Option<Color>,
}

impl Castling {
    /// Returns whether a side may castle like this.
    pub fn is_for(&self, color: Color) -> bool {
        self.only.is_none_or(|only| only == color)
    }

    /// Returns the square that is written after the king's own.
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

/// What happens to a player who has nothing but the king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BareKing {
    /// Nothing: play goes on.
    PlaysOn,
    /// Lost at once.
    Loses,
    /// Lost, unless the next move bares the opponent too, which is a draw: so lost at once against three pieces or
    /// more, and against two (king and one) when the opponent is to move and it is still so.
    LosesUnlessAnswered,
}

/// How the game ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ends {
    /// Stalemate.
    pub stalemate: Stalemate,
    /// A player with nothing but the king.
    pub bare_king: BareKing,
    /// Moves by each side without a capture or a pawn move until it is a draw (50 in chess).
    pub move_limit: u16,
    /// A player who promotes and then has at least these numbers of these pieces has won. Empty: no such rule.
    pub promotion_set: Vec<(PieceType, u8)>,
}

/// Obligatory captures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Captures {
    /// A player who can capture must.
    pub mandatory: bool,
    /// A piece that has captured and can capture again must go on, in the same turn.
    pub chained: bool,
}

/// What XBoard is told about the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct XBoard {
    /// The name there, if another (`normal` for chess).
    pub name: String,
    /// Whether XBoard knows the game: then it gets no definition.
    pub native: bool,
    /// Whether it may be offered to XBoard; `None` leaves that to what XBoard can show.
    pub playable: Option<bool>,
    /// Whose end rules XBoard applies: its variant named as the parent.
    pub parent: String,
    /// Start position there, if another.
    pub start: Option<String>,
}

impl XBoard {
    /// On a board of so many ranks XBoard counts them from 0.
    pub const RANKS_FROM_ZERO: u8 = 10;
}

/// What stands on every square of a board, by the number of the square.
pub type Placement = Vec<Option<(PieceType, Color)>>;

/// A game: everything its file says, checked.
///
/// ```
/// use kurier_rules::rules::Catalogue;
/// let chess = Catalogue::built_in().get("chess").unwrap();
/// assert_eq!(chess.shape.area(), 64);
/// assert_eq!(chess.pieces.len(), 6);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The name in commands and protocols: lower case, without blanks.
    pub name: String,
    /// The name for people.
    pub title: String,
    /// One sentence on the game.
    pub summary: String,
    /// Where its rules are described.
    pub link: String,
    /// Where and when it comes from, in a few sentences.
    pub history: String,
    /// The weights or network file of its evaluation. Not part of the rules.
    pub evaluation: Option<PathBuf>,
    /// The board.
    pub shape: Shape,
    /// The zone of every square; empty where no movement asks for zones.
    pub zones: Vec<u8>,
    /// The piece types, in the order of the file.
    pub pieces: Vec<PieceDefinition>,
    /// FEN of the start.
    pub start: String,
    /// What stands where at the start.
    pub array: Placement,
    /// The array: which piece type stands where at the very start, as far as first-move privileges need it.
    /// Keys are White's squares; Black's are mirrored.
    pub privileged: BTreeMap<Square, PieceType>,
    /// The castlings.
    pub castlings: Vec<Castling>,
    /// Obligatory captures.
    pub captures: Captures,
    /// The ends.
    pub ends: Ends,
    /// What XBoard is told about the game.
    pub xboard: XBoard,
}

impl Definition {
    /// Returns the description of a piece type.
    #[inline]
    pub fn piece(&self, piece_type: PieceType) -> &PieceDefinition {
        &self.pieces[piece_type.index()]
    }

    /// Returns the piece types with their descriptions, in the order of the file.
    pub fn piece_types(&self) -> impl Iterator<Item = (PieceType, &PieceDefinition)> {
        (0..).map(PieceType).zip(&self.pieces)
    }

    /// Returns the piece type and colour of a letter in a FEN: upper case for White.
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

    /// Returns the letter of a piece type in a FEN: upper case for White.
    pub fn letter(&self, piece_type: PieceType, color: Color) -> char {
        color.case(self.piece(piece_type).letter)
    }

    /// Returns how far a piece of this side has come, from 0; see [`Shape::advance`].
    pub fn advance(&self, color: Color, square: Square) -> u8 {
        match color {
            Color::White => self.shape.advance(square),
            Color::Black => self.shape.farthest() - self.shape.advance(square),
        }
    }

    /// Returns whether a piece of this type and side is promoted on the square, if it can be.
    pub fn promotes_on(&self, piece_type: PieceType, color: Color, square: Square) -> bool {
        let piece = self.piece(piece_type);
        piece.promotion.is_some() && self.advance(color, square) >= piece.promotion_rank
    }

    /// Tests whether a game is decided without a mate: where stalemate or a bare king loses, or where a king can be taken in a
    /// chain of captures. There any man beside the kings may win.
    pub fn is_won_without_mate(&self) -> bool {
        self.ends.stalemate == Stalemate::Loss || self.ends.bare_king != BareKing::PlaysOn || self.captures.chained
    }

    /// Returns the king's piece type.
    pub fn king(&self) -> PieceType {
        let (piece_type, _) = self
            .piece_types()
            .find(|(_, piece)| piece.royal)
            .unwrap_or_else(|| unreachable!("a definition has a king"));
        piece_type
    }

    /// Returns the zone of a square; 0 everywhere in a game without zones.
    pub fn zone(&self, square: Square) -> u8 {
        self.zones.get(square.index()).copied().unwrap_or(0)
    }
}

//! Positions: state, make and unmake, legal moves, attacks, checks, static exchange evaluation, Zobrist keys, FEN,
//! notation, ends of games, perft.
//!
//! All code here works from the tables of [`Variant`]; none of it asks which game is played. A [`Move`] is one step. In
//! games with chains of captures a turn is several moves by one piece: until the chain ends, [`Position::chain`]
//! returns that piece's square, and the side to move does not change.

mod arrange;
mod attacks;
mod blast;
mod castlings;
mod chain;
mod checks;
mod counting;
mod double;
mod drops;
mod en_passant;
mod end;
mod exchange;
mod facing;
mod fen;
mod gating;
mod generate;
mod goals;
mod hand;
mod legality;
mod make;
mod material;
mod moves;
mod notation;
mod passing;
mod perft;
mod points;
mod prelude;
mod promotions;
mod repetition;
mod royal;
mod sink;
mod standing;
mod succession;
mod trade;
mod turn;

use std::sync::Arc;

pub use checks::CheckTest;
pub use end::{Outcome, Reason};
pub use fen::FenError;
pub use generate::{Generate, MoveList};
pub use moves::{Move, MoveKind};
pub use notation::{SanError, TurnError};
pub use perft::MAX_PERFT_DEPTH;
pub use turn::{MAX_TURNS, Turn};

use self::hand::Holdings;
use crate::board::{Bitboard, Shape, Square};
use crate::rules::{Color, PieceType, Variant};

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// The type of the piece.
    pub piece_type: PieceType,
    /// The side that owns the piece.
    pub color: Color,
}

/// A piece added to or removed from a square by a move, for incremental evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change {
    /// The piece that was added or removed.
    pub piece: Piece,
    /// The square that changed.
    pub square: Square,
    /// Whether the piece was added; `false` if it was removed.
    pub added: bool,
}

/// What a move changes apart from the pieces on the board. A copy is saved before each move, so that the move can be
/// unmade.
#[derive(Clone, Debug)]
struct State<const W: usize> {
    key: u64,
    pawn_key: u64,
    piece_keys: [u64; 2],
    rights: u32,
    en_passant: Bitboard<W>,
    chain: Option<Square>,
    halfmoves: u16,
    /// The number of moves since the last null move, the last lost right or the start of the game. The search for
    /// repetitions goes no further back.
    reversible: u16,
    checkers: Bitboard<W>,
    /// Pieces of the side to move that are the only blocker of an attack on their king; all its pieces if an enemy
    /// hopper may attack the king.
    pinned: Bitboard<W>,
    /// The squares that the last move changed; the first `change_count` entries are valid. If the move has made more
    /// changes than there are entries, all its changes are at the end of [`Position::blasted`] instead.
    changes: [Change; 4],
    change_count: u8,
    /// Whether the last move ended a turn of Black, so that unmaking it lowers the move number.
    ended_black_turn: bool,
    /// Whether the side to move may play a move of the prelude.
    prelude: bool,
    /// Whether the side to move may not capture pieces that must not be traded, because the last move has captured one.
    no_counter: bool,
    /// The number of turns that have just been passed in a row: 0 in games without passing.
    passes: u8,
    /// The number of positions in a row, this one included, in which the kings face each other: 0 in games where that
    /// does not end the game.
    faced: u8,
    /// For each colour, how many more checks the side must give to win; 0 in games that do not count checks.
    checks_left: [u8; 2],
    /// The limit of the running count, in plies; 0 if none is running.
    count_limit: u16,
    /// The count, in plies; 0 if none is running.
    count: u16,
    /// The entry of the position in the list of hands; see [`Holdings`].
    hand: u32,
}

/// A position of a variant whose board fits into `W` words of 64 bits, with the history of moves that led to it.
#[derive(Clone, Debug)]
pub struct Position<const W: usize> {
    variant: Arc<Variant<W>>,
    /// The squares of each piece type; the last set, for [`PieceType::NONE`], is always empty.
    piece_types: [Bitboard<W>; PieceType::MAX + 1],
    colors: [Bitboard<W>; 2],
    /// The content of each square: 0 if empty, otherwise 2 * piece type + colour + 1.
    board: [u8; Shape::MAX_SQUARES],
    side: Color,
    fullmove: u32,
    state: State<W>,
    history: Vec<State<W>>,
    /// The pieces in hand, and which pieces on the board are promoted; `None` in games without a hand.
    hand: Option<Box<Holdings>>,
    /// The changes of all moves so far that make more changes than a [`State`] can hold, such as captures that blast
    /// and castlings that gate a piece.
    blasted: Vec<Change>,
}

impl<const W: usize> Position<W> {
    /// Returns the variant that is played, with its compiled tables.
    #[inline]
    pub fn variant(&self) -> &Arc<Variant<W>> {
        &self.variant
    }

    /// Returns the side to move.
    #[inline(always)]
    pub fn side(&self) -> Color {
        self.side
    }

    /// Returns the squares occupied by either side.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard<W> {
        self.colors[0] | self.colors[1]
    }

    /// Returns the squares of all pieces of a side.
    #[inline(always)]
    pub fn of_color(&self, color: Color) -> Bitboard<W> {
        self.colors[color.index()]
    }

    /// Returns the squares of all pieces of a type, of both sides.
    #[inline(always)]
    pub fn of_type(&self, piece_type: PieceType) -> Bitboard<W> {
        self.piece_types[piece_type.index()]
    }

    /// Returns the squares of all pieces of several types, of both sides.
    #[inline]
    pub fn of_types(&self, piece_types: &[PieceType]) -> Bitboard<W> {
        piece_types
            .iter()
            .fold(Bitboard::EMPTY, |set, piece_type| set | self.of_type(*piece_type))
    }

    /// Returns the squares of a side's pieces of a type.
    #[inline(always)]
    pub fn of(&self, color: Color, piece_type: PieceType) -> Bitboard<W> {
        self.piece_types[piece_type.index()] & self.colors[color.index()]
    }

    /// Returns whether a side has at least one pawn.
    pub fn has_pawns(&self, color: Color) -> bool {
        let of_type = |(piece_type, set): (usize, &Bitboard<W>)| {
            self.variant.pawns >> piece_type & 1 != 0 && (*set & self.of_color(color)).any()
        };
        self.piece_types.iter().enumerate().any(of_type)
    }

    /// Returns the piece on a square; `None` if the square is empty.
    #[inline(always)]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let code = self.board[square.index()];
        (code != 0).then(|| decode(code))
    }

    /// Returns the square of a side's king; `None` if the king has been captured or is still in hand, or if the side
    /// does not have exactly one royal piece in this game.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.of(color, self.variant.kings[color.index()]).first()
    }

    /// Returns whether the side to move is in check.
    #[inline(always)]
    pub fn in_check(&self) -> bool {
        self.state.checkers.any()
    }

    /// Returns the squares of the pieces that give check to the side to move.
    #[inline(always)]
    pub fn checkers(&self) -> Bitboard<W> {
        self.state.checkers
    }

    /// Returns the Zobrist key of everything that the repetition rule compares, including the square of an unfinished
    /// chain.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.state.key
    }

    /// Returns the Zobrist key of the pawns of both sides.
    #[inline(always)]
    pub fn pawn_key(&self) -> u64 {
        self.state.pawn_key
    }

    /// Returns the Zobrist key of a side's pieces other than pawns.
    #[inline(always)]
    pub fn piece_key(&self, color: Color) -> u64 {
        self.state.piece_keys[color.index()]
    }

    /// Returns the number of moves (plies) since the last capture or pawn move.
    #[inline(always)]
    pub fn halfmoves(&self) -> u32 {
        self.state.halfmoves as u32
    }

    /// Returns the move number: 1 at the start, incremented after each turn of Black.
    #[inline]
    pub fn fullmove(&self) -> u32 {
        self.fullmove
    }

    /// Returns the square of the piece that must continue its chain of captures; `None` outside of a chain.
    #[inline(always)]
    pub fn chain(&self) -> Option<Square> {
        self.state.chain
    }

    /// Returns the squares that a multi-step of the opponent has just passed and that a pawn of the side to move
    /// attacks. The en-passant capture may still be illegal because of the king's safety.
    #[inline(always)]
    pub fn en_passant(&self) -> Bitboard<W> {
        self.state.en_passant
    }

    /// Returns the castling and first-move rights that remain, as a bit set over [`Variant::rights`].
    #[inline(always)]
    pub fn rights(&self) -> u32 {
        self.state.rights
    }

    /// Returns the changes that the last move made to the board, removals before additions: at most four, unless the
    /// move was a capture that blasts or a castling that gates a piece.
    #[inline(always)]
    pub fn changes(&self) -> &[Change] {
        match self.state.changes.get(..self.state.change_count as usize) {
            Some(changes) => changes,
            None => self.many_changes(),
        }
    }

    /// Returns the number of moves (steps, not turns) that can be unmade.
    #[inline]
    pub fn moves_made(&self) -> usize {
        self.history.len()
    }
}

#[inline(always)]
const fn encode(piece: Piece) -> u8 {
    piece.piece_type.0 * 2 + piece.color as u8 + 1
}

#[inline(always)]
const fn decode(code: u8) -> Piece {
    let code = code - 1;
    Piece {
        piece_type: PieceType(code / 2),
        color: if code & 1 == 0 { Color::White } else { Color::Black },
    }
}

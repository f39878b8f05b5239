//! A position: state, make and unmake, legal moves, attacks, checks, exchange, keys, FEN, notation, the end of the game,
//! perft.
//!
//! Everything here reads the tables of [`Variant`]; nothing asks which game it is. Moves are steps: in games with
//! chains of captures a turn is several moves by one piece, between which [`Position::chain`] names it and the side to
//! move stays the same.

mod attacks;
mod checks;
mod end;
mod exchange;
mod fen;
mod generate;
mod legality;
mod make;
mod material;
mod moves;
mod notation;
mod perft;
mod repetition;
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

use crate::board::{Bitboard, Shape, Square};
use crate::rules::{Color, PieceType, Variant};

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Its type.
    pub piece_type: PieceType,
    /// Its owner.
    pub color: Color,
}

/// A change of one square by a move, for incremental evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change {
    /// The piece.
    pub piece: Piece,
    /// The square.
    pub square: Square,
    /// Whether it was added, not removed.
    pub added: bool,
}

/// Everything but the pieces on the board that a move changes, saved for taking it back.
#[derive(Clone, Debug)]
struct State<const W: usize> {
    key: u64,
    pawn_key: u64,
    piece_keys: [u64; 2],
    rights: u32,
    en_passant: Bitboard<W>,
    chain: Option<Square>,
    halfmoves: u16,
    /// Moves since a null move, a lost right or the beginning: repetition looks no further back.
    reversible: u16,
    checkers: Bitboard<W>,
    /// Pieces of the side to move that alone block an attack on its king.
    pinned: Bitboard<W>,
    /// What the last move changed.
    changes: [Change; 4],
    change_count: u8,
    /// Whether the last move ended a turn of Black.
    ended_black_turn: bool,
}

/// A position of one game, with the moves that led to it.
#[derive(Clone, Debug)]
pub struct Position<const W: usize> {
    variant: Arc<Variant<W>>,
    piece_types: [Bitboard<W>; PieceType::MAX],
    colors: [Bitboard<W>; 2],
    /// By square: 0 for empty, else twice the piece type + colour + 1.
    board: [u8; Shape::MAX_SQUARES],
    side: Color,
    fullmove: u32,
    state: State<W>,
    history: Vec<State<W>>,
}

impl<const W: usize> Position<W> {
    /// Returns the game.
    #[inline]
    pub fn variant(&self) -> &Arc<Variant<W>> {
        &self.variant
    }

    /// Returns the side to move.
    #[inline(always)]
    pub fn side(&self) -> Color {
        self.side
    }

    /// Returns all pieces.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard<W> {
        self.colors[0] | self.colors[1]
    }

    /// Returns all pieces of a player.
    #[inline(always)]
    pub fn of_color(&self, color: Color) -> Bitboard<W> {
        self.colors[color.index()]
    }

    /// Returns all pieces of a piece type.
    #[inline(always)]
    pub fn of_type(&self, piece_type: PieceType) -> Bitboard<W> {
        self.piece_types[piece_type.index()]
    }

    /// Returns all pieces of some piece types.
    #[inline]
    pub fn of_types(&self, piece_types: &[PieceType]) -> Bitboard<W> {
        piece_types
            .iter()
            .fold(Bitboard::EMPTY, |set, piece_type| set | self.of_type(*piece_type))
    }

    /// Returns a player's pieces of a piece type.
    #[inline(always)]
    pub fn of(&self, color: Color, piece_type: PieceType) -> Bitboard<W> {
        self.piece_types[piece_type.index()] & self.colors[color.index()]
    }

    /// Returns whether a player has pawns.
    pub fn has_pawns(&self, color: Color) -> bool {
        let of_type = |(piece_type, set): (usize, &Bitboard<W>)| {
            self.variant.pawns >> piece_type & 1 != 0 && (*set & self.of_color(color)).any()
        };
        self.piece_types.iter().enumerate().any(of_type)
    }

    /// Returns what stands on a square.
    #[inline(always)]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let code = self.board[square.index()];
        (code != 0).then(|| decode(code))
    }

    /// Returns the king's square; `None` only after a chain of captures has captured it.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.of(color, self.variant.king).first()
    }

    /// Returns whether the side to move is in check.
    #[inline(always)]
    pub fn in_check(&self) -> bool {
        self.state.checkers.any()
    }

    /// Returns the Zobrist key of everything that repetition compares, and of an unfinished chain.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.state.key
    }

    /// Returns the key of the pawns alone.
    #[inline(always)]
    pub fn pawn_key(&self) -> u64 {
        self.state.pawn_key
    }

    /// Returns the key of a player's pieces other than pawns.
    #[inline(always)]
    pub fn piece_key(&self, color: Color) -> u64 {
        self.state.piece_keys[color.index()]
    }

    /// Turns (half moves) since the last capture or pawn move.
    #[inline(always)]
    pub fn halfmoves(&self) -> u32 {
        self.state.halfmoves as u32
    }

    /// Returns the number of the move, 1 at the start, raised after Black's turns.
    #[inline]
    pub fn fullmove(&self) -> u32 {
        self.fullmove
    }

    /// Returns the square of the piece that must go on capturing in this turn.
    #[inline(always)]
    pub fn chain(&self) -> Option<Square> {
        self.state.chain
    }

    /// Returns the squares that a multi-step has just passed and where a capture is possible by the movement of the
    /// pieces.
    #[inline(always)]
    pub fn en_passant(&self) -> Bitboard<W> {
        self.state.en_passant
    }

    /// Returns the rights that are left (bits, see [`Variant::rights`]).
    #[inline(always)]
    pub fn rights(&self) -> u32 {
        self.state.rights
    }

    /// Returns the squares that the last move changed: at most four, removals before additions.
    #[inline(always)]
    pub fn changes(&self) -> &[Change] {
        &self.state.changes[..self.state.change_count as usize]
    }

    /// Returns how many moves (steps) can be unmade.
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

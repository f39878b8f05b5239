//! Standard algebraic notation, the one that people and PGN files use: `Nf3`, `exd5`, `O-O`, `e8=Q`.
//!
//! It is that of chess, read off the definition of the game:
//! - A piece is its upper-case letter, the pawn has none. Of several piece types that count as pawns the one called `P`, else
//!   the first, goes without.
//! - Before the destination stands as much of the origin as is needed to tell the piece from others of its piece type that
//!   may go there too: file, rank, level, or several of them in the order of a square's name. A pawn that captures always
//!   says its file (in three dimensions level and file).
//! - A chain of captures is written step by step: `Nxd4xe6xg7`. As in XBoard, only the first step names its origin.
//! - Castlings are `O-O` and `O-O-O`; where there are several to a side, the king's destination follows: `O-O-h1`. Privileged
//!   first moves are moves like others.
//! - `+` is check, `#` checkmate or, in a chain, the king captured; other ends of a game have no sign.
//!
//! What is written is read back to the same turn. The parser accepts much more, see [`Position::parse_san`].

mod read;
mod text;
mod write;

#[cfg(test)]
mod tests;

use super::TurnError;
use crate::position::{Move, Position};
use crate::rules::PieceType;

/// Why a text names no legal turn.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SanError {
    /// It is not made up like a move.
    #[error("not a move")]
    Syntax,
    /// A letter that is no piece of the game.
    #[error("there is no piece '{0}'")]
    Piece(char),
    /// A square that is not on the board.
    #[error("there is no square {0}")]
    Square(String),
    /// The game is over.
    #[error("the game is over: {0}")]
    Over(&'static str),
    /// No legal turn is like this.
    #[error("it is not legal")]
    Illegal,
    /// The piece must go on capturing; the text ends before.
    #[error("it must go on capturing, as in {0}")]
    Unfinished(String),
    /// The letter of the piece promoted to is missing.
    #[error("the piece promoted to is missing: one of {0}")]
    Promotion(String),
    /// Several legal turns are like this.
    #[error("it may be {0}")]
    Ambiguous(String),
    /// It is written in coordinates, and this is wrong with them.
    #[error(transparent)]
    Coordinates(#[from] TurnError),
}

impl<const W: usize> Position<W> {
    /// Returns the piece type that is written without its letter.
    fn unlettered(&self) -> Option<PieceType> {
        let pieces = &self.variant.definition.pieces;
        let pawns = || (0..pieces.len()).filter(|piece_type| self.variant.pawns >> piece_type & 1 != 0);
        let piece_type = pawns()
            .find(|piece_type| pieces[*piece_type].letter == 'P')
            .or(pawns().next())?;
        Some(PieceType(piece_type as u8))
    }

    fn piece_type_on_origin(&self, m: Move) -> Option<PieceType> {
        self.piece_at(m.from()).map(|piece| piece.piece_type)
    }
}

//! Standard algebraic notation (SAN), which people and PGN files use: `Nf3`, `exd5`, `O-O`, `e8=Q`.
//!
//! The rules of chess are extended to any definition of a game:
//! - A piece is written as its upper-case letter, the pawn without a letter. If several piece types count as pawns,
//!   only one of them is written without a letter: the type whose letter is `P`, or the first type if there is none.
//! - The destination is preceded by as much of the origin as is needed to distinguish the piece from others of its type
//!   that can also go there: file, rank, level, or several of them in the order of a square's name. A capturing pawn
//!   always names its file; on boards with levels, it names its level and its file.
//! - A chain of captures is written step by step: `Nxd4xe6xg7`. As in XBoard, only the first step names its origin.
//! - A move in two steps names both squares, with `-` before the second if nothing is captured there: `Lxe5-f6`,
//!   `Lxe5xf6`. A pass is written as the piece and its square.
//! - Castlings are `O-O` and `O-O-O`. If a game has several castlings to one side, the king's destination follows:
//!   `O-O-h1`. Privileged first moves are written as ordinary moves.
//! - A gated piece follows after a slash, in a castling together with its square: `Nc3/H`, `O-O/Hh1`.
//! - A drop is written as the letter of the piece (even of a pawn), `@` and the square: `P@e4`.
//! - `+` marks a check; `#` marks checkmate or, in a chain, the capture of the king. Other ends of the game have no
//!   symbol.
//!
//! Parsing a written turn returns an equal turn. The parser accepts many other forms, see [`Position::parse_san`].

mod read;
mod text;
mod write;

#[cfg(test)]
mod tests;

use super::TurnError;
use crate::position::{Move, Position};
use crate::rules::PieceType;

/// The reason why a string names no legal turn.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SanError {
    /// The text is not structured like a move.
    #[error("not a move")]
    Syntax,
    /// The game has no piece with this letter.
    #[error("there is no piece '{0}'")]
    Piece(char),
    /// The board has no square of this name.
    #[error("there is no square {0}")]
    Square(String),
    /// The game is over; holds the reason.
    #[error("the game is over: {0}")]
    Over(&'static str),
    /// No legal turn fits the text.
    #[error("it is not legal")]
    Illegal,
    /// The text ends before the chain of captures does; holds the spelling of a complete legal turn that begins like
    /// the text.
    #[error("it must continue capturing, for example {0}")]
    Unfinished(String),
    /// The letter of the piece promoted to is missing; holds the possible letters.
    #[error("the piece promoted to is missing: one of {0}")]
    Promotion(String),
    /// Several legal turns fit the text; holds their spellings.
    #[error("it may be {0}")]
    Ambiguous(String),
    /// The text is in coordinate notation, or clear enough to be translated into it; holds the reason why the squares
    /// name no legal turn.
    #[error(transparent)]
    Coordinates(#[from] TurnError),
}

impl<const W: usize> Position<W> {
    /// Returns the pawn type that is written without a letter; `None` if the game has no pawns.
    pub(super) fn unlettered(&self) -> Option<PieceType> {
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

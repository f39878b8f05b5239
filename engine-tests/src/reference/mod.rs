//! A second implementation of the rules, as simple as possible, with which tests compare the engine.
//!
//! It works on a plain array directly from the [`Definition`], tries every movement of every piece, and plays every
//! move on a copy. It shares only the definition and the numbering of squares with the engine: it has no tables, no
//! bitboards and no incremental state. Speed does not matter here.

mod attacks;
mod blast;
mod castling;
mod doubles;
mod drops;
mod ends;
mod fen;
mod gating;
mod goals;
mod material;
mod passing;
mod prelude;
mod standing;
mod step;
mod succession;
mod trades;
mod turns;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use kurier_rules::board::{Square, Vector};
use kurier_rules::rules::{Castling, Color, Definition, Movement, PieceDefinition, PieceType};

/// A position of a game, between two turns.
#[derive(Clone, Debug)]
pub struct Reference {
    definition: Arc<Definition>,
    /// The piece on each square; holes are always empty.
    placement: Vec<Option<(Color, PieceType)>>,
    side: Color,
    /// The castlings that the sides had when the position was set up, and may have lost.
    known_castlings: Vec<Castling>,
    /// The remaining castling rights: the side, and the index in `known_castlings`.
    castlings: BTreeSet<(Color, usize)>,
    /// The squares of pieces that may still use their first-move privilege.
    privileges: BTreeSet<Square>,
    /// The sides and squares of pieces whose next move may gate another one.
    gates: BTreeSet<(Color, Square)>,
    /// The squares that a pawn has just passed by a multi-step and on which it may be captured en passant.
    passed: Vec<Square>,
    /// The number of plies since the last capture or pawn move.
    halfmoves: u32,
    /// The move number, counted from 1 as in a FEN.
    number: u32,
    /// Whether the last move was a promotion.
    has_promoted: bool,
    /// The number of pieces in hand, by colour and type. Has no zeros.
    held: BTreeMap<(Color, PieceType), usize>,
    /// What the promoted pieces on the board were before, by square; empty if that does not matter in the game.
    origins: BTreeMap<Square, PieceType>,
    /// By colour: the checks that the side must still give to win; 0 if checks are not counted.
    checks_left: [u8; 2],
    /// The type of the piece that the last move has captured.
    captured: Option<PieceType>,
    /// Whether the side to move may not capture pieces that must not be traded.
    no_counter: bool,
    /// The number of turns passed in a row.
    passes: u32,
    /// The number of positions in a row in which the kings face each other, if that ends the game.
    faced: u32,
    /// The number of plies of the count that draws an endgame, and its limit, if a count is running.
    count: Option<(u32, u32)>,
}

impl Reference {
    /// Returns the side to move.
    pub fn side(&self) -> Color {
        self.side
    }

    fn at(&self, square: Square) -> Option<(Color, PieceType)> {
        self.placement[square.index()]
    }

    fn piece_type(&self, piece: PieceType) -> &PieceDefinition {
        &self.definition.pieces[piece.index()]
    }

    /// Returns all pieces of a player with their squares.
    fn pieces(&self, color: Color) -> impl Iterator<Item = (Square, PieceType)> + '_ {
        self.definition.shape.squares().filter_map(move |square| {
            let (owner, piece) = self.at(square)?;
            (owner == color).then_some((square, piece))
        })
    }

    /// Returns the squares of a player's pieces that must not be left attacked.
    fn royal(&self, color: Color) -> Vec<Square> {
        let count = |piece: PieceType| self.pieces(color).filter(|(_, other)| *other == piece).count();
        let is_royal = |piece: PieceType| {
            let definition = self.piece_type(piece);
            definition.royal
                && definition
                    .royal_up_to
                    .is_none_or(|most| count(piece) <= usize::from(most))
        };
        let all = self.pieces(color).filter(|(_, piece)| self.piece_type(*piece).royal);
        if let Some(most) = self.definition.kings.royal_up_to
            && all.count() > usize::from(most)
        {
            return Vec::new();
        }
        self.pieces(color)
            .filter(|(_, piece)| is_royal(*piece))
            .map(|(square, _)| square)
            .collect()
    }

    /// Returns how many royal pieces a player starts with, on the board and in hand.
    fn royal_at_start(&self, color: Color) -> usize {
        let starts = self.definition.array.iter().flatten();
        let on_board = starts.filter(|(piece, owner)| *owner == color && self.piece_type(*piece).royal);
        let in_hand = (0..).map(PieceType).zip(self.definition.held[color as usize]);
        let royal = in_hand
            .take(self.definition.pieces.len())
            .filter(|(piece, _)| self.piece_type(*piece).royal);
        on_board.count() + royal.map(|(_, count)| usize::from(count)).sum::<usize>()
    }

    /// Returns the royal pieces that a player has in hand.
    fn royal_in_hand(&self, color: Color) -> impl Iterator<Item = PieceType> + '_ {
        let own = self
            .held
            .iter()
            .filter(move |((owner, piece), _)| *owner == color && self.piece_type(*piece).royal);
        own.flat_map(|((_, piece), count)| std::iter::repeat_n(*piece, *count))
    }

    /// Returns whether a player who starts with royal pieces has none left.
    fn has_lost_king(&self, color: Color) -> bool {
        let on_board = self.pieces(color).any(|(_, piece)| self.piece_type(piece).royal);
        self.royal_at_start(color) > 0 && !on_board && self.royal_in_hand(color).next().is_none()
    }

    /// Converts a square of a definition, which is given for White, to the corresponding square of a player.
    fn relative_square(&self, color: Color, square: Square) -> Square {
        match color {
            Color::White => square,
            Color::Black => self.definition.shape.mirror(square),
        }
    }

    /// Returns the distance of a square from the player's first rank, plus the distance from the player's first level
    /// if the sides start on opposite levels.
    fn advance_for(&self, color: Color, square: Square) -> u8 {
        let (shape, own) = (&self.definition.shape, self.relative_square(color, square));
        let level = if shape.opposed_levels() { shape.level(own) } else { 0 };
        shape.rank(own) + level
    }

    /// Returns whether a square is in the promotion zone of a piece.
    fn in_zone(&self, color: Color, piece: PieceType, square: Square) -> bool {
        let piece = self.piece_type(piece);
        let listed = match &piece.promotes_in {
            Some(regions) => regions[color as usize].contains(&square),
            None => self.advance_for(color, square) >= piece.promotion_rank,
        };
        listed && !self.choices(color, piece, square).is_empty()
    }

    /// Returns whether a piece that arrives on a square must be promoted.
    fn must_promote(&self, color: Color, piece: PieceType, square: Square) -> bool {
        let definition = self.piece_type(piece);
        let late = |rank| self.advance_for(color, square) >= rank;
        definition.promotion.is_some()
            && !definition.promotes_standing
            && self.in_zone(color, piece, square)
            && definition.must_promote_from.is_some_and(late)
    }

    /// Converts a vector of a definition, which is given for White, to the corresponding vector of a player.
    fn relative_vector(&self, vector: Vector, color: Color) -> Vector {
        let Vector { file, rank, level } = vector;
        match color {
            Color::White => vector,
            Color::Black if self.definition.shape.opposed_levels() => vector.opposite(),
            Color::Black => Vector {
                file: -file,
                rank: -rank,
                level,
            },
        }
    }

    /// Returns the rank of a square, counted from 0 at the player's own side.
    fn relative_rank(&self, color: Color, square: Square) -> u8 {
        self.definition.shape.rank(self.relative_square(color, square))
    }

    /// Returns the first-move leaps of the piece on a square; none if it has lost its privilege.
    fn privilege_of(&self, square: Square) -> &[Movement] {
        let kept = self.privileges.contains(&square);
        let piece = self.at(square).filter(|_| kept);
        piece
            .and_then(|(_, piece)| self.piece_type(piece).first_move.as_ref())
            .map_or(&[], |privilege| &privilege.movements)
    }
}

/// Splits a vector into its unit step and the number of steps: (0,2) is 2 times (0,1); (1,2) is 1 times (1,2).
fn unit(vector: Vector) -> (Vector, i8) {
    let parts = [vector.file, vector.rank, vector.level];
    let steps = (1..=i8::MAX)
        .rev()
        .find(|n| parts.iter().all(|part| part % n == 0))
        .unwrap_or(1);
    let unit = Vector {
        file: vector.file / steps,
        rank: vector.rank / steps,
        level: vector.level / steps,
    };
    (unit, steps)
}

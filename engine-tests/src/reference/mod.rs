//! The rules a second time, as simply as they can be written: the oracle that the engine is compared with.
//!
//! It works straight from the [`Definition`] on a plain array, tries every movement of every piece and plays every
//! move on a copy. It shares with the engine only the definition and the numbering of squares; no table, no bitboard,
//! nothing incremental. Speed does not matter here.

mod attacks;
mod ends;
mod fen;
mod material;
mod turns;

use std::collections::BTreeSet;
use std::sync::Arc;

use kurier_rules::board::{Square, Vector};
use kurier_rules::rules::{Color, Definition, Movement, PieceDefinition, PieceType};

/// A position of a game, between two turns.
#[derive(Clone, Debug)]
pub struct Reference {
    definition: Arc<Definition>,
    /// By square; holes are always empty.
    placement: Vec<Option<(Color, PieceType)>>,
    side: Color,
    /// The castling rights: whose, and their place in [`Definition::castlings`].
    castlings: BTreeSet<(Color, usize)>,
    /// Where pieces stand that may still use their first-move privilege.
    privileges: BTreeSet<Square>,
    /// The squares that a pawn has just passed by a multi-step and where it may be captured.
    passed: Vec<Square>,
    /// Half moves since the last capture or pawn move.
    halfmoves: u32,
    /// Number of the move, from 1, as in a FEN.
    number: u32,
    /// Whether the last move was a promotion.
    has_promoted: bool,
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

    /// Returns all pieces of a player, and where they stand.
    fn pieces(&self, color: Color) -> impl Iterator<Item = (Square, PieceType)> + '_ {
        self.definition.shape.squares().filter_map(move |square| {
            let (owner, piece) = self.at(square)?;
            (owner == color).then_some((square, piece))
        })
    }

    fn king(&self, color: Color) -> Option<Square> {
        self.pieces(color)
            .find(|(_, piece)| self.piece_type(*piece).royal)
            .map(|(square, _)| square)
    }

    /// Returns a square from the perspective of a player: definitions are written for White.
    fn relative_square(&self, color: Color, square: Square) -> Square {
        match color {
            Color::White => square,
            Color::Black => self.definition.shape.mirror(square),
        }
    }

    /// Returns how far a square is from the player's first rank, and from the first level where levels are opposed.
    fn advance_for(&self, color: Color, square: Square) -> u8 {
        let (shape, own) = (&self.definition.shape, self.relative_square(color, square));
        let level = if shape.opposed_levels() { shape.level(own) } else { 0 };
        shape.rank(own) + level
    }

    /// Returns whether this square is on the player's last rank, and last level where levels are opposed.
    fn is_last_rank(&self, color: Color, square: Square) -> bool {
        let (shape, own) = (&self.definition.shape, self.relative_square(color, square));
        let last_level = !shape.opposed_levels() || shape.level(own) + 1 == shape.levels();
        last_level && shape.rank(own) + 1 == shape.ranks()
    }

    /// Returns a step from the perspective of a player: definitions are written for White.
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

    /// Returns the rank of a square from 0, counted from the player's own side.
    fn relative_rank(&self, color: Color, square: Square) -> u8 {
        self.definition.shape.rank(self.relative_square(color, square))
    }

    /// Returns the first-move leaps of the piece on the square, if it still has its privilege.
    fn privilege_of(&self, square: Square) -> &[Movement] {
        let kept = self.privileges.contains(&square);
        let piece = self.at(square).filter(|_| kept);
        piece
            .and_then(|(_, piece)| self.piece_type(piece).first_move.as_ref())
            .map_or(&[], |privilege| &privilege.movements)
    }
}

/// Returns the unit step in the direction of a vector: (0,2) gives (0,1); (1,2) gives itself.
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

//! Finds the symmetries of a board that preserve the rules: mirrored files, and in three dimensions also mirrored
//! levels, and levels exchanged with files. The symmetries augment the data: the score of a position applies to all its
//! images.

use std::sync::Arc;

use kurier_rules::board::{Shape, Square};
use kurier_rules::position::{Move, Position};
use kurier_rules::rules::{PieceType, Variant};

use crate::archive::Game;
use crate::replay::quiet_positions;

/// The number of positions after which a symmetry is accepted, if the moves in each position have agreed with the moves
/// in the position's image.
const COMPARED: usize = 5_000;

/// A symmetry of the board that leaves ranks in place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// Whether files are mirrored.
    files: bool,
    /// Whether levels are mirrored.
    levels: bool,
    /// Whether files and levels are exchanged. The exchange comes after any mirroring.
    exchanged: bool,
}

impl Symmetry {
    /// The symmetry that leaves every square in place.
    const IDENTITY: Self = Self {
        files: false,
        levels: false,
        exchanged: false,
    };

    /// Returns the symmetries of a board, without the identity. The rules may break these symmetries.
    pub fn of_board(shape: &Shape) -> Vec<Self> {
        let all = (1..8).map(|bits| Self {
            files: bits & 1 != 0,
            levels: bits & 2 != 0,
            exchanged: bits & 4 != 0,
        });
        let possible = |symmetry: &Self| {
            (!symmetry.levels || shape.levels() > 1)
                && (!symmetry.exchanged || shape.levels() == shape.files())
                && shape.squares().all(|square| symmetry.image(shape, square).is_some())
        };
        all.filter(possible).collect()
    }

    /// Returns the symmetries of the board that preserve the legal moves in the quiet positions of `games`, of which
    /// only about the first 5,000 are examined. A rule that breaks a symmetry but never matters in these positions does
    /// not matter for learning from them either.
    pub fn of_rules<const W: usize>(variant: &Arc<Variant<W>>, games: &[Game]) -> Vec<Self> {
        let mut found = Self::of_board(&variant.definition.shape);
        let mut compared = 0;
        for game in games {
            quiet_positions(variant, game, |position, _, _| {
                if let Some(plain) = Self::IDENTITY.of_position(position) {
                    found.retain(|symmetry| symmetry.preserves_moves(&plain));
                    compared += 1;
                }
            });
            if found.is_empty() || compared > COMPARED {
                break;
            }
        }
        found
    }

    /// Returns the image of a square, or `None` if the image is a hole.
    pub fn image(self, shape: &Shape, square: Square) -> Option<Square> {
        let mirrored = |mirror: bool, place: u8, count: u8| i32::from(if mirror { count - 1 - place } else { place });
        let file = mirrored(self.files, shape.file(square), shape.files());
        let level = mirrored(self.levels, shape.level(square), shape.levels());
        let (file, level) = if self.exchanged { (level, file) } else { (file, level) };
        shape.square(file, shape.rank(square).into(), level)
    }

    /// Returns the image of a position with its half-move clock, but without castling and en passant rights. Returns
    /// `None` if a piece would stand on a hole or the image is not a legal position.
    pub fn of_position<const W: usize>(self, position: &Position<W>) -> Option<Position<W>> {
        let definition = &position.variant().definition;
        let mut placement = vec![None; definition.shape.area()];
        for square in position.occupied() {
            let piece = position.piece_at(square)?;
            placement[self.image(&definition.shape, square)?.index()] = Some((piece.piece_type, piece.color));
        }
        let board = definition.spell_placement(|square| placement[square.index()]);
        let side = position.side().letter();
        let clock = position.halfmoves();
        Position::from_fen(position.variant().clone(), &format!("{board} {side} - - {clock} 1")).ok()
    }

    /// Returns whether the legal moves of a position's image are the images of the position's legal moves.
    fn preserves_moves<const W: usize>(self, position: &Position<W>) -> bool {
        let shape = &position.variant().definition.shape;
        let Some(image) = self.of_position(position) else {
            return false;
        };
        let moved = |step: &Move| {
            Some((
                self.image(shape, step.from())?,
                self.image(shape, step.to())?,
                step.promoted(),
            ))
        };
        let images: Option<Vec<_>> = position.legal_moves().iter().map(moved).collect();
        let plain = |step: &Move| (step.from(), step.to(), step.promoted());
        let moves: Vec<_> = image.legal_moves().iter().map(plain).collect();
        images.is_some_and(|images| sorted(images) == sorted(moves))
    }
}

fn sorted(mut moves: Vec<(Square, Square, Option<PieceType>)>) -> Vec<(Square, Square, Option<PieceType>)> {
    moves.sort_unstable();
    moves
}

//! Ways of turning the board that leave the rules as they are: left and right exchanged, and in space level and file.
//! What a game teaches about a position, it teaches about its images as well.

use std::sync::Arc;

use kurier::board::{Shape, Square};
use kurier::position::{Move, Position};
use kurier::rules::{PieceType, Variant};

use crate::archive::Game;
use crate::replay::quiet_positions;

/// Positions in which the moves of a position and of its images are compared.
const COMPARED: usize = 5_000;

/// One way of turning the board. Ranks stay what they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// The first file becomes the last one.
    files: bool,
    /// The first level becomes the last one.
    levels: bool,
    /// Levels become files, and files levels; after the others.
    exchanged: bool,
}

impl Symmetry {
    /// Everything stays where it is.
    const NONE: Self = Self {
        files: false,
        levels: false,
        exchanged: false,
    };

    /// Those of the board, without the one that turns nothing. The rules need not have them.
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

    /// Those that the rules have, as far as the moves in positions of games show: what these do not show makes no
    /// difference to what is learnt from them.
    pub fn of_rules<const W: usize>(variant: &Arc<Variant<W>>, games: &[Game]) -> Vec<Self> {
        let mut found = Self::of_board(&variant.definition.shape);
        let mut compared = 0;
        for game in games {
            quiet_positions(variant, game, |position, _, _| {
                if let Some(plain) = Self::NONE.of_position(position) {
                    found.retain(|symmetry| symmetry.keeps_moves(&plain));
                    compared += 1;
                }
            });
            if found.is_empty() || compared > COMPARED {
                break;
            }
        }
        found
    }

    /// Where a square goes; `None` if there is a hole.
    pub fn image(self, shape: &Shape, square: Square) -> Option<Square> {
        let turned = |turn: bool, place: u8, count: u8| i32::from(if turn { count - 1 - place } else { place });
        let file = turned(self.files, shape.file(square), shape.files());
        let level = turned(self.levels, shape.level(square), shape.levels());
        let (file, level) = if self.exchanged { (level, file) } else { (file, level) };
        shape.square(file, shape.rank(square).into(), level)
    }

    /// The image of a position, without rights that depend on moves made before: castling, en passant.
    pub fn of_position<const W: usize>(self, position: &Position<W>) -> Option<Position<W>> {
        let definition = &position.variant().definition;
        let mut standing = vec![None; definition.shape.area()];
        for square in position.occupied() {
            let piece = position.piece_at(square)?;
            standing[self.image(&definition.shape, square)?.index()] = Some((piece.piece_type, piece.color));
        }
        let board = definition.spell_placement(|square| standing[square.index()]);
        let fen = position.fen();
        let side = fen.split(' ').nth(1)?;
        Position::from_fen(position.variant().clone(), &format!("{board} {side} - - 0 1")).ok()
    }

    /// Whether the moves of the image are the images of the moves.
    fn keeps_moves<const W: usize>(self, position: &Position<W>) -> bool {
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

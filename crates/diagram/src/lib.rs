//! Pictures of positions: SVG, PNG, and boards in colour for terminals.
//!
//! A [`Diagram`] says what is to be seen; [`Diagram::svg`], [`Diagram::png`] and [`Diagram::colored`] show it. A diagram
//! knows the definition of its game and nothing else: what stands where comes from a FEN, moves come as text.

mod chart;
mod drawing;
mod layout;
mod lettering;
#[cfg(feature = "pictures")]
mod png;
mod reach;
mod svg;
mod text;

use std::sync::Arc;

use serde::Serialize;

use kurier_rules::board::{Shape, Square};
use kurier_rules::rules::{Color, Definition, PieceType, Placement, PlacementError};

pub use chart::{Availability, Chart, ChartMove, PathKind};
pub use drawing::lints;
pub use reach::{marks, middle};
pub use svg::piece_shapes;

/// How a square can be reached, for its mark.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// With and without capture.
    Both,
    /// Only without capture.
    Quiet,
    /// Only with capture.
    Capture,
    /// Only as the piece's first move.
    First,
}

/// What a picture shows.
#[derive(Clone, Debug)]
pub struct Diagram {
    definition: Arc<Definition>,
    placement: Placement,
    flipped: bool,
    highlights: Vec<Square>,
    marks: Vec<(Square, Mark)>,
    arrows: Vec<(Square, Square)>,
}

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum DiagramError {
    /// The board of the FEN is not one of this game.
    #[error("FEN: {0}")]
    Placement(String),
    /// A piece that the game does not have.
    #[error("{game} has no piece '{piece}': it has {known}")]
    Piece {
        /// The game.
        game: String,
        /// The letter or name that was given.
        piece: String,
        /// Those that it has.
        known: String,
    },
    /// A text that should name squares.
    #[error("expected {expected}, found '{found}'")]
    Squares {
        /// What was expected.
        expected: &'static str,
        /// What was found.
        found: String,
    },
    /// The picture would be larger than [`Diagram::LARGEST`].
    #[error("a picture of {0}x{1} pixels is too large")]
    TooLarge(u32, u32),
    /// The picture cannot be painted.
    #[error("the picture cannot be painted: {0}")]
    Paint(String),
}

impl From<PlacementError> for DiagramError {
    fn from(error: PlacementError) -> Self {
        Self::Placement(error.message)
    }
}

impl Diagram {
    /// The most pixels that a side of a PNG may have.
    pub const LARGEST: u32 = 16_384;

    /// Creates a board as a FEN has it, seen by White.
    ///
    /// # Errors
    /// A FEN whose first field is no board of this game.
    pub fn new(definition: Arc<Definition>, fen: &str) -> Result<Self, DiagramError> {
        let placement = definition.placement(fen.split_whitespace().next().unwrap_or_default())?;
        Ok(Self {
            definition,
            placement,
            flipped: false,
            highlights: Vec::new(),
            marks: Vec::new(),
            arrows: Vec::new(),
        })
    }

    /// Creates a white piece alone on the board, near its middle or on a square of choice, and everything it could
    /// reach there. `piece` is its letter or its name.
    ///
    /// # Errors
    /// A piece that the game does not have; a square that the board does not have.
    pub fn of_piece(definition: Arc<Definition>, piece: &str, square: Option<&str>) -> Result<Self, DiagramError> {
        let piece_type = piece_type(&definition, piece).ok_or_else(|| DiagramError::Piece {
            game: definition.name.clone(),
            piece: piece.to_owned(),
            known: {
                let pieces = definition
                    .pieces
                    .iter()
                    .map(|piece| format!("{} ({})", piece.name, piece.letter));
                pieces.collect::<Vec<_>>().join(", ")
            },
        })?;
        let square = match square {
            Some(square) => named(&definition.shape, square)?,
            None => middle(&definition.shape),
        };
        let mut placement: Placement = vec![None; definition.shape.area()];
        placement[square.index()] = Some((piece_type, Color::White));
        Ok(Self {
            marks: marks(&definition, piece_type, Color::White, square),
            definition,
            placement,
            flipped: false,
            highlights: vec![square],
            arrows: Vec::new(),
        })
    }

    /// Seen by Black.
    pub fn flip(&mut self, flipped: bool) {
        self.flipped = flipped;
    }

    /// Shows the squares of a turn (spelled in coordinates) as those of the last one.
    pub fn highlight_turn(&mut self, turn: &str) {
        self.highlights.extend(squares_of(&self.definition.shape, turn));
    }

    /// Marks where the piece on a square can go by these turns (spelled in coordinates).
    ///
    /// # Errors
    /// A square that the board does not have.
    pub fn mark_targets(&mut self, square: &str, turns: &[String]) -> Result<(), DiagramError> {
        let shape = &self.definition.shape;
        let from = named(shape, square)?;
        for turn in turns {
            let squares = squares_of(shape, turn);
            if squares.first() != Some(&from) {
                continue;
            }
            for square in &squares[1..] {
                let mark = match self.placement[square.index()] {
                    Some(_) => Mark::Capture,
                    None => Mark::Both,
                };
                if self.marks.iter().all(|(marked, _)| marked != square) {
                    self.marks.push((*square, mark));
                }
            }
        }
        self.highlights.push(from);
        Ok(())
    }

    /// Draws an arrow along a turn (spelled in coordinates, `e2e4`): for a chain of captures one for every step.
    ///
    /// # Errors
    /// A text that does not name two squares.
    pub fn add_arrow(&mut self, turn: &str) -> Result<(), DiagramError> {
        let squares = squares_of(&self.definition.shape, turn);
        if squares.len() < 2 {
            return Err(DiagramError::Squares {
                expected: "two squares for an arrow, like e2e4",
                found: turn.to_owned(),
            });
        }
        self.arrows.extend(squares.windows(2).map(|step| (step[0], step[1])));
        Ok(())
    }

    /// Returns what stands on a square.
    fn piece_at(&self, square: Square) -> Option<(PieceType, Color)> {
        self.placement[square.index()]
    }
}

/// Returns the squares that a turn's spelling in coordinates names, in their order. Stops at the first word that is no
/// square: the letter of a promotion.
fn squares_of(shape: &Shape, turn: &str) -> Vec<Square> {
    let mut squares = Vec::new();
    let mut rest = turn;
    while let Some(digits) = rest.find(|c: char| c.is_ascii_digit()) {
        let length = rest[digits..].bytes().take_while(u8::is_ascii_digit).count();
        let (name, others) = rest.split_at(digits + length);
        let Some(square) = shape.parse(&name.to_ascii_lowercase()) else {
            break;
        };
        squares.push(square);
        rest = others;
    }
    squares
}

/// Returns whether a square has the darker colour: those do in which a1 of the lowest level lies.
pub fn is_dark(shape: &Shape, square: Square) -> bool {
    let below = shape.levels() - 1 - shape.level(square);
    (shape.file(square) + shape.rank(square) + below).is_multiple_of(2)
}

fn named(shape: &Shape, square: &str) -> Result<Square, DiagramError> {
    shape.parse(square).ok_or_else(|| DiagramError::Squares {
        expected: "a square of the board",
        found: square.to_owned(),
    })
}

/// Returns the piece type of a letter or a name.
fn piece_type(definition: &Definition, text: &str) -> Option<PieceType> {
    let mut letters = text.chars();
    let letter = letters.next().filter(|_| letters.as_str().is_empty());
    let wanted = |piece: &kurier_rules::rules::PieceDefinition| {
        letter.is_some_and(|letter| letter.eq_ignore_ascii_case(&piece.letter)) || piece.name.eq_ignore_ascii_case(text)
    };
    definition
        .piece_types()
        .find(|(_, piece)| wanted(piece))
        .map(|(piece_type, _)| piece_type)
}

#[cfg(test)]
mod tests;

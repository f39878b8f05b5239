//! Diagrams of positions: SVG, PNG, and boards in colour for terminals.
//!
//! A [`Diagram`] holds what to show; [`Diagram::svg`], [`Diagram::png`] and [`Diagram::colored`] render it. A diagram
//! needs only the definition of its variant: the pieces come from a FEN, and moves are passed as text.

mod chart;
mod drawing;
mod layout;
mod lettering;
#[cfg(feature = "pictures")]
mod png;
mod reach;
mod svg;
mod text;
pub mod words;

use std::sync::Arc;

use serde::Serialize;

use kurier_rules::board::{Shape, Square};
use kurier_rules::rules::{Color, Definition, Held, PieceType, Placement, PlacementError};

use layout::Layout;

pub use chart::{Availability, Chart, ChartMove, PathKind};
pub use drawing::lints;
pub use reach::{best_square, marks};
pub use svg::{piece_picture, piece_shapes};

/// How a piece can reach a square. The diagram draws a different shape on the square for each value.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// The piece can move to the square and can capture on it.
    Both,
    /// The piece can move to the square, but cannot capture on it.
    Quiet,
    /// The piece can capture on the square, but cannot move to it without capture.
    Capture,
    /// The piece can go to the square only as its first move.
    First,
}

/// A board with pieces, highlighted squares, marks and arrows, ready to be rendered.
#[derive(Clone, Debug)]
pub struct Diagram {
    definition: Arc<Definition>,
    placement: Placement,
    /// The pieces in hand, in a game with a hand.
    held: Option<Held>,
    flipped: bool,
    highlights: Vec<Square>,
    marks: Vec<(Square, Mark)>,
    arrows: Vec<(Square, Square)>,
}

/// Why a diagram could not be made.
#[derive(Debug, thiserror::Error)]
pub enum DiagramError {
    /// The first field of the FEN does not fit the board of this game; the text explains why.
    #[error("FEN: {0}")]
    Placement(String),
    /// The game has no such piece.
    #[error("{game} has no piece '{piece}': it has {known}")]
    Piece {
        /// The name of the game.
        game: String,
        /// The letter or name that was given.
        piece: String,
        /// The names and letters of the game's pieces.
        known: String,
    },
    /// The text does not name the squares that were expected.
    #[error("expected {expected}, found '{found}'")]
    Squares {
        /// The squares that were expected, in words.
        expected: &'static str,
        /// The text that was found.
        found: String,
    },
    /// The picture, with this width and height in pixels, would be larger than [`Diagram::LARGEST`].
    #[error("a picture of {0}x{1} pixels is too large")]
    TooLarge(u32, u32),
    /// The SVG could not be rendered to PNG; the text is the renderer's error.
    #[error("the picture cannot be rendered: {0}")]
    Paint(String),
}

impl From<PlacementError> for DiagramError {
    fn from(error: PlacementError) -> Self {
        Self::Placement(error.message)
    }
}

impl Diagram {
    /// The maximum width and height of a PNG, in pixels.
    pub const LARGEST: u32 = 16_384;

    /// Creates a diagram of the position in a FEN, seen from White's side.
    ///
    /// # Errors
    /// Fails with [`DiagramError::Placement`] if the first field of the FEN is not a board of this game.
    pub fn new(definition: Arc<Definition>, fen: &str) -> Result<Self, DiagramError> {
        let field = fen.split_whitespace().next().unwrap_or_default();
        let placement = definition.placement(field)?;
        let held = definition.parse_held(definition.split_holdings(field).1);
        let held =
            held.map_err(|letter| DiagramError::Placement(format!("no piece in hand has the letter '{letter}'")))?;
        Ok(Self {
            held: definition.hand.map(|_| held),
            definition,
            placement,
            flipped: false,
            highlights: Vec::new(),
            marks: Vec::new(),
            arrows: Vec::new(),
        })
    }

    /// Creates a diagram of one white piece on an otherwise empty board, with a mark on each square that the piece can
    /// reach. `piece` is the letter or the name of the piece; it stands on `square`, or near the middle of the board if
    /// `square` is `None`.
    ///
    /// # Errors
    /// Fails if the game has no such piece, or if the board has no such square.
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
            Some(square) => parse_square(&definition.shape, square)?,
            None => best_square(&definition, piece_type, Color::White),
        };
        let mut placement: Placement = vec![None; definition.shape.area()];
        placement[square.index()] = Some((piece_type, Color::White));
        Ok(Self {
            marks: marks(&definition, piece_type, Color::White, square),
            definition,
            placement,
            held: None,
            flipped: false,
            highlights: vec![square],
            arrows: Vec::new(),
        })
    }

    /// Sets whether the board is seen from Black's side.
    pub fn flip(&mut self, flipped: bool) {
        self.flipped = flipped;
    }

    /// Adds highlights to the squares of the last turn played, given in coordinate notation (`e2e4`).
    pub fn highlight_turn(&mut self, turn: &str) {
        self.highlights.extend(squares_of(&self.definition.shape, turn));
    }

    /// Marks every square to which `turns`, given in coordinate notation (`e2e4`), take the piece on `square`, and
    /// highlights `square` itself. Turns that start from another square are ignored.
    ///
    /// # Errors
    /// Fails if the board has no such square.
    pub fn mark_targets(&mut self, square: &str, turns: &[String]) -> Result<(), DiagramError> {
        let shape = &self.definition.shape;
        let from = parse_square(shape, square)?;
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

    /// Adds an arrow along a turn, given in coordinate notation (`e2e4`). A chain of captures gets one arrow per step;
    /// the square of a drop is highlighted instead.
    ///
    /// # Errors
    /// Fails if the text names fewer than two squares.
    pub fn add_arrow(&mut self, turn: &str) -> Result<(), DiagramError> {
        let squares = squares_of(&self.definition.shape, turn);
        if turn.contains('@') {
            self.highlights.extend(squares);
            return Ok(());
        }
        if squares.len() < 2 {
            return Err(DiagramError::Squares {
                expected: "two squares for an arrow, like e2e4",
                found: turn.to_owned(),
            });
        }
        self.arrows.extend(squares.windows(2).map(|step| (step[0], step[1])));
        Ok(())
    }

    /// Returns the square under a point of the picture, given as fractions of the picture's width and height; `None` if
    /// there is no square. Programs that show the picture use this to find the square that was clicked.
    pub fn square_at(&self, x: f64, y: f64) -> Option<Square> {
        let shape = &self.definition.shape;
        let layout = Layout::new(shape, self.flipped);
        let (width, height) = layout.size();
        let (x, y) = (x * width, y * height);
        let covers = |square: &Square| {
            let (left, top) = layout.corner(*square);
            (left..left + layout::SIDE).contains(&x) && (top..top + layout::SIDE).contains(&y)
        };
        shape.squares().find(covers)
    }

    /// Returns the piece on a square and its owner; `None` if the square is empty.
    fn piece_at(&self, square: Square) -> Option<(PieceType, Color)> {
        self.placement[square.index()]
    }
}

/// Returns the squares that a turn in coordinate notation names, in order. Stops at the first part that is not a
/// square, such as the letter of a promotion. A drop names one square.
fn squares_of(shape: &Shape, turn: &str) -> Vec<Square> {
    let mut squares = Vec::new();
    let mut rest = turn.split_once('@').map_or(turn, |(_, square)| square);
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

/// Returns whether a square is dark. The square a1 of the lowest level is dark, and neighbouring squares alternate.
pub fn is_dark(shape: &Shape, square: Square) -> bool {
    let below = shape.levels() - 1 - shape.level(square);
    (shape.file(square) + shape.rank(square) + below).is_multiple_of(2)
}

fn parse_square(shape: &Shape, square: &str) -> Result<Square, DiagramError> {
    shape.parse(square).ok_or_else(|| DiagramError::Squares {
        expected: "a square of the board",
        found: square.to_owned(),
    })
}

/// Returns the piece type with this letter or name, ignoring case; `None` if the game has none.
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

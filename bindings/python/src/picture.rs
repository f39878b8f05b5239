//! Drawings of boards.

use kurier_diagram::Diagram;
use kurier_engine::session::Board;
use kurier_rules::board::Square;
use pyo3::prelude::*;

use crate::board::PyBoard;
use crate::errors::refused;
use crate::moves::PyMove;
use crate::subclass::{SVG, wrapped};
use crate::variant::AnySquare;

/// The default side of a square in drawings, in pixels.
const CELL: u32 = 48;

/// An argument that is an arrow: a move, the text of one, or two squares.
#[derive(FromPyObject)]
enum Arrow<'py> {
    Move(Bound<'py, PyMove>),
    Text(String),
    Squares(AnySquare, AnySquare),
}

impl PyBoard {
    /// Creates a diagram of a board, which the caller has locked or copied.
    fn diagram(&self, board: &Board) -> PyResult<Diagram> {
        Diagram::new(self.game.definition().clone(), &board.fen()).map_err(refused)
    }

    /// Draws the position for a notebook, with the last move highlighted.
    pub fn draw(&self) -> PyResult<String> {
        let board = self.at().clone();
        let mut diagram = self.diagram(&board)?;
        if let Some(last) = board.history().last() {
            diagram.highlight_turn(&self.game.spell(last));
        }
        Ok(diagram.svg(CELL))
    }

    /// Returns the name of a square of the board.
    fn name_of(&self, square: &AnySquare) -> PyResult<String> {
        let definition = self.game.definition();
        let square: Square = square.resolve(definition)?;
        Ok(definition.shape.name(square))
    }
}

#[pymethods]
impl PyBoard {
    /// Draws the position as SVG, with levels side by side. The result is a string that notebooks show as a picture.
    ///
    /// - `size`: the side of a square in pixels;
    /// - `flipped`: whether the board is seen from Black's side;
    /// - `lastmove`: the move to highlight;
    /// - `arrows`: moves, strings such as `"e2e4"`, or pairs of squares; a chain of captures gets one arrow per step;
    /// - `targets`: the square of a piece whose moves to mark.
    ///
    /// Raises `KurierError` if there is no such square.
    ///
    ///     >>> board = kurier.Board("courier")
    ///     >>> picture = board.svg(arrows=["b1c3", ("l1", "k3")], targets="b1")
    ///     >>> picture.startswith("<svg")
    ///     True
    #[pyo3(signature = (*, size = CELL, flipped = false, lastmove = None, arrows = Vec::new(), targets = None))]
    fn svg<'py>(
        &self,
        py: Python<'py>,
        size: u32,
        flipped: bool,
        lastmove: Option<&Bound<'_, PyMove>>,
        arrows: Vec<Arrow<'_>>,
        targets: Option<AnySquare>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let board = self.at().clone();
        let mut diagram = self.diagram(&board)?;
        diagram.flip(flipped);
        if let Some(last) = lastmove {
            diagram.highlight_turn(&last.get().text());
        }
        for arrow in &arrows {
            let text = match arrow {
                Arrow::Move(arrow) => arrow.get().text().into_owned(),
                Arrow::Text(text) => text.clone(),
                Arrow::Squares(from, to) => self.name_of(from)? + &self.name_of(to)?,
            };
            diagram.add_arrow(&text).map_err(refused)?;
        }
        if let Some(square) = targets {
            let name = self.name_of(&square)?;
            diagram.mark_targets(&name, &board.spelled_turns()).map_err(refused)?;
        }
        wrapped(py, &SVG, "Svg", diagram.svg(size.clamp(1, Diagram::LARGEST)))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.draw()
    }
}

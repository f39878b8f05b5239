//! The class `Variant`: a built-in variant, or the user's own.

use std::path::PathBuf;
use std::sync::Arc;

use kurier_diagram::{self as diagram, Diagram};
use kurier_engine::session::Step;
use kurier_formats::import::FairyGames;
use kurier_rules::board::Square;
use kurier_rules::rules::{Color, Definition};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::board::PyBoard;
use crate::errors::{self, refused};
use crate::game::{AnyGame, Game};

/// The class `Variant`: a variant with its tables.
#[pyclass(name = "Variant", module = "kurier", frozen)]
pub struct PyVariant {
    pub game: Arc<Game>,
}

/// The class `PieceType`: a type of piece of a variant.
#[pyclass(name = "PieceType", module = "kurier", frozen, get_all)]
#[derive(Clone)]
pub struct PyPieceType {
    letter: char,
    name: String,
    betza: String,
    royal: bool,
    pawn: bool,
}

#[pymethods]
impl PyPieceType {
    fn __repr__(&self) -> String {
        format!("<PieceType {} {}>", self.letter, self.name)
    }
}

/// Returns the names of all built-in variants.
#[pyfunction]
pub fn variants() -> Vec<&'static str> {
    Game::names().collect()
}

/// Looks up a built-in variant; a `Variant` object is returned unchanged.
#[pyfunction]
pub fn variant(name: AnyGame<'_>) -> PyResult<PyVariant> {
    Ok(PyVariant { game: name.open()? })
}

/// Creates the variant that a definition in TOML describes. `file` is the name of the definition in error messages.
#[pyfunction]
#[pyo3(signature = (text, file = "definition"))]
pub fn load(py: Python<'_>, text: &str, file: &str) -> PyResult<PyVariant> {
    let definition = Definition::parse(text, file).map_err(|error| errors::definition(py, &error))?;
    let game = Game::open(&Arc::new(definition), Some(text.to_owned()));
    Ok(PyVariant { game: Arc::new(game) })
}

/// Reads the definition of a variant from a file.
#[pyfunction]
pub fn load_file(py: Python<'_>, path: PathBuf) -> PyResult<PyVariant> {
    let text = std::fs::read_to_string(&path)?;
    let definition = Definition::read(&path).map_err(|error| errors::load(py, error))?;
    let game = Game::open(&Arc::new(definition), Some(text));
    Ok(PyVariant { game: Arc::new(game) })
}

/// Translates a section of a `variants.ini` of Fairy-Stockfish to a variant.
#[pyfunction]
#[pyo3(signature = (text, name, file = "variants.ini"))]
pub fn from_fairy_ini(py: Python<'_>, text: &str, name: &str, file: &str) -> PyResult<PyVariant> {
    let games = FairyGames::read(text, file).map_err(|found| errors::fairy(py, &found))?;
    let translated = games.translate(name).ok_or_else(|| {
        let names: Vec<&str> = games.names().collect();
        refused(format!("{file} has no game '{name}', but {}", names.join(", ")))
    })?;
    load(py, &translated.map_err(|found| errors::fairy(py, &found))?, file)
}

#[pymethods]
impl PyVariant {
    #[getter]
    fn name(&self) -> &str {
        &self.game.definition().name
    }

    #[getter]
    fn title(&self) -> &str {
        &self.game.definition().title
    }

    #[getter]
    fn summary(&self) -> &str {
        &self.game.definition().summary
    }

    #[getter]
    fn link(&self) -> &str {
        &self.game.definition().link
    }

    #[getter]
    fn files(&self) -> u8 {
        self.game.definition().shape.files()
    }

    #[getter]
    fn ranks(&self) -> u8 {
        self.game.definition().shape.ranks()
    }

    #[getter]
    fn levels(&self) -> u8 {
        self.game.definition().shape.levels()
    }

    #[getter]
    fn squares(&self) -> Vec<usize> {
        self.game
            .definition()
            .shape
            .squares()
            .map(|square| square.index())
            .collect()
    }

    #[getter]
    fn start_fen(&self) -> &str {
        &self.game.definition().start
    }

    #[getter]
    fn rules_hash(&self) -> String {
        format!("{:016x}", self.game.definition().rules_hash())
    }

    #[getter]
    fn text(&self) -> Option<&str> {
        self.game.text.as_deref()
    }

    #[getter]
    fn pieces(&self) -> Vec<PyPieceType> {
        let pieces = self.game.definition().pieces.iter();
        let described = |piece: &kurier_rules::rules::PieceDefinition| PyPieceType {
            letter: piece.letter,
            name: piece.name.clone(),
            betza: piece.betza.clone(),
            royal: piece.royal,
            pawn: piece.pawn,
        };
        pieces.map(described).collect()
    }

    /// Returns warnings about rules that are valid but probably not intended.
    fn check(&self) -> Vec<String> {
        let definition = self.game.definition();
        let mut lints = definition.lints();
        lints.extend(diagram::lints(definition));
        lints
    }

    fn square_name(&self, square: usize) -> PyResult<String> {
        let shape = &self.game.definition().shape;
        Ok(shape.name(AnySquare::Number(square).resolve(self.game.definition())?))
    }

    fn parse_square(&self, name: String) -> PyResult<usize> {
        Ok(AnySquare::Name(name).resolve(self.game.definition())?.index())
    }

    #[getter]
    fn move_count(&self) -> usize {
        self.game.numbering().steps().len()
    }

    fn step(&self, number: usize) -> PyResult<(usize, usize, Option<char>)> {
        let steps = self.game.numbering().steps();
        let Step { from, to, promotion } = *steps
            .get(number)
            .ok_or_else(|| PyIndexError::new_err(format!("there are {} steps", steps.len())))?;
        let letter = promotion.map(|piece| self.game.definition().letter(piece, Color::White));
        Ok((from.index(), to.index(), letter))
    }

    /// Draws a piece and its moves as SVG.
    #[pyo3(signature = (piece, square = None, size = 48))]
    fn piece_svg(&self, piece: &str, square: Option<&str>, size: u32) -> PyResult<String> {
        let diagram = Diagram::of_piece(self.game.definition().clone(), piece, square);
        Ok(diagram.map_err(refused)?.svg(size.clamp(1, Diagram::LARGEST)))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        PyBoard::start(&self.game).draw()
    }

    fn __repr__(&self) -> String {
        let definition = self.game.definition();
        format!("<Variant {}: {}>", definition.name, definition.title)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| self.game.is(&other.get().game))
    }

    fn __hash__(&self) -> u64 {
        self.game.definition().rules_hash()
    }

    /// Returns how `pickle` restores the variant: from its name if it is built in, otherwise from its definition.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let module = py.import("kurier")?;
        match &self.game.text {
            Some(text) => Ok((module.getattr("load")?, (text.clone(),))),
            None => Ok((module.getattr("variant")?, (self.name().to_owned(),))),
        }
    }
}

/// An argument that is a square: its number or its name.
#[derive(FromPyObject)]
pub enum AnySquare {
    Number(usize),
    Name(String),
}

impl AnySquare {
    /// Returns the square.
    ///
    /// # Errors
    /// The board has no square of this number or name.
    pub fn resolve(&self, definition: &Definition) -> PyResult<Square> {
        let shape = &definition.shape;
        let found = match self {
            Self::Number(number) => {
                let square = (*number < shape.area()).then(|| Square::new(*number));
                square.filter(|square| !shape.is_hole(*square))
            }
            Self::Name(name) => shape.parse(&name.to_lowercase()),
        };
        found.ok_or_else(|| match self {
            Self::Number(number) => refused(format!("{} has no square {number}", definition.name)),
            Self::Name(name) => refused(format!("{} has no square '{name}'", definition.name)),
        })
    }
}

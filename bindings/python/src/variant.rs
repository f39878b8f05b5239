//! The class `Variant`: a built-in variant, or the user's own.

use std::path::PathBuf;
use std::sync::Arc;

use kurier_diagram::{self as diagram, Diagram};
use kurier_engine::session::{MOST_TEST_MOVES, Step, TestFailure, run_tests};
use kurier_formats::import::{Diagrams, FairyGames};
use kurier_rules::board::Square;
use kurier_rules::rules::{Color, Definition};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::board::PyBoard;
use crate::errors::{self, refused};
use crate::game::{AnyGame, Game};
use crate::subclass::{SVG, wrapped};

/// A chess variant, as `variant`, `load`, `load_file`, `from_fairy_ini` and `from_diagram` return it. Variants are
/// values: equal rules make equal variants, and nothing is registered globally.
///
///     >>> kurier.variant("courier")
///     <Variant courier: Courier Chess>
#[pyclass(name = "Variant", module = "kurier", frozen)]
pub struct PyVariant {
    pub game: Arc<Game>,
}

/// A type of piece of a variant, as `Variant.pieces` lists them.
///
///     >>> [kind for kind in kurier.variant("chess").pieces if kind.royal]
///     [<PieceType K King>]
#[pyclass(name = "PieceType", module = "kurier", frozen)]
#[derive(Clone)]
pub struct PyPieceType {
    /// Returns the letter in a FEN, in upper case.
    ///
    ///     >>> [knight] = [kind for kind in kurier.variant("courier").pieces if kind.name == "Knight"]
    ///     >>> knight.letter
    ///     'N'
    #[pyo3(get)]
    letter: char,
    /// Returns the display name.
    ///
    ///     >>> [knight] = [kind for kind in kurier.variant("courier").pieces if kind.name == "Knight"]
    ///     >>> knight.name
    ///     'Knight'
    #[pyo3(get)]
    name: String,
    /// Returns the moves in Betza notation.
    ///
    ///     >>> [knight] = [kind for kind in kurier.variant("courier").pieces if kind.name == "Knight"]
    ///     >>> knight.betza
    ///     'N'
    #[pyo3(get)]
    betza: String,
    /// Tests whether the piece is royal: like the king in chess, it must not be left under attack.
    ///
    ///     >>> [knight] = [kind for kind in kurier.variant("courier").pieces if kind.name == "Knight"]
    ///     >>> knight.royal
    ///     False
    #[pyo3(get)]
    royal: bool,
    /// Tests whether moves of the piece reset the half-move clock.
    ///
    ///     >>> [knight] = [kind for kind in kurier.variant("courier").pieces if kind.name == "Knight"]
    ///     >>> knight.pawn
    ///     False
    #[pyo3(get)]
    pawn: bool,
}

#[pymethods]
impl PyPieceType {
    fn __repr__(&self) -> String {
        format!("<PieceType {} {}>", self.letter, self.name)
    }
}

/// Returns the names of all built-in variants.
///
///     >>> "courier" in kurier.variants()
///     True
#[pyfunction]
pub fn variants() -> Vec<&'static str> {
    Game::names().collect()
}

/// Looks up a built-in variant; a `Variant` is returned unchanged. Raises `KurierError` for an unknown name.
///
///     >>> kurier.variant("courier").title
///     'Courier Chess'
#[pyfunction]
pub fn variant(name: AnyGame<'_>) -> PyResult<PyVariant> {
    Ok(PyVariant { game: name.open()? })
}

/// Creates the variant that a definition in TOML describes. `file` is its name in error messages. Raises
/// `DefinitionError`, with line and column, if the definition has a mistake.
///
///     >>> kurier.load('name = "mine"\nstart = 3\n')
///     Traceback (most recent call last):
///     ...
///     kurier.DefinitionError: definition:2:9: expected a text in quotes, found an integer
#[pyfunction]
#[pyo3(signature = (text, file = "definition"))]
pub fn load(py: Python<'_>, text: &str, file: &str) -> PyResult<PyVariant> {
    let definition = Definition::parse(text, file).map_err(|error| errors::definition(py, &error))?;
    let game = Game::open(&Arc::new(definition), Some(text.to_owned()));
    Ok(PyVariant { game: Arc::new(game) })
}

/// Reads the definition of a variant from a file. Raises `DefinitionError`, with line and column, if the definition has
/// a mistake, and `OSError` if the file cannot be read.
///
///     >>> kurier.load_file("no/such.toml")
///     Traceback (most recent call last):
///     ...
///     FileNotFoundError: No such file or directory (os error 2)
#[pyfunction]
pub fn load_file(py: Python<'_>, path: PathBuf) -> PyResult<PyVariant> {
    let text = std::fs::read_to_string(&path)?;
    let definition = Definition::read(&path).map_err(|error| errors::load(py, error))?;
    let game = Game::open(&Arc::new(definition), Some(text));
    Ok(PyVariant { game: Arc::new(game) })
}

/// Translates the section `name` of Fairy-Stockfish's file `variants.ini`. Raises `DefinitionError` if a setting has no
/// counterpart in Kurier: its location is the first such line, and its message lists all of them. Raises `KurierError`
/// if there is no such section.
///
///     >>> walls = kurier.from_fairy_ini("[walls:chess]\ncastling = false\n", "walls")
///     >>> kurier.Board(walls).legal_moves.count()
///     20
#[pyfunction]
#[pyo3(signature = (text, name, file = "variants.ini"))]
pub fn from_fairy_ini(py: Python<'_>, text: &str, name: &str, file: &str) -> PyResult<PyVariant> {
    let games = FairyGames::read(text, file).map_err(|found| errors::untranslated(py, &found))?;
    let translated = games.translate(name).ok_or_else(|| {
        let names: Vec<&str> = games.names().collect();
        refused(format!("{file} has no game '{name}', but {}", names.join(", ")))
    })?;
    load(py, &translated.map_err(|found| errors::untranslated(py, &found))?, file)
}

/// Translates an Interactive Diagram of the Chess Variant Pages, or the first one of a page. Raises `DefinitionError`
/// if a line has no counterpart in Kurier: its location is the first such line, and its message lists all of them.
/// Raises `KurierError` if there is no diagram.
///
///     >>> small = kurier.from_diagram("files=5 ranks=5 maxPromote=0 rook::::a1 king::::c1")
///     >>> len(small.pieces)
///     2
#[pyfunction]
#[pyo3(signature = (text, file = "diagram"))]
pub fn from_diagram(py: Python<'_>, text: &str, file: &str) -> PyResult<PyVariant> {
    let games = Diagrams::read(text, file);
    let translated = games.names().next().and_then(|name| games.translate(name));
    let translated = translated.ok_or_else(|| refused(format!("{file} has no diagram")))?;
    load(py, &translated.map_err(|found| errors::untranslated(py, &found))?, file)
}

#[pymethods]
impl PyVariant {
    /// Returns the name, in lower case and without spaces.
    ///
    ///     >>> kurier.variant("courier").name
    ///     'courier'
    #[getter]
    fn name(&self) -> &str {
        &self.game.definition().name
    }

    /// Returns the display name.
    ///
    ///     >>> kurier.variant("courier").title
    ///     'Courier Chess'
    #[getter]
    fn title(&self) -> &str {
        &self.game.definition().title
    }

    /// Returns one sentence about the variant.
    ///
    ///     >>> kurier.variant("courier").summary.endswith(".")
    ///     True
    #[getter]
    fn summary(&self) -> &str {
        &self.game.definition().summary
    }

    /// Returns the URL of a page that describes the rules.
    ///
    ///     >>> kurier.variant("courier").link.startswith("https://")
    ///     True
    #[getter]
    fn link(&self) -> &str {
        &self.game.definition().link
    }

    /// Returns the number of files of the board.
    ///
    ///     >>> kurier.variant("courier").files
    ///     12
    #[getter]
    fn files(&self) -> u8 {
        self.game.definition().shape.files()
    }

    /// Returns the number of ranks of the board.
    ///
    ///     >>> kurier.variant("courier").ranks
    ///     8
    #[getter]
    fn ranks(&self) -> u8 {
        self.game.definition().shape.ranks()
    }

    /// Returns the number of levels of the board; 1 for a flat board.
    ///
    ///     >>> kurier.variant("courierleapale").levels
    ///     6
    #[getter]
    fn levels(&self) -> u8 {
        self.game.definition().shape.levels()
    }

    /// Returns the numbers of all squares that are not holes. Squares are counted level by level from the top one, rank
    /// by rank from White's side, file by file; a flat board begins with a1 = 0, b1 = 1.
    ///
    ///     >>> kurier.variant("chess").squares == list(range(64))
    ///     True
    #[getter]
    fn squares(&self) -> Vec<usize> {
        self.game
            .definition()
            .shape
            .squares()
            .map(|square| square.index())
            .collect()
    }

    /// Returns the start position as FEN.
    ///
    ///     >>> kurier.variant("chess").start_fen
    ///     'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
    #[getter]
    fn start_fen(&self) -> &str {
        &self.game.definition().start
    }

    /// Returns a hash of the rules in 16 hexadecimal digits, as in files of games and networks. Variants with equal
    /// rules have equal hashes.
    ///
    ///     >>> len(kurier.variant("chess").rules_hash)
    ///     16
    #[getter]
    fn rules_hash(&self) -> String {
        format!("{:016x}", self.game.definition().rules_hash())
    }

    /// Returns the text of the definition; `None` for a built-in variant.
    ///
    ///     >>> kurier.variant("chess").text is None
    ///     True
    #[getter]
    fn text(&self) -> Option<&str> {
        self.game.text.as_deref()
    }

    /// Returns the types of pieces, in the order of the definition, which is also the order of the planes.
    ///
    ///     >>> [kind.letter for kind in kurier.variant("shatranj").pieces]
    ///     ['R', 'N', 'B', 'Q', 'K', 'P']
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

    /// Returns warnings about rules that are valid but probably not intended, one sentence each, and the failures
    /// of the definition's tests as `LINE:COLUMN: what`. If the perft counts of the tests take more than 100 million
    /// moves, a last sentence says how many counts were left out.
    ///
    ///     >>> kurier.variant("courier").check()
    ///     []
    fn check(&self, py: Python<'_>) -> Vec<String> {
        let definition = self.game.definition();
        let mut lints = definition.lints();
        lints.extend(diagram::lints(definition));
        let report = py.detach(|| run_tests(definition, MOST_TEST_MOVES));
        lints.extend(report.failures.iter().map(TestFailure::to_string));
        lints.extend(report.omission());
        lints
    }

    /// Returns the name of a square. Raises `KurierError` if there is no such square.
    ///
    ///     >>> kurier.variant("chess").square_name(28)
    ///     'e4'
    fn square_name(&self, square: usize) -> PyResult<String> {
        let shape = &self.game.definition().shape;
        Ok(shape.name(AnySquare::Number(square).resolve(self.game.definition())?))
    }

    /// Returns the number of a square. Raises `KurierError` if there is no such square.
    ///
    ///     >>> kurier.variant("chess").parse_square("e4")
    ///     28
    fn parse_square(&self, name: String) -> PyResult<usize> {
        Ok(AnySquare::Name(name).resolve(self.game.definition())?.index())
    }

    /// Returns the number of different steps that some piece can make on some square: the length of a legal mask.
    ///
    ///     >>> kurier.variant("chess").move_count
    ///     1968
    #[getter]
    fn move_count(&self) -> usize {
        self.game.numbering().steps().len()
    }

    /// Returns the origin, the target and the letter of the promotion of the step with a number in 0..move_count. For a
    /// drop, the origin and the target are equal, and the letter is that of the dropped piece; if they are equal and
    /// there is no letter, the piece passes. Raises `IndexError` if the number is out of range.
    ///
    ///     >>> kurier.variant("chess").step(378)
    ///     (12, 28, None)
    fn step(&self, number: usize) -> PyResult<(usize, usize, Option<char>)> {
        let steps = self.game.numbering().steps();
        let Step { from, to, piece, .. } = *steps
            .get(number)
            .ok_or_else(|| PyIndexError::new_err(format!("there are {} steps", steps.len())))?;
        let letter = piece.map(|piece| self.game.definition().letter(piece, Color::White));
        Ok((from.index(), to.index(), letter))
    }

    /// Draws a piece, given by its letter or name, alone on the board, with all its moves, as SVG. `size` is the side
    /// of a square in pixels. The result is a string that notebooks show as a picture. Raises `KurierError` if the
    /// variant has no such piece or square.
    ///
    ///     >>> kurier.variant("courier").piece_svg("Elephant", "e4").startswith("<svg")
    ///     True
    #[pyo3(signature = (piece, square = None, size = 48))]
    fn piece_svg<'py>(
        &self,
        py: Python<'py>,
        piece: &str,
        square: Option<&str>,
        size: u32,
    ) -> PyResult<Bound<'py, PyAny>> {
        let diagram = Diagram::of_piece(self.game.definition().clone(), piece, square).map_err(refused)?;
        wrapped(py, &SVG, "Svg", diagram.svg(size.clamp(1, Diagram::LARGEST)))
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
    /// Returns the square that the number or the name denotes.
    ///
    /// # Errors
    /// Fails if the board has no square of this number or name.
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

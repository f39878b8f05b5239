//! The class `Move`: a whole turn, hashable.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use kurier_engine::session::Step;
use kurier_rules::board::Square;
use kurier_rules::position::Turn;
use kurier_rules::rules::PieceType;
use pyo3::prelude::*;

use crate::errors::{IllegalMoveError, refused};
use crate::game::{AnyGame, Game};

/// The null move in coordinate notation, as UCI writes it.
const NULL: &str = "0000";

/// A whole turn, which is one move or all steps of a chain of captures.
///
/// A move belongs to the variant of the board that made it, and is hashable; `str(move)` is the move in coordinate
/// notation. Moves are equal if their notation and their variant are equal. `Move.from_uci` reads a move without a
/// position; if no variant is named, the move is equal to the move with that notation in any variant.
///
///     >>> board = kurier.Board("courier")
///     >>> move = board.parse_san("Nc3")
///     >>> move, str(move)
///     (<Move b1c3>, 'b1c3')
#[pyclass(name = "Move", module = "kurier", frozen)]
#[derive(Clone)]
pub struct PyMove(Origin);

/// What a move was made from.
#[derive(Clone)]
enum Origin {
    /// A legal move of some position.
    Turn { game: Arc<Game>, turn: Turn },
    /// Text, perhaps without a variant.
    Text { game: Option<Arc<Game>>, text: String },
}

/// The squares and pieces that the coordinate notation of a move names.
struct Parts {
    squares: Vec<Square>,
    promotion: Option<PieceType>,
    dropped: Option<PieceType>,
}

impl PyMove {
    /// Wraps a turn of a variant.
    pub fn new(game: &Arc<Game>, turn: Turn) -> Self {
        Self(Origin::Turn {
            game: game.clone(),
            turn,
        })
    }

    /// Returns the move in coordinate notation.
    pub fn text(&self) -> Cow<'_, str> {
        match &self.0 {
            Origin::Turn { game, turn } => game.spell(turn).into(),
            Origin::Text { text, .. } => text.into(),
        }
    }

    /// Returns the turn; `None` if the move was read without a position.
    pub fn turn(&self) -> Option<&Turn> {
        match &self.0 {
            Origin::Turn { turn, .. } => Some(turn),
            Origin::Text { .. } => None,
        }
    }

    /// Returns the variant; `None` if the move was read without one.
    pub fn game(&self) -> Option<&Arc<Game>> {
        match &self.0 {
            Origin::Turn { game, .. } => Some(game),
            Origin::Text { game, .. } => game.as_ref(),
        }
    }

    /// Returns the variant.
    ///
    /// # Errors
    /// Fails if the move was read without a variant.
    fn known_game(&self) -> PyResult<&Arc<Game>> {
        let text = self.text();
        self.game()
            .ok_or_else(|| refused(format!("the variant of '{text}' is unknown: name it in Move.from_uci")))
    }

    /// Returns the squares of the move, and the pieces that its notation names.
    ///
    /// # Errors
    /// Fails if the move was read without a variant or is the null move.
    fn parts(&self) -> PyResult<Parts> {
        match &self.0 {
            Origin::Turn { game, turn } => Ok(Parts {
                squares: game.start.route(turn),
                promotion: turn.suffix(),
                dropped: turn.first().dropped(),
            }),
            Origin::Text { text, .. } => read(self.known_game()?, text),
        }
    }
}

/// Parses a move in coordinate notation.
fn read(game: &Game, text: &str) -> PyResult<Parts> {
    let definition = game.definition();
    let shape = &definition.shape;
    let malformed = || IllegalMoveError::new_err(format!("'{text}' is not a move of {}", definition.name));
    // A drop has one square, after the letter of the piece: `P@e4`.
    if let Some((piece, square)) = text.split_once('@') {
        let dropped = definition.parse_dropped(piece).ok_or_else(malformed)?;
        return Ok(Parts {
            squares: vec![shape.parse(square).ok_or_else(malformed)?],
            promotion: None,
            dropped: Some(dropped),
        });
    }
    let mut squares = Vec::new();
    let mut rest = text;
    while let Some((name, others)) = shape.leading_name(rest) {
        squares.push(shape.parse(name).ok_or_else(malformed)?);
        rest = others;
    }
    let mut letters = rest.chars();
    let promotion = match (letters.next(), letters.next()) {
        (None, _) => None,
        (Some(letter), None) => {
            let found = definition.piece_of_letter(letter.to_ascii_uppercase());
            Some(found.ok_or_else(malformed)?.0)
        }
        _ => return Err(malformed()),
    };
    (squares.len() > 1)
        .then_some(Parts {
            squares,
            promotion,
            dropped: None,
        })
        .ok_or_else(malformed)
}

/// Tests whether a string looks like a move in the coordinate notation of some variant: names of squares, and perhaps
/// the letter of a promotion; or a drop.
fn is_plausible(text: &str) -> bool {
    if let Some((piece, square)) = text.split_once('@') {
        // The square is plausible if a move from it to itself is.
        let piece = piece.strip_prefix('+').unwrap_or(piece);
        return piece.len() == 1 && piece.bytes().all(|b| b.is_ascii_uppercase()) && is_plausible(&square.repeat(2));
    }
    let mut rest = text;
    let mut squares = 0;
    loop {
        let letters = rest.bytes().take_while(u8::is_ascii_lowercase).count();
        let digits = rest[letters..].bytes().take_while(u8::is_ascii_digit).count();
        if letters == 0 || digits == 0 {
            return squares > 1 && digits == 0 && letters < 2 && letters == rest.len();
        }
        squares += 1;
        rest = &rest[letters + digits..];
    }
}

#[pymethods]
impl PyMove {
    /// Reads a move in coordinate notation without a position, so that it need not be legal anywhere. The squares of
    /// the move are known only if the variant is given, by its name or as a `Variant`. Raises `IllegalMoveError` if
    /// `uci` has a different form.
    ///
    ///     >>> kurier.Move.from_uci("g1f3") in kurier.Board("chess").legal_moves
    ///     True
    ///     >>> kurier.Move.from_uci("g1f3", "chess").to_square
    ///     21
    #[staticmethod]
    #[pyo3(signature = (uci, variant = None))]
    fn from_uci(uci: &str, variant: Option<AnyGame<'_>>) -> PyResult<Self> {
        let text = uci.trim().replace('=', "").to_ascii_lowercase();
        let game = variant.map(AnyGame::open).transpose()?;
        if text != NULL {
            if let Some(game) = &game {
                read(game, &text)?;
            } else if !is_plausible(&text) {
                return Err(IllegalMoveError::new_err(format!(
                    "'{uci}' is not a move in coordinates"
                )));
            }
        }
        Ok(Self(Origin::Text { game, text }))
    }

    /// Returns the null move, which passes the turn and is written `0000`. It is `False` as a truth value, has no
    /// squares, and is legal on no board.
    ///
    ///     >>> bool(kurier.Move.null()), str(kurier.Move.null())
    ///     (False, '0000')
    #[staticmethod]
    fn null() -> Self {
        Self(Origin::Text {
            game: None,
            text: NULL.to_owned(),
        })
    }

    /// Returns the number of the square that the piece leaves.
    ///
    ///     >>> board = kurier.Board("chess")
    ///     >>> board.variant.square_name(board.parse_san("e4").from_square)
    ///     'e2'
    #[getter(from_square)]
    fn origin(&self) -> PyResult<usize> {
        Ok(self.parts()?.squares[0].index())
    }

    /// Returns the number of the square on which the piece arrives after the last step.
    ///
    ///     >>> board = kurier.Board("chess")
    ///     >>> board.variant.square_name(board.parse_san("e4").to_square)
    ///     'e4'
    #[getter]
    fn to_square(&self) -> PyResult<usize> {
        match &self.0 {
            Origin::Turn { turn, .. } => Ok(turn.to().index()),
            Origin::Text { .. } => Ok(self.parts()?.squares.last().map_or(0, |square| square.index())),
        }
    }

    /// Returns the numbers of the squares of the move, beginning with the origin: two, or more for a chain; one for a
    /// drop.
    ///
    ///     >>> kurier.Board("chess").parse_san("e4").squares
    ///     [12, 28]
    #[getter]
    fn squares(&self) -> PyResult<Vec<usize>> {
        Ok(self.parts()?.squares.into_iter().map(|square| square.index()).collect())
    }

    /// Returns the letter, in upper case, of the piece that the move promotes to, gates, or drops in promoted form;
    /// `None` for all other moves.
    ///
    ///     >>> kurier.Board("chess", "7k/4P3/8/8/8/8/8/K7 w - - 0 1").parse_san("e8=N").promotion
    ///     'N'
    #[getter]
    fn promotion(&self) -> PyResult<Option<char>> {
        let (parts, definition) = (self.parts()?, self.known_game()?.definition());
        let dropped = parts.dropped.filter(|piece| definition.is_dropped_promoted(*piece));
        Ok(parts.promotion.or(dropped).map(|piece| definition.piece(piece).letter))
    }

    /// Returns the letter of the piece that the move drops from the hand, in upper case; `None` if it is not a drop.
    ///
    ///     >>> kurier.Move.from_uci("N@f3", "crazyhouse").drop
    ///     'N'
    #[getter]
    fn drop(&self) -> PyResult<Option<char>> {
        let (parts, definition) = (self.parts()?, self.known_game()?.definition());
        let held = parts.dropped.map(|piece| definition.held_as(piece));
        Ok(held.map(|piece| definition.piece(piece).letter))
    }

    /// Tests whether the move captures. Raises `KurierError` for a move that was read without a position; use
    /// `Board.is_capture` for such a move.
    ///
    ///     >>> kurier.Board("chess").parse_san("e4").is_capture
    ///     False
    #[getter]
    fn is_capture(&self) -> PyResult<bool> {
        let turn = self.turn().ok_or_else(|| {
            let text = self.text();
            refused(format!(
                "whether '{text}' captures depends on the position: ask Board.is_capture"
            ))
        })?;
        Ok(turn.is_capture())
    }

    /// Tests whether the move has several steps.
    ///
    ///     >>> kurier.Move.from_uci("b1b3b5", "leap64-multi").is_chain
    ///     True
    #[getter]
    fn is_chain(&self) -> PyResult<bool> {
        Ok(self.parts()?.squares.len() > 2)
    }

    /// Returns the numbers of the move's steps, each in 0..Variant.move_count: one, or more for a chain.
    ///
    ///     >>> kurier.Board("chess").parse_san("e4").numbers
    ///     [378]
    #[getter]
    fn numbers(&self) -> PyResult<Vec<usize>> {
        let game = self.known_game()?;
        let parts = self.parts()?;
        let steps = Step::along(game.definition(), &parts.squares, parts.promotion, parts.dropped);
        let numbering = game.numbering();
        Ok(steps.into_iter().filter_map(|step| numbering.number(step)).collect())
    }

    /// Returns the move in coordinate notation.
    ///
    ///     >>> kurier.Board("courier").parse_san("Nc3").uci()
    ///     'b1c3'
    fn uci(&self) -> String {
        self.text().into_owned()
    }

    fn __bool__(&self) -> bool {
        self.turn().is_some() || self.text() != NULL
    }

    fn __str__(&self) -> String {
        self.uci()
    }

    fn __repr__(&self) -> String {
        format!("<Move {}>", self.text())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else {
            return false;
        };
        let other = other.get();
        let related = match (self.game(), other.game()) {
            (Some(own), Some(others)) => own.is(others),
            _ => true,
        };
        related && (self.turn().is_some() && self.turn() == other.turn() || self.text() == other.text())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.text().hash(&mut hasher);
        hasher.finish()
    }
}

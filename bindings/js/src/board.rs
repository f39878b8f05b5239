//! The class `Board`: a position and the moves that led to it. Moves are strings in coordinate notation.

use js_sys::{Error, JSON};
use kurier_diagram::Diagram;
use kurier_engine::session::Board;
use kurier_rules::board::Square;
use kurier_rules::position::{MAX_PERFT_DEPTH, Outcome, Turn};
use kurier_rules::rules::Color;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use crate::error::refused;
use crate::variant::built_in;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A player. */
export type Color = "white" | "black";

/** A piece on a square. */
export interface Piece {
    /** The letter in a FEN: upper case for White, lower case for Black. */
    symbol: string;
    color: Color;
    /** The display name. */
    name: string;
}

/** How a game has ended. */
export interface Outcome {
    /** The winner; `null` for a draw. */
    winner: Color | null;
    /** The reason in words: `checkmate`, `bare king`, `threefold repetition` and others. */
    reason: string;
    result: "1-0" | "0-1" | "1/2-1/2";
}

/** Options for drawing a board. */
export interface DrawingOptions {
    /** The side of a square in pixels; 48 by default. */
    size?: number;
    /** Whether Black's side is at the bottom. */
    flipped?: boolean;
    /** The moves, in coordinate notation, that are shown as arrows. */
    arrows?: string[];
    /** The square of the piece whose moves are marked. */
    targets?: string;
}
"#;

/// The object `Piece` of the TypeScript declarations.
#[derive(Serialize)]
struct PieceView {
    symbol: char,
    color: &'static str,
    name: String,
}

/// The object `Outcome` of the TypeScript declarations.
#[derive(Serialize)]
struct OutcomeView {
    winner: Option<&'static str>,
    reason: &'static str,
    result: &'static str,
}

/// The object `DrawingOptions` of the TypeScript declarations.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct DrawingOptions {
    size: Option<u32>,
    flipped: bool,
    arrows: Vec<String>,
    targets: Option<String>,
}

/// Returns the name of a colour as in the TypeScript declarations.
fn color(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// Converts a value to a JavaScript object.
pub(crate) fn object(value: &impl Serialize) -> Result<JsValue, Error> {
    let text = serde_json::to_string(value).map_err(refused)?;
    JSON::parse(&text).map_err(|_| refused("the value is not JSON"))
}

/// A position of a variant, and the moves that led to it. Moves are strings in coordinate notation (`e2e4`, `e7e8q`,
/// `c2e4g6` for a chain of captures).
#[wasm_bindgen(js_name = Board)]
pub struct JsBoard {
    pub(crate) board: Board,
}

impl JsBoard {
    /// Wraps a board, after setting up `fen` if there is one.
    pub fn of(mut board: Board, fen: Option<&str>) -> Result<Self, Error> {
        if fen.is_some() {
            board.set_up(fen).map_err(refused)?;
        }
        Ok(Self { board })
    }

    /// Parses a legal move in coordinate notation.
    fn turn_of(&self, text: &str) -> Result<Turn, Error> {
        self.board.parse(text).map_err(refused)
    }

    /// Parses the name of a square, ignoring case.
    pub(crate) fn square(&self, name: &str) -> Result<Square, Error> {
        let definition = self.board.definition();
        let found = definition.shape.parse(&name.to_lowercase());
        found.ok_or_else(|| refused(format!("{} has no square '{name}'", definition.name)))
    }

    /// Returns how the game has ended; `None` if the game continues.
    fn outcome_view(&self) -> Option<OutcomeView> {
        let view = |outcome: Outcome| OutcomeView {
            winner: outcome.winner.map(color),
            reason: outcome.reason.text(),
            result: outcome.result(),
        };
        self.board.outcome().map(view)
    }
}

#[wasm_bindgen(js_class = Board)]
impl JsBoard {
    /// Creates a board with the start position of a built-in variant, or with the position `fen`. For your own variants
    /// use `Variant.board`.
    ///
    /// # Errors
    /// Fails if the name is unknown or the FEN is not legal.
    #[wasm_bindgen(constructor)]
    pub fn new(variant: &str, fen: Option<String>) -> Result<Self, Error> {
        Self::of(built_in(variant)?, fen.as_deref())
    }

    /// Returns the name of the variant.
    #[wasm_bindgen(getter)]
    pub fn variant(&self) -> String {
        self.board.definition().name.clone()
    }

    /// Returns the side to move.
    #[wasm_bindgen(getter, unchecked_return_type = "Color")]
    pub fn turn(&self) -> String {
        color(self.board.side()).to_owned()
    }

    /// Returns the number of the current full move, from 1.
    #[wasm_bindgen(getter, js_name = fullmoveNumber)]
    pub fn fullmove_number(&self) -> u32 {
        self.board.fullmove()
    }

    /// Returns the number of turns of both sides since the last capture or pawn move.
    #[wasm_bindgen(getter, js_name = halfmoveClock)]
    pub fn halfmove_clock(&self) -> u32 {
        self.board.halfmoves()
    }

    /// Returns the position as FEN.
    pub fn fen(&self) -> String {
        self.board.fen()
    }

    /// Sets up another position of the variant, by default its start position.
    ///
    /// # Errors
    /// Fails if the FEN is not legal; the board is then left unchanged.
    #[wasm_bindgen(js_name = setFen)]
    pub fn set_fen(&mut self, fen: Option<String>) -> Result<(), Error> {
        self.board.set_up(fen.as_deref()).map_err(refused)
    }

    /// Returns all legal moves, in no particular order. The list is empty if a rule of the variant has ended the game.
    #[wasm_bindgen(js_name = legalMoves)]
    pub fn legal_moves(&self) -> Vec<String> {
        self.board.turns().iter().map(|turn| self.board.spell(turn)).collect()
    }

    /// Returns the number of legal moves.
    #[wasm_bindgen(js_name = legalMoveCount)]
    pub fn legal_move_count(&self) -> usize {
        self.board.turns().len()
    }

    /// Plays a move in coordinate notation or in algebraic notation, and returns the move in coordinate notation.
    ///
    /// # Errors
    /// Fails if the text does not name a legal move; the error explains why, and the board is left unchanged.
    pub fn push(&mut self, text: &str) -> Result<String, Error> {
        // Try coordinates first: they are faster to parse, and most programs use them.
        let quickly = self.board.parse(text).ok();
        let turn = match quickly {
            Some(turn) => turn,
            None => self.board.parse_san(text).map_err(refused)?,
        };
        self.board.play(&turn).map_err(refused)?;
        Ok(self.board.spell(&turn))
    }

    /// Takes back the last move and returns it in coordinate notation; returns `undefined` if there is no move to take
    /// back.
    pub fn pop(&mut self) -> Option<String> {
        let turn = self.board.undo()?;
        Some(self.board.spell(&turn))
    }

    /// Returns the moves since the position was set up, in coordinate notation.
    #[wasm_bindgen(getter)]
    pub fn history(&self) -> Vec<String> {
        self.board.history().iter().map(|turn| self.board.spell(turn)).collect()
    }

    /// Returns the position before the moves of `history` as FEN; `undefined` if this position is the start position of
    /// the variant.
    #[wasm_bindgen(getter, js_name = startFen)]
    pub fn start_fen(&self) -> Option<String> {
        let mut board = self.board.clone();
        while board.undo().is_some() {}
        let fen = board.fen();
        let start = board.set_up(None).map(|()| board.fen());
        (start.as_ref() != Ok(&fen)).then_some(fen)
    }

    /// Parses a legal move in algebraic notation, strict or sloppy, or in coordinate notation, and returns the move in
    /// coordinate notation.
    ///
    /// # Errors
    /// Fails if the text does not name a legal move; the error explains why.
    pub fn parse(&self, text: &str) -> Result<String, Error> {
        let turn = self.board.parse_san(text).map_err(refused)?;
        Ok(self.board.spell(&turn))
    }

    /// Converts a legal move from coordinate notation to algebraic notation.
    ///
    /// # Errors
    /// Fails if the text does not name a legal move.
    pub fn san(&self, text: &str) -> Result<String, Error> {
        Ok(self.board.san(&self.turn_of(text)?))
    }

    /// Returns the squares of a legal move, beginning with the origin: two, or more for a chain of captures.
    ///
    /// # Errors
    /// Fails if the text does not name a legal move.
    pub fn route(&self, text: &str) -> Result<Vec<String>, Error> {
        let route = self.board.route(&self.turn_of(text)?);
        let shape = &self.board.definition().shape;
        Ok(route.into_iter().map(|square| shape.name(square)).collect())
    }

    /// Returns the piece on a square; `undefined` if the square is empty.
    ///
    /// # Errors
    /// Fails if the board has no square of this name.
    #[wasm_bindgen(js_name = pieceAt, unchecked_return_type = "Piece | undefined")]
    pub fn piece_at(&self, square: &str) -> Result<JsValue, Error> {
        let definition = self.board.definition();
        let Some(piece) = self.board.piece_at(self.square(square)?) else {
            return Ok(JsValue::UNDEFINED);
        };
        object(&PieceView {
            symbol: definition.letter(piece.piece_type, piece.color),
            color: color(piece.color),
            name: definition.piece(piece.piece_type).name.clone(),
        })
    }

    /// Returns whether the side to move is in check.
    #[wasm_bindgen(js_name = isCheck)]
    pub fn is_check(&self) -> bool {
        self.board.in_check()
    }

    /// Returns how the game has ended; `undefined` if the game continues.
    ///
    /// # Errors
    /// Fails if the outcome cannot be converted to a JavaScript object, which is not known to happen.
    #[wasm_bindgen(unchecked_return_type = "Outcome | undefined")]
    pub fn outcome(&self) -> Result<JsValue, Error> {
        match self.outcome_view() {
            Some(view) => object(&view),
            None => Ok(JsValue::UNDEFINED),
        }
    }

    /// Returns the number of move sequences of `depth` turns (perft).
    ///
    /// # Errors
    /// Fails if `depth` is not a whole number or is too large.
    pub fn perft(&self, depth: f64) -> Result<u64, Error> {
        // `depth` is a float because an integer parameter would silently truncate a fraction or a large number.
        match (0..=MAX_PERFT_DEPTH).find(|known| f64::from(*known) == depth) {
            Some(depth) => Ok(self.board.perft(depth, 1).nodes),
            None => Err(refused(format!(
                "a depth from 0 to {MAX_PERFT_DEPTH} is expected, not {depth}"
            ))),
        }
    }

    /// Returns a hash of everything that the repetition rule compares, such as the pieces, the side to move and
    /// castling rights.
    pub fn key(&self) -> u64 {
        self.board.key()
    }

    /// Creates an independent copy of the board.
    pub fn copy(&self) -> Self {
        Self {
            board: self.board.clone(),
        }
    }

    /// Draws the position as SVG, with levels side by side. The last move is highlighted.
    ///
    /// # Errors
    /// Fails if an option is unknown, if an option names a move or square that the board does not have, or if the
    /// options are not plain data.
    pub fn svg(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "DrawingOptions")] options: JsValue,
    ) -> Result<String, Error> {
        let text = JSON::stringify(&options).map_err(|error| error.unchecked_into::<Error>())?;
        let options = match text.as_string() {
            // `undefined` has no JSON form.
            None => DrawingOptions::default(),
            Some(text) => serde_json::from_str(&text).map_err(refused)?,
        };
        let mut diagram = Diagram::new(self.board.definition().clone(), &self.board.fen()).map_err(refused)?;
        diagram.flip(options.flipped);
        if let Some(last) = self.board.history().last() {
            diagram.highlight_turn(&self.board.spell(last));
        }
        for arrow in &options.arrows {
            diagram.add_arrow(arrow).map_err(refused)?;
        }
        if let Some(square) = &options.targets {
            diagram
                .mark_targets(square, &self.board.spelled_turns())
                .map_err(refused)?;
        }
        Ok(diagram.svg(options.size.unwrap_or(48).clamp(1, Diagram::LARGEST)))
    }

    /// Returns the square at a point of the picture that `svg` draws; `undefined` if there is none. The point is given
    /// by fractions of the picture's width and height.
    ///
    /// # Errors
    /// Fails if the position cannot be drawn.
    #[wasm_bindgen(js_name = squareAt)]
    pub fn square_at(&self, x: f64, y: f64, flipped: Option<bool>) -> Result<Option<String>, Error> {
        let definition = self.board.definition().clone();
        let mut diagram = Diagram::new(definition.clone(), &self.board.fen()).map_err(refused)?;
        diagram.flip(flipped.unwrap_or(false));
        Ok(diagram.square_at(x, y).map(|square| definition.shape.name(square)))
    }

    /// Returns the board as text.
    #[wasm_bindgen(js_name = toString)]
    pub fn text(&self) -> String {
        self.board.to_string()
    }
}

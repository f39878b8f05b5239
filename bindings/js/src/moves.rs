//! The part of the class `Board` for boards on the screen: moves by their squares, and pictures of pieces.

use js_sys::{Array, Error, Map};
use kurier_diagram::piece_picture;
use kurier_rules::board::Square;
use kurier_rules::position::Turn;
use kurier_rules::rules::Color;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::board::{JsBoard, object};
use crate::error::refused;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A legal move. */
export interface LegalMove {
    /** The move in coordinate notation. */
    move: string;
    /** The move in algebraic notation. */
    san: string;
    /** The squares of the move, beginning with the origin: two, or more for a chain of captures. */
    route: string[];
    /** The letter, in upper case, of the piece type to which the moving piece is promoted; `null` without promotion. */
    promotion: string | null;
}

/** A type of piece. */
export interface PieceType {
    /** White's letter in a FEN, in upper case. */
    letter: string;
    /** The display name. */
    name: string;
    /** Whether the piece is royal: like the king in chess, it must not be left under attack. */
    royal: boolean;
}
"#;

/// The object `LegalMove` of the TypeScript declarations.
#[derive(Serialize)]
struct MoveView {
    r#move: String,
    san: String,
    route: Vec<String>,
    promotion: Option<char>,
}

/// The object `PieceType` of the TypeScript declarations.
#[derive(Serialize)]
struct PieceTypeView {
    letter: char,
    name: String,
    royal: bool,
}

impl JsBoard {
    /// Returns the legal turns that begin with the squares of `path`, each with its squares, sorted by coordinate
    /// notation. The list is empty if the game has ended.
    fn beginning(&self, path: Option<Vec<String>>) -> Result<Vec<(Turn, Vec<Square>)>, Error> {
        let path = path.unwrap_or_default();
        let path: Vec<Square> = path.iter().map(|name| self.square(name)).collect::<Result<_, _>>()?;
        let turns = self.board.turns().into_iter().map(|turn| {
            let route = self.board.route(&turn);
            (turn, route)
        });
        let mut begun: Vec<_> = turns.filter(|(_, route)| route.starts_with(&path)).collect();
        begun.sort_by_cached_key(|(turn, _)| self.board.spell(turn));
        Ok(begun)
    }

    /// Returns the names of squares.
    fn names(&self, squares: &[Square]) -> Vec<String> {
        let shape = &self.board.definition().shape;
        squares.iter().map(|square| shape.name(*square)).collect()
    }
}

#[wasm_bindgen(js_class = Board)]
impl JsBoard {
    /// Returns where the pieces of the side to move can go: for each square from which a legal move begins, the squares
    /// to which it leads. A chain of captures is entered square by square: given `path`, the squares that have been
    /// entered, the method returns where the chain can continue from the last of them.
    ///
    /// # Errors
    /// Fails if the board has no square of a name in `path`.
    #[wasm_bindgen(unchecked_return_type = "Map<string, string[]>")]
    pub fn dests(&self, path: Option<Vec<String>>) -> Result<Map, Error> {
        let at = path.as_ref().map_or(0, |path| path.len().saturating_sub(1));
        let mut steps: Vec<(Square, Vec<Square>)> = Vec::new();
        for (_, route) in self.beginning(path)? {
            let [from, to] = match route.get(at..) {
                Some([from, to, ..]) => [*from, *to],
                _ => continue,
            };
            // The moves are sorted, so all moves from one square are adjacent.
            match steps.last_mut() {
                Some((last, known)) if *last == from => {
                    if !known.contains(&to) {
                        known.push(to);
                    }
                }
                _ => steps.push((from, vec![to])),
            }
        }
        let map = Map::new();
        for (from, to) in steps {
            let to: Array = self.names(&to).into_iter().map(JsValue::from).collect();
            for name in self.names(&[from]) {
                map.set(&name.into(), &to);
            }
        }
        Ok(map)
    }

    /// Returns the legal moves whose squares begin with the squares of `path`, by default all legal moves. If `path` is
    /// a whole move and there are several, they differ in their promotion or continue the chain of captures
    /// differently.
    ///
    /// # Errors
    /// Fails if the board has no square of a name in `path`.
    #[wasm_bindgen(unchecked_return_type = "LegalMove[]")]
    pub fn choices(&self, path: Option<Vec<String>>) -> Result<JsValue, Error> {
        let begun = self.beginning(path)?;
        let views = begun.iter().map(|(turn, route)| MoveView {
            r#move: self.board.spell(turn),
            san: self.board.san(turn),
            route: self.names(route),
            promotion: turn
                .promotion()
                .map(|piece_type| self.board.definition().letter(piece_type, Color::White)),
        });
        object(&views.collect::<Vec<_>>())
    }

    /// Returns whether a string is a legal move in coordinate notation or in algebraic notation.
    #[wasm_bindgen(js_name = isLegal)]
    pub fn is_legal(&self, text: &str) -> bool {
        self.board.parse_san(text).is_ok()
    }

    /// Returns whether the game has ended.
    #[wasm_bindgen(js_name = isEnd)]
    pub fn is_end(&self) -> bool {
        self.board.outcome().is_some()
    }

    /// Returns the squares of the last move, beginning with its origin; `undefined` if no move has been played.
    #[wasm_bindgen(getter, js_name = lastMove)]
    pub fn last_move(&self) -> Option<Vec<String>> {
        let mut before = self.board.clone();
        let turn = before.undo()?;
        Some(self.names(&before.route(&turn)))
    }

    /// Returns the number of files of the board.
    #[wasm_bindgen(getter)]
    pub fn files(&self) -> u8 {
        self.board.definition().shape.files()
    }

    /// Returns the number of ranks of the board.
    #[wasm_bindgen(getter)]
    pub fn ranks(&self) -> u8 {
        self.board.definition().shape.ranks()
    }

    /// Returns the number of levels of the board, 1 for a flat board.
    #[wasm_bindgen(getter)]
    pub fn levels(&self) -> u8 {
        self.board.definition().shape.levels()
    }

    /// Returns the types of pieces of the variant.
    ///
    /// # Errors
    /// Fails if the list cannot be converted to a JavaScript object, which is not known to happen.
    #[wasm_bindgen(js_name = pieceTypes, unchecked_return_type = "PieceType[]")]
    pub fn piece_types(&self) -> Result<JsValue, Error> {
        let definition = self.board.definition();
        let views = definition.piece_types().map(|(piece_type, piece)| PieceTypeView {
            letter: definition.letter(piece_type, Color::White),
            name: piece.name.clone(),
            royal: piece.royal,
        });
        object(&views.collect::<Vec<_>>())
    }

    /// Draws a single piece as SVG, without a square. `symbol` is its letter in a FEN: upper case for White, lower case
    /// for Black.
    ///
    /// # Errors
    /// Fails if the variant has no such piece.
    #[wasm_bindgen(js_name = pieceSvg)]
    pub fn piece_svg(&self, symbol: &str) -> Result<String, Error> {
        let definition = self.board.definition();
        let mut pieces = definition
            .piece_types()
            .flat_map(|(piece_type, _)| Color::BOTH.map(|color| (piece_type, color)));
        let found = pieces.find(|(piece_type, color)| symbol.chars().eq([definition.letter(*piece_type, *color)]));
        match found {
            Some((piece_type, color)) => Ok(piece_picture(definition, piece_type, color)),
            None => Err(refused(format!("{} has no piece '{symbol}'", definition.name))),
        }
    }
}

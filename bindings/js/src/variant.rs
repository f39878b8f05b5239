//! The class `Variant`.

use std::cell::OnceCell;
use std::sync::Arc;

use js_sys::Error;
use kurier_diagram::Diagram;
use kurier_engine::session::Board;
use kurier_rules::rules::{Catalogue, Definition};
use wasm_bindgen::prelude::*;

use crate::board::JsBoard;
use crate::error::{definition, refused};

thread_local! {
    /// The built-in variants, read on first use. The list never changes: a user's own variant is not added to it.
    static BUILT_IN: OnceCell<Catalogue> = const { OnceCell::new() };
}

/// Returns a board with the start position of a built-in variant.
pub fn built_in(name: &str) -> Result<Board, Error> {
    let found = BUILT_IN.with(|games| games.get_or_init(Catalogue::built_in).get(name));
    let definition = found.ok_or_else(|| refused(format!("unknown variant '{name}'")))?;
    Ok(Board::new(&definition))
}

/// Returns the names of all built-in variants.
#[wasm_bindgen]
pub fn variants() -> Vec<String> {
    BUILT_IN.with(|games| {
        games
            .get_or_init(Catalogue::built_in)
            .names()
            .map(str::to_owned)
            .collect()
    })
}

/// A chess variant, built-in or your own. All boards of a variant share its tables.
#[wasm_bindgen]
pub struct Variant {
    start: Board,
}

#[wasm_bindgen]
impl Variant {
    /// Looks up a built-in variant.
    ///
    /// # Errors
    /// Fails if the name is unknown.
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str) -> Result<Self, Error> {
        Ok(Self { start: built_in(name)? })
    }

    /// Creates the variant that a definition in TOML describes.
    ///
    /// # Errors
    /// Fails if the definition has a mistake; the error has its `line` and `column`, from 1.
    pub fn load(text: &str) -> Result<Self, Error> {
        let game = Definition::parse(text, "definition").map_err(|error| definition(&error))?;
        let start = Board::new(&Arc::new(game));
        Ok(Self { start })
    }

    /// Creates a board with the start position, or with the position `fen`.
    ///
    /// # Errors
    /// Fails if the FEN is not legal.
    pub fn board(&self, fen: Option<String>) -> Result<JsBoard, Error> {
        JsBoard::of(self.start.clone(), fen.as_deref())
    }

    /// Returns the name of the variant, in lower case and without spaces.
    #[wasm_bindgen(getter)]
    pub fn name(&self) -> String {
        self.start.definition().name.clone()
    }

    /// Returns the display name of the variant.
    #[wasm_bindgen(getter)]
    pub fn title(&self) -> String {
        self.start.definition().title.clone()
    }

    /// Returns one sentence about the variant.
    #[wasm_bindgen(getter)]
    pub fn summary(&self) -> String {
        self.start.definition().summary.clone()
    }

    /// Returns the URL of a page that describes the rules.
    #[wasm_bindgen(getter)]
    pub fn link(&self) -> String {
        self.start.definition().link.clone()
    }

    /// Returns the number of files.
    #[wasm_bindgen(getter)]
    pub fn files(&self) -> u8 {
        self.start.definition().shape.files()
    }

    /// Returns the number of ranks.
    #[wasm_bindgen(getter)]
    pub fn ranks(&self) -> u8 {
        self.start.definition().shape.ranks()
    }

    /// Returns the number of levels, 1 for a flat board.
    #[wasm_bindgen(getter)]
    pub fn levels(&self) -> u8 {
        self.start.definition().shape.levels()
    }

    /// Returns the names of all squares that are not holes: level by level from the top level, rank by rank from
    /// White's side.
    #[wasm_bindgen(getter)]
    pub fn squares(&self) -> Vec<String> {
        let shape = &self.start.definition().shape;
        shape.squares().map(|square| shape.name(square)).collect()
    }

    /// Returns warnings about rules that are valid but probably not intended, one sentence each.
    pub fn check(&self) -> Vec<String> {
        self.start.definition().lints()
    }

    /// Draws a piece, given by its letter or name, and all its moves, as SVG. `size` is the side of a square in pixels,
    /// 48 by default.
    ///
    /// # Errors
    /// Fails if the variant has no such piece.
    #[wasm_bindgen(js_name = pieceSvg)]
    pub fn piece_svg(&self, piece: &str, size: Option<u32>) -> Result<String, Error> {
        let diagram = Diagram::of_piece(self.start.definition().clone(), piece, None).map_err(refused)?;
        Ok(diagram.svg(size.unwrap_or(48).clamp(1, Diagram::LARGEST)))
    }
}

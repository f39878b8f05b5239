//! Games.

use std::cell::OnceCell;
use std::sync::Arc;

use js_sys::Error;
use kurier_diagram::Diagram;
use kurier_rules::rules::{Catalogue, Definition};
use kurier_engine::session::Board;
use wasm_bindgen::prelude::*;

use crate::board::JsBoard;
use crate::error::{definition, refused};

thread_local! {
    /// The built-in games, read once. Nothing changes them: a game of the user's own is a value of its own.
    static BUILT_IN: OnceCell<Catalogue> = const { OnceCell::new() };
}

/// Returns the start of a built-in game.
pub fn built_in(name: &str) -> Result<Board, Error> {
    let found = BUILT_IN.with(|games| games.get_or_init(Catalogue::built_in).get(name));
    let definition = found.ok_or_else(|| refused(format!("unknown variant '{name}'")))?;
    Ok(Board::new(&definition))
}

/// Returns the names of all built-in games.
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

/// A game: a built-in one or one of your own. Its tables are made once and shared by all its boards.
#[wasm_bindgen]
pub struct Variant {
    start: Board,
}

#[wasm_bindgen]
impl Variant {
    /// Creates the built-in game of a name.
    ///
    /// # Errors
    /// An unknown name.
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str) -> Result<Self, Error> {
        Ok(Self { start: built_in(name)? })
    }

    /// Returns the game of a definition, in TOML. A mistake is thrown with its `line` and `column`, from 1.
    ///
    /// # Errors
    /// A faulty definition.
    pub fn load(text: &str) -> Result<Self, Error> {
        let game = Definition::parse(text, "definition").map_err(|error| definition(&error))?;
        let start = Board::new(&Arc::new(game));
        Ok(Self { start })
    }

    /// Returns the start of the game, or another position of it.
    ///
    /// # Errors
    /// A FEN that is refused.
    pub fn board(&self, fen: Option<String>) -> Result<JsBoard, Error> {
        JsBoard::of(self.start.clone(), fen.as_deref())
    }

    /// Lower case, without blanks.
    #[wasm_bindgen(getter)]
    pub fn name(&self) -> String {
        self.start.definition().name.clone()
    }

    /// Returns the name for people.
    #[wasm_bindgen(getter)]
    pub fn title(&self) -> String {
        self.start.definition().title.clone()
    }

    /// Returns one sentence on the game.
    #[wasm_bindgen(getter)]
    pub fn summary(&self) -> String {
        self.start.definition().summary.clone()
    }

    /// Returns where its rules are described.
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

    /// Returns the names of all squares that are not holes: level by level from the top one, rank by rank from White's
    /// side.
    #[wasm_bindgen(getter)]
    pub fn squares(&self) -> Vec<String> {
        let shape = &self.start.definition().shape;
        shape.squares().map(|square| shape.name(square)).collect()
    }

    /// Returns what is legal in the definition but hardly meant, in sentences.
    pub fn check(&self) -> Vec<String> {
        self.start.definition().lints()
    }

    /// Returns a drawing of a piece (its letter or name) and all its moves, as SVG. `size` is a cell's, in pixels.
    ///
    /// # Errors
    /// A piece that the game does not have.
    #[wasm_bindgen(js_name = pieceSvg)]
    pub fn piece_svg(&self, piece: &str, size: Option<u32>) -> Result<String, Error> {
        let diagram = Diagram::of_piece(self.start.definition().clone(), piece, None).map_err(refused)?;
        Ok(diagram.svg(size.unwrap_or(48).clamp(1, Diagram::LARGEST)))
    }
}

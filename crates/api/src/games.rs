//! A game as a board shows it and a page of rules explains it.

use std::sync::Arc;

use serde::Serialize;

use super::reply::Reply;
use super::words;
use kurier_diagram as diagram;
use kurier_engine::session::Board;
use kurier_rules::rules::{Catalogue, Color, Definition, Promotion};

/// A game in a list.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct GameSummary {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// One sentence.
    pub summary: String,
    /// `12x8`.
    pub size: String,
}

/// A square of the board.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct SquareView {
    /// `e4`, `wd1`.
    pub name: String,
    /// From 0.
    pub file: u8,
    /// From 0.
    pub rank: u8,
    /// From 0 for the top one.
    pub level: u8,
    /// Whether it has the darker colour.
    pub dark: bool,
}

/// A kind of piece.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct PieceView {
    /// The capital letter.
    pub letter: char,
    /// `Elephant`.
    pub name: String,
    /// Its moves in Betza notation.
    pub betza: String,
    /// Its moves in words, sentence by sentence.
    pub words: Vec<String>,
    /// Whether it is the king.
    pub royal: bool,
    /// Whether it is a pawn.
    pub pawn: bool,
    /// What it is promoted to: capital letters.
    pub promotes_to: Vec<char>,
    /// What the evaluation thinks it is worth, in pawns of 100; 0 for the king.
    pub value: i32,
    /// How it is drawn: SVG shapes on a field of 100 by 100 units, in `currentColor`, fill and stroke of where it is placed.
    pub shapes: String,
}

/// All about a game.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct GameView {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// One sentence.
    pub summary: String,
    /// Where its rules are described.
    pub link: String,
    /// Where and when it comes from, in a few sentences.
    pub history: String,
    /// The number of files.
    pub files: u8,
    /// The number of ranks.
    pub ranks: u8,
    /// The letters of the levels from the top one; empty for a flat board.
    pub levels: Vec<char>,
    /// The squares; holes are left out.
    pub squares: Vec<SquareView>,
    /// The start as FEN.
    pub start: String,
    /// The kinds of pieces.
    pub pieces: Vec<PieceView>,
    /// Whether captures are chained.
    pub chains: bool,
    /// The rules beside the pieces' moves, sentence by sentence.
    pub rules: Vec<String>,
}

/// The games that are known, and the one that the user is writing.
pub(super) struct Games {
    pub catalogue: Catalogue,
    pub draft: Option<Arc<Definition>>,
    /// More lints about drafts.
    pub lints: fn(&Definition) -> Vec<String>,
}

impl Games {
    pub fn new(catalogue: Catalogue) -> Self {
        Self {
            catalogue,
            draft: None,
            lints: |_| Vec::new(),
        }
    }

    /// Returns the game of a name.
    pub fn find(&self, name: &str) -> Result<Arc<Definition>, String> {
        let draft = self.draft.as_ref().filter(|draft| draft.name == name).cloned();
        let found = draft.map_or_else(|| self.catalogue.find(name), Ok);
        found.map_err(|error| error.to_string())
    }
}

pub(super) fn list(games: &Games) -> Vec<GameSummary> {
    let summary = |game: &Arc<Definition>| GameSummary {
        name: game.name.clone(),
        title: game.title.clone(),
        summary: game.summary.clone(),
        size: game.shape.to_string(),
    };
    games.catalogue.iter().map(summary).collect()
}

pub(super) fn view(games: &Games, name: &str) -> Result<GameView, String> {
    Ok(GameView::of(&games.find(name)?))
}

impl GameView {
    /// Returns all about a game.
    pub fn of(game: &Arc<Definition>) -> Self {
        let shape = &game.shape;
        let squares = shape.squares().map(|square| SquareView {
            name: shape.name(square),
            file: shape.file(square),
            rank: shape.rank(square),
            level: shape.level(square),
            dark: diagram::is_dark(shape, square),
        });
        let values = Board::new(game).piece_values();
        let mut shapes = diagram::piece_shapes(game).into_iter();
        let pieces = game.piece_types().map(|(piece_type, piece)| PieceView {
            letter: piece.letter,
            name: piece.name.clone(),
            betza: piece.betza.clone(),
            words: words::of_piece(game, piece_type),
            royal: piece.royal,
            pawn: piece.pawn,
            promotes_to: match &piece.promotion {
                None => Vec::new(),
                Some(Promotion::Choice(types) | Promotion::ByFile(types)) => types
                    .iter()
                    .map(|piece_type| game.letter(*piece_type, Color::White))
                    .collect(),
            },
            value: values
                .get(piece_type.index())
                .copied()
                .filter(|_| !piece.royal)
                .unwrap_or(0),
            shapes: shapes.next().unwrap_or_default(),
        });
        Self {
            name: game.name.clone(),
            title: game.title.clone(),
            summary: game.summary.clone(),
            link: game.link.clone(),
            history: game.history.clone(),
            files: shape.files(),
            ranks: shape.ranks(),
            levels: match shape.levels() {
                1 => Vec::new(),
                levels => (0..levels).map(|level| shape.level_letter(level)).collect(),
            },
            squares: squares.collect(),
            start: game.start.clone(),
            pieces: pieces.collect(),
            chains: game.captures.chained,
            rules: words::of_game(game),
        }
    }
}

/// Returns where a piece alone on the board can go.
pub(super) fn reach(games: &Games, game: &str, piece: char, square: Option<&str>) -> Result<Reply, String> {
    let game = games.find(game)?;
    let shape = &game.shape;
    let found = game.piece_of_letter(piece);
    let (piece_type, color) = found.ok_or_else(|| format!("there is no piece '{piece}'"))?;
    let square = match square {
        Some(name) => shape.parse(name).ok_or_else(|| format!("there is no square {name}"))?,
        None => diagram::middle(shape),
    };
    let marks = diagram::marks(&game, piece_type, color, square).into_iter();
    Ok(Reply::Reach {
        square: shape.name(square),
        marks: marks.map(|(to, mark)| (shape.name(to), mark)).collect(),
    })
}

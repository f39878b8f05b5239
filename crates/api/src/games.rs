//! Descriptions of games, for the board and for the page that explains their rules.

use std::sync::Arc;

use serde::Serialize;

use super::error::RequestError;
use kurier_diagram::{self as diagram, Mark, words};
use kurier_engine::session::Board;
use kurier_rules::rules::{Catalogue, Color, Definition, FindError, Starts};

/// A game, as a menu lists it.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct GameSummary {
    /// The name by which requests identify the game.
    pub name: String,
    /// The display name of the game.
    pub title: String,
    /// The family of the game; empty if the game belongs to none. Lists show the games of a family together.
    pub family: String,
    /// A one-sentence description of the game.
    pub summary: String,
    /// The size of the board, such as `12x8`.
    pub size: String,
}

/// The description of a square of the board.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct SquareView {
    /// The name of the square, such as `e4` or, on a board with levels, `wd1`.
    pub name: String,
    /// The file of the square, from 0.
    pub file: u8,
    /// The rank of the square, from 0.
    pub rank: u8,
    /// The level of the square, counted from 0 at the top; always 0 on a flat board.
    pub level: u8,
    /// Whether the square has the darker colour.
    pub dark: bool,
}

/// The description of a piece type.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct PieceView {
    /// The letter of the piece type, in upper case.
    pub letter: char,
    /// The display name of the piece type, such as `Elephant`.
    pub name: String,
    /// The moves in Betza notation, without special first moves and moves of several steps.
    pub betza: String,
    /// Sentences that describe the moves and the promotion.
    pub words: Vec<String>,
    /// Whether the piece is the king.
    pub royal: bool,
    /// Whether the piece is a pawn: a pawn's move resets the count towards the move limit (in chess, the fifty-move
    /// rule).
    pub pawn: bool,
    /// The piece types that the piece can be promoted to, as letters in upper case.
    pub promotes_to: Vec<char>,
    /// The value of the piece in the built-in evaluation, in centipawns; 0 for the king.
    pub value: i32,
    /// The picture of the piece as SVG shapes, in a square of 100 by 100 units. The shapes inherit `fill` and `stroke`
    /// from the element around them, and draw details in `currentColor`.
    pub shapes: String,
}

/// The start positions among which the players of a game choose. The name of a game with a chosen start position
/// consists of the name of the game, `@`, White's choice, `-` and Black's choice.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct StartsView {
    /// The arrays of which each side chooses one, each with the name that identifies it in a choice and its display
    /// name. Empty if the pieces are shuffled.
    pub arrays: Vec<(String, String)>,
    /// The number of choices that each side has. A shuffled order is chosen by its number, from 0.
    pub count: u64,
    /// Whether both sides have the same shuffled order.
    pub mirrored: bool,
}

impl StartsView {
    fn of(starts: &Starts) -> Self {
        Self {
            arrays: match starts {
                Starts::Arrays(arrays) => arrays
                    .all
                    .iter()
                    .map(|array| (array.name.clone(), array.title.clone()))
                    .collect(),
                Starts::Shuffle(_) => Vec::new(),
            },
            count: starts.count(),
            mirrored: matches!(starts, Starts::Shuffle(shuffle) if shuffle.mirrored),
        }
    }
}

/// The description of a game.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct GameView {
    /// The name by which requests identify the game.
    pub name: String,
    /// The display name of the game.
    pub title: String,
    /// A one-sentence description of the game.
    pub summary: String,
    /// The URL of a page that describes the rules.
    pub link: String,
    /// The game's history in a few sentences.
    pub history: String,
    /// The number of files of the board.
    pub files: u8,
    /// The number of ranks of the board.
    pub ranks: u8,
    /// The letters of the levels, the top level first; empty for a flat board.
    pub levels: Vec<char>,
    /// The squares of the board, without holes.
    pub squares: Vec<SquareView>,
    /// The start position as FEN.
    pub start: String,
    /// The start positions from which one can be chosen; `None` if there is only one.
    pub starts: Option<StartsView>,
    /// The piece types of the game.
    pub pieces: Vec<PieceView>,
    /// Whether a turn can consist of several captures.
    pub chains: bool,
    /// Sentences that describe the rules apart from the moves of the pieces.
    pub rules: Vec<String>,
}

/// Where a piece alone on the board can go.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct ReachView {
    /// The square of the piece.
    pub square: String,
    /// The squares that the piece can reach, each with a mark that shows how the piece reaches the square.
    pub marks: Vec<(String, Mark)>,
}

/// The known games.
pub(super) struct Games {
    pub catalogue: Catalogue,
    /// The last correct draft of the user's own game; `None` if there was none. The catalogue does not contain the
    /// draft.
    pub draft: Option<Arc<Definition>>,
    /// Returns lints about a user's own game, in addition to [`Definition::lints`].
    pub lints: fn(&Definition) -> Vec<String>,
}

impl Games {
    /// Wraps a catalogue. There is no draft yet, and there are no additional lints.
    pub fn new(catalogue: Catalogue) -> Self {
        Self {
            catalogue,
            draft: None,
            lints: |_| Vec::new(),
        }
    }

    /// Finds a game by its name. If the draft has this name, the draft is returned instead of the catalogue's game.
    pub fn find(&self, name: &str) -> Result<Arc<Definition>, FindError> {
        let draft = self.draft.as_ref().filter(|draft| draft.name == name).cloned();
        draft.map_or_else(|| self.catalogue.find(name), Ok)
    }
}

/// Lists the games of the catalogue, family by family.
pub(super) fn list(games: &Games) -> Vec<GameSummary> {
    let summary = |game: &Arc<Definition>| GameSummary {
        name: game.name.clone(),
        title: game.title.clone(),
        family: game.family.clone(),
        summary: game.summary.clone(),
        size: game.shape.to_string(),
    };
    let families = games.catalogue.families();
    families.into_iter().flat_map(|(_, games)| games).map(summary).collect()
}

/// Describes the game named `name`.
pub(super) fn view(games: &Games, name: &str) -> Result<GameView, RequestError> {
    Ok(GameView::of(&games.find(name)?))
}

impl GameView {
    /// Creates the description of a game.
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
                Some(promotion) => promotion
                    .all_types()
                    .into_iter()
                    .map(|piece_type| game.letter(piece_type, Color::White))
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
            starts: game.starts.as_ref().map(StartsView::of),
            pieces: pieces.collect(),
            chains: game.captures.chained,
            rules: words::of_game(game),
        }
    }
}

/// Returns where `piece`, alone on the board, can go from `square`, or from a square near the middle if `square` is
/// `None`. A lower-case letter stands for a black piece.
pub(super) fn reach(games: &Games, game: &str, piece: char, square: Option<&str>) -> Result<ReachView, RequestError> {
    let game = games.find(game)?;
    let shape = &game.shape;
    let found = game.piece_of_letter(piece);
    let (piece_type, color) = found.ok_or(RequestError::UnknownPiece(piece))?;
    let square = match square {
        Some(name) => {
            let found = shape.parse(name);
            found.ok_or_else(|| RequestError::UnknownSquare(name.to_owned()))?
        }
        None => diagram::best_square(&game, piece_type, color),
    };
    let marks = diagram::marks(&game, piece_type, color, square).into_iter();
    Ok(ReachView {
        square: shape.name(square),
        marks: marks.map(|(to, mark)| (shape.name(to), mark)).collect(),
    })
}

//! The errors with which requests are refused.

use kurier_books::BookError;
use kurier_diagram::DiagramError;
use kurier_engine::eval::SourceError;
use kurier_engine::session::{EngineError, IllegalMove};
#[cfg(feature = "import")]
use kurier_formats::import::FairyError;
use kurier_formats::pgn::PgnError;
use kurier_rules::position::FenError;
use kurier_rules::rules::{DefinitionError, FindError};

/// Why a request is refused. The text is sent to the page, which shows it to the user.
#[derive(Debug, thiserror::Error)]
pub enum RequestError {
    /// The catalogue has no game of this name.
    #[error(transparent)]
    Game(#[from] FindError),
    /// The FEN is not a legal position of the game.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The text does not name a legal turn.
    #[error(transparent)]
    Turn(#[from] IllegalMove),
    /// The picture cannot be drawn.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
    /// The PGN cannot be read or its game cannot be replayed.
    #[error(transparent)]
    Pgn(#[from] PgnError),
    /// The engine cannot search.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The file is neither a network nor weights for the game.
    #[error(transparent)]
    Evaluation(#[from] SourceError),
    /// The file of the user's own game has a mistake.
    #[error("line {}, column {}: {}", .0.line, .0.column, .0.message)]
    Definition(#[from] DefinitionError),
    /// The desk was built without a feature that the request needs. The text says what the desk cannot do.
    #[error("this board cannot {0}")]
    Unable(&'static str),
    /// The games cannot be studied.
    #[cfg(feature = "study")]
    #[error(transparent)]
    Study(#[from] kurier_study::StudyError),
    /// The game cannot be learned.
    #[cfg(feature = "learning")]
    #[error(transparent)]
    Learning(#[from] kurier_learning::learn::LearnError),
    /// The file is not an opening book of the game.
    #[error(transparent)]
    Book(#[from] BookError),
    /// The game has no piece with this letter.
    #[error("there is no piece '{0}'")]
    UnknownPiece(char),
    /// The board has no square of this name.
    #[error("there is no square {0}")]
    UnknownSquare(String),
    /// The index of the engine is not less than [`Desk::ENGINES`](crate::Desk::ENGINES).
    #[error("there is no such engine")]
    UnknownEngine,
    /// The playing strength is outside 1 to 10.
    #[error("there is no such level")]
    UnknownLevel,
    /// The glyph of a turn is neither a number such as `$1` nor an annotation symbol such as `!`.
    #[error("'{0}' is not a glyph: expected $1 or !")]
    UnknownGlyph(String),
    /// No built-in game has this name, so there is no file to start from.
    #[error("'{0}' is not a built-in game")]
    NotBuiltIn(String),
    /// The PGN has no game.
    #[error("there is no game in it")]
    EmptyPgn,
    /// A game of the PGN has too many turns to replay.
    #[error("game {game}: more than {most} turns")]
    TooManyTurns {
        /// The number of the game in the file, from 1.
        game: usize,
        /// The maximum number of turns that are replayed.
        most: usize,
    },
    /// The user has already defined as many games as a desk keeps; the number is this limit.
    #[error("you already have {0} games of your own, which is the maximum")]
    TooManyGames(usize),
    /// The text has more than [`Desk::LONGEST_TEXT`](crate::Desk::LONGEST_TEXT) bytes; the number is the limit in MiB.
    #[error("the text is longer than {0} MiB")]
    TextTooLong(usize),
    /// The `variants.ini` has lines that are neither section headings nor settings.
    #[cfg(feature = "import")]
    #[error("{}", by_line(.0))]
    Import(Vec<FairyError>),
}

/// Joins the errors of a file into one sentence. The file has no name of its own here, so each error names only its
/// line.
#[cfg(feature = "import")]
fn by_line(errors: &[FairyError]) -> String {
    let lines: Vec<String> = errors
        .iter()
        .map(|error| format!("line {}: {}", error.line, error.message))
        .collect();
    lines.join("; ")
}

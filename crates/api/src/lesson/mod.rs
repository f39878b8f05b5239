//! Lessons: small positions, derived from the rules of a game, in which a player tries out every piece and every
//! special rule; and words for what a turn is good for.

mod pieces;
mod practice;
mod scenes;
mod special;
#[cfg(test)]
mod tests;
mod why;
mod wins;

use serde::Serialize;

use super::error::RequestError;
use super::games::Games;
use scenes::Scenes;

pub(super) use practice::practise;
pub(super) use why::why;
pub use why::{Merit, MeritView};

/// What a step of a lesson teaches.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum StepKind {
    /// How a piece moves and captures.
    Piece,
    /// Several steps straight forward at once.
    MultiStep,
    /// A leap that a piece may make only as its first move.
    FirstMove,
    /// A promotion.
    Promotion,
    /// A promotion to the piece that belongs to the file.
    PromotionByFile,
    /// Castling.
    Castling,
    /// A capture en passant.
    EnPassant,
    /// A move to another level.
    Level,
    /// The rule that captures are compulsory.
    ForcedCapture,
    /// A chain of captures.
    Chain,
    /// A move that gives check.
    Check,
    /// A move out of check.
    Escape,
    /// A move that wins.
    Win,
}

/// A step of a lesson: a position with White to move, and what White must reach. Either `visit` or `turns` is empty.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct LessonStep {
    /// What the step teaches.
    pub kind: StepKind,
    /// The piece that the step is about, as a letter in upper case; `None` if it is about no piece in particular.
    pub piece: Option<char>,
    /// The piece type to which the piece must be promoted, as a letter in upper case; `None` if the player may choose.
    pub becomes: Option<char>,
    /// How the winning turn ends the game, such as `bare-king`; `None` unless the step teaches how to win.
    pub end: Option<String>,
    /// The position as FEN.
    pub fen: String,
    /// The squares that the piece must visit, in any order and in any number of turns. Black moves only if in check;
    /// see [`Request::Practise`](super::Request::Practise).
    pub visit: Vec<String>,
    /// The turns, in coordinate notation, any one of which reaches the goal.
    pub turns: Vec<String>,
    /// A sequence of White's turns that reaches the goal, in coordinate notation.
    pub solution: Vec<String>,
}

/// Returns the steps of the lesson for a game: each piece, then each special rule, then each way to win. Every call
/// returns the same steps.
pub(super) fn lesson(games: &Games, game: &str) -> Result<Vec<LessonStep>, RequestError> {
    let definition = games.find(game)?;
    let mut scenes = Scenes::new(&definition);
    let mut steps = Vec::new();
    for (piece_type, _) in definition.piece_types() {
        steps.extend(pieces::tour(&mut scenes, piece_type));
        steps.extend(pieces::privileges(&mut scenes, piece_type));
    }
    steps.extend(special::all(&mut scenes));
    steps.extend(wins::all(&mut scenes));
    Ok(steps)
}

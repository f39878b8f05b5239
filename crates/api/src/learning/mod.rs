//! Learning a game: self-play, fits, training and matches. The work itself is a feature of the package, and needs a
//! folder.

#[cfg(feature = "learning")]
mod work;

use serde::{Deserialize, Serialize};

#[cfg(feature = "learning")]
pub(crate) use work::{LearnEvent, LearningFolder};

/// How much is learned.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum LearnBudget {
    /// The time of the whole run in seconds, earlier parts included; at most a week.
    Seconds(u64),
    /// A fixed amount of work, so that the run does not depend on the speed of the machine.
    Work {
        /// The number of generations of the whole run; at most 1000.
        generations: usize,
        /// The number of games of each generation against itself; at most 100,000.
        games: u64,
        /// The maximum number of pairs of games in each match; at most 5000.
        pairs: u32,
    },
}

/// Which game is learned.
#[derive(Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct LearnRequest {
    /// The name of the game.
    pub game: String,
    /// The text of the game's file, if the game is the user's own; the name does not matter then.
    #[serde(default)]
    pub text: Option<String>,
    /// The number of nodes to search for each turn, at most 100,000; `None` for that of the resumed run, or for 500. A
    /// run cannot be resumed with another number.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// How much is learned, earlier parts included.
    pub budget: LearnBudget,
    /// The index of the engine that learns, less than [`Desk::ENGINES`](crate::Desk::ENGINES).
    #[serde(default)]
    pub engine: usize,
}

/// The game of which it is asked what was learned, or whose learning is to be deleted.
#[derive(Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct LearnedRequest {
    /// The name of the game.
    pub game: String,
    /// The text of the game's file, if the game is the user's own; the name does not matter then.
    #[serde(default)]
    pub text: Option<String>,
}

/// A difference in Elo.
#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
pub struct EloView {
    /// The difference.
    pub difference: f64,
    /// The half-width of its 95 % interval.
    pub error: f64,
}

/// The progress of learning.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct LearningView {
    /// The number of the generation, from 1.
    pub generation: usize,
    /// What the generation is doing: `games`, `learning` or `match`.
    pub stage: &'static str,
    /// The number of games of this stage.
    pub games: u64,
    /// What all generations before gained over the evaluation that the run began with.
    pub elo: EloView,
    /// The time left in milliseconds; `None` if the time is not limited.
    pub left: Option<u64>,
}

/// A generation that is finished.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct GenerationView {
    /// What it learned: `weights` or `network`.
    pub kind: &'static str,
    /// The number of games that it played against itself.
    pub games: u64,
    /// The number of games of its match against the best evaluation before it.
    pub match_games: u32,
    /// The result of its match; `None` if there were too few games to learn from.
    pub elo: Option<EloView>,
    /// Whether it became the best evaluation.
    pub taken: bool,
}

/// The best evaluation that was learned.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct LearnedFile {
    /// The name of the file.
    pub name: &'static str,
    /// The content of the file, in Base64.
    pub content: String,
    /// The file of the user's own game with the key `evaluation`, which names the evaluation; `None` for a built-in
    /// game.
    pub definition: Option<String>,
}

/// What was learned of a game.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct LearnedView {
    /// The time spent so far, in seconds.
    pub spent: f64,
    /// The generations that are finished.
    pub generations: Vec<GenerationView>,
    /// What the best evaluation gained over the evaluation that the run began with.
    pub elo: EloView,
    /// The best evaluation; `None` if none was better than the evaluation that the run began with.
    pub best: Option<LearnedFile>,
}

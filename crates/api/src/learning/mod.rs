//! Messages about learning a game, which consists of self-play, fitting weights, training networks, and matches. The
//! learning itself is a feature of the package, and needs a folder.

#[cfg(feature = "learning")]
mod work;

use serde::{Deserialize, Serialize};

#[cfg(feature = "learning")]
pub(crate) use work::{LearnEvent, LearningFolder};

/// The budget of a run that learns a game: a time, or an amount of work.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum LearnBudget {
    /// The time of the whole run in seconds, earlier parts included; at most a week.
    Seconds(u64),
    /// A fixed amount of work, so that the run does not depend on the speed of the machine.
    Work {
        /// The number of generations of the whole run; at most 1000.
        generations: usize,
        /// The number of games that each generation plays against itself; at most 100,000.
        games: u64,
        /// The maximum number of pairs of games in each match; at most 5000.
        pairs: u32,
    },
}

/// A request to learn a game.
#[derive(Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct LearnRequest {
    /// The name of the game.
    pub game: String,
    /// The text of the game's file if the game is the user's own, in which case the name does not matter.
    #[serde(default)]
    pub text: Option<String>,
    /// The number of nodes to search for each turn, at most 100,000; `None` for the number of the resumed run or, in a
    /// new run, for 500. A run cannot be resumed with a different number.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// The budget of the whole run, earlier parts included.
    pub budget: LearnBudget,
    /// The index of the engine that learns, less than [`Desk::ENGINES`](crate::Desk::ENGINES).
    #[serde(default)]
    pub engine: usize,
}

/// A request for what has been learned about a game, or a request to delete what has been learned.
#[derive(Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct LearnedRequest {
    /// The name of the game.
    pub game: String,
    /// The text of the game's file if the game is the user's own, in which case the name does not matter.
    #[serde(default)]
    pub text: Option<String>,
}

/// A difference in Elo.
#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
pub struct EloView {
    /// The difference.
    pub difference: f64,
    /// The half-width of the 95 % confidence interval.
    pub error: f64,
}

/// The progress of learning.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct LearningView {
    /// The number of the generation, from 1.
    pub generation: usize,
    /// What the generation is doing: `games`, `learning` or `match`.
    pub stage: &'static str,
    /// The number of games of this stage so far.
    pub games: u64,
    /// The Elo that all earlier generations gained over the evaluation that the run began with.
    pub elo: EloView,
    /// The time left in milliseconds; `None` if the time is not limited.
    pub left: Option<u64>,
}

/// A finished generation.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct GenerationView {
    /// What the generation learned: `weights` or `network`.
    pub kind: &'static str,
    /// The number of games that the generation played against itself.
    pub games: u64,
    /// The number of games in the match against the best evaluation before this generation.
    pub match_games: u32,
    /// The result of the match; `None` if there were too few games to learn from.
    pub elo: Option<EloView>,
    /// Whether the generation's evaluation became the best one.
    pub taken: bool,
}

/// The best evaluation that was learned.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct LearnedFile {
    /// The name of the file.
    pub name: &'static str,
    /// The content of the file, in Base64.
    pub content: String,
    /// The text of the user's own game with the key `evaluation`, which names this file; `None` for a built-in game.
    pub definition: Option<String>,
}

/// What has been learned about a game.
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

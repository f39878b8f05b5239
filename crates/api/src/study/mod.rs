//! Studies: games of Kurier against itself, and what they show about the rules. The work itself is a feature of the
//! package, which a desk in the browser may lack.

#[cfg(feature = "study")]
mod work;

use serde::{Deserialize, Serialize};

#[cfg(feature = "study")]
pub(crate) use work::{SelfPlayEvent, play, study};

/// The settings with which Kurier plays games against itself. Together with the rules they determine every game.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(default)]
pub struct SelfPlaySettings {
    /// The number of nodes to search for each turn; clamped to the range from 1 to
    /// [`MOST_NODES`](SelfPlaySettings::MOST_NODES).
    pub nodes: u64,
    /// The seed of the random choices in the opening.
    pub seed: u64,
}

impl SelfPlaySettings {
    /// The maximum number of nodes that are searched for each turn. A game can be cancelled between two turns.
    pub const MOST_NODES: u64 = 100_000;
}

impl Default for SelfPlaySettings {
    fn default() -> Self {
        Self { nodes: 500, seed: 1 }
    }
}

/// A request for games of Kurier against itself.
#[derive(Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct SelfPlayRequest {
    /// The name of the game.
    pub game: String,
    /// The text of the game's file if the game is the user's own, in which case the name does not matter.
    #[serde(default)]
    pub text: Option<String>,
    /// The numbers of the games. A game depends on its number, the settings and the rules alone.
    pub numbers: Vec<u64>,
    /// The settings of the games.
    #[serde(default)]
    pub settings: SelfPlaySettings,
    /// The index of the engine that plays, less than [`Desk::ENGINES`](crate::Desk::ENGINES).
    #[serde(default)]
    pub engine: usize,
}

/// A request to study games.
#[derive(Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct StudyRequest {
    /// The name of the game.
    pub game: String,
    /// The text of the game's file if the game is the user's own, in which case the name does not matter.
    #[serde(default)]
    pub text: Option<String>,
    /// The settings with which the games were played.
    #[serde(default)]
    pub settings: SelfPlaySettings,
    /// The PGN of the games of all [`Reply::Played`](crate::Reply::Played), one after the other.
    pub games: String,
}

/// A game that Kurier has played against itself.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct PlayedView {
    /// The number of the game.
    pub number: u64,
    /// The game as PGN, with the score of each turn from the mover's point of view.
    pub pgn: String,
}

/// What the games of a study show about the rules.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct StudyView {
    /// The conclusions as sentences, the most important first.
    pub verdict: Vec<String>,
    /// A page with words, numbers and plots: one HTML file without references to other files.
    pub page: String,
    /// All numbers of the study, as JSON.
    pub numbers: String,
}

//! The settings with which the games of a study are played.

use kurier_rules::rules::Definition;
use serde::{Deserialize, Serialize};

/// The settings with which the games of a study are played. Together with the rules they determine every game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// The number of nodes that are searched for each turn.
    pub nodes: u64,
    /// The seed of the random choices in the opening.
    pub seed: u64,
}

/// Returns the fingerprint of the rules of a game as text.
pub(crate) fn rules(definition: &Definition) -> String {
    format!("{:016x}", definition.rules_hash())
}

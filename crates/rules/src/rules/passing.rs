//! When a player may pass the turn.

use super::Rules;

/// When a side may pass. A side in check never may.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Passing {
    /// The side must always move.
    #[default]
    Never,
    /// The side passes only if it has no other move, instead of being stalemated.
    Stalemated,
    /// The side may always pass.
    Always,
}

impl Rules {
    /// Returns whether either side may ever pass. In such a game, two passes in a row end the game.
    pub fn has_passing(&self) -> bool {
        self.passing != [Passing::Never; 2]
    }
}

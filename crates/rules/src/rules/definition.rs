//! A game as its file describes it: the rules, and additional information for readers, for XBoard and for the
//! evaluation.

use std::ops::Deref;
use std::path::PathBuf;

use super::{Rules, Starts, TestCase};

/// How the game is presented to XBoard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct XBoard {
    /// XBoard's name for the game, such as `normal` for chess; by default the name of the game.
    pub name: String,
    /// Whether XBoard supports the game, so that the engine sends no definition.
    pub native: bool,
    /// Whether the game may be offered to XBoard; `Some(false)` forbids it. A game that XBoard cannot display is never
    /// offered; for such a game `Some(true)` causes a warning, and `None` does not.
    pub playable: Option<bool>,
    /// The parent variant in XBoard's `setup` command: XBoard ends games by the rules of this variant.
    pub parent: String,
    /// XBoard's start position as a FEN, if it differs from the start position of the rules.
    pub start: Option<String>,
}

impl XBoard {
    /// On boards with exactly this many ranks, XBoard counts the ranks from 0 instead of 1.
    pub const RANKS_FROM_ZERO: u8 = 10;
}

/// A game: the checked content of its file.
///
/// A definition dereferences to its [`Rules`], the only part that most code needs.
///
/// ```
/// use kurier_rules::rules::Catalogue;
/// let chess = Catalogue::built_in().get("chess").unwrap();
/// assert_eq!(chess.shape.area(), 64);
/// assert_eq!(chess.pieces.len(), 6);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The name in commands and protocols: lower case, without spaces.
    pub name: String,
    /// Other names that programs use for the game.
    pub aliases: Vec<String>,
    /// The display name.
    pub title: String,
    /// The group of related games under which lists show the game; may be empty.
    pub family: String,
    /// One sentence about the game; may be empty.
    pub summary: String,
    /// The URL of a description of the rules; may be empty.
    pub link: String,
    /// The origin of the game, in a few sentences; may be empty.
    pub history: String,
    /// The rules.
    pub rules: Rules,
    /// The start positions from which one can be chosen; `None` if there is only one, or if one has been chosen.
    pub starts: Option<Starts>,
    /// The game as it was before a start position was chosen; `None` if none was chosen.
    pub start_of: Option<Box<Definition>>,
    /// How the game is presented to XBoard.
    pub xboard: XBoard,
    /// The tests in the game's file. They are not part of the rules.
    pub tests: Vec<TestCase>,
    /// The weights or network file for the evaluation, if the game's file names one.
    pub evaluation: Option<PathBuf>,
}

impl Definition {
    /// Returns a hash of the rules, which does not depend on names, descriptions or pictures. The hash of a set of
    /// rules is the same on every machine and in every version of the program that supports the rules.
    pub fn rules_hash(&self) -> u64 {
        self.rules.hash()
    }

    /// Returns the game without its prelude, which begins with the position that the prelude leads to. What is known
    /// about that game also holds for this one. `None` if there is no prelude, or if a side may leave it out.
    pub fn after_prelude(&self) -> Option<Self> {
        Some(Self {
            rules: self.rules.after_prelude()?,
            tests: Vec::new(),
            ..self.clone()
        })
    }

    /// Returns a game that has the moves of this one, but begins with another position: the game as it was before a
    /// start position was chosen, or otherwise the game [after its prelude](Self::after_prelude). Weights and networks
    /// of the returned game suit this game too. `None` if there is no such game.
    pub fn game_from_elsewhere(&self) -> Option<Self> {
        match &self.start_of {
            Some(game) => Some(Self::clone(game)),
            None => self.after_prelude(),
        }
    }
}

impl Deref for Definition {
    type Target = Rules;

    #[inline(always)]
    fn deref(&self) -> &Rules {
        &self.rules
    }
}

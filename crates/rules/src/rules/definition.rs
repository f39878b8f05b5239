//! A game as its file describes it: its rules, and what readers, XBoard and the evaluation need in addition.

use std::ops::Deref;
use std::path::PathBuf;

use super::Rules;

/// What XBoard is told about the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct XBoard {
    /// XBoard's name for the game (`normal` for chess); without one, the name of the game.
    pub name: String,
    /// Whether XBoard knows the game, so that the engine sends no definition.
    pub native: bool,
    /// Whether the game may be offered to XBoard; `None` leaves that to what XBoard can show.
    pub playable: Option<bool>,
    /// The variant of XBoard whose end rules it applies: the parent in its setup command.
    pub parent: String,
    /// XBoard's start position, if it differs.
    pub start: Option<String>,
}

impl XBoard {
    /// On a board of this many ranks XBoard counts them from 0.
    pub const RANKS_FROM_ZERO: u8 = 10;
}

/// A game: the checked content of its file.
///
/// A definition dereferences to its [`Rules`], which is what most code reads of it.
///
/// ```
/// use kurier_rules::rules::Catalogue;
/// let chess = Catalogue::built_in().get("chess").unwrap();
/// assert_eq!(chess.shape.area(), 64);
/// assert_eq!(chess.pieces.len(), 6);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The name in commands and protocols: lower case, without blanks.
    pub name: String,
    /// The display name.
    pub title: String,
    /// One sentence on the game.
    pub summary: String,
    /// The address of a description of the rules.
    pub link: String,
    /// Where and when the game comes from, in a few sentences.
    pub history: String,
    /// The rules.
    pub rules: Rules,
    /// What XBoard is told about the game.
    pub xboard: XBoard,
    /// The weights or network file for the evaluation, if the game's file names one.
    pub evaluation: Option<PathBuf>,
}

impl Definition {
    /// Returns a number that changes when the rules change, but not with names, descriptions or pictures. It is equal
    /// on every machine and in every version of the program that knows these rules.
    pub fn rules_hash(&self) -> u64 {
        self.rules.hash()
    }
}

impl Deref for Definition {
    type Target = Rules;

    #[inline(always)]
    fn deref(&self) -> &Rules {
        &self.rules
    }
}

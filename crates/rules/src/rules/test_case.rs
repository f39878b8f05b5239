//! The tests in a game's file: positions, and what the game's designer expects of them.

use super::Color;

/// A value in a game's file, with its line and column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placed<T> {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The value.
    pub value: T,
}

/// The state of a game that a test expects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExpectedResult {
    /// This side has won.
    Won(Color),
    /// The game is drawn.
    Drawn,
    /// The game continues.
    Open,
}

impl ExpectedResult {
    /// Every result with the word that stands for it in files, as in PGN.
    pub(super) const WORDS: &[(&str, Self)] = &[
        ("1-0", Self::Won(Color::White)),
        ("0-1", Self::Won(Color::Black)),
        ("1/2-1/2", Self::Drawn),
        ("*", Self::Open),
    ];

    /// Returns the result as PGN writes it.
    pub fn text(self) -> &'static str {
        let (word, _) = Self::WORDS
            .iter()
            .find(|(_, result)| *result == self)
            .unwrap_or_else(|| unreachable!("every result has a word"));
        word
    }
}

/// A test of a game's rules: a position, the moves that are played first, and what must hold then. Moves are in
/// algebraic or coordinate notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestCase {
    /// The name of the test, with the location where the test begins.
    pub name: Placed<String>,
    /// The [choice](super::Definition::with_start) of a start position; `None` if none is chosen.
    pub start: Option<Placed<String>>,
    /// The FEN of the position; `None` for the start position.
    pub fen: Option<Placed<String>>,
    /// The moves that are played before anything is tested.
    pub moves: Vec<Placed<String>>,
    /// Moves that must be legal.
    pub legal: Vec<Placed<String>>,
    /// Moves that must not be legal.
    pub illegal: Vec<Placed<String>>,
    /// Squares of pieces. Each comes with the expected list of all squares where the legal turns of its piece end.
    pub targets: Vec<(Placed<String>, Vec<Placed<String>>)>,
    /// Whether the side to move must be in check; `None` if that is not tested.
    pub check: Option<Placed<bool>>,
    /// The state that the game must be in; `None` if that is not tested.
    pub result: Option<Placed<ExpectedResult>>,
    /// The expected perft counts at depth 1, 2, ...
    pub perft: Vec<Placed<u64>>,
}

//! Games on a board of 4x5 squares, one for every rule about the end of the game, and a slow search for wins that tries
//! everything. The slow search remembers no positions, so it is also correct where results depend on how a position was
//! reached.

use std::sync::Arc;

use kurier_rules::position::{Position, Turn};
use kurier_rules::rules::Definition;

use crate::solver::TooLarge;

/// The rules about the end of the game, as sections of definition files.
const RULES: [&str; 38] = [
    "[ends]\nstalemate = \"draw\"",
    "[ends]\nstalemate = \"loss\"",
    "[ends]\nstalemate = \"win\"",
    "[ends]\nstalemate = \"fewer-pieces-win\"",
    "[ends]\nstalemate = \"more-pieces-win\"",
    "[ends]\nbare-king = \"loses\"",
    "[ends]\nbare-king = \"loses-unless-answered\"",
    "[ends]\nbare-king = \"loses-unless-answered\"\nstalemate = \"loss\"",
    "[ends]\ncheckmate = \"win\"",
    "[ends]\ncheckmate = \"draw\"\nstalemate = \"loss\"",
    "[ends]\nmove-limit = 2\nstalemate = \"loss\"",
    "[ends]\nextinct = [{ pieces = \"P\" }]",
    "[ends]\nextinct = [{ pieces = \"R\", result = \"win\" }]",
    "[ends]\nextinct = [{ pieces = \"*\", at-most = 1, opponent-at-least = 2 }]",
    "[ends]\nextinct = [{ pieces = \"*\", at-most = 1, result = \"win\" }]",
    "[ends]\nflags = [{ pieces = \"K\", squares = [\"b3-c3\"] }]",
    "[ends]\nflags = [{ pieces = \"KP\", squares = [\"a3-d3\"], time = \"held\" }]",
    "[ends]\nflags = [{ pieces = \"KR\", squares = [\"b3-c3\"], time = \"answered\" }]",
    "[ends]\nflags = [{ pieces = \"*\", squares = [\"b2-b3\"], count = 2, or-full = true, time = \"held\" }]",
    "[kings]\nchecks = \"forbidden\"\n[ends]\nflags = [{ pieces = \"K\", squares = [\"a5-d5\"], squares-black = [\"a5-d5\"], time = \"answered\" }]",
    "[ends]\nchecks = 1",
    "[ends]\nchecks = 2",
    "[ends]\nrows = [{ pieces = \"RP\", count = 2 }]",
    "[ends]\nrows = [{ pieces = \"*\", count = 3, result = \"loss\" }]",
    "[ends]\npromotion-set = { F = 1, R = 1 }",
    "[ends]\nrepetitions = 2",
    "[ends]\nrepetitions = 2\nrepetition = \"loss\"",
    "[ends]\nrepetitions = 2\nrepetition = \"win\"",
    "[ends]\nrepetitions = 2\nrepetition = \"win\"\nrepetition-of = \"white\"",
    "[ends]\nflags = [{ pieces = \"R\", squares = [\"b3-c3\"], time = \"safe\" }]",
    "[ends]\nflags = [{ pieces = \"R\", squares = [\"b3-c3\"], time = \"safe-or-held\" }]",
    "[ends]\nrepetition = \"loss\"\nstalemate = \"loss\"",
    "[ends]\nrepetitions = 2\nperpetual-check-loses = true",
    "[ends]\nrepetitions = \"never\"",
    "[captures]\nmandatory = true\n[ends]\nextinct = [{ pieces = \"*\", at-most = 1, result = \"win\" }]",
    "[captures]\nblast = \"K\"",
    "[captures]\nblast = \"W\"\nmandatory = true\n[ends]\nbare-king = \"loses\"",
    "[captures]\nmandatory = true\nchained = true\n[ends]\nbare-king = \"loses\"\nstalemate = \"loss\"",
];

/// Returns a game for every rule.
///
/// # Panics
/// Panics if a definition is refused.
pub fn small_games() -> Vec<Arc<Definition>> {
    let game = |(number, rules): (usize, &&str)| {
        let text = format!(
            r#"
name = "small-{number}"
start = "kfr1/p2p/4/P2P/KFR1 w - - 0 1"
[board]
files = 4
ranks = 5
[pieces]
K = {{ name = "King", move = "K", royal = true }}
R = {{ name = "Rook", move = "R" }}
F = {{ name = "Ferz", move = "F" }}
P = {{ name = "Pawn", move = "fmWfcF", pawn = true, promotes-to = "RF" }}
{rules}
[xboard]
playable = false
"#
        );
        Definition::parse(&text, "small.toml").unwrap_or_else(|error| panic!("{rules}: {error}"))
    };
    RULES.iter().enumerate().map(game).map(Arc::new).collect()
}

/// A search that tries every turn and every reply.
pub struct SlowSearch<const W: usize> {
    position: Position<W>,
    /// The number of positions that may still be visited.
    left: u64,
}

impl<const W: usize> SlowSearch<W> {
    /// Creates a search that visits at most `positions` positions.
    pub fn new(position: &Position<W>, positions: u64) -> Self {
        Self {
            position: position.clone(),
            left: positions,
        }
    }

    /// Returns all turns with which the side to move wins within `moves` of its own moves. A win also counts if the
    /// loser's reply to the last of these moves ends the game.
    ///
    /// # Errors
    /// Returns [`TooLarge`] if the search would visit more positions than allowed.
    pub fn winning(&mut self, moves: u32) -> Result<Vec<Turn>, TooLarge> {
        let turns = self.position.turns();
        let results: Result<Vec<bool>, _> = turns.iter().map(|turn| self.wins_with(turn, moves)).collect();
        let wins = turns.into_iter().zip(results?).filter(|(_, wins)| *wins);
        Ok(wins.map(|(turn, _)| turn).collect())
    }

    fn wins_with(&mut self, turn: &Turn, moves: u32) -> Result<bool, TooLarge> {
        let winner = Some(self.position.side());
        self.after(turn, |search| {
            if let Some(outcome) = search.position.outcome() {
                return Ok(outcome.winner == winner);
            }
            for answer in search.position.turns() {
                let wins = search.after(&answer, |search| match search.position.outcome() {
                    Some(outcome) => Ok(outcome.winner == winner),
                    None => search.wins(moves - 1),
                })?;
                if !wins {
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }

    fn wins(&mut self, moves: u32) -> Result<bool, TooLarge> {
        if moves > 0 {
            for turn in self.position.turns() {
                if self.wins_with(&turn, moves)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Calls `ask` in the position after a turn, and takes the turn back.
    fn after<T>(&mut self, turn: &Turn, ask: impl FnOnce(&mut Self) -> Result<T, TooLarge>) -> Result<T, TooLarge> {
        self.left = self.left.checked_sub(1).ok_or(TooLarge)?;
        self.position.play(turn);
        let answer = ask(self);
        self.position.undo(turn);
        answer
    }
}

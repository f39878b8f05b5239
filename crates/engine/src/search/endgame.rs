//! Endgame tables in the search: at the root they select the turns to search, and below it they replace the search.
//!
//! If the tables contain the values of all turns at the root, only the best turns are searched: the quickest wins under
//! the move limit, or all draws, or the longest defences. The search chooses among the best turns without probing
//! tables, so that it can find the mate. Otherwise it probes the tables at every node with few pieces, and uses their
//! result as the score of the node.

use super::Score;
use super::root_move::RootMove;
use super::score::TABLE_WIN;
use super::worker::Worker;
use kurier_rules::endgame::{EndgameTables, Outcome, Value};
use kurier_rules::position::Position;
use kurier_rules::rules::Color;

/// The value of a position in endgame tables, and its result under the move limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The result for the side to move, given the move limit and the current move counter.
    pub outcome: Outcome,
    /// The value in the table, which ignores the move counter.
    pub value: Value,
}

impl Verdict {
    /// Returns the verdict on a position with `side` to move in words that name the winner: `White wins in 23`, `draw`.
    pub fn in_words(&self, side: Color) -> String {
        let winner = match self.outcome {
            Outcome::Win => side,
            Outcome::Loss => !side,
            Outcome::Draw => return self.to_string(),
        };
        format!("{} wins in {}", winner.name(), self.value.plies)
    }
}

impl std::fmt::Display for Verdict {
    /// Writes `wins in 23`, `loses in 12`, `draw`, or a text which says that the move limit turns a win or a loss into
    /// a draw. Plies are counted up to the event that the table counts to: the next capture or pawn move, or the end of
    /// the game.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let plies = self.value.plies;
        match (self.outcome, self.value.outcome) {
            (Outcome::Win, _) => write!(f, "wins in {plies}"),
            (Outcome::Loss, _) => write!(f, "loses in {plies}"),
            (Outcome::Draw, Outcome::Draw) => f.write_str("draw"),
            (Outcome::Draw, _) => write!(f, "draw by the move limit, {plies} plies would decide it"),
        }
    }
}

/// Returns the value of a position in `tables`, and its result under the move limit; `None` if no table contains the
/// position.
pub fn verdict<const W: usize>(tables: &dyn EndgameTables<W>, position: &Position<W>) -> Option<Verdict> {
    if position.occupied().count() > tables.largest() {
        return None;
    }
    let value = tables.probe(position)?;
    Some(Verdict {
        outcome: value.under_limit(position.halfmoves(), limit(position)),
        value,
    })
}

/// Returns the number of plies without a capture or a pawn move after which the game is drawn.
fn limit<const W: usize>(position: &Position<W>) -> u32 {
    2 * u32::from(position.variant().definition.ends.move_limit)
}

/// Keeps only the root moves that are best according to the tables, and returns the score of the position. If a table
/// is missing or there are no root moves, keeps all root moves and returns `None`.
pub(super) fn choose<const W: usize>(
    tables: &dyn EndgameTables<W>,
    position: &Position<W>,
    root_moves: &mut Vec<RootMove>,
) -> Option<Score> {
    if position.occupied().count() > tables.largest() || root_moves.is_empty() {
        return None;
    }
    let mut played = position.clone();
    let mut values = Vec::with_capacity(root_moves.len());
    for root_move in &*root_moves {
        let value = tables.after(&mut played, &root_move.turn)?;
        // Wins and losses that come too late are draws.
        values.push(match value.under_limit(position.halfmoves(), limit(position)) {
            Outcome::Draw => Value::DRAW,
            _ => value,
        });
    }
    let best = values.iter().copied().reduce(Value::better)?;
    let mut values = values.into_iter();
    root_moves.retain(|_| values.next() == Some(best));
    Some(score(best.outcome, i32::from(best.plies)))
}

/// Returns the score of a result that comes in `plies` plies; more than 1000 plies count as 1000.
fn score(outcome: Outcome, plies: i32) -> Score {
    match outcome {
        Outcome::Win => TABLE_WIN - plies.min(1000),
        Outcome::Draw => 0,
        Outcome::Loss => plies.min(1000) - TABLE_WIN,
    }
}

impl<const W: usize> Worker<'_, W> {
    /// Returns the score of a node according to the tables, or `None` if no table contains its position. A win or a
    /// loss counts as if it came at this node, `ply` plies from the root.
    pub(super) fn table_score(&self, ply: usize) -> Option<Score> {
        let Verdict { outcome, .. } = verdict(self.endgames?, &self.position)?;
        Some(match outcome {
            Outcome::Draw => self.draw_score(),
            _ => score(outcome, ply as i32),
        })
    }
}

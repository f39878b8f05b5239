//! Rates puzzles by the work of a search that solves them.

use kurier_engine::search::Limits;
use kurier_engine::session::{Board, Engine, EngineError, Turn};

/// The rating of a puzzle that is solved at first sight.
const LOWEST: f64 = 400.0;
/// The increase in the rating for each doubling of the nodes.
const DOUBLING: f64 = 130.0;
/// The number of nodes up to which a puzzle counts as solved at first sight.
const FIRST_SIGHT: f64 = 32.0;

/// Rates puzzles.
pub(crate) struct Rater {
    engine: Engine,
    nodes: u64,
}

impl Rater {
    /// Creates a rater whose searches take up to `nodes` nodes.
    pub fn new(engine: Engine, nodes: u64) -> Self {
        Self { engine, nodes }
    }

    /// Returns the number of nodes after which a search settles on a turn, and the rating. If the search never settles
    /// on the turn, all its nodes count.
    pub fn rate(&mut self, board: &Board, turn: &Turn) -> Result<(u64, u32), EngineError> {
        self.engine.new_game();
        let limits = Limits {
            nodes: Some(self.nodes),
            ..Limits::default()
        };
        let mut found = None;
        let best = self.engine.search(board, &limits, |report| {
            found = match report.pv.first() == Some(turn) {
                true => found.or(Some(report.nodes)),
                false => None,
            };
        })?;
        let solved = best.turn.as_ref() == Some(turn);
        let nodes = found.filter(|_| solved).unwrap_or(self.nodes);
        Ok((nodes, rating(nodes)))
    }
}

/// Returns the rating of a puzzle that a search solves after `nodes` nodes, rounded to the nearest ten.
fn rating(nodes: u64) -> u32 {
    let doublings = (nodes as f64 / FIRST_SIGHT).max(1.0).log2();
    ((LOWEST + DOUBLING * doublings) / 10.0).round() as u32 * 10
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_nodes_are_harder() {
        assert_eq!(rating(1), 400);
        assert_eq!(rating(32), 400);
        assert_eq!(rating(64), 530);
        assert_eq!(rating(32 << 14), 400 + 14 * 130);
    }
}

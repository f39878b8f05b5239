//! Adds the games of a collection to a book, and writes the lines of a book as games.

use std::collections::HashSet;
use std::sync::Arc;

use kurier_engine::session::{Board, Turn};
use kurier_formats::pgn::{self, GameRecord, GameResult, MoveRecord, Ply};
use kurier_rules::rules::Definition;

use crate::book::{Book, BookMove};
use crate::walk::{Node, Walk};

/// The largest absolute score, in centipawns, at the end of a balanced line.
const BALANCED: i32 = 100;

impl Book {
    /// Counts a game in every position of its first `plies` turns, each position once. The turns are taken from the
    /// history of the board. A game without a result, or of another variant, is not counted. Returns whether the game
    /// was counted.
    pub fn count(&mut self, board: &Board, result: GameResult, plies: usize) -> bool {
        if result == GameResult::Unfinished || board.definition().rules_hash() != self.rules_hash {
            return false;
        }
        let mut back = board.clone();
        let mut keys = HashSet::new();
        loop {
            if back.history().len() <= plies {
                keys.insert(back.key());
            }
            if back.undo().is_none() {
                break;
            }
        }
        for key in keys {
            self.entries.entry(key).or_default().count(result);
        }
        true
    }
}

/// Returns the balanced lines of a book, each cut to at most `plies` turns, as openings for games. A line is balanced
/// unless a search has found one side more than 100 centipawns ahead at its end.
pub fn lines(book: &Book, definition: &Arc<Definition>, plies: usize) -> Vec<Vec<Turn>> {
    let walk = Walk::new(book, definition);
    let ends = |node: &Node| !node.over && (node.ply as usize == plies || node.next.is_empty());
    let short = |node: &Node| node.ply > 0 && node.ply as usize <= plies;
    let balanced = |node: &Node| {
        let score = node.from.as_ref().and_then(|(_, known)| known.score);
        score.is_none_or(|score| score.abs() <= BALANCED)
    };
    let numbers = 0..walk.nodes.len();
    numbers
        .filter(|number| {
            let node = &walk.nodes[*number];
            short(node) && ends(node) && balanced(node)
        })
        .map(|number| walk.line(number).into_iter().map(|known| known.turn.clone()).collect())
        .collect()
}

/// Returns the lines of a book as PGN, one game for each line, with the score and the results of each move.
pub fn pgn_text(book: &Book, definition: &Arc<Definition>) -> String {
    let walk = Walk::new(book, definition);
    let before: HashSet<usize> = walk
        .nodes
        .iter()
        .filter_map(|node| node.from.as_ref().map(|(before, _)| *before))
        .collect();
    let mut text = String::new();
    let ends = (1..walk.nodes.len()).filter(|number| !before.contains(number));
    for (index, end) in ends.enumerate() {
        let mut board = walk.start.clone();
        let mut record = GameRecord {
            tags: vec![("Event".into(), format!("Opening {}", index + 1))],
            variant: definition.name.clone(),
            start_ply: Ply::of(&board),
            ..GameRecord::default()
        };
        for known in walk.line(end) {
            let san = board.san(&known.turn);
            if board.play(&known.turn).is_err() {
                break;
            }
            record
                .moves
                .push(MoveRecord::new(known.turn.clone(), san, comment(known)));
        }
        text += &pgn::text(&record);
    }
    text
}

/// Returns a book's statistics for a move as text, such as `+0.31 +5 =2 -1`.
fn comment(known: &BookMove) -> String {
    let score = known.score.map(|score| format!("{:+.2}", f64::from(score) / 100.0));
    let BookMove {
        wins, draws, losses, ..
    } = known;
    let games = (known.games() > 0).then(|| format!("+{wins} ={draws} -{losses}"));
    let parts: Vec<String> = score.into_iter().chain(games).collect();
    parts.join(" ")
}

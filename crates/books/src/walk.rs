//! The tree of the lines of a book: every position that the book's moves reach from the start position, once.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::sync::Arc;

use kurier_engine::session::Board;
use kurier_rules::rules::Definition;

use crate::book::{Book, BookMove};

/// The cost of a ply, in centipawns: extending a line by one ply costs as much as a move that is worse than the best
/// one by this much.
const PLY: i32 = 15;

/// A position in the tree.
pub(crate) struct Node {
    /// The index of the previous node on the line, and the move that leads from there to this node; `None` for the
    /// start position.
    pub from: Option<(usize, BookMove)>,
    /// The position's key.
    pub key: u64,
    /// The keys of the positions after the book's moves.
    pub next: Vec<u64>,
    /// Whether a search has scored moves of the position.
    pub searched: bool,
    /// Whether the game is over.
    pub over: bool,
    /// The length of the line that leads to the position, in plies.
    pub ply: u32,
}

/// The tree of a book's lines. The nodes are sorted by the cost of their lines. A line costs [`PLY`] for each ply, plus
/// the centipawns by which its moves are worse than the best ones.
pub(crate) struct Walk {
    /// The board at the start position. The boards at the nodes are made from its copies, since creating a board
    /// compiles the rules.
    pub start: Board,
    pub nodes: Vec<Node>,
}

impl Walk {
    /// Builds the tree of a book's lines.
    pub fn new(book: &Book, definition: &Arc<Definition>) -> Self {
        let mut walk = Self {
            start: Board::new(definition),
            nodes: Vec::new(),
        };
        let mut known = HashSet::new();
        let mut waiting: Vec<Option<(usize, BookMove)>> = vec![None];
        let mut queue = BinaryHeap::from([Reverse((0, 0))]);
        while let Some(Reverse((cost, number))) = queue.pop() {
            let from = waiting.get_mut(number).and_then(Option::take);
            let board = walk.board_after(from.as_ref());
            if !known.insert(board.key()) {
                continue;
            }
            let moves = book.moves(&board);
            let best = moves.iter().filter_map(|known| known.score).max();
            let mut node = Node {
                ply: board.history().len() as u32,
                from,
                key: board.key(),
                next: Vec::new(),
                searched: best.is_some(),
                over: board.outcome().is_some(),
            };
            for known in moves {
                let mut after = board.clone();
                if after.play(&known.turn).is_err() {
                    continue;
                }
                node.next.push(after.key());
                let loss = match (best, known.score) {
                    (Some(best), Some(score)) => best - score,
                    // A move that no search has scored costs as much as four further plies.
                    (Some(_), None) => 4 * PLY,
                    (None, _) => 0,
                };
                queue.push(Reverse((cost + PLY + loss, waiting.len())));
                waiting.push(Some((walk.nodes.len(), known)));
            }
            walk.nodes.push(node);
        }
        walk
    }

    /// Returns the moves that lead to a node.
    pub fn line(&self, number: usize) -> Vec<&BookMove> {
        let mut line = Vec::new();
        let mut at = self.nodes.get(number);
        while let Some((before, known)) = at.and_then(|node| node.from.as_ref()) {
            line.push(known);
            at = self.nodes.get(*before);
        }
        line.reverse();
        line
    }

    /// Returns the board at a node.
    pub fn board(&self, number: usize) -> Board {
        self.played(&self.line(number))
    }

    /// Returns the board after a move from a node, or at the start position if there is no move.
    fn board_after(&self, from: Option<&(usize, BookMove)>) -> Board {
        let mut line = Vec::new();
        if let Some((before, known)) = from {
            line = self.line(*before);
            line.push(known);
        }
        self.played(&line)
    }

    /// Returns the board after moves from the start position. The moves are legal, since they come from the book.
    fn played(&self, line: &[&BookMove]) -> Board {
        let mut board = self.start.clone();
        for known in line {
            if board.play(&known.turn).is_err() {
                break;
            }
        }
        board
    }
}

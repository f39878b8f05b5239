//! Grows a book: the positions that it needs most are searched, and games are played from them.

use std::sync::Arc;

use kurier_engine::eval::EvalParams;
use kurier_engine::search::{Limits, Score, Settings};
use kurier_engine::session::{Board, Engine, EngineError, Turn, Value};
use kurier_formats::pgn::GameResult;
use kurier_rules::random::SplitMix64;
use kurier_rules::rules::Definition;

use crate::book::Book;
use crate::walk::Walk;

/// The maximum length of a game, in plies. A game of this length is stopped without a result.
const LONGEST_GAME: usize = 400;
/// The absolute score, in centipawns, at or above which a position counts as decided and is not searched further.
const DECIDED: i16 = 400;
/// The largest score that a book stores, in centipawns. Forced wins get this score.
const LARGEST_SCORE: i32 = 30_000;

/// The amount of work for each position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// The number of nodes to search for each position.
    pub search: u64,
    /// The number of moves that the search compares in each position.
    pub lines: usize,
    /// The number of games to play from each position.
    pub games: u32,
    /// The number of nodes to search for each move of a game.
    pub play: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Self {
            search: 100_000,
            lines: 4,
            games: 1,
            play: 300,
        }
    }
}

/// What was learned about a position: the moves that a search compared, and the results of games.
#[derive(Clone, PartialEq, Debug)]
pub struct Expansion {
    /// The keys of the positions of the line, from the start position to the position itself.
    line: Vec<u64>,
    /// The keys of the positions after the compared moves, each with its score for the side to move there.
    moves: Vec<(u64, i16)>,
    /// The games that were played from the position: the key of the position after the first move, and the result.
    games: Vec<(u64, GameResult)>,
}

impl Book {
    /// Returns up to `count` positions to search next. They are the ends of lines of at most `longest` plies. Lines
    /// that are short and whose moves lose little compared to the best ones come first.
    pub fn frontier(&self, definition: &Arc<Definition>, count: usize, longest: u32) -> Vec<Board> {
        let walk = Walk::new(self, definition);
        let open = |number: &usize| {
            let node = &walk.nodes[*number];
            let score = self.entries.get(&node.key).and_then(|entry| entry.score);
            !node.searched && !node.over && node.ply < longest && score.is_none_or(|score| score.abs() < DECIDED)
        };
        let numbers = (0..walk.nodes.len()).filter(open).take(count);
        numbers.map(|number| walk.board(number)).collect()
    }

    /// Sets the score of each searched position to that of its best move. Updates the last positions of the tree first,
    /// because the scores of earlier positions depend on them.
    pub fn settle(&mut self, definition: &Arc<Definition>) {
        let walk = Walk::new(self, definition);
        for node in walk.nodes.iter().rev().filter(|node| node.searched) {
            let score = |key: &u64| self.entries.get(key).and_then(|entry| entry.score);
            let best = node.next.iter().filter_map(score).map(|score| -score).max();
            if let Some(entry) = self.entries.get_mut(&node.key) {
                entry.score = best.or(entry.score);
            }
        }
    }

    /// Adds what was learned about a position.
    pub fn add(&mut self, expansion: &Expansion) {
        for (key, score) in &expansion.moves {
            let entry = self.entries.entry(*key).or_default();
            // Keep an existing score: it may come from a search of the position itself, which is more reliable.
            entry.score = entry.score.or(Some(*score));
        }
        for key in &expansion.line {
            self.entries.entry(*key).or_default();
        }
        for (first, result) in &expansion.games {
            for key in expansion.line.iter().chain([first]) {
                self.entries.entry(*key).or_default().count(*result);
            }
        }
    }
}

/// Searches positions and plays games from them.
pub struct Grower {
    searcher: Engine,
    player: Engine,
    effort: Effort,
}

impl Grower {
    /// Creates a grower.
    ///
    /// # Panics
    /// May panic if the parameters belong to another game.
    pub fn new(definition: &Arc<Definition>, params: &Arc<EvalParams>, effort: Effort) -> Self {
        let board = Board::new(definition);
        let engine = |multipv| {
            let settings = Settings {
                hash: 16,
                multipv,
                ..Settings::default()
            };
            Engine::with_evaluation(&board, params.clone(), settings)
        };
        Self {
            searcher: engine(effort.lines),
            player: engine(1),
            effort,
        }
    }

    /// Searches a position of the [frontier](Book::frontier) and plays games from it. The result depends only on the
    /// position and the effort.
    ///
    /// # Errors
    /// Fails if the engine cannot search.
    pub fn expand(&mut self, board: &Board) -> Result<Expansion, EngineError> {
        let compared = self.compare(board)?;
        let mut after = board.clone();
        let mut moves = Vec::new();
        for (turn, score) in &compared {
            if after.play(turn).is_ok() {
                moves.push((after.key(), reversed(*score)));
                after.undo();
            }
        }
        let mut random = SplitMix64::new(board.key());
        let mut games = Vec::new();
        for _ in 0..self.effort.games {
            let first = compared.get(random.below(compared.len().max(1) as u64) as usize);
            if let Some((turn, _)) = first
                && after.play(turn).is_ok()
            {
                games.push((after.key(), self.play(after.clone())?));
                after.undo();
            }
        }
        let mut line = vec![board.key()];
        let mut back = board.clone();
        while back.undo().is_some() {
            line.push(back.key());
        }
        line.reverse();
        Ok(Expansion { line, moves, games })
    }

    /// Searches a position and returns its best moves with their scores.
    fn compare(&mut self, board: &Board) -> Result<Vec<(Turn, Score)>, EngineError> {
        let limits = limit(self.effort.search);
        self.searcher.new_game();
        let (best, lines) = self.searcher.search_lines(board, &limits)?;
        // A search that ends before it completes its first iteration reports no lines, only a best move.
        Ok(match lines.is_empty() {
            true => best.turn.map(|turn| (turn, best.score)).into_iter().collect(),
            false => lines,
        })
    }

    /// Plays a game to its end and returns the result.
    fn play(&mut self, mut board: Board) -> Result<GameResult, EngineError> {
        let limits = limit(self.effort.play);
        self.player.new_game();
        while board.outcome().is_none() && board.history().len() < LONGEST_GAME {
            let best = self.player.search(&board, &limits, |_| ())?;
            let Some(turn) = best.turn else { break };
            if board.play(&turn).is_err() {
                break;
            }
        }
        Ok(board.outcome().map_or(GameResult::Unfinished, GameResult::from))
    }
}

/// Returns the limits of a search that ends after `nodes` nodes.
fn limit(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

/// Returns a score from the other side's point of view, in centipawns.
fn reversed(score: Score) -> i16 {
    let score = match Value::from_score(score) {
        Value::Centipawns(score) => score.clamp(-LARGEST_SCORE, LARGEST_SCORE),
        Value::Mate(moves) if moves > 0 => LARGEST_SCORE,
        Value::Mate(_) => -LARGEST_SCORE,
    };
    -(score as i16)
}

//! Plays games of Kurier against itself and finds puzzles in them.

use std::sync::Arc;

use kurier_engine::eval::EvalParams;
use kurier_engine::search::{Best, Limits, Settings};
use kurier_engine::session::{Board, Engine, EngineError};
use kurier_rules::random::SplitMix64;
use kurier_rules::rules::Definition;

use crate::proof::{Prover, WINNING};
use crate::rating::Rater;
use crate::set::{Kind, Puzzle};
use crate::themes;

/// The range of the number of random turns at the beginning of a game.
const RANDOM_PLIES: std::ops::Range<u64> = 4..12;
/// One turn in this many, on average, is hasty, because puzzles arise from mistakes.
const HASTE: u64 = 5;
/// The number of nodes to search for a hasty turn.
const HASTY_NODES: u64 = 20;
/// The number of plies after which a game is abandoned.
const LONGEST_GAME: usize = 240;
/// The smallest rise in a side's score since its last turn, in centipawns, that makes a position a candidate for a
/// puzzle.
const JUMP: i32 = 150;

/// The numbers of nodes to search while puzzles are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// The number of nodes for each turn of a game.
    pub play: u64,
    /// The number of nodes for each search of a proof that one turn, and no other, wins.
    pub prove: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Self {
            play: 400,
            prove: 50_000,
        }
    }
}

/// Makes puzzles of one game.
pub struct Maker {
    board: Board,
    player: Engine,
    prover: Prover,
    rater: Rater,
    effort: Effort,
}

impl Maker {
    /// Creates a maker.
    ///
    /// # Panics
    /// May panic if the parameters belong to another game.
    pub fn new(definition: &Arc<Definition>, params: &Arc<EvalParams>, effort: Effort) -> Self {
        let board = Board::new(definition);
        let engine = |multipv| {
            let settings = Settings {
                hash: 8,
                multipv,
                ..Settings::default()
            };
            Engine::with_evaluation(&board, params.clone(), settings)
        };
        Self {
            player: engine(1),
            prover: Prover::new(engine(1), engine(2), effort.prove),
            rater: Rater::new(engine(1), 4 * effort.prove),
            board,
            effort,
        }
    }

    /// Plays a game and returns the puzzles in it. Puzzles whose kind `is_full` are left out, because rating them would
    /// take most of the time. The game and the puzzles of each kind depend only on `number`.
    ///
    /// # Errors
    /// Fails if the engine cannot search.
    pub fn game(&mut self, number: u64, is_full: &dyn Fn(&Kind) -> bool) -> Result<Vec<Puzzle>, EngineError> {
        let mut random = SplitMix64::new(number);
        self.player.new_game();
        if self.board.set_up(None).is_err() || !self.open(&mut random) {
            return Ok(Vec::new());
        }
        let mut found = Vec::new();
        // The score of each side at its last turn.
        let mut last: [Option<i32>; 2] = [None; 2];
        while self.board.outcome().is_none() && self.board.history().len() < LONGEST_GAME {
            let best = self.search(self.effort.play)?;
            let Some(turn) = best.turn.clone() else { break };
            let side = self.board.side().index();
            let before = last[side].replace(best.score);
            let surprising = before.is_some_and(|before| best.score - before >= JUMP && best.score >= WINNING);
            if surprising && let Some(puzzle) = self.puzzle(is_full)? {
                found.push(puzzle);
            }
            let turn = match random.below(HASTE) {
                0 => self.search(HASTY_NODES)?.turn.unwrap_or(turn),
                _ => turn,
            };
            if self.board.play(&turn).is_err() {
                break;
            }
        }
        Ok(found)
    }

    /// Plays the random turns at the beginning of a game. Returns whether the game continues.
    fn open(&mut self, random: &mut SplitMix64) -> bool {
        let plies = RANDOM_PLIES.start + random.below(RANDOM_PLIES.end - RANDOM_PLIES.start);
        for _ in 0..plies {
            let mut turns = self.board.turns();
            if turns.is_empty() || self.board.outcome().is_some() {
                return false;
            }
            // The turns are sorted, so that the choice does not depend on the order in which they are generated.
            turns.sort_by_cached_key(|turn| self.board.spell(turn));
            let turn = &turns[random.below(turns.len() as u64) as usize];
            if self.board.play(turn).is_err() {
                return false;
            }
        }
        true
    }

    fn search(&mut self, nodes: u64) -> Result<Best, EngineError> {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        self.player.search(&self.board, &limits, |_| ())
    }

    /// Returns the puzzle that begins with the position on the board; `None` if the position is not a puzzle, or if the
    /// kind of the puzzle is full.
    fn puzzle(&mut self, is_full: &dyn Fn(&Kind) -> bool) -> Result<Option<Puzzle>, EngineError> {
        // A puzzle has no history, so set up the position alone.
        let mut board = self.board.clone();
        if board.set_up(Some(&self.board.fen())).is_err() {
            return Ok(None);
        }
        let Some(proof) = self.prover.prove(&board)? else {
            return Ok(None);
        };
        let Some(first) = proof.line.first() else {
            return Ok(None);
        };
        let kind = Kind {
            goal: proof.goal.to_string(),
            turns: proof.line.len(),
        };
        if is_full(&kind) {
            return Ok(None);
        }
        let (nodes, rating) = self.rater.rate(&board, first)?;
        Ok(Some(Puzzle {
            id: String::new(),
            fen: board.fen(),
            goal: kind.goal,
            solution: board.spell_line(&proof.line),
            san: board.san_line(&proof.line),
            themes: themes::of(&board, &proof),
            rating,
            nodes,
        }))
    }
}

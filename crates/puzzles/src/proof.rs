//! Proves that a position is a puzzle, in which exactly one turn reaches the goal.

use std::fmt;

use kurier_engine::search::{Best, Limits, Score, mate_in};
use kurier_engine::session::{Board, Engine, EngineError, Turn};

/// The smallest score that counts as winning, in centipawns.
pub(crate) const WINNING: Score = 250;
/// The largest score of the second-best turn of a puzzle, in centipawns.
const NOT_WINNING: Score = 100;
/// The longest mate of a puzzle, in moves.
const LONGEST_MATE: u32 = 5;
/// The largest number of the solver's turns in a solution without mate.
const LONGEST_WIN: usize = 4;

/// What a solution achieves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// A mate, or another end of the game that wins, in this many moves.
    Mate(u32),
    /// A winning advantage.
    Win,
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mate(moves) => write!(f, "mate in {moves}"),
            Self::Win => f.write_str("win"),
        }
    }
}

/// A proven puzzle.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Proof {
    pub goal: Goal,
    /// The turns of the solution: the solver's turns alternate with the replies. The line begins and ends with a turn
    /// of the solver.
    pub line: Vec<Turn>,
    /// The turns that follow the line, as far as the search found them.
    pub rest: Vec<Turn>,
}

/// A searched position: the best turn, and how good the second best is.
struct Searched {
    best: Best,
    line: Vec<Turn>,
    second: Option<Score>,
}

/// Proves puzzles by searches.
pub(crate) struct Prover {
    /// The engine that searches for mates.
    mates: Engine,
    /// The engine that searches for the two best turns.
    lines: Engine,
    nodes: u64,
}

impl Prover {
    /// Creates a prover whose searches take up to `nodes` nodes. `lines` is an engine that reports two lines.
    pub fn new(mates: Engine, lines: Engine, nodes: u64) -> Self {
        Self { mates, lines, nodes }
    }

    /// Returns the proof that the position on a board is a puzzle, or `None`. A position with only one legal turn is
    /// not a puzzle.
    pub fn prove(&mut self, board: &Board) -> Result<Option<Proof>, EngineError> {
        if board.outcome().is_some() || board.turns().len() < 2 {
            return Ok(None);
        }
        // Most candidates are not puzzles, so begin with a cheap search.
        let look = self.search(board, self.nodes / 10)?;
        match won_in(look.best.score) {
            Some(moves) if moves <= LONGEST_MATE => self.mate(board, moves),
            Some(_) => Ok(None),
            None if look.wins_alone() => self.win(board),
            None => Ok(None),
        }
    }

    /// Proves that the shortest mate in at most `most` moves has one solution. In a mate in two or more moves, the last
    /// move may have alternatives that mate, too.
    fn mate(&mut self, board: &Board, most: u32) -> Result<Option<Proof>, EngineError> {
        let found = self.shortest_mate(board, most)?;
        let Some((moves, line)) = found else { return Ok(None) };
        if line.len() as u32 != 2 * moves - 1 {
            return Ok(None);
        }
        let mut along = board.clone();
        for (ply, turn) in line.iter().enumerate() {
            let left = moves - ply as u32 / 2;
            let solver = ply % 2 == 0;
            let free = left == 1 && moves > 1;
            if solver && !free && !self.only_mate(&along, turn, left)? {
                return Ok(None);
            }
            if along.play(turn).is_err() {
                return Ok(None);
            }
        }
        let ends_won = along
            .outcome()
            .is_some_and(|outcome| outcome.winner == Some(board.side()));
        Ok(ends_won.then_some(Proof {
            goal: Goal::Mate(moves),
            line,
            rest: Vec::new(),
        }))
    }

    /// Tests whether no turn but `turn` mates in `moves` moves.
    fn only_mate(&mut self, board: &Board, turn: &Turn, moves: u32) -> Result<bool, EngineError> {
        if board.turns().len() == 1 {
            return Ok(true);
        }
        let best = self.mate_search(board, moves, std::slice::from_ref(turn), |_| ())?;
        Ok(best.no_win.is_some_and(|proven| proven >= moves))
    }

    /// Returns the shortest mate in at most `most` moves, with its line.
    fn shortest_mate(&mut self, board: &Board, most: u32) -> Result<Option<(u32, Vec<Turn>)>, EngineError> {
        let mut line = Vec::new();
        let best = self.mate_search(board, most, &[], |pv| line = pv.to_vec())?;
        let Some(moves) = won_in(best.score).filter(|moves| *moves <= most) else {
            return Ok(None);
        };
        // The mate is the shortest one if the search has refuted all shorter ones.
        let shortest = moves == 1 || best.no_win.is_some_and(|proven| proven + 1 >= moves);
        Ok((shortest && line.first() == best.turn.as_ref()).then_some((moves, line)))
    }

    fn mate_search(
        &mut self,
        board: &Board,
        moves: u32,
        except: &[Turn],
        mut on_line: impl FnMut(&[Turn]) + Send,
    ) -> Result<Best, EngineError> {
        let limits = Limits {
            mate: Some(moves),
            nodes: Some(self.nodes),
            except: except.to_vec(),
            ..Limits::default()
        };
        self.mates.search(board, &limits, |report| on_line(&report.pv))
    }

    /// Proves that only one turn leads to a winning advantage, and continues the line as long as the solver has only
    /// one winning or only one legal turn.
    fn win(&mut self, board: &Board) -> Result<Option<Proof>, EngineError> {
        let mut along = board.clone();
        let (mut line, mut rest) = (Vec::new(), Vec::new());
        while line.len() / 2 < LONGEST_WIN && along.outcome().is_none() {
            let searched = self.search(&along, self.nodes)?;
            let forced = along.turns().len() == 1;
            let (Some(turn), true) = (
                searched.best.turn.clone(),
                searched.wins_alone() || forced && !line.is_empty(),
            ) else {
                break;
            };
            rest = searched.line.get(1..).unwrap_or_default().to_vec();
            if along.play(&turn).is_err() {
                break;
            }
            line.push(turn);
            let reply = match along.outcome() {
                Some(_) => None,
                None => self.search(&along, self.nodes)?.best.turn,
            };
            let Some(reply) = reply else { break };
            if along.play(&reply).is_err() {
                break;
            }
            line.push(reply);
        }
        // A solution ends with a turn of the solver.
        if line.len() % 2 == 0 {
            line.pop();
        }
        let trivial = line.len() <= 1 && line.first().is_none_or(Turn::is_capture);
        Ok((!trivial).then_some(Proof {
            goal: Goal::Win,
            line,
            rest,
        }))
    }

    /// Searches for the two best turns, without memory of earlier searches.
    fn search(&mut self, board: &Board, nodes: u64) -> Result<Searched, EngineError> {
        self.lines.new_game();
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let (mut line, mut second) = (Vec::new(), None);
        let best = self.lines.search(board, &limits, |report| match report.line {
            1 => line.clone_from(&report.pv),
            _ => second = Some(report.score),
        })?;
        if line.first() != best.turn.as_ref() {
            line = best.turn.iter().cloned().collect();
        }
        Ok(Searched { best, line, second })
    }
}

impl Searched {
    /// Tests whether the best turn is the only one that wins.
    fn wins_alone(&self) -> bool {
        self.best.score >= WINNING && self.second.is_some_and(|second| second <= NOT_WINNING)
    }
}

/// Returns the number of moves to a forced win; `None` if the score does not stand for one.
fn won_in(score: Score) -> Option<u32> {
    let moves = u32::try_from(mate_in(score)?).ok()?;
    (moves > 0).then_some(moves)
}

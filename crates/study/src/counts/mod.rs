//! Counts what happens in a game.

mod men;

use std::ops::AddAssign;
use std::sync::Arc;

use kurier_engine::eval::WinRateModel;
use kurier_engine::session::{Board, Endgames, Value};
use kurier_formats::pgn::{GameRecord, GameResult};
use kurier_rules::endgame;
use kurier_rules::position::Turn;
use kurier_rules::rules::{Color, Definition};
use serde::Serialize;

use self::men::Men;
use crate::player::OPENING;

/// A game is decided from the moment when the winner's chance of winning stays at least this high, in permille.
pub(crate) const DECIDED: u32 = 750;
/// The interval at which the material is sampled, in plies.
const SAMPLED_EVERY: usize = 4;

/// What the pieces of one type did.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct PieceCount {
    /// The number of turns that a piece of the type made.
    pub moves: u64,
    /// The number of pieces that pieces of the type captured.
    pub captures: u64,
    /// The number of turns by pieces of the type that gave check.
    pub checks: u64,
    /// The number of promotions to the type.
    pub promotions: u64,
    /// The number of pieces of the type that were captured.
    pub captured: u64,
    /// The number of pieces of the type in the start position, over all games.
    pub at_start: u64,
    /// The number of pieces of the start position that never moved.
    pub stayed: u64,
    /// The number of pieces of the start position that were not captured, promoted pieces included.
    pub survived: u64,
}

impl AddAssign for PieceCount {
    fn add_assign(&mut self, other: Self) {
        self.moves += other.moves;
        self.captures += other.captures;
        self.checks += other.checks;
        self.promotions += other.promotions;
        self.captured += other.captured;
        self.at_start += other.at_start;
        self.stayed += other.stayed;
        self.survived += other.survived;
    }
}

/// What happened in a game.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct GameCount {
    /// The result.
    pub result: GameResult,
    /// Why the game ended, in words.
    pub end: String,
    /// The number of legal turns in each position in which a turn was played.
    pub branching: Vec<u32>,
    /// The first turn, in coordinate and in algebraic notation; empty if there was none.
    pub first: [String; 2],
    /// The number of turns that captured.
    pub captures: u64,
    /// The number of turns that gave check.
    pub checks: u64,
    /// What the pieces did, by piece type.
    pub pieces: Vec<PieceCount>,
    /// The number of plies after which the winner's chance of winning stayed high; `None` if nobody won.
    pub decided: Option<u32>,
    /// The letters of White's and Black's pieces at the end.
    pub material: [String; 2],
    /// The number of pieces at the end.
    pub left: u32,
    /// White's number of pieces minus Black's, by piece type, for each sampled quiet position.
    pub imbalances: Vec<Vec<i16>>,
    /// The result, according to the endgame tables, of the first position that they contain; `None` if they contain no
    /// position of the game.
    pub table: Option<GameResult>,
}

impl GameCount {
    /// Counts what happened in a game from the start position. An illegal turn ends the count.
    pub fn of(definition: &Arc<Definition>, record: &GameRecord, tables: Option<&Endgames>) -> Self {
        let mut board = Board::new(definition);
        let mut men = Men::new(definition);
        let mut count = Self {
            result: record.result,
            pieces: men.start(),
            ..Self::default()
        };
        let mut winning = Vec::with_capacity(record.moves.len());
        let model = board.win_rate();
        for (ply, played) in record.moves.iter().enumerate() {
            let turn = &played.turn;
            if !board.is_legal(turn) {
                break;
            }
            count.branching.push(board.turns().len() as u32);
            if ply == 0 {
                count.first = [board.spell(turn), board.san(turn)];
            }
            if ply >= OPENING && ply % SAMPLED_EVERY == 0 && is_quiet(&board, turn) {
                count.imbalances.push(men.imbalance());
            }
            count.probe(&board, tables);
            winning.push(chances(&played.comment, board.side(), model));
            let side = board.side();
            if board.play(turn).is_err() {
                break;
            }
            let mover = men.play(&board, turn, side, &mut count.pieces);
            let check = u64::from(board.in_check());
            count.captures += u64::from(turn.is_capture());
            count.checks += check;
            if let Some(mover) = mover {
                count.pieces[mover.index()].checks += check;
            }
        }
        count.probe(&board, tables);
        count.end = match board.outcome() {
            Some(outcome) => outcome.reason.text().to_owned(),
            None => "stopped".to_owned(),
        };
        men.finish(&mut count.pieces);
        count.decided = decided(record.result, &winning);
        count.material = Color::BOTH.map(|color| men.letters(color));
        count.left = men.number();
        count
    }

    /// Returns the number of plies of the game.
    pub fn plies(&self) -> u32 {
        self.branching.len() as u32
    }

    /// Returns White's score, from 0 to 1; `None` if the game has no result.
    pub fn score(&self) -> Option<f64> {
        match self.result {
            GameResult::WhiteWins => Some(1.0),
            GameResult::Draw => Some(0.5),
            GameResult::BlackWins => Some(0.0),
            GameResult::Unfinished => None,
        }
    }

    /// Asks the tables for the result of the position, unless they have already given a result for this game.
    fn probe(&mut self, board: &Board, tables: Option<&Endgames>) {
        let Some(verdict) = tables
            .filter(|_| self.table.is_none())
            .and_then(|tables| tables.probe(board))
        else {
            return;
        };
        self.table = Some(match verdict.outcome {
            endgame::Outcome::Win => GameResult::won_by(board.side()),
            endgame::Outcome::Loss => GameResult::won_by(!board.side()),
            endgame::Outcome::Draw => GameResult::Draw,
        });
    }
}

/// Returns whether the material is stable: there is no check, and neither the last turn nor the next one captures or
/// promotes.
fn is_quiet(board: &Board, next: &Turn) -> bool {
    let noisy = |turn: &Turn| turn.is_capture() || turn.promotion().is_some();
    !board.in_check() && !noisy(next) && !board.history().last().is_some_and(noisy)
}

/// Returns White's and Black's chances of winning, in permille, according to the score in the comment on a turn; `None`
/// if the comment has no score.
fn chances(comment: &str, side: Color, model: WinRateModel) -> Option<[u32; 2]> {
    let [win, _, loss] = score(comment)?.wdl(model);
    Some(match side {
        Color::White => [win, loss],
        Color::Black => [loss, win],
    })
}

/// Parses a score such as `+0.31` or `-M5` at the beginning of a comment.
fn score(comment: &str) -> Option<Value> {
    let word = comment.split(['/', ' ']).next()?;
    if let Some((sign, moves)) = word.split_once('M') {
        let moves: i32 = moves.parse().ok()?;
        return Some(Value::Mate(if sign == "-" { -moves } else { moves }));
    }
    let pawns: f64 = word.parse().ok()?;
    Some(Value::Centipawns((100.0 * pawns).round() as i32))
}

/// Returns the number of plies after which all scores gave the winner a high chance of winning; `None` if nobody won.
/// If even the last score did not, the game was decided by its last turn.
fn decided(result: GameResult, chances: &[Option<[u32; 2]>]) -> Option<u32> {
    let winner = match result {
        GameResult::WhiteWins => Color::White,
        GameResult::BlackWins => Color::Black,
        GameResult::Draw | GameResult::Unfinished => return None,
    };
    let sure = |chances: &&Option<[u32; 2]>| chances.is_none_or(|both| both[winner.index()] >= DECIDED);
    let last = chances.iter().rev().take_while(sure).count();
    Some((chances.len() - last) as u32)
}

#[cfg(test)]
mod tests;

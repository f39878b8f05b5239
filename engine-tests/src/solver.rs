//! Proves forced wins by exhaustive search: tries every turn of the winner and every reply, down to the end of the
//! game. The search prunes and evaluates nothing, so its results are proofs. It shares only the rules ([`Position`])
//! with the engine.

use std::collections::HashMap;

use kurier_rules::position::{Position, Reason, Turn};
use kurier_rules::rules::Color;

/// The shortest forced win of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Win {
    /// The number of moves of the winner, including the last one.
    pub moves: u32,
    /// All turns that win in `moves` moves.
    pub best: Vec<Turn>,
    /// How the game ends against the longest defence.
    pub end: Reason,
}

/// The error for a proof that would visit more positions than are allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

/// Proves whether a position is won, and remembers what has been proven about every position that the search has
/// visited with the winner to move.
pub struct Solver<const W: usize> {
    position: Position<W>,
    winner: Color,
    /// What has been proven about positions with the winner to move, by Zobrist key.
    known: HashMap<u64, Known>,
    /// The reply that last refuted an attempt to win, indexed by the winner's remaining moves. The search tries this
    /// reply first.
    refutations: Vec<Option<Turn>>,
    left: u64,
}

/// What has been proven about a position: it is won in at most `won` moves (`None` if no win has been proven), and it
/// is not won in `not_won` moves or fewer.
#[derive(Clone, Copy, Default)]
struct Known {
    won: Option<u32>,
    not_won: u32,
}

impl<const W: usize> Solver<W> {
    /// Returns the quickest win of the side to move, in at most `most` of its own moves; `None` if there is none. The
    /// half-move counter of the position should be 0; in that case, the seven plies of a win in four moves are too few
    /// for a draw by repetition or by the move limit.
    ///
    /// # Errors
    /// Returns [`TooLarge`] if the proof needs more than `positions` positions.
    pub fn solve(position: &Position<W>, most: u32, positions: u64) -> Result<Option<Win>, TooLarge> {
        let mut solver = Self::new(position, position.side(), most, positions);
        if position.outcome().is_some() {
            return Ok(None);
        }
        for moves in 1..=most {
            if solver.wins(moves)? {
                let best = solver.best(moves)?;
                let end = solver.end(moves)?;
                return Ok(Some(Win { moves, best, end }));
            }
        }
        Ok(None)
    }

    /// Returns whether a claimed mate is true. If `mate` is positive, the side to move must win in at most `mate` of
    /// its own moves; if negative, it must lose in at most `-mate` moves of the other side, whatever it plays.
    ///
    /// # Errors
    /// Returns [`TooLarge`] if the proof needs more than `positions` positions.
    pub fn confirms(position: &Position<W>, mate: i32, positions: u64) -> Result<bool, TooLarge> {
        let moves = mate.unsigned_abs();
        if mate > 0 {
            return Self::new(position, position.side(), moves, positions).wins(moves);
        }
        let mut solver = Self::new(position, !position.side(), moves, positions);
        let lost = |solver: &mut Self| match solver.position.outcome() {
            Some(outcome) => Ok(outcome.winner == Some(solver.winner)),
            None => solver.wins(moves),
        };
        for turn in position.turns() {
            if !solver.after(&turn, lost)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn new(position: &Position<W>, winner: Color, most: u32, positions: u64) -> Self {
        Self {
            position: position.clone(),
            winner,
            known: HashMap::new(),
            refutations: vec![None; most as usize + 1],
            left: positions,
        }
    }

    /// Returns whether the winner, who is to move, wins in at most `moves` moves.
    fn wins(&mut self, moves: u32) -> Result<bool, TooLarge> {
        let key = self.position.key();
        let known = self.known.entry(key).or_default();
        if known.won.is_some_and(|won| won <= moves) {
            return Ok(true);
        }
        if known.not_won >= moves {
            return Ok(false);
        }
        for turn in self.turns(moves > 1) {
            if self.after(&turn, |solver| solver.has_won(moves - 1))? {
                self.known.entry(key).or_default().won = Some(moves);
                return Ok(true);
            }
        }
        self.known.entry(key).or_default().not_won = moves;
        Ok(false)
    }

    /// Returns whether the winner, who has just moved, has won or wins in at most `moves` further moves against every
    /// reply.
    fn has_won(&mut self, moves: u32) -> Result<bool, TooLarge> {
        if let Some(outcome) = self.position.outcome() {
            return Ok(outcome.winner == Some(self.winner));
        }
        if moves == 0 {
            return Ok(false);
        }
        let mut answers = self.position.turns();
        let killer = &self.refutations[moves as usize];
        if let Some(index) = answers.iter().position(|answer| Some(answer) == killer.as_ref()) {
            answers.swap(0, index);
        }
        for answer in answers {
            let holds = |solver: &mut Self| match solver.position.outcome() {
                Some(outcome) => Ok(outcome.winner != Some(solver.winner)),
                None => solver.wins(moves).map(|wins| !wins),
            };
            if self.after(&answer, holds)? {
                self.refutations[moves as usize] = Some(answer);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns all turns that win in at most `moves` moves.
    fn best(&mut self, moves: u32) -> Result<Vec<Turn>, TooLarge> {
        let mut best = Vec::new();
        for turn in self.turns(false) {
            if self.after(&turn, |solver| solver.has_won(moves - 1))? {
                best.push(turn);
            }
        }
        Ok(best)
    }

    /// Returns how a win in exactly `moves` moves ends against the longest defence.
    fn end(&mut self, moves: u32) -> Result<Reason, TooLarge> {
        let mut longest = None;
        for turn in self.turns(false) {
            if !self.after(&turn, |solver| solver.has_won(moves - 1))? {
                continue;
            }
            longest = self.after(&turn, |solver| solver.end_after(moves - 1))?;
            if longest.is_some() {
                break;
            }
        }
        longest.ok_or(TooLarge)
    }

    /// Returns how the win ends against the longest defence, when the winner has just moved and needs exactly `moves`
    /// further moves; `None` if the game ends sooner.
    fn end_after(&mut self, moves: u32) -> Result<Option<Reason>, TooLarge> {
        if let Some(outcome) = self.position.outcome() {
            return Ok((moves == 0).then_some(outcome.reason));
        }
        for answer in self.position.turns() {
            let holds_out = |solver: &mut Self| Ok(solver.position.outcome().is_none() && !solver.wins(moves - 1)?);
            if self.after(&answer, holds_out)? {
                return self.after(&answer, |solver| solver.end(moves)).map(Some);
            }
        }
        Ok(None)
    }

    /// Returns the legal turns; if `sorted`, turns that leave the opponent fewer replies come first.
    fn turns(&mut self, sorted: bool) -> Vec<Turn> {
        let mut turns = self.position.turns();
        if sorted {
            turns.sort_by_cached_key(|turn| {
                self.position.play(turn);
                let answers = self.position.legal_moves().len();
                self.position.undo(turn);
                answers
            });
        }
        turns
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kurier_rules::rules::Variant;

    use super::*;
    use crate::games::definition;

    fn solved(game: &str, fen: &str, most: u32) -> Option<(u32, Vec<String>, Reason)> {
        let variant = Arc::new(Variant::<1>::compile(definition(game)));
        let position = Position::from_fen(variant, fen).expect("the FEN is good");
        let win = Solver::solve(&position, most, 10_000_000).expect("the tree is small")?;
        let best = win.best.iter().map(|turn| position.spell(turn)).collect();
        Some((win.moves, best, win.end))
    }

    #[test]
    fn known_problems_are_solved() {
        let back_rank = solved("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 3);
        assert_eq!(back_rank, Some((1, vec!["a1a8".into()], Reason::Checkmate)));
        let rooks = solved("chess", "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", 3);
        // White's king blocks its rooks on the first rank, so only the ladder over ranks 7 and 8 mates.
        let ladder = ["b1b7", "a2a7"].map(String::from).into();
        assert_eq!(rooks, Some((2, ladder, Reason::Checkmate)));
        assert_eq!(solved("chess", "7k/8/8/8/8/8/R7/4K3 w - - 0 1", 3), None);
        let smothered = solved("chess", "r6k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1", 2);
        assert_eq!(smothered, Some((2, vec!["b3g8".into()], Reason::Checkmate)));
    }

    #[test]
    fn claims_are_confirmed_or_not() {
        let confirmed = |fen: &str, mate: i32| {
            let variant = Arc::new(Variant::<1>::compile(definition("chess")));
            let position = Position::from_fen(variant, fen).expect("the FEN is good");
            Solver::confirms(&position, mate, 10_000_000).expect("the tree is small")
        };
        let ladder = "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1";
        assert_eq!([1, 2, 3].map(|mate| confirmed(ladder, mate)), [false, true, true]);
        // Black, to move, has one move, after which White mates at once.
        let driven = "7k/1R6/8/8/8/8/R7/4K3 b - - 0 1";
        assert!(confirmed(driven, -1));
        assert!(!confirmed("7k/8/1R6/8/8/8/R7/4K3 b - - 0 1", -1));
    }

    #[test]
    fn special_wins_are_wins() {
        let bared = solved("leap", "*2k1*/6/6/6/p1R3/6/6/*2K1* w - - 0 1", 2);
        assert_eq!(bared, Some((1, vec!["c4a4".into()], Reason::BareKing)));
        let king = solved("leap64-multi", "8/7p/8/4k3/8/2p5/8/Q3K3 w - - 0 1", 1);
        assert_eq!(king, Some((1, vec!["a1c3e5".into()], Reason::KingTaken)));
    }
}

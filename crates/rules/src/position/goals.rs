//! Goals other than mate: regions that win, the number of pieces, rows of pieces, and the number of checks.

use super::{Outcome, Position, Reason};
use crate::board::Square;
use crate::rules::{Color, FlagGoal, FlagTime, Goals, RowGoal};

impl<const W: usize> Position<W> {
    /// Returns the outcome if a goal other than mate has been reached. If both sides have reached a goal, the side that
    /// has just moved takes precedence.
    #[inline(never)]
    pub(super) fn goal_reached(&self, goals: &Goals<W>) -> Option<Outcome> {
        let flag = || goals.flags.iter().find_map(|flag| self.flag_outcome(flag));
        let row = || goals.rows.iter().find_map(|row| self.row_outcome(row));
        self.extinction_outcome()
            .or_else(flag)
            .or_else(|| self.checks_outcome())
            .or_else(row)
    }

    fn extinction_outcome(&self) -> Option<Outcome> {
        let rules = &self.variant.definition.ends.extinctions;
        let mut sides = [!self.side, self.side].into_iter();
        sides.find_map(|color| {
            rules.iter().find_map(|rule| {
                let few = |own: u32, others: u32| {
                    own <= u32::from(rule.at_most) && others >= u32::from(rule.opponent_at_least)
                };
                let extinct = match rule.pieces.is_empty() {
                    true => few(self.count_with_hand(color), self.count_with_hand(!color)),
                    false => rule.pieces.iter().any(|piece_type| {
                        let count = |color| self.of(color, *piece_type).count() + self.held(color, *piece_type);
                        few(count(color), count(!color))
                    }),
                };
                extinct.then(|| Outcome {
                    winner: rule.fate.winner(color),
                    reason: Reason::Extinction,
                })
            })
        })
    }

    fn flag_outcome(&self, flag: &FlagGoal<W>) -> Option<Outcome> {
        let (us, them) = (self.side, !self.side);
        let end = |winner| {
            Some(Outcome {
                winner,
                reason: Reason::Flag,
            })
        };
        match flag.time {
            FlagTime::AtOnce if self.has_reached(flag, them) => end(Some(them)),
            FlagTime::Held if self.has_reached(flag, us) => end(Some(us)),
            FlagTime::AtOnce | FlagTime::Held => None,
            FlagTime::Safe => match (self.is_safe_there(flag, us), self.is_safe_there(flag, them)) {
                (true, true) => end(None),
                (true, false) => end(Some(us)),
                (false, true) => end(Some(them)),
                (false, false) => None,
            },
            FlagTime::SafeOrHeld if self.has_reached(flag, us) => end(Some(us)),
            FlagTime::SafeOrHeld if self.is_safe_there(flag, them) => end(Some(them)),
            FlagTime::SafeOrHeld => None,
            FlagTime::Answered => match (self.has_reached(flag, us), self.has_reached(flag, them)) {
                (true, true) if us == Color::White => end(None),
                (true, _) => end(Some(us)),
                (false, true) if us == Color::Black && self.can_reach(flag) => None,
                (false, true) => end(Some(them)),
                (false, false) => None,
            },
        }
    }

    /// Returns whether a side has enough pieces in the region.
    pub fn has_reached(&self, flag: &FlagGoal<W>, color: Color) -> bool {
        let region = flag.squares[color.index()];
        let there = region & self.of_types(&flag.pieces) & self.of_color(color);
        there.any() && (there.count() >= flag.count || flag.or_full && region.without(self.occupied()).is_empty())
    }

    /// Returns whether a side has enough pieces in the region and none of them is attacked, or more pieces than it
    /// needs.
    #[cold]
    fn is_safe_there(&self, flag: &FlagGoal<W>, color: Color) -> bool {
        let there = flag.squares[color.index()] & self.of_types(&flag.pieces) & self.of_color(color);
        let spare = there.count() != flag.count;
        self.has_reached(flag, color) && (spare || !there.into_iter().any(|square| self.is_attacked(square, !color)))
    }

    /// Returns whether the side to move can reach the region with a legal move.
    #[cold]
    fn can_reach(&self, flag: &FlagGoal<W>) -> bool {
        let (us, mut after) = (self.side, self.without_history());
        self.legal_moves().into_iter().any(|m| {
            after.make(m);
            let reached = after.has_reached(flag, us);
            after.unmake();
            reached
        })
    }

    /// Returns the outcome if a side has given all the checks that win.
    fn checks_outcome(&self) -> Option<Outcome> {
        let all_given = |color: &Color| self.state.checks_left[color.index()] == 0;
        let counted = self.variant.definition.ends.checks > 0;
        let winner = [!self.side, self.side]
            .into_iter()
            .find(all_given)
            .filter(|_| counted)?;
        Some(Outcome {
            winner: Some(winner),
            reason: Reason::ChecksGiven,
        })
    }

    fn row_outcome(&self, row: &RowGoal) -> Option<Outcome> {
        let shape = &self.variant.definition.shape;
        let has_row = |color: &Color| {
            let men = self.of_types(&row.pieces) & self.of_color(*color);
            let complete = |from: Square| {
                row.steps.iter().any(|step| {
                    let line = std::iter::successors(Some(from), |at| shape.step(*at, *step));
                    line.take_while(|at| men.contains(*at)).take(row.count).count() == row.count
                })
            };
            men.count() as usize >= row.count && men.into_iter().any(complete)
        };
        // Moves of the opponent cannot complete a row.
        let color = Some(!self.side).filter(has_row)?;
        Some(Outcome {
            winner: row.fate.winner(color),
            reason: Reason::Row,
        })
    }

    /// Counts the last move in games where a count draws endgames, and the check that the move has given in games that
    /// count checks.
    pub(super) fn count_last_move(&mut self) {
        if self.variant.counts_moves {
            self.advance_count();
        }
        if self.variant.counts_checks && self.state.checkers.any() {
            let left = &mut self.state.checks_left[(!self.side).index()];
            let zobrist = &self.variant.zobrist;
            self.state.key ^= zobrist.checks(!self.side, *left);
            *left = left.saturating_sub(1);
            self.state.key ^= zobrist.checks(!self.side, *left);
        }
    }

    /// Returns how many more checks a side must give to win; 0 for both sides in games that do not count checks.
    #[inline]
    pub fn checks_left(&self, color: Color) -> u8 {
        self.state.checks_left[color.index()]
    }
}

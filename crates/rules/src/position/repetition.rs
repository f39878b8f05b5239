//! Repetitions: positions that have occurred before, and moves that could repeat one.

use arrayvec::ArrayVec;

use super::{Change, Move, MoveKind, Outcome, Piece, Position, Reason, State};
use crate::board::Square;
use crate::rules::{Color, Fate, Repetition};

impl<const W: usize> Position<W> {
    /// Returns how many moves ago the current position occurred, if it has occurred often enough: as often as the rules
    /// require (three times in chess), or twice since the root of a search, which was `ply` moves ago. The result
    /// counts back to the earliest of these occurrences.
    pub(super) fn repeated_since(&self, ply: usize) -> Option<usize> {
        // If captured pieces can come back from the hand, a position can recur after a capture, so captures do not end
        // the search.
        let back = match self.hand.is_some() {
            false => self.state.reversible.min(self.state.halfmoves),
            true => self.state.reversible,
        } as usize;
        match self.variant.passes {
            false => self.repeated_by(ply, back, |state| state.key),
            // Whether the last turn was passed does not distinguish positions.
            true => self.repeated_by(ply, back, |state| state.key ^ self.pass_key(state)),
        }
    }

    /// Returns what [`Position::repeated_since`] returns. Two positions count as equal if `key` returns equal values
    /// for their states, and the search goes back at most `back` moves.
    #[inline(always)]
    fn repeated_by(&self, ply: usize, back: usize, key: impl Fn(&State<W>) -> u64) -> Option<usize> {
        let current = key(&self.state);
        let mut found = 1;
        for distance in (4..=back.min(self.history.len())).step_by(2) {
            if key(&self.history[self.history.len() - distance]) == current {
                found += 1;
                if found == self.variant.repetitions || distance < ply {
                    return Some(distance);
                }
            }
        }
        None
    }

    /// Returns the outcome of a game whose current position has occurred often enough, first `distance` moves ago.
    #[cold]
    pub(super) fn repetition_outcome(&self, distance: usize) -> Outcome {
        let rule = &self.variant.definition.ends.repetition;
        if !rule.perpetual_check_loses {
            return self.plain_repetition(rule);
        }
        let was_check = |distance: usize| match distance {
            0 => self.state.checkers.any(),
            _ => self.history[self.history.len() - distance].checkers.any(),
        };
        let always_from = |nearest: usize| (nearest..=distance).step_by(2).all(was_check);
        // The distance is even, and the side that has just moved gave the checks at even distances.
        let winner = match (always_from(0), always_from(1)) {
            (true, false) => Some(self.side),
            (false, true) => Some(!self.side),
            (true, true) => return self.undecided(Reason::PerpetualCheck),
            (false, false) => return self.plain_repetition(rule),
        };
        Outcome {
            winner,
            reason: Reason::PerpetualCheck,
        }
    }

    /// Returns the outcome of a repetition without perpetual check.
    fn plain_repetition(&self, rule: &Repetition) -> Outcome {
        if rule.fate == Fate::Draws && self.variant.definition.ends.points.is_some() {
            return self.undecided(Reason::Repeated);
        }
        // A search counts a repetition as a draw even if the game has no rule about repetitions.
        let winner = rule.fate.winner(if rule.of_white { Color::White } else { !self.side });
        let usual = rule.times == Some(3) && winner.is_none();
        Outcome {
            winner,
            reason: if usual { Reason::Repetition } else { Reason::Repeated },
        }
    }

    /// Returns whether the side to move can return in one move to a position that has occurred after the root of a
    /// search, which was `ply` moves ago, and so can force a draw (Stockfish: *upcoming repetition*). Stockfish looks
    /// up the move in a table of key differences; this function follows the history backwards instead and needs no
    /// table. It may miss a move, but never reports a repetition that is impossible.
    pub fn can_repeat(&self, ply: usize) -> bool {
        let back = self.state.reversible.min(self.state.halfmoves) as usize;
        let reach = back.min(self.history.len()).min(ply.saturating_sub(1));
        let past = |distance: usize| &self.history[self.history.len() - distance];
        // The pieces of the side to move that have moved since the position at `distance`: their current squares, and
        // their squares in that position.
        let mut moved = ArrayVec::<(Piece, Square, Square), 4>::new();
        for distance in (3..=reach).step_by(2) {
            let [
                Change { square: before, .. },
                Change {
                    piece, square: after, ..
                },
            ] = past(distance - 2).changes[..2]
            else {
                return false;
            };
            match moved.iter_mut().position(|(_, _, origin)| *origin == after) {
                Some(place) if moved[place].1 == before => {
                    moved.swap_remove(place);
                }
                Some(place) => moved[place].2 = before,
                None if moved.is_full() => return false,
                None => moved.push((piece, after, before)),
            }
            if let [(piece, now, origin)] = moved[..] {
                let key = |square| self.variant.zobrist.piece(piece.piece_type, piece.color, square);
                let back = self.state.key ^ self.variant.zobrist.side ^ key(now) ^ key(origin);
                if back == past(distance).key
                    && self.variant.repetition_draws
                    && self.is_legal(Move::new(now, origin, MoveKind::Quiet))
                {
                    return true;
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::rules::{Catalogue, Variant};

    /// Returns whether some legal move repeats a position that has occurred after the root, by making every move: a
    /// slow reference.
    fn can_repeat_slowly<const W: usize>(position: &mut Position<W>, ply: usize) -> bool {
        position.legal_moves().into_iter().any(|m| {
            position.make(m);
            let draw = position
                .drawn(ply + 1)
                .is_some_and(|end| end.reason == Reason::Repetition);
            position.unmake();
            draw
        })
    }

    /// Asserts in random games with few pieces that [`Position::can_repeat`] finds at least 90 per cent of the
    /// repetitions that the slow reference finds, and no others.
    fn agrees_with_making_all_moves<const W: usize>(game: &str, fen: &str) {
        let definition = Catalogue::built_in().get(game).expect("a built-in game");
        let variant = Arc::new(Variant::compile(definition));
        let random = &mut ChaCha8Rng::seed_from_u64(1);
        let (mut possible, mut seen) = (0, 0);
        for _ in 0..60 {
            let mut position = Position::<W>::from_fen(variant.clone(), fen).expect("the FEN is good");
            for ply in 0..60 {
                let moves = position.legal_moves();
                if moves.is_empty() || position.outcome().is_some() {
                    break;
                }
                let fast = position.can_repeat(ply);
                let slow = can_repeat_slowly(&mut position, ply);
                assert!(slow || !fast, "{}", position.fen());
                possible += i32::from(slow);
                seen += i32::from(fast);
                position.make(moves[random.random_range(0..moves.len())]);
            }
        }
        // `can_repeat` may miss repetitions in which two pieces of one type have swapped squares, so 90 per cent
        // suffice.
        assert!(seen > 20 && seen * 10 >= possible * 9, "{game}: {seen} of {possible}");
    }

    #[test]
    fn draws_within_reach_are_seen() {
        agrees_with_making_all_moves::<1>("chess", "k7/p7/P7/8/8/7p/7P/K7 w - - 0 1");
        agrees_with_making_all_moves::<2>("courier", "k11/p11/P11/12/12/11p/11P/K11 w - - 0 1");
    }
}
